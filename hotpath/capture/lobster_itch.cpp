#include "hotpath/capture/lobster_itch.hpp"

#include <string>

#include "hotpath/protocols/nasdaq/itch50/codes.hpp"
#include "hotpath/protocols/nasdaq/itch50/listing.hpp"
#include "hotpath/protocols/nasdaq/itch50/messages.hpp"

namespace hotpath::capture {

namespace itch50 = protocols::nasdaq::itch50;

namespace {

constexpr std::uint16_t kLocate = 1;
constexpr std::int64_t kNoon = std::int64_t{12} * 3600 * kNanosPerSecond;

std::uint32_t to_price4(Price price) {
    return static_cast<std::uint32_t>(price.value);
}

}  // namespace

void LobsterItch::add(const LobsterOrder& order, Origin origin) {
    stats_.implied_adds += origin == Origin::Implied ? 1U : 0U;
    itch50::AddOrder message;
    message.store_order_reference_number(order.id.value);
    message.store_buy_sell_indicator(itch50::to_buy_sell_indicator(order.side));
    message.store_shares(order.leaves_qty.value);
    message.store_stock(symbol_);
    message.store_price(to_price4(order.price));
    put(message, origin);
}

void LobsterItch::reduce(OrderId id, Qty qty, Origin origin) {
    stats_.implied_reductions += origin == Origin::Implied ? 1U : 0U;
    itch50::OrderCancel message;
    message.store_order_reference_number(id.value);
    message.store_cancelled_shares(qty.value);
    put(message, origin);
}

void LobsterItch::remove(OrderId id, Origin origin) {
    stats_.implied_deletes += origin == Origin::Implied ? 1U : 0U;
    itch50::OrderDelete message;
    message.store_order_reference_number(id.value);
    put(message, origin);
}

void LobsterItch::execute(OrderId id, Qty qty) {
    itch50::OrderExecuted message;
    message.store_order_reference_number(id.value);
    message.store_executed_shares(qty.value);
    message.store_match_number(next_match_++);
    put(message);
}

void LobsterItch::trade(const LobsterEvent& event) {
    itch50::Trade message;
    message.store_buy_sell_indicator(itch50::to_buy_sell_indicator(event.side));
    message.store_shares(event.size.value);
    message.store_stock(symbol_);
    message.store_price(to_price4(event.price));
    message.store_match_number(next_match_++);
    put(message);
}

void LobsterItch::cross(const LobsterEvent& event) {
    itch50::CrossTrade message;
    message.store_shares(event.size.value);
    message.store_stock(symbol_);
    message.store_cross_price(to_price4(event.price));
    message.store_match_number(next_match_++);
    message.store_cross_type(event.time.value < kNoon ? itch50::cross_type::kOpening
                                                      : itch50::cross_type::kClosing);
    put(message);
}

void LobsterItch::halt(const LobsterEvent& event) {
    constexpr char kStates[] = {itch50::trading_state::kHalted,
                                itch50::trading_state::kQuotationOnly,
                                itch50::trading_state::kTrading};
    put_trading_state(kStates[event.price.value + 1]);
}

void LobsterItch::skip(std::string_view kind, OrderId order) {
    block_.skip(kind, 1, [&] { return "order " + std::to_string(order.value); });
}

void LobsterItch::begin_day() {
    put_system_event(itch50::event_code::kStartOfMessages);
    put_directory();
    put_trading_state(itch50::trading_state::kTrading);
    put_system_event(itch50::event_code::kStartOfMarketHours);
}

void LobsterItch::end_day() {
    put_system_event(itch50::event_code::kEndOfMarketHours);
    put_system_event(itch50::event_code::kEndOfMessages);
}

void LobsterItch::put_system_event(char code) {
    itch50::SystemEvent message;
    message.store_event_code(code);
    put(message);
}

void LobsterItch::put_directory() {
    itch50::StockDirectory message;
    itch50::fill_directory(message, symbol_);
    put(message);
}

void LobsterItch::put_trading_state(char state) {
    itch50::StockTradingAction message;
    itch50::fill_trading_action(message, symbol_, state);
    put(message);
}

template <class M>
void LobsterItch::put(M& message, Origin origin) {
    const bool is_system_event = message.load_message_type() == itch50::SystemEvent::kType;
    block_.put(message, is_system_event ? 0 : kLocate,
               origin == Origin::Implied ? kImpliedTrackingNumber : std::uint16_t{0});
}

}  // namespace hotpath::capture
