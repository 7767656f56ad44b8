#include "hotpath/sim/market/order_flow.hpp"

#include <algorithm>
#include <array>

namespace hotpath::sim::market {
namespace {

using Doing = OrderFlow::Doing;

struct DoingShare {
    Doing doing;
    std::uint32_t below;
};

// What an arrival does, of kOne. Most deletes are not here: they are planned with the order.
constexpr std::array kContinuous{
    DoingShare{Doing::Add, 750},     DoingShare{Doing::Take, 846},
    DoingShare{Doing::Replace, 900}, DoingShare{Doing::Reduce, 920},
    DoingShare{Doing::Hidden, 940},  DoingShare{Doing::Withdraw, kOne},
};
constexpr std::array kEarly{
    DoingShare{Doing::Add, 850},     DoingShare{Doing::Take, 880},
    DoingShare{Doing::Replace, 900}, DoingShare{Doing::Reduce, 908},
    DoingShare{Doing::Hidden, 912},  DoingShare{Doing::Withdraw, kOne},
};
constexpr std::array kHalted{
    DoingShare{Doing::Add, 600},
    DoingShare{Doing::Withdraw, kOne},
};

constexpr std::array kFalling{
    DoingShare{Doing::Add, 350},     DoingShare{Doing::Take, 640},
    DoingShare{Doing::Replace, 670}, DoingShare{Doing::Reduce, 690},
    DoingShare{Doing::Hidden, 700},  DoingShare{Doing::Withdraw, kOne},
};

// How much of the kernel's children an event has, of kOne.
constexpr std::uint64_t kExcitesAsAdd = 1'000;
constexpr std::uint64_t kExcitesAsTake = 1'400;
constexpr std::uint64_t kExcitesAsEnd = 950;

constexpr std::uint64_t kEndsAtOnce = 80;  // of kOne: the other owners wait for the next event
constexpr char kEndsExactly = '!';         // the code of an end that does not wait
constexpr std::int64_t kLooksAgain = 10 * kNanosPerSecond;
constexpr std::uint64_t kDueFirst = 600;  // of kOne: an event withdraws an order that is due
constexpr Nanos kFleeting{20'000'000};    // orders that live shorter end when they meant to

constexpr std::uint64_t kFlees = 560;  // where the value threatens a best price
constexpr std::int64_t kGiversKnow = 128;
constexpr std::uint32_t kFleeTogether = 8;  // buyers in a flash crash

constexpr std::uint64_t kWalks = 160;   // of kOne: a taker goes beyond the best price
constexpr std::uint64_t kPanics = 700;  // the same of a seller in a flash crash

constexpr Nanos kFresh{kNanosPerSecond};  // an order entered so lately is watched by its owner:
constexpr std::uint64_t kOutrun = 800;    // of kOne: it is withdrawn before who takes it arrives

template <std::size_t N>
Doing draw_of(Dice& dice, const std::array<DoingShare, N>& shares) {
    const std::uint64_t draw = dice.below(kOne);
    return std::ranges::find_if(shares, [&](const DoingShare& s) { return draw < s.below; })->doing;
}

std::uint64_t strength_of(Doing doing) {
    switch (doing) {
        case Doing::Take:
        case Doing::Hidden:
            return kExcitesAsTake;
        case Doing::Reduce:
        case Doing::Withdraw:
            return kExcitesAsEnd;
        case Doing::Add:
        case Doing::Replace:
            break;
    }
    return kExcitesAsAdd;
}

// Halves with every level: most of what happens happens at the best prices.
std::uint32_t draw_rank(Dice& dice) {
    std::uint32_t rank = 0;
    while (rank < 64 && dice.chance(480)) {
        ++rank;
    }
    return rank;
}

}  // namespace

void OrderFlow::on_arrival(InstrumentId id) noexcept {
    market_.stamp(id);
    move_value(id);
    if (withdraw_due(id)) {
        return excite(id, kExcitesAsEnd);
    }
    const bool flees = market_.dice.chance(kFlees) &&
                       (is_threatened(id, Side::Buy) || is_threatened(id, Side::Sell));
    const Doing doing = flees ? Doing::Withdraw : draw_doing(market_.instrument(id).session);
    act(id, doing);
    excite(id, strength_of(doing));
}

Doing OrderFlow::draw_doing(Session session) noexcept {
    Dice& dice = market_.dice;
    switch (session) {
        case Session::Early:
            return draw_of(dice, kEarly);
        case Session::Halted:
            return draw_of(dice, kHalted);
        case Session::Continuous:
        case Session::Closed:
            break;
    }
    return market_.crash.is_falling(market_.now) ? draw_of(dice, kFalling)
                                                 : draw_of(dice, kContinuous);
}

void OrderFlow::act(InstrumentId id, Doing doing) noexcept {
    switch (doing) {
        case Doing::Add:
            return add(id, informed_side(id, kGiversKnow));
        case Doing::Take:
            return take(id);
        case Doing::Replace:
            return replace(id);
        case Doing::Reduce:
            return reduce(id);
        case Doing::Hidden:
            return trade_hidden(id);
        case Doing::Withdraw:
            return withdraw(id);
    }
}

void OrderFlow::on_order_ends(const Event& event) noexcept {
    if (!market_.books.is_live(event.slot, event.id)) {
        return;  // executed, replaced or withdrawn before
    }
    const InstrumentId id = event.instrument;
    if (event.code != kEndsExactly && !market_.dice.chance(kEndsAtOnce)) {
        return wait_for_event(event);
    }
    market_.stamp(id);
    leave(event.slot);
    excite(id, kExcitesAsEnd);
}

// Where too many wait already, its owner looks again later.
void OrderFlow::wait_for_event(Event event) noexcept {
    if (!market_.due.is_full(event.instrument)) {
        return market_.due.push(event.instrument, {.id = event.id, .slot = event.slot});
    }
    event.time = market_.now + Nanos{kNanosPerSecond + market_.dice.exponential(kLooksAgain)};
    market_.events.push(event);
}

bool OrderFlow::withdraw_due(InstrumentId id) noexcept {
    while (!market_.due.is_empty(id) && market_.dice.chance(kDueFirst)) {
        const DueOrder due = market_.due.pop(id);
        if (market_.books.is_live(due.slot, due.id)) {
            leave(due.slot);
            return true;
        }
    }
    return false;
}

void OrderFlow::on_evening() noexcept {
    evening_slot_ = market_.books.live_from(evening_slot_);
    if (evening_slot_ != kNoSlot) {
        market_.stamp(market_.books.level_of(evening_slot_).instrument);
        return remove(evening_slot_);
    }
    const auto index = market_.instruments.activity.draw(market_.dice);
    const InstrumentId id{static_cast<std::uint16_t>(1 + index)};
    market_.stamp(id);
    const Slot slot = near_touch(id);
    slot == kNoSlot ? add(id, market_.dice.side()) : remove(slot);
}

// A random walk in steps of a tenth of the usual spread, rarely news, drawn back to the anchor over
// a day's events. A flash crash takes its part off, and gives it back.
void OrderFlow::move_value(InstrumentId id) noexcept {
    Instrument& instrument = market_.instrument(id);
    const auto spread_256 = static_cast<std::uint64_t>(instrument.spread_units() * 256);
    const bool is_news = market_.dice.chance(1);
    instrument.value_256 += market_.dice.within(is_news ? spread_256 * 2 : spread_256 / 6);
    const std::int64_t anchor_256 = instrument.anchor.value * 256;
    instrument.value_256 += (anchor_256 - instrument.value_256) / 65'536;
    const std::int64_t fallen_256 = market_.crash.depth(anchor_256, market_.now);
    instrument.value_256 -= fallen_256 - instrument.fallen_256;
    instrument.fallen_256 = fallen_256;
    instrument.value_256 = std::clamp(instrument.value_256, anchor_256 / 4, anchor_256 * 4);
}

// The value moves by the taker's unexpected part: so it has no trend, however many buyers follow
// each other, and yet the price follows the trades.
void OrderFlow::learn_from_taker(InstrumentId id, Side side) noexcept {
    Instrument& instrument = market_.instrument(id);
    const std::int64_t expected = kTakersKnow * value_signal(market_, id) / 512;
    const std::int64_t surprise = sign(side) * 1'024 - expected;  // of 1,024
    instrument.value_256 += instrument.spread_units() * 256 * 7 / 10 * surprise / 1'024;
}

void OrderFlow::add(InstrumentId id, Side side) noexcept {
    if (market_.books.is_full()) {
        return withdraw(id);
    }
    if (const auto quote = draw_quote(market_, id, side)) {
        add_quote(id, side, *quote);
    }
}

void OrderFlow::add_quote(InstrumentId id, Side side, const Quote& quote) noexcept {
    const NewLightOrder order = to_order(id, side, quote);
    note_fresh(id, order.id);
    market_.writer.add(order, market_.dice.chance(20));
    plan_end(market_.books.add(order), quote);
}

void OrderFlow::take(InstrumentId id) noexcept {
    const Side side = informed_side(id, kTakersKnow);
    if (!market_.crash.is_falling(market_.now)) {  // then they know no more than that it falls
        learn_from_taker(id, side);
    }
    if (!market_.books.has(id, opposite(side))) {
        return add(id, side);
    }
    const LightBooks::Level& best = market_.books.best(id, opposite(side));
    if (is_fresh(id, market_.books.order(best.head).id) && market_.dice.chance(kOutrun)) {
        return remove(best.head);
    }
    const bool is_panic = market_.crash.is_falling(market_.now) && side == Side::Sell;
    const bool walks = market_.dice.chance(is_panic ? kPanics : kWalks);
    const std::int64_t step = is_panic ? market_.instrument(id).usual_spread.value : 1;
    const Price limit =
        walks ? away(opposite(side), best.price, 1 + step * draw_rank(market_.dice)) : best.price;
    const bool takes_front = market_.dice.chance(420);
    const Qty wanted =
        takes_front ? market_.books.order(best.head).qty : draw_qty(market_.dice, best.price);
    const Qty left = execute(id, side, limit, walks ? Qty{wanted.value * 4} : wanted);
    const bool rests = left.value != 0 && !market_.books.is_full() && market_.dice.chance(300);
    if (rests && !(market_.books.has(id, opposite(side)) &&
                   crosses(side, limit, market_.books.best(id, opposite(side)).price))) {
        add_quote(id, side, {.price = limit, .qty = left, .lifetime = draw_lifetime(market_.dice)});
    }
}

Qty OrderFlow::execute(InstrumentId id, Side incoming, Price limit, Qty qty) noexcept {
    const Side resting = opposite(incoming);
    for (std::uint32_t i = 0; i < kExecutionsMax && qty.value != 0; ++i) {
        if (!market_.books.has(id, resting) ||
            !crosses(incoming, limit, market_.books.best(id, resting).price)) {
            break;
        }
        const Slot front = market_.books.best(id, resting).head;
        const Qty executed = std::min(qty, market_.books.order(front).qty);
        execute_front(id, resting, executed);
        qty -= executed;
    }
    return qty;
}

void OrderFlow::execute_front(InstrumentId id, Side resting, Qty qty) noexcept {
    const Slot front = market_.books.best(id, resting).head;
    const Execution execution{.id = market_.books.order(front).id, .qty = qty};
    if (market_.dice.chance(8)) {
        // Its owner would trade a tick better for the other side than it displays.
        const Price better = away(resting, market_.books.best(id, resting).price, -1);
        market_.writer.executed_at({.execution = execution, .price = better, .is_printable = true});
    } else {
        market_.writer.executed(execution);
    }
    take_off(front, qty);
}

void OrderFlow::replace(InstrumentId id) noexcept {
    const Slot slot = near_touch(id);
    if (slot == kNoSlot) {
        return add(id, market_.dice.side());
    }
    const Side side = market_.books.level_of(slot).side;
    const OrderId original = market_.books.order(slot).id;
    market_.books.remove(slot);
    const auto quote = draw_quote(market_, id, side);
    if (!quote) {
        return market_.writer.deleted(original);
    }
    const NewLightOrder order = to_order(id, side, *quote);
    note_fresh(id, order.id);
    market_.writer.replaced(original, order);
    plan_end(market_.books.add(order), *quote);
}

void OrderFlow::reduce(InstrumentId id) noexcept {
    const Slot slot = near_touch(id);
    if (slot == kNoSlot || market_.books.order(slot).qty.value < 2) {
        return withdraw(id);
    }
    const LightBooks::Order& order = market_.books.order(slot);
    const Qty qty{static_cast<std::uint32_t>(1 + market_.dice.below(order.qty.value - 1))};
    market_.writer.reduced(order.id, qty);
    market_.books.reduce(slot, qty);
}

void OrderFlow::trade_hidden(InstrumentId id) noexcept {
    if (!market_.books.has(id, Side::Buy) || !market_.books.has(id, Side::Sell)) {
        return add(id, market_.dice.side());
    }
    const Price bid = market_.books.best(id, Side::Buy).price;
    const Price ask = market_.books.best(id, Side::Sell).price;
    const auto ticks = static_cast<std::uint64_t>((ask - bid) / tick_units(bid));
    const auto inside = static_cast<std::int64_t>(market_.dice.below(ticks + 1));
    market_.writer.hidden_trade(draw_qty(market_.dice, bid), away(Side::Sell, bid, inside));
    if (market_.dice.chance(1)) {
        market_.writer.broken_trade();
    }
}

// Where the value comes near the best price, the orders there leave first.
void OrderFlow::withdraw(InstrumentId id) noexcept {
    const Side side = market_.dice.side();
    const Slot slot = is_threatened(id, side) ? market_.books.best(id, side).tail
                      : is_threatened(id, opposite(side))
                          ? market_.books.best(id, opposite(side)).tail
                          : near_touch(id);
    if (slot == kNoSlot) {
        return market_.books.is_full() ? void() : add(id, side);
    }
    leave(slot);
    for (std::uint32_t n = 0;
         n < kFleeTogether && market_.crash.is_falling(market_.now) && is_threatened(id, Side::Buy);
         ++n) {
        remove(market_.books.best(id, Side::Buy).tail);
    }
}

// Its owner quotes again at once, further away, where otherwise nothing would stand near.
void OrderFlow::leave(Slot slot) noexcept {
    const InstrumentId id = market_.books.level_of(slot).instrument;
    const Side side = market_.books.level_of(slot).side;
    remove(slot);
    const Session session = market_.instrument(id).session;
    const bool is_open = session == Session::Continuous || session == Session::Halted;
    if (is_open && is_bare(market_, id, side)) {
        add(id, side);
    }
}

bool OrderFlow::is_threatened(InstrumentId id, Side side) noexcept {
    if (!market_.books.has(id, side)) {
        return false;
    }
    const Instrument& instrument = market_.instrument(id);
    const std::int64_t margin =
        sign(side) * (instrument.value() - market_.books.best(id, side).price);
    return margin < instrument.spread_units() / 4;
}

void OrderFlow::remove(Slot slot) noexcept {
    market_.writer.deleted(market_.books.order(slot).id);
    market_.books.remove(slot);
}

void OrderFlow::take_off(Slot slot, Qty qty) noexcept {
    if (qty == market_.books.order(slot).qty) {
        market_.books.remove(slot);
    } else {
        market_.books.reduce(slot, qty);
    }
}

// Orders count by the time at which the first of them was entered, for at most kFresh.
void OrderFlow::note_fresh(InstrumentId id, OrderId order) noexcept {
    Instrument& instrument = market_.instrument(id);
    if (market_.now - instrument.fresh_since > kFresh) {
        instrument.fresh_since = market_.now;
        instrument.fresh_id = order;
    }
}

bool OrderFlow::is_fresh(InstrumentId id, OrderId order) noexcept {
    const Instrument& instrument = market_.instrument(id);
    return order >= instrument.fresh_id && market_.now - instrument.fresh_since <= kFresh;
}

Slot OrderFlow::near_touch(InstrumentId id) noexcept {
    const Side first = market_.dice.side();
    const Side side = market_.books.has(id, first) ? first : opposite(first);
    if (!market_.books.has(id, side)) {
        return kNoSlot;
    }
    return market_.books.last_in_queue(id, side, draw_rank(market_.dice));
}

// Buy with a chance of (512 + strength * signal) in 1,024: strength is how much of the value this
// trader knows.
Side OrderFlow::informed_side(InstrumentId id, std::int64_t strength) noexcept {
    const std::int64_t of_1024 = 512 + strength * value_signal(market_, id) / 1'024;
    return market_.dice.chance(static_cast<std::uint64_t>(of_1024)) ? Side::Buy : Side::Sell;
}

NewLightOrder OrderFlow::to_order(InstrumentId id, Side side, const Quote& quote) noexcept {
    return {.id = market_.writer.next_id(),
            .instrument = id,
            .side = side,
            .price = quote.price,
            .qty = quote.qty};
}

void OrderFlow::plan_end(Slot slot, const Quote& quote) noexcept {
    if (!quote.lifetime || !market_.events.has_optional_room()) {
        return;
    }
    market_.events.push({.time = market_.now + *quote.lifetime,
                         .id = market_.books.order(slot).id,
                         .slot = slot,
                         .instrument = market_.books.level_of(slot).instrument,
                         .kind = EventKind::OrderEnds,
                         .code = *quote.lifetime < kFleeting ? kEndsExactly : ' '});
}

void OrderFlow::excite(InstrumentId id, std::uint64_t strength_of_1024) noexcept {
    market_.excitation.on_event(id, market_.now, strength_of_1024, market_.dice);
}

}  // namespace hotpath::sim::market
