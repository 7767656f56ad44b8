#pragma once
/// InstrumentDirectory: the symbol of each instrument id of today's feed.
///
/// Ids (ITCH stock locates) are dense and change every day; the feed's directory messages name
/// them, and for a feed joined or cut out without them the first add order does. In a session an id
/// has one symbol and a symbol one id: a contradiction is counted, and the first name stays, so
/// that no book ever holds orders of two symbols. Threads: one owner. Allocation: the constructor.
/// Complexity: O(1).

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "hotpath/core/fixed_array.hpp"
#include "hotpath/core/fixed_hash_map.hpp"
#include "hotpath/core/prefetch.hpp"
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
        : symbols_(std::size_t{instruments_max} + 1),
          entries_(symbols_.size()),
          ids_(std::max<std::uint16_t>(instruments_max, 1)) {}

    /// How many are named.
    [[nodiscard]] std::uint32_t size() const noexcept {
        return static_cast<std::uint32_t>(ids_.size());
    }
    /// Messages whose symbol was not that of their id, directory messages included.
    [[nodiscard]] std::uint64_t symbol_mismatches() const noexcept { return symbol_mismatches_; }

    [[nodiscard]] bool contains(InstrumentId id) const noexcept {
        return id.value < symbols_.size() && symbols_[id.value] != Symbol{};
    }

    /// An instrument without a symbol when the id was never named. The name of a session that is
    /// over can still be read here until the id has another.
    [[nodiscard]] const Instrument& operator[](InstrumentId id) const noexcept {
        return entries_[id.value < entries_.size() ? id.value : 0];
    }

    [[nodiscard]] std::optional<InstrumentId> find(Symbol symbol) const noexcept;

    /// For a message of this id that comes soon.
    void prefetch(InstrumentId id) const noexcept {
        if (id.value < symbols_.size()) {
            prefetch_for_read(&symbols_[id.value]);
            prefetch_for_read(&entries_[id.value]);
        }
    }

    /// visit(InstrumentId, const Instrument&), ids ascending.
    template <class Visitor>
    void for_each(Visitor&& visit) const {
        for (std::size_t id = 1; id < entries_.size(); ++id) {
            if (const InstrumentId named{static_cast<std::uint16_t>(id)}; contains(named)) {
                visit(named, entries_[id]);
            }
        }
    }

    /// Whether a message with this id and symbol may be applied: they belong together, or are a new
    /// pair, which is noted. One comparison of eight bytes but for an id's first message.
    [[nodiscard, gnu::always_inline]] bool admits(InstrumentId id, Symbol symbol) noexcept {
        const bool is_known = id.value < symbols_.size() && symbols_[id.value] == symbol;
        return is_known || may_name(id, symbol);
    }

    /// Another session: ids and symbols are paired again.
    void begin_session() noexcept;

  private:
    /// Names the id if neither it nor the symbol has a partner. An id beyond the bounds is the
    /// books' to refuse; a message without a symbol names nothing.
    [[nodiscard]] bool may_name(InstrumentId id, Symbol symbol) noexcept;

    // By id; blank without a name. In their own array, because every add compares them: at eight
    // bytes an instrument a whole market stays in the second cache.
    FixedArray<Symbol> symbols_;
    FixedArray<Instrument> entries_;  // by id; 0 stays unnamed
    FixedHashMap<Symbol, InstrumentId> ids_;
    std::uint64_t symbol_mismatches_ = 0;
};

}  // namespace hotpath::feed
