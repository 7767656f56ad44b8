#include "hotpath/exchange/exchange.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "hotpath/exchange/market/market_events.hpp"
#include "hotpath/exchange/market/trading_state_codes.hpp"
#include "hotpath/exchange/market/venue.hpp"
#include "hotpath/exchange/orders/order_entry.hpp"
#include "hotpath/exchange/orders/order_rules.hpp"
#include "hotpath/protocols/nasdaq/itch50/codes.hpp"
#include "hotpath/protocols/nasdaq/itch50/decode.hpp"
#include "hotpath/protocols/nasdaq/itch50/stock.hpp"

namespace hotpath::exchange {

namespace itch50 = protocols::nasdaq::itch50;
using match::MatchStatus;

namespace {

[[nodiscard]] book::OrderView view_of(const FlowOrder& order) {
    return {.id = order.id,
            .instrument = order.instrument,
            .side = order.side,
            .price = order.price,
            .leaves_qty = order.qty};
}

/// Updates the venue from the administrative messages it publishes.
struct Administration : itch50::NullListener {
    explicit Administration(Exchange::Venue& of_venue) : venue(of_venue) {}

    void on_stock_trading_action(const itch50::StockTradingAction& m) {
        begin(m);
        venue.matcher.set_trading_state(changed, to_trading_state(m.load_trading_state()));
    }
    void on_operational_halt(const itch50::OperationalHalt& m) {
        // The other markets of the group halt on their own.
        if (m.load_market_code() == 'Q') {
            begin(m);
            venue.instruments.set_operationally_halted(changed,
                                                       m.load_operational_halt_action() == 'H');
        }
    }

    template <class Message>
    void begin(const Message& m) {
        changed = {m.load_stock_locate()};
        now = {static_cast<std::int64_t>(m.load_timestamp())};
    }

    Exchange::Venue& venue;
    InstrumentId changed;  // its trading state; 0: none
    Time now;
};

/// Writes down the session orders of an instrument that could trade, hidden and pegged ones first:
/// as long as they stand, a displayed order that goes could bring them together.
class SessionOrdersInBook {
  public:
    SessionOrdersInBook(Exchange::Venue& venue, InstrumentId instrument) : venue_(venue) {
        const auto& all = venue.matcher.all();
        for (const Side side : {Side::Buy, Side::Sell}) {
            all.pegs().for_each(all.held(), instrument, side,
                                [&](std::uint32_t index) { note(all.held()[index].order.id); });
            all.hidden().for_each_order(instrument, side, [&](const book::OrderView& order) {
                const auto& record = all.held()[all.held().find_place(order.id)];
                if (record.standing == match::Standing::Hidden) {
                    note(record.order.id);
                }
            });
        }
        for (const Side side : {Side::Buy, Side::Sell}) {
            all.displayed().for_each_order(instrument, side, [&](const book::OrderView& order) {
                const std::uint32_t index = all.held().find_place(order.id);
                note(index == match::kNotHeld ? order.id : all.held()[index].order.id);
            });
        }
    }

    [[nodiscard]] std::span<const OrderId> ids() const {
        return venue_.canceled_by_halt.items().first(count_);
    }

  private:
    void note(OrderId id) {
        venue_.canceled_by_halt[count_] = id;
        count_ += is_background(id) ? 0U : 1U;
    }

