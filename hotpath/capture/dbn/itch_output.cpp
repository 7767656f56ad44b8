#include "hotpath/capture/dbn/itch_output.hpp"

#include "hotpath/protocols/nasdaq/itch50/codes.hpp"
#include "hotpath/protocols/nasdaq/itch50/listing.hpp"
#include "hotpath/protocols/nasdaq/itch50/messages.hpp"

namespace hotpath::capture::dbn {

namespace itch50 = protocols::nasdaq::itch50;

void ItchOutput::add(const Listing& listing, const NewOrder& order) {
    itch50::AddOrder message;
    message.store_order_reference_number(order.reference.value);
    message.store_buy_sell_indicator(itch50::to_buy_sell_indicator(order.side));
    message.store_shares(order.qty.value);
    message.store_stock(listing.symbol);
    message.store_price(order.price.value);
    block_.put(message, listing.locate);
}

void ItchOutput::reduce(const Listing& listing, OrderId reference, Qty qty) {
    itch50::OrderCancel message;
    message.store_order_reference_number(reference.value);
    message.store_cancelled_shares(qty.value);
    block_.put(message, listing.locate);
}

void ItchOutput::remove(const Listing& listing, OrderId reference) {
    itch50::OrderDelete message;
    message.store_order_reference_number(reference.value);
    block_.put(message, listing.locate);
}

void ItchOutput::replace(const Listing& listing, OrderId original, const NewOrder& order) {
    itch50::OrderReplace message;
    message.store_original_order_reference_number(original.value);
    message.store_new_order_reference_number(order.reference.value);
    message.store_shares(order.qty.value);
    message.store_price(order.price.value);
    block_.put(message, listing.locate);
}

void ItchOutput::execute(const Listing& listing, OrderId reference, Qty qty, std::uint64_t match) {
    itch50::OrderExecuted message;
    message.store_order_reference_number(reference.value);
    message.store_executed_shares(qty.value);
    message.store_match_number(match != 0 ? match : next_match_++);
    block_.put(message, listing.locate);
}

void ItchOutput::execute_at(const Listing& listing, OrderId reference, Qty qty, Price4 price) {
    itch50::OrderExecutedWithPrice message;
    message.store_order_reference_number(reference.value);
    message.store_executed_shares(qty.value);
    message.store_match_number(next_match_++);
    message.store_printable('Y');
    message.store_execution_price(price.value);
    block_.put(message, listing.locate);
}

void ItchOutput::trade(const Listing& listing, Side resting, Price4 price, Qty qty,
                       std::uint64_t match) {
    itch50::Trade message;
    message.store_buy_sell_indicator(itch50::to_buy_sell_indicator(resting));
    message.store_shares(qty.value);
    message.store_stock(listing.symbol);
    message.store_price(price.value);
    message.store_match_number(match != 0 ? match : next_match_++);
    block_.put(message, listing.locate);
}

void ItchOutput::list(const Listing& listing) {
    itch50::StockDirectory message;
    itch50::fill_directory(message, listing.symbol);
    block_.put(message, listing.locate);
    trading_state(listing, itch50::trading_state::kTrading);
}

void ItchOutput::trading_state(const Listing& listing, char state) {
    itch50::StockTradingAction message;
    itch50::fill_trading_action(message, listing.symbol, state);
    block_.put(message, listing.locate);
}

void ItchOutput::begin_day() {
    system_event(itch50::event_code::kStartOfMessages);
    system_event(itch50::event_code::kStartOfMarketHours);
}

void ItchOutput::end_day() {
    system_event(itch50::event_code::kEndOfMarketHours);
    system_event(itch50::event_code::kEndOfMessages);
}

void ItchOutput::system_event(char code) {
    itch50::SystemEvent message;
    message.store_event_code(code);
    block_.put(message, 0);
}

}  // namespace hotpath::capture::dbn
