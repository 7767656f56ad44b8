// The question: does a message cost more when the same number of messages is of more instruments,
// and what memory does an instrument take? The books of every instrument are kept. Messages of the
// first half are not timed: they bring the books to life.

#include <array>

#include <fmt/format.h>

#include "bench/feed/market_data.hpp"
#include "bench/growth/growth_tests.hpp"
#include "bench/growth/market_books.hpp"
#include "bench/growth/memory.hpp"
#include "hotpath/protocols/framing.hpp"
#include "hotpath/protocols/nasdaq/feed/itch_feed.hpp"

namespace hotpath::bench::growth {
namespace {

constexpr std::uint64_t kMessages = 1'000'000;
constexpr std::uint32_t kDenseIds = 1U << 20U;  // the generated market numbers its orders from 1
constexpr std::array<std::uint32_t, 6> kInstruments{1, 10, 100, 1'000, 3'000, 8'000};

struct Market {
    MarketData data;
    std::uint64_t first_half;  // messages
    Bytes morning;
    Bytes afternoon;
};

Expected<Market> make_market(std::uint64_t messages, std::uint32_t instruments) {
    auto data = MarketData::generate({.messages = messages, .instruments = instruments});
    if (!data) {
        return std::unexpected(data.error());
    }
    const Bytes block = data->block();
    protocols::FrameCursor frames(block);
    std::uint64_t count = 0;
    for (Bytes message; count < messages / 2 && frames.next(message); ++count) {
    }
    const std::size_t half = block.size() - frames.rest().size();
    // The blocks are on the heap, and stay where they are.
    return Market{.data = std::move(*data),
                  .first_half = count,
                  .morning = block.first(half),
                  .afternoon = block.subspan(half)};
}

struct Plan {
    std::uint64_t messages;
    std::uint32_t instruments;
    timing::TscClock clock;
};

template <class Feed>
Measurement replay(const Plan& plan) {
    const auto market = make_market(plan.messages, plan.instruments);
    if (!market) {
        return {.error = market.error().message};
    }
    const MemoryGrowth memory;
    auto feed = Feed::create({.dense_ids = kDenseIds});
    if (!feed) {
        return {.error = feed.error().message};
    }
    feed::NullListener listener;
    feed->replay_block(market->morning, listener);
    const std::uint64_t begin = plan.clock.ticks();
    feed->replay_block(market->afternoon, listener);
    const std::uint64_t end = plan.clock.ticks();
    return {.answer = best_prices(feed->books(), plan.instruments),
            .items = market->data.size().messages - market->first_half,
            .elapsed_ticks = end - begin,
            .metrics = {memory.metric()}};
}

template <class Feed>
Subject subject(const char* name, const Plan& plan) {
    return {name, "best prices", [plan] { return replay<Feed>(plan); }, false};
}

}  // namespace

Tests instrument_tests(const Setting& setting) {
    std::vector<Test> tests;
    for (const std::uint32_t instruments : kInstruments) {
        const Plan plan{.messages = setting.scaled(kMessages),
                        .instruments = instruments,
                        .clock = setting.clock};
        tests.push_back({.name = fmt::format("instruments_{}", instruments),
                         .unit = "ns/message",
                         .subjects = {subject<feed::ItchBooks>("hotpath", plan),
                                      subject<feed::ItchLevels>("hotpath_by_price", plan)}});
    }
    return tests;
}

}  // namespace hotpath::bench::growth
