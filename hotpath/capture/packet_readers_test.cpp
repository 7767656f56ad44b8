// Packets of pcap and pcapng files one by one: their bytes, times and link layers at every bound.
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hotpath/capture/packet_reader.hpp"
#include "tests/support/packet_captures.hpp"

namespace hotpath::capture {
namespace {

using support::OwnedBytes;
using support::Pcapng;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using support::operator+;

/// The packets of a file, a row each, and the error at its end.
struct PacketsRead {
    struct Row {
        std::size_t bytes = 0;
        bool is_cut = false;
        std::int64_t nanos = 0;
        LinkType link = LinkType::Ethernet;

        friend bool operator==(const Row&, const Row&) = default;
    };
    std::vector<Row> rows;
    std::string error;
};

void PrintTo(const PacketsRead::Row& row, std::ostream* out) {
    *out << row.bytes << (row.is_cut ? " cut at " : " at ") << row.nanos;
}

PacketsRead packets_in(const OwnedBytes& file) {
    PacketsRead read;
    const auto reader = support::open_packets_of(file);
    for (;;) {
        const auto packet = reader->next();
        if (!packet) {
            read.error = packet.error().message;
            return read;
        }
        if (!*packet) {
            return read;
        }
        read.rows.push_back({(*packet)->bytes.size(), (*packet)->is_cut,
                             (*packet)->since_1970.value, (*packet)->link});
    }
}

class PcapngPackets : public ::testing::TestWithParam<bool> {
  protected:
    using Row = PacketsRead::Row;

    /// Description of an interface that keeps so many bytes of a packet.
    [[nodiscard]] OwnedBytes interface(std::uint16_t link, std::uint32_t kept_max) const {
        return ng_.block(1, ng_.half(link) + ng_.half(0) + ng_.word(kept_max));
    }
    /// An Enhanced Packet Block of five bytes.
    [[nodiscard]] OwnedBytes enhanced(std::uint32_t interface, std::uint64_t ticks,
                                      std::uint32_t on_wire = 5) const {
        return ng_.block(6, ng_.word(interface) +
                                ng_.word(static_cast<std::uint32_t>(ticks >> 32U)) +
                                ng_.word(static_cast<std::uint32_t>(ticks)) + ng_.word(5) +
                                ng_.word(on_wire) + OwnedBytes(5));
    }
    [[nodiscard]] OwnedBytes simple(std::uint32_t on_wire, std::size_t bytes) const {
        return ng_.block(3, ng_.word(on_wire) + OwnedBytes(bytes));
    }
    [[nodiscard]] OwnedBytes offset(std::int64_t seconds) const {
        return ng_.option(14, support::in_order(GetParam(), static_cast<std::uint64_t>(seconds)));
    }
    [[nodiscard]] std::int64_t time(const OwnedBytes& options, std::uint64_t ticks) const {
        const auto read = packets_in(ng_.section() + ng_.interface(options) + enhanced(0, ticks));
        EXPECT_EQ(read.error, "");
        return read.rows.empty() ? -1 : read.rows[0].nanos;
    }

