// The question: what does telemetry take from the thread that is watched? One event published into
// the channel of a process (its stages, 96 bytes) without an observer, with an observer that has
// stopped in the middle, and with one that reads on the other core; `floor` copies the record into
// a ring of the same size in private memory. One scope that is traced, its ring drained by the
// other core; its floor are the two readings of the counter. And one packet recorded for the
// journal, taken out of the channel's ring by the other core; its floor copies the same bytes. A
// regression means that observation costs more. It does not show what the stamps themselves
// cost, one reading each, nor a reader that is behind by a whole ring.

#include <array>
#include <atomic>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include <unistd.h>

#include "bench/benches.hpp"
#include "bench/messaging/two_cores.hpp"
#include "bench/telemetry/recorder_ring.hpp"
#include "hotpath/core/assert.hpp"
#include "hotpath/shm/channels.hpp"
#include "hotpath/telemetry/channel.hpp"
#include "hotpath/telemetry/publisher.hpp"
#include "hotpath/telemetry/reader.hpp"
#include "hotpath/telemetry/trace_log.hpp"
#include "hotpath/timing/tsc_clock.hpp"
#include "hotpath/trader/input_log.hpp"

namespace hotpath::bench {
namespace {

constexpr std::uint64_t kEvents = 1'000'000;
constexpr std::size_t kFew = 1'000;  // records that an observer takes before it stops
/// A batch fits the rings of scopes and of records, with any reader.
constexpr std::uint64_t kBatch = 10'000;
constexpr std::size_t kRing = std::size_t{1} << 16U;
static_assert(kEvents % kBatch == 0);

enum class Observer : std::uint8_t { None, Stopped, Reading };

/// Counts, and nothing else.
struct CountingListener {
    void on_stages(const telemetry::StageRecord& record) { sum += record.header.number; }
    void on_state(const telemetry::StateRecord&) {}
    void on_instrument(const telemetry::InstrumentRecord&) {}
    std::uint64_t sum = 0;
};

std::string channel_name() {
    return "bench-telemetry-" + std::to_string(::getpid());
}

/// A channel that is gone with its scope.
class BenchChannel {
  public:
    BenchChannel() {
        auto writer = telemetry::attach_writer(place_, {.name = name_});
        HOTPATH_ASSERT(writer.has_value(), "shared memory holds a channel of 4 MiB");
        writer_.emplace(std::move(*writer));
    }
    BenchChannel(const BenchChannel&) = delete;
    BenchChannel& operator=(const BenchChannel&) = delete;
    ~BenchChannel() {
        writer_.reset();
        const auto removed =
            shm::remove_channel(place_, *shm::ChannelName::from(name_), shm::Removal::Forced);
        HOTPATH_ASSERT(removed.has_value(), "no other process removes it");
    }

    [[nodiscard]] queue::BroadcastWriter& writer() { return **writer_; }
    [[nodiscard]] telemetry::Reader reader() const {
        auto reader = telemetry::Reader::open(place_, name_, {});
        HOTPATH_ASSERT(reader.has_value(), "a channel takes its readers");
        return std::move(*reader);
    }

