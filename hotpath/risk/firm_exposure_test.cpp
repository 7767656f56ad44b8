// The gross and net value of a firm's engines together: what orders raise never passes a limit,
// what marks and executions change counts at once, and a position can always be reduced.

#include "hotpath/risk/firm_exposure.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <limits>
#include <mutex>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "hotpath/risk/risk_gate.hpp"
#include "tests/support/seeds.hpp"
#include "tests/support/wide_limits.hpp"

namespace hotpath::risk {
namespace {

constexpr FirmExposureLimits kExposureLimits{.gross_max = {1'000}, .net_max = {300}};
constexpr Money kBlock{1};

[[nodiscard]] Account account_of(std::int64_t net, std::int64_t buys = 0, std::int64_t sells = 0) {
    return {.net_value = {net},
            .gross_value = {net < 0 ? -net : net},
            .open_value = {Money{buys}, Money{sells}}};
}

TEST(FirmExposure, LimitsAreInclusiveAndOfAllEnginesTogether) {
    SharedExposure firm(kExposureLimits);
    ExposureShare one(firm, kBlock);
    ExposureShare two(firm, kBlock);
    EXPECT_EQ(one.try_hold({}, Side::Buy, {200}, false), FirmExposure::None);
    EXPECT_EQ(two.try_hold({}, Side::Buy, {101}, false), FirmExposure::Net);
    EXPECT_EQ(two.try_hold({}, Side::Sell, {300}, false), FirmExposure::None) << "the other way";
    EXPECT_EQ(two.try_hold({}, Side::Sell, {801}, false), FirmExposure::Gross);
    one.settle(account_of(0, 200));
    two.settle(account_of(0, 0, 300));
    EXPECT_EQ(one.try_hold(account_of(0, 200), Side::Buy, {100}, false), FirmExposure::None);
    EXPECT_EQ(one.try_hold(account_of(0, 300), Side::Buy, {1}, false), FirmExposure::Net);
}

TEST(FirmExposure, AnEngineThatIsShortMakesRoomForOneThatIsLong) {
    SharedExposure firm(kExposureLimits);
    ExposureShare one(firm, kBlock);
    ExposureShare two(firm, kBlock);
    EXPECT_EQ(one.try_hold({}, Side::Sell, {250}, false), FirmExposure::None);
    EXPECT_EQ(two.try_hold({}, Side::Buy, {301}, false), FirmExposure::Net) << "only offered yet";
    one.settle(account_of(-250));
    EXPECT_EQ(two.try_hold({}, Side::Buy, {549}, false), FirmExposure::None);
    EXPECT_EQ(two.try_hold(account_of(0, 549), Side::Buy, {2}, false), FirmExposure::Net);
}

TEST(FirmExposure, AMarkBeyondTheLimitCountsAndOnlyAReductionPassesThen) {
    SharedExposure firm(kExposureLimits);
    ExposureShare one(firm, kBlock);
    ExposureShare two(firm, kBlock);
    one.settle(account_of(400));
    EXPECT_EQ(firm.sum(1), Money{400});
    EXPECT_EQ(two.try_hold({}, Side::Buy, {1}, false), FirmExposure::Net);
    EXPECT_EQ(one.try_hold(account_of(400), Side::Sell, {400}, true), FirmExposure::None);
    EXPECT_EQ(two.try_hold(account_of(-500), Side::Buy, {2'000}, true), FirmExposure::None);
    EXPECT_GT(firm.sum(0), kExposureLimits.gross_max) << "it counts";
}

TEST(FirmExposure, AShareThatEndsLeavesNothingBehind) {
    SharedExposure firm(kExposureLimits);
    {
        ExposureShare share(firm, {50});
        EXPECT_EQ(share.try_hold({}, Side::Buy, {100}, false), FirmExposure::None);
        EXPECT_EQ(firm.sum(0), Money{150}) << "and a block";
        share.settle(account_of(-70));
        EXPECT_EQ(firm.sum(1), Money{-20}) << "a block above what it is";
        EXPECT_EQ(firm.sum(2), Money{70});
    }
    for (std::size_t level = 0; level < kExposureLevels; ++level) {
        EXPECT_EQ(firm.sum(level), Money{});
    }
}

TEST(FirmExposure, HugeValuesAreTooMuchAndNotSmall) {
    constexpr Money kHuge{std::numeric_limits<std::int64_t>::max()};
    SharedExposure firm(
        {.gross_max = {SharedExposure::kLimitMax}, .net_max = {SharedExposure::kLimitMax}});
    ExposureShare one(firm, kBlock);
    ExposureShare two(firm, kBlock);
    EXPECT_EQ(one.try_hold({}, Side::Buy, kHuge, false), FirmExposure::None) << "the limit itself";
    EXPECT_EQ(two.try_hold({}, Side::Buy, {1}, false), FirmExposure::Gross);
    const Account both{.open_value = {kHuge, kHuge}};
    EXPECT_EQ(levels_of(both)[0], SharedExposure::kLimitMax);
}

TEST(FirmExposure, LimitsAreSetAndCanBind) {
    EXPECT_TRUE(SharedExposure::is_valid(kExposureLimits));
    for (const std::int64_t bad :
         {std::int64_t{0}, std::int64_t{-1}, SharedExposure::kLimitMax + 1}) {
        EXPECT_FALSE(SharedExposure::is_valid({.gross_max = {bad}, .net_max = {1}})) << bad;
        EXPECT_FALSE(SharedExposure::is_valid({.gross_max = {1}, .net_max = {bad}})) << bad;
    }
}

constexpr FirmExposureLimits kTightExposure{.gross_max = {600}, .net_max = {300}};

/// The obvious twin: every engine's levels in a table, summed at each question.
class TableOfExposure {
  public:
    explicit TableOfExposure(std::size_t engines) : levels_(engines) {}

    [[nodiscard]] FirmExposure try_hold(std::size_t engine, const Account& account, Side side,
                                        Money added, bool is_reducing) {
        Account then = account;
        then.open(side) += added;
        const ExposureLevels wanted = levels_of(then);
        if (!may_have(engine, 0, wanted[0], is_reducing)) {
            return FirmExposure::Gross;
        }
        levels_[engine][0] = std::max(levels_[engine][0], wanted[0]);
        const std::size_t net = 1 + side_index(side);
        if (!may_have(engine, net, wanted[net], is_reducing)) {
            return FirmExposure::Net;
        }
        levels_[engine][net] = std::max(levels_[engine][net], wanted[net]);
        return FirmExposure::None;
    }
    void settle(std::size_t engine, const Account& account) {
        levels_[engine] = levels_of(account);
    }
    [[nodiscard]] std::int64_t sum(std::size_t level) const {
        std::int64_t sum = 0;
        for (const ExposureLevels& levels : levels_) {
            sum += levels[level];
        }
        return sum;
    }

  private:
    [[nodiscard]] bool may_have(std::size_t engine, std::size_t level, std::int64_t wanted,
                                bool is_reducing) const {
        const std::int64_t most =
            level == 0 ? kTightExposure.gross_max.value : kTightExposure.net_max.value;
        const std::int64_t now = levels_[engine][level];
        return wanted <= now || is_reducing || sum(level) - now + wanted <= most;
    }

    std::vector<ExposureLevels> levels_;
};

/// With the smallest block an answer may differ only within what blocks keep: two units a share.
TEST(FirmExposureProperty, AnswersAreTheTwinsUpToTheBlocksAndSumsStayTogether) {
    Random random(support::seed_of_this_test(22));
    constexpr std::size_t kEngines = 3;
    constexpr std::int64_t kSlack = 2 * static_cast<std::int64_t>(kEngines);
    SharedExposure firm(kTightExposure);
    TableOfExposure twin(kEngines);
    std::array<ExposureShare, kEngines> shares{{{firm, kBlock}, {firm, kBlock}, {firm, kBlock}}};
    std::array<std::uint64_t, 3> answers{};
    for (int i = 0; i < 200'000; ++i) {
        const std::size_t engine = random.below(kEngines);
        const Account account = account_of(static_cast<std::int64_t>(random.below(240)) - 120,
                                           static_cast<std::int64_t>(random.below(60)),
                                           static_cast<std::int64_t>(random.below(60)));
        shares[engine].settle(account);
        twin.settle(engine, account);
        const Side side = random.one_in(2) ? Side::Buy : Side::Sell;
        const Money added{static_cast<std::int64_t>(random.below(300))};
        const bool is_reducing = random.one_in(10);
        const FirmExposure answer = shares[engine].try_hold(account, side, added, is_reducing);
        const FirmExposure expected = twin.try_hold(engine, account, side, added, is_reducing);
        ++answers[static_cast<std::size_t>(answer)];
        if (answer == FirmExposure::None && expected != FirmExposure::None) {
            ASSERT_LE(added, Money{2 * kBlock.value}) << "order " << i << ": more than a block";
        } else if (expected == FirmExposure::None && answer != FirmExposure::None) {
            const std::size_t level = answer == FirmExposure::Gross ? 0 : 1 + side_index(side);
            const Money most = level == 0 ? kTightExposure.gross_max : kTightExposure.net_max;
            ASSERT_GT(twin.sum(level) + kSlack, most.value) << "order " << i;
        }
        shares[engine].settle(account);
        twin.settle(engine, account);
        for (std::size_t level = 0; level < kExposureLevels; ++level) {
            ASSERT_GE(firm.sum(level).value, twin.sum(level)) << "order " << i;
            ASSERT_LE(firm.sum(level).value, twin.sum(level) + kSlack) << "order " << i;
        }
    }
    for (const std::uint64_t count : answers) {
        EXPECT_GT(count, 1'000U);
    }
}

/// Engines on four threads raise and end: what they hold together, counted by themselves after the
/// one and before the other, never passes a limit.
TEST(FirmExposure, ThreadsTogetherNeverHoldMore) {
    const std::uint64_t seed = support::seed_of_this_test(79);
    SharedExposure firm(kExposureLimits);
    std::atomic<std::int64_t> held{0};
    std::atomic<bool> is_too_much{false};
    std::vector<std::jthread> engines;
    for (std::uint64_t k = 0; k < 4; ++k) {
        engines.emplace_back([&, k] {
            Random random(seed + k);
            for (int i = 0; i < 20'000; ++i) {
                const auto value = static_cast<std::int64_t>(1 + random.below(120));
                ExposureShare share(firm, {5});
                if (share.try_hold({}, Side::Buy, {value}, false) == FirmExposure::None) {
                    is_too_much = (held += value) > kExposureLimits.net_max.value || is_too_much;
                    held -= value;
                }
            }
        });
    }
    engines.clear();
    EXPECT_FALSE(is_too_much);
    EXPECT_EQ(firm.sum(0), Money{});
    EXPECT_EQ(firm.sum(1), Money{});
}

// ---- two gates of one firm

class GatesOfOneFirm : public testing::Test {
  protected:
    struct Seat {
        Seat(SharedLimits& firm, SharedExposure& exposure)
            : share(firm, {.open_orders_max = 1, .open_value_max = {1}, .messages_max = 1}),
              held(exposure, kBlock),
              gate(make(share, held)) {
            EXPECT_TRUE(gate.set_limits({1}, support::wide_limits()));
        }
        static RiskGate make(FirmShare& share, ExposureShare& held) {
            RiskOptions options = support::wide_risk(1);
            options.firm = &share;
            options.firm_exposure = &held;
            return std::move(*RiskGate::create(options));
        }
        RejectReason buy(const Account& account, const Exposure& exposure = {}) {
            return gate.check(support::order_within({1}), exposure, account, {++now}).reason();
        }

        FirmShare share;
        ExposureShare held;
        RiskGate gate;
        std::int64_t now = 0;
    };

    static constexpr std::int64_t kOrder = 10'000'000;  // the value of one
    SharedLimits firm_{
        {.open_orders_max = 100, .open_value_max = {100 * kOrder}, .messages_max = 100}};
    SharedExposure exposure_{{.gross_max = {6 * kOrder}, .net_max = {3 * kOrder}}};
    Seat one_{firm_, exposure_};
    Seat two_{firm_, exposure_};
};

TEST_F(GatesOfOneFirm, EachWithinItsOwnLimitIsRefusedBeyondTheFirms) {
    EXPECT_EQ(one_.buy(account_of(kOrder)), RejectReason::None);
    EXPECT_EQ(two_.buy({}), RejectReason::FirmNetExposure);
    EXPECT_EQ(firm_.taken(FirmLimit::Messages), 2U) << "of the first order alone, and its block";
    one_.gate.release_closed(account_of(-2 * kOrder));
    EXPECT_EQ(two_.buy(account_of(2 * kOrder)), RejectReason::None);
    EXPECT_EQ(two_.buy(account_of(3 * kOrder)), RejectReason::FirmGrossExposure);
}

TEST_F(GatesOfOneFirm, AnOrderThatOnlyReducesPasses) {
    one_.gate.release_closed(account_of(4 * kOrder));
    two_.gate.release_closed(account_of(-4 * kOrder));
    EXPECT_EQ(two_.buy(account_of(-4 * kOrder), {.position = {-400}}), RejectReason::None);
    EXPECT_EQ(one_.buy(account_of(4 * kOrder), {.position = {400}}),
              RejectReason::FirmGrossExposure);
}

TEST_F(GatesOfOneFirm, AShareOfTheExposureAloneIsRefused) {
    RiskOptions options = support::wide_risk(1);
    options.firm_exposure = &one_.held;
    const auto gate = RiskGate::create(options);
    ASSERT_FALSE(gate);
    EXPECT_EQ(gate.error().message, "risk limits: firm_exposure must not be set without firm");
}

}  // namespace
}  // namespace hotpath::risk
