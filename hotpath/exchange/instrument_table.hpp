#pragma once
/// Which symbol is which instrument, as the venue's own directory messages (or, without them, the
/// first order) have said, and which of them an operational halt keeps from trading.
///
/// Threads: one owner. Allocation: in the constructor. Complexity: O(1).

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

    /// Lists the instrument, or gives it another symbol. Without effect for an id out of range or a
    /// symbol that is another instrument's.
    void list(InstrumentId instrument, const Symbol& symbol) noexcept {
        if (slot(instrument) == 0 || by_symbol_.find(symbol) != nullptr) {
            return;
        }
        Listing& listing = listings_[slot(instrument)];
        if (listing.is_listed) {
            by_symbol_.erase(listing.symbol);
        }
        listing.symbol = symbol;
        listing.is_listed = by_symbol_.try_insert(symbol, instrument) != nullptr;
    }

    /// For messages that name an instrument beside their own purpose.
    void list_if_new(InstrumentId instrument, const Symbol& symbol) noexcept {
        if (!is_listed(instrument)) {
            list(instrument, symbol);
        }
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
