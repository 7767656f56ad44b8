// A million random events on the fast books and on their twin: every answer equal, checksums equal,
// invariants kept.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/book/l3_books.hpp"
#include "hotpath/core/random.hpp"
#include "tests/reference/reference_books.hpp"
#include "tests/support/seeds.hpp"

namespace hotpath::book {
namespace {

/// What kind of feed the events resemble.
struct Flow {
    const char* name;
    std::uint64_t id_step_max;    // ids ascend by 1 to this
    std::uint64_t orders_wanted;  // open at one time, about
    std::uint16_t instruments;
    std::uint64_t prices;  // of either side
    BooksOptions bounds;
};

constexpr BooksOptions kRoomy{.orders_max = 50'000,
                              .levels_max = 20'000,
                              .instruments_max = 64,
                              .dense_ids = 100'000,
                              .huge_pages = HugePages::Never};
constexpr BooksOptions kTight{
    .orders_max = 300, .levels_max = 90, .instruments_max = 4, .huge_pages = HugePages::Never};

constexpr Flow kFlows[] = {
    {"DenseIds", 1, 3'000, 60, 40, kRoomy},
    {"SparseIds", 5'000'000, 500, 3, 40, kRoomy},
    {"DeepQueues", 3, 1'000, 1, 2, kRoomy},
    {"ManyLevels", 2, 8'000, 2, 3'000, kRoomy},
    // So few prices that the ladders have room whatever their history: the twin has no such bound.
    {"FullTables", 2, 300, 4, 16, kTight},
};

/// Draws events and gives each to both; asserts that the answers are the same.
class Twins {
  public:
    Twins(const Flow& flow, std::uint64_t seed) : flow_(flow), random_(seed) {}

    void run_one_event() {
        // The more orders are open, the more events are ends.
        if (random_.below(2 * flow_.orders_wanted) >= fast_.open_orders()) {
            return random_.one_in(4) ? replace() : add();
        }
        switch (random_.below(6)) {
            case 0:
                return execute_front();
            case 1:
                return take_at_place();
            case 2:
                return command(
                    [](auto& books, OrderId id, Qty qty) { return books.reduce(id, qty); });
            case 3:
                return command([](auto& books, OrderId id, Qty) { return books.remove(id); });
            default:
                return command(
                    [](auto& books, OrderId id, Qty qty) { return books.execute(id, qty); });
        }
    }

    void compare_state() const {
        ASSERT_EQ(fast_.checksum(), twin_.checksum());
        ASSERT_EQ(fast_.counters(), twin_.counters());
        ASSERT_EQ(fast_.open_orders(), twin_.open_orders());
    }

    /// What holds for any book, said of the fast one without the twin.
    void check_invariants() const {
        std::size_t orders = 0;
        std::size_t levels = 0;
        for (std::uint16_t id = 1; id <= fast_.instruments_max(); ++id) {
            for (const Side side : {Side::Buy, Side::Sell}) {
                check_side({id}, side);
                fast_.for_each_order({id}, side, [&](const OrderView& each) {
                    ++orders;
                    ASSERT_EQ(fast_.find(each.id), each);
                });
                levels += fast_.level_count({id}, side);
            }
        }
        ASSERT_EQ(orders, fast_.open_orders());
        ASSERT_EQ(levels, fast_.open_levels());
    }

    [[nodiscard]] const BookCounters& counters() const { return fast_.counters(); }
    [[nodiscard]] OrderId some_id() { return aimed_id(); }
    [[nodiscard]] Price some_price() { return price(); }
    [[nodiscard]] L3Books& fast() { return fast_; }
    [[nodiscard]] const ReferenceBooks& twin() const { return twin_; }

    /// The orders of both best levels, best first.
    [[nodiscard]] std::vector<OrderView> best_orders(InstrumentId instrument) const {
        std::vector<OrderView> orders;
        for (const Side side : {Side::Buy, Side::Sell}) {
            const Price best = fast_.best(instrument, side).price;
            fast_.for_each_order_while(instrument, side, [&](const OrderView& each) {
                if (each.price == best) {
                    orders.push_back(each);
                }
                return each.price == best;
            });
        }
        return orders;
    }

  private:
    void add() {
        OrderView order{
            .id = random_.one_in(20) ? aimed_id() : next_id(),  // a duplicate, or a late low id
            .instrument = {static_cast<std::uint16_t>(random_.below(flow_.instruments + 1U))},
            .side = random_.one_in(2) ? Side::Buy : Side::Sell,
            .price = price(),
            .leaves_qty = {static_cast<std::uint32_t>(random_.below(200))}};
        order.tag = tag_of(order.id);
        answer(fast_.add(order), twin_.add(order));
    }

    void replace() {
        const OrderId original = aimed_id();
        Replacement replacement{.id = random_.one_in(10) ? aimed_id() : next_id(),
                                .qty = {static_cast<std::uint32_t>(random_.below(200))},
                                .price = price()};
        replacement.tag = tag_of(replacement.id) / 2;
        answer(fast_.replace(original, replacement), twin_.replace(original, replacement));
    }

    void command(auto verb) {
        const OrderId id = aimed_id();
        const Qty qty{static_cast<std::uint32_t>(random_.below(100))};
        answer(verb(fast_, id, qty), verb(twin_, id, qty));
    }

    /// The front, as who matches takes it.
    void execute_front() {
        const InstrumentId instrument = some_instrument();
        const Side side = some_side();
        ASSERT_EQ(fast_.has_orders(instrument, side), twin_.has_orders(instrument, side));
        if (fast_.has_orders(instrument, side)) {
            ASSERT_EQ(fast_.best_price(instrument, side), twin_.best_price(instrument, side));
            const Qty qty{static_cast<std::uint32_t>(1 + random_.below(300))};
            ASSERT_EQ(fast_.execute_front(instrument, side, qty),
                      twin_.execute_front(instrument, side, qty));
        }
    }

    void take_at_place() {
        const OrderId id = aimed_id();
        const L3Books::Cursor fast = fast_.cursor_of(id);
        const ReferenceBooks::Cursor twin = twin_.cursor_of(id);
        ASSERT_EQ(static_cast<bool>(fast), twin != nullptr);
        if (!fast) {
            return;
        }
        ASSERT_EQ(fast_.at(fast), twin_.at(twin));
        if (id.value % 3 == 0) {
            fast_.set_tag(fast, tag_of(id) / 3);
            twin_.set_tag(twin, tag_of(id) / 3);
        }
        if (const Qty qty{static_cast<std::uint32_t>(1 + random_.below(100))};
            qty < twin->leaves_qty) {
            fast_.reduce_at(fast, qty);
            twin_.reduce_at(twin, qty);
        } else {
            fast_.remove_at(fast);
            twin_.remove_at(twin);
        }
    }

    static void answer(const BookUpdate& fast, const BookUpdate& twin) { ASSERT_EQ(fast, twin); }

    void check_side(InstrumentId instrument, Side side) const {
        bool is_first = true;
        Level previous;
        fast_.for_each_level(instrument, side, [&](const Level& level) {
            ASSERT_GT(level.orders, 0U);
            ASSERT_GE(level.qty.value, level.orders);
            ASSERT_TRUE(is_first || is_better(side, previous.price, level.price));
            previous = level;
            is_first = false;
        });
    }

    Price price() {
        if (random_.one_in(1'000)) {
            return random_.one_in(2) ? Price{-1} : kPriceMax + 1;
        }
        return {static_cast<std::int64_t>(random_.below(flow_.prices)) * 100};
    }
    InstrumentId some_instrument() {
        return {static_cast<std::uint16_t>(1 + random_.below(flow_.instruments))};
    }
    /// None for an id that may be dense.
    std::uint32_t tag_of(OrderId id) const {
        return id.value < flow_.bounds.dense_ids
                   ? 0
                   : static_cast<std::uint32_t>(id.value * 2'654'435'761);
    }
    Side some_side() { return random_.one_in(2) ? Side::Buy : Side::Sell; }
    OrderId next_id() { return {highest_id_ += 1 + random_.below(flow_.id_step_max)}; }

    /// Half the time the first in some queue; else a recent id, which may be open, gone or never
    /// used.
    OrderId aimed_id() {
        const std::optional<OrderView> front = fast_.front(some_instrument(), some_side());
        if (front && random_.one_in(2)) {
            return front->id;
        }
        const std::uint64_t back = random_.below(3 * flow_.orders_wanted);
        return {highest_id_ > back ? highest_id_ - back : back};
    }

    const Flow& flow_;
    Random random_;
    std::uint64_t highest_id_ = 0;
    L3Books fast_ = *L3Books::create(flow_.bounds);
    ReferenceBooks twin_ = *ReferenceBooks::create(flow_.bounds);
};

class OrderBooksProperty : public ::testing::TestWithParam<Flow> {};

TEST_P(OrderBooksProperty, FastBooksAndTheirTwinGiveTheSameAnswersToAMillionEvents) {
    Twins twins(GetParam(), support::seed_of_this_test(1));
    const std::uint64_t events =
        support::rounds_of_this_run({.usual = 1'000'000, .long_run = 20'000'000});
    for (std::uint64_t i = 0; i < events; ++i) {
        ASSERT_NO_FATAL_FAILURE(twins.run_one_event()) << "event " << i;
        if (i % 8'192 == 0) {
            ASSERT_NO_FATAL_FAILURE(twins.compare_state()) << "event " << i;
        }
        if (i % 65'536 == 0) {
            ASSERT_NO_FATAL_FAILURE(twins.check_invariants()) << "event " << i;
        }
    }
    twins.compare_state();
    EXPECT_GT(twins.counters().applied, events / 4);
}

TEST_P(OrderBooksProperty, QueriesOfRandomOrdersAgree) {
    Twins twins(GetParam(), support::seed_of_this_test(2));
    for (int i = 0; i < 20'000; ++i) {
        ASSERT_NO_FATAL_FAILURE(twins.run_one_event());
        const OrderId id = twins.some_id();
        ASSERT_EQ(twins.fast().find(id), twins.twin().find(id));
        ASSERT_EQ(twins.fast().queue_ahead_qty(id), twins.twin().queue_ahead_qty(id));
        const InstrumentId instrument{static_cast<std::uint16_t>(1 + i % 4)};
        ASSERT_EQ(twins.fast().bbo(instrument), twins.twin().bbo(instrument));
        const LevelKey key{.side = Side::Buy, .price = twins.some_price()};
        ASSERT_EQ(twins.fast().level(instrument, key), twins.twin().level(instrument, key));
        ASSERT_EQ(twins.fast().front(instrument, Side::Sell),
                  twins.twin().front(instrument, Side::Sell));
        ASSERT_EQ(twins.fast().back(instrument, key), twins.twin().back(instrument, key));
        const OrderView from = twins.twin().find(id).value_or(
            OrderView{.id = id, .instrument = instrument, .price = {i % 40 * 100}});
        ASSERT_EQ(twins.fast().next_after(from), twins.twin().next_after(from));
    }
}

TEST_P(OrderBooksProperty, BestLevelsAreAsTheyWereWhileTheirNumberOfChangesIs) {
    Twins twins(GetParam(), support::seed_of_this_test(4));
    std::vector<std::uint32_t> changes(5);
    std::vector<std::vector<OrderView>> orders(5);
    int unchanged = 0;
    for (int i = 0; i < 50'000; ++i) {
        ASSERT_NO_FATAL_FAILURE(twins.run_one_event());
        const std::uint16_t id = static_cast<std::uint16_t>(1 + i % 4);
        const std::vector<OrderView> now = twins.best_orders({id});
        if (twins.fast().best_changes({id}) == changes[id]) {
            ASSERT_EQ(now, orders[id]);
            ++unchanged;
        }
        changes[id] = twins.fast().best_changes({id});
        orders[id] = now;
    }
    EXPECT_GT(unchanged, 1'000);
}

TEST_P(OrderBooksProperty, AnOldCursorIsKnownToBeGoodOrNot) {
    struct Old {
        OrderId id{};
        L3Books::Cursor cursor{};
    };
    Twins twins(GetParam(), support::seed_of_this_test(5));
    std::vector<Old> old(64);
    int good = 0;
    for (std::size_t i = 0; i < 50'000; ++i) {
        ASSERT_NO_FATAL_FAILURE(twins.run_one_event());
        const auto& [id, cursor] = old[i * 7 % old.size()];
        const L3Books::Cursor found = twins.fast().cursor_of(id);
        ASSERT_EQ(twins.fast().is_at(cursor, id), found && found.slot == cursor.slot);
        good += found ? 1 : 0;
        // Of another order, too: as when the place is another's now.
        const OrderId other = twins.some_id();
        const L3Books::Cursor place = twins.fast().cursor_of(other);
        ASSERT_EQ(twins.fast().is_at(cursor, other), place && place.slot == cursor.slot);
        old[i % old.size()] = {other, place};
    }
    EXPECT_GT(good, 1'000);
}

TEST_P(OrderBooksProperty, PrefetchingIsInvisible) {
    Twins twins(GetParam(), support::seed_of_this_test(3));
    for (int i = 0; i < 20'000; ++i) {
        ASSERT_NO_FATAL_FAILURE(twins.run_one_event());
        for (const PrefetchStep step :
             {PrefetchStep::Table, PrefetchStep::Order, PrefetchStep::Level}) {
            twins.fast().prefetch(twins.some_id(), {static_cast<std::uint16_t>(i % 100)}, step);
        }
        for (const PrefetchStep step : {PrefetchStep::Order, PrefetchStep::Level}) {
            twins.fast().prefetch_add({.id = twins.some_id(),
                                       .instrument = {static_cast<std::uint16_t>(i % 100)},
                                       .side = Side::Sell,
                                       .price = {i % 5'000}},
                                      step);
        }
    }
    twins.compare_state();
}

INSTANTIATE_TEST_SUITE_P(Flows, OrderBooksProperty, ::testing::ValuesIn(kFlows),
                         [](const auto& each) { return std::string(each.param.name); });

}  // namespace
}  // namespace hotpath::book
