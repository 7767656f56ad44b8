#pragma once
/// The report of a replay of one or several channels: as text one channel after the other and then
/// their sum, as JSON, and the errors.
///
/// Threads: the main one. Allocation: free. Complexity: linear in the channels.

#include <span>
#include <string>
#include <vector>

#include "hotpath/replay/channel.hpp"
#include "hotpath/replay/result.hpp"

namespace hotpath::app {

class ReplayReport {
  public:
    /// `symbols`: those of the filter. `elapsed_s`: of all channels together.
    ReplayReport(std::vector<replay::ChannelReport> channels, const std::vector<Symbol>& symbols,
                 double elapsed_s);

    /// Something was read, of one channel at least.
    [[nodiscard]] bool has_results() const noexcept { return channels_read_ > 0; }
    void print() const;
    [[nodiscard]] std::string json() const;
    /// All that failed, a line each: an instrument only when no channel has it.
    [[nodiscard]] Expected<void> outcome() const;

  private:
    [[nodiscard]] bool is_single() const noexcept { return channels_.size() == 1; }
    /// No channel that was read has the exported instrument.
    [[nodiscard]] bool is_symbol_unknown() const;
    [[nodiscard]] bool is_filter_unknown() const;
    void print_symbols_unknown() const;

    std::vector<replay::ChannelReport> channels_;
    std::vector<Symbol> symbols_unknown_;  // of the filter, in no channel
    bool is_filtered_;
    replay::ReplayResult sum_;
    std::size_t channels_read_ = 0;
};

}  // namespace hotpath::app
