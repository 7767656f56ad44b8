// One random stream of operations on Matcher and its obvious twin, and the properties that hold
// whatever the stream: quantity is conserved, the book is never crossed after a command, no
// order trades out of turn.

#include <algorithm>
#include <cstdlib>
#include <map>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "hotpath/match/matcher.hpp"
#include "tests/reference/event_log.hpp"
#include "tests/reference/reference_matcher.hpp"
#include "tests/support/seeds.hpp"

namespace hotpath::match {
namespace {

constexpr std::uint16_t kInstruments = 3;
constexpr std::int64_t kMidPrice = 100;
constexpr std::uint64_t kPrices = 13;

/// Draws commands whose ids are sometimes dead, never used or taken, so that refusals occur too.
class Commands {
  public:
    explicit Commands(std::uint64_t seed) : random_(seed) {}

    /// Runs the same command on every matcher given.
    template <class Call>
    void next(Call&& call) {
        const std::uint64_t kind = random_.below(100);
        if (kind < 50) {
            const NewOrder order = draw_order();
            call([&](auto& matcher, auto& listener) { return matcher.enter(order, listener); });
        } else if (kind < 75) {
            const OrderId id = draw_id();
            call([&](auto& matcher, auto& listener) { return matcher.cancel(id, listener); });
        } else if (kind < 85) {
            const OrderId id = draw_id();
            const Qty qty = draw_qty();
            call([&](auto& matcher, auto& listener) { return matcher.reduce(id, qty, listener); });
        } else if (kind < 97) {
            const OrderId id = draw_id();
            const book::Replacement now{
                .id = draw_new_id(), .qty = draw_qty(), .price = draw_price(), .tag = next_tag()};
            call([&](auto& matcher, auto& listener) { return matcher.replace(id, now, listener); });
        } else {
            const DirectedExecution execution{
                .id = draw_id(), .qty = draw_qty(), .price = draw_price()};
            call([&](auto& matcher, auto& listener) {
                return matcher.execute_at(execution, listener);
            });
        }
    }

  private:
    /// Now and then one that sweeps a side, which also keeps the books small.
    [[nodiscard]] NewOrder draw_order() {
        const bool is_sweep = random_.one_in(100);
        return {.id = draw_new_id(),
                .instrument = {static_cast<std::uint16_t>(1 + random_.below(kInstruments))},
                .side = random_.one_in(2) ? Side::Buy : Side::Sell,
                .type = is_sweep || random_.one_in(30) ? OrderType::Market : OrderType::Limit,
                .time_in_force = random_.one_in(4) ? TimeInForce::Ioc : TimeInForce::Day,
                .qty = is_sweep ? Qty{1'000'000} : draw_qty(),
                .price = draw_price(),
                .tag = next_tag()};
    }

