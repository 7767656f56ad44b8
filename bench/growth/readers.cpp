// The question: does a writer of a broadcast spend more on a record when more readers read it, and
// how does the whole time grow? The writer has one core, all readers take turns on the other, so
// the whole time must grow with them; `write`, what the writer alone spends, must not. Records of
// 73 bytes; the writer waits for the slowest reader when it is half a ring ahead, and that waiting
// is not in `write`.

#include <algorithm>
#include <array>
#include <atomic>
#include <vector>

#include <fmt/format.h>

#include "bench/growth/growth_tests.hpp"
#include "bench/growth/memory.hpp"
#include "bench/messaging/payload.hpp"
#include "bench/messaging/stopwatch.hpp"
#include "bench/messaging/two_cores.hpp"
#include "hotpath/queue/broadcast.hpp"
#include "hotpath/queue/disruptor/wait_strategy.hpp"

namespace hotpath::bench::growth {
namespace {

constexpr std::size_t kRingBytes = std::size_t{8} << 20U;
constexpr std::uint64_t kRecords = 500'000;
constexpr std::uint64_t kRecordsAheadMax = 32'768;
constexpr std::uint64_t kBatch = 1'024;  // records made beforehand, and between looks at readers
constexpr std::size_t kTurn = 64;
constexpr std::array<std::size_t, 6> kReaders{1, 2, 4, 8, 16, 32};

struct Plan {
    std::uint64_t records;
    std::size_t readers;
    timing::TscClock clock;
};

/// The ticks that the writing took.
std::uint64_t write_all(const Plan& plan, const std::atomic<std::uint64_t>& slowest,
                        queue::BroadcastWriter writer) {
    std::uint64_t writing = 0;
    std::vector<WideRecord> records(kBatch);
    for (std::uint64_t k = 0; k < plan.records; k += records.size()) {
        records.resize(std::min<std::uint64_t>(kBatch, plan.records - k));
        for (std::size_t i = 0; i < records.size(); ++i) {
            records[i] = record_of(k + i);
        }
        while (k + kBatch > slowest.load(std::memory_order_acquire) + kRecordsAheadMax) {
        }
        const std::uint64_t begin = Stopwatch::begin();
        for (const WideRecord& record : records) {
            writer.write(record);
        }
        writing += Stopwatch::end() - begin;
    }
    return writing;
}

class Readers {
  public:
    Readers(const queue::BroadcastQueue& queue, std::size_t count) : received_(count) {
        for (std::size_t i = 0; i < count; ++i) {
            ends_.push_back(queue.reader());
        }
    }

    /// Every reader takes a turn; true if a record was read.
    bool take_turns() {
        std::size_t taken = 0;
        std::array<std::byte, 128> record;
        for (std::size_t i = 0; i < ends_.size(); ++i) {
            for (std::size_t n = 0;
                 n < kTurn && ends_[i].try_read(record).status == queue::BroadcastStatus::Record;
                 ++n, ++taken) {
                received_[i].add(record.data());
            }
        }
        return taken > 0;
    }

    [[nodiscard]] std::uint64_t slowest() const {
        return std::ranges::min_element(received_, {}, &ReceivedRecords::count)->count();
    }

    [[nodiscard]] std::uint64_t answer() const {
        std::uint64_t sum = 0;
        for (const ReceivedRecords& one : received_) {
            sum += one.answer();
        }
        return sum;
    }

  private:
    std::vector<queue::BroadcastReader> ends_;
    std::vector<ReceivedRecords> received_;
};

Measurement run_broadcast(const Plan& plan) {
    const MemoryGrowth memory;
    const queue::BroadcastQueue queue(kRingBytes);
    Readers readers(queue, plan.readers);
    std::atomic<std::uint64_t> slowest{0};
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    std::uint64_t writing = 0;
    {
        OtherThread other([&] {
            begin = plan.clock.ticks();
            writing = write_all(plan, slowest, queue.writer());
        });
        other.start();
        while (readers.slowest() < plan.records) {
            if (!readers.take_turns()) {
                queue::disruptor::pause_core();
            }
            slowest.store(readers.slowest(), std::memory_order_release);
        }
        end = plan.clock.ticks();
    }
    const auto ns = static_cast<double>(plan.clock.to_duration(writing).value);
    return {.answer = readers.answer(),
            .items = plan.records,
            .elapsed_ticks = end - begin,
            .metrics = {memory.metric(),
                        {"write", "ns/record", ns / static_cast<double>(plan.records)}}};
}

}  // namespace

Tests reader_tests(const Setting& setting) {
    std::vector<Test> tests;
    for (const std::size_t readers : kReaders) {
        const Plan plan{
            .records = setting.scaled(kRecords), .readers = readers, .clock = setting.clock};
        tests.push_back(
            {.name = fmt::format("readers_{}", readers),
             .unit = "ns/record",
             .subjects = {{"hotpath", "records", [plan] { return run_broadcast(plan); }}}});
    }
    return tests;
}

}  // namespace hotpath::bench::growth
