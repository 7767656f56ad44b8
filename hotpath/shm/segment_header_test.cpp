// The first page of a channel's file: its bytes, and every limit of what is accepted.
#include "hotpath/shm/segment_header.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace hotpath::shm {
namespace {

constexpr std::uint64_t kRingBytes = 1'152;
constexpr std::uint64_t kFileBytes = 8'192;

SegmentHeader good_header() {
    SegmentHeader header{.kind = Kind::Spsc,
                         .segment_bytes = kFileBytes,
                         .ring_bytes = kRingBytes,
                         .slots = 64,
                         .record_bytes = 8,
                         .creator_pid = 0x01020304,
                         .creator_uid = 0x05060708,
                         .protocol_version = 0x090a0b0c,
                         .created_at = {0x1112131415161718}};
    std::ranges::copy(std::string_view("test.orders"), header.protocol_name.begin());
    header.checksum = header.computed_checksum();
    return header;
}

/// The reason why the header is refused; empty when it is not.
std::string refusal_of(SegmentHeader header, std::uint64_t file_bytes = kFileBytes) {
    header.checksum = header.computed_checksum();
    const auto checked = check_header(header, {.path = "/x/orders", .bytes = file_bytes});
    return checked ? "" : checked.error().message;
}

std::string refusal_of(const Wanted& wanted, const SegmentHeader& header = good_header()) {
    const auto checked = check_wanted(header, {.path = "/x/orders", .bytes = kFileBytes}, wanted);
    return checked ? "" : checked.error().message;
}

template <class T>
T at(const SegmentHeader& header, std::size_t offset) {
    T value;
    std::memcpy(&value, reinterpret_cast<const std::byte*>(&header) + offset, sizeof value);
    return value;
}

TEST(SegmentHeader, HasItsFieldsWhereTheDesignPutsThem) {
    const SegmentHeader header = good_header();
    EXPECT_EQ(std::memcmp(&header, "hotpath\x1a", 8), 0);
    EXPECT_EQ(at<std::uint32_t>(header, 8), 1U);
    EXPECT_EQ(at<std::uint32_t>(header, 12), 0U);
    EXPECT_EQ(at<std::uint64_t>(header, 16), header.checksum);
    EXPECT_EQ(at<std::uint32_t>(header, 24), 1U);
    EXPECT_EQ(at<std::uint32_t>(header, 28), 4'096U);
    EXPECT_EQ(at<std::uint64_t>(header, 32), kFileBytes);
    EXPECT_EQ(at<std::uint64_t>(header, 40), kRingBytes);
    EXPECT_EQ(at<std::uint64_t>(header, 48), 64U);
    EXPECT_EQ(at<std::uint32_t>(header, 56), 8U);
    EXPECT_EQ(at<std::uint32_t>(header, 60), 0x01020304U);
    EXPECT_EQ(at<std::uint32_t>(header, 64), 0x05060708U);
    EXPECT_EQ(at<std::uint32_t>(header, 68), 0x090a0b0cU);
    EXPECT_EQ(at<std::int64_t>(header, 72), 0x1112131415161718);
    EXPECT_STREQ(reinterpret_cast<const char*>(&header) + 80, "test.orders");
    const auto reserved = at<std::array<std::byte, 128>>(header, 112);
    EXPECT_EQ(std::ranges::count(reserved, std::byte{0}), 128);
    EXPECT_EQ(kWriterRecordAt, 1'024U);
    EXPECT_EQ(kReaderRecordAt, 1'088U);
}

TEST(SegmentHeader, OfNothingIsZeroButForMagicVersionAndSize) {
    std::array<std::byte, sizeof(SegmentHeader)> bytes{};
    const SegmentHeader empty;
    std::memcpy(bytes.data(), &empty, sizeof empty);
    std::ranges::fill_n(bytes.begin(), 12, std::byte{0});      // magic, major
    std::ranges::fill_n(bytes.begin() + 28, 4, std::byte{0});  // header size
    EXPECT_EQ(std::ranges::count(bytes, std::byte{0}), std::ssize(bytes));
}

TEST(SegmentHeader, ChecksumDependsOnEveryByteButItself) {
    const SegmentHeader good = good_header();
    for (std::size_t offset = 0; offset < sizeof good; ++offset) {
        SegmentHeader changed = good;
        reinterpret_cast<unsigned char*>(&changed)[offset] ^= 1U;
        const bool is_checksum = offset >= 16 && offset < 24;
        EXPECT_EQ(changed.computed_checksum() == good.checksum, is_checksum) << offset;
    }
}

/// The definition of the checksum in another language gave it.
TEST(SegmentHeader, ChecksumOfAKnownHeaderIsKnown) {
    EXPECT_EQ(good_header().checksum, 0x2c9af3c09068c280U);
}

TEST(SegmentHeader, ProtocolEndsAtTheFirstZeroOrWithItsField) {
    SegmentHeader header;
    EXPECT_EQ(header.protocol(), "");
    header.protocol_name = {'a', 'b', '\0', 'c'};
    EXPECT_EQ(header.protocol(), "ab");
    header.protocol_name.fill('x');
    EXPECT_EQ(header.protocol(), std::string(32, 'x'));
}

TEST(SegmentHeader, KindHasAName) {
    EXPECT_EQ(kind_name(Kind::Spsc), "spsc");
    EXPECT_EQ(kind_name(Kind::Broadcast), "broadcast");
    EXPECT_EQ(kind_name(Kind{0}), "unknown");
    EXPECT_EQ(kind_name(Kind{3}), "unknown");
}

struct Limit {
    const char* reason;  // empty: accepted
    std::function<void(SegmentHeader&)> change;
};

TEST(SegmentHeader, IsAcceptedUpToEachLimitAndRefusedBeyond) {
    const std::vector<Limit> limits{
        {"", [](SegmentHeader&) {}},
        {"", [](SegmentHeader& h) { h.ring_bytes = kFileBytes - 4'096; }},
        {"ring size is 4097, wanted at most 4096", [](SegmentHeader& h) { h.ring_bytes = 4'097; }},
        {"", [](SegmentHeader& h) { h.ring_bytes = h.slots = 1'024; }},
        {"slots is 2048, wanted a power of two that fits the ring",
         [](SegmentHeader& h) {
             h.ring_bytes = 2'047;
             h.slots = 2'048;
         }},
        {"", [](SegmentHeader& h) { h.slots = 1; }},
        {"slots is 0, wanted a power of two that fits the ring",
         [](SegmentHeader& h) { h.slots = 0; }},
        {"slots is 3, wanted a power of two that fits the ring",
         [](SegmentHeader& h) { h.slots = 3; }},
        {"", [](SegmentHeader& h) { h.record_bytes = 1; }},
        {"record size is 0, wanted 1 to 1152", [](SegmentHeader& h) { h.record_bytes = 0; }},
        {"", [](SegmentHeader& h) { h.record_bytes = kRingBytes; }},
        {"record size is 1153, wanted 1 to 1152",
         [](SegmentHeader& h) { h.record_bytes = kRingBytes + 1; }},
        {"file size is 8192, wanted 8193", [](SegmentHeader& h) { ++h.segment_bytes; }},
        {"file size is 8192, wanted 8191", [](SegmentHeader& h) { --h.segment_bytes; }},
        {"header size is 4095, wanted 4096", [](SegmentHeader& h) { --h.header_bytes; }},
        {"kind is 0, wanted spsc or broadcast", [](SegmentHeader& h) { h.kind = Kind{0}; }},
        {"kind is 3, wanted spsc or broadcast", [](SegmentHeader& h) { h.kind = Kind{3}; }},
        {"", [](SegmentHeader& h) { h.kind = Kind::Broadcast; }},
        {"major version is 0, wanted 1", [](SegmentHeader& h) { h.major = 0; }},
        {"", [](SegmentHeader& h) { h.minor = 1; }}};
    for (const auto& [reason, change] : limits) {
        SegmentHeader header = good_header();
        change(header);
        const std::string expected = *reason == '\0' ? "" : std::string("/x/orders: ") + reason;
        EXPECT_EQ(refusal_of(header), expected);
    }
}

TEST(SegmentHeader, NeedsAFileOfAtLeastItsPage) {
    SegmentHeader header = good_header();
    header.segment_bytes = 4'095;
    EXPECT_EQ(refusal_of(header, 4'095), "/x/orders: file size is 4095, wanted at least 4096");
    header.segment_bytes = 4'096;
    EXPECT_EQ(refusal_of(header, 4'096), "/x/orders: ring size is 1152, wanted at most 0");
}

TEST(SegmentHeader, ShowsAForeignMagicWithoutItsControlCharacters) {
    SegmentHeader header = good_header();
    header.magic = {'\x7f', 'E', 'L', 'F', '\n', '~', ' ', '\x1f'};
    EXPECT_EQ(refusal_of(header),
              "/x/orders: magic is \"?ELF?~ ?\", wanted \"hotpath\": the file is not a channel");
}

TEST(SegmentHeader, OfAnotherMajorIsNotJudgedByItsChecksum) {
    SegmentHeader header = good_header();
    header.major = 2;
    header.checksum = 0;
    const auto checked = check_header(header, {.path = "/x/orders", .bytes = kFileBytes});
    ASSERT_FALSE(checked.has_value());
    EXPECT_EQ(checked.error().message, "/x/orders: major version is 2, wanted 1");
}

TEST(WantedHeader, ZerosAndAnEmptyNameAcceptAny) {
    EXPECT_EQ(refusal_of(Wanted{.kind = Kind::Spsc}), "");
    EXPECT_EQ(refusal_of(Wanted{.kind = Kind::Spsc, .protocol = {"", 99}}), "")
        << "a version without a name is not compared";
    EXPECT_EQ(refusal_of(Wanted{.kind = Kind::Spsc,
                                .slots = 64,
                                .record_bytes = 8,
                                .protocol = {"test.orders", 0x090a0b0c}}),
              "");
}

TEST(WantedHeader, NamesTheFirstFieldThatDiffers) {
    EXPECT_EQ(refusal_of(Wanted{.kind = Kind::Broadcast, .slots = 1}),
              "/x/orders: kind is spsc, wanted broadcast");
    EXPECT_EQ(refusal_of(Wanted{.kind = Kind::Spsc, .slots = 32}),
              "/x/orders: slots is 64, wanted 32");
    EXPECT_EQ(refusal_of(Wanted{.kind = Kind::Spsc, .record_bytes = 16}),
              "/x/orders: record size is 8, wanted 16");
    EXPECT_EQ(refusal_of(Wanted{.kind = Kind::Spsc, .protocol = {"test", 0x090a0b0c}}),
              "/x/orders: protocol is \"test.orders\", wanted \"test\"");
    EXPECT_EQ(refusal_of(Wanted{.kind = Kind::Spsc, .protocol = {"test.orders", 1}}),
              "/x/orders: protocol version is 151653132, wanted 1");
}

TEST(WantedHeader, OfABroadcastNamesItsCapacity) {
    SegmentHeader header = good_header();
    header.kind = Kind::Broadcast;
    EXPECT_EQ(refusal_of(Wanted{.kind = Kind::Broadcast, .slots = 32}, header),
              "/x/orders: capacity is 64, wanted 32");
    // The longest record follows from the capacity, which is what the caller asked for.
    EXPECT_EQ(refusal_of(Wanted{.kind = Kind::Broadcast, .slots = 32, .record_bytes = 4}, header),
              "/x/orders: capacity is 64, wanted 32");
}

}  // namespace
}  // namespace hotpath::shm
