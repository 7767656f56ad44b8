// The question: what does a record of 73 bytes cost in a broadcast of 8 MB, for the writer and
// until the last of 1, 2 or 3 readers has it? The writer runs on core 0; the readers share core 1,
// where one thread polls them in turn, up to 64 records each: four spinning threads on two cores
// would measure the scheduler. So that no reader is lapped (every record counts, every answer is
// checked) the writer looks every 1,024 records at the slowest reader and is never more than 32,768
// records ahead; that waiting is in `time`, which is the whole divided by the records, and not in
// `write`, which is what the writer alone spends, on records made before
// (docs/techniques/store-forwarding.md says why: a copy of what was written a moment ago waits for
// the ring). Readers that found nothing pause ten times before they look again, and those that
// found a few records give the writer a head start (hotpath/queue/head_start.hpp), for every
// subject of this process: readers that look without a pause take lines from the writer that it is
// still writing, and double what the writing costs. With more readers `time` must grow, one
// core reads everything as often; `write` must not. A regression in `write` means readers disturb
// the writer. It does not show readers on cores of their own: this machine has two.

#include <algorithm>
#include <array>
#include <atomic>
#include <memory>
#include <vector>

#include "bench/messaging/fastqueue.hpp"
#include "bench/messaging/messaging_tests.hpp"
#include "bench/messaging/payload.hpp"
#include "bench/messaging/spsc_subjects.hpp"
#include "bench/messaging/stopwatch.hpp"
#include "bench/messaging/two_cores.hpp"
#include "bench/peers/children.hpp"
#include "hotpath/queue/broadcast.hpp"
#include "hotpath/queue/disruptor/wait_strategy.hpp"
#include "hotpath/queue/head_start.hpp"

namespace hotpath::bench {
namespace {

constexpr std::size_t kRingBytes = std::size_t{8} << 20U;
constexpr std::uint64_t kRecords = 1'000'000;
constexpr std::uint64_t kRecordsQuick = 200'000;
constexpr std::uint64_t kRecordsAheadMax = 32'768;
constexpr std::uint64_t kRecordsBetweenLooks = 1024;
constexpr std::size_t kTurn = 64;
constexpr std::size_t kPausesWhenIdle = 10;
constexpr std::size_t kReadersMax = 3;

class HotpathBroadcast {
  public:
    class Writer {
      public:
        explicit Writer(queue::BroadcastWriter end) : end_(end) {}
        void write(const WideRecord& record) noexcept { end_.write(record); }

      private:
        queue::BroadcastWriter end_;
    };
    class Reader {
      public:
        explicit Reader(queue::BroadcastReader end) : end_(end) {}
        [[nodiscard]] bool try_read(std::span<std::byte> into) noexcept {
            return end_.try_read(into).status == queue::BroadcastStatus::Record;
        }

      private:
        queue::BroadcastReader end_;
    };

    HotpathBroadcast() : queue_(kRingBytes) {}
    [[nodiscard]] Writer writer() { return Writer(queue_.writer()); }
    [[nodiscard]] Reader reader() { return Reader(queue_.reader()); }

  private:
    queue::BroadcastQueue queue_;
};

template <FastQueueOptions Options>
class TalksQueue {
  public:
    using Writer = FastQueueWriter<Options>;

    class Reader {
      public:
        explicit Reader(FastQueue& queue) : end_(queue) {}
        [[nodiscard]] bool try_read(std::span<std::byte> into) noexcept {
            return end_.try_read(into) > 0;
        }

      private:
        FastQueueReader<Options> end_;
    };

    TalksQueue()
        : memory_(FastQueue::memory_bytes(kRingBytes)),
          queue_(&FastQueue::format(memory_.bytes(), kRingBytes)) {}
    [[nodiscard]] Writer writer() { return Writer(*queue_); }
    [[nodiscard]] Reader reader() { return Reader(*queue_); }

