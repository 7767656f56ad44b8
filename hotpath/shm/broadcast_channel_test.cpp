// One writer and readers of a broadcast channel in one process; tests/crash has them in several.
#include "hotpath/shm/broadcast_channel.hpp"

#include <array>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "hotpath/core/random.hpp"
#include "hotpath/shm/end_locks.hpp"
#include "tests/support/seeds.hpp"
#include "tests/support/temporary_directory.hpp"

namespace hotpath::shm {
namespace {

using queue::BroadcastStatus;
using queue::ResumeAt;
using queue::StartAt;
using ::testing::HasSubstr;

constexpr std::size_t kCapacity = 1U << 16U;

class BroadcastChannelTest : public ::testing::Test {
  protected:
    [[nodiscard]] BroadcastChannel create() const {
        auto channel =
            BroadcastChannel::create(place_, {.name = "feed", .capacity_bytes = kCapacity});
        EXPECT_TRUE(channel.has_value()) << channel.error().message;
        return *channel;
    }
    static void write(BroadcastChannel::Writer& writer, const std::string& text) {
        writer->write(std::as_bytes(std::span(text)));
    }
    /// The next record as text; nothing but the status' number in brackets when there is none.
    std::string read(BroadcastChannel::Reader& reader) {
        const auto result = reader->try_read(std::as_writable_bytes(std::span(buffer_)));
        return result.status == BroadcastStatus::Record
                   ? std::string(buffer_.data(), result.length)
                   : "<" + std::to_string(static_cast<int>(result.status)) + ">";
    }

