#pragma once
/// The bars of several tables in the order of their time: an interval at a time, the bars of all
/// symbols together.
///
/// Within an interval bars are in the order of their symbols, whatever the order of the tables and of
/// their rows. A symbol with two bars of one interval is refused. Threads: one owner. Allocation: the tables', and the bars of the largest
/// interval. Complexity: O(log symbols) a bar, O(tables) an interval.

#include <cstddef>
#include <set>
#include <span>
#include <vector>

#include "hotpath/capture/table/bar_table.hpp"

namespace hotpath::capture {

class BarIntervals {
  public:
    /// Reads the first bar of each. No `symbols`: all are wanted, else no others are given.
    [[nodiscard]] static Expected<BarIntervals> create(std::vector<BarTable> tables,
                                                       std::vector<Symbol> symbols);

    /// The next interval; false at the end.
    [[nodiscard]] Expected<bool> next();
    /// At least one; they have the same date, begin and end.
    [[nodiscard]] std::span<const BarRow> bars() const { return bars_; }
    /// The next interval, if there is one, is of another date.
    [[nodiscard]] bool is_last_of_day() const;

  private:
    struct Source {
        BarTable table;
        bool has_bar = false;
    };

    explicit BarIntervals(std::vector<Symbol> symbols) : symbols_(std::move(symbols)) {}

    [[nodiscard]] Expected<void> advance(Source& source);
    /// The source of the earliest bar; null at the end.
    [[nodiscard]] const Source* earliest() const;
    [[nodiscard]] Expected<void> take(Source& source);

    std::vector<Source> sources_;
    std::vector<Symbol> symbols_;
    std::vector<BarRow> bars_;
    std::set<Symbol> seen_;  // in bars_
};

}  // namespace hotpath::capture
