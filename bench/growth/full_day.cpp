// The question: how much memory do the books of a full market day take? 500 million messages of
// 8,000 instruments, generated block by block on the way: `memory` is what the process grew by from
// before the books and the generator were made, so the generator's (200 MB at most) is in it. The
// time is that of the books alone. A day whose messages the books refuse has no result.

#include <cstddef>
#include <vector>

#include <fmt/format.h>

#include "bench/feed/market_data.hpp"
#include "bench/growth/growth_tests.hpp"
#include "bench/growth/market_books.hpp"
#include "bench/growth/memory.hpp"
#include "hotpath/protocols/nasdaq/feed/itch_feed.hpp"
#include "hotpath/sim/market/market_generator.hpp"

namespace hotpath::bench::growth {
namespace {

constexpr std::uint64_t kMessages = 500'000'000;
constexpr std::uint64_t kMessagesQuick = 500'000;
constexpr std::uint32_t kInstruments = 8'000;
constexpr std::uint32_t kDenseIds = 1U << 29U;  // the generated market numbers its orders from 1
// The generated market has at most 2.2 million open orders, however many messages.
constexpr std::uint32_t kOrdersMax = 2'500'000;
constexpr std::size_t kBlock = std::size_t{1} << 20U;

Measurement replay(std::uint64_t messages, const timing::TscClock& clock) {
    const MemoryGrowth memory;
    auto feed = feed::ItchBooks::create({.orders_max = kOrdersMax, .dense_ids = kDenseIds});
    auto market = sim::market::MarketGenerator::create(
        {.seed = kMarketSeed, .messages = messages, .instruments = kInstruments});
    if (!feed || !market) {
        return {.error = feed ? market.error().message : feed.error().message};
    }
    feed::NullListener listener;
    std::vector<std::byte> room(kBlock);
    std::uint64_t elapsed_ticks = 0;
    bool is_whole = true;
    for (Bytes block; !(block = market->next_block(room)).empty();) {
        const std::uint64_t begin = clock.ticks();
        is_whole = feed->replay_block(block, listener) && is_whole;
        elapsed_ticks += clock.ticks() - begin;
    }
    const book::BookCounters& counters = feed->books().counters();
    if (book::BookCounters{.applied = counters.applied, .crossed = counters.crossed} != counters) {
        return {.error =
                    fmt::format("full_day: the books refused messages of the generated market: "
                                "{} without room for an order, {} of unknown orders",
                                counters.orders_full, counters.unknown_orders)};
    }
    if (!is_whole || feed->counters().messages != messages) {
        return {.error = "full_day: the generated market has other messages than were asked for"};
    }
    return {.answer = counters.applied,
            .items = messages,
            .elapsed_ticks = elapsed_ticks,
            .metrics = {memory.metric()}};
}

}  // namespace

Tests full_day_tests(const Setting& setting) {
    const std::uint64_t messages = setting.quick ? kMessagesQuick : kMessages;
    const timing::TscClock clock = setting.clock;
    std::vector<Test> tests;
    tests.push_back({.name = "full_day",
                     .unit = "ns/message",
                     .subjects = {{"hotpath", "changes of books",
                                   [=] { return replay(messages, clock); }, false}},
                     .pairs = 1});
    return tests;
}

}  // namespace hotpath::bench::growth