    support::TemporaryDirectory directory_;
    ChannelFolder place_{.folder = directory_ / "channels", .huge_folder = {}};
    alignas(8) std::array<char, kCapacity> buffer_{};
};

const std::string kEmpty = "<1>";

TEST_F(BroadcastChannelTest, ReachesEveryReader) {
    const BroadcastChannel channel = create();
    auto writer = channel.attach_writer({});
    auto early = channel.attach_reader({}, StartAt::Newest);
    write(*writer, "one");
    auto late = channel.attach_reader({}, StartAt::Newest);
    auto curious = channel.attach_reader({}, StartAt::Oldest);
    write(*writer, "two");
    EXPECT_EQ(read(*early), "one");
    EXPECT_EQ(read(*early), "two");
    EXPECT_EQ(read(*late), "two");
    EXPECT_EQ(read(*curious), "one");
    EXPECT_EQ(read(*late), kEmpty);
}

TEST_F(BroadcastChannelTest, RefusesASecondWriter) {
    const BroadcastChannel channel = create();
    const auto writer = channel.attach_writer({});
    const auto second = BroadcastChannel::open(place_, {.name = "feed"})->attach_writer({});
    ASSERT_FALSE(second.has_value());
    EXPECT_THAT(second.error().message,
                HasSubstr("has a writer already, process " + std::to_string(::getpid())));
}

TEST_F(BroadcastChannelTest, HasRoomForItsReadersAndSaysWhenThereIsNone) {
    const BroadcastChannel channel = create();
    std::vector<Expected<BroadcastChannel::Reader>> readers;
    for (std::uint32_t i = 0; i < EndLock::kReadersMax; ++i) {
        readers.push_back(channel.attach_reader({}, StartAt::Newest));
        ASSERT_TRUE(readers.back().has_value()) << readers.back().error().message;
    }
    const auto one_more = channel.attach_reader({}, StartAt::Newest);
    ASSERT_FALSE(one_more.has_value());
    EXPECT_THAT(one_more.error().message, HasSubstr("has 64 readers"));
    readers.pop_back();
    EXPECT_TRUE(channel.attach_reader({}, StartAt::Newest).has_value());
}

TEST_F(BroadcastChannelTest, OpensForAnyCapacityAndRefusesTheWrongOne) {
    (void)create();
    EXPECT_EQ(BroadcastChannel::open(place_, {.name = "feed"})->capacity_bytes(), kCapacity);
    const auto wrong =
        BroadcastChannel::open(place_, {.name = "feed", .capacity_bytes = 2 * kCapacity});
    ASSERT_FALSE(wrong.has_value());
    EXPECT_THAT(wrong.error().message, HasSubstr("capacity is 65536, wanted 131072"));
    for (const std::size_t capacity : {0U, 2'048U, 5'000U}) {
        EXPECT_FALSE(BroadcastChannel::create(place_, {.name = "x", .capacity_bytes = capacity})
                         .has_value());
    }
}

TEST_F(BroadcastChannelTest, SaysTheLongestRecordThatItsWriterTakes) {
    const BroadcastChannel channel = create();
    auto writer = channel.attach_writer({});
    auto reader = channel.attach_reader({}, StartAt::Newest);
    EXPECT_EQ((*writer)->ring().record_bytes_max(), channel.record_bytes_max());
    const std::string longest(channel.record_bytes_max(), 'x');
    write(*writer, longest);
    EXPECT_EQ(read(*reader), longest);
}

TEST_F(BroadcastChannelTest, LetsAReaderGoOnWhereItWas) {
    const BroadcastChannel channel = create();
    auto writer = channel.attach_writer({});
    std::uint64_t next = 0;
    {
        auto reader = channel.attach_reader({}, StartAt::Oldest);
        write(*writer, "one");
        EXPECT_EQ(read(*reader), "one");
        next = (*reader)->seq();
    }
    write(*writer, "two");
    write(*writer, "three");
    auto reader = channel.attach_reader({}, ResumeAt{next});
    EXPECT_EQ(read(*reader), "two");
    EXPECT_EQ(read(*reader), "three");
}

TEST_F(BroadcastChannelTest, TellsItsReadersOfANewWriter) {
    const BroadcastChannel channel = create();
    auto reader = channel.attach_reader({}, StartAt::Oldest);
    EXPECT_EQ(reader->attachment().writer().presence, Presence::Never);
    const pid_t child = ::fork();
    if (child == 0) {
        auto writer = channel.attach_writer({});
        write(*writer, "last words");
        (*writer)->write(100, [](queue::RecordWords& where) {
            where.store_value(0, std::uint64_t{666});
            ::kill(::getpid(), SIGKILL);
        });
    }
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_EQ(reader->attachment().writer().presence, Presence::Crashed);
    EXPECT_EQ(read(*reader), "last words");
    EXPECT_EQ(read(*reader), kEmpty);
    EXPECT_EQ(reader->attachment().writer_epoch(), 1U);
    auto writer = channel.attach_writer({});
    EXPECT_TRUE(writer->attachment().is_after_crash());
    EXPECT_EQ(reader->attachment().writer_epoch(), 2U);
    write(*writer, "first words");
    EXPECT_EQ(read(*reader), "first words");
}

TEST_F(BroadcastChannelTest, CannotBeWrittenByAReadersBug) {
    const BroadcastChannel channel = create();
    auto reader = channel.attach_reader({}, StartAt::Oldest);
    EXPECT_DEATH(reader->attachment().ring()[0] = std::byte{1}, "");
}

TEST_F(BroadcastChannelTest, SurvivesAnyDamageToItsRing) {
    Random random(support::seed_of_this_test(37));
    std::uint64_t refused = 0;
    const std::uint64_t tries = support::rounds_of_this_run({.usual = 300, .long_run = 20'000});
    for (std::uint64_t i = 0; i < tries; ++i) {
        const auto channel = BroadcastChannel::create(
            place_,
            {.name = "feed", .capacity_bytes = kCapacity, .if_present = IfPresent::Replace});
        {
            auto writer = channel->attach_writer({});
            for (std::uint64_t n = random.below(3'000); n > 0; --n) {
                write(*writer, "0123456789012345678901234567890123456789");
            }
        }
        {
            std::fstream file(channel->segment().path(),
                              std::ios::binary | std::ios::in | std::ios::out);
            for (std::uint64_t n = 0; n < 100; ++n) {
                // The counters and checkpoints are in the first 200 words.
                const std::uint64_t at = SegmentHeader::kHeaderBytes +
                                         8 * random.below(random.one_in(2) ? 200 : kCapacity / 8);
                const std::uint64_t word = random.one_in(2) ? random.next() : random.below(8'000);
                file.seekp(static_cast<std::streamoff>(at));
                file.write(reinterpret_cast<const char*>(&word), sizeof word);
            }
        }
        auto reader = channel->attach_reader({}, ResumeAt{random.below(3'000)});
        auto writer = channel->attach_writer({});
        refused += reader && writer ? 0U : 1U;
        for (std::uint64_t n = 0; n < 100; ++n) {
            if (writer) {
                write(*writer, "after the damage");
            }
            if (reader) {
                (void)read(*reader);
            }
        }
    }
    EXPECT_GT(refused, tries / 4);
}

}  // namespace
}  // namespace hotpath::shm
