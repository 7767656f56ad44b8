// The question: does a message cost more, or do the books take more memory, after more messages? A
// generated day of 16 instruments, at whose end every book is empty, is replayed again and again:
// the orders open at a time are the same in every day, so what grows is the number of messages
// alone. The day is played once before, so that no timed message meets memory for the first time.

#include <array>

#include <fmt/format.h>

#include "bench/backtest/day.hpp"
#include "bench/growth/growth_tests.hpp"
#include "bench/growth/market_books.hpp"
#include "bench/growth/memory.hpp"
#include "hotpath/protocols/framing.hpp"
#include "hotpath/protocols/nasdaq/feed/itch_feed.hpp"

namespace hotpath::bench::growth {
namespace {

constexpr std::uint64_t kMessagesOfDay = 100'000;
constexpr std::uint32_t kInstruments = 16;
constexpr std::array<std::uint64_t, 6> kDays{1, 3, 10, 30, 100, 200};

struct Plan {
    std::uint64_t messages_of_day;
    std::uint64_t days;
    timing::TscClock clock;
};

/// The first half of the day's messages.
Bytes morning_of(const backtests::Day& day) {
    const Bytes block(day.messages);
    protocols::FrameCursor frames(block);
    for (Bytes message; frames.rest().size() > block.size() / 2 && frames.next(message);) {
    }
    return block.first(block.size() - frames.rest().size());
}

template <class Feed>
Measurement replay(const Plan& plan) {
    const auto made = backtests::generate_day(
        {.seed = 1, .messages = plan.messages_of_day, .instruments = kInstruments});
    if (!made) {
        return {.error = made.error().message};
    }
    const MemoryGrowth memory;
    auto feed = Feed::create({});
    if (!feed) {
        return {.error = feed.error().message};
    }
    feed::NullListener listener;
    const Bytes day(made->messages);
    feed->replay_block(day, listener);
    const std::uint64_t begin = plan.clock.ticks();
    for (std::uint64_t n = 0; n < plan.days; ++n) {
        feed->replay_block(day, listener);
    }
    Measurement measured{.items = plan.days * made->events,
                         .elapsed_ticks = plan.clock.ticks() - begin,
                         .metrics = {memory.metric()}};
    feed->replay_block(morning_of(*made), listener);  // in the evening every book is empty
    measured.answer = best_prices(feed->books(), kInstruments);
    return measured;
}

template <class Feed>
Subject subject(const char* name, const Plan& plan) {
    return {name, "best prices", [plan] { return replay<Feed>(plan); }, false};
}

}  // namespace

Tests message_tests(const Setting& setting) {
    const std::uint64_t messages = setting.scaled(kMessagesOfDay);
    std::vector<Test> tests;
    for (const std::uint64_t days : kDays) {
        const Plan plan{.messages_of_day = messages, .days = days, .clock = setting.clock};
        tests.push_back({.name = fmt::format("messages_{}", messages * days),
                         .unit = "ns/message",
                         .subjects = {subject<feed::ItchBooks>("hotpath", plan),
                                      subject<feed::ItchLevels>("hotpath_by_price", plan)}});
    }
    return tests;
}

}  // namespace hotpath::bench::growth
