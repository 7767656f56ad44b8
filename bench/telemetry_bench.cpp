// The question: what does telemetry take from the thread that is watched? One event published into
// the channel of a process (its stages, 96 bytes) with nobody there, with an observer that has
// stopped in the middle, and with one that reads on the other core; `floor` copies the record into
// a ring of the same size that nobody shares. And one scope that is traced, its ring drained by the
// other core; its floor are the two readings of the counter. A regression means that whoever
// watches costs more. It does not show what the stamps themselves cost: one reading each.

#include <array>
#include <atomic>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <unistd.h>

#include "bench/benches.hpp"
#include "bench/messaging/two_cores.hpp"
#include "hotpath/core/assert.hpp"
#include "hotpath/shm/channels.hpp"
#include "hotpath/telemetry/channel.hpp"
#include "hotpath/telemetry/publisher.hpp"
#include "hotpath/telemetry/reader.hpp"
#include "hotpath/telemetry/trace_log.hpp"
#include "hotpath/timing/tsc_clock.hpp"

namespace hotpath::bench {
namespace {

constexpr std::uint64_t kEvents = 1'000'000;
constexpr std::size_t kFew = 1'000;  // records that an observer takes before it stops
constexpr std::size_t kTraceRing = std::size_t{1} << 16U;

enum class Observer : std::uint8_t { Nobody, Stopped, Reading };

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
        HOTPATH_ASSERT(removed.has_value(), "nobody else removes it");
    }

    [[nodiscard]] queue::BroadcastWriter& writer() { return **writer_; }
    [[nodiscard]] telemetry::Reader reader() const {
        auto reader = telemetry::Reader::open(place_, name_, {});
        HOTPATH_ASSERT(reader.has_value(), "a channel has seats for its readers");
        return std::move(*reader);
    }

  private:
    shm::Place place_ = shm::Place::standard();
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
    OtherThread other([&] {
        telemetry::Reader reader = channel.reader();
        while (!is_over.load(std::memory_order_relaxed)) {
            (void)reader.poll(listener, kFew);
        }
    });
    other.start();
    const Measurement measured = publish_all(publisher, clock);
    is_over = true;
    return measured;
}

/// The record made and copied, as the least that anybody must do.
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

Measurement run_trace(const timing::TscClock& clock) {
    telemetry::TraceLog log(kTraceRing);
    std::atomic<bool> is_over{false};
    OtherThread other([&] {
        std::uint64_t sum = 0;
        while (!is_over.load(std::memory_order_relaxed)) {
            log.drain([&](const telemetry::TraceTrack&, const telemetry::TraceEvent& event) {
                sum += event.begin_ticks;
            });
        }
        asm volatile("" : : "r"(sum));
    });
    const auto seat = log.attach_this_thread("bench");
    other.start();
    const std::uint64_t begin = clock.ticks();
    for (std::uint64_t n = 0; n < kEvents; ++n) {
        const telemetry::TraceScope scope("bench");
    }
    const std::uint64_t end = clock.ticks();
    is_over = true;
    return {.answer = kEvents, .items = kEvents, .elapsed_ticks = end - begin};
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

std::vector<Test> make_tests(const timing::TscClock& clock) {
    const auto publish = [clock](Observer observer) {
        return [clock, observer] { return run_publish(clock, observer); };
    };
    return {{.name = "publish_event",
             .unit = "ns/event",
             .subjects = {{"hotpath", "events", publish(Observer::Nobody)},
                          {"floor", "events", [clock] { return run_publish_floor(clock); }},
                          {"observer_stopped", "events", publish(Observer::Stopped), false},
                          {"observer_reading", "events", publish(Observer::Reading), false}}},
            {.name = "trace_scope",
             .unit = "ns/scope",
             .subjects = {{"hotpath", "scopes", [clock] { return run_trace(clock); }},
                          {"floor", "scopes", [clock] { return run_trace_floor(clock); }}}}};
}

}  // namespace

Bench telemetry_bench() {
    return {.name = "telemetry",
            .question = "ns that the watched thread gives for an event published, a scope traced",
            .prepare = [](const Scale&) -> Expected<std::vector<Test>> {
                const auto clock = timing::TscClock::create();
                if (!clock) {
                    return std::unexpected(clock.error());
                }
                return make_tests(*clock);
            }};
}

}  // namespace hotpath::bench
