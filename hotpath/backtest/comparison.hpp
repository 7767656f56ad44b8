#pragma once
/// A backtest beside a live session, order by order.
///
///   const Comparison found = compare(orders_of(day), live, {.time_tolerance = Nanos{1'000}});
///   if (found.first_difference) { ... found.pairs[*found.first_difference].cause ... }
///
/// An order is paired with the next one of the same symbol and side that has its price and
/// quantity; where there is none near it in time, with one of other terms. Threads: values and pure
/// functions. Allocation: free. Complexity: O(n log n) in orders and fills.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "hotpath/backtest/result.hpp"
#include "hotpath/core/symbol.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/oms/order.hpp"

namespace hotpath::backtest {

struct SessionFill {
    Time at{};  // when its report reached the trader
    Qty qty{};
    Price price{};
    oms::Liquidity liquidity = oms::Liquidity::Other;
    Money fee{};
};

/// An order as the trader sent it; a replacement is an order, too. Its `qty` includes the executions
/// of the orders that it replaces.
struct SessionOrder {
    ClOrdId id{};
    Symbol symbol{};
    Side side = Side::Buy;
    Qty qty{};
    Price price{};
    Time sent{};
    bool is_rejected = false;  // by the venue
    std::vector<SessionFill> fills{};
};

/// The orders of one day, in the order of sending.
using SessionOrders = std::vector<SessionOrder>;

/// Fills of orders of other days are left out.
[[nodiscard]] SessionOrders orders_of(const DayResult& day);

/// Cash received less paid by the orders, before fees.
struct SymbolSums {
    Symbol symbol{};
    SignedQty position{};
    Money cash{};
    Money fees{};
};
struct SessionSums {
    std::uint64_t orders = 0;
    std::uint64_t rejected = 0;
    std::uint64_t fills = 0;
    TotalQty shares{};
    Money cash{};
    Money fees{};
    std::vector<SymbolSums> symbols{};  // by name
};

[[nodiscard]] SessionSums sums_of(const SessionOrders& orders);

/// The first difference of a pair of orders; the others follow from it.
enum class Cause : std::uint8_t {
    None,
    OnlyBacktest,  // the live session has no such order
    OnlyLive,
    Price,     // of the order, or of a fill
    Quantity,  // of the order
    Reject,    // one was rejected by the venue
    Time,      // sent at another time; or filled alike, but later
    Queue,     // sent alike, but filled by other quantities: the venue had another book for it
    Fee,       // of equal fills
};
[[nodiscard]] std::string_view name(Cause cause) noexcept;

/// Indexes of the two lists.
struct OrderPair {
    std::optional<std::size_t> backtest{};
    std::optional<std::size_t> live{};
    Cause cause = Cause::None;
};

struct ComparisonOptions {
    Nanos time_tolerance{};              // times that differ by no more are the same
    Nanos pair_within{kNanosPerSecond};  // orders further apart are never a pair
};

struct Comparison {
    std::vector<OrderPair> pairs{};  // by the time of the earlier one
    std::optional<std::size_t> first_difference{};
    std::uint64_t differences = 0;
    Nanos sent_apart_max{};  // of paired orders
    SessionSums backtest{};
    SessionSums live{};
};

[[nodiscard]] Comparison compare(const SessionOrders& backtest, const SessionOrders& live,
                                 const ComparisonOptions& options);

}  // namespace hotpath::backtest