    Exchange::Venue& venue_;
    std::size_t count_ = 0;
};

/// Nothing may trade with them while the instrument is halted, and they must not cross the book
/// when it trades again.
void cancel_session_orders(Exchange::Venue& venue, InstrumentId instrument, Time now) {
    const SessionOrdersInBook canceled(venue, instrument);
    const CommandContext context{.now = now, .cancel_reason = CancelReason::Halted};
    MarketEvents events(venue, context);
    venue.matcher.cancel_all(canceled.ids(), events);
}

/// No more than a side can have: small venues need not pay for what a large one does.
[[nodiscard]] std::uint32_t cross_levels_max(const ExchangeOptions& options) {
    const std::uint64_t possible =
        std::uint64_t{options.books.levels_max} + options.session_orders_max;
    return static_cast<std::uint32_t>(
        std::min<std::uint64_t>(match::VenueMatcherOptions{}.cross_levels_max, possible));
}

}  // namespace

Expected<Exchange> Exchange::create(const ExchangeOptions& options) {
    if (options.sessions_max == 0 || options.session_orders_max == 0) {
        return fail("exchange: users_max and orders_open_all_sessions_max must be at least 1");
    }
    Expected<match::VenueMatcher> matcher = match::VenueMatcher::create(
        {.matcher = {.books = options.books, .executions_max = options.executions_per_command_max},
         .held_orders_max = options.session_orders_max,
         .cross_levels_max = cross_levels_max(options)});
    if (!matcher) {
        return std::unexpected(std::move(matcher.error()));
    }
    return Exchange(std::make_unique<Venue>(options, std::move(*matcher)));
}

Exchange::Exchange(std::unique_ptr<Venue> venue) noexcept : venue_(std::move(venue)) {}
Exchange::Exchange(Exchange&&) noexcept = default;
Exchange& Exchange::operator=(Exchange&&) noexcept = default;
Exchange::~Exchange() = default;

const book::L3Books& Exchange::books() const noexcept {
    return venue_->matcher.books();
}
const ExchangeCounters& Exchange::counters() const noexcept {
    return venue_->counters;
}
std::uint32_t Exchange::session_orders() const noexcept {
    return venue_->orders.size();
}
std::uint32_t Exchange::session_orders(SessionId session) const noexcept {
    return venue_->orders.open_of(session);
}
bool Exchange::may_have_session_order(InstrumentId instrument,
                                      book::LevelKey level) const noexcept {
    constexpr std::uint32_t kLookedAtMax = 16;
    if (session_orders() > kLookedAtMax) {
        return true;
    }
    bool may_have = false;
    venue_->orders.for_each([&](const SessionOrder& order) {
        const auto shown = books().find(order.id);
        may_have = may_have || !shown ||
                   (shown->instrument == instrument && shown->side == level.side &&
                    shown->price == level.price);
    });
    return may_have;
}
OrderId Exchange::next_background_id() const noexcept {
    return venue_->ids.next_background();
}

std::uint64_t Exchange::next_seq() const noexcept {
    return venue_->feed.next_sequence_number();
}
std::span<const Bytes> Exchange::feed_packets() const noexcept {
    return venue_->feed.packets();
}
std::span<const OrderReport> Exchange::reports() const noexcept {
    return venue_->reports.reports();
}
const Symbol& Exchange::symbol(InstrumentId instrument) const noexcept {
    return venue_->instruments.symbol(instrument);
}
void Exchange::clear_feed() noexcept {
    venue_->feed.clear();
}
void Exchange::clear_reports() noexcept {
    venue_->reports.clear();
    venue_->amended.reset();
}
void Exchange::heartbeat() noexcept {
    venue_->feed.heartbeat();
}
TradingDay Exchange::day() const noexcept {
    return venue_->day;
}
bool Exchange::has_ended() const noexcept {
    return venue_->has_ended;
}
bool Exchange::is_between_sessions() const noexcept {
    return venue_->day_change.stage == DayChangePosition::Stage::Beginning &&
           !venue_->day_change.is_first;
}
void Exchange::end_of_session() noexcept {
    venue_->has_ended = true;
    venue_->feed.end_of_session();
}

void Exchange::rank_next_session_order(OrderId id) noexcept {
    HOTPATH_ASSERT(!is_background(id), "the id of a session order must be odd");
    venue_->ids.want_next(id);
}

void Exchange::apply(SessionId session, const OrderRequest& request, Time now,
                     RejectReason refusal) noexcept {
    HOTPATH_ASSERT(session.value < venue_->last_user_ref_num.size(),
                   "session must be below sessions_max");
    ++venue_->counters.commands;
    OrderEntry(*venue_, session, now, refusal).carry_out(request);
    venue_->feed.close_packet();
}

void Exchange::count_malformed() noexcept {
    ++venue_->counters.commands;
    ++venue_->counters.malformed;
}

void Exchange::cancel_all(SessionId session, Canceling which, Time now,
                          InstrumentId instrument) noexcept {
    ++venue_->counters.commands;
    std::size_t count = 0;
    venue_->orders.for_each([&](const SessionOrder& order) {
        venue_->canceled_by_halt[count] = order.id;
        const bool stays = which == Canceling::NotGoodTillCanceled &&
                           order.terms.lifetime == OrderLifetime::GoodTillCanceled;
        const bool is_meant = instrument == InstrumentId{} || order.instrument == instrument;
        count += order.session == session && is_meant && !stays ? 1U : 0U;
    });
    cancel_together(venue_->canceled_by_halt.items().first(count), now);
}

void Exchange::cancel(std::span<OrderId> ids, Time now) noexcept {
    ++venue_->counters.commands;
    cancel_together(ids, now);
}

void Exchange::cancel_together(std::span<OrderId> ids, Time now) noexcept {
    std::ranges::sort(ids);
    const CommandContext context{.now = now, .cancel_reason = CancelReason::Supervisory};
    MarketEvents events(*venue_, context);
    venue_->matcher.cancel_all(ids, events);
    venue_->feed.close_packet();
}

void Exchange::save(StateWriter& writer) const {
    venue_->save(writer);
}
void Exchange::load(StateReader& reader) {
    venue_->load(reader);
}

MatchStatus Exchange::enter(const FlowOrder& order, Time now) noexcept {
    if (!begin_background(order)) {
        return end(MatchStatus::UnknownInstrument);
    }
    const CommandContext context{.now = now, .entered = order.id, .attribution = order.attribution};
    MarketEvents events(*venue_, context);
    return end(venue_->matcher.enter({.id = order.id,
                                      .instrument = order.instrument,
                                      .side = order.side,
                                      .qty = order.qty,
                                      .price = order.price},
                                     events));
}

MatchStatus Exchange::rest(const FlowOrder& order, Time now) noexcept {
    if (!begin_background(order)) {
        return end(MatchStatus::UnknownInstrument);
    }
    const CommandContext context{.now = now, .entered = order.id, .attribution = order.attribution};
    MarketEvents events(*venue_, context);
    return end(venue_->matcher.rest(view_of(order), events));
}

MatchStatus Exchange::cancel(OrderId id, Time now) noexcept {
    const CommandContext context{.now = now};
    MarketEvents events(*venue_, context);
    return end(venue_->matcher.cancel(id, events));
}

MatchStatus Exchange::reduce(OrderId id, Qty qty, Time now) noexcept {
    const CommandContext context{.now = now};
    MarketEvents events(*venue_, context);
    return end(venue_->matcher.reduce(id, qty, events));
}

MatchStatus Exchange::replace(const FlowReplace& replacement, Time now) noexcept {
    HOTPATH_ASSERT(is_background(replacement.id), "the id of a background order must be even");
    venue_->ids.on_background(replacement.id);
    const CommandContext context{.now = now};
    MarketEvents events(*venue_, context);
    return end(venue_->matcher.replace(
        replacement.original,
        {.id = replacement.id, .qty = replacement.qty, .price = replacement.price}, events));
}

MatchStatus Exchange::execute(const FlowExecution& execution, Time now) noexcept {
    const CommandContext context{
        .now = now, .recorded_trade = RecordedTrade{execution.resting, execution.match}};
    MarketEvents events(*venue_, context);
    return end(venue_->matcher.enter({.id = {},
                                      .instrument = execution.instrument,
                                      .side = execution.side,
                                      .time_in_force = TimeInForce::Ioc,
                                      .qty = execution.qty,
                                      .price = execution.price},
                                     events));
}

MatchStatus Exchange::execute_at(const FlowExecutionAt& execution, Time now) noexcept {
    // An order with conditions, as a post-only one, never takes.
    const match::HeldOrders& held = venue_->matcher.all().held();
    if (execution.removes_liquidity && held.find_place(execution.id) != match::kNotHeld) {
        return end(MatchStatus::UnknownOrder);
    }
    const std::optional<book::OrderView> order = books().find(execution.id);
    const bool is_at_display_price = order && order->price == execution.price;
    const std::optional<RecordedTrade> recorded =
        execution.match ? std::optional(RecordedTrade{execution.id, *execution.match})
                        : std::nullopt;
    const CommandContext context{.now = now,
                                 .recorded_trade = recorded,
                                 .is_at_display_price = is_at_display_price && execution.printable,
                                 .is_printable = execution.printable,
                                 .is_removing = execution.removes_liquidity};
    MarketEvents events(*venue_, context);
    return end(venue_->matcher.execute_at(
        {.id = execution.id, .qty = execution.qty, .price = execution.price}, events));
}

void Exchange::publish(Bytes itch_message) noexcept {
    ++venue_->counters.commands;
    if (const std::optional<Symbol> symbol = itch50::stock_in(itch_message);
        symbol && !venue_->instruments.list({itch50::locate_in(itch_message)}, *symbol)) {
        ++venue_->counters.malformed;
        return;
    }
    Administration administration(*venue_);
    if (itch50::decode(itch_message, administration) != protocols::DecodeStatus::Ok) {
        ++venue_->counters.malformed;
        return;
    }
    ++venue_->counters.feed_messages;
    venue_->feed.append(itch_message);
    if (administration.changed != InstrumentId{} && !venue_->may_trade(administration.changed)) {
        cancel_session_orders(*venue_, administration.changed, administration.now);
    }
    venue_->feed.close_packet();
}

/// False for an order whose symbol is not its instrument's.
bool Exchange::begin_background(const FlowOrder& order) noexcept {
    HOTPATH_ASSERT(is_background(order.id), "the id of a background order must be even");
    venue_->ids.on_background(order.id);
    return order.symbol == Symbol{} || venue_->instruments.list(order.instrument, order.symbol);
}

InstrumentId Exchange::assign(const Symbol& symbol, InstrumentId wanted) noexcept {
    return venue_->instruments.assign(symbol, wanted);
}

MatchStatus Exchange::end(MatchStatus status) noexcept {
    ++venue_->counters.commands;
    venue_->feed.close_packet();
    return status;
}

}  // namespace hotpath::exchange