  private:
    shm::ChannelFolder place_ = shm::ChannelFolder::standard();
    std::string name_ = channel_name();
    std::optional<shm::BroadcastChannel::Writer> writer_;
};

Measurement publish_all(telemetry::Publisher& publisher, const timing::TscClock& clock) {
    timing::StageStamps stamps;
    stamps.begin(clock);
    const std::uint64_t begin = clock.ticks();
    for (std::uint64_t n = 0; n < kEvents; ++n) {
        publisher.publish({.is_sent = true, .local_time = {static_cast<std::int64_t>(n)}}, stamps);
    }
    const std::uint64_t end = clock.ticks();
    return {.answer = publisher.events(), .items = kEvents, .elapsed_ticks = end - begin};
}

/// Drains once more after the end, which gets the rest.
void read_until(const std::atomic<bool>& is_over, telemetry::Reader& reader,
                CountingListener& listener) {
    for (bool may_be_more = true; may_be_more;) {
        may_be_more = !is_over.load();
        while (reader.poll(listener, kFew)) {
        }
    }
}

Measurement run_publish(const timing::TscClock& clock, Observer observer) {
    BenchChannel channel;
    telemetry::Publisher publisher(channel.writer(), {});
    std::optional<telemetry::Reader> stopped;
    CountingListener listener;
    if (observer == Observer::Stopped) {
        stopped.emplace(channel.reader());
        (void)stopped->poll(listener, kFew);
    }
    if (observer != Observer::Reading) {
        return publish_all(publisher, clock);
    }
    std::atomic<bool> is_over{false};
    telemetry::ReaderCounters counters;
    Measurement measured;
    {
        telemetry::Reader reader = channel.reader();
        OtherThread other([&] {
            read_until(is_over, reader, listener);
            counters = reader.counters();
        });
        other.start();
        measured = publish_all(publisher, clock);
        is_over = true;
    }
    measured.answer = counters.damaged == 0 ? counters.records + counters.lost : 0;
    return measured;
}

/// The record made and copied: the minimum work.
Measurement run_publish_floor(const timing::TscClock& clock) {
    std::vector<std::byte> ring(telemetry::kRingBytes);
    telemetry::StageRecord record{.is_sent = 1};
    const std::uint64_t begin = clock.ticks();
    std::size_t at = 0;
    for (std::uint64_t n = 0; n < kEvents; ++n) {
        record.header.number = n;
        record.local_time.value = static_cast<std::int64_t>(n);
        std::memcpy(ring.data() + at, &record, sizeof record);
        at = (at + sizeof record) % (ring.size() - sizeof record);
        asm volatile("" : : "r"(ring.data()) : "memory");
    }
    const std::uint64_t end = clock.ticks();
    return {.answer = record.header.number + 1, .items = kEvents, .elapsed_ticks = end - begin};
}

/// Ticks of kEvents steps in batches. The other core, which has taken so many, gets the time to
/// take all between them: how far it keeps up is not the question.
template <class Step>
std::uint64_t ticks_in_batches(const timing::TscClock& clock,
                               const std::atomic<std::uint64_t>& taken, Step&& step) {
    std::uint64_t ticks = 0;
    for (std::uint64_t done = 0; done < kEvents;) {
        const std::uint64_t begin = clock.ticks();
        for (const std::uint64_t end = done + kBatch; done < end; ++done) {
            step(done);
        }
        ticks += clock.ticks() - begin;
        while (taken.load(std::memory_order_acquire) < done) {
        }
    }
    return ticks;
}

Measurement run_trace(const timing::TscClock& clock) {
    telemetry::TraceLog log(kRing);
    std::atomic<std::uint64_t> taken{0};
    std::atomic<std::uint64_t> backward{0};
    OtherThread other([&] {
        for (std::uint64_t count = 0; count < kEvents;) {
            count +=
                log.drain([&](const telemetry::TraceTrack&, const telemetry::TraceEvent& event) {
                    backward += event.end_ticks < event.begin_ticks ? 1U : 0U;
                });
            taken.store(count, std::memory_order_release);
        }
    });
    const auto traced = log.attach_this_thread("bench");
    other.start();
    const std::uint64_t ticks = ticks_in_batches(
        clock, taken, [](std::uint64_t) { const telemetry::TraceScope scope("bench"); });
    return {.answer = taken - backward, .items = kEvents, .elapsed_ticks = ticks};
}

Measurement run_trace_floor(const timing::TscClock& clock) {
    const std::uint64_t begin = clock.ticks();
    for (std::uint64_t n = 0; n < kEvents; ++n) {
        const std::uint64_t entered = timing::SystemClocks::ticks();
        const std::uint64_t left = timing::SystemClocks::ticks();
        asm volatile("" : : "r"(entered), "r"(left));
    }
    const std::uint64_t end = clock.ticks();
    return {.answer = kEvents, .items = kEvents, .elapsed_ticks = end - begin};
}

/// Takes records until all inputs have come: how many were those that were to come, in order.
std::uint64_t take_records(queue::SpscConsumer<queue::RecordSlot> consumer,
                           std::atomic<std::uint64_t>& taken) {
    std::array<std::byte, 256> room{};
    std::uint64_t right = 0;
    for (std::uint64_t count = 0; count < kEvents;) {
        const auto ticket = queue::front_record(consumer);
        if (!ticket) {
            continue;
        }
        const MutableBytes bytes = MutableBytes(room).first(ticket->length);
        trader::LogRecord record;
        const bool is_right = queue::pop_record(consumer, bytes) &&
                              trader::decode(ticket->type, ticket->time, bytes, record) ==
                                  protocols::DecodeStatus::Ok &&
                              std::holds_alternative<trader::Input>(record.entry) &&
                              std::get<trader::Input>(record.entry).number == count + 1;
        right += is_right ? 1U : 0U;
        taken.store(++count, std::memory_order_release);
    }
    return right;
}

Measurement run_record(const timing::TscClock& clock) {
    RecorderQueue queue(kRing);
    auto producer = queue.producer();
    trader::InputRecorder<RecorderRing> recorder({&producer});
    std::atomic<std::uint64_t> taken{0};
    std::uint64_t right = 0;
    std::uint64_t ticks = 0;
    {
        OtherThread other([&] { right = take_records(queue.consumer(), taken); });
        other.start();
        const RecordedPacket packet{};
        ticks = ticks_in_batches(clock, taken, [&](std::uint64_t done) {
            recorder.on_input(recorded_input(done + 1, packet));
        });
    }
    return {.answer = right, .items = kEvents, .elapsed_ticks = ticks};
}

/// The same bytes copied: the minimum work.
Measurement run_record_floor(const timing::TscClock& clock) {
    struct Place {
        queue::RecordTicket ticket;
        trader::LogHead head;
        RecordedPacket packet;
    };
    std::vector<Place> ring(kRing / 2);
    RecordedPacket packet{};
    const std::uint64_t begin = clock.ticks();
    for (std::uint64_t n = 0; n < kEvents; ++n) {
        const trader::Input input = recorded_input(n + 1, packet);
        Place& place = ring[n % ring.size()];
        place.ticket = {.length = sizeof place.head + sizeof place.packet, .time = input.now};
        place.head = trader::encode(input, false);
        place.packet = packet;
        asm volatile("" : : "r"(ring.data()), "r"(packet.data()) : "memory");
    }
    const std::uint64_t end = clock.ticks();
    return {.answer = kEvents, .items = kEvents, .elapsed_ticks = end - begin};
}

std::vector<Test> make_tests(const timing::TscClock& clock) {
    const auto publish = [clock](Observer observer) {
        return [clock, observer] { return run_publish(clock, observer); };
    };
    return {{.name = "publish_event",
             .unit = "ns/event",
             .subjects = {{"hotpath", "events", publish(Observer::None)},
                          {"floor", "events", [clock] { return run_publish_floor(clock); }},
                          {"observer_stopped", "events", publish(Observer::Stopped), false},
                          {"observer_reading", "events", publish(Observer::Reading), false}}},
            {.name = "trace_scope",
             .unit = "ns/scope",
             .subjects = {{"hotpath", "scopes", [clock] { return run_trace(clock); }},
                          {"floor", "scopes", [clock] { return run_trace_floor(clock); }}}},
            {.name = "record_input",
             .unit = "ns/input",
             .subjects = {{"hotpath", "inputs", [clock] { return run_record(clock); }},
                          {"floor", "inputs", [clock] { return run_record_floor(clock); }}}}};
}

}  // namespace

Bench telemetry_bench() {
    return {.name = "telemetry",
            .question =
                "ns that the watched thread gives for an event published, a scope traced, an "
                "input recorded",
            .prepare = [](const Scale&) -> Expected<std::vector<Test>> {
                const auto clock = timing::TscClock::create();
                if (!clock) {
                    return std::unexpected(clock.error());
                }
                return make_tests(*clock);
            }};
}

}  // namespace hotpath::bench
