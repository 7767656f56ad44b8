#include "hotpath/gateway/outbox.hpp"

#include <array>
#include <vector>

#include <gtest/gtest.h>

namespace hotpath::gateway {
namespace {

std::vector<std::size_t> drained_lengths(Outbox& outbox) {
    std::vector<std::size_t> lengths;
    outbox.drain([&](Bytes message) { lengths.push_back(message.size()); });
    return lengths;
}

TEST(Outbox, HandsMessagesOutInOrderAndIsEmptyAfterwards) {
    Outbox outbox(64);
    constexpr std::array<std::byte, 9> kBytes{std::byte{1}, std::byte{2}};
    outbox.append(Bytes(kBytes).first(9));
    outbox.append(Bytes(kBytes).first(2));
    EXPECT_EQ(outbox.size(), 2U);
    std::vector<std::byte> seen;
    outbox.drain([&](Bytes message) { seen.insert(seen.end(), message.begin(), message.end()); });
    ASSERT_EQ(seen.size(), 11U);
    EXPECT_EQ(seen[1], std::byte{2});
    EXPECT_EQ(seen[9], std::byte{1});
    EXPECT_EQ(outbox.size(), 0U);
    EXPECT_TRUE(drained_lengths(outbox).empty());
}

TEST(Outbox, HasRoomToTheLastByteAndNoFurther) {
    Outbox outbox(2 * Outbox::bytes_for(10));
    const std::array<std::byte, 10> bytes{};
    EXPECT_TRUE(outbox.has_room(10, Outbox::bytes_for(10)));
    EXPECT_FALSE(outbox.has_room(10, Outbox::bytes_for(10) + 1));
    outbox.append(bytes);
    EXPECT_TRUE(outbox.has_room(10, 0));
    EXPECT_FALSE(outbox.has_room(11, 0));
    outbox.append(bytes);
    EXPECT_FALSE(outbox.has_room(0, 0));
    EXPECT_EQ(drained_lengths(outbox), (std::vector<std::size_t>{10, 10}));
    EXPECT_TRUE(outbox.has_room(10, Outbox::bytes_for(10)));
}

}  // namespace
}  // namespace hotpath::gateway
