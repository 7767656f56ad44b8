#include "hotpath/capture/lobster_stream.hpp"

#include "hotpath/wire/framing.hpp"
#include "hotpath/wire/itch50/codes.hpp"
#include "hotpath/wire/itch50/messages.hpp"

namespace hotpath::capture {

namespace itch50 = wire::itch50;

namespace {

constexpr std::uint16_t kLocate = 1;
constexpr std::int64_t kNoon = std::int64_t{12} * 3600 * kNanosPerSecond;
constexpr std::uint32_t kRoundLotSize = 100;
// One event makes a handful of messages, but for an execution that shows many orders to be
// forgotten.
constexpr std::size_t kBlockSlack = std::size_t{64} << 10U;

std::uint32_t to_price4(Price price) {
    return static_cast<std::uint32_t>(price.value);
}

}  // namespace

LobsterStream::LobsterStream(LobsterReader events, Symbol symbol)
    : events_(std::move(events)), symbol_(symbol) {
    block_.reserve(kBlockBytes + kBlockSlack);
}

Expected<Bytes> LobsterStream::next_block() {
    block_.clear();
    while (!has_ended_ && !failure_ && block_.size() < kBlockBytes) {
        const auto next = events_.next();
        const std::optional<LobsterEvent> event = next.value_or(std::nullopt);
        if (event) {
            begin(event->time);
            translate(*event);
        } else if (next) {
            end();
        } else {
            failure_ = next.error();
        }
    }
    if (block_.empty() && failure_) {
        return std::unexpected(*failure_);
    }
    return Bytes(block_);
}

void LobsterStream::begin(Nanos time) {
    time_ = time;
    if (has_begun_) {
        return;
    }
    has_begun_ = true;
    put_system_event(itch50::event_code::kStartOfMessages);
    put_directory();
    put_trading_state(itch50::trading_state::kTrading);
    put_system_event(itch50::event_code::kStartOfMarketHours);
}

void LobsterStream::end() {
    has_ended_ = true;
    put_system_event(itch50::event_code::kEndOfMarketHours);
    put_system_event(itch50::event_code::kEndOfMessages);
}

void LobsterStream::translate(const LobsterEvent& event) {
    switch (event.type) {
        case LobsterType::Add:
            return add(event);
        case LobsterType::PartialCancel:
            return cancel(event);
        case LobsterType::Delete:
            return remove(event);
        case LobsterType::Execution:
            return execute(event);
        case LobsterType::HiddenExecution:
            return trade(event);
        case LobsterType::CrossTrade:
            return cross(event);
        case LobsterType::Halt:
            return halt(event);
    }
}

void LobsterStream::add(const LobsterEvent& event) {
    while (const auto forgotten = orders_.forgotten_against(event.side, event.price)) {
        ++stats_.implied_deletes;
        put_delete(*forgotten);
    }
    put_add(
        {.id = event.order_id, .side = event.side, .price = event.price, .leaves_qty = event.size});
}

void LobsterStream::cancel(const LobsterEvent& event) {
    const auto order = orders_.find(event.order_id);
    if (!order) {
        ++stats_.skipped_events;
        return;
    }
    if (event.size >= order->leaves_qty) {
        return put_delete(order->id);
    }
    orders_.reduce(order->id, event.size);
    itch50::OrderCancel message;
    message.store_order_reference_number(order->id.value);
    message.store_cancelled_shares(event.size.value);
    put(message);
}

void LobsterStream::remove(const LobsterEvent& event) {
    if (!orders_.find(event.order_id)) {
        ++stats_.skipped_events;
        return;
    }
    put_delete(event.order_id);
}

void LobsterStream::execute(const LobsterEvent& event) {
    const LobsterOrder executed{
        .id = event.order_id, .side = event.side, .price = event.price, .leaves_qty = event.size};
    for (;;) {
        auto forgotten = orders_.forgotten_before(executed);
        if (!forgotten) {
            forgotten = orders_.forgotten_against(event.side, event.price);
        }
        if (!forgotten) {
            break;
        }
        ++stats_.implied_deletes;
        put_delete(*forgotten);
    }
    if (!orders_.find(executed.id)) {
        ++stats_.implied_adds;
        put_add(executed);
    }
    orders_.reduce(executed.id, event.size);
    itch50::OrderExecuted message;
    message.store_order_reference_number(event.order_id.value);
    message.store_executed_shares(event.size.value);
    message.store_match_number(next_match_++);
    put(message);
}

void LobsterStream::trade(const LobsterEvent& event) {
    itch50::Trade message;
    message.store_buy_sell_indicator(itch50::to_buy_sell_indicator(event.side));
    message.store_shares(event.size.value);
    message.store_stock(symbol_);
    message.store_price(to_price4(event.price));
    message.store_match_number(next_match_++);
    put(message);
}

void LobsterStream::cross(const LobsterEvent& event) {
    itch50::CrossTrade message;
    message.store_shares(event.size.value);
    message.store_stock(symbol_);
    message.store_cross_price(to_price4(event.price));
    message.store_match_number(next_match_++);
    message.store_cross_type(event.time.value < kNoon ? itch50::cross_type::kOpening
                                                      : itch50::cross_type::kClosing);
    put(message);
}

void LobsterStream::halt(const LobsterEvent& event) {
    constexpr char kStates[] = {itch50::trading_state::kHalted,
                                itch50::trading_state::kQuotationOnly,
                                itch50::trading_state::kTrading};
    put_trading_state(kStates[event.price.value + 1]);
}

void LobsterStream::put_add(const LobsterOrder& order) {
    orders_.add(order);
    itch50::AddOrder message;
    message.store_order_reference_number(order.id.value);
    message.store_buy_sell_indicator(itch50::to_buy_sell_indicator(order.side));
    message.store_shares(order.leaves_qty.value);
    message.store_stock(symbol_);
    message.store_price(to_price4(order.price));
    put(message);
}

void LobsterStream::put_delete(OrderId id) {
    orders_.remove(id);
    itch50::OrderDelete message;
    message.store_order_reference_number(id.value);
    put(message);
}

void LobsterStream::put_system_event(char code) {
    itch50::SystemEvent message;
    message.store_event_code(code);
    put(message);
}

void LobsterStream::put_directory() {
    itch50::StockDirectory message;
    message.store_stock(symbol_);
    message.store_market_category(' ');
    message.store_financial_status_indicator(' ');
    message.store_round_lot_size(kRoundLotSize);
    message.store_round_lots_only('N');
    message.store_issue_classification('C');
    message.store_issue_sub_type({'Z', ' '});
    message.store_authenticity('P');
    message.store_short_sale_threshold_indicator(' ');
    message.store_ipo_flag(' ');
    message.store_luld_reference_price_tier(' ');
    message.store_etp_flag(' ');
    message.store_inverse_indicator('N');
    put(message);
}

void LobsterStream::put_trading_state(char state) {
    itch50::StockTradingAction message;
    message.store_stock(symbol_);
    message.store_trading_state(state);
    message.store_reserved(' ');
    message.store_reason({' ', ' ', ' ', ' '});
    put(message);
}

/// Completes what all messages have and appends it to the block.
template <class M>
void LobsterStream::put(M& message) {
    message.store_stock_locate(message.load_message_type() == itch50::SystemEvent::kType ? 0
                                                                                         : kLocate);
    message.store_timestamp(static_cast<std::uint64_t>(time_.value));
    const std::size_t used = block_.size();
    block_.resize(used + wire::kFramePrefixLength + M::kLength);
    static_cast<void>(wire::append_frame(MutableBytes(block_).subspan(used), message.bytes()));
    ++stats_.messages;
}

}  // namespace hotpath::capture
