#pragma once
/// OrderRequest: a session's request in the venue's words. Each protocol's desk makes it from its
/// messages, and Exchange::apply() carries it out.
///
///   Enter       a new order                          number, symbol, qty, price, terms, options
///   Replace     an open order by another             number, original, qty, price, terms, options
///   Reduce      an open order to a total quantity    number of the order, qty; 0 cancels it
///   Modify      its kind of sell, or Reduce, too     number of the order, qty, terms.side
///   AskNumber   which number is next                 -
///
/// Threads: values. Allocation: none. Complexity: O(1).

#include <cstdint>
#include <optional>

#include "hotpath/core/symbol.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/exchange/orders/order_terms.hpp"

namespace hotpath::exchange {

/// One bit for each option that an order may name.
enum class OrderOption : std::uint16_t {
    Firm = 1,
    MinQty = 1 << 1,
    CustomerType = 1 << 2,
    MaxFloor = 1 << 3,
    Peg = 1 << 4,
    PegOffset = 1 << 5,
    PostOnly = 1 << 6,
    Group = 1 << 7,
    SharesLocated = 1 << 8,
    StopPrice = 1 << 9,
};

/// Conditions that an order may name. A value counts, and is repeated, when it is named.
struct OrderOptions {
    std::uint16_t named = 0;  // bits of OrderOption
    /// The first option that the venue does not have is refused for this.
    RejectReason unsupported = RejectReason::None;
    std::uint16_t group = 0;  // orders of a session and group are one owner's
    OrderPeg peg = OrderPeg::None;
    OrderPostOnly post_only = OrderPostOnly::No;
    char customer_type = ' ';   // only repeated
    char shares_located = ' ';  // only repeated
    Attribution firm{};
    Qty min_qty{};
    Qty max_floor{};
    std::int32_t peg_offset = 0;  // in price units, away from the other side
    Price stop_price{};

    [[nodiscard]] constexpr bool has(OrderOption option) const noexcept {
        return (named & static_cast<std::uint16_t>(option)) != 0;
    }
    constexpr void name(OrderOption option) noexcept {
        named = static_cast<std::uint16_t>(named | static_cast<std::uint16_t>(option));
    }
};

struct OrderRequest {
    enum class Kind : std::uint8_t { Enter, Replace, Reduce, Modify, AskNumber };

    Kind kind = Kind::Enter;
    ClOrdId number{};    // of Enter and Replace: above all before it in its session
    ClOrdId original{};  // the open order that is replaced
    Symbol symbol{};
    Qty qty{};      // in total: executed shares, those of replaced orders too, included
    Price price{};  // kMarketPrice: a market order
    OrderTerms terms{};
    std::optional<OrderOptions> options{};  // most orders name none
};

}  // namespace hotpath::exchange
