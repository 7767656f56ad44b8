// The limits of both kinds of channel, at create() and for a file that claims what none can be.
#include <array>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include "hotpath/shm/broadcast_channel.hpp"
#include "hotpath/shm/spsc_channel.hpp"
#include "tests/support/temporary_directory.hpp"

namespace hotpath::shm {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;

using Orders = SpscChannel<std::uint64_t>;

/// So large that the largest ring of it fits no disk.
struct HugeMessage {
    std::array<std::byte, 65'536> bytes;
};

template <class Result>
std::string reason(const Result& result) {
    return result ? "" : result.error().message;
}

class ChannelLimitsTest : public ::testing::Test {
  protected:
    /// Rewrites the header of a good file, checksum included.
    static void forge(const Segment& segment, const std::function<void(SegmentHeader&)>& change) {
        SegmentHeader header = segment.header();
        change(header);
        header.checksum = header.computed_checksum();
        std::fstream(segment.path(), std::ios::binary | std::ios::in | std::ios::out)
            .write(reinterpret_cast<const char*>(&header), sizeof header);
    }
    [[nodiscard]] auto create_orders(SpscOptions options) const {
        options.name = options.name.empty() ? "orders" : options.name;
        options.slots = options.slots == 0 ? 64 : options.slots;
        return Orders::create(place_, options);
    }
    [[nodiscard]] auto create_feed(BroadcastOptions options) const {
        options.name = options.name.empty() ? "feed" : options.name;
        options.capacity_bytes = options.capacity_bytes == 0 ? 4'096 : options.capacity_bytes;
        return BroadcastChannel::create(place_, options);
    }

    support::TemporaryDirectory directory_;
    ChannelFolder place_{.folder = directory_ / "channels", .huge_folder = {}};
};

/// Restores the limit that a test lowers.
class FileSizeLimit {
  public:
    explicit FileSizeLimit(rlim_t bytes) {
        ::getrlimit(RLIMIT_FSIZE, &old_);
        const struct rlimit lower{.rlim_cur = bytes, .rlim_max = old_.rlim_max};
        ::setrlimit(RLIMIT_FSIZE, &lower);
        old_handler_ = ::signal(SIGXFSZ, SIG_IGN);
    }
    FileSizeLimit(const FileSizeLimit&) = delete;
    FileSizeLimit& operator=(const FileSizeLimit&) = delete;
    ~FileSizeLimit() {
        ::setrlimit(RLIMIT_FSIZE, &old_);
        (void)::signal(SIGXFSZ, old_handler_);
    }

