// The question: do a cancel and an entry cost more in a venue's book that has more open orders, and
// what memory does an open order take? One instrument, 1,000 prices a side, nothing trades: as many
// orders are entered as are canceled, at random, so that the number open stays; the first half, which
// meets memory for the first time, is not timed. The bounds are the same for every size, those of
// the largest. `hotpath` finds orders by a hash, `hotpath_dense` by
// an array of ids.

#include <array>
#include <span>
#include <vector>

#include <fmt/format.h>

#include "bench/growth/growth_tests.hpp"
#include "bench/growth/memory.hpp"
#include "hotpath/core/random.hpp"
#include "hotpath/match/matcher.hpp"

namespace hotpath::bench::growth {
namespace {

constexpr std::array<std::uint32_t, 6> kOpenOrders{1'000,   10'000,    100'000,
                                                   300'000, 1'000'000, 3'000'000};
constexpr std::uint32_t kOrdersMax = 4'000'000;
constexpr std::uint32_t kExchanges = 500'000;  // each a cancel and an entry; as many before
constexpr std::uint64_t kPricesASide = 1'000;
constexpr std::int64_t kMiddle = 1'000'000;
constexpr std::int64_t kTick = 100;
constexpr InstrumentId kInstrument{1};

struct Plan {
    std::uint32_t open;
    std::uint32_t exchanges;
    bool is_dense;
    timing::TscClock clock;
};

match::NewOrder order_of(std::uint64_t id, Random& random) {
    const bool is_sell = id % 2 != 0;
    const auto ticks = static_cast<std::int64_t>(random.below(kPricesASide) + 1);
    return {.id = {id},
            .instrument = kInstrument,
            .side = is_sell ? Side::Sell : Side::Buy,
            .qty = {100},
            .price = {kMiddle + kTick * (is_sell ? ticks : -ticks)}};
}

/// A cancel of one order, and the entry of the next.
struct Exchange {
    OrderId canceled;
    match::NewOrder entered;
};

struct Flow {
    std::vector<match::NewOrder> first;
    std::vector<Exchange> exchanges;
};

Flow draw(const Plan& plan) {
    Random random(1);
    Flow flow;
    std::uint64_t id = 0;
    std::vector<OrderId> open;
    for (std::uint32_t n = 0; n < plan.open; ++n) {
        flow.first.push_back(order_of(++id, random));
        open.push_back({id});
    }
    for (std::uint32_t n = 0; n < 2 * plan.exchanges; ++n) {
        OrderId& place = open[random.below(open.size())];
        flow.exchanges.push_back({.canceled = place, .entered = order_of(++id, random)});
        place = {id};
    }
    return flow;
}

struct Counting : match::NullListener {
    std::uint64_t added = 0;
    std::uint64_t canceled = 0;

    void on_added(const book::OrderView&) noexcept { ++added; }
    void on_canceled(const match::Cancellation&) noexcept { ++canceled; }
};

Measurement exchange_orders(const Plan& plan) {
    const Flow flow = draw(plan);
    const MemoryGrowth memory;
    auto matcher = match::Matcher::create({.books = {.orders_max = kOrdersMax,
                                                     .levels_max = 2 * kPricesASide,
                                                     .instruments_max = 1,
                                                     .dense_ids = plan.is_dense ? kOrdersMax : 0}});
    if (!matcher) {
        return {.error = matcher.error().message};
    }
    Counting counting;
    for (const match::NewOrder& order : flow.first) {
        matcher->enter(order, counting);
    }
    const auto play = [&](std::span<const Exchange> exchanges) {
        for (const Exchange& exchange : exchanges) {
            matcher->cancel(exchange.canceled, counting);
            matcher->enter(exchange.entered, counting);
        }
    };
    play(std::span(flow.exchanges).first(plan.exchanges));
    const std::uint64_t begin = plan.clock.ticks();
    play(std::span(flow.exchanges).subspan(plan.exchanges));
    const std::uint64_t end = plan.clock.ticks();
    const book::Bbo bbo = matcher->books().bbo(kInstrument);
    const std::uint64_t best = bbo.bid.qty.value ^ (bbo.ask.qty.value << 32U);
    return {.answer = (counting.added - counting.canceled == plan.open) ? best : ~best,
            .items = 2ULL * plan.exchanges,
            .elapsed_ticks = end - begin,
            .metrics = {memory.metric()}};
}

Subject subject(const char* name, const Plan& plan) {
    return {name, "best prices", [plan] { return exchange_orders(plan); }, false};
}

}  // namespace

Tests open_order_tests(const Setting& setting) {
    std::vector<Test> tests;
    for (const std::uint32_t all : kOpenOrders) {
        Plan plan{.open = static_cast<std::uint32_t>(setting.scaled(all)),
                  .exchanges = static_cast<std::uint32_t>(setting.scaled(kExchanges)),
                  .is_dense = false,
                  .clock = setting.clock};
        Test test{.name = fmt::format("open_orders_{}", plan.open),
                  .unit = "ns/command",
                  .subjects = {subject("hotpath", plan)}};
        plan.is_dense = true;
        test.subjects.push_back(subject("hotpath_dense", plan));
        tests.push_back(std::move(test));
    }
    return tests;
}

}  // namespace hotpath::bench::growth
