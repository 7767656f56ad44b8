// The question: what does the latest value of one thing cost, 40 bytes, between two threads?
// i_latest_round_trip: stored, seen by the other thread, answered through a second one; one sample
// a trip, `floor` is the raw ping-pong. i_latest_load: ns a load, as fast as one reader can, while
// the writer stores a new value every microsecond. `memcpy_and_fences` is the seqlock of the books:
// the same protocol around a plain memcpy, which C++ calls undefined; it shows what the race-free
// copy costs. A regression means more lines or a slower copy. It does not show many readers: this
// machine has two cores.

#include <atomic>
#include <cstring>
#include <mutex>
#include <shared_mutex>
#include <vector>

#include "bench/messaging/messaging_tests.hpp"
#include "bench/messaging/round_trips.hpp"
#include "bench/messaging/stopwatch.hpp"
#include "hotpath/queue/seqlock.hpp"

namespace hotpath::bench {
namespace {

constexpr std::uint64_t kLoads = 2'000'000;
constexpr std::uint64_t kQuickPart = 10;
constexpr std::uint64_t kLockedPart = 20;  // a trip or a load through a lock takes so much longer
constexpr std::uint64_t kBetweenStoresNs = 1'000;

class alignas(kCacheLine) MemcpyAndFences {
  public:
    void store(const Message& value) noexcept {
        const std::uint64_t version = version_.load(std::memory_order_relaxed);
        version_.store(version + 1, std::memory_order_relaxed);
        std::atomic_thread_fence(std::memory_order_release);
        std::memcpy(&value_, &value, sizeof value);
        version_.store(version + 2, std::memory_order_release);
    }
    [[nodiscard]] Message load() const noexcept {
        for (;;) {
            const std::uint64_t before = version_.load(std::memory_order_acquire);
            Message copy;
            std::memcpy(&copy, &value_, sizeof copy);
            std::atomic_thread_fence(std::memory_order_acquire);
            if (before % 2 == 0 && version_.load(std::memory_order_relaxed) == before) {
                return copy;
            }
        }
    }

  private:
    std::atomic<std::uint64_t> version_{0};
    Message value_{};
};

template <class Mutex, class ReadLock>
class alignas(kCacheLine) Locked {
  public:
    void store(const Message& value) {
        const std::scoped_lock lock(mutex_);
        value_ = value;
    }
    [[nodiscard]] Message load() const {
        const ReadLock lock(mutex_);
        return value_;
    }

  private:
    mutable Mutex mutex_;
    Message value_{};
};
using MutexLatest = Locked<std::mutex, std::unique_lock<std::mutex>>;
using SharedMutexLatest = Locked<std::shared_mutex, std::shared_lock<std::shared_mutex>>;

template <class Latest>
Message wait_for(const Latest& latest, std::uint64_t number) {
    Message value = latest.load();
    while (value.words[0] != number) {
        value = latest.load();
    }
    return value;
}

template <class Latest>
Measurement run_trips(Trips& trips) {
    Latest there;
    Latest back;
    OtherThread echo([&] {
        for (std::uint64_t k = 1; k <= trips.samples.size(); ++k) {
            back.store(wait_for(there, k));
        }
    });
    echo.start();
    return sample_trips(trips, [&](std::uint64_t k) {
        there.store(message_of(k + 1));
        return wait_for(back, k + 1).words[0] - 1;
    });
}

struct Plan {
    timing::TscClock clock;
    std::uint64_t loads;
};

/// The answer says that no value was a mixture of two and none older than the one before.
template <class Latest>
Measurement run_loads(const Plan& plan) {
    Latest latest;
    latest.store(message_of(0));
    std::atomic<bool> is_over{false};
    std::uint64_t mixed = 0;
    std::uint64_t elapsed = 0;
    {
        OtherThread writer([&] {
            Pace pace(plan.clock.ticks(), ticks_of(plan.clock, kBetweenStoresNs));
            for (std::uint64_t k = 1; !is_over.load(std::memory_order_relaxed); ++k) {
                latest.store(message_of(k));
                pace.wait();
            }
        });
        writer.start();
        std::uint64_t newest = 0;
        const std::uint64_t begin = plan.clock.ticks();
        for (std::uint64_t i = 0; i < plan.loads; ++i) {
            const Message value = latest.load();
            mixed += value.words[0] < newest ? 1U : 0U;
            newest = value.words[0];
            for (std::size_t word = 1; word < value.words.size(); ++word) {
                mixed += value.words[word] != newest + word ? 1U : 0U;
            }
        }
        elapsed = plan.clock.ticks() - begin;
        is_over.store(true, std::memory_order_relaxed);
    }
    return {.answer = mixed, .items = plan.loads, .elapsed_ticks = elapsed};
}

}  // namespace

std::vector<Test> latest_value_tests(const Scale& scale, const timing::TscClock& clock) {
    const std::uint64_t part = scale.quick ? kQuickPart : 1;
    const auto trips = std::make_shared<Trips>(clock, kRoundTrips / part);
    const auto locked_trips = std::make_shared<Trips>(clock, kRoundTrips / kLockedPart / part);
    const Plan plan{.clock = clock, .loads = kLoads / part};
    const Plan locked_plan{.clock = clock, .loads = plan.loads / kLockedPart};
    Test round_trip{.name = "i_latest_round_trip", .unit = "ns", .subjects = {}};
    round_trip.subjects = {
        {"hotpath", "trips", [=] { return run_trips<queue::Seqlock<Message>>(*trips); }},
        {"floor", "trips", [=] { return run_bare_lines(*trips); }},
        {"memcpy_and_fences", "trips", [=] { return run_trips<MemcpyAndFences>(*trips); }},
        {"mutex", "locked trips", [=] { return run_trips<MutexLatest>(*locked_trips); }},
        {"shared_mutex", "locked trips",
         [=] { return run_trips<SharedMutexLatest>(*locked_trips); }},
    };
    Test load{.name = "i_latest_load", .unit = "ns/load", .subjects = {}};
    load.subjects = {
        {"hotpath", "loads", [=] { return run_loads<queue::Seqlock<Message>>(plan); }},
        {"memcpy_and_fences", "loads", [=] { return run_loads<MemcpyAndFences>(plan); }},
        {"mutex", "loads", [=] { return run_loads<MutexLatest>(locked_plan); }},
        {"shared_mutex", "loads", [=] { return run_loads<SharedMutexLatest>(locked_plan); }},
    };
    return {std::move(round_trip), std::move(load)};
}

}  // namespace hotpath::bench
