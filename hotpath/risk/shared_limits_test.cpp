#include "hotpath/risk/shared_limits.hpp"

#include <algorithm>
#include <atomic>
#include <limits>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "tests/support/locked_limits.hpp"
#include "tests/support/seeds.hpp"

namespace hotpath::risk {
namespace {

constexpr FirmLimits kLimits{.open_orders_max = 3, .open_value_max = {100}, .messages_max = 10};

template <class Firm>
class FirmLimitsTest : public testing::Test {};
using Firms = testing::Types<SharedLimits, support::LockedLimits>;
TYPED_TEST_SUITE(FirmLimitsTest, Firms);

TYPED_TEST(FirmLimitsTest, OpenOrdersAreInclusive) {
    TypeParam firm(kLimits);
    for (int i = 0; i < 3; ++i) {
        EXPECT_EQ(firm.try_reserve({}), FirmLimit::None);
    }
    EXPECT_EQ(firm.try_reserve({}), FirmLimit::OpenOrders);
    EXPECT_EQ(firm.try_reserve({.orders = 0}), FirmLimit::None) << "a replacement";
    firm.release({});
    EXPECT_EQ(firm.try_reserve({}), FirmLimit::None);
}

TYPED_TEST(FirmLimitsTest, OpenValueIsInclusive) {
    TypeParam firm(kLimits);
    EXPECT_EQ(firm.try_reserve({.value = {99}}), FirmLimit::None);
    EXPECT_EQ(firm.try_reserve({.value = {2}}), FirmLimit::OpenValue);
    EXPECT_EQ(firm.try_reserve({.value = {1}}), FirmLimit::None);
    EXPECT_EQ(firm.try_reserve({.value = {1}}), FirmLimit::OpenValue);
    firm.release({.orders = 0, .value = {50}});
    EXPECT_EQ(firm.try_reserve({.value = {51}}), FirmLimit::OpenValue);
    EXPECT_EQ(firm.try_reserve({.value = {50}}), FirmLimit::None) << "what executed made room";
}

TYPED_TEST(FirmLimitsTest, MessagesAreInclusiveAndNeverGivenBack) {
    TypeParam firm(kLimits);
    for (int i = 0; i < 10; ++i) {
        EXPECT_EQ(firm.try_reserve({.value = {7}}), FirmLimit::None);
        firm.release({.value = {7}});
    }
    EXPECT_EQ(firm.try_reserve({.value = {7}}), FirmLimit::Messages);
    EXPECT_EQ(firm.taken(FirmLimit::Messages), 10U);
}

TYPED_TEST(FirmLimitsTest, ARefusalTakesNothing) {
    TypeParam firm(kLimits);
    const std::uint64_t huge = std::numeric_limits<std::uint64_t>::max();
    for (int i = 0; i < 100; ++i) {
        EXPECT_EQ(firm.try_reserve({.value = {101}}), FirmLimit::OpenValue);
        EXPECT_EQ(firm.try_reserve({.value = {-1}}), FirmLimit::OpenValue);
        EXPECT_EQ(firm.try_reserve({.orders = huge}), FirmLimit::OpenOrders);
    }
    EXPECT_EQ(firm.taken(FirmLimit::OpenOrders), 0U);
    EXPECT_EQ(firm.taken(FirmLimit::OpenValue), 0U);
    EXPECT_EQ(firm.taken(FirmLimit::Messages), 0U);
}

TEST(SharedLimits, AgreeWithTheirTwinOnOneThread) {
    Random random(support::seed_of_this_test(505));
    constexpr FirmLimits kWide{
        .open_orders_max = 20, .open_value_max = {1'000}, .messages_max = 50'000};
    SharedLimits shared(kWide);
    support::LockedLimits locked(kWide);
    std::vector<FirmOrder> open;
    for (int i = 0; i < 100'000; ++i) {
        const FirmOrder order{.orders = random.below(2),
                              .value = Money::wrapped(random.below(150))};
        const FirmLimit answer = locked.try_reserve(order);
        ASSERT_EQ(shared.try_reserve(order), answer) << "order " << i;
        if (answer == FirmLimit::None) {
            open.push_back(order);
        } else if (!open.empty()) {
            std::swap(open[random.below(open.size())], open.back());
            shared.release(open.back());
            locked.release(open.back());
            open.pop_back();
        }
        ASSERT_EQ(shared.taken(FirmLimit::OpenOrders), locked.taken(FirmLimit::OpenOrders));
        ASSERT_EQ(shared.taken(FirmLimit::OpenValue), locked.taken(FirmLimit::OpenValue));
        ASSERT_EQ(shared.taken(FirmLimit::Messages), locked.taken(FirmLimit::Messages));
    }
}

/// What the threads have been granted and not yet given back, counted by themselves: never more
/// than is reserved, because it is counted after the one and uncounted before the other.
struct Granted {
    std::atomic<std::uint64_t> orders{0};
    std::atomic<std::uint64_t> value{0};
    std::atomic<std::uint64_t> messages{0};
    std::atomic<bool> is_too_much{false};

    void count(const FirmOrder& order, const FirmLimits& limits) {
        const bool is_more = (orders += order.orders) > limits.open_orders_max ||
                             (value += order.value.bits()) > limits.open_value_max.bits() ||
                             ++messages > limits.messages_max;
        is_too_much = is_too_much || is_more;
    }
    void uncount(const FirmOrder& order) {
        orders -= order.orders;
        value -= order.value.bits();
    }
};

template <class Engine>
void trade(Engine&& firm, Granted& granted, const FirmLimits& limits, std::uint64_t seed) {
    Random random(seed);
    std::vector<FirmOrder> open;
    for (int i = 0; i < 20'000; ++i) {
        const FirmOrder order{.orders = random.below(3), .value = Money::wrapped(random.below(40))};
        if (random.below(2) == 0 && firm.try_reserve(order) == FirmLimit::None) {
            granted.count(order, limits);
            open.push_back(order);
        } else if (!open.empty()) {
            granted.uncount(open.back());
            firm.release(open.back());
            open.pop_back();
        }
    }
    for (const FirmOrder& order : open) {
        granted.uncount(order);
        firm.release(order);
    }
}

TYPED_TEST(FirmLimitsTest, ThreadsTogetherAreNeverGrantedMoreAndLeaveNothingBehind) {
    constexpr FirmLimits kTight{
        .open_orders_max = 12, .open_value_max = {150}, .messages_max = 25'000};
    const std::uint64_t seed = support::seed_of_this_test(77);
    TypeParam firm(kTight);
    Granted granted;
    std::vector<std::jthread> engines;
    for (std::uint64_t k = 0; k < 4; ++k) {
        engines.emplace_back([&, k] { trade(firm, granted, kTight, seed + k); });
    }
    engines.clear();
    EXPECT_FALSE(granted.is_too_much);
    EXPECT_EQ(firm.taken(FirmLimit::OpenOrders), 0U);
    EXPECT_EQ(firm.taken(FirmLimit::OpenValue), 0U);
    EXPECT_EQ(firm.taken(FirmLimit::Messages), granted.messages)
        << "one each, however many were given back";
    EXPECT_GT(firm.taken(FirmLimit::Messages), 1'000U);
}

TEST(FirmShare, FetchesABlockBeyondWhatItNeedsAndGivesBackWhatIsTooMuch) {
    SharedLimits firm({.open_orders_max = 100, .open_value_max = {1'000}, .messages_max = 100});
    {
        FirmShare share(firm, {.open_orders_max = 4, .open_value_max = {50}, .messages_max = 5});
        EXPECT_EQ(share.try_reserve({.value = {10}}), FirmLimit::None);
        EXPECT_EQ(firm.taken(FirmLimit::OpenOrders), 5U);
        EXPECT_EQ(firm.taken(FirmLimit::OpenValue), 60U);
        EXPECT_EQ(firm.taken(FirmLimit::Messages), 6U);
        for (int i = 0; i < 4; ++i) {
            EXPECT_EQ(share.try_reserve({.value = {10}}), FirmLimit::None);
        }
        EXPECT_EQ(firm.taken(FirmLimit::OpenValue), 60U) << "of its own";
        EXPECT_EQ(share.try_reserve({.value = {200}}), FirmLimit::None);
        share.release({.orders = 1, .value = {200}});
        EXPECT_EQ(firm.taken(FirmLimit::OpenValue), 50U + 50U) << "reserved, and a block";
        for (int i = 0; i < 5; ++i) {
            share.release({.value = {10}});
        }
    }
    EXPECT_EQ(firm.taken(FirmLimit::OpenOrders), 0U);
    EXPECT_EQ(firm.taken(FirmLimit::OpenValue), 0U);
    EXPECT_EQ(firm.taken(FirmLimit::Messages), 6U) << "sent";
}

TEST(FirmShare, TooManyFreeOrdersAreGivenBackWhateverTheirValue) {
    SharedLimits firm({.open_orders_max = 100, .open_value_max = {1'000}, .messages_max = 100});
    FirmShare share(firm, {.open_orders_max = 2, .open_value_max = {500}, .messages_max = 5});
    for (int i = 0; i < 6; ++i) {
        EXPECT_EQ(share.try_reserve({.value = {1}}), FirmLimit::None);
    }
    EXPECT_EQ(firm.taken(FirmLimit::OpenOrders), 6U);
    for (int i = 0; i < 4; ++i) {
        share.release({.value = {1}});
    }
    EXPECT_EQ(firm.taken(FirmLimit::OpenOrders), 6U) << "4 are free: two blocks";
    share.release({.value = {1}});
    EXPECT_EQ(firm.taken(FirmLimit::OpenOrders), 3U) << "1 is reserved, and a block";
}

TEST(FirmShare, TakesTheLastWithoutABlock) {
    SharedLimits firm(kLimits);
    FirmShare share(firm, {.open_orders_max = 50, .open_value_max = {50}, .messages_max = 50});
    for (int i = 0; i < 3; ++i) {
        EXPECT_EQ(share.try_reserve({.value = {33}}), FirmLimit::None);
    }
    EXPECT_EQ(share.try_reserve({}), FirmLimit::OpenOrders);
    EXPECT_EQ(share.try_reserve({.orders = 0, .value = {2}}), FirmLimit::OpenValue);
    EXPECT_EQ(share.try_reserve({.orders = 0, .value = {1}}), FirmLimit::None);
    EXPECT_EQ(share.try_reserve({.orders = 0, .value = {-1}}), FirmLimit::OpenValue);
}

TEST(FirmShare, SharesTogetherAreNeverGrantedMoreAndLeaveNothingBehind) {
    constexpr FirmLimits kTight{
        .open_orders_max = 40, .open_value_max = {600}, .messages_max = 25'000};
    const std::uint64_t seed = support::seed_of_this_test(78);
    SharedLimits firm(kTight);
    Granted granted;
    std::vector<std::jthread> engines;
    for (std::uint64_t k = 0; k < 4; ++k) {
        engines.emplace_back([&, k] {
            trade(
                FirmShare(firm, {.open_orders_max = 3, .open_value_max = {40}, .messages_max = 9}),
                granted, kTight, seed + k);
        });
    }
    engines.clear();
    EXPECT_FALSE(granted.is_too_much);
    EXPECT_EQ(firm.taken(FirmLimit::OpenOrders), 0U);
    EXPECT_EQ(firm.taken(FirmLimit::OpenValue), 0U);
    EXPECT_EQ(firm.taken(FirmLimit::Messages), granted.messages);
    EXPECT_GT(firm.taken(FirmLimit::Messages), 1'000U);
}

TEST(SharedLimits, AreSetAndCanBind) {
    EXPECT_TRUE(SharedLimits::is_valid(kLimits));
    const auto binds_from_1 = [](auto set) {
        const auto is_valid = [&](std::uint64_t value) {
            FirmLimits limits = kLimits;
            set(limits, value);
            return SharedLimits::is_valid(limits);
        };
        return !is_valid(0) && is_valid(SharedLimits::kLimitMax) &&
               !is_valid(SharedLimits::kLimitMax + 1);
    };
    EXPECT_TRUE(binds_from_1([](FirmLimits& l, std::uint64_t n) { l.open_orders_max = n; }));
    EXPECT_TRUE(
        binds_from_1([](FirmLimits& l, std::uint64_t n) { l.open_value_max = Money::wrapped(n); }));
    EXPECT_TRUE(binds_from_1([](FirmLimits& l, std::uint64_t n) { l.messages_max = n; }));
}

}  // namespace
}  // namespace hotpath::risk
