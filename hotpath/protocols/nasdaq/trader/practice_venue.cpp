#include "hotpath/protocols/nasdaq/trader/practice_venue.hpp"

#include <algorithm>

#include "hotpath/protocols/nasdaq/itch50/codes.hpp"
#include "hotpath/protocols/nasdaq/itch50/messages.hpp"

namespace hotpath::protocols::nasdaq {
namespace {

namespace itch = protocols::nasdaq::itch50;

constexpr std::uint16_t kLocate = 1;
constexpr protocols::nasdaq::moldudp64::Session kSession{'P', 'R', 'A', 'C', 'T',
                                                         'I', 'C', 'E', ' ', ' '};
constexpr std::uint32_t kShares = 400;
// At ITCH's scale: $100.00 bid, $100.05 asked. The better price of either side does not reach the
// other's, so that an order which lags behind cannot lock the market.
constexpr std::uint32_t kBid = 1'000'000;
constexpr std::uint32_t kAsk = 1'000'500;
constexpr std::uint32_t kBetter = 200;
constexpr std::uint64_t kStepsOfASide = 8;

[[nodiscard]] std::uint32_t best_price(Side side) noexcept {
    return side == Side::Buy ? kBid : kAsk;
}
[[nodiscard]] std::uint32_t better_price(Side side) noexcept {
    return side == Side::Buy ? kBid + kBetter : kAsk - kBetter;
}

[[nodiscard]] std::uint32_t wire_price(const oms::Order& order) noexcept {
    return static_cast<std::uint32_t>(order.price.value);
}

}  // namespace

PracticeVenue::PracticeVenue(Symbol symbol) noexcept : symbol_(symbol) {
    auto open = message<itch::StockTradingAction>();
    open.store_stock(symbol_);
    open.store_trading_state(itch::trading_state::kTrading);
    publish(open);
    publish_add<itch::AddOrder>(next_id_++, Side::Buy, kBid, kShares);
    publish_add<itch::AddOrder>(next_id_++, Side::Sell, kAsk, kShares);
}

Bytes PracticeVenue::next_packet() noexcept {
    if (feed_.empty()) {
        step();
    }
    protocols::nasdaq::moldudp64::PacketWriter writer(packet_, kSession, sequence_number_++);
    static_cast<void>(writer.try_append(feed_.pop()));
    return writer.finish();
}

void PracticeVenue::Waiting::push(Bytes message) noexcept {
    if (end_ - first_ < kWaitingMax) {
        Slot& slot = slots_[end_++ % kWaitingMax];
        slot.length = message.size();
        std::ranges::copy(message, slot.bytes.begin());
    }
}

void PracticeVenue::step() noexcept {
    const Side side = steps_ / kStepsOfASide % 2 == 0 ? Side::Buy : Side::Sell;
    switch (steps_++ % kStepsOfASide) {
        case 0:
            other_ = next_id_++;
            return publish_add<itch::AddOrder>(other_, side, best_price(side), kShares);
        case 1:
            return publish_reduction(other_, kShares / 4);
        case 2: {
            const std::uint64_t original = other_;
            other_ = next_id_++;
            return publish_replacement(original, other_, better_price(side), kShares);
        }
        case 3:
            return publish_execution(other_, kShares / 4);
        case 4:
            return publish_trade(best_price(side));
        case 5:
            return publish_delete(other_);
        case 6:
            other_ = next_id_++;
            return publish_add<itch::AddOrderMpid>(other_, side, better_price(side), kShares);
        default:
            return publish_execution(other_, kShares);
    }
}

bool PracticeVenue::prepare_answer(const oms::Orders& orders) noexcept {
    return std::ranges::any_of(orders.open_orders(),
                               [&](ClOrdId id) { return answers(*orders.find(id)); });
}

bool PracticeVenue::answers(const oms::Order& order) noexcept {
    if (!order.is_accepted) {
        return order.is_replacing() ? replace(order) : accept(order);
    }
    switch (order.state) {
        case oms::OrderState::PendingReduce:
            return reduce(order);
        case oms::OrderState::PendingCancel:
            return cancel(order);
        case oms::OrderState::Live:
            return own_of(order.id).is_taken && execute(order);
        default:
            return false;  // the replacement is answered
    }
}

bool PracticeVenue::takes(const oms::Order& order) noexcept {
    const bool is_first_bid = order.side == Side::Buy && !has_executed_;
    has_executed_ = has_executed_ || is_first_bid;
    const Price nearest{better_price(opposite(order.side))};
    return is_first_bid || order.time_in_force != TimeInForce::Day ||
           crosses(order.side, order.price, nearest);
}

bool PracticeVenue::accept(const oms::Order& order) noexcept {
    const std::uint64_t id = next_id_++;
    own_of(order.id) = {.venue_id = id, .kept_id = id, .is_taken = takes(order)};
    if (!own_of(order.id).is_taken) {
        publish_add<itch::AddOrder>(id, order.side, wire_price(order), order.qty.value);
    }
    return set_answer(VenueAnswer::Kind::Accepted, order, {}, order.qty);
}

bool PracticeVenue::replace(const oms::Order& order) noexcept {
    const Own original = own_of(order.predecessor);
    const std::uint64_t id = next_id_++;
    own_of(order.id) = {
        .venue_id = id, .kept_id = original.kept_id, .is_taken = original.is_taken || takes(order)};
    if (!own_of(order.id).is_taken) {
        publish_replacement(original.venue_id, id, wire_price(order), order.leaves_qty.value);
    } else if (!original.is_taken) {
        publish_delete(original.venue_id);
    }
    return set_answer(VenueAnswer::Kind::Replaced, order, {}, order.leaves_qty);
}

bool PracticeVenue::reduce(const oms::Order& order) noexcept {
    const Qty open = order.reduce_to_qty - order.cum_qty;
    const Qty taken = order.leaves_qty - open;
    if (!own_of(order.id).is_taken) {
        publish_reduction(own_of(order.id).venue_id, taken.value);
    }
    return set_answer(VenueAnswer::Kind::Reduced, order, taken, open);
}

bool PracticeVenue::cancel(const oms::Order& order) noexcept {
    if (!own_of(order.id).is_taken) {
        publish_delete(own_of(order.id).venue_id);
    }
    return set_answer(VenueAnswer::Kind::Canceled, order, order.leaves_qty, {});
}

bool PracticeVenue::execute(const oms::Order& order) noexcept {
    return set_answer(VenueAnswer::Kind::Executed, order, order.leaves_qty, {});
}

bool PracticeVenue::set_answer(VenueAnswer::Kind kind, const oms::Order& order, Qty qty,
                               Qty leaves_qty) noexcept {
    const Own& own = own_of(order.id);
    answer_ = {.kind = kind,
               .order = order,
               .symbol = symbol_,
               .venue_id = {own.venue_id},
               .kept_id = {own.kept_id},
               .qty = qty,
               .leaves_qty = leaves_qty};
    return true;
}

template <class Message>
Message PracticeVenue::message() const noexcept {
    Message made;
    made.store_stock_locate(kLocate);
    made.store_timestamp(sequence_number_);
    return made;
}

template <class Add>
void PracticeVenue::publish_add(std::uint64_t id, Side side, std::uint32_t price,
                                std::uint32_t shares) noexcept {
    auto add = message<Add>();
    add.store_order_reference_number(id);
    add.store_buy_sell_indicator(side == Side::Buy ? 'B' : 'S');
    add.store_shares(shares);
    add.store_stock(symbol_);
    add.store_price(price);
    publish(add);
}

void PracticeVenue::publish_execution(std::uint64_t id, std::uint32_t shares) noexcept {
    auto execution = message<itch::OrderExecuted>();
    execution.store_order_reference_number(id);
    execution.store_executed_shares(shares);
    execution.store_match_number(sequence_number_);
    publish(execution);
}

void PracticeVenue::publish_delete(std::uint64_t id) noexcept {
    auto gone = message<itch::OrderDelete>();
    gone.store_order_reference_number(id);
    publish(gone);
}

void PracticeVenue::publish_reduction(std::uint64_t id, std::uint32_t shares) noexcept {
    auto reduction = message<itch::OrderCancel>();
    reduction.store_order_reference_number(id);
    reduction.store_cancelled_shares(shares);
    publish(reduction);
}

void PracticeVenue::publish_replacement(std::uint64_t original, std::uint64_t id,
                                        std::uint32_t price, std::uint32_t shares) noexcept {
    auto replacement = message<itch::OrderReplace>();
    replacement.store_original_order_reference_number(original);
    replacement.store_new_order_reference_number(id);
    replacement.store_shares(shares);
    replacement.store_price(price);
    publish(replacement);
}

void PracticeVenue::publish_trade(std::uint32_t price) noexcept {
    auto trade = message<itch::Trade>();
    trade.store_buy_sell_indicator('B');
    trade.store_shares(kShares);
    trade.store_stock(symbol_);
    trade.store_price(price);
    trade.store_match_number(sequence_number_);
    publish(trade);
}

}  // namespace hotpath::protocols::nasdaq
