#include "hotpath/protocols/iex/segment.hpp"

#include <vector>

#include <gtest/gtest.h>

#include "tests/support/iex_segments.hpp"

namespace hotpath::protocols::iex {
namespace {

using protocols::DecodeStatus;
using support::iex_segment;
using support::OwnedBytes;

DecodeStatus opened(Bytes datagram) {
    SegmentReader segment;
    return segment.open(datagram);
}

OwnedBytes two_messages() {
    return iex_segment({support::bytes_of("first"), support::bytes_of("second one")}, {.first = 7});
}

TEST(IexSegment, ItsMessagesAreReadInPlace) {
    const OwnedBytes datagram = two_messages();
    SegmentReader segment;
    ASSERT_EQ(segment.open(datagram), DecodeStatus::Ok);
    EXPECT_EQ(segment.header().load_first_message_sequence_number(), 7);
    EXPECT_EQ(segment.header().load_message_count(), 2);
    MessageCursor messages = segment.messages();
    Bytes message;
    ASSERT_TRUE(messages.next(message));
    EXPECT_EQ(message.data(), datagram.data() + SegmentHeader::kLength + 2) << "zero-copy";
    EXPECT_EQ(as_text(message), "first");
    ASSERT_TRUE(messages.next(message));
    EXPECT_EQ(as_text(message), "second one");
    EXPECT_FALSE(messages.next(message));
    EXPECT_FALSE(messages.is_truncated());
}

TEST(IexSegment, AHeartbeatHasNoMessages) {
    EXPECT_EQ(opened(iex_segment({})), DecodeStatus::Ok);
}

TEST(IexSegment, AnyOtherLengthIsRefused) {
    OwnedBytes datagram = two_messages();
    for (std::size_t length = 0; length < datagram.size(); ++length) {
        EXPECT_EQ(opened(Bytes(datagram).first(length)), DecodeStatus::Truncated) << length;
    }
    datagram.resize(datagram.size() + 1);
    EXPECT_EQ(opened(datagram), DecodeStatus::Oversized);
}

TEST(IexSegment, MessagesThatDoNotFillThePayloadAreRefused) {
    OwnedBytes datagram = two_messages();
    SegmentHeader& header = SegmentHeader::at(datagram.data());
    for (const int wrong : {0, 1, 3, 0xFFFF}) {
        const auto count = static_cast<std::uint16_t>(wrong);
        header.store_message_count(count);
        EXPECT_EQ(opened(datagram), DecodeStatus::Malformed) << count;
    }
    header.store_message_count(2);
    datagram[SegmentHeader::kLength] = std::byte{200};
    EXPECT_EQ(opened(datagram), DecodeStatus::Malformed);
}

TEST(IexSegment, AnotherVersionOrAFeedWithoutANameIsUnknown) {
    OwnedBytes datagram = two_messages();
    SegmentHeader& header = SegmentHeader::at(datagram.data());
    header.store_version(2);
    EXPECT_EQ(opened(datagram), DecodeStatus::UnknownType);
    header.store_version(kVersion);
    header.store_message_protocol_id(0x8006);
    EXPECT_EQ(opened(datagram), DecodeStatus::UnknownType);
    for (const std::uint16_t protocol :
         {protocol_id::kTops15, protocol_id::kTops16, protocol_id::kDeep, protocol_id::kDeepPlus}) {
        header.store_message_protocol_id(protocol);
        EXPECT_EQ(opened(datagram), DecodeStatus::Ok) << feed_name(protocol);
    }
}

}  // namespace
}  // namespace hotpath::protocols::iex
