#pragma once
/// Scoped traces: how long a function takes each time, for one line in it.
///
///   void decide() {
///       HOTPATH_TRACE("decide");
///       ...
///   }
///
/// With HOTPATH_TRACING (a CMake option) the scope reads the tick counter when it begins and ends
/// and leaves both in a ring of its thread, which another thread drains (trace_log.hpp); without,
/// the line is nothing at all, and a test compares the instructions. A thread that no TraceLog has
/// given a ring traces nothing; a full ring drops and counts. One a block: a second one is a
/// block's or a function's. The name outlives the program: a literal. Threads: any,
/// each has its own ring. Allocation: none. Complexity: two readings of the counter and a store.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "hotpath/queue/spsc.hpp"
#include "hotpath/timing/clock_pair.hpp"

namespace hotpath::telemetry {

/// One scope, left.
struct TraceEvent {
    std::uint64_t begin_ticks = 0;
    std::uint64_t end_ticks = 0;
    const char* name = nullptr;
};

/// The ring of one thread: the thread writes, the owner of the log reads.
class TraceTrack {
  public:
    /// Allocates a ring of `slots` traces, a power of two, for a thread of this name.
    TraceTrack(std::string thread, std::size_t slots)
        : thread_(std::move(thread)),
          queue_(slots),
          producer_(queue_.producer()),
          consumer_(queue_.consumer()) {}

    [[nodiscard]] const std::string& thread() const noexcept { return thread_; }
    /// Returns the number of traces dropped because the ring was full. Any thread.
    [[nodiscard]] std::uint64_t dropped() const noexcept {
        return dropped_.load(std::memory_order_relaxed);
    }

    /// Adds a trace, or counts it as dropped if the ring is full. Only the traced thread calls it.
    void write(const TraceEvent& event) noexcept {
        if (!producer_.try_push(event)) [[unlikely]] {
            dropped_.store(dropped_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
        }
    }
    /// Takes the next trace. Returns false if there is none. Only the reader calls it.
    [[nodiscard]] bool try_read(TraceEvent& event) noexcept { return consumer_.try_pop(event); }

  private:
    using Queue = queue::PackedSpscQueue<TraceEvent>;

    std::string thread_;
    Queue queue_;
    decltype(std::declval<Queue&>().producer()) producer_;
    decltype(std::declval<Queue&>().consumer()) consumer_;
    std::atomic<std::uint64_t> dropped_{0};
};

/// The ring that the scopes of this thread write to; nullptr: they trace nothing.
inline constinit thread_local TraceTrack* this_thread_track = nullptr;

/// Traces its own lifetime under `name`, a literal; HOTPATH_TRACE makes one.
class [[nodiscard]] TraceScope {
  public:
    explicit TraceScope(const char* name) noexcept
        : track_(this_thread_track),
          name_(name),
          begin_ticks_(track_ == nullptr ? 0 : timing::SystemClocks::ticks()) {}
    TraceScope(const TraceScope&) = delete;
    TraceScope& operator=(const TraceScope&) = delete;
    ~TraceScope() {
        if (track_ != nullptr) {
            track_->write({begin_ticks_, timing::SystemClocks::ticks(), name_});
        }
    }

  private:
    TraceTrack* track_;
    const char* name_;
    std::uint64_t begin_ticks_;
};

#if defined(HOTPATH_TRACING)
constexpr bool kIsTracing = true;  // of this source
#define HOTPATH_TRACE(name) const ::hotpath::telemetry::TraceScope hotpath_trace_scope(name)
#else
constexpr bool kIsTracing = false;  // of this source
#define HOTPATH_TRACE(name) static_assert(true, name)
#endif

}  // namespace hotpath::telemetry
