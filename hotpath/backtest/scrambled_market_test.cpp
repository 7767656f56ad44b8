// A recording that goes on as another market: an order that is left out is left out with everything that
// happens to it, and the rest does not contradict itself.
#include "hotpath/backtest/scrambled_market.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/scripted_backtest.hpp"

namespace hotpath::backtest {
namespace {

using support::cents;
using support::ScriptedBacktest;
using ItchBytes = std::vector<std::vector<std::byte>>;

constexpr std::uint64_t kFirstAdded = 100;

/// The script's own messages, without those of its two instruments' opening.
[[nodiscard]] ItchBytes messages_of(const ScriptedBacktest& script) {
    const std::size_t opening = ScriptedBacktest().messages().size();
    return {script.messages().begin() + static_cast<std::ptrdiff_t>(opening),
            script.messages().end()};
}

[[nodiscard]] std::vector<bool> admitted(const ItchBytes& messages, std::uint64_t seed) {
    ScrambledMarket market(seed);
    std::vector<bool> all;
    all.reserve(messages.size());
    for (const auto& message : messages) {
        all.push_back(market.admits(message));
    }
    return all;
}

[[nodiscard]] std::size_t count_of(const std::vector<bool>& all) {
    return static_cast<std::size_t>(std::ranges::count(all, true));
}

TEST(ScrambledMarket, LeavesOutAboutHalfOfTheOrdersThatAreAdded) {
    ScriptedBacktest script;
    for (std::uint64_t n = 0; n < 1'000; ++n) {
        script.add(kFirstAdded + n, Side::Buy, 100, cents(9'800));
    }
    const ItchBytes messages = messages_of(script);
    const std::size_t count = count_of(admitted(messages, 1));
    EXPECT_GT(count, 400U);  // six standard deviations of 15.8
    EXPECT_LT(count, 600U);
    EXPECT_EQ(admitted(messages, 1), admitted(messages, 1)) << "one seed, one market";
    EXPECT_NE(admitted(messages, 1), admitted(messages, 2));
}

TEST(ScrambledMarket, WhatHappensToAnOrderFollowsTheOrder) {
    ScriptedBacktest script;
    constexpr std::size_t kOrders = 64;
    for (std::uint64_t n = 0; n < kOrders; ++n) {
        script.add(kFirstAdded + n, Side::Buy, 300, cents(9'800));
        script.execute(kFirstAdded + n, 100);
        script.cancel(kFirstAdded + n, 100);
        script.remove(kFirstAdded + n);
    }
    const std::vector<bool> all = admitted(messages_of(script), 3);
    ASSERT_EQ(all.size(), 4 * kOrders);
    for (std::size_t n = 0; n < kOrders; ++n) {
        for (std::size_t event = 1; event < 4; ++event) {
            EXPECT_EQ(all[4 * n + event], all[4 * n]) << "order " << n << ", event " << event;
        }
    }
    EXPECT_GT(count_of(all), 0U);
    EXPECT_LT(count_of(all), all.size());
}

TEST(ScrambledMarket, AReplacementIsLeftOutWithWhatItReplaces) {
    ScriptedBacktest script;
    constexpr std::size_t kOrders = 64;
    for (std::uint64_t n = 0; n < kOrders; ++n) {
        script.add(kFirstAdded + n, Side::Sell, 300, cents(10'200));
        script.replace_recorded(kFirstAdded + n, 1'000 + n, 200, cents(10'300));
        script.replace_recorded(1'000 + n, 2'000 + n, 100, cents(10'400));
        script.execute(2'000 + n, 100);
    }
    const std::vector<bool> all = admitted(messages_of(script), 3);
    for (std::size_t n = 0; n < kOrders; ++n) {
        EXPECT_EQ(all[4 * n + 1], all[4 * n]);
        EXPECT_EQ(all[4 * n + 2], all[4 * n]);
        EXPECT_EQ(all[4 * n + 3], all[4 * n]);
    }
}

TEST(ScrambledMarket, WhatIsNotOfAnOrderAddedSinceStays) {
    ScriptedBacktest script;
    script.execute(1, 100).cancel(2, 50).remove(2);
    script.hidden_trade(100, cents(10'000)).trading_state('H').end(10);
    const std::vector<bool> all = admitted(messages_of(script), 1);
    EXPECT_EQ(count_of(all), all.size());
    ScrambledMarket market(1);
    EXPECT_TRUE(market.admits({})) << "the venue refuses it";
}

}  // namespace
}  // namespace hotpath::backtest
