// Fat-finger limits of a user at the port: each is inclusive, replacements count what they would have
// open, and the journal has the refusal, whatever the limits of a replay.

#include "hotpath/exchange/server/port_limits.hpp"

#include <cstdint>
#include <memory>
#include <optional>

#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "hotpath/exchange/market/venue.hpp"
#include "hotpath/protocols/nasdaq/ouch50/codes.hpp"
#include "hotpath/protocols/nasdaq/ouch50/replies.hpp"
#include "tests/support/seeds.hpp"
#include "tests/support/venue_clients.hpp"

namespace hotpath::exchange {
namespace {

namespace ouch50 = protocols::nasdaq::ouch50;
namespace reason = protocols::nasdaq::ouch50::reject_reason;
using support::BenchClient;
using support::OrderText;
using support::small_venue;
using support::VenueBench;

constexpr std::int64_t kMid = 500'000;       // $50
constexpr std::int64_t kValue = 100 * kMid;  // of an order of 100 there
constexpr std::uint16_t kNone = 0;

/// User 0 has the limits, user 1 has none and makes the market: 499,000 to 501,000.
class PortLimits : public testing::Test {
  protected:
    void open(const UserLimits& limits) {
        VenueServerOptions options = small_venue(2);
        options.cancel_on_disconnect_after = kForever;
        options.user_limits = {limits};
        bench_.emplace(options);
        limited_ = std::make_unique<BenchClient>(*bench_, Port::OrderEntry, options.users[0]);
        maker_ = std::make_unique<BenchClient>(*bench_, Port::OrderEntry, options.users[1]);
    }
    void make_market() {
        maker_->enter({.number = 1, .side = 'B', .qty = 10, .price = kMid - 1'000});
        maker_->enter({.number = 2, .side = 'S', .qty = 10, .price = kMid + 1'000});
        bench_->make_durable();
        maker_->poll();
    }

    /// The reject reason; 0: accepted or replaced.
    std::uint16_t answer() {
        bench_->make_durable();
        limited_->poll();
        const Bytes reply = limited_->replies.back();
        return std::to_integer<char>(reply.front()) == ouch50::OrderRejected::kType
                   ? ouch50::OrderRejected::at(reply.data()).load_reason()
                   : kNone;
    }
    std::uint16_t enter(char side, std::uint32_t qty, std::int64_t price) {
        limited_->enter({.number = ++number_, .side = side, .qty = qty, .price = price});
        return answer();
    }
    std::uint16_t replace(std::uint32_t original, std::uint32_t qty, std::int64_t price) {
        ouch50::ReplaceOrderRequest m;
        m.store_orig_user_ref_num(original);
        m.store_user_ref_num(++number_);
        m.store_quantity(qty);
        m.store_price(static_cast<std::uint64_t>(price));
        m.store_time_in_force(ouch50::time_in_force::kDay);
        m.store_display(ouch50::display::kVisible);
        limited_->request(m.bytes());
        return answer();
    }
    void cancel(std::uint32_t number, std::uint32_t left = 0) {
        limited_->cancel(number, left);
        bench_->make_durable();
        limited_->poll();
    }
    [[nodiscard]] Money exposure() const {
        return bench_->server.log().exchange().venue().orders.open_value({0});
    }

    std::optional<VenueBench> bench_;
    std::unique_ptr<BenchClient> limited_;
    std::unique_ptr<BenchClient> maker_;
    std::uint32_t number_ = 0;
};

TEST_F(PortLimits, TheValueOfAnOrderIsInclusive) {
    open({.order_value_max = {kValue}});
    EXPECT_EQ(enter('B', 100, kMid), kNone);
    EXPECT_EQ(enter('S', 100, kMid + 100), reason::kMaximumNotionalValue);
    EXPECT_EQ(enter('B', 101, kMid - 100), reason::kMaximumNotionalValue);
    EXPECT_EQ(replace(1, 101, kMid), reason::kMaximumNotionalValue);
    EXPECT_EQ(replace(1, 100, kMid - 100), kNone);
    EXPECT_EQ(bench_->server.counters().refused_for_limits, 3U);
}

TEST_F(PortLimits, AMarketOrderIsValuedAtTheMarket) {
    open({.order_value_max = {kValue}});
    make_market();
    EXPECT_EQ(enter('B', 101, kMarketPrice.value), reason::kMaximumNotionalValue);
    EXPECT_EQ(enter('B', 100, kMarketPrice.value), kNone);
}

TEST_F(PortLimits, TheCollarIsInclusiveAndOfTheSideThatTakes) {
    open({.collar_bps = {100}});
    make_market();
    EXPECT_EQ(enter('B', 1, kMid + 5'000), kNone);
    EXPECT_EQ(enter('B', 1, kMid + 5'100), reason::kFatFinger);
    EXPECT_EQ(enter('S', 1, kMid - 5'100), reason::kFatFinger);
    EXPECT_EQ(enter('S', 1, kMid - 5'000), kNone);
    EXPECT_EQ(enter('B', 1, 100'000), kNone) << "far away, where it harms no one";
    EXPECT_EQ(enter('B', 1, kMarketPrice.value), reason::kFatFinger) << "it would take any price";
}

TEST_F(PortLimits, WithoutTheOtherSideTheBestPriceIsTheMarketAndAnEmptyBookHasNone) {
    open({.collar_bps = {100}});
    EXPECT_EQ(enter('B', 1, kMid), kNone);
    EXPECT_EQ(enter('B', 1, kMid + 5'000), kNone);
    EXPECT_EQ(enter('S', 1, 400'000), reason::kFatFinger);
}

TEST_F(PortLimits, TheExposureIsOfAllOpenOrdersAndFallsAgain) {
    open({.exposure_max = {3 * kValue}});
    EXPECT_EQ(enter('B', 100, kMid), kNone);
    EXPECT_EQ(enter('S', 200, kMid + 100), reason::kAggregateExposure);
    EXPECT_EQ(enter('B', 200, kMid), kNone);
    EXPECT_EQ(exposure(), Money{3 * kValue});
    EXPECT_EQ(enter('B', 1, 100), reason::kAggregateExposure);
    EXPECT_EQ(replace(1, 50, kMid), kNone) << "it counts in place of the other";
    cancel(3, 150);
    EXPECT_EQ(exposure(), Money{2 * kValue});
    maker_->enter({.number = 1, .side = 'S', .qty = 150, .price = kMid});
    bench_->make_durable();
    limited_->poll();
    EXPECT_EQ(exposure(), Money{kValue / 2}) << "what has traded is open no longer";
    EXPECT_EQ(enter('B', 250, kMid), kNone);
}

TEST_F(PortLimits, OthersHaveNone) {
    open({.order_value_max = {1}, .collar_bps = {1}, .exposure_max = {1}});
    make_market();
    EXPECT_EQ(maker_->types(), "AA");
    EXPECT_EQ(enter('B', 1, kMid), reason::kMaximumNotionalValue);
}

TEST_F(PortLimits, WhatTheVenueRefusesByItselfIsTheVenuesReason) {
    open({.order_value_max = {1}, .collar_bps = {1}, .exposure_max = {1}});
    limited_->enter({.number = ++number_, .symbol = "NONE"});
    EXPECT_EQ(answer(), reason::kInvalidSymbol);
    EXPECT_EQ(enter('B', 0, kMid), reason::kInvalidQuantity);
    EXPECT_EQ(enter('B', 1, kMid + 1), reason::kInvalidPrice);
}

TEST_F(PortLimits, AReplayUnderOtherLimitsGivesTheSame) {
    open({.order_value_max = {kValue}});
    EXPECT_EQ(enter('B', 101, kMid), reason::kMaximumNotionalValue);
    EXPECT_EQ(enter('B', 100, kMid), kNone);
    const std::uint64_t state = bench_->server.log().state_checksum();
    bench_->options.user_limits.clear();
    bench_->restart(bench_->records.size());
    EXPECT_EQ(bench_->server.log().state_checksum(), state);
    EXPECT_EQ(bench_->server.replies({0}).size(), 2U);
}

/// Random requests of a user with an exposure limit: what the table keeps is what its orders add up
/// to, and never above the limit.
TEST_F(PortLimits, TheExposureIsWhatTheOpenOrdersAddUpTo) {
    constexpr Money kMost{20 * kValue};
    open({.exposure_max = kMost});
    Random random(support::seed_of_this_test(33));
    std::uint32_t others = 0;
    std::uint64_t refused = 0;
    for (int i = 0; i < 3'000; ++i) {
        const auto qty = static_cast<std::uint32_t>(1 + random.below(300));
        const std::int64_t price = kMid + 100 * (static_cast<std::int64_t>(random.below(9)) - 4);
        const char side = random.one_in(2) ? 'B' : 'S';
        const auto earlier = static_cast<std::uint32_t>(1 + random.below(number_ + 1));
        switch (random.below(5)) {
            case 0:
                cancel(earlier, random.one_in(2) ? 0 : qty / 4);
                break;
            case 1:
                static_cast<void>(replace(earlier, qty, price));
                break;
            case 2:
                maker_->enter({.number = ++others, .side = side, .qty = qty, .price = price});
                bench_->make_durable();
                break;
            default:
                refused += enter(side, qty, price) == reason::kAggregateExposure ? 1U : 0U;
                break;
        }
        Money sum;
        bench_->server.log().exchange().venue().orders.for_each([&](const SessionOrder& order) {
            sum += order.session == SessionId{0} ? value_of(order) : Money{};
        });
        ASSERT_EQ(exposure(), sum) << "request " << i;
        ASSERT_LE(sum, kMost) << "request " << i;
    }
    EXPECT_GT(refused, 100U);
}

}  // namespace
}  // namespace hotpath::exchange
