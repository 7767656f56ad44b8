#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/packet_captures.hpp"
#include "tests/support/temporary_directory.hpp"

namespace hotpath::capture {
namespace {

using namespace support;
using ::testing::HasSubstr;

OwnedBytes feed_packet(std::uint64_t sequence) {
    return ethernet(
        udp_packet(mold_header({.sequence = sequence}, 1) + framed(sample_message(sequence - 1))));
}

class PcapngFile : public ::testing::TestWithParam<bool> {
  protected:
    ReadBack read(Bytes contents) {
        write_file(folder_ / "feed.pcapng", contents);
        return read_back(folder_ / "feed.pcapng");
    }
    Pcapng ng_{.is_big_endian = GetParam()};
    TemporaryDirectory folder_;
};
INSTANTIATE_TEST_SUITE_P(, PcapngFile, ::testing::Bool(), [](const auto& test) {
    return test.param ? "big_endian" : "little_endian";
});

TEST_P(PcapngFile, HasEnhancedSimpleAndObsoletePacketsAndOtherBlocksPassedOver) {
    const OwnedBytes file = ng_.section() + ng_.interface() + ng_.block(4, OwnedBytes(40)) +
                            ng_.enhanced(feed_packet(1)) + ng_.block(0x40000BAD, OwnedBytes(8)) +
                            ng_.simple(feed_packet(2)) + ng_.block(5, OwnedBytes(64)) +
                            ng_.obsolete(feed_packet(3)) + ng_.block(77, {});
    const ReadBack read = this->read(file);
    EXPECT_EQ(read.error, "");
    EXPECT_EQ(read.format, Format::Pcapng);
    EXPECT_TRUE(read.frames == sample_frames(3));
}

TEST_P(PcapngFile, MayHaveABlockPassedOverThatIsLargerThanTheBuffer) {
    const OwnedBytes file = ng_.section() + ng_.interface() + ng_.enhanced(feed_packet(1)) +
                            ng_.block(10, OwnedBytes(3'000'000)) + ng_.enhanced(feed_packet(2));
    EXPECT_TRUE(read(file).frames == sample_frames(2));
}

TEST_P(PcapngFile, MayHaveSectionsOfDifferentByteOrders) {
    const Pcapng other{.is_big_endian = !GetParam()};
    const OwnedBytes file = ng_.section() + ng_.interface() + ng_.enhanced(feed_packet(1)) +
                            other.section() + other.interface() + other.enhanced(feed_packet(2));
    EXPECT_TRUE(read(file).frames == sample_frames(2));
}

TEST_P(PcapngFile, HasTimesInTheResolutionOfItsInterface) {
    const auto time = [this](Bytes options) {
        const OwnedBytes file =
            ng_.section() + ng_.interface(options) + ng_.enhanced(feed_packet(1), 3'000'001);
        auto packets = open_packets_of(file);
        const auto packet = packets->next();
        return packet && *packet ? (*packet)->since_1970.value : -1;
    };
    EXPECT_EQ(time({}), 3'000'001'000) << "microseconds unless it says otherwise";
    EXPECT_EQ(time(ng_.option(9, {std::byte{9}})), 3'000'001);
    EXPECT_EQ(time(ng_.option(9, {std::byte{3}})), 3'000'001'000'000);
    EXPECT_EQ(time(ng_.option(9, {std::byte{0x80 | 10}})), 2'929'688'476'562) << "1/1024 s";
    EXPECT_EQ(time(ng_.option(9, {std::byte{127}})), 0) << "not in 64 bits";
    EXPECT_EQ(
        time(ng_.option(2, bytes_of("eth0")) + ng_.option(9, {std::byte{9}}) + ng_.option(0, {})),
        3'000'001);
}

TEST_P(PcapngFile, CutOffAtAnyByteGivesWhatIsBeforeAndThenNamesTheByte) {
    const OwnedBytes file = ng_.section() + ng_.interface() + ng_.enhanced(feed_packet(1)) +
                            ng_.block(5, OwnedBytes(8)) + ng_.simple(feed_packet(2));
    const OwnedBytes frames = sample_frames(2);
    for (std::size_t length = 1; length < file.size(); ++length) {
        const ReadBack read = this->read(Bytes(file).first(length));
        EXPECT_TRUE(is_prefix(read.frames, frames)) << length;
        if (length > 4 && !read.error.empty() &&
            read.error.find("no market data") == std::string::npos) {
            EXPECT_THAT(read.error, HasSubstr("cut off at byte")) << length;
        }
    }
}

TEST_P(PcapngFile, WithABlockThatCannotBeSaysWhatAndWhere) {
    const OwnedBytes head = ng_.section() + ng_.interface() + ng_.enhanced(feed_packet(1));
    const auto error = [&](Bytes block) {
        const ReadBack read = this->read(head + block);
        EXPECT_TRUE(read.frames == sample_frames(1));
        EXPECT_THAT(read.error, HasSubstr("damaged at byte " + std::to_string(head.size())));
        return read.error;
    };
    EXPECT_THAT(error(ng_.word(6) + ng_.word(8) + OwnedBytes(8)),
                HasSubstr("a pcapng block of 8 bytes"));
    EXPECT_THAT(error(ng_.word(6) + ng_.word(33) + OwnedBytes(40)),
                HasSubstr("a pcapng block of 33 bytes"));
    EXPECT_THAT(error(ng_.word(6) + ng_.word(900'000) + OwnedBytes(40)),
                HasSubstr("of type 6 and 900000 bytes"));
    EXPECT_THAT(error(ng_.word(6) + ng_.word(32) + OwnedBytes(20) + ng_.word(36)),
                HasSubstr("two lengths"));
    EXPECT_THAT(error(ng_.block(6, OwnedBytes(8))), HasSubstr("too short for its header"));
    EXPECT_THAT(error(ng_.block(6, ng_.word(7) + OwnedBytes(16))),
                HasSubstr("interface 7, which is not described"));
    EXPECT_THAT(error(ng_.block(6, OwnedBytes(12) + ng_.word(100) + ng_.word(100))),
                HasSubstr("a pcapng packet of 100 bytes in a shorter block"));
    EXPECT_THAT(error(ng_.word(0x0A0D0D0A) + ng_.word(28) + ng_.word(0x11111111) + OwnedBytes(16)),
                HasSubstr("without its byte-order magic"));
    EXPECT_THAT(error(ng_.block(1, OwnedBytes(4))), HasSubstr("interface description"));
}

TEST_P(PcapngFile, WithAPacketBeforeAnyInterfaceIsDamaged) {
    EXPECT_THAT(read(ng_.section() + ng_.simple(feed_packet(1))).error,
                HasSubstr("without an interface"));
    EXPECT_THAT(read(ng_.section() + ng_.enhanced(feed_packet(1))).error,
                HasSubstr("not described"));
}

}  // namespace
}  // namespace hotpath::capture
