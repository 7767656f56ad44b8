#include "hotpath/strategy/latency_arbitrage.hpp"

#include <algorithm>
#include <limits>

#include "hotpath/core/assert.hpp"

namespace hotpath::strategy {

namespace {

constexpr std::array<Venue, kVenues> kBothVenues{Venue::First, Venue::Second};
constexpr std::array<Side, 2> kBothSides{Side::Buy, Side::Sell};

constexpr std::size_t index_of(Venue venue) noexcept {
    return static_cast<std::size_t>(venue);
}

constexpr Venue other(Venue venue) noexcept {
    return venue == Venue::First ? Venue::Second : Venue::First;
}

bool has_valid_times(const ArbitrageOptions& options) noexcept {
    const std::array<Nanos, 4> above_zero{options.silence_max, options.window,
                                          options.answer_within, options.complete_within};
    return std::ranges::all_of(above_zero, [](Nanos time) { return time > Nanos{}; }) &&
           options.pause >= Nanos{};
}

bool has_valid_symbols(const ArbitrageOptions& options) noexcept {
    std::vector<Symbol> sorted = options.symbols;
    std::ranges::sort(sorted);
    const bool is_each_once = std::ranges::adjacent_find(sorted) == sorted.end();
    return !sorted.empty() && sorted.size() < std::numeric_limits<std::uint16_t>::max() &&
           is_each_once && sorted.front() != Symbol{};
}

}  // namespace

Expected<void> LatencyArbitrage::validate(const ArbitrageOptions& options) {
    if (!has_valid_symbols(options)) {
        return fail("arbitrage: symbols must be non-empty and unique");
    }
    if (options.qty_max.value == 0 || options.edge_min < 1 || options.loss_max < 0 ||
        options.slippage_ticks < Ticks{}) {
        return fail(
            "arbitrage: qty_max and edge_min must be above 0, loss_max and slippage_ticks 0 or "
            "more");
    }
    if (!has_valid_times(options)) {
        return fail(
            "arbitrage: silence_max_ms, window, answer_within_ms and complete_within_ms must be "
            "above "
            "0");
    }
    for (const ArbitrageVenue& venue : options.venues) {
        if (venue.order_latency < Nanos{} || venue.order_latency >= options.window) {
            return fail("arbitrage: order_latency must be 0 or more and below window");
        }
        if (venue.position_max <= SignedQty{}) {
            return fail("arbitrage: position_max of a venue must be above 0");
        }
    }
    return {};
}

Expected<ArbitrageLegs> ArbitrageLegs::create(const ArbitrageOptions& options) {
    if (auto valid = LatencyArbitrage::validate(options); !valid) {
        return std::unexpected(valid.error());
    }
    return ArbitrageLegs(options);
}

LatencyArbitrage::LatencyArbitrage(const ArbitrageOptions& options)
    : options_(options), watches_(options.symbols.size() + 1), turns_(watches_.size()) {
    HOTPATH_ASSERT(validate(options).has_value(), "call validate(options) first");
    for (std::size_t n = 0; n < options.symbols.size(); ++n) {
        watches_[n + 1].symbol = options.symbols[n];
    }
    for (std::vector<std::uint16_t>& by_instrument : watch_of_) {
        by_instrument.resize(std::size_t{options.instruments_max} + 1);
    }
}

// ---- queries

LatencyArbitrage::Watch* LatencyArbitrage::find(Venue venue, InstrumentId instrument) noexcept {
    const std::vector<std::uint16_t>& by_instrument = watch_of_[index_of(venue)];
    const std::uint16_t place =
        instrument.value < by_instrument.size() ? by_instrument[instrument.value] : 0;
    return place == 0 ? nullptr : &watches_[place];
}

SignedQty LatencyArbitrage::net_position(Symbol symbol) const noexcept {
    const auto watch = std::ranges::find(watches_, symbol, &Watch::symbol);
    return watch == watches_.end() ? SignedQty{}
                                   : watch->legs[0].position + watch->legs[1].position;
}

const ArbitrageVenue& LatencyArbitrage::options_of(Venue venue) const noexcept {
    return options_.venues[index_of(venue)];
}

// For a share: what is paid when it is bought, what is not received when it is sold. Whatever both
// sides of a trade cost together is lost.
std::int64_t LatencyArbitrage::cost(Venue venue, Side side, Price price) const noexcept {
    return sign(side) * price.value + options_of(venue).fee.value;
}

// The national best bid or offer of the venues we see: what an order of this side would take.
std::optional<Venue> LatencyArbitrage::national_best(const Watch& watch, Side side) noexcept {
    std::optional<Venue> best;
    for (const Venue venue : kBothVenues) {
        const Leg& leg = watch.legs[index_of(venue)];
        const Price price = leg.quotes[side_index(side)].price;
        const bool is_better_one =
            !best || is_better(opposite(side), price,
                               watch.legs[index_of(*best)].quotes[side_index(side)].price);
        if (leg.is_able && leg.is_market && is_better_one) {
            best = venue;
        }
    }
    return best;
}

// Where an order of this side would cost least, of the venues where it can be sent now.
std::optional<Venue> LatencyArbitrage::cheapest(const Watch& watch, Side side,
                                                Time now) const noexcept {
    std::optional<Venue> best;
    std::int64_t least = std::numeric_limits<std::int64_t>::max();
    for (const Venue venue : kBothVenues) {
        const Leg& leg = watch.legs[index_of(venue)];
        const Quote& quote = leg.quotes[side_index(side)];
        const std::int64_t costs = cost(venue, side, quote.price);
        const bool is_possible = leg.is_able && leg.is_market && !leg.is_out &&
                                 now >= leg.paused_until && now >= quote.spent_until;
        if (is_possible && costs < least) {
            least = costs;
            best = venue;
        }
    }
    return best;
}

// The three conditions: crossed by more than the fees, at the national best prices, for longer than
// it takes us.
std::optional<LatencyArbitrage::Plan> LatencyArbitrage::find_cross(const Watch& watch,
                                                                   Time now) noexcept {
    const std::optional<Venue> buy_at = national_best(watch, Side::Buy);
    const std::optional<Venue> sell_at = national_best(watch, Side::Sell);
    if (!buy_at || !sell_at || *buy_at == *sell_at || now < watch.paused_until) {
        return std::nullopt;
    }
    Plan plan{.venue_of = {*buy_at, *sell_at}};
    std::int64_t costs = 0;
    for (const Side side : kBothSides) {
        const Venue venue = plan.venue_of[side_index(side)];
        const Leg& leg = watch.legs[index_of(venue)];
        const Quote& quote = leg.quotes[side_index(side)];
        if (leg.is_out || now < leg.paused_until || now < quote.spent_until) {
            return std::nullopt;
        }
        plan.price_of[side_index(side)] = quote.price;
        costs += cost(venue, side, quote.price);
    }
    plan.qty = qty_of(watch, plan);
    const bool is_crossed = plan.price_of[1] > plan.price_of[0] && -costs >= options_.edge_min;
    if (!is_crossed || plan.qty.value == 0 || !is_in_time(watch, plan, now)) {
        return std::nullopt;
    }
    return plan;
}

// The market is crossed since the later of the two quotes came. What is left of the window must
// suffice for the order of either leg, and neither venue may have fallen silent.
bool LatencyArbitrage::is_in_time(const Watch& watch, const Plan& plan, Time now) noexcept {
    Time crossed_at{};
    for (const Side side : kBothSides) {
        const Leg& leg = watch.legs[index_of(plan.venue_of[side_index(side)])];
        crossed_at = std::max(crossed_at, leg.quotes[side_index(side)].since);
    }
    const bool is_early = std::ranges::all_of(kBothVenues, [&](Venue venue) {
        return now - crossed_at + options_of(venue).order_latency < options_.window &&
               now - heard_at_[index_of(venue)] <= options_.silence_max;
    });
    counters_.too_late += is_early ? 0U : 1U;
    return is_early;
}

// Quantities shown by both venues, and each venue's position limit.
Qty LatencyArbitrage::qty_of(const Watch& watch, const Plan& plan) const noexcept {
    SignedQty qty = to_signed(options_.qty_max);
    for (const Side side : kBothSides) {
        const Venue venue = plan.venue_of[side_index(side)];
        const Leg& leg = watch.legs[index_of(venue)];
        const SignedQty shown{static_cast<std::int64_t>(leg.quotes[side_index(side)].qty.value)};
        const SignedQty room = options_of(venue).position_max - sign(side) * leg.position;
        qty = std::min({qty, shown, room});
    }
    return {static_cast<std::uint32_t>(std::max(qty, SignedQty{}).value)};
}

// For a share, when the leg that is missing is done there now at the touch; the other leg was done
// at the plan's price or better.
std::int64_t LatencyArbitrage::loss(const Watch& watch, Side side, Venue at) const noexcept {
    const Side done = opposite(side);
    return cost(watch.plan.venue_of[side_index(done)], done,
                watch.plan.price_of[side_index(done)]) +
           cost(at, side, watch.legs[index_of(at)].quotes[side_index(side)].price);
}

// ---- events

void LatencyArbitrage::on_instrument(Venue venue, const Instrument& instrument) noexcept {
    std::vector<std::uint16_t>& by_instrument = watch_of_[index_of(venue)];
    for (std::size_t n = 1; n < watches_.size(); ++n) {
        Leg& leg = watches_[n].legs[index_of(venue)];
        if (watches_[n].symbol == instrument.symbol && instrument.id.value < by_instrument.size()) {
            by_instrument[leg.instrument.value] = 0;  // its id of the session before
            by_instrument[instrument.id.value] = static_cast<std::uint16_t>(n);
            leg.instrument = instrument.id;
            leg.is_able = false;
        }
    }
}

void LatencyArbitrage::on_book(Venue venue, const book::BookView& book, const Context& context,
                               oms::Intents& intents) noexcept {
    Watch* watch = find(venue, book.instrument());
    if (watch == nullptr) {
        return;
    }
    if (asked_ == watch && watch->turn == venue) {
        asked_ = nullptr;  // and so shows nothing new of the venue
    } else {
        heard_at_[index_of(venue)] = context.now;
    }
    note_book(watch->legs[index_of(venue)], book, context);
    decide(*watch, venue, context.now, intents);
}

void LatencyArbitrage::note_book(Leg& leg, const book::BookView& book,
                                 const Context& context) const noexcept {
    const oms::Order* order = context.orders.find(leg.order);
    leg.is_out = leg.is_out && order != nullptr && oms::is_open(order->state);
    leg.position = context.orders.position(book.instrument()).position;
    leg.is_known = true;
    leg.is_able = true;
    for (const Side side : kBothSides) {
        const book::Level best = book.best(opposite(side));
        Quote& quote = leg.quotes[side_index(side)];
        if (best.price != quote.price || best.qty != quote.qty) {
            quote = {.price = best.price, .qty = best.qty, .since = context.now};
        }
    }
    const Price bid = leg.quotes[side_index(Side::Sell)].price;
    leg.is_market = bid.value > 0 && bid < leg.quotes[side_index(Side::Buy)].price;
    leg.tick = book.tick(bid);
}

void LatencyArbitrage::on_timer(Venue venue) noexcept {
    for (Watch& watch : watches_) {
        if (watch.stage == Stage::Working || watch.stage == Stage::Legged) {
            give_turn(watch, venue);
        }
    }
}

void LatencyArbitrage::on_fill(Venue venue, const oms::Fill& fill) noexcept {
    if (Watch* watch = find(venue, fill.instrument); watch != nullptr) {
        Leg& leg = watch->legs[index_of(venue)];
        leg.position = fill.position;
        watch->has_executed = true;
        leg.is_out = leg.is_out && (fill.id != leg.order || fill.leaves_qty.value != 0);
    }
}

// Nothing was taken of the quote.
void LatencyArbitrage::on_reject(Venue venue, const oms::Rejection& rejection, Time now) noexcept {
    Watch* watch = find(venue, rejection.instrument);
    if (watch == nullptr || watch->legs[index_of(venue)].order != rejection.id) {
        return;
    }
    Leg& leg = watch->legs[index_of(venue)];
    leg.is_out = false;
    leg.paused_until = now + options_.pause;
    for (Quote& quote : leg.quotes) {
        quote.spent_until = {};
    }
    // The order of the other leg has not gone yet when this one was the first.
    watch->is_second_due = false;
}

void LatencyArbitrage::on_books_state(Venue venue, BooksState state) noexcept {
    for (Watch& watch : watches_) {
        Leg& leg = watch.legs[index_of(venue)];
        leg.is_able = leg.is_able && state == BooksState::Current;
    }
}

// ---- decisions

void LatencyArbitrage::decide(Watch& watch, Venue at, Time now, oms::Intents& intents) noexcept {
    const bool is_known = watch.legs[0].is_known && watch.legs[1].is_known;
    if (!is_known) {
        return;  // what looks like a leg may have its other at the venue that has not spoken
    }
    if (watch.stage == Stage::Planned) {
        return go_first(watch, at, now, intents);
    }
    if (watch.is_second_due) {
        return go_second(watch, at, now, intents);
    }
    const bool is_out = watch.legs[0].is_out || watch.legs[1].is_out;
    if (is_out && now < watch.answer_by) {
        return;
    }
    conclude(watch, now);
    if (watch.stage == Stage::Legged) {
        get_flat(watch, at, now, intents);
    } else if (watch.stage == Stage::Watching) {
        look_for_cross(watch, at, now);
    }
}

void LatencyArbitrage::look_for_cross(Watch& watch, Venue at, Time now) noexcept {
    if (const std::optional<Plan> plan = find_cross(watch, now)) {
        ++counters_.crosses;
        watch.plan = *plan;
        watch.stage = Stage::Planned;
        give_turn(watch, other(at));
    }
}

// It looks again: its own book may have changed within this very event.
void LatencyArbitrage::go_first(Watch& watch, Venue at, Time now, oms::Intents& intents) noexcept {
    if (watch.turn != at) {
        return;
    }
    watch.stage = Stage::Watching;
    const std::optional<Plan> plan = find_cross(watch, now);
    if (!plan) {
        return;
    }
    watch.plan = *plan;
    const Side side = plan->venue_of[side_index(Side::Buy)] == at ? Side::Buy : Side::Sell;
    const Price price = plan->price_of[side_index(side)];
    if (send(watch, at, {.side = side, .qty = plan->qty, .price = price}, now, intents)) {
        watch.stage = Stage::Working;
        watch.has_plan = true;
        watch.has_executed = false;
        watch.is_second_due = true;
        give_turn(watch, other(at));
    }
}

// No second look: the first order has gone.
void LatencyArbitrage::go_second(Watch& watch, Venue at, Time now, oms::Intents& intents) noexcept {
    if (watch.turn != at) {
        return;
    }
    watch.is_second_due = false;
    const Plan& plan = watch.plan;
    const Side side = plan.venue_of[side_index(Side::Buy)] == at ? Side::Buy : Side::Sell;
    const Price price = plan.price_of[side_index(side)];
    counters_.trades +=
        send(watch, at, {.side = side, .qty = plan.qty, .price = price}, now, intents) ? 1U : 0U;
}

// Nothing is out, or it has been waited for long enough: what came of it?
void LatencyArbitrage::conclude(Watch& watch, Time now) noexcept {
    const bool is_flat = watch.legs[0].position + watch.legs[1].position == SignedQty{};
    if (!is_flat) {
        if (watch.stage != Stage::Legged) {
            // A position that no trade of ours explains was left by a process before this one, or
            // by a trade that the venue broke: it goes at once.
            watch.flat_by = watch.stage == Stage::Working ? now + options_.complete_within : now;
            watch.has_plan = watch.has_plan && watch.stage == Stage::Working;
            watch.stage = Stage::Legged;
            ++counters_.legged;
        }
        return;
    }
    const bool is_out = watch.legs[0].is_out || watch.legs[1].is_out;
    if (is_out) {
        return;  // in doubt, and nothing new beside it
    }
    counters_.complete += watch.stage == Stage::Working && watch.has_executed ? 1U : 0U;
    watch.paused_until = watch.stage == Stage::Legged ? now + options_.pause : watch.paused_until;
    watch.stage = Stage::Watching;
    watch.has_plan = false;
}

// First at a price that loses nothing; when time is up, or the loss would be too large, at any.
void LatencyArbitrage::get_flat(Watch& watch, Venue at, Time now, oms::Intents& intents) noexcept {
    const SignedQty net = watch.legs[0].position + watch.legs[1].position;
    const Side side = net > SignedQty{} ? Side::Sell : Side::Buy;
    const std::optional<Venue> venue = cheapest(watch, side, now);
    if (!venue) {
        return;
    }
    // The loss is measured at the best price there is, even one that cannot be traded right now.
    const Venue best = cheapest(watch, side, kNever).value_or(*venue);
    const bool is_stop =
        now >= watch.flat_by || (watch.has_plan && loss(watch, side, best) > options_.loss_max);
    if (!is_stop && loss(watch, side, *venue) > 0) {
        return;
    }
    if (*venue != at) {
        return give_turn(watch, *venue);
    }
    const Leg& leg = watch.legs[index_of(at)];
    const std::int64_t beyond = is_stop ? options_.slippage_ticks * leg.tick : 0;
    const oms::NewOrder order{.side = side,
                              .qty = {static_cast<std::uint32_t>(
                                  std::min(magnitude(net), to_signed(options_.qty_max)).value)},
                              .price = leg.quotes[side_index(side)].price + sign(side) * beyond};
    counters_.stops += send(watch, at, order, now, intents) && is_stop ? 1U : 0U;
}

bool LatencyArbitrage::send(Watch& watch, Venue at, const oms::NewOrder& order, Time now,
                            oms::Intents& intents) const noexcept {
    Leg& leg = watch.legs[index_of(at)];
    const ClOrdId id = intents.enter({.instrument = leg.instrument,
                                      .side = order.side,
                                      .qty = order.qty,
                                      .price = order.price,
                                      .time_in_force = TimeInForce::Ioc});
    if (id.value == 0) {
        return false;
    }
    leg.order = id;
    leg.is_out = true;
    leg.quotes[side_index(order.side)].spent_until = now + options_.answer_within;
    watch.answer_by = now + options_.answer_within;
    return true;
}

// ---- turns

void LatencyArbitrage::give_turn(Watch& watch, Venue venue) noexcept {
    watch.turn = venue;
    if (!watch.is_queued) {
        watch.is_queued = turns_.try_push(static_cast<std::uint16_t>(&watch - watches_.data()));
    }
}

std::optional<VenueTurn> LatencyArbitrage::next_turn() noexcept {
    note_no_answer();
    if (turns_.empty()) {
        return std::nullopt;
    }
    asked_ = &watches_[turns_.front()];
    turns_.pop();
    asked_->is_queued = false;
    const std::size_t venue = index_of(asked_->turn);
    return VenueTurn{.venue = venue, .instrument = asked_->legs[venue].instrument};
}

// The engine did not let the leg that was asked act: halted, stale, killed or without a session.
void LatencyArbitrage::note_no_answer() noexcept {
    if (asked_ == nullptr) {
        return;
    }
    Watch& watch = *asked_;
    asked_ = nullptr;
    watch.legs[index_of(watch.turn)].is_able = false;
    watch.is_second_due = false;
    watch.stage = watch.stage == Stage::Planned ? Stage::Watching : watch.stage;
    const bool is_busy = watch.stage == Stage::Working || watch.stage == Stage::Legged;
    if (is_busy && watch.legs[index_of(other(watch.turn))].is_able) {
        give_turn(watch, other(watch.turn));
    }
}

}  // namespace hotpath::strategy
