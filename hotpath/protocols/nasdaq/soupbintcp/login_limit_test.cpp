// Wrong passwords of an address: how many are looked at, for how long none is, and for whom.
#include "hotpath/protocols/nasdaq/soupbintcp/login_limit.hpp"

#include <string>

#include <gtest/gtest.h>

#include "tests/support/no_alloc_scope.hpp"

namespace hotpath::protocols::nasdaq::soupbintcp {
namespace {

constexpr Nanos kWait{kNanosPerSecond};
constexpr LoginLimitOptions kThree{.failures_max = 3, .wait = kWait};

LoginAttempt attempt_of(std::uint32_t address, std::string_view user, std::uint8_t port = 0) {
    return {.address = address, .port = port, .user = to_alpha<6>(user)};
}

/// A wrong password: is it looked at?
bool guess(LoginLimit& limit, const LoginAttempt& attempt, Time now) {
    const bool is_looked_at = limit.verdict(attempt, now) == LoginVerdict::LookAt;
    if (is_looked_at) {
        limit.on_failure(attempt, now);
    }
    return is_looked_at;
}

TEST(LoginLimit, AfterFailuresMaxOneMoreIsLookedAtForEachWait) {
    LoginLimit limit(kThree);
    const LoginAttempt alice = attempt_of(1, "ALICE");
    Time now{5 * kNanosPerSecond};
    for (int n = 0; n < 3; ++n) {
        EXPECT_TRUE(guess(limit, alice, now));
    }
    EXPECT_FALSE(guess(limit, alice, now));
    for (int n = 0; n < 4; ++n) {
        EXPECT_FALSE(guess(limit, alice, now + kWait - Nanos{1})) << "refusals prolong nothing";
        now = now + kWait;
        EXPECT_TRUE(guess(limit, alice, now));
        EXPECT_FALSE(guess(limit, alice, now));
    }
    EXPECT_EQ(limit.counters().refused, 9U);
    now = now + Nanos{3 * kWait.value};
    for (int n = 0; n < 3; ++n) {
        EXPECT_TRUE(guess(limit, alice, now)) << "all is forgotten";
    }
    EXPECT_FALSE(guess(limit, alice, now));
}

TEST(LoginLimit, OtherUsersPortsAndAddressesAreLookedAt) {
    LoginLimit limit(kThree);
    const Time now{1};
    while (guess(limit, attempt_of(1, "ALICE"), now)) {
    }
    EXPECT_EQ(limit.verdict(attempt_of(1, "BOB"), now), LoginVerdict::LookAt);
    EXPECT_EQ(limit.verdict(attempt_of(2, "ALICE"), now), LoginVerdict::LookAt);
    EXPECT_EQ(limit.verdict(attempt_of(1, "ALICE", 3), now), LoginVerdict::LookAt);
    EXPECT_NE(limit.verdict(attempt_of(1, "alice"), now), LoginVerdict::LookAt)
        << "names are case-insensitive";
}

TEST(LoginLimit, TheFirstRefusalInARowIsMarked) {
    LoginLimit limit(kThree);
    const LoginAttempt alice = attempt_of(1, "ALICE");
    Time now{1};
    while (guess(limit, alice, now + kWait)) {
    }
    now = now + Nanos{2 * kWait.value};
    EXPECT_TRUE(guess(limit, alice, now));
    EXPECT_EQ(limit.verdict(alice, now), LoginVerdict::Refused);
    EXPECT_EQ(limit.verdict(alice, now), LoginVerdict::RefusedAgain);
}

TEST(LoginLimit, InventedNamesAndAddressesNeitherEscapeNorGrowTheTable) {
    LoginLimit limit({.failures_max = 2, .wait = kWait, .counters_max = 64});
    const Time now{1};
    const NoAllocScope scope;
    std::uint64_t looked_at = 0;
    for (std::uint32_t n = 0; n < 100'000; ++n) {
        Username user = to_alpha<6>("");
        for (std::uint32_t rest = n, at = 0; at < user.size(); ++at, rest /= 26) {
            user[at] = static_cast<char>('A' + rest % 26);
        }
        looked_at += guess(limit, {.address = n % 1'000, .user = user}, now) ? 1U : 0U;
    }
    EXPECT_EQ(scope.allocations(), 0U);
    EXPECT_LE(looked_at, 2U * (64 + 1)) << "two a counter, and two of those without room";
    EXPECT_GT(limit.counters().without_room, 90'000U);
}

TEST(LoginLimit, InventedNamesOfOneAddressShareItsCounter) {
    LoginLimit limit({.failures_max = 1, .wait = kWait});
    std::uint64_t looked_at = 0;
    for (int n = 0; n < 100'000; ++n) {
        looked_at += guess(limit, attempt_of(1, std::to_string(n)), Time{1}) ? 1U : 0U;
    }
    EXPECT_EQ(looked_at, LoginLimit::kTotal) << "all that an address may send at once";
}

TEST(LoginLimit, AnAddressThatGuessesManyNamesIsRefusedWithEveryName) {
    LoginLimit limit(kThree);
    const Time now{1};
    int looked_at = 0;
    for (int n = 0; n < 1'000; ++n) {
        looked_at += guess(limit, attempt_of(1, std::to_string(n)), now) ? 1 : 0;
    }
    EXPECT_EQ(looked_at, 3 * LoginLimit::kTotal);
    EXPECT_NE(limit.verdict(attempt_of(1, "ALICE", 2), now), LoginVerdict::LookAt);
    EXPECT_EQ(limit.verdict(attempt_of(2, "ALICE"), now), LoginVerdict::LookAt);
    const Time tenth = now + Nanos{kWait.value / LoginLimit::kTotal};
    EXPECT_TRUE(guess(limit, attempt_of(1, "ALICE"), tenth)) << "ten for each wait";
    EXPECT_FALSE(guess(limit, attempt_of(1, "ALICE"), tenth));
}

TEST(LoginLimit, AUserWhoIsGuessedFromManyAddressesIsLockedAtAll) {
    LoginLimit limit(kThree);
    const Time now{1};
    int looked_at = 0;
    for (std::uint32_t address = 0; address < 1'000; ++address) {
        looked_at += guess(limit, attempt_of(address, "ALICE"), now) ? 1 : 0;
    }
    EXPECT_EQ(looked_at, 3 * LoginLimit::kTotal);
    EXPECT_NE(limit.verdict(attempt_of(5'000, "alice"), now), LoginVerdict::LookAt);
    EXPECT_EQ(limit.verdict(attempt_of(5'000, "BOB"), now), LoginVerdict::LookAt);
    EXPECT_EQ(limit.verdict(attempt_of(5'000, "ALICE", 3), now), LoginVerdict::LookAt)
        << "another port has other users";
    EXPECT_EQ(limit.verdict(attempt_of(5'000, "ALICE"), now + Nanos{3 * kWait.value}),
              LoginVerdict::LookAt);
}

TEST(LoginLimit, AUserWithAWrongPasswordForHoursDoesNotLockOutItsAddress) {
    LoginLimit limit(kThree);
    Time now{1};
    for (int second = 0; second < 10'000; ++second) {
        while (guess(limit, attempt_of(1, "ALICE"), now)) {
        }
        ASSERT_EQ(limit.verdict(attempt_of(1, "BOB"), now), LoginVerdict::LookAt) << second;
        now = now + kWait;
    }
}

TEST(LoginLimit, AClockThatGoesBackMakesNoWaitLonger) {
    LoginLimit limit(kThree);
    const LoginAttempt alice = attempt_of(1, "ALICE");
    while (guess(limit, alice, Time{1'000 * kNanosPerSecond})) {
    }
    const Time now{kNanosPerSecond};
    EXPECT_NE(limit.verdict(alice, now), LoginVerdict::LookAt);
    EXPECT_EQ(limit.verdict(alice, now + kWait), LoginVerdict::LookAt);
}

TEST(LoginLimit, WithoutAWaitThereIsNoLimit) {
    LoginLimit limit({.failures_max = 1, .wait = {}});
    for (int n = 0; n < 100; ++n) {
        EXPECT_TRUE(guess(limit, attempt_of(1, "ALICE"), {}));
    }
}

}  // namespace
}  // namespace hotpath::protocols::nasdaq::soupbintcp
