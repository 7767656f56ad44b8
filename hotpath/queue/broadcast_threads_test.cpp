// A writer and its readers in separate threads. Every record is self-describing, so that one torn
// word, one record twice or one wrong number of lost ones fails.

#include <atomic>
#include <cstdint>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/queue/broadcast.hpp"
#include "tests/support/broadcast_records.hpp"
#include "tests/support/seeds.hpp"

namespace hotpath::queue {
namespace {

/// What one reader saw of a whole run.
struct Account {
    std::uint64_t received = 0;
    std::uint64_t lost = 0;
    std::uint64_t laps = 0;
    std::string failure;
};

[[nodiscard]] std::string wrong(const char* what, const BroadcastResult& result) {
    return std::string(what) + " at record " + std::to_string(result.seq);
}

/// Reads until it knows what became of `records`.
class ReaderThread {
  public:
    ReaderThread(const BroadcastQueue& queue, std::size_t length_max, std::uint64_t records)
        : reader_(queue.reader(StartAt::Oldest)),
          records_(length_max),
          records_wanted_(records),
          buffer_(queue.ring().record_bytes_max()) {}

    void run() {
        while (reader_.seq() < records_wanted_ && account_.failure.empty()) {
            step();
        }
    }

    void step() {
        const std::uint64_t next = reader_.seq();
        const BroadcastResult result = reader_.try_read(buffer_);
        if (result.status == BroadcastStatus::Empty) {
            std::this_thread::yield();
            return;
        }
        if (result.status == BroadcastStatus::Lapped) {
            account_.lost += result.lost;
            ++account_.laps;
            return;
        }
        ++account_.received;
        if (result.status != BroadcastStatus::Record || result.seq != next) {
            account_.failure = wrong("not the next", result);
        } else if (!records_.is_record(result.seq, std::span(buffer_).first(result.length))) {
            account_.failure = wrong("torn", result);
        }
    }

    [[nodiscard]] std::uint64_t seq() const { return reader_.seq(); }
    [[nodiscard]] const Account& account() const { return account_; }

