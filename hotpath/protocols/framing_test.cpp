#include "hotpath/protocols/framing.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

namespace hotpath::protocols {
namespace {

Bytes bytes_of(std::string_view text) {
    return std::as_bytes(std::span(text));
}

std::vector<std::byte> framed(std::initializer_list<std::string_view> messages) {
    std::vector<std::byte> frames(100);
    std::size_t length = 0;
    for (const std::string_view message : messages) {
        length += append_frame(MutableBytes(frames).subspan(length), bytes_of(message));
    }
    frames.resize(length);
    return frames;
}

TEST(Framing, MessagesComeBackInOrderAndTheEndIsClean) {
    const std::vector<std::byte> frames = framed({"first", "", "the third"});
    FrameCursor cursor(frames);
    for (const std::string_view expected : {"first", "", "the third"}) {
        Bytes message;
        ASSERT_TRUE(cursor.next(message));
        EXPECT_TRUE(std::ranges::equal(message, bytes_of(expected)));
    }
    Bytes none;
    EXPECT_FALSE(cursor.next(none));
    EXPECT_FALSE(cursor.is_truncated());
}

TEST(Framing, AFrameIsALengthInTwoBigEndianBytesAndTheMessage) {
    EXPECT_TRUE(std::ranges::equal(framed({"ab"}), bytes_of({"\0\2ab", 4})));
}

TEST(Framing, CuttingAnywhereInsideAFrameIsTruncationAndKeepsWhatWasBefore) {
    const std::vector<std::byte> frames = framed({"first", "second"});
    for (std::size_t length = 0; length < frames.size(); ++length) {
        FrameCursor cursor(Bytes(frames).first(length));
        std::size_t messages = 0;
        for (Bytes message; cursor.next(message);) {
            ++messages;
        }
        EXPECT_EQ(messages, length < 7 ? 0U : 1U) << length;
        EXPECT_EQ(cursor.is_truncated(), length != 0 && length != 7) << length;
        EXPECT_EQ(cursor.rest().size(), length < 7 ? length : length - 7);
    }
}

TEST(Framing, AFrameThatDoesNotFitIsNotWritten) {
    std::array<std::byte, 5> room;
    room.fill(std::byte{0xEE});
    EXPECT_EQ(append_frame(room, bytes_of("1234")), 0U);
    EXPECT_EQ(std::ranges::count(room, std::byte{0xEE}), 5);
    EXPECT_EQ(append_frame(room, bytes_of("123")), 5U);
}

TEST(Framing, AMessageLongerThanTheLengthFieldIsNotWritten) {
    const std::vector<std::byte> message(kFramedMessageLengthMax + 1);
    std::vector<std::byte> room(message.size() + kFramePrefixLength);
    EXPECT_EQ(append_frame(room, message), 0U);
    EXPECT_EQ(append_frame(room, Bytes(message).first(kFramedMessageLengthMax)),
              kFramedMessageLengthMax + kFramePrefixLength);
}

}  // namespace
}  // namespace hotpath::protocols
