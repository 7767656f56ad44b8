#pragma once
/// InstrumentDirectory: which symbol each instrument id of today's feed stands for.
///
/// Ids (ITCH stock locates) are dense and change every day; the feed's directory messages name
/// them, and for a feed joined or cut out without them the first add order does. Threads: one
/// owner. Allocation: the constructor. Complexity: by id O(1), by symbol O(instruments), which is
/// for set-up.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "hotpath/core/symbol.hpp"
#include "hotpath/core/units.hpp"

namespace hotpath::feed {

struct Instrument {
    Symbol symbol;
    PriceScale scale{};
};

class InstrumentDirectory {
  public:
    explicit InstrumentDirectory(std::uint16_t instruments_max)
        : entries_(std::size_t{instruments_max} + 1), is_named_(entries_.size()) {}

    /// How many are named.
    [[nodiscard]] std::uint32_t size() const noexcept { return size_; }

    [[nodiscard]] bool contains(InstrumentId id) const noexcept {
        return id.value < is_named_.size() && is_named_[id.value] != 0;
    }

    /// An instrument without a symbol when the id is not named.
    [[nodiscard]] const Instrument& operator[](InstrumentId id) const noexcept {
        return entries_[id.value < entries_.size() ? id.value : 0];
    }

    [[nodiscard]] std::optional<InstrumentId> find(Symbol symbol) const noexcept;

    /// visit(InstrumentId, const Instrument&), ids ascending.
    template <class Visitor>
    void for_each(Visitor&& visit) const {
        for (std::size_t id = 1; id < entries_.size(); ++id) {
            if (const InstrumentId named{static_cast<std::uint16_t>(id)}; contains(named)) {
                visit(named, entries_[id]);
            }
        }
    }

    /// Names an id; a later name replaces the earlier. Ignored when the id is 0 or beyond the
    /// bound.
    void name(InstrumentId id, Symbol symbol) noexcept;

  private:
    std::vector<Instrument> entries_;  // by id; 0 stays unnamed
    // By itself, because every add asks: a byte an instrument stays in the nearest cache.
    std::vector<std::uint8_t> is_named_;
    std::uint32_t size_ = 0;
};

}  // namespace hotpath::feed
