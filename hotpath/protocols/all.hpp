#pragma once
/// The list of protocols: what a trader can be configured for. A protocol is a folder here and a line in
/// this file; docs/design/venues.md walks through adding one.
///
///   OrderEntries    order entry; the first is the one of an account that names none
///   MarketFeeds     market data; the same
///
/// Types. Threads: any. Allocation: none.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <variant>

#include "hotpath/protocols/cme/trader/ilink_entry.hpp"
#include "hotpath/protocols/cme/trader/mdp3_market_data.hpp"
#include "hotpath/protocols/fix/trader/fix_entry.hpp"
#include "hotpath/protocols/nasdaq/trader/itch_market_data.hpp"
#include "hotpath/protocols/nasdaq/trader/ouch_entry.hpp"
#include "hotpath/protocols/trader/market_data.hpp"
#include "hotpath/protocols/trader/order_entry.hpp"

namespace hotpath::protocols {

template <class... T>
std::variant<T...> to_variant(std::tuple<std::type_identity<T>...>);  // a type alone

/// The protocols of a list, by their places in it.
template <class... Of>
struct ProtocolList {
    static constexpr std::size_t kCount = sizeof...(Of);
    /// Their names in configurations and on command lines.
    static constexpr std::array<std::string_view, kCount> kKeys{Of::kKey...};
    /// Their names in messages, and those with a version or a transport.
    static constexpr std::array<std::string_view, kCount> kNames{Of::kName...};
    static constexpr std::array<std::string_view, kCount> kTitles{Of::kTitle...};
    template <template <class...> class T>
    using Apply = T<Of...>;

    /// The place of a protocol by its key; kCount: the list has none with this key.
    [[nodiscard]] static constexpr std::size_t index_of(std::string_view key) noexcept {
        std::size_t index = 0;
        while (index < kCount && kKeys[index] != key) {
            ++index;
        }
        return index;
    }
    /// The results of `call` for each protocol, called with std::type_identity of it.
    template <class Call>
    [[nodiscard]] static constexpr auto each(Call&& call) {
        return std::array{call(std::type_identity<Of>())...};
    }
};

template <OrderEntry... Of>
struct OrderEntryList : ProtocolList<Of...> {
    /// The account of the one that is used: its index is that of the protocol in the list.
    using Account = std::variant<typename Of::Account...>;
    /// The sessions of the protocols that have one.
    using Link = decltype(to_variant(std::tuple_cat(
        std::conditional_t<std::is_same_v<typename Of::Link, NoLink>, std::tuple<>,
                           std::tuple<std::type_identity<typename Of::Link>>>()...)));
};

template <MarketData... Of>
struct MarketDataList : ProtocolList<Of...> {
    using Options = std::variant<typename Of::Options...>;
    /// Room for the counters that one of the protocols alone has.
    using Counters = std::array<std::uint64_t, std::max({Of::kCounters.size()...})>;
};

using OrderEntries = OrderEntryList<nasdaq::OuchEntry, fix::FixEntry, cme::IlinkEntry>;
using MarketFeeds = MarketDataList<nasdaq::ItchMarketData, cme::Mdp3MarketData>;

}  // namespace hotpath::protocols
