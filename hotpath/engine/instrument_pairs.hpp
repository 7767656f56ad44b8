#pragma once
/// InstrumentPairs: which id each symbol had when our orders and positions began. They are kept by
/// id; a later session of the feed may give an id to another instrument.
///
///   session 1   5 = ABCD, 6 = EFGH          pair() each
///   session 2   5 = ABCD                    agrees
///               7 = EFGH                    does not: EFGH's position is that of id 6
///
/// Threads: one owner. Allocation: the constructor. Complexity: O(1).

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "hotpath/core/fixed_array.hpp"
#include "hotpath/core/fixed_hash_map.hpp"
#include "hotpath/core/symbol.hpp"
#include "hotpath/core/units.hpp"

namespace hotpath::engine {

class InstrumentPairs {
  public:
    explicit InstrumentPairs(std::uint16_t instruments_max)
        : symbols_(std::size_t{instruments_max} + 1),
          ids_(std::max<std::uint16_t>(instruments_max, 1)) {}

    /// Neither the id nor the symbol has another partner.
    [[nodiscard]] bool agrees(InstrumentId id, Symbol symbol) const noexcept {
        const InstrumentId* const known = ids_.find(symbol);
        return known == nullptr ? symbols_[id.value] == Symbol{} : *known == id;
    }

    /// Parts both from earlier partners.
    void pair(InstrumentId id, Symbol symbol) noexcept {
        ids_.erase(symbols_[id.value]);
        if (InstrumentId* const former = ids_.find(symbol)) {
            symbols_[former->value] = Symbol{};
            *former = id;
        } else {
            static_cast<void>(ids_.try_insert(symbol, id));  // as many as there are ids
        }
        symbols_[id.value] = symbol;
    }

  private:
    FixedArray<Symbol> symbols_;              // by id; blank: never paired
    FixedHashMap<Symbol, InstrumentId> ids_;  // the same the other way round
};

}  // namespace hotpath::engine
