// Random interleavings of a writer (that writes, batches, abandons, dies) and readers (that lag,
// leave, join) against the obvious twin: a deque of records with a budget of bytes.

#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "hotpath/queue/broadcast.hpp"
#include "tests/support/broadcast_records.hpp"
#include "tests/support/seeds.hpp"

namespace hotpath::queue {
namespace {

struct Flow {
    const char* name;
    std::size_t capacity_bytes;
    std::size_t length_max;
    BroadcastStart start;
};

constexpr std::uint64_t kLast = ~std::uint64_t{0};
constexpr Flow kFlows[] = {
    {"SmallestRing", 4'096, 504, {}},
    {"ShortRecords", 4'096, 24, {}},
    {"EmptyRecords", 4'096, 0, {}},
    {"LongRecords", 65'536, 8'184, {}},
    {"PositionsWrap", 4'096, 504, {.position = kLast - 1'000'007, .seq = kLast - 9'000}},
    {"ThirtyTwoBitsWrap", 4'096, 504, {.position = 0xffff'0000, .seq = 0xffff'ff00}},
    {"SignsWrap", 8'192, 1'016, {.position = kLast / 2 - 100'007, .seq = kLast / 2 - 1'000}},
};

/// What was published and must still be readable. Numbers count from 0, whatever the ring's do.
class Twin {
  public:
    /// Within this many bytes behind the writer nothing is lost: what is left of the ring after a
    /// chunk that is reserved ahead, the zero word, what may be claimed (and padded) ahead, and
    /// padding that was written.
    explicit Twin(const BroadcastRing& ring)
        : kept_bytes_(ring.capacity_bytes() - ring.chunk_bytes() - kWordBytes -
                      3 * ring.batch_bytes_max()),
          lap_bytes_(ring.capacity_bytes()) {}

    void publish(std::size_t length) {
        sizes_.push_back(BroadcastHeader::stride_of(length));
        bytes_ += sizes_.back();
        while (bytes_ > lap_bytes_) {
            bytes_ -= sizes_.front();
            sizes_.pop_front();
            ++dropped_;
        }
        ++published_;
    }

    [[nodiscard]] std::uint64_t published() const { return published_; }
    /// A whole lap of records was written since: it cannot be there.
    [[nodiscard]] bool must_be_lost(std::uint64_t number) const { return number < dropped_; }
    [[nodiscard]] bool must_be_kept(std::uint64_t number) const {
        if (must_be_lost(number)) {
            return false;
        }
        std::size_t behind = 0;
        for (std::uint64_t each = number; each < published_; ++each) {
            behind += sizes_[each - dropped_];
        }
        return behind <= kept_bytes_;
    }

  private:
    std::size_t kept_bytes_;
    std::size_t lap_bytes_;
    std::deque<std::size_t> sizes_;  // of the records number dropped_ to published_ - 1
    std::size_t bytes_ = 0;
    std::uint64_t dropped_ = 0;
    std::uint64_t published_ = 0;
};

class Interleaving {
  public:
    Interleaving(const Flow& flow, std::uint64_t seed)
        : flow_(flow),
          random_(seed),
          queue_(flow.capacity_bytes, flow.start),
          writer_(queue_.writer()),
          records_(flow.length_max),
          twin_(queue_.ring()),
          buffer_(queue_.ring().record_bytes_max()) {
        for (std::size_t i = 0; i < kReaders; ++i) {
            readers_.push_back(queue_.reader());
        }
    }

    void run_one_event() {
        switch (random_.below(16)) {
            case 0:
                return write_batch();
            case 1:
                return abandon();
            case 2:
                return die();
            case 3:
                return join();
            case 4:
            case 5:
            case 6:
            case 7:
                return read(readers_[random_.below(kReaders)], random_.below(60));
            case 8:
                return random_.one_in(20) ? write_a_lap() : write();
            default:
                return write();
        }
    }

    void drain() {
        for (BroadcastReader& each : readers_) {
            read(each, kLast);
            ASSERT_EQ(number(each.seq()), twin_.published());
        }
        ASSERT_GT(received_, 0U);
        ASSERT_GT(lost_, 0U);
    }

  private:
    static constexpr std::size_t kReaders = 4;

    [[nodiscard]] std::uint64_t number(std::uint64_t seq) const { return seq - flow_.start.seq; }

    void write() {
        const std::span<const std::byte> record = records_.record(writer_.seq());
        if (random_.one_in(2)) {
            writer_.write(record);
        } else {
            writer_.write(record.size(), [&](RecordWords& words) { words.store(0, record); });
        }
        twin_.publish(record.size());
    }

    void write_batch() {
        std::vector<std::vector<std::byte>> copies;
        std::vector<std::span<const std::byte>> batch;
        const std::size_t size = random_.below(30);
        for (std::size_t i = 0; i < size; ++i) {
            const std::span<const std::byte> record = records_.record(writer_.seq() + i);
            copies.emplace_back(record.begin(), record.end());
        }
        batch.assign(copies.begin(), copies.end());
        writer_.write_batch(batch);
        for (const std::span<const std::byte> each : batch) {
            twin_.publish(each.size());
        }
    }

    void write_a_lap() {
        const std::uint64_t laps_end = twin_.published() + flow_.capacity_bytes / 8;
        while (twin_.published() < laps_end) {
            write();
        }
    }

    /// Claims some records, each written in part: what is there may look like anything.
    void claim_some() {
        std::size_t bytes = 0;
        const std::uint64_t claims = random_.below(4) + 1;
        for (std::uint64_t i = 0; i < claims; ++i) {
            const std::size_t length = records_.length(random_.next());
            bytes += BroadcastHeader::stride_of(length);
            if (bytes > queue_.ring().batch_bytes_max()) {
                return;
            }
            const std::size_t written = random_.below(length + 1);
            writer_.claim(length).store(0, records_.fill(random_.next(), written));
        }
    }
    void abandon() {
        claim_some();
        writer_.abandon();
    }
    void die() {
        claim_some();
        const std::uint64_t published = flow_.start.seq + twin_.published();
        writer_ = queue_.writer();
        ASSERT_EQ(writer_.seq(), published);
    }

    void join() {
        BroadcastReader& reader = readers_[random_.below(kReaders)];
        if (random_.one_in(2)) {
            reader = queue_.reader(StartAt::Newest);
            ASSERT_EQ(number(reader.seq()), twin_.published());
            return;
        }
        reader = queue_.reader(StartAt::Oldest);
        ASSERT_FALSE(twin_.must_be_lost(number(reader.seq())));
    }

    void read(BroadcastReader& reader, std::uint64_t reads_max) {
        for (std::uint64_t i = 0; i < reads_max; ++i) {
            const std::uint64_t next = number(reader.seq());
            const BroadcastResult result = reader.try_read(buffer_);
            switch (result.status) {
                case BroadcastStatus::Record:
                    expect_record(result, next);
                    break;
                case BroadcastStatus::Lapped:
                    expect_lapped(result, next);
                    break;
                case BroadcastStatus::Empty:
                    ASSERT_EQ(next, twin_.published());
                    return;
                case BroadcastStatus::TooLong:
                    FAIL() << "the room is as long as the longest record";
                case BroadcastStatus::Damaged:
                    FAIL() << "no other producer writes here";
            }
            ASSERT_FALSE(testing::Test::HasFatalFailure());
        }
    }
    void expect_record(const BroadcastResult& result, std::uint64_t next) {
        ASSERT_EQ(number(result.seq), next);
        ASSERT_LT(next, twin_.published());
        ASSERT_FALSE(twin_.must_be_lost(next));
        ASSERT_TRUE(records_.is_record(result.seq, std::span(buffer_).first(result.length)));
        ++received_;
    }
    void expect_lapped(const BroadcastResult& result, std::uint64_t next) {
        ASSERT_FALSE(twin_.must_be_kept(next));
        ASSERT_GT(result.lost, 0U);
        ASSERT_EQ(number(result.seq), next + result.lost);
        ASSERT_LE(number(result.seq), twin_.published());
        ASSERT_TRUE(twin_.must_be_kept(number(result.seq)));
        lost_ += result.lost;
    }

    const Flow& flow_;
    Random random_;
    BroadcastQueue queue_;
    BroadcastWriter writer_;
    support::BroadcastRecords records_;
    Twin twin_;
    std::vector<std::byte> buffer_;
    std::vector<BroadcastReader> readers_;
    std::uint64_t received_ = 0;
    std::uint64_t lost_ = 0;
};

class BroadcastProperty : public testing::TestWithParam<Flow> {};

TEST_P(BroadcastProperty, EveryRecordArrivesOnceInOrderOrIsCountedAsLost) {
    Interleaving interleaving(GetParam(), support::seed_of_this_test(3));
    const std::uint64_t events =
        support::rounds_of_this_run({.usual = 100'000, .long_run = 5'000'000});
    for (std::uint64_t event = 0; event < events; ++event) {
        interleaving.run_one_event();
        ASSERT_FALSE(HasFatalFailure()) << "event " << event;
    }
    interleaving.drain();
}

INSTANTIATE_TEST_SUITE_P(Flows, BroadcastProperty, testing::ValuesIn(kFlows),
                         [](const testing::TestParamInfo<Flow>& each) { return each.param.name; });

}  // namespace
}  // namespace hotpath::queue
