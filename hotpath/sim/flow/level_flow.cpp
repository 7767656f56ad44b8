#include "hotpath/sim/flow/level_flow.hpp"

#include <algorithm>
#include <optional>

#include "hotpath/book/l3_books.hpp"
#include "hotpath/exchange/orders/order_ids.hpp"
#include "hotpath/sim/flow/session_meeting.hpp"

namespace hotpath::sim::flow {

using book::OrderView;

namespace {

/// visit(order), front to back; false ends the walk.
template <class Visit>
void walk(const book::L3Books& books, const LevelShares& shares, Visit&& visit) {
    OrderView before{.id = {},
                     .instrument = shares.instrument,
                     .side = shares.level.side,
                     .price = shares.level.price,
                     .leaves_qty = {}};
    for (;;) {
        const std::optional<OrderView> order = books.next_after(before);
        if (!order || order->price != shares.level.price || !visit(*order)) {
            return;
        }
        before = *order;
    }
}

[[nodiscard]] std::optional<OrderView> first_of_background(const book::L3Books& books,
                                                           const LevelShares& shares) {
    std::optional<OrderView> first;
    walk(books, shares, [&](const OrderView& order) {
        if (exchange::is_background(order.id)) {
            first = order;
        }
        return !first;
    });
    return first;
}

/// Takes shares off the orders, the last of them first.
void take_from_back(const std::vector<OrderView>& orders, TotalQty qty, exchange::Exchange& venue,
                    Time now) {
    for (auto order = orders.rbegin(); order != orders.rend() && qty.value != 0; ++order) {
        const Qty taken{static_cast<std::uint32_t>(
            std::min<std::uint64_t>(order->leaves_qty.value, qty.value))};
        static_cast<void>(venue.reduce(order->id, taken, now));
        qty -= taken;
    }
}

}  // namespace

void LevelFlow::read_groups(const LevelShares& shares, const exchange::Exchange& venue) {
    groups_used_ = 0;
    const auto open = [this] {
        if (groups_used_ == groups_.size()) {
            groups_.emplace_back();
        }
        Group& group = groups_[groups_used_++];
        group.orders.clear();
        group.qty = {};
        group.canceled = {};
    };
    open();
    walk(venue.books(), shares, [&](const OrderView& order) {
        if (exchange::is_background(order.id)) {
            groups_[groups_used_ - 1].orders.push_back(order);
            groups_[groups_used_ - 1].qty += order.leaves_qty;
        } else {
            open();
        }
        return true;
    });
}

/// Each session order has its own share of what was canceled ahead of it; a group loses what the one
/// after it has more than the one before it.
void LevelFlow::spread(TotalQty canceled) {
    TotalQty all{};
    for (std::size_t n = 0; n < groups_used_; ++n) {
        all.value += groups_[n].qty.value;
    }
    canceled = std::min(canceled, all);
    TotalQty ahead{};
    std::uint64_t given = 0;
    for (std::size_t n = 0; n < groups_used_; ++n) {
        ahead.value += groups_[n].qty.value;
        const TotalQty behind{all.value - ahead.value};
        const bool is_last = n + 1 == groups_used_;
        const std::uint64_t through =
            is_last ? canceled.value : canceled_ahead(model_, ahead, behind, canceled).value;
        const std::uint64_t here =
            std::min(through - std::min(through, given), groups_[n].qty.value);
        groups_[n].canceled.value = here;
        given += here;
    }
    // What a group did not have is taken from those before it.
    for (std::size_t n = groups_used_; n-- > 0 && given < canceled.value;) {
        const std::uint64_t more =
            std::min(canceled.value - given, groups_[n].qty.value - groups_[n].canceled.value);
        groups_[n].canceled.value += more;
        given += more;
    }
}

void LevelFlow::cancel(const LevelShares& shares, exchange::Exchange& venue, Time now) {
    if (venue.session_orders() != 0 &&
        venue.may_have_session_order(shares.instrument, shares.level)) {
        read_groups(shares, venue);
        spread({shares.qty.value});
        for (std::size_t n = 0; n < groups_used_; ++n) {
            take_from_back(groups_[n].orders, groups_[n].canceled, venue, now);
        }
        return;
    }
    for (Qty left = shares.qty; left != Qty{};) {
        const std::optional<OrderView> last = venue.books().back(shares.instrument, shares.level);
        if (!last) {
            return;
        }
        const Qty taken = std::min(left, last->leaves_qty);
        static_cast<void>(venue.reduce(last->id, taken, now));
        left -= taken;
    }
}

void LevelFlow::execute(const LevelShares& shares, MatchId match, exchange::Exchange& venue,
                        Time now) {
    Qty incoming = shares.qty;  // of it, what session orders can still take
    for (Qty left = shares.qty; left != Qty{};) {
        const std::optional<OrderView> first = first_of_background(venue.books(), shares);
        incoming -= meet_session_orders(venue,
                                        {.id = first ? first->id : kLastOfPrice,
                                         .instrument = shares.instrument,
                                         .side = shares.level.side,
                                         .price = shares.level.price},
                                        incoming, now);
        if (!first) {
            return;
        }
        const Qty taken = std::min(left, first->leaves_qty);
        static_cast<void>(venue.execute_at(
            {.id = first->id, .qty = taken, .price = shares.level.price, .match = match}, now));
        left -= taken;
        incoming -= std::min(incoming, taken);
    }
}

}  // namespace hotpath::sim::flow