  private:
    struct rlimit old_{};
    void (*old_handler_)(int) = SIG_DFL;
};

TEST_F(ChannelLimitsTest, ASpscChannelHasFourToTwoToThe32Slots) {
    using Huge = SpscChannel<HugeMessage>;
    EXPECT_EQ(reason(create_orders({.slots = 4})), "");
    for (const std::size_t slots : {std::size_t{2}, std::size_t{12}, std::size_t{1} << 33U}) {
        EXPECT_EQ(
            reason(Huge::create(place_, {.name = "huge", .slots = slots})),
            "a channel's slots must be a power of two, 4 to 2^32, got " + std::to_string(slots));
    }
    EXPECT_THAT(reason(Huge::create(place_, {.name = "huge", .slots = std::size_t{1} << 32U})),
                HasSubstr("cannot reserve"));
}

TEST_F(ChannelLimitsTest, ABroadcastHasFourKibToFourGib) {
    EXPECT_EQ(create_feed({.capacity_bytes = 4'096})->capacity_bytes(), 4'096U);
    constexpr std::size_t kMax = std::size_t{1} << 32U;
    for (const std::size_t bytes : {std::size_t{2'048}, std::size_t{6'144}, 2 * kMax}) {
        EXPECT_EQ(reason(create_feed({.name = "other", .capacity_bytes = bytes})),
                  "a broadcast's capacity must be a power of two, 4 KiB to 4 GiB, got " +
                      std::to_string(bytes));
    }
    const FileSizeLimit small(1U << 20U);
    EXPECT_THAT(reason(create_feed({.name = "other", .capacity_bytes = kMax})),
                HasSubstr("cannot reserve"));
}

TEST_F(ChannelLimitsTest, AProtocolsNameHas31CharactersAtMost) {
    const std::string longest(31, 'p');
    EXPECT_EQ(create_orders({.protocol = {longest, 1}})->segment().header().protocol(), longest);
    EXPECT_EQ(create_feed({.protocol = {longest, 1}})->segment().header().protocol(), longest);
    const std::string longer(32, 'p');
    EXPECT_EQ(reason(create_orders({.name = "other", .protocol = {longer, 1}})),
              "a protocol's name must have at most 31 characters");
    EXPECT_EQ(reason(create_feed({.name = "other", .protocol = {longer, 1}})),
              "a protocol's name must have at most 31 characters");
    EXPECT_EQ(reason(Orders::open(place_, {.name = "orders", .protocol = {longest, 1}})), "");
}

TEST_F(ChannelLimitsTest, ANameIsCheckedBeforeAnyFileIsTouched) {
    EXPECT_THAT(reason(create_orders({.name = "../orders"})), HasSubstr("is not a channel name"));
    EXPECT_THAT(reason(create_feed({.name = "../feed"})), HasSubstr("is not a channel name"));
    EXPECT_THAT(reason(Orders::open(place_, {.name = "a/b"})), HasSubstr("is not a channel name"));
    EXPECT_THAT(reason(BroadcastChannel::open(place_, {.name = "a/b"})),
                HasSubstr("is not a channel name"));
    EXPECT_FALSE(std::filesystem::exists(place_.folder));
}

TEST_F(ChannelLimitsTest, AChannelIsNotOpenedAsOneOfTheOtherKind) {
    ASSERT_EQ(reason(create_orders({})), "");
    ASSERT_EQ(reason(create_feed({})), "");
    EXPECT_THAT(reason(Orders::open(place_, {.name = "feed"})),
                EndsWith("feed: kind is broadcast, wanted spsc"));
    EXPECT_THAT(reason(BroadcastChannel::open(place_, {.name = "orders"})),
                EndsWith("orders: kind is spsc, wanted broadcast"));
    EXPECT_THAT(
        reason(BroadcastChannel::create(
            place_, {.name = "orders", .capacity_bytes = 4'096, .if_present = IfPresent::Resume})),
        EndsWith("orders: kind is spsc, wanted broadcast"));
}

TEST_F(ChannelLimitsTest, AChannelOfAnotherMessageSizeIsNotOpened) {
    ASSERT_EQ(reason(create_orders({})), "");
    EXPECT_THAT(reason(SpscChannel<std::uint32_t>::open(place_, {.name = "orders"})),
                EndsWith("orders: record size is 8, wanted 4"));
}

struct Forgery {
    std::string reason;  // empty: accepted
    std::function<void(SegmentHeader&)> change;
};

TEST_F(ChannelLimitsTest, ASpscRingHasTheSizeThatFollowsFromItsSlots) {
    const auto orders = create_orders({});
    ASSERT_TRUE(orders.has_value());
    // 128 bytes of notes, then 16 bytes a slot: message and turn.
    const std::vector<Forgery> forgeries{{"ring size is 1153, wanted 1152 for 64 slots",
                                          [](SegmentHeader& h) { h.ring_bytes = 1'153; }},
                                         {"ring size is 160, wanted 160 for 2 slots",
                                          [](SegmentHeader& h) {
                                              h.slots = 2;
                                              h.ring_bytes = 160;
                                          }},
                                         {"", [](SegmentHeader& h) {
                                              h.slots = 4;
                                              h.ring_bytes = 192;
                                          }}};
    for (const auto& [wanted, change] : forgeries) {
        forge(orders->segment(), change);
        EXPECT_THAT(reason(Orders::open(place_, {.name = "orders"})), EndsWith(wanted));
    }
}

TEST_F(ChannelLimitsTest, ABroadcastsRingAndLongestRecordFollowFromItsCapacity) {
    const auto feed = create_feed({.capacity_bytes = 8'192});
    ASSERT_TRUE(feed.has_value());
    const std::uint64_t ring_bytes = feed->segment().header().ring_bytes;
    const std::string fits = "what fits a ring of " + std::to_string(ring_bytes) + " bytes";
    const std::vector<Forgery> forgeries{
        {"capacity is 8192, wanted what fits a ring of " + std::to_string(ring_bytes - 1) +
             " bytes",
         [&](SegmentHeader& h) { h.ring_bytes = ring_bytes - 1; }},
        {"capacity is 8192, wanted " + fits, [](SegmentHeader& h) { h.record_bytes = 1'017; }},
        {"capacity is 4096, wanted " + fits,
         [](SegmentHeader& h) {
             h.slots = 4'096;
             h.record_bytes = 504;
         }},
        // Consistent, and smaller than any ring.
        {"capacity is 2048, wanted what fits a ring of " + std::to_string(ring_bytes - 6'144) +
             " bytes",
         [&](SegmentHeader& h) {
             h.slots = 2'048;
             h.record_bytes = 248;
             h.ring_bytes = ring_bytes - 6'144;
         }},
        {"", [&](SegmentHeader& h) {
             h.slots = 4'096;
             h.record_bytes = 504;
             h.ring_bytes = ring_bytes - 4'096;
         }}};
    for (const auto& [wanted, change] : forgeries) {
        forge(feed->segment(), change);
        EXPECT_THAT(reason(BroadcastChannel::open(place_, {.name = "feed"})), EndsWith(wanted));
    }
}

TEST_F(ChannelLimitsTest, ASpscRingIsFullAtItsSlotsAndTakesOneMoreAfterAPop) {
    for (const std::size_t slots : {4U, 8U, 64U}) {
        const auto channel = create_orders({.slots = slots, .if_present = IfPresent::Replace});
        auto producer = channel->attach_producer({});
        auto consumer = channel->attach_consumer({});
        for (std::uint64_t i = 0; i < slots; ++i) {
            ASSERT_TRUE((*producer)->try_push(i)) << i;
        }
        EXPECT_FALSE((*producer)->try_push(99));
        std::uint64_t message = 99;
        EXPECT_TRUE((*consumer)->try_pop(message));
        EXPECT_EQ(message, 0U);
        EXPECT_TRUE((*producer)->try_push(slots));
        EXPECT_FALSE((*producer)->try_push(99));
    }
}

/// The ring in the file, byte for byte.
std::vector<char> ring_in(const Segment& segment) {
    std::vector<char> bytes(segment.header().ring_bytes);
    std::ifstream file(segment.path(), std::ios::binary);
    file.seekg(SegmentHeader::kHeaderBytes);
    file.read(bytes.data(), std::ssize(bytes));
    return bytes;
}

TEST_F(ChannelLimitsTest, ANewRingHasTheBytesOfOneWithinAProcess) {
    const auto bytes_of = [](std::span<const std::byte> memory, std::size_t size) {
        const auto* const first = reinterpret_cast<const char*>(memory.data());
        return std::vector<char>(first, first + size);
    };
    const auto orders = create_orders({});
    queue::RingMemory of_orders(Orders::Ring::bytes(64));
    (void)Orders::Ring::format(of_orders.bytes(), 64);
    EXPECT_EQ(ring_in(orders->segment()), bytes_of(of_orders.bytes(), Orders::Ring::bytes(64)));
    const auto feed = create_feed({});
    queue::RingMemory of_feed(queue::BroadcastRing::bytes(4'096));
    (void)queue::BroadcastRing::format(of_feed.bytes(), 4'096);
    EXPECT_EQ(ring_in(feed->segment()),
              bytes_of(of_feed.bytes(), queue::BroadcastRing::bytes(4'096)));
}

TEST_F(ChannelLimitsTest, AFileThatCannotBeMadeIsAnErrorWithItsPath) {
    std::filesystem::create_directories(place_.folder / ".orders.part");
    std::filesystem::permissions(place_.folder, std::filesystem::perms::owner_all);
    EXPECT_EQ(reason(create_orders({})),
              (place_.folder / ".orders.part").string() + ": cannot be created: File exists");
    EXPECT_FALSE(std::filesystem::exists(place_.folder / "orders"));
}

TEST_F(ChannelLimitsTest, TheFileIsHeaderPageAndRingInWholePages) {
    EXPECT_EQ(std::filesystem::file_size(create_orders({})->segment().path()), 8'192U);
    // 128 + 256 x 16 bytes: one page and 128 bytes.
    const auto orders = create_orders({.name = "two-pages", .slots = 256});
    EXPECT_EQ(std::filesystem::file_size(orders->segment().path()), 12'288U);
    EXPECT_EQ(orders->segment().header().segment_bytes, 12'288U);
    EXPECT_EQ(orders->segment().file().bytes, 12'288U);
    EXPECT_EQ(orders->segment().header().ring_bytes, 4'224U);
    EXPECT_EQ(orders->slots(), 256U);
}

}  // namespace
}  // namespace hotpath::shm
