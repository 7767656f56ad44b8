#include "hotpath/protocols/nasdaq/soupbintcp/connection_places.hpp"

#include <gtest/gtest.h>

#include "tests/support/no_alloc_scope.hpp"

namespace hotpath::protocols::nasdaq::soupbintcp {
namespace {

constexpr std::uint8_t kOrders = 0;
constexpr std::uint8_t kOperators = 3;
constexpr PlaceLimits kFew{
    .pending_max = 4, .pending_per_address_max = 3, .logins_per_user_max = 2};

constexpr Peer from(std::uint8_t last, std::uint16_t port = 1'000) {
    return {.address = 0x0A00'0000U + last, .port = port};
}

struct Places {
    /// As a server does; the place that was taken.
    std::uint16_t connect(std::uint8_t port, const Peer& peer) {
        displaced = places.in_the_way(port, peer);
        if (displaced) {
            places.leave(*displaced);
            places.release(*displaced);
        }
        const auto place = places.take(port, peer);
        EXPECT_TRUE(place);
        return place.value_or(0);
    }

    ConnectionPlaces places{ConnectionPlaces::places_for(2, 4, kFew), kFew};
    std::optional<std::uint16_t> displaced{};
};

TEST(ConnectionPlaces, OfAnAddressThatSaysNothingTheOldestGoesFirst) {
    Places at;
    const std::uint16_t first = at.connect(kOrders, from(1));
    const std::uint16_t second = at.connect(kOrders, from(1));
    at.connect(kOrders, from(1));
    EXPECT_FALSE(at.displaced);
    at.connect(kOrders, from(1));
    EXPECT_EQ(at.displaced, first);
    at.connect(kOrders, from(1));
    EXPECT_EQ(at.displaced, second);
}

TEST(ConnectionPlaces, AFullPortTakesThePlaceFromTheAddressWithMost) {
    Places at;
    const std::uint16_t lone = at.connect(kOrders, from(1));
    const std::uint16_t crowd = at.connect(kOrders, from(2));
    at.connect(kOrders, from(2));
    at.connect(kOrders, from(2));
    at.connect(kOrders, from(3));
    EXPECT_EQ(at.displaced, crowd) << "the oldest of the crowd, not the oldest of all";
    EXPECT_FALSE(at.places.is_logged_in(lone));
}

TEST(ConnectionPlaces, AFloodOnOnePortTouchesNoOtherPort) {
    Places at;
    const std::uint16_t ops = at.connect(kOperators, from(9));
    for (int n = 0; n < 1'000; ++n) {
        at.connect(kOrders, from(static_cast<std::uint8_t>(n % 200)));
        EXPECT_NE(at.displaced, ops);
    }
}

TEST(ConnectionPlaces, UsersWhoHaveLoggedInAreNeverDisplacedByAFlood) {
    Places at;
    const std::uint16_t alice = at.connect(kOrders, from(1));
    at.places.log_in(alice, 7);
    const std::uint16_t bob = at.connect(kOrders, from(1));
    at.places.log_in(bob, 8);
    for (int n = 0; n < 1'000; ++n) {
        at.connect(kOrders, from(static_cast<std::uint8_t>(n % 200)));
        EXPECT_TRUE(at.displaced != alice && at.displaced != bob);
    }
    EXPECT_EQ(at.places.logged_in(kOrders), 2U);
}

TEST(ConnectionPlaces, AUserWithAsManyConnectionsAsAllowedLosesTheOldest) {
    Places at;
    const std::uint16_t first = at.connect(kOperators, from(1));
    at.places.log_in(first, 5);
    const std::uint16_t second = at.connect(kOperators, from(1));
    EXPECT_FALSE(at.places.in_the_way_of_login(second, 5, 2));
    at.places.log_in(second, 5);
    const std::uint16_t third = at.connect(kOperators, from(1));
    EXPECT_EQ(at.places.in_the_way_of_login(third, 5, 2), first);
    EXPECT_FALSE(at.places.in_the_way_of_login(third, 6, 2)) << "another user";
    const std::uint16_t elsewhere = at.connect(kOrders, from(1));
    EXPECT_FALSE(at.places.in_the_way_of_login(elsewhere, 5, 2)) << "another port";
}

TEST(ConnectionPlaces, AConnectionThatIsOverCountsNoMoreAndKeepsItsPlaceUntilReleased) {
    Places at;
    const std::uint16_t first = at.connect(kOrders, from(1));
    at.connect(kOrders, from(1));
    at.connect(kOrders, from(1));
    at.places.leave(first);
    EXPECT_FALSE(at.places.in_the_way(kOrders, from(1)));
    EXPECT_NE(at.places.take(kOrders, from(1)), first);
    at.places.release(first);
    EXPECT_EQ(at.places.take(kOrders, from(2)), first);
}

TEST(ConnectionPlaces, WithoutAPlaceNoneIsTaken) {
    ConnectionPlaces places(1, kFew);
    EXPECT_TRUE(places.take(kOrders, from(1)));
    EXPECT_FALSE(places.take(kOrders, from(1)));
}

TEST(ConnectionPlaces, ConnectionsAllocateNothing) {
    Places at;
    const NoAllocScope scope;
    for (int n = 0; n < 100; ++n) {
        at.connect(kOrders, from(static_cast<std::uint8_t>(n)));
    }
    EXPECT_EQ(scope.allocations(), 0U);
}

}  // namespace
}  // namespace hotpath::protocols::nasdaq::soupbintcp
