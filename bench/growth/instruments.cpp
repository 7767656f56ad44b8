// The question: does a message cost more when the same number of messages is of more instruments,
// and what memory does an instrument take? The books of every instrument are kept. Messages of the
// first half are not timed: they bring the books to life.

#include <array>
#include <memory>

#include <fmt/format.h>

#include "bench/feed/market_data.hpp"
#include "bench/growth/growth_tests.hpp"
#include "bench/growth/market_books.hpp"
#include "bench/growth/memory.hpp"
#include "hotpath/feed/itch/itch_feed.hpp"
#include "hotpath/wire/framing.hpp"

namespace hotpath::bench::growth {
namespace {

constexpr std::uint64_t kMessages = 1'000'000;
constexpr std::uint32_t kDenseIds = 1U << 20U;  // the generated market numbers its orders from 1
constexpr std::array<std::uint32_t, 6> kInstruments{1, 10, 100, 1'000, 3'000, 8'000};

struct Market {
    MarketData data;
    std::uint32_t instruments;
    std::uint64_t first_half;  // messages
    Bytes morning;
    Bytes afternoon;
};
using SharedMarket = std::shared_ptr<const Market>;

Expected<SharedMarket> make_market(std::uint64_t messages, std::uint32_t instruments) {
    auto data = MarketData::generate({.messages = messages, .instruments = instruments});
    if (!data) {
        return std::unexpected(data.error());
    }
    const Bytes block = data->block();
    wire::FrameCursor frames(block);
    std::uint64_t count = 0;
    for (Bytes message; count < messages / 2 && frames.next(message); ++count) {
    }
    const std::size_t half = block.size() - frames.rest().size();
    return std::make_shared<const Market>(Market{.data = std::move(*data),
                                                 .instruments = instruments,
                                                 .first_half = count,
                                                 .morning = block.first(half),
                                                 .afternoon = block.subspan(half)});
}

template <class Feed>
Measurement replay(const Market& market, const timing::TscClock& clock) {
    const MemoryGrowth memory;
    auto feed = Feed::create({.dense_ids = kDenseIds});
    if (!feed) {
        return {.error = feed.error().message};
    }
    feed::NullListener listener;
    feed->replay_block(market.morning, listener);
    const std::uint64_t begin = clock.ticks();
    feed->replay_block(market.afternoon, listener);
    const std::uint64_t end = clock.ticks();
    return {.answer = best_prices(feed->books(), market.instruments),
            .items = market.data.size().messages - market.first_half,
            .elapsed_ticks = end - begin,
            .metrics = {memory.metric()}};
}

template <class Feed>
Subject subject(const char* name, const SharedMarket& market, const timing::TscClock& clock) {
    return {name, "best prices",
            [=] { return run_pinned_in_child([&] { return replay<Feed>(*market, clock); }); },
            false};
}

}  // namespace

Tests instrument_tests(const Setting& setting) {
    std::vector<Test> tests;
    for (const std::uint32_t instruments : kInstruments) {
        const auto market = make_market(setting.scaled(kMessages), instruments);
        if (!market) {
            return std::unexpected(market.error());
        }
        tests.push_back(
            {.name = fmt::format("instruments_{}", instruments),
             .unit = "ns/message",
             .subjects = {subject<feed::ItchBooks>("hotpath", *market, setting.clock),
                          subject<feed::ItchLevels>("hotpath_by_price", *market, setting.clock)}});
    }
    return tests;
}

}  // namespace hotpath::bench::growth
