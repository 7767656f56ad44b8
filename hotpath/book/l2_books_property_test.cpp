// A million random events on the books by price and on the twin of the books by order: every answer
// equal, and every level.

#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/book/l2_books.hpp"
#include "hotpath/core/random.hpp"
#include "tests/reference/reference_books.hpp"
#include "tests/support/seeds.hpp"

namespace hotpath::book {
namespace {

struct PriceFlow {
    const char* name;
    std::uint64_t id_step_max;    // ids ascend by 1 to this
    std::uint64_t orders_wanted;  // open at one time, about
    std::uint64_t prices;         // of either side
    std::int64_t price_step;
    std::uint32_t dense_ids;
};

constexpr PriceFlow kPriceFlows[] = {
    {"WholeCents", 1, 3'000, 40, 100, 2'000'000},
    {"ManyPages", 2, 3'000, 30'000, 100, 100'000},
    {"OftenBetweenTheTicks", 3, 1'000, 400, 50, 0},
    {"HundredthsOfACent", 5'000'000, 500, 3'000, 1, 0},
};

class PriceTwins {
  public:
    PriceTwins(const PriceFlow& flow, std::uint64_t seed)
        : flow_(flow),
          random_(seed),
          fast_(*L2Books::create({.orders_max = 20'000,
                                  .pages_max = 20'000,
                                  .instruments_max = kInstruments,
                                  .dense_ids = flow.dense_ids,
                                  .huge_pages = HugePages::Never})),
          twin_(*ReferenceBooks::create({.orders_max = 20'000,
                                         .levels_max = 20'000,
                                         .instruments_max = kInstruments,
                                         .huge_pages = HugePages::Never})) {}

    void run_one_event() {
        prefetch();
        if (random_.below(2 * flow_.orders_wanted) >= fast_.open_orders()) {
            return random_.one_in(4) ? replace() : add();
        }
        const OrderId id = aimed_id();
        const Qty qty{static_cast<std::uint32_t>(random_.below(100))};
        switch (random_.below(4)) {
            case 0:
                return answer(fast_.reduce(id, qty), twin_.reduce(id, qty));
            case 1:
                return answer(fast_.remove(id), twin_.remove(id));
            default:
                return answer(fast_.execute(id, qty), twin_.execute(id, qty));
        }
    }

    void compare_state() const {
        ASSERT_EQ(fast_.counters(), twin_.counters());
        ASSERT_EQ(fast_.open_orders(), twin_.open_orders());
        for (std::uint16_t id = 1; id <= kInstruments; ++id) {
            for (const Side side : {Side::Buy, Side::Sell}) {
                const std::vector<Level> levels = levels_of(fast_, {id}, side);
                ASSERT_EQ(levels, levels_of(twin_, {id}, side));
                ASSERT_EQ(fast_.level_count({id}, side), levels.size());
                for (const Level& level : levels) {
                    ASSERT_EQ(fast_.level({id}, {.side = side, .price = level.price}), level);
                }
            }
        }
    }

    void compare_queries() {
        const OrderId id = aimed_id();
        ASSERT_EQ(fast_.find(id), twin_.find(id));
        const InstrumentId instrument = some_instrument();
        ASSERT_EQ(fast_.bbo(instrument), twin_.bbo(instrument));
        const LevelKey key{.side = some_side(), .price = some_price()};
        ASSERT_EQ(fast_.level(instrument, key), twin_.level(instrument, key));
    }

    [[nodiscard]] const BookCounters& counters() const { return fast_.counters(); }

  private:
    static constexpr std::uint16_t kInstruments = 3;

    template <class Books>
    static std::vector<Level> levels_of(const Books& books, InstrumentId instrument, Side side) {
        std::vector<Level> levels;
        books.for_each_level(instrument, side, [&](const Level& each) { levels.push_back(each); });
        return levels;
    }

    /// What it would touch, and what it does not know: invisible.
    void prefetch() {
        const OrderView order{.id = aimed_id(),
                              .instrument = some_instrument(),
                              .side = some_side(),
                              .price = some_price()};
        for (const PrefetchStep step :
             {PrefetchStep::Table, PrefetchStep::Order, PrefetchStep::Level}) {
            fast_.prefetch(order.id, order.instrument, step);
            fast_.prefetch_add(order, step);
        }
    }
    void add() {
        const OrderView order{.id = random_.one_in(20) ? aimed_id() : next_id(),
                              .instrument = some_instrument(),
                              .side = some_side(),
                              .price = some_price(),
                              .leaves_qty = {static_cast<std::uint32_t>(random_.below(200))}};
        answer(fast_.add(order), twin_.add(order));
    }
    void replace() {
        const OrderId original = aimed_id();
        const Replacement replacement{.id = random_.one_in(10) ? aimed_id() : next_id(),
                                      .qty = {static_cast<std::uint32_t>(random_.below(200))},
                                      .price = some_price()};
        answer(fast_.replace(original, replacement), twin_.replace(original, replacement));
    }
    static void answer(const BookUpdate& fast, const BookUpdate& twin) { ASSERT_EQ(fast, twin); }

    InstrumentId some_instrument() {
        return {static_cast<std::uint16_t>(random_.below(kInstruments + 2U))};
    }
    Side some_side() { return random_.one_in(2) ? Side::Buy : Side::Sell; }
    Price some_price() {
        if (random_.one_in(1'000)) {
            return random_.one_in(2) ? Price{-1} : kPriceMax + 1;
        }
        return {static_cast<std::int64_t>(random_.below(flow_.prices)) * flow_.price_step};
    }
    OrderId next_id() { return {highest_id_ += 1 + random_.below(flow_.id_step_max)}; }
    OrderId aimed_id() {
        const auto front = twin_.front(some_instrument(), some_side());
        if (front && random_.one_in(2)) {
            return front->id;
        }
        const std::uint64_t back = random_.below(3 * flow_.orders_wanted);
        return {highest_id_ > back ? highest_id_ - back : back};
    }

    const PriceFlow& flow_;
    Random random_;
    std::uint64_t highest_id_ = 0;
    L2Books fast_;
    ReferenceBooks twin_;
};

class L2BooksProperty : public ::testing::TestWithParam<PriceFlow> {};

TEST_P(L2BooksProperty, TheyAnswerAsTheTwinDoesAMillionTimes) {
    PriceTwins twins(GetParam(), support::seed_of_this_test(1));
    const int events = support::is_long_run() ? 20'000'000 : 1'000'000;
    for (int i = 0; i < events; ++i) {
        ASSERT_NO_FATAL_FAILURE(twins.run_one_event()) << "event " << i;
        if (i % 16 == 0) {
            ASSERT_NO_FATAL_FAILURE(twins.compare_queries()) << "event " << i;
        }
        if (i % 16'384 == 0) {
            ASSERT_NO_FATAL_FAILURE(twins.compare_state()) << "event " << i;
        }
    }
    twins.compare_state();
    EXPECT_GT(twins.counters().applied, static_cast<std::uint64_t>(events) / 4);
}

INSTANTIATE_TEST_SUITE_P(PriceFlows, L2BooksProperty, ::testing::ValuesIn(kPriceFlows),
                         [](const auto& each) { return std::string(each.param.name); });

}  // namespace
}  // namespace hotpath::book
