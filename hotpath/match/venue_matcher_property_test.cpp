// One random stream of operations with every condition, phase, band and cross on VenueMatcher and
// its obvious twin: the same statuses, events and orders after each; and what holds whatever the
// stream: quantity is conserved, continuous books are never crossed, no self-trades.

#include <algorithm>
#include <iostream>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/book/books_state.hpp"
#include "hotpath/core/random.hpp"
#include "hotpath/match/venue_matcher.hpp"
#include "tests/reference/reference_venue_matcher.hpp"
#include "tests/reference/venue_event_log.hpp"
#include "tests/support/seeds.hpp"

namespace hotpath::match {
namespace {

constexpr std::uint16_t kInstruments = 2;
constexpr std::int64_t kLowestPrice = 100;
constexpr std::uint64_t kPrices = 13;

/// Draws operations whose ids are sometimes dead, never used or taken, so that refusals occur too.
class Operations {
  public:
    explicit Operations(std::uint64_t seed) : random_(seed) {}

    template <class Matcher>
    static void set_ticks(Matcher& matcher) {
        for (std::uint16_t i = 1; i <= kInstruments; ++i) {
            matcher.set_rules({i}, {.tick = tick_of({i})});
        }
    }

    [[nodiscard]] std::uint64_t next_id() const { return next_id_; }
    /// Places have been given up to here.
    void note_places(std::uint64_t next) { next_id_ = next; }

