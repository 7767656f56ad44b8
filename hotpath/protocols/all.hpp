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

template <OrderEntry... Of>
struct OrderEntryList {
    /// The account of the one that is used: its index is that of the protocol in the list.
    using Account = std::variant<typename Of::Account...>;
    template <template <class...> class T>
    using Apply = T<Of...>;
    template <std::size_t N>
    using At = std::tuple_element_t<N, std::tuple<Of...>>;
};

/// The sessions of the protocols that have one, as a variant.
template <class List>
struct Links;
template <OrderEntry... Of>
struct Links<OrderEntryList<Of...>> {
    template <class... T>
    struct Kept {
        template <class Next>
        using With = std::conditional_t<std::is_same_v<Next, NoLink>, Kept, Kept<T..., Next>>;
        using Variant = std::variant<T...>;
    };
    template <class So, class... Rest>
    struct Fold {
        using Type = So;
    };
    template <class So, class Next, class... Rest>
    struct Fold<So, Next, Rest...> {
        using Type = typename Fold<typename So::template With<Next>, Rest...>::Type;
    };
    using Type = typename Fold<Kept<>, typename Of::Link...>::Type::Variant;
};
template <class List>
using LinksOf = typename Links<List>::Type;

template <MarketData... Of>
struct MarketDataList {
    using Options = std::variant<typename Of::Options...>;
    template <template <class...> class T>
    using Apply = T<Of...>;
};

using OrderEntries = OrderEntryList<nasdaq::OuchEntry, fix::FixEntry, cme::IlinkEntry>;
using MarketFeeds = MarketDataList<nasdaq::ItchMarketData, cme::Mdp3MarketData>;

}  // namespace hotpath::protocols
