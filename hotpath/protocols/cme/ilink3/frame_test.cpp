// Frames out of a stream in pieces of any size, and frames that no peer sends.

#include "hotpath/protocols/cme/ilink3/frame.hpp"

#include <array>
#include <vector>

#include <gtest/gtest.h>

namespace hotpath::protocols::cme::ilink3 {
namespace {

std::vector<std::byte> frame(std::size_t length, std::uint16_t encoding = kEncodingType) {
    std::vector<std::byte> bytes(length);
    store_framing_header(bytes.data(), length);
    store_le(bytes.data() + 2, encoding);
    for (std::size_t i = kFramingHeaderLength; i < length; ++i) {
        bytes[i] = static_cast<std::byte>(i);
    }
    return bytes;
}

TEST(IlinkFrame, ArrivesWholeHoweverTheStreamIsCut) {
    std::vector<std::byte> stream;
    for (const std::size_t length : {12U, 13U, 300U, 12U, 64U}) {
        const auto bytes = frame(length);
        stream.insert(stream.end(), bytes.begin(), bytes.end());
    }
    for (std::size_t piece = 1; piece <= stream.size(); ++piece) {
        FrameAssembler assembler(300);
        std::vector<std::size_t> lengths;
        for (std::size_t at = 0; at < stream.size(); at += piece) {
            Bytes received = Bytes(stream).subspan(at, std::min(piece, stream.size() - at));
            Bytes message;
            while (assembler.next(received, message) == FrameStatus::Whole) {
                ASSERT_EQ(message.back(),
                          static_cast<std::byte>(message.size() + kFramingHeaderLength - 1));
                lengths.push_back(message.size() + kFramingHeaderLength);
            }
        }
        ASSERT_EQ(lengths, (std::vector<std::size_t>{12, 13, 300, 12, 64})) << piece;
    }
}

TEST(IlinkFrame, OfAnotherEncodingOrLengthIsRefusedAtItsHeader) {
    for (const auto& bad : {frame(12, 0x5BE0), frame(301)}) {
        FrameAssembler assembler(300);
        Bytes message;
        Bytes whole = bad;
        EXPECT_EQ(assembler.next(whole, message), FrameStatus::BadHeader);
        assembler.clear();
        Bytes first = Bytes(bad).first(3);
        EXPECT_EQ(assembler.next(first, message), FrameStatus::NeedMore);
        Bytes second = Bytes(bad).subspan(3, 1);
        EXPECT_EQ(assembler.next(second, message), FrameStatus::BadHeader);
    }
    auto shorter = frame(12);
    store_framing_header(shorter.data(), 11);
    FrameAssembler assembler(300);
    Bytes message;
    Bytes stream = shorter;
    EXPECT_EQ(assembler.next(stream, message), FrameStatus::BadHeader);
}

}  // namespace
}  // namespace hotpath::protocols::cme::ilink3