  private:
    BroadcastReader reader_;
    support::BroadcastRecords records_;
    std::uint64_t records_wanted_;
    std::vector<std::byte> buffer_;
    Account account_;
};

[[nodiscard]] std::uint64_t records_of_a_run() {
    return support::is_long_run() ? 20'000'000 : 200'000;
}

void expect_all_accounted(const Account& account, std::uint64_t records) {
    EXPECT_EQ(account.failure, "");
    EXPECT_EQ(account.received + account.lost, records);
}

TEST(BroadcastThreads, WhatIsNotReceivedIsCountedWhileTheWriterLapsEverybody) {
    constexpr std::size_t kLengthMax = 504;
    const BroadcastQueue queue(4'096);
    const std::uint64_t records = records_of_a_run();
    std::vector<ReaderThread> readers(3, ReaderThread(queue, kLengthMax, records));
    std::vector<std::thread> threads;
    for (ReaderThread& each : readers) {
        threads.emplace_back([&each] { each.run(); });
    }
    BroadcastWriter writer = queue.writer();
    support::BroadcastRecords source(kLengthMax);
    while (writer.seq() < records) {
        writer.write(source.record(writer.seq()));
    }
    for (std::thread& each : threads) {
        each.join();
    }
    for (const ReaderThread& each : readers) {
        expect_all_accounted(each.account(), records);
    }
}

// The reader stands still until the writer has gone around the ring, again and again, and then
// reads on while the writer writes.
TEST(BroadcastThreads, AReaderThatIsMadeToLagIsLappedEveryTime) {
    constexpr std::size_t kLengthMax = 200;
    constexpr std::uint64_t kLapRecords = 4'096 / BroadcastHeader::stride_of(0) + 1;
    const BroadcastQueue queue(4'096);
    const std::uint64_t records = records_of_a_run();
    ReaderThread reader(queue, kLengthMax, records);
    std::atomic<std::uint64_t> written{0};
    std::thread writing([&] {
        BroadcastWriter writer = queue.writer();
        support::BroadcastRecords source(kLengthMax);
        while (writer.seq() < records) {
            writer.write(source.record(writer.seq()));
            written.store(writer.seq(), std::memory_order_relaxed);
        }
    });
    std::uint64_t stops = 0;
    while (reader.seq() + 2 * kLapRecords < records) {
        const std::uint64_t from = reader.seq();
        while (written.load(std::memory_order_relaxed) < from + kLapRecords) {
            std::this_thread::yield();
        }
        ++stops;
        for (int i = 0; i < 50; ++i) {
            reader.step();
        }
        ASSERT_GE(reader.account().laps, stops);
    }
    reader.run();
    writing.join();
    expect_all_accounted(reader.account(), records);
}

TEST(BroadcastThreads, NothingIsLostWhenTheWriterIsAskedToKeepClose) {
    constexpr std::size_t kLengthMax = 4'096;
    const BroadcastQueue queue(std::size_t{1} << 20U);
    const std::uint64_t records = records_of_a_run() / 4;
    std::atomic<std::uint64_t> read{0};
    std::thread reading([&] {
        ReaderThread reader(queue, kLengthMax, records);
        while (reader.seq() < records && reader.account().failure.empty()) {
            reader.step();
            read.store(reader.seq(), std::memory_order_release);
        }
        read.store(records, std::memory_order_release);
        EXPECT_EQ(reader.account().lost, 0U);
        expect_all_accounted(reader.account(), records);
    });
    BroadcastWriter writer = queue.writer();
    support::BroadcastRecords source(kLengthMax);
    while (writer.seq() < records) {
        // 100 records of 4 KiB are less than half the ring.
        while (writer.seq() > read.load(std::memory_order_acquire) + 100) {
            std::this_thread::yield();
        }
        writer.write(source.record(writer.seq()));
    }
    reading.join();
}

TEST(BroadcastThreads, BatchesArriveWhole) {
    constexpr std::uint64_t kBatch = 4;
    const BroadcastQueue queue(4'096);
    const std::uint64_t batches = records_of_a_run() / kBatch;
    std::atomic<bool> done{false};
    std::thread writing([&] {
        BroadcastWriter writer = queue.writer();
        for (std::uint64_t batch = 0; batch < batches; ++batch) {
            for (std::uint64_t i = 0; i < kBatch; ++i) {
                writer.claim(16 + 8 * (batch % 3)).store_value(0, batch);
            }
            writer.publish();
        }
        done.store(true, std::memory_order_release);
    });
    BroadcastReader reader = queue.reader(StartAt::Oldest);
    std::array<std::byte, 504> room{};
    std::uint64_t halves = 0;
    bool was_done = false;
    while (!was_done) {
        was_done = done.load(std::memory_order_acquire);
        BroadcastResult result;
        while ((result = reader.try_read(room)).status != BroadcastStatus::Empty) {
        }
        // A reader that has nothing left to read stands between two batches.
        halves += reader.seq() % kBatch == 0 ? 0U : 1U;
    }
    writing.join();
    EXPECT_EQ(halves, 0U);
    EXPECT_EQ(reader.seq(), batches * kBatch);
}

TEST(BroadcastThreads, ReadersJoinWhileTheWriterWrites) {
    constexpr std::size_t kLengthMax = 504;
    const BroadcastQueue queue(4'096);
    const std::uint64_t records = records_of_a_run();
    std::atomic<std::uint64_t> written{0};
    std::thread writing([&] {
        BroadcastWriter writer = queue.writer();
        support::BroadcastRecords source(kLengthMax);
        while (writer.seq() < records) {
            writer.write(source.record(writer.seq()));
            written.store(writer.seq(), std::memory_order_release);
        }
    });
    support::BroadcastRecords expected(kLengthMax);
    std::array<std::byte, 504> room{};
    std::uint64_t joined = 0;
    while (written.load(std::memory_order_relaxed) < records) {
        const StartAt start = joined++ % 2 == 0 ? StartAt::Newest : StartAt::Oldest;
        const std::uint64_t before = written.load(std::memory_order_acquire);
        BroadcastReader reader = queue.reader(start);
        ASSERT_TRUE(start == StartAt::Oldest || reader.seq() >= before);
        for (int i = 0; i < 20; ++i) {
            const std::uint64_t next = reader.seq();
            const BroadcastResult result = reader.try_read(room);
            ASSERT_NE(result.status, BroadcastStatus::TooLong);
            ASSERT_EQ(result.seq, next + result.lost);
            ASSERT_TRUE(result.status != BroadcastStatus::Record ||
                        expected.is_record(result.seq, std::span(room).first(result.length)));
        }
    }
    writing.join();
    EXPECT_GT(joined, 0U);
}

}  // namespace
}  // namespace hotpath::queue
