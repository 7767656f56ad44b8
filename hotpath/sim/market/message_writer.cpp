#include "hotpath/sim/market/message_writer.hpp"

#include "hotpath/core/assert.hpp"
#include "hotpath/protocols/framing.hpp"
#include "hotpath/protocols/nasdaq/itch50/messages.hpp"

namespace hotpath::sim::market {
namespace {

namespace itch50 = protocols::nasdaq::itch50;

std::uint32_t to_price4(Price price) {
    return static_cast<std::uint32_t>(price.value);
}

char to_indicator(Side side) {
    return side == Side::Buy ? 'B' : 'S';
}

char yes_or_no(bool yes) {
    return yes ? 'Y' : 'N';
}

}  // namespace

Bytes MessageWriter::front() const noexcept {
    const std::byte* first = bytes_.data() + begin_;
    return {first, protocols::kFramePrefixLength + load_be<std::uint16_t>(first)};
}

void MessageWriter::pop() noexcept {
    begin_ += front().size();
    if (begin_ == end_) {
        begin_ = end_ = 0;
    }
}

void MessageWriter::stamp(Time time, InstrumentId instrument, const Symbol& symbol) noexcept {
    time_ = time;
    instrument_ = instrument;
    symbol_ = symbol;
}

template <class Message>
void MessageWriter::write(Message message) noexcept {
    static_assert(protocols::kFramePrefixLength + Message::kLength <= kMessageMax);
    HOTPATH_ASSERT(end_ + kMessageMax <= bytes_.size(),
                   "the buffer must have room for another message");
    message.store_stock_locate(instrument_.value);
    message.store_timestamp(static_cast<std::uint64_t>(time_.value));
    std::byte* to = bytes_.data() + end_;
    store_be(to, static_cast<std::uint16_t>(Message::kLength));
    std::memcpy(to + protocols::kFramePrefixLength, message.bytes().data(), Message::kLength);
    end_ += protocols::kFramePrefixLength + Message::kLength;
    ++written_;
}

void MessageWriter::system_event(char code) noexcept {
    itch50::SystemEvent message;
    message.store_event_code(code);
    write(message);
}

void MessageWriter::directory(const Listing& listing) noexcept {
    itch50::StockDirectory message;
    message.store_stock(listing.symbol);
    message.store_market_category(listing.market_category);
    message.store_financial_status_indicator(listing.financial_status);
    message.store_round_lot_size(100);
    message.store_round_lots_only('N');
    message.store_issue_classification(listing.classification);
    message.store_issue_sub_type({'Z', ' '});
    message.store_authenticity('P');
    message.store_short_sale_threshold_indicator('N');
    message.store_ipo_flag('N');
    message.store_luld_reference_price_tier(listing.luld_tier);
    message.store_etp_flag(yes_or_no(listing.is_etp));
    message.store_etp_leverage_factor(listing.is_etp ? 1 : 0);
    message.store_inverse_indicator('N');
    write(message);
}

void MessageWriter::trading_action(char state, std::array<char, 4> reason) noexcept {
    itch50::StockTradingAction message;
    message.store_stock(symbol_);
    message.store_trading_state(state);
    message.store_reserved(' ');
    message.store_reason(reason);
    write(message);
}

void MessageWriter::reg_sho() noexcept {
    itch50::RegShoRestriction message;
    message.store_stock(symbol_);
    message.store_reg_sho_action('0');
    write(message);
}

// Declines of 7, 13 and 20 percent; Price8 has eight decimals where Price has four.
void MessageWriter::decline_levels(Price market_index) noexcept {
    const auto remaining = [&](std::uint64_t percent) {
        return static_cast<std::uint64_t>(market_index.value) * 10'000 / 100 * percent;
    };
    itch50::MwcbDeclineLevel message;
    message.store_level_1(remaining(93));
    message.store_level_2(remaining(87));
    message.store_level_3(remaining(80));
    write(message);
}

void MessageWriter::imbalance(const Print& print, Side side) noexcept {
    itch50::Noii message;
    message.store_paired_shares(print.qty.value);
    message.store_imbalance_shares(print.qty.value / 8);
    message.store_imbalance_direction(to_indicator(side));
    message.store_stock(symbol_);
    message.store_far_price(to_price4(print.price));
    message.store_near_price(to_price4(print.price));
    message.store_current_reference_price(to_price4(print.price));
    message.store_cross_type(print.cross_type);
    message.store_price_variation_indicator('L');
    write(message);
}

void MessageWriter::add(const NewLightOrder& order, bool is_attributed) noexcept {
    const auto fill = [&](auto message) {
        message.store_order_reference_number(order.id.value);
        message.store_buy_sell_indicator(to_indicator(order.side));
        message.store_shares(order.qty.value);
        message.store_stock(symbol_);
        message.store_price(to_price4(order.price));
        return message;
    };
    if (!is_attributed) {
        return write(fill(itch50::AddOrder{}));
    }
    itch50::AddOrderMpid message = fill(itch50::AddOrderMpid{});
    message.store_attribution({'H', 'P', 'M', 'M'});
    write(message);
}

void MessageWriter::executed(const Execution& execution) noexcept {
    itch50::OrderExecuted message;
    message.store_order_reference_number(execution.id.value);
    message.store_executed_shares(execution.qty.value);
    message.store_match_number(++last_match_);
    write(message);
}

void MessageWriter::executed_at(const PricedExecution& priced) noexcept {
    itch50::OrderExecutedWithPrice message;
    message.store_order_reference_number(priced.execution.id.value);
    message.store_executed_shares(priced.execution.qty.value);
    message.store_match_number(++last_match_);
    message.store_printable(yes_or_no(priced.is_printable));
    message.store_execution_price(to_price4(priced.price));
    write(message);
}

void MessageWriter::reduced(OrderId id, Qty qty) noexcept {
    itch50::OrderCancel message;
    message.store_order_reference_number(id.value);
    message.store_cancelled_shares(qty.value);
    write(message);
}

void MessageWriter::deleted(OrderId id) noexcept {
    itch50::OrderDelete message;
    message.store_order_reference_number(id.value);
    write(message);
}

void MessageWriter::replaced(OrderId original, const NewLightOrder& order) noexcept {
    itch50::OrderReplace message;
    message.store_original_order_reference_number(original.value);
    message.store_new_order_reference_number(order.id.value);
    message.store_shares(order.qty.value);
    message.store_price(to_price4(order.price));
    write(message);
}

void MessageWriter::hidden_trade(Qty qty, Price price) noexcept {
    itch50::Trade message;
    message.store_order_reference_number(
        0);  // Nasdaq tells neither order nor side of hidden interest
    message.store_buy_sell_indicator('B');
    message.store_shares(qty.value);
    message.store_stock(symbol_);
    message.store_price(to_price4(price));
    message.store_match_number(++last_match_);
    write(message);
}

void MessageWriter::cross(const Print& print) noexcept {
    itch50::CrossTrade message;
    message.store_shares(print.qty.value);
    message.store_stock(symbol_);
    message.store_cross_price(to_price4(print.price));
    message.store_match_number(++last_match_);
    message.store_cross_type(print.cross_type);
    write(message);
}

void MessageWriter::broken_trade() noexcept {
    itch50::BrokenTrade message;
    message.store_match_number(last_match_);
    write(message);
}

}  // namespace hotpath::sim::market