    Pcapng ng_{.is_big_endian = GetParam()};
};
INSTANTIATE_TEST_SUITE_P(, PcapngPackets, ::testing::Bool(), [](const auto& test) {
    return test.param ? "big_endian" : "little_endian";
});

TEST_P(PcapngPackets, AResolutionIsAPowerOfTenOrTwoThatFits64Bits) {
    const auto resolution = [this](unsigned code) {
        return ng_.option(9, {static_cast<std::byte>(code)});
    };
    EXPECT_EQ(time(resolution(0), 7), 7'000'000'000) << "seconds";
    EXPECT_EQ(time(resolution(19), 40'000'000'000), 4) << "the finest power of ten";
    EXPECT_EQ(time(resolution(20), 40'000'000'000), 0);
    EXPECT_EQ(time(resolution(0x80), 7), 7'000'000'000);
    EXPECT_EQ(time(resolution(0x80 | 63), std::uint64_t{1} << 63U), 1'000'000'000);
    EXPECT_EQ(time(resolution(0x80 | 64), 7), 0);
}

TEST_P(PcapngPackets, TimesHave64BitsOfTicks) {
    EXPECT_EQ(time({}, 5'000'000'000), 5'000'000'000'000) << "microseconds above 32 bits";
    EXPECT_EQ(time({}, 1'692'711'000'000'001), 1'692'711'000'000'001'000);
}

TEST_P(PcapngPackets, AnOffsetIsAddedInSecondsAlsoBelowZero) {
    EXPECT_EQ(time(offset(1'000), 1), 1'000'000'001'000);
    EXPECT_EQ(time(offset(-2), 3'000'000), 1'000'000'000);
    EXPECT_EQ(time(ng_.option(14, OwnedBytes(7, std::byte{1})), 1), 1'000) << "not eight bytes";
}

TEST_P(PcapngPackets, OptionsEndAtTheirEndMarkOrWhereTheyAreCutOff) {
    const OwnedBytes nanos = ng_.option(9, {std::byte{9}});
    EXPECT_EQ(time(ng_.option(0, {}) + nanos, 5), 5'000) << "behind the end mark";
    EXPECT_EQ(time(ng_.option(2, OwnedBytes(3)) + nanos, 5), 5) << "behind a padded one";
    EXPECT_EQ(time(ng_.half(2) + ng_.half(9) + OwnedBytes(8) + nanos, 5), 5'000)
        << "nine bytes take twelve, and the next option begins in the middle of one";
    EXPECT_EQ(time(ng_.half(9) + ng_.half(200) + OwnedBytes(4, std::byte{9}), 5), 5'000)
        << "longer than the block";
    EXPECT_EQ(time(ng_.option(9, {}), 5), 5'000) << "without a value";
}

TEST_P(PcapngPackets, ASimplePacketHasWhatItsInterfaceKept) {
    EXPECT_THAT(packets_in(ng_.section() + interface(1, 0) + simple(6, 6)).rows,
                ElementsAre(Row{6, false, 0}));
    EXPECT_THAT(packets_in(ng_.section() + interface(1, 0) + simple(5, 8)).rows,
                ElementsAre(Row{5, false, 0}))
        << "padding is none of it";
    EXPECT_THAT(packets_in(ng_.section() + interface(1, 0) + simple(100, 40)).rows,
                ElementsAre(Row{40, true, 0}));
    EXPECT_THAT(packets_in(ng_.section() + interface(1, 30) + simple(100, 32)).rows,
                ElementsAre(Row{30, true, 0}));
    EXPECT_THAT(packets_in(ng_.section() + interface(1, 30) + simple(30, 32)).rows,
                ElementsAre(Row{30, false, 0}));
}

TEST_P(PcapngPackets, APacketIsCutWhenMoreWasOnTheWire) {
    const OwnedBytes head = ng_.section() + interface(1, 0);
    EXPECT_THAT(packets_in(head + enhanced(0, 1, 6)).rows, ElementsAre(Row{5, true, 1'000}));
    EXPECT_THAT(packets_in(head + enhanced(0, 1, 5)).rows, ElementsAre(Row{5, false, 1'000}));
}

TEST_P(PcapngPackets, EachPacketIsOfItsInterfaceInItsSection) {
    const OwnedBytes two = ng_.section() + interface(1, 0) + interface(101, 0);
    EXPECT_THAT(
        packets_in(two + enhanced(1, 1) + enhanced(0, 1)).rows,
        ElementsAre(Row{5, false, 1'000, LinkType::Raw}, Row{5, false, 1'000, LinkType::Ethernet}));
    const auto other_section = packets_in(two + ng_.section() + interface(1, 0) + enhanced(1, 1));
    EXPECT_THAT(other_section.error, HasSubstr("interface 1, which is not described"));
    const auto unknown = packets_in(ng_.section() + interface(105, 0) + interface(1, 0) +
                                    enhanced(1, 1) + enhanced(0, 1));
    EXPECT_EQ(unknown.rows.size(), 1U) << "an unknown link layer is none's matter without packets";
    EXPECT_THAT(unknown.error, HasSubstr("link-layer type 105 is not supported"));
}

TEST_P(PcapngPackets, ASectionHeaderHas28BytesAtLeast) {
    const OwnedBytes magic = ng_.word(0x1A2B3C4D);
    EXPECT_THAT(packets_in(ng_.block(0x0A0D0D0A, magic + OwnedBytes(8))).error,
                HasSubstr("a pcapng section header of less than 28 bytes"));
    const auto least = packets_in(ng_.block(0x0A0D0D0A, magic + OwnedBytes(12)) + interface(1, 0) +
                                  enhanced(0, 1));
    EXPECT_EQ(least.error, "");
    EXPECT_EQ(least.rows.size(), 1U);
}

TEST_P(PcapngPackets, ASectionHas4096InterfacesAtMost) {
    OwnedBytes file = ng_.section();
    for (int n = 0; n < 4'096; ++n) {
        support::append(file, interface(1, 0));
    }
    EXPECT_THAT(packets_in(file + enhanced(4'095, 1)).rows, ElementsAre(Row{5, false, 1'000}));
    EXPECT_THAT(packets_in(file + interface(1, 0)).error,
                HasSubstr("an invalid pcapng interface description"));
}

TEST(PcapPackets, AreCutWhenMoreWasOnTheWire) {
    const OwnedBytes frame(40);
    EXPECT_THAT(packets_in(support::pcap_of({}) + support::cut_record(frame, 39) +
                           support::cut_record(frame, 40))
                    .rows,
                ElementsAre(PacketsRead::Row{39, true, 1'692'711'000'000'000'006},
                            PacketsRead::Row{40, false, 1'692'711'000'000'000'006}));
}

TEST(PcapPackets, HaveAsManyBytesAsLibpcapAllowsAndNoMore) {
    const OwnedBytes largest(262'144);
    EXPECT_THAT(packets_in(support::pcap_of({largest})).rows,
                ElementsAre(PacketsRead::Row{262'144, false, 1'692'711'000'000'000'005}));
    const auto larger = packets_in(support::pcap_of({OwnedBytes(262'145)}));
    EXPECT_THAT(larger.rows, IsEmpty());
    EXPECT_THAT(larger.error,
                HasSubstr("damaged at byte 24: a packet of 262145 bytes, more than 262144"));
}

TEST(PcapPackets, HaveTheLinkLayerWithoutTheBitsOfAFrameCheckSequence) {
    const auto read = packets_in(support::pcap_of({OwnedBytes(4)}, {.link = 0xF000'0065}));
    ASSERT_EQ(read.rows.size(), 1U);
    EXPECT_EQ(read.rows[0].link, LinkType::Raw);
}

}  // namespace
}  // namespace hotpath::capture