  private:
    queue::RingMemory memory_;
    FastQueue* queue_;
};

struct Plan {
    timing::TscClock clock;
    std::uint64_t records;
    std::size_t readers;
};

struct alignas(kCacheLine) Progress {
    std::atomic<std::uint64_t> read{0};
};
using AllProgress = std::array<Progress, kReadersMax>;

std::uint64_t slowest(const AllProgress& progress, std::size_t readers) {
    std::uint64_t least = ~std::uint64_t{0};
    for (const Progress& one : std::span(progress).first(readers)) {
        least = std::min(least, one.read.load(std::memory_order_acquire));
    }
    return least;
}

/// The ticks that the writing took, without the waiting and the making of the records.
template <class Writer>
std::uint64_t write_all(const Plan& plan, const AllProgress& progress, Writer writer) {
    std::uint64_t writing = 0;
    std::vector<WideRecord> records(kRecordsBetweenLooks);
    for (std::uint64_t k = 0; k < plan.records; k += records.size()) {
        records.resize(std::min<std::uint64_t>(kRecordsBetweenLooks, plan.records - k));
        for (std::size_t i = 0; i < records.size(); ++i) {
            records[i] = record_of(k + i);
        }
        until([&] {
            return k + kRecordsBetweenLooks <= slowest(progress, plan.readers) + kRecordsAheadMax;
        });
        const std::uint64_t begin = Stopwatch::begin();
        for (const WideRecord& record : records) {
            writer.write(record);
        }
        writing += Stopwatch::end() - begin;
    }
    return writing;
}

/// One reader's turn: up to kTurn records. Says how many.
template <class Reader>
std::size_t take_turn(Reader& reader, ReceivedRecords& received, Progress& progress) {
    std::array<std::byte, 128> record;
    std::size_t taken = 0;
    for (; taken < kTurn && reader.try_read(record); ++taken) {
        received.add(record.data());
        if (received.count() % kRecordsBetweenLooks == 0) {
            progress.read.store(received.count(), std::memory_order_release);
        }
    }
    return taken;
}

bool has_all(std::span<const ReceivedRecords> received, std::uint64_t records) {
    return std::ranges::all_of(
        received, [records](const ReceivedRecords& one) { return one.count() >= records; });
}

template <class Queue>
Measurement run_broadcast(const Plan& plan) {
    Queue queue;
    AllProgress progress;
    std::vector<typename Queue::Reader> readers;
    readers.reserve(plan.readers);
    for (std::size_t i = 0; i < plan.readers; ++i) {
        readers.push_back(queue.reader());
    }
    std::vector<ReceivedRecords> received(plan.readers);
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    std::uint64_t writing = 0;
    {
        OtherThread other([&] {
            begin = plan.clock.ticks();
            writing = write_all(plan, progress, queue.writer());
        });
        queue::HeadStart head_start;
        other.start();
        while (!has_all(received, plan.records)) {
            std::size_t taken = 0;
            for (std::size_t i = 0; i < plan.readers; ++i) {
                taken += take_turn(readers[i], received[i], progress[i]);
            }
            head_start.give(taken);
            for (std::size_t i = 0; taken == 0 && i < kPausesWhenIdle; ++i) {
                queue::disruptor::pause_core();
            }
        }
        end = plan.clock.ticks();
    }
    Measurement measured{.items = plan.records, .elapsed_ticks = end - begin};
    for (const ReceivedRecords& one : received) {
        measured.answer += one.answer();
    }
    const auto ns = static_cast<double>(plan.clock.to_duration(writing).value);
    measured.metrics.push_back({"write", "ns/record", ns / static_cast<double>(plan.records)});
    return measured;
}

Test broadcast_test(const Plan& plan) {
    Test test{
        .name = "e_broadcast_" + std::to_string(plan.readers), .unit = "ns/record", .subjects = {}};
    test.subjects = {
        {"hotpath", "broadcast", [=] { return run_broadcast<HotpathBroadcast>(plan); }},
        {"fastqueue", "broadcast",
         [=] { return run_broadcast<TalksQueue<kFastQueueTuned>>(plan); }},
        {"fastqueue_baseline", "broadcast",
         [=] { return run_broadcast<TalksQueue<kFastQueueBaseline>>(plan); }},
    };
    for (Subject& peer : peers::broadcast(static_cast<unsigned>(plan.readers), plan.records)) {
        test.subjects.push_back(std::move(peer));
    }
    return test;
}

}  // namespace

std::vector<Test> broadcast_tests(const Scale& scale, const timing::TscClock& clock) {
    std::vector<Test> tests;
    for (std::size_t readers = 1; readers <= kReadersMax; ++readers) {
        tests.push_back(broadcast_test({.clock = clock,
                                        .records = scale.quick ? kRecordsQuick : kRecords,
                                        .readers = readers}));
    }
    return tests;
}

}  // namespace hotpath::bench
