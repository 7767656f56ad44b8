#pragma once
/// The instruments of a DBN recording: which stock locate and symbol an instrument id has.
///
/// The symbol is that of a definition or symbol mapping record before, else that of the metadata's
/// mapping for the day. Locates are given in the order in which instruments first appear. An id
/// without a symbol is an error, as are a symbol that ITCH cannot carry, one id of two publishers
/// and one symbol of two ids: their books must not be merged. Threads: one owner. Allocation: an
/// entry an instrument and a mapping. Complexity: O(1) a record, O(log mappings) an instrument and
/// day.

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "hotpath/capture/dbn/itch_output.hpp"
#include "hotpath/capture/dbn/price.hpp"
#include "hotpath/core/symbol.hpp"
#include "hotpath/protocols/dbn/metadata.hpp"

namespace hotpath::capture::dbn {

/// A day as the metadata has it: 20240131.
using Day = std::uint32_t;

class Instruments {
  public:
    static constexpr std::uint32_t kInstrumentsMax = 65'535;

    explicit Instruments(const protocols::dbn::MetadataReader& metadata);

    /// A record says which symbol the instrument has from now on.
    void name(std::uint32_t id, std::string_view symbol) {
        named_.insert_or_assign(id, std::string(symbol));
    }

    struct Found {
        Listing listing;
        bool is_new = false;
    };
    [[nodiscard]] Checked<Found> find(std::uint32_t id, std::uint16_t publisher, Day day) {
        const auto known = known_.find(id);
        if (known != known_.end() && known->second.publisher == publisher &&
            known->second.day == day) [[likely]] {
            return Found{.listing = known->second.listing};
        }
        return known == known_.end() ? list(id, publisher, day)
                                     : check_again(known->second, id, publisher, day);
    }

  private:
    struct Known {
        Listing listing;
        std::uint16_t publisher = 0;
        Day day = 0;  // for which the symbol was looked up
    };
    struct Mapping {
        std::uint32_t id = 0;
        Day first_day = 0;
        Day end_day = 0;
        std::string symbol;
    };

    void add_mapping(std::uint32_t id, const protocols::dbn::SymbolInterval& interval,
                     std::string_view symbol);
    [[nodiscard]] Checked<Found> list(std::uint32_t id, std::uint16_t publisher, Day day);
    [[nodiscard]] Checked<Found> check_again(Known& known, std::uint32_t id,
                                             std::uint16_t publisher, Day day);
    [[nodiscard]] Checked<Symbol> symbol_of(std::uint32_t id, Day day) const;
    /// Empty when there is none.
    [[nodiscard]] std::string_view mapped(std::uint32_t id, Day day) const;

    std::vector<Mapping> mappings_;  // by id and first day
    std::unordered_map<std::uint32_t, std::string> named_;
    std::unordered_map<std::uint32_t, Known> known_;
    std::map<Symbol, std::uint32_t> ids_;  // of the known
};

}  // namespace hotpath::capture::dbn
