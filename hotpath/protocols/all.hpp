#pragma once
/// The list of protocols: what a trader can be configured for. A protocol is a folder here and a line in
/// this file; docs/design/venues.md walks through adding one.
///
///   OrderEntries    order entry; the first is the one of an account that names none
///   MarketFeeds     market data; the same
///
/// Types. Threads: any. Allocation: none.

#include <cstddef>
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

template <OrderEntry... Of>
struct OrderEntryList {
    /// The account of the one that is used: its index is that of the protocol in the list.
    using Account = std::variant<typename Of::Account...>;
    /// The sessions of the protocols that have one.
    using Link = decltype(to_variant(std::tuple_cat(
        std::conditional_t<std::is_same_v<typename Of::Link, NoLink>, std::tuple<>,
                           std::tuple<std::type_identity<typename Of::Link>>>()...)));
    template <template <class...> class T>
    using Apply = T<Of...>;
};

template <MarketData... Of>
struct MarketDataList {
    using Options = std::variant<typename Of::Options...>;
    template <template <class...> class T>
    using Apply = T<Of...>;
};

using OrderEntries = OrderEntryList<nasdaq::OuchEntry, fix::FixEntry, cme::IlinkEntry>;
using MarketFeeds = MarketDataList<nasdaq::ItchMarketData, cme::Mdp3MarketData>;

}  // namespace hotpath::protocols
