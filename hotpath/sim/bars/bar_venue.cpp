#include "hotpath/sim/bars/bar_venue.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "hotpath/book/l3_books.hpp"
#include "hotpath/exchange/market/venue.hpp"
#include "hotpath/exchange/orders/order_ids.hpp"
#include "hotpath/protocols/nasdaq/itch50/codes.hpp"
#include "hotpath/protocols/nasdaq/itch50/listing.hpp"
#include "hotpath/protocols/nasdaq/itch50/messages.hpp"
#include "hotpath/protocols/nasdaq/ouch50/requests.hpp"
#include "hotpath/sim/flow/session_meeting.hpp"

namespace hotpath::sim::bars {

namespace itch50 = protocols::nasdaq::itch50;
namespace ouch50 = protocols::nasdaq::ouch50;

namespace {

constexpr std::size_t kMessagesOfInstrument = 8;
constexpr std::size_t kMessagesBesides = 64;
constexpr exchange::SessionId kSession{0};

[[nodiscard]] bool brings_an_order(Bytes message) {
    const char type = message.empty() ? '\0' : std::to_integer<char>(message.front());
    return type == ouch50::EnterOrder::kType || type == ouch50::ReplaceOrderRequest::kType;
}

[[nodiscard]] bool enters(Bytes message, const Symbol& symbol) {
    return message.size() >= ouch50::EnterOrder::kLength &&
           std::to_integer<char>(message.front()) == ouch50::EnterOrder::kType &&
           ouch50::EnterOrder::at(message.data()).load_symbol() == symbol;
}

}  // namespace

Expected<void> validate(const BarOptions& options) {
    if (options.half_spread <= Price{}) {
        return fail("bars: half_spread must be above 0");
    }
    if (options.volume_share < BasisPoints{1} || options.volume_share > kWholePrice) {
        return fail("bars: volume_share must be 1 to 10,000 basis points");
    }
    return options.quoted_qty == Qty{} ? fail("bars: quoted_qty must be above 0")
                                       : Expected<void>();
}

Expected<BarVenue> BarVenue::create(const BarOptions& options, exchange::ExchangeOptions exchange) {
    if (auto valid = validate(options); !valid) {
        return std::unexpected(valid.error());
    }
    exchange.self_match = exchange::SelfMatch::CancelNewest;
    auto orders = exchange::OuchExchange::create(exchange);
    if (!orders) {
        return std::unexpected(orders.error());
    }
    return BarVenue(options, std::move(*orders), exchange.books.instruments_max);
}

BarVenue::BarVenue(const BarOptions& options, exchange::OuchExchange&& orders,
                   std::size_t instruments)
    : options_(options),
      orders_(std::move(orders)),
      feed_(exchange::ExchangeOptions{}.feed_session,
            instruments * kMessagesOfInstrument + kMessagesBesides),
      instruments_(instruments + 1) {}

InstrumentId BarVenue::list(const Symbol& symbol, Time now) {
    const InstrumentId instrument = orders_.assign(symbol, {});
    if (instrument == InstrumentId{}) {
        return instrument;
    }
    itch50::StockDirectory directory;
    itch50::fill_directory(directory, symbol);
    publish(directory, instrument, now);
    orders_.publish(directory.bytes());
    itch50::StockTradingAction trading;
    itch50::fill_trading_action(trading, symbol, itch50::trading_state::kTrading);
    publish(trading, instrument, now);
    orders_.publish(trading.bytes());
    orders_.clear_feed();
    feed_.close_packet();
    return instrument;
}

// ---- orders

void BarVenue::on_order_bytes(exchange::SessionId session, Bytes message, Time now) {
    if (waiting_.empty() && !brings_an_order(message)) {
        orders_.on_order_bytes(session, message, venue_time(now));
        orders_.clear_feed();
        return;
    }
    waiting_.push_back({.session = session, .message = {message.begin(), message.end()}});
}

void BarVenue::deliver_waiting(std::span<const Bar> bars, Time now) {
    for (const Waiting& each : std::exchange(waiting_, {})) {
        const std::uint64_t before = orders_.counters().session_executions;
        orders_.on_order_bytes(each.session, each.message, venue_time(now));
        if (orders_.counters().session_executions != before) {
            for (const Bar& bar : bars) {
                reduce_offers(bar.instrument, now);
            }
        }
        orders_.clear_feed();
    }
}

void BarVenue::cancel_all(InstrumentId instrument, Time now) {
    constexpr auto kReason = exchange::RejectReason::InvalidPrice;
    while (orders_.end_day(instrument, venue_time(now)) == match::Progress::More) {
        orders_.clear_feed();
    }
    orders_.clear_feed();
    std::erase_if(waiting_, [&](const Waiting& each) {
        const bool is_of_it = enters(each.message, symbol(instrument));
        if (is_of_it) {
            orders_.on_order_bytes(each.session, each.message, venue_time(now), kReason);
        }
        return is_of_it;
    });
}

void BarVenue::end_day(Time now) {
    orders_.cancel_all(kSession, exchange::Canceling::Everything, venue_time(now));
    orders_.clear_feed();
}

// ---- a bar

void BarVenue::open(std::span<const Bar> bars, Time now) {
    for (const Bar& bar : bars) {
        Instrument& instrument = instruments_[bar.instrument.value];
        instrument.tradable = tradable_qty(bar, options_.volume_share);
        for (const Side side : {Side::Buy, Side::Sell}) {
            fill_resting(bar.instrument, side, bar.open, now);
        }
        quote(bar.instrument, bar.open, now);
        trade_at(bar.instrument, bar.open, now);
    }
    deliver_waiting(bars, now);
    for (const Bar& bar : bars) {
        withdraw(bar.instrument, now);
    }
}

void BarVenue::trade_within(std::span<const Bar> bars, Time now) {
    for (const Bar& bar : bars) {
        const Price first = first_extreme(bar);
        const Price last = last_extreme(bar);
        move(bar.instrument, bar.open, first, now);
        move(bar.instrument, first, last, now);
        move(bar.instrument, last, bar.close, now);
    }
}

void BarVenue::close(std::span<const Bar> bars, Time now) {
    for (const Bar& bar : bars) {
        publish_trade(bar, now);
        for (const Side side : {Side::Buy, Side::Sell}) {
            remove_quote(bar.instrument, side, now);
        }
        for (const Side side : {Side::Buy, Side::Sell}) {
            add_quote(bar.instrument, side, bar.close, now);
        }
        feed_.close_packet();
    }
}

/// The price goes from one to the other: what it comes by first is executed first.
void BarVenue::move(InstrumentId instrument, Price from, Price to, Time now) {
    if (from == to) {
        return;
    }
    const Side resting = to < from ? Side::Buy : Side::Sell;
    for (;;) {
        const auto limit = next_resting(instrument, resting, to);
        const auto stop = next_stop(instrument, opposite(resting), to);
        const bool has_limit = limit && instruments_[instrument.value].tradable != Qty{};
        if (stop && (!has_limit || !is_better(resting, *limit, *stop))) {
            quote(instrument, *stop, now);
            trade_at(instrument, *stop, now);
            withdraw(instrument, now);
        } else if (has_limit) {
            fill_resting(instrument, resting, *limit + -sign(resting), now);
        } else {
            return;
        }
    }
}

/// The best of our orders on this side that a price beyond its limit executes.
std::optional<Price> BarVenue::next_resting(InstrumentId instrument, Side side, Price to) const {
    const auto first = orders_.books().front(instrument, side);
    return first && is_better(side, first->price, to) ? std::optional(first->price) : std::nullopt;
}

std::optional<Price> BarVenue::next_stop(InstrumentId instrument, Side side, Price to) const {
    const auto& lines = orders_.venue().matcher.all().stops().lines();
    const auto first = lines.front(instrument, opposite(side));
    return first && crosses(side, to, first->price) ? std::optional(first->price) : std::nullopt;
}

/// Our orders whose limit is better than `to`, at their limits, as far as the volume goes.
void BarVenue::fill_resting(InstrumentId instrument, Side side, Price to, Time now) {
    Qty& tradable = instruments_[instrument.value].tradable;
    tradable -= flow::meet_session_orders(
        orders_, {.id = {}, .instrument = instrument, .side = side, .price = to, .leaves_qty = {}},
        tradable, venue_time(now));
    orders_.clear_feed();
}

/// A trade of the market at this price, which reaches the stops.
void BarVenue::trade_at(InstrumentId instrument, Price price, Time now) {
    const OrderId id = next_reference();
    const Qty one{1};
    static_cast<void>(orders_.rest(
        {.id = id, .instrument = instrument, .side = Side::Sell, .qty = one, .price = price},
        venue_time(now)));
    static_cast<void>(orders_.execute_at({.id = id, .qty = one, .price = price}, venue_time(now)));
    reduce_offers(instrument, now);
    orders_.clear_feed();
}

// ---- liquidity

void BarVenue::quote(InstrumentId instrument, Price price, Time now) {
    for (const Side side : {Side::Buy, Side::Sell}) {
        instruments_[instrument.value].offers[side_index(side)] =
            offer(instrument, side, price, now);
    }
}

OrderId BarVenue::offer(InstrumentId instrument, Side side, Price price, Time now) {
    const Price at = price - sign(side) * options_.half_spread.value;
    const Qty qty = instruments_[instrument.value].tradable;
    const auto first = orders_.books().front(instrument, opposite(side));
    const bool would_trade = first && crosses(side, at, first->price);
    if (qty == Qty{} || at <= Price{} || would_trade) {
        return {};
    }
    const OrderId id = next_reference();
    const auto status =
        orders_.enter({.id = id, .instrument = instrument, .side = side, .qty = qty, .price = at},
                      venue_time(now));
    return status == match::MatchStatus::Ok ? id : OrderId{};
}

Qty BarVenue::offered(OrderId id) const {
    const auto order = orders_.books().find(id);
    return order ? order->leaves_qty : Qty{};
}

void BarVenue::reduce_offers(InstrumentId instrument, Time now) {
    Instrument& market = instruments_[instrument.value];
    Qty traded{};
    for (const OrderId id : market.offers) {
        traded += id == OrderId{} ? Qty{} : market.tradable - offered(id);
    }
    const Qty left = market.tradable - std::min(market.tradable, traded);
    for (const OrderId id : market.offers) {
        if (const Qty has = offered(id); has > left) {
            static_cast<void>(orders_.reduce(id, has - left, venue_time(now)));
        }
    }
    market.tradable = left;
}

void BarVenue::withdraw(InstrumentId instrument, Time now) {
    Instrument& market = instruments_[instrument.value];
    for (const OrderId id : market.offers) {
        if (id != OrderId{}) {
            static_cast<void>(orders_.cancel(id, venue_time(now)));
        }
    }
    market.offers = {};
    orders_.clear_feed();
}

// ---- the feed

template <class Message>
void BarVenue::publish(Message& message, InstrumentId instrument, Time now) {
    message.store_stock_locate(instrument.value);
    message.store_tracking_number(0);
    message.store_timestamp(static_cast<std::uint64_t>(venue_time(now).value));
    feed_.append(message.bytes());
}

void BarVenue::remove_quote(InstrumentId instrument, Side side, Time now) {
    OrderId& quote = instruments_[instrument.value].quotes[side_index(side)];
    if (quote != OrderId{}) {
        itch50::OrderDelete gone;
        gone.store_order_reference_number(std::exchange(quote, {}).value);
        publish(gone, instrument, now);
    }
}

/// A price that is not above 0 is no quote.
void BarVenue::add_quote(InstrumentId instrument, Side side, Price price, Time now) {
    const Price at = price - sign(side) * options_.half_spread.value;
    if (at <= Price{}) {
        return;
    }
    const OrderId quote = next_reference();
    instruments_[instrument.value].quotes[side_index(side)] = quote;
    itch50::AddOrder added;
    added.store_order_reference_number(quote.value);
    added.store_buy_sell_indicator(itch50::to_buy_sell_indicator(side));
    added.store_shares(options_.quoted_qty.value);
    added.store_stock(symbol(instrument));
    added.store_price(static_cast<std::uint32_t>(at.value));
    publish(added, instrument, now);
}

void BarVenue::publish_trade(const Bar& bar, Time now) {
    if (bar.volume == TotalQty{}) {
        return;
    }
    constexpr std::uint64_t kMost = std::numeric_limits<std::uint32_t>::max();
    itch50::Trade trade;
    trade.store_buy_sell_indicator(itch50::buy_sell_indicator::kBuy);
    trade.store_shares(static_cast<std::uint32_t>(std::min(bar.volume.value, kMost)));
    trade.store_stock(symbol(bar.instrument));
    trade.store_price(static_cast<std::uint32_t>(bar.close.value));
    trade.store_match_number(next_match_ += 2);
    publish(trade, bar.instrument, now);
}

}  // namespace hotpath::sim::bars
