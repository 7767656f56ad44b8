#include "hotpath/protocols/nasdaq/trader/practice_venue.hpp"

#include "hotpath/core/symbol.hpp"
#include "hotpath/protocols/nasdaq/itch50/codes.hpp"
#include "hotpath/protocols/nasdaq/itch50/messages.hpp"
#include "hotpath/protocols/nasdaq/ouch50/codes.hpp"
#include "hotpath/protocols/nasdaq/ouch50/replies.hpp"

namespace hotpath::protocols::nasdaq {
namespace {

namespace itch = protocols::nasdaq::itch50;
namespace ouch = protocols::nasdaq::ouch50;

constexpr std::uint16_t kLocate = 1;
constexpr Symbol kSymbol{{'P', 'R', 'A', 'C', 'T', 'I', 'C', 'E'}};
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

}  // namespace

PracticeVenue::PracticeVenue() noexcept {
    auto open = message<itch::StockTradingAction>();
    open.store_stock(kSymbol);
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

void PracticeVenue::on_request(Bytes request) noexcept {
    static_cast<void>(ouch::decode_request(request, *this));
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
            other_ = next_id_;
            return publish_replacement(original, better_price(side), kShares);
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

void PracticeVenue::on_enter_order(const ouch::EnterOrder& m, ouch::Appendage) noexcept {
    const std::uint32_t shares = m.load_quantity();
    Own& own = own_[m.load_user_ref_num() % own_.size()];
    own = {.user_ref_num = m.load_user_ref_num(), .id = next_id_++, .shares = shares};
    ouch::OrderAccepted accepted;
    accepted.store_user_ref_num(own.user_ref_num);
    accepted.store_side(m.load_side());
    accepted.store_quantity(shares);
    accepted.store_symbol(m.load_symbol());
    accepted.store_price(m.load_price());
    accepted.store_time_in_force(m.load_time_in_force());
    accepted.store_order_reference_number(own.id);
    accepted.store_order_state(ouch::order_state::kLive);
    replies_.push(accepted.bytes());
    const Side side = ouch::to_side(m.load_side());
    publish_add<itch::AddOrder>(own.id, side, static_cast<std::uint32_t>(m.load_price()), shares);
    if (side == Side::Buy && !has_executed_) {
        has_executed_ = true;
        own.shares = 0;
        ouch::OrderExecuted executed;
        executed.store_user_ref_num(own.user_ref_num);
        executed.store_quantity(shares);
        executed.store_price(m.load_price());
        executed.store_liquidity_flag(ouch::liquidity_flag::kAdded);
        executed.store_match_number(own.id);
        replies_.push(executed.bytes());
        publish_execution(own.id, shares);
    }
}

void PracticeVenue::on_replace_order_request(const ouch::ReplaceOrderRequest& m,
                                             ouch::Appendage) noexcept {
    Own* const original = find(m.load_orig_user_ref_num());
    if (original == nullptr) {
        return;
    }
    const std::uint64_t id = original->id;
    original->shares = 0;
    Own& own = own_[m.load_user_ref_num() % own_.size()];
    own = {.user_ref_num = m.load_user_ref_num(), .id = next_id_, .shares = m.load_quantity()};
    ouch::OrderReplaced replaced;
    replaced.store_orig_user_ref_num(m.load_orig_user_ref_num());
    replaced.store_user_ref_num(own.user_ref_num);
    replaced.store_quantity(own.shares);
    replaced.store_price(m.load_price());
    replaced.store_order_reference_number(own.id);
    replaced.store_order_state(ouch::order_state::kLive);
    replies_.push(replaced.bytes());
    publish_replacement(id, static_cast<std::uint32_t>(m.load_price()), own.shares);
}

void PracticeVenue::on_cancel_order_request(const ouch::CancelOrderRequest& m) noexcept {
    Own* const own = find(m.load_user_ref_num());
    if (own == nullptr || m.load_quantity() >= own->shares) {
        return;
    }
    const std::uint32_t taken = own->shares - m.load_quantity();
    own->shares = m.load_quantity();
    ouch::OrderCanceled canceled;
    canceled.store_user_ref_num(own->user_ref_num);
    canceled.store_quantity(taken);
    canceled.store_reason(ouch::cancel_reason::kUserRequested);
    replies_.push(canceled.bytes());
    if (own->shares == 0) {
        publish_delete(own->id);
    } else {
        publish_reduction(own->id, taken);
    }
}

PracticeVenue::Own* PracticeVenue::find(std::uint32_t user_ref_num) noexcept {
    Own& own = own_[user_ref_num % own_.size()];
    return own.user_ref_num == user_ref_num && own.shares > 0 ? &own : nullptr;
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
    add.store_stock(kSymbol);
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

void PracticeVenue::publish_replacement(std::uint64_t original, std::uint32_t price,
                                        std::uint32_t shares) noexcept {
    auto replacement = message<itch::OrderReplace>();
    replacement.store_original_order_reference_number(original);
    replacement.store_new_order_reference_number(next_id_++);
    replacement.store_shares(shares);
    replacement.store_price(price);
    publish(replacement);
}

void PracticeVenue::publish_trade(std::uint32_t price) noexcept {
    auto trade = message<itch::Trade>();
    trade.store_buy_sell_indicator('B');
    trade.store_shares(kShares);
    trade.store_stock(kSymbol);
    trade.store_price(price);
    trade.store_match_number(sequence_number_);
    publish(trade);
}

}  // namespace hotpath::protocols::nasdaq
