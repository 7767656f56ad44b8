// How many handshakes a second are begun, in all and of an address.

#include "hotpath/login/handshake_limit.hpp"

#include <gtest/gtest.h>

namespace hotpath::login {
namespace {

constexpr Time kFirst{1'000 * kNanosPerSecond};

[[nodiscard]] int taken(HandshakeLimit& limit, std::uint32_t address, Time now, int times) {
    int count = 0;
    for (int n = 0; n < times; ++n) {
        count += limit.try_take(address, now) ? 1 : 0;
    }
    return count;
}

TEST(HandshakeLimit, AnAddressBeginsAtMostHalfOfThem) {
    HandshakeLimit limit(10);
    EXPECT_EQ(taken(limit, 1, kFirst, 100), 5);
    EXPECT_EQ(taken(limit, 2, kFirst, 100), 5);
    EXPECT_EQ(taken(limit, 3, kFirst, 100), 0) << "ten in all";
    EXPECT_EQ(limit.refused(), 95U + 95U + 100U);
    EXPECT_EQ(taken(limit, 1, kFirst + Nanos{kNanosPerSecond}, 100), 5) << "a second later";
}

TEST(HandshakeLimit, OneASecondIsOneOfAnAddressToo) {
    HandshakeLimit limit(1);
    EXPECT_EQ(taken(limit, 1, kFirst, 3), 1);
    EXPECT_EQ(taken(limit, 2, kFirst + Nanos{kNanosPerSecond}, 3), 1);
}

TEST(HandshakeLimit, WithoutOneNothingIsRefused) {
    HandshakeLimit limit(0);
    EXPECT_EQ(taken(limit, 1, kFirst, 1'000), 1'000);
    EXPECT_EQ(limit.refused(), 0U);
}

}  // namespace
}  // namespace hotpath::login
