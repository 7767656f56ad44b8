#include "hotpath/exchange/orders/order_entry.hpp"

#include <algorithm>

#include "hotpath/exchange/orders/order_conditions.hpp"
#include "hotpath/exchange/orders/order_rules.hpp"
#include "hotpath/exchange/orders/taken_options.hpp"
#include "hotpath/wire/ouch50/codes.hpp"

namespace hotpath::exchange {

namespace ouch50 = wire::ouch50;
using match::Conditions;
using match::MatchStatus;
using match::Phase;

void OrderEntry::on_enter_order(const ouch50::EnterOrder& m, ouch50::Appendage options) noexcept {
    if (!take_user_ref_num({m.load_user_ref_num()})) {
        return;
    }
    if (refusal_ != kAccepted) {
        return reject(m, refusal_);
    }
    Attribution firm{};
    if (!needs_no_firm(options, m.load_display(), {})) [[unlikely]] {
        const auto named = firm_of(options, m.load_display(), {});
        if (!named) {
            return reject(m, named.error());
        }
        firm = *named;
    }
    SessionOrder order{.id = {},
                       .session = session_,
                       .instrument = venue_.instruments.find(m.load_symbol()),
                       .user_ref_num = {m.load_user_ref_num()},
                       .qty = {m.load_quantity()},
                       .cum_qty = {},
                       .price = ouch50::to_price(m.load_price()),
                       .terms = {.side = m.load_side(),
                                 .time_in_force = m.load_time_in_force(),
                                 .display = m.load_display(),
                                 .capacity = m.load_capacity(),
                                 .iso_eligibility = m.load_iso_eligibility(),
                                 .cross_type = m.load_cross_type(),
                                 .cl_ord_id = m.load_cl_ord_id()},
                       .firm = firm};
    if (const std::uint16_t reason = reject_reason(order); reason != kAccepted) {
        return reject(m, reason);
    }
    if (is_plain(order, options) && venue_.self_match[session_.value] == SelfMatch::Allowed)
        [[likely]] {
        const std::uint16_t reason = check_plain(order);
        return reason == kAccepted ? accept(order, nullptr, options) : reject(m, reason);
    }
    const auto conditions = check(order, options);
    if (!conditions) {
        return reject(m, conditions.error());
    }
    accept(order, *conditions == Conditions{} ? nullptr : &*conditions, options);
}

void OrderEntry::on_replace_order_request(const ouch50::ReplaceOrderRequest& m,
                                          ouch50::Appendage options) noexcept {
    SessionOrder* const found = venue_.orders.find(session_, {m.load_orig_user_ref_num()});
    if (found == nullptr) {
        ++venue_.counters.ignored;
        return;
    }
    if (!take_user_ref_num({m.load_user_ref_num()})) {
        return;
    }
    if (refusal_ != kAccepted) {
        return reject(m, refusal_);
    }
    const SessionOrder& original = *found;
    SessionOrder order = original;
    order.user_ref_num = {m.load_user_ref_num()};
    order.qty = {m.load_quantity()};
    order.price = ouch50::to_price(m.load_price());
    order.terms.time_in_force = m.load_time_in_force();
    order.terms.display = m.load_display();
    order.terms.iso_eligibility = m.load_iso_eligibility();
    order.terms.cl_ord_id = m.load_cl_ord_id();
    if (const std::uint16_t reason = reject_reason_of(order, venue_.takes_extensions);
        reason != kAccepted) {
        return reject(m, reason);
    }
    if (order.qty <= original.cum_qty) {
        // All that the client is still liable for has traded: nothing is left to replace with.
        const CommandContext context{.now = now_, .order = found};
        MarketEvents events(venue_, context);
        static_cast<void>(venue_.matcher.cancel(original.id, events));
        return;
    }
    const auto firm = firm_of(options, m.load_display(), original.firm);
    if (!firm) {
        return reject(m, firm.error());
    }
    order.firm = *firm;
    const auto conditions = check(order, options);
    if (!conditions) {
        return reject(m, conditions.error());
    }
    replace(*found, order, *conditions, options);
}

void OrderEntry::on_cancel_order_request(const ouch50::CancelOrderRequest& m) noexcept {
    SessionOrder* const order = venue_.orders.find(session_, {m.load_user_ref_num()});
    if (order == nullptr || Qty{m.load_quantity()} >= order->qty) {
        ++venue_.counters.ignored;
        return;
    }
    shrink(*order, {m.load_quantity()}, {.now = now_, .order = order});
}

void OrderEntry::on_modify_order_request(const ouch50::ModifyOrderRequest& m) noexcept {
    SessionOrder* const order = venue_.orders.find(session_, {m.load_user_ref_num()});
    // From one kind of sell to another, or down in size: never to more risk.
    if (order == nullptr || Qty{m.load_quantity()} > order->qty || !is_known_side(m.load_side()) ||
        ouch50::to_side(m.load_side()) != ouch50::to_side(order->terms.side)) {
        ++venue_.counters.ignored;
        return;
    }
    const CommandContext context{.now = now_, .order = order, .is_modify = true};
    order->terms.side = m.load_side();
    if (Qty{m.load_quantity()} == order->qty) {
        MarketEvents(venue_, context).report_modified(*order);
    } else {
        shrink(*order, {m.load_quantity()}, context);
    }
}

void OrderEntry::on_account_query_request(const ouch50::AccountQueryRequest&) noexcept {
    ++venue_.counters.replies;
    auto& message = venue_.replies.append<ouch50::AccountQueryResponse>(session_);
    message.store_timestamp(static_cast<std::uint64_t>(now_.value));
    message.store_next_user_ref_num(venue_.last_user_ref_num[session_.value].value + 1);
}

bool OrderEntry::take_user_ref_num(ClOrdId user_ref_num) noexcept {
    ClOrdId& last = venue_.last_user_ref_num[session_.value];
    if (user_ref_num <= last) {
        ++venue_.counters.ignored;
        return false;
    }
    last = user_ref_num;
    return true;
}

std::uint16_t OrderEntry::reject_reason(const SessionOrder& order) const noexcept {
    namespace reason = ouch50::reject_reason;
    if (order.instrument == InstrumentId{}) {
        return reason::kInvalidSymbol;
    }
    const char cross_type = order.terms.cross_type;
    const bool is_for_cross = cross_type != ouch50::cross_type::kContinuousMarket;
    const bool is_trading = venue_.matcher.state(order.instrument).phase == Phase::Continuous;
    const bool is_taken = venue_.may_trade(order.instrument) ||
                          venue_.is_collecting(order.instrument) || (is_for_cross && !is_trading);
    if (!is_taken) {
        return reason::kHalted;
    }
    if (is_for_cross && is_trading && cross_type != ouch50::cross_type::kClosing) {
        return reason::kInvalidCrossOrder;  // that cross has been
    }
    return venue_.orders.is_full() ? reason::kProcessingError : kAccepted;
}

std::expected<Conditions, std::uint16_t> OrderEntry::check(
    const SessionOrder& order, const ouch50::Appendage& options) const noexcept {
    if (const std::uint16_t reason = reject_reason_of(order, venue_.takes_extensions);
        reason != kAccepted) {
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
    const std::uint16_t reason = reject_reason_of(venue_.matcher.check(in_hand, *conditions));
    return reason == kAccepted ? conditions : std::unexpected(reason);
}

/// As check(), of an order without conditions.
std::uint16_t OrderEntry::check_plain(const SessionOrder& order) const noexcept {
    const std::uint16_t reason = reject_reason_of(order, venue_.takes_extensions);
    return reason == kAccepted ? reject_reason_of(venue_.matcher.check(new_order_of(order)))
                               : reason;
}

void OrderEntry::accept(SessionOrder& order, const Conditions* conditions,
                        const ouch50::Appendage& options) noexcept {
    order.id = venue_.ids.next();
    SessionOrder& open = venue_.add_order(order, conditions == nullptr);
    send_terms<ouch50::OrderAccepted>(order, options, [](const auto&) {});
    const CommandContext context{
        .now = now_, .entered = order.id, .attribution = order.attribution(), .order = &open};
    MarketEvents events(venue_, context);
    match(open, conditions, events);
}

void OrderEntry::replace(SessionOrder& replaced, SessionOrder order, const Conditions& conditions,
                         const ouch50::Appendage& options) noexcept {
    order.id = venue_.ids.next();
    const SessionOrder original = replaced;
    // First in the sessions' table, so that the original's leaving the book is no cancel to answer.
    venue_.orders.remove(replaced);
    const bool has_conditions = conditions != Conditions{};
    SessionOrder& open = venue_.add_order(order, !has_conditions);
    send_terms<ouch50::OrderReplaced>(order, options, [&](ouch50::OrderReplaced& message) {
        message.store_orig_user_ref_num(original.user_ref_num.value);
    });

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

void OrderEntry::shrink(SessionOrder& order, Qty size, const CommandContext& context) noexcept {
    const Qty leaves_qty = std::max(size, order.cum_qty) - order.cum_qty;
    const OrderId id = order.id;
    const Qty taken = order.leaves_qty() - leaves_qty;
    MarketEvents events(venue_, context);
    static_cast<void>(venue_.matcher.reduce(id, taken, events));
}

template <class Request>
void OrderEntry::reject(const Request& m, std::uint16_t reason) noexcept {
    ++venue_.counters.rejected;
    ++venue_.counters.replies;
    auto& message = venue_.replies.append<ouch50::OrderRejected>(session_);
    message.store_timestamp(static_cast<std::uint64_t>(now_.value));
    message.store_user_ref_num(m.load_user_ref_num());
    message.store_reason(reason);
    message.store_cl_ord_id(m.load_cl_ord_id());
}

template <class Message, class Fill>
void OrderEntry::send_terms(const SessionOrder& order, const ouch50::Appendage& options,
                            Fill&& fill) noexcept {
    ++venue_.counters.replies;
    if (options.empty() && order.firm == Attribution{}) [[likely]] {
        Message& message = venue_.replies.append<Message>(session_);
        fill(message);
        return store_terms(message, order);
    }
    ouch50::WithAppendage<Message> reply;
    fill(reply.message());
    store_terms(reply.message(), order);
    echo(options, order.firm, reply);
    venue_.replies.append(session_, reply.bytes());
}

template <class Message>
void OrderEntry::store_terms(Message& message, const SessionOrder& order) const noexcept {
    message.store_timestamp(static_cast<std::uint64_t>(now_.value));
    message.store_user_ref_num(order.user_ref_num.value);
    message.store_side(order.terms.side);
    message.store_quantity(order.leaves_qty().value);
    message.store_symbol(venue_.instruments.symbol(order.instrument));
    message.store_price(ouch50::to_long_price4(order.price));
    message.store_time_in_force(order.terms.time_in_force);
    message.store_display(order.terms.display);
    message.store_order_reference_number(order.id.value);
    message.store_capacity(order.terms.capacity);
    message.store_iso_eligibility(order.terms.iso_eligibility);
    message.store_cross_type(order.terms.cross_type);
    message.store_order_state(ouch50::order_state::kLive);
    message.store_cl_ord_id(order.terms.cl_ord_id);
}

}  // namespace hotpath::exchange