    /// No random number: each order another, now and then 0.
    [[nodiscard]] std::uint32_t next_tag() { return tag_++ % 1'000; }
    /// Mostly the next, sometimes one of the recent past: late, or a duplicate.
    [[nodiscard]] OrderId draw_new_id() {
        last_id_ += 2;
        return random_.one_in(10) ? OrderId{last_id_ - std::min(last_id_ - 1, random_.below(60))}
                                  : OrderId{last_id_};
    }
    [[nodiscard]] OrderId draw_id() {
        return {last_id_ - std::min(last_id_ - 1, random_.below(120))};
    }
    [[nodiscard]] Qty draw_qty() {
        return {random_.one_in(50) ? 0 : static_cast<std::uint32_t>(1 + random_.below(500))};
    }
    [[nodiscard]] Price draw_price() {
        return {kMidPrice + static_cast<std::int64_t>(random_.below(kPrices))};
    }

    Random random_;
    std::uint64_t last_id_ = 100;
    std::uint32_t tag_ = 0;
};

Matcher make_matcher() {
    return std::move(*Matcher::create({.books = {.orders_max = 4'096,
                                                 .levels_max = 512,
                                                 .instruments_max = kInstruments,
                                                 .huge_pages = HugePages::Never},
                                       .executions_max = 4'096}));
}

/// All open orders of the twin in the books' order: instrument, side, price, id.
std::vector<book::OrderView> sorted(std::vector<book::OrderView> orders) {
    std::ranges::sort(orders, [](const book::OrderView& a, const book::OrderView& b) {
        return std::tuple(a.instrument, a.side, -sign(a.side) * a.price.value, a.id) <
               std::tuple(b.instrument, b.side, -sign(b.side) * b.price.value, b.id);
    });
    return orders;
}

std::vector<book::OrderView> open_orders(const book::L3Books& books) {
    std::vector<book::OrderView> orders;
    for (std::uint16_t instrument = 1; instrument <= kInstruments; ++instrument) {
        for (const Side side : {Side::Buy, Side::Sell}) {
            books.for_each_order({instrument}, side,
                                 [&](const book::OrderView& order) { orders.push_back(order); });
        }
    }
    return orders;
}

TEST(MatcherProperty, OneMillionRandomCommandsGiveTheTwinsEventsAndTheTwinsBooks) {
    const std::uint64_t seed = support::seed_of_this_test(20260601);
    constexpr int kCommands = 1'000'000;
    Commands commands(seed);
    Matcher matcher = make_matcher();
    ReferenceMatcher twin(kInstruments);
    EventLog log;
    EventLog twin_log;
    for (int n = 0; n < kCommands; ++n) {
        log.events.clear();
        twin_log.events.clear();
        bool same_status = false;
        commands.next([&](const auto& command) {
            same_status = command(matcher, log) == command(twin, twin_log);
        });
        ASSERT_TRUE(same_status) << "command " << n;
        ASSERT_EQ(log.events, twin_log.events) << "command " << n;
        if (n % 1'000 == 0) {
            ASSERT_EQ(open_orders(matcher.books()), sorted(twin.orders())) << "command " << n;
        }
    }
}

/// Counts, order by order, where the quantity entered has gone.
struct Ledger {
    void on_added(const book::OrderView&) {}
    void on_executed(const Execution& execution) {
        take(execution.resting, execution.qty);
        EXPECT_EQ(leaves_qty[execution.resting], execution.resting_leaves_qty);
        if (execution.incoming != OrderId{}) {
            take(execution.incoming, execution.qty);
            EXPECT_EQ(leaves_qty[execution.incoming], execution.incoming_leaves_qty);
        }
    }
    void on_canceled(const Cancellation& canceled) {
        take(canceled.order.id, canceled.qty);
        EXPECT_EQ(leaves_qty[canceled.order.id], Qty{});
    }
    void on_reduced(const Cancellation& reduced) { take(reduced.order.id, reduced.qty); }
    void on_replaced(const book::OrderView& original, const book::OrderView& now) {
        EXPECT_EQ(leaves_qty[original.id], original.leaves_qty);
        leaves_qty[original.id] = {};
        leaves_qty[now.id] = now.leaves_qty;
    }

    void take(OrderId id, Qty qty) {
        EXPECT_GT(qty, Qty{});
        EXPECT_GE(leaves_qty[id], qty) << "order " << id.value;
        leaves_qty[id] -= qty;
    }

    std::map<OrderId, Qty> leaves_qty;
};

TEST(MatcherProperty, QuantityIsConservedAndBooksAreNeverCrossed) {
    const std::uint64_t seed = support::seed_of_this_test(7);
    Random random(seed);
    Matcher matcher = make_matcher();
    Ledger ledger;
    for (std::uint64_t id = 1; id <= 50'000; ++id) {
        const NewOrder order{
            .id = {id},
            .instrument = {static_cast<std::uint16_t>(1 + id % kInstruments)},
            .side = random.one_in(2) ? Side::Buy : Side::Sell,
            .time_in_force = random.one_in(4) ? TimeInForce::Ioc : TimeInForce::Day,
            .qty = {static_cast<std::uint32_t>(1 + random.below(500))},
            .price = {static_cast<std::int64_t>(100 + random.below(kPrices))}};
        ledger.leaves_qty[order.id] = order.qty;
        ASSERT_EQ(matcher.enter(order, ledger), MatchStatus::Ok);
        const book::Bbo bbo = matcher.books().bbo(order.instrument);
        ASSERT_TRUE(!bbo.is_two_sided() || bbo.bid.price < bbo.ask.price);
        if (random.one_in(2)) {
            static_cast<void>(matcher.cancel({1 + random.below(id)}, ledger));
        }
    }
    for (const auto& [id, leaves_qty] : ledger.leaves_qty) {
        const auto order = matcher.books().find(id);
        ASSERT_EQ(leaves_qty, order ? order->leaves_qty : Qty{}) << "order " << id.value;
    }
}

}  // namespace
}  // namespace hotpath::match
