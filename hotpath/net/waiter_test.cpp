#include "hotpath/net/waiter.hpp"

#include <thread>

#include <gtest/gtest.h>

#include "hotpath/net/udp_socket.hpp"

namespace hotpath::net {
namespace {

constexpr Nanos kPatience{60'000'000'000};

TEST(Waiter, EndsWithItsTime) {
    auto waiter = Waiter::create();
    ASSERT_TRUE(waiter);
    EXPECT_FALSE(waiter->wait(Nanos{0}));
    EXPECT_FALSE(waiter->wait(Nanos{-1}));
    EXPECT_FALSE(waiter->wait(Nanos{1'000}));
}

TEST(Waiter, AWakeBeforeTheWaitCountsAndOnlyOnce) {
    auto waiter = Waiter::create();
    waiter->wake();
    waiter->wake();
    EXPECT_TRUE(waiter->wait(kPatience));
    EXPECT_FALSE(waiter->wait(Nanos{0}));
}

TEST(Waiter, AnotherThreadMayWakeIt) {
    auto waiter = Waiter::create();
    std::thread other([&] { waiter->wake(); });
    EXPECT_TRUE(waiter->wait(kPatience));
    other.join();
}

TEST(Waiter, TellsOfBytesUntilTheyAreTaken) {
    auto waiter = Waiter::create();
    auto socket = UdpSocket::bind({kLoopback, 0});
    ASSERT_TRUE(waiter && socket);
    ASSERT_TRUE(waiter->watch(socket->descriptor()));
    ASSERT_TRUE(socket->send({}, socket->endpoint()));
    EXPECT_TRUE(waiter->wait(kPatience));
    EXPECT_TRUE(waiter->wait(kPatience));
    EXPECT_TRUE(socket->receive({}));
    EXPECT_FALSE(waiter->wait(Nanos{0}));
}

TEST(Waiter, RoomToSendIsToldOnlyWhenWanted) {
    auto waiter = Waiter::create();
    auto socket = UdpSocket::bind({kLoopback, 0});
    ASSERT_TRUE(waiter->watch(socket->descriptor()));
    EXPECT_FALSE(waiter->wait(Nanos{0}));
    waiter->watch_room(socket->descriptor(), true);
    EXPECT_TRUE(waiter->wait(kPatience));
    waiter->watch_room(socket->descriptor(), false);
    EXPECT_FALSE(waiter->wait(Nanos{0}));
}

TEST(Waiter, WhatCannotBeWatchedIsNamed) {
    auto waiter = Waiter::create();
    const auto watched = waiter->watch(-1);
    ASSERT_FALSE(watched);
    EXPECT_EQ(watched.error().message, "net: cannot wait for descriptor -1: Bad file descriptor");
}

}  // namespace
}  // namespace hotpath::net
