#pragma once
/// A MarketDataRequest (V) as the venue reads it, or why it is refused.
///
/// The session has held the message to the dictionary; what is left is what this venue does not
/// serve, and fields that FIX requires under conditions. Symbols are the server's. Threads: values
/// and views of the message. Allocation: none. Source: FIX 4.2 and 4.4, MarketDataRequest.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "hotpath/core/units.hpp"
#include "hotpath/protocols/fix/codes.hpp"
#include "hotpath/protocols/fix/field_list.hpp"

namespace hotpath::exchange {

/// MDReqID has at most so many characters.
inline constexpr std::size_t kMdReqIdMax = 32;

/// Bids, offers, trades: MDEntryType.
struct DataEntryTypes {
    bool bids = false;
    bool offers = false;
    bool trades = false;

    [[nodiscard]] constexpr bool has(Side side) const noexcept {
        return side == Side::Buy ? bids : offers;
    }
};

struct DataRequest {
    std::string_view id;  // MDReqID
    char type = protocols::fix::subscription_type::kSnapshot;
    bool is_full_refresh = false;  // a W for each change; otherwise X
    std::uint32_t depth = 0;       // levels of a side
    DataEntryTypes entry_types{};
};

struct DataRefusal {
    char reason = '\0';  // MDReqRejReason; '\0': FIX has none for it
    std::string_view text;
};

/// `refusal` is empty when the request is served; its id is the message's in any case.
struct ReadDataRequest {
    DataRequest request{};
    std::optional<DataRefusal> refusal{};
};

/// `depth_max`: MarketDepth 0 is so many, and more are refused. A request that ends a subscription is
/// read as far as its id.
[[nodiscard]] ReadDataRequest read_data_request(const protocols::fix::FieldList& fields,
                                                std::uint32_t depth_max) noexcept;

}  // namespace hotpath::exchange
