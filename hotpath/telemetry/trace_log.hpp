#pragma once
/// TraceLog: the rings of the threads that are traced, and the reading of them all.
///
///   TraceLog log(1 << 16);
///   const auto traced = log.attach_this_thread("engine");                        on the one thread
///   log.drain([&](const TraceTrack& track, const TraceEvent& event) { ... });     on another
///
/// Threads: attach_this_thread() from any, under a lock; drain() from one at a time; the log
/// outlives the traced threads. Allocation: a ring a thread, at attaching. Complexity: drain()
/// O(events).

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "hotpath/telemetry/trace.hpp"

namespace hotpath::telemetry {

class TraceLog {
  public:
    /// Scopes of this thread are traced for as long as it lives; it is the thread's own.
    class [[nodiscard]] TracedThread {
      public:
        explicit TracedThread(TraceTrack& track) noexcept { this_thread_track = &track; }
        TracedThread(const TracedThread&) = delete;
        TracedThread& operator=(const TracedThread&) = delete;
        ~TracedThread() { this_thread_track = nullptr; }
    };

    /// Ring slots of each thread; a power of two.
    explicit TraceLog(std::size_t events_kept) : events_kept_(events_kept) {}

    [[nodiscard]] TracedThread attach_this_thread(const std::string& name);

    /// Calls sink(track, event) for each new event, at most a ring of each thread. Returns the
    /// number.
    template <class Sink>
    std::size_t drain(Sink&& sink) {
        std::size_t drained = 0;
        for (TraceTrack* const track : tracks()) {
            TraceEvent event;
            for (std::size_t n = 0; n < events_kept_ && track->try_read(event); ++n, ++drained) {
                sink(*track, event);
            }
        }
        return drained;
    }

    /// Events that found their ring full.
    [[nodiscard]] std::uint64_t dropped() const;

  private:
    [[nodiscard]] std::vector<TraceTrack*> tracks() const;

    std::size_t events_kept_;
    mutable std::mutex mutex_;  // of the list; never taken by a scope
    std::vector<std::unique_ptr<TraceTrack>> tracks_;
};

}  // namespace hotpath::telemetry
