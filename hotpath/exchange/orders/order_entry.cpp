#include "hotpath/exchange/orders/order_entry.hpp"

#include <algorithm>

#include "hotpath/exchange/orders/order_conditions.hpp"
#include "hotpath/exchange/orders/order_rules.hpp"

namespace hotpath::exchange {

using match::Conditions;
using match::MatchStatus;
using match::Phase;

template <class Event, class... Fields>
Event& OrderEntry::answer(const Fields&... fields) noexcept {
    ++venue_.counters.replies;
    return venue_.reports.append<Event>(session_, now_, fields...);
}

RejectReason OrderEntry::reject_reason(const SessionOrder& order) const noexcept {
    if (order.instrument == InstrumentId{}) {
        return RejectReason::InvalidSymbol;
    }
    const OrderCross cross = order.terms.cross;
    if (cross == OrderCross::None) [[likely]] {
        if (!venue_.may_trade(order.instrument) && !venue_.is_collecting(order.instrument)) {
            return RejectReason::Halted;
        }
    } else if (venue_.matcher.state(order.instrument).phase == Phase::Continuous) {
        if (!venue_.may_trade(order.instrument) && !venue_.is_collecting(order.instrument)) {
            return RejectReason::Halted;
        }
        if (cross != OrderCross::Closing) {
            return RejectReason::InvalidCross;  // that cross has been
        }
    }
    return venue_.orders.is_full() ? RejectReason::NoRoom : RejectReason::None;
}

/// It is check() of an order without conditions.
RejectReason OrderEntry::check_plain(const SessionOrder& order) const noexcept {
    const RejectReason reason = reject_reason_of(order, venue_.takes_extensions);
    return reason == RejectReason::None
               ? reject_reason_of(venue_.matcher.check(new_order_of(order)))
               : reason;
}

void OrderEntry::match(const SessionOrder& open, const Conditions* conditions,
                       MarketEvents& events) noexcept {
    match::NewOrder in_hand = new_order_of(open);
    if (conditions == nullptr) [[likely]] {
        in_hand.tag = venue_.orders.tag_of(open);
    }
    const MatchStatus status = conditions == nullptr
                                   ? venue_.matcher.enter(in_hand, events)
                                   : venue_.matcher.enter(in_hand, *conditions, events);
    HOTPATH_ASSERT(status == MatchStatus::Ok, "the matcher must take every accepted order");
}

void OrderEntry::accept(SessionOrder& order, const Conditions* conditions,
                        const std::optional<OrderOptions>& options) noexcept {
    order.id = venue_.ids.next();
    SessionOrder& open = venue_.add_order(order, conditions == nullptr);
    auto& accepted = answer<report::Accepted>(order, venue_.instruments.symbol(order.instrument));
    if (options) [[unlikely]] {
        accepted.options = options;
    }
    const CommandContext context{
        .now = now_, .entered = order.id, .attribution = order.attribution(), .order = &open};
    MarketEvents events(venue_, context);
    match(open, conditions, events);
}

void OrderEntry::enter(const OrderRequest& request) noexcept {
    if (!take_number(request.number)) {
        return;
    }
    if (refusal_ != RejectReason::None) {
        return reject(request, refusal_);
    }
    const std::optional<OrderOptions>& options = request.options;
    Attribution firm{};
    if (!needs_no_firm(options, request.terms.display, {})) [[unlikely]] {
        const auto named = firm_of(options, request.terms.display, {});
        if (!named) {
            return reject(request, named.error());
        }
        firm = *named;
    }
    SessionOrder order{.id = {},
                       .session = session_,
                       .instrument = venue_.instruments.find(request.symbol),
                       .user_ref_num = request.number,
                       .qty = request.qty,
                       .cum_qty = {},
                       .price = request.price,
                       .terms = request.terms,
                       .firm = firm};
    if (const RejectReason reason = reject_reason(order); reason != RejectReason::None) {
        return reject(request, reason);
    }
    if (is_plain(order, options) && venue_.self_match[session_.value] == SelfMatch::Allowed)
        [[likely]] {
        const RejectReason reason = check_plain(order);
        return reason == RejectReason::None ? accept(order, nullptr, options)
                                            : reject(request, reason);
    }
    const auto conditions = check(order, options);
    if (!conditions) {
        return reject(request, conditions.error());
    }
    accept(order, *conditions == Conditions{} ? nullptr : &*conditions, options);
}

void OrderEntry::replace(const OrderRequest& request) noexcept {
    SessionOrder* const found = venue_.orders.find(session_, request.original);
    if (found == nullptr) {
        ++venue_.counters.ignored;
        return;
    }
    if (!take_number(request.number)) {
        return;
    }
    if (refusal_ != RejectReason::None) {
        return reject(request, refusal_);
    }
    const SessionOrder& original = *found;
    SessionOrder order = original;
    order.user_ref_num = request.number;
    order.qty = request.qty;
    order.price = request.price;
    order.terms.lifetime = request.terms.lifetime;
    order.terms.display = request.terms.display;
    order.terms.sweep = request.terms.sweep;
    order.terms.text = request.terms.text;
    if (const RejectReason reason = reject_reason_of(order, venue_.takes_extensions);
        reason != RejectReason::None) {
        return reject(request, reason);
    }
    if (order.qty <= original.cum_qty) {
        // All that the client is still liable for has traded: nothing is left to replace with.
        const CommandContext context{.now = now_, .order = found};
        MarketEvents events(venue_, context);
        static_cast<void>(venue_.matcher.cancel(original.id, events));
        return;
    }
    const auto firm = firm_of(request.options, request.terms.display, original.firm);
    if (!firm) {
        return reject(request, firm.error());
    }
    order.firm = *firm;
    const auto conditions = check(order, request.options);
    if (!conditions) {
        return reject(request, conditions.error());
    }
    take_place_of(*found, order, *conditions, request.options);
}

void OrderEntry::reduce(const OrderRequest& request) noexcept {
    SessionOrder* const order = venue_.orders.find(session_, request.number);
    if (order == nullptr || request.qty >= order->qty) {
        ++venue_.counters.ignored;
        return;
    }
    shrink(*order, request.qty, {.now = now_, .order = order});
}

void OrderEntry::modify(const OrderRequest& request) noexcept {
    SessionOrder* const order = venue_.orders.find(session_, request.number);
    // From one kind of sell to another, or down in size: never to more risk.
    if (order == nullptr || request.qty > order->qty || !is_known(request.terms.side) ||
        to_side(request.terms.side) != to_side(order->terms.side)) {
        ++venue_.counters.ignored;
        return;
    }
    const CommandContext context{.now = now_, .order = order, .is_modify = true};
    order->terms.side = request.terms.side;
    if (request.qty == order->qty) {
        MarketEvents(venue_, context).report_modified(*order);
    } else {
        shrink(*order, request.qty, context);
    }
}

void OrderEntry::answer_number() noexcept {
    answer<report::NextNumber>(ClOrdId{venue_.last_user_ref_num[session_.value].value + 1});
}

bool OrderEntry::take_number(ClOrdId number) noexcept {
    ClOrdId& last = venue_.last_user_ref_num[session_.value];
    if (number <= last) {
        ++venue_.counters.ignored;
        return false;
    }
    last = number;
    return true;
}

std::expected<Conditions, RejectReason> OrderEntry::check(
    const SessionOrder& order, const std::optional<OrderOptions>& options) const noexcept {
    if (const RejectReason reason = reject_reason_of(order, venue_.takes_extensions);
        reason != RejectReason::None) {
        return std::unexpected(reason);
    }
    const auto conditions = conditions_of(order, options,
                                          {.self_match = venue_.self_match[order.session.value],
                                           .takes_extensions = venue_.takes_extensions});
    if (!conditions) {
        return conditions;
    }
    match::NewOrder in_hand = new_order_of(order);
    in_hand.id = {};  // it will get a new id
    const RejectReason reason = reject_reason_of(venue_.matcher.check(in_hand, *conditions));
    return reason == RejectReason::None ? conditions : std::unexpected(reason);
}

void OrderEntry::take_place_of(SessionOrder& replaced, SessionOrder order,
                               const Conditions& conditions,
                               const std::optional<OrderOptions>& options) noexcept {
    order.id = venue_.ids.next();
    const SessionOrder original = replaced;
    // First in the sessions' table, so that the original's leaving the book is no cancel to answer.
    venue_.orders.remove(replaced);
    const bool has_conditions = conditions != Conditions{};
    SessionOrder& open = venue_.add_order(order, !has_conditions);
    answer<report::Replaced>(
        original.user_ref_num,
        report::Accepted{order, venue_.instruments.symbol(order.instrument), options});

    const bool is_attributed_alike = order.attribution() == original.attribution();
    const CommandContext context{.now = now_,
                                 .entered = order.id,
                                 .attribution = order.attribution(),
                                 .order = &open,
                                 .is_replace_published = is_attributed_alike};
    MarketEvents events(venue_, context);
    const bool was_plain = venue_.matcher.all().held().find(original.id) == match::kNotHeld;
    if (!was_plain || has_conditions || !match::may_rest(new_order_of(order))) {
        static_cast<void>(venue_.matcher.cancel(original.id, events));
        return match(open, has_conditions ? &conditions : nullptr, events);
    }
    const MatchStatus status = venue_.matcher.replace(original.id,
                                                      {.id = order.id,
                                                       .qty = order.leaves_qty(),
                                                       .price = order.price,
                                                       .tag = venue_.orders.tag_of(open)},
                                                      events);
    HOTPATH_ASSERT(status == MatchStatus::Ok, "an open session order must be in the book");
}

void OrderEntry::shrink(SessionOrder& order, Qty size, const CommandContext& context) noexcept {
    const Qty leaves_qty = std::max(size, order.cum_qty) - order.cum_qty;
    const OrderId id = order.id;
    const Qty taken = order.leaves_qty() - leaves_qty;
    MarketEvents events(venue_, context);
    static_cast<void>(venue_.matcher.reduce(id, taken, events));
}

void OrderEntry::reject(const OrderRequest& request, RejectReason reason) noexcept {
    ++venue_.counters.rejected;
    answer<report::Rejected>(request.number, reason, request.terms.text);
}

}  // namespace hotpath::exchange