    /// Runs the same operation on every matcher given.
    template <class Call>
    void next(Call&& call) {
        const std::uint64_t kind = random_.below(1'000);
        if (kind < 600) {
            enter(call);
        } else if (kind < 800) {
            const OrderId id = draw_id();
            call([&](auto& matcher, auto& log) { return matcher.cancel(id, log); });
        } else if (kind < 880) {
            const OrderId id = draw_id();
            const Qty qty = draw_qty();
            call([&](auto& matcher, auto& log) { return matcher.reduce(id, qty, log); });
        } else if (kind < 970) {
            const OrderId id = draw_id();
            const book::Replacement now{
                .id = draw_new_id(), .qty = draw_qty(), .price = draw_price()};
            call([&](auto& matcher, auto& log) { return matcher.replace(id, now, log); });
        } else {
            administer(call);
        }
    }

  private:
    template <class Call>
    void enter(Call& call) {
        NewOrder order = draw_order();
        if (random_.one_in(2)) {
            order.tag = static_cast<std::uint32_t>(order.id.value % 1'000);
            return call([&](auto& matcher, auto& log) { return matcher.enter(order, log); });
        }
        const Conditions asked = draw_conditions(order);
        call([&](auto& matcher, auto& log) { return matcher.enter(order, asked, log); });
    }

    template <class Call>
    void administer(Call& call) {
        const InstrumentId instrument = draw_instrument();
        const std::uint64_t kind = random_.below(30);
        if (kind < 12) {
            const Phase phase = draw_phase();
            call([&](auto& matcher, auto& log) {
                return matcher.set_phase(instrument, phase, log);
            });
        } else if (kind < 22) {
            cross(instrument, call);
        } else if (kind < 26) {
            const PriceBands bands = draw_bands();
            call([&](auto& matcher, auto& log) {
                return matcher.set_bands(instrument, bands, log);
            });
        } else if (kind < 28) {
            call([&](auto& matcher, auto& log) { return matcher.end_day(instrument, log); });
        } else {
            const InstrumentRules rules{.tick = tick_of(instrument),
                                        .lot = random_.one_in(4) ? 10U : 1U,
                                        .takes_orders_in_halt = random_.one_in(2)};
            call([&](auto& matcher, auto&) { return matcher.set_rules(instrument, rules), 0; });
        }
    }

    template <class Call>
    void cross(InstrumentId instrument, Call& call) {
        const CrossRequest request{.instrument = instrument,
                                   .kind = draw_cross_kind(),
                                   .reference = random_.one_in(3) ? Price{} : draw_price()};
        if (random_.one_in(2)) {
            call([&](auto& matcher, auto&) { return matcher.indicate(request); });
        }
        call([&](auto& matcher, auto& log) { return matcher.cross(request, log); });
    }

    /// Now and then one that sweeps a side, which also keeps the books small.
    [[nodiscard]] NewOrder draw_order() {
        const bool is_sweep = random_.one_in(40);
        return {.id = draw_new_id(),
                .instrument = draw_instrument(),
                .side = random_.one_in(2) ? Side::Buy : Side::Sell,
                .type = is_sweep || random_.one_in(20) ? OrderType::Market : OrderType::Limit,
                .time_in_force = random_.one_in(4) ? TimeInForce::Ioc : TimeInForce::Day,
                .qty = is_sweep ? Qty{100'000} : draw_qty(),
                .price = draw_price()};
    }

    [[nodiscard]] Conditions draw_conditions(const NewOrder& order) {
        Conditions asked;
        if (random_.one_in(2)) {
            asked.owner = {static_cast<std::uint32_t>(random_.below(4))};
            asked.self_trade = static_cast<SelfTrade>(random_.below(3));
        }
        asked.lifetime = random_.one_in(3) ? Lifetime::GoodTillCanceled : Lifetime::Day;
        switch (random_.below(8)) {
            case 0:
                asked.is_post_only = true;
                break;
            case 1:
                asked.is_hidden = true;
                break;
            case 2:
                asked.peg = random_.one_in(2) ? Peg::Mid : Peg::Primary;
                asked.peg_offset =
                    asked.peg == Peg::Primary ? static_cast<std::int64_t>(random_.below(3)) : 0;
                break;
            case 3:
                asked.cross = draw_cross_kind();
                break;
            case 4:
                asked.min_qty = random_.one_in(2) ? order.qty : draw_qty();
                break;
            case 5:
            case 6:
                asked.display_qty = {static_cast<std::uint32_t>(20 + random_.below(100))};
                break;
            default:
                asked.stop_price = draw_price();
                asked.is_hidden = random_.one_in(8);
                break;
        }
        if (random_.one_in(20)) {
            asked.min_qty = draw_qty();  // may contradict the rest
        }
        return asked;
    }

    /// It never changes, as at a venue while orders are open.
    [[nodiscard]] static std::int64_t tick_of(InstrumentId instrument) { return instrument.value; }

    [[nodiscard]] InstrumentId draw_instrument() {
        return {static_cast<std::uint16_t>(1 + random_.below(kInstruments))};
    }
    [[nodiscard]] Phase draw_phase() {
        return random_.one_in(2) ? Phase::Continuous
                                 : (random_.one_in(2) ? Phase::Accumulating : Phase::Halted);
    }
    [[nodiscard]] CrossKind draw_cross_kind() {
        return static_cast<CrossKind>(1 + random_.below(3));
    }
    [[nodiscard]] PriceBands draw_bands() {
        if (random_.one_in(2)) {
            return {};
        }
        return {.lower = {kLowestPrice + static_cast<std::int64_t>(random_.below(4))},
                .upper = {kLowestPrice + 8 + static_cast<std::int64_t>(random_.below(4))}};
    }
    /// Mostly the next, sometimes one of the recent past: late, or a duplicate.
    [[nodiscard]] OrderId draw_new_id() {
        next_id_ += 1 + random_.below(2);
        return random_.one_in(20) ? draw_id() : OrderId{next_id_ - 1};
    }
    [[nodiscard]] OrderId draw_id() { return {next_id_ - 1 - random_.below(120)}; }
    [[nodiscard]] Qty draw_qty() {
        return {random_.one_in(50) ? 0 : static_cast<std::uint32_t>(1 + random_.below(50)) * 5};
    }
    [[nodiscard]] Price draw_price() {
        return {kLowestPrice + static_cast<std::int64_t>(random_.below(kPrices))};
    }

    Random random_;
    std::uint64_t next_id_ = 1'000;
};

VenueMatcher make_venue_matcher() {
    return std::move(*VenueMatcher::create({.matcher = {.books = {.orders_max = 4'096,
                                                                  .levels_max = 4'096,
                                                                  .instruments_max = kInstruments,
                                                                  .huge_pages = HugePages::Never},
                                                        .executions_max = 100'000},
                                            .held_orders_max = 4'096,
                                            .cross_levels_max = 512}));
}

/// One open order, wherever it stands.
struct Open {
    InstrumentId instrument;
    Side side = Side::Buy;
    Standing standing = Standing::Displayed;
    OrderId place;
    OrderId id;
    Price price;
    Qty leaves_qty;
    Qty reserve_qty;

    friend auto operator<=>(const Open&, const Open&) = default;
};

Open to_open(const HeldOrder& order) {
    return {order.instrument, order.side,  order.standing,   order.place,
            order.id,         order.price, order.leaves_qty, order.reserve_qty};
}

std::vector<Open> open_orders(const ReferenceVenueMatcher& twin) {
    std::vector<Open> open;
    for (const auto& order : twin.orders()) {
        open.push_back({order.order.instrument, order.order.side, order.standing, order.place,
                        order.order.id, order.order.price, order.leaves_qty, order.reserve_qty});
    }
    std::ranges::sort(open);
    return open;
}

std::vector<Open> open_orders(const VenueMatcher& matcher) {
    const auto& all = matcher.all();
    std::vector<Open> open;
    const auto note = [&](OrderId place, const book::OrderView* plain) {
        const std::uint32_t index = all.held().find_place(place);
        if (index != kNotHeld) {
            open.push_back(to_open(all.view_of(index)));
        } else if (plain != nullptr) {
            open.push_back({plain->instrument, plain->side, Standing::Displayed, place, place,
                            plain->price, plain->leaves_qty, Qty{}});
        }
    };
    const auto note_line = [&](const book::L3Books& books, std::uint16_t line, bool is_displayed) {
        for (const Side side : {Side::Buy, Side::Sell}) {
            books.for_each_order({line}, side, [&](const book::OrderView& order) {
                note(order.id, is_displayed ? &order : nullptr);
            });
        }
    };
    for (std::uint16_t i = 1; i <= kInstruments; ++i) {
        note_line(all.displayed(), i, true);
        note_line(all.hidden(), i, false);
        note_line(all.stops().lines(), i, false);
        for (const Side side : {Side::Buy, Side::Sell}) {
            all.pegs().for_each(all.held(), {i}, side, [&](std::uint32_t index) {
                open.push_back(to_open(all.view_of(index)));
            });
        }
    }
    for (std::uint16_t line = 1; line <= 3 * kInstruments; ++line) {
        note_line(all.crossing(), line, false);
    }
    std::ranges::sort(open);
    // A reserve has been met among the hidden ones too.
    open.erase(std::unique(open.begin(), open.end()), open.end());
    return open;
}

/// As their owner does: a state has no tags.
void restore_tags(const VenueMatcher& matcher, VenueMatcher& loaded) {
    for (std::uint16_t i = 1; i <= kInstruments; ++i) {
        for (const Side side : {Side::Buy, Side::Sell}) {
            matcher.books().for_each_order({i}, side, [&](const book::OrderView& order) {
                EXPECT_EQ(loaded.books().find(order.id)->tag, 0U);
                const bool is_plain = matcher.all().held().find_place(order.id) == kNotHeld;
                EXPECT_EQ(loaded.restore_tag(order.id, order.tag), is_plain);
            });
        }
    }
}

/// Another matcher that has been given the state of this one, and saves it as the same bytes.
VenueMatcher saved_and_loaded(const VenueMatcher& matcher) {
    const auto save = [](const VenueMatcher& saved) {
        StateWriter writer;
        book::save_books(writer, saved.books());
        saved.save(writer);
        return std::vector<std::byte>(writer.bytes().begin(), writer.bytes().end());
    };
    const std::vector<std::byte> state = save(matcher);
    VenueMatcher loaded = make_venue_matcher();
    StateReader reader(state);
    NullVenueListener ignored;
    book::load_books(
        reader, kInstruments, [](InstrumentId, book::TradingState) {},
        [&](const book::OrderView& order) {
            return loaded.rest(order, ignored) == MatchStatus::Ok;
        });
    loaded.load(reader);
    EXPECT_TRUE(reader.is_done());
    restore_tags(matcher, loaded);
    EXPECT_EQ(save(loaded), state);
    return loaded;
}

TEST(VenueMatcherState, BandsThatAreLoadedStillBind) {
    VenueMatcher banded = make_venue_matcher();
    NullVenueListener ignored;
    banded.set_bands({1}, {.lower = {90}, .upper = {100}}, ignored);
    banded.enter({.id = {1}, .instrument = {1}, .side = Side::Buy, .qty = {10}, .price = {100}},
                 ignored);
    VenueMatcher loaded = saved_and_loaded(banded);
    VenueEventLog log(1'000);
    VenueEventLog loaded_log(1'000);
    EXPECT_EQ(banded.cancel({1}, log), MatchStatus::Ok);
    EXPECT_EQ(loaded.cancel({1}, loaded_log), MatchStatus::Ok);
    ASSERT_EQ(log.events.size(), 2U) << "canceled, and no longer a bid at the upper band";
    EXPECT_TRUE(loaded_log.events == log.events);
}

/// True unless the event is a trade outside the price bands.
[[nodiscard]] bool is_within_bands(const VenueMatcher& matcher, const VenueEvent& event) {
    const auto is_within = [&](InstrumentId instrument, Price price) {
        const PriceBands& bands = matcher.state(instrument).bands;
        return bands.lower <= price && price <= bands.upper;
    };
    if (const auto* plain = std::get_if<Execution>(&event)) {
        return is_within(plain->instrument, plain->price);
    }
    if (const auto* held = std::get_if<HeldExecuted>(&event)) {
        return is_within(held->execution.instrument, held->execution.price);
    }
    const auto* crossed = std::get_if<CrossTrade>(&event);
    return crossed == nullptr || is_within(crossed->instrument, crossed->price);
}

TEST(VenueMatcherProperty, RandomOperationsGiveTheTwinsEventsAndTheTwinsOrders) {
    const std::uint64_t seed = support::seed_of_this_test(20261122);
    const int operations_max = support::is_long_run() ? 10'000'000 : 100'000;
    Operations operations(seed);
    VenueMatcher matcher = make_venue_matcher();
    ReferenceVenueMatcher twin(kInstruments);
    Operations::set_ticks(matcher);
    Operations::set_ticks(twin);
    VenueEventLog log(1);
    VenueEventLog twin_log(1);
    for (int n = 0; n < operations_max; ++n) {
        bool is_same = true;
        log.events.clear();
        twin_log.events.clear();
        operations.next([&](const auto& operation) {
            log.next = twin_log.next = std::max(log.next, operations.next_id());
            is_same = is_same && operation(matcher, log) == operation(twin, twin_log);
        });
        operations.note_places(log.next);
        ASSERT_TRUE(is_same) << "operation " << n;
        ASSERT_EQ(log.next, twin_log.next) << "operation " << n;
        ASSERT_EQ(log.events.size(), twin_log.events.size()) << "operation " << n;
        for (std::size_t e = 0; e < log.events.size(); ++e) {
            ASSERT_TRUE(log.events[e] == twin_log.events[e])
                << "operation " << n << ", event " << e << ", kinds " << log.events[e].index()
                << " and " << twin_log.events[e].index();
            ASSERT_TRUE(is_within_bands(matcher, log.events[e])) << "operation " << n;
        }
        ASSERT_EQ(open_orders(matcher), open_orders(twin)) << "operation " << n;
        if (n % 10'000 == 0) {
            matcher = saved_and_loaded(matcher);
        }
    }
    std::cout << "operations " << operations_max << ", each compared with the twin\n";
}

/// Counts, order by order, where the quantity entered has gone, and whose orders trade.
struct VenueLedger : NullVenueListener {
    void on_executed(const Execution& execution) {
        trade(execution.resting, execution.incoming, execution.qty);
        EXPECT_EQ(leaves_qty[execution.incoming], execution.incoming_leaves_qty);
        EXPECT_NE(owner(execution.resting), owner(execution.incoming));
    }
    void on_held_executed(const Execution& execution, const HeldOrder&) { on_executed(execution); }
    void on_crossed(const CrossTrade& crossed) {
        trade(crossed.buy.id, crossed.sell.id, crossed.qty);
    }
    void on_canceled(const Cancellation& canceled) { take(canceled.order.id, canceled.qty); }
    void on_reduced(const Cancellation& reduced) { on_canceled(reduced); }
    void on_incoming_reduced(const Cancellation& reduced) { on_canceled(reduced); }
    void on_held_canceled(const HeldReduction& canceled) { take(canceled.order.id, canceled.qty); }
    void on_held_reduced(const HeldReduction& reduced) { on_held_canceled(reduced); }
    void on_replaced(const book::OrderView& original, const book::OrderView& now) {
        replace(original.id, now);
    }
    void on_held_replaced(const HeldOrder& original, const book::OrderView& now) {
        replace(original.id, now);
    }

    void trade(OrderId a, OrderId b, Qty qty) {
        take(a, qty);
        take(b, qty);
    }
    void take(OrderId id, Qty qty) {
        EXPECT_GT(qty, Qty{});
        EXPECT_GE(leaves_qty[id], qty) << "order " << id.value;
        leaves_qty[id] -= qty;
    }
    void replace(OrderId original, const book::OrderView& now) {
        owners[now.id] = owners[original];
        leaves_qty[original] = {};
        leaves_qty[now.id] = now.leaves_qty;
    }
    /// An order without an owner has an owner no other order has.
    [[nodiscard]] std::uint64_t owner(OrderId id) {
        return owners[id] == OwnerId{} ? id.value : owners[id].value;
    }

    std::map<OrderId, Qty> leaves_qty;
    std::map<OrderId, OwnerId> owners;
};

Conditions conditions_of(Random& random, std::uint64_t kind) {
    Conditions asked{.owner = {static_cast<std::uint32_t>(random.below(4))},
                     .self_trade = static_cast<SelfTrade>(random.below(3))};
    asked.is_hidden = kind == 0;
    asked.peg = kind == 1 ? Peg::Mid : Peg::None;
    asked.display_qty = {kind == 2 ? 20U : 0U};
    asked.stop_price = {kind == 3 ? kLowestPrice + 6 : 0};
    asked.cross = kind == 4 ? CrossKind::Halt : CrossKind::None;
    return asked;
}

TEST(VenueMatcherProperty, QuantityIsConservedBooksAreNotCrossedAndNoOwnerSelfTrades) {
    Random random(support::seed_of_this_test(8));
    VenueMatcher matcher = make_venue_matcher();
    VenueLedger ledger;
    for (int n = 0; n < 40'000; ++n) {
        const NewOrder order{
            .id = {++ledger.last_place},
            .instrument = {1},
            .side = random.one_in(2) ? Side::Buy : Side::Sell,
            .qty = {static_cast<std::uint32_t>(1 + random.below(300))},
            .price = {kLowestPrice + static_cast<std::int64_t>(random.below(kPrices))}};
        const Conditions asked = conditions_of(random, random.below(8));
        ledger.leaves_qty[order.id] = order.qty;
        ledger.owners[order.id] = asked.owner;
        ASSERT_EQ(matcher.check(order), matcher.check(order, Conditions{}));
        ASSERT_EQ(matcher.enter(order, asked, ledger), MatchStatus::Ok);
        static_cast<void>(matcher.cancel({1 + random.below(ledger.last_place)}, ledger));
        if (random.one_in(200)) {
            matcher.set_phase({1}, Phase::Accumulating, ledger);
        } else if (random.one_in(20)) {
            matcher.cross({.instrument = {1}, .kind = CrossKind::Halt}, ledger);
        }
        const book::Bbo bbo = matcher.books().bbo({1});
        ASSERT_TRUE(matcher.state({1}).phase != Phase::Continuous || !bbo.is_two_sided() ||
                    bbo.bid.price < bbo.ask.price);
    }
    std::map<OrderId, Qty> open;
    for (const Open& order : open_orders(matcher)) {
        open[order.id] = order.leaves_qty + order.reserve_qty;
    }
    for (const auto& [id, leaves_qty] : ledger.leaves_qty) {
        ASSERT_EQ(leaves_qty, open[id]) << "order " << id.value;
    }
}

}  // namespace
}  // namespace hotpath::match
