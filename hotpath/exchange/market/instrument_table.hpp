#pragma once
/// Which symbol is which instrument, and which of them an operational halt keeps from trading.
///
/// The venue assigns ids: an id has one symbol and a symbol one id, from its listing (a directory
/// message, or without one the first order) to the venue's end. Threads: one owner. Allocation: in
/// the constructor. Complexity: O(1) but for a new listing.

#include <cstdint>

#include "hotpath/core/fixed_array.hpp"
#include "hotpath/core/fixed_hash_map.hpp"
#include "hotpath/core/symbol.hpp"
#include "hotpath/core/units.hpp"

namespace hotpath::exchange {

class InstrumentTable {
  public:
    explicit InstrumentTable(std::uint16_t instruments_max)
        : listings_(std::size_t{instruments_max} + 1), by_symbol_(instruments_max) {}

    [[nodiscard]] std::uint16_t instruments_max() const noexcept {
        return static_cast<std::uint16_t>(listings_.size() - 1);
    }
    [[nodiscard]] std::uint32_t listed() const noexcept {
        return static_cast<std::uint32_t>(by_symbol_.size());
    }
    /// {0} when the venue does not list it.
    [[nodiscard]] InstrumentId find(const Symbol& symbol) const noexcept {
        const InstrumentId* instrument = by_symbol_.find(symbol);
        return instrument == nullptr ? InstrumentId{} : *instrument;
    }

    /// Blank for an instrument that is not listed.
    [[nodiscard]] const Symbol& symbol(InstrumentId instrument) const noexcept {
        return listings_[slot(instrument)].symbol;
    }
    [[nodiscard]] bool is_listed(InstrumentId instrument) const noexcept {
        return listings_[slot(instrument)].is_listed;
    }
    [[nodiscard]] bool is_operationally_halted(InstrumentId instrument) const noexcept {
        return listings_[slot(instrument)].is_operationally_halted;
    }

    /// True when the two belong together, from now on if they did not before: neither the id nor
    /// the symbol had a partner. False for an id out of range.
    [[nodiscard]] bool list(InstrumentId instrument, const Symbol& symbol) noexcept {
        if (slot(instrument) == 0) {
            return false;
        }
        Listing& listing = listings_[slot(instrument)];
        if (listing.is_listed || by_symbol_.find(symbol) != nullptr) {
            return listing.is_listed && listing.symbol == symbol;
        }
        listing.symbol = symbol;
        listing.is_listed = by_symbol_.try_insert(symbol, instrument) != nullptr;
        return listing.is_listed;
    }

    /// The id of this symbol, listed now if it was not: under `wanted` if no other symbol has it,
    /// else under the lowest free id. {0} when there is none. O(instruments) for a new symbol.
    [[nodiscard]] InstrumentId assign(const Symbol& symbol, InstrumentId wanted) noexcept {
        if (const InstrumentId known = find(symbol); known != InstrumentId{}) {
            return known;
        }
        const InstrumentId free = slot(wanted) != 0 && !is_listed(wanted) ? wanted : lowest_free();
        return list(free, symbol) ? free : InstrumentId{};
    }

    /// {0} when every id has a symbol.
    [[nodiscard]] InstrumentId lowest_free() const noexcept {
        for (std::size_t id = 1; id < listings_.size(); ++id) {
            if (!listings_[id].is_listed) {
                return {static_cast<std::uint16_t>(id)};
            }
        }
        return {};
    }

    void set_operationally_halted(InstrumentId instrument, bool is_halted) noexcept {
        listings_[slot(instrument)].is_operationally_halted = is_halted;
    }

  private:
    struct Listing {
        Symbol symbol;
        bool is_listed = false;
        bool is_operationally_halted = false;
    };

    /// 0, which is no instrument, also for ids out of range.
    [[nodiscard]] std::size_t slot(InstrumentId instrument) const noexcept {
        return instrument.value < listings_.size() ? instrument.value : 0;
    }

    FixedArray<Listing> listings_;  // by instrument id
    FixedHashMap<Symbol, InstrumentId> by_symbol_;
};

}  // namespace hotpath::exchange
