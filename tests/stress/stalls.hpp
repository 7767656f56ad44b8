#pragma once
/// When the threads of a stress run stand still: seeded, spinning or yielding for a while, or until
/// the others have run into an edge of the queue: producers into a full one, consumers into an
/// empty one. No clock, no sleep.
///
/// At most one thread waits for an edge at a time, so that the others go on and meet it.
/// Threads: one Stalls a thread, all on the same Edges. Allocation: none.

#include <array>
#include <atomic>
#include <cstdint>

#include "hotpath/core/cpu.hpp"
#include "hotpath/core/random.hpp"

namespace hotpath::stress {

enum class Edge : std::uint8_t { Full, Empty };

/// Shared by the threads of one run.
class Edges {
  public:
    /// A thread reached the edge.
    void note(Edge edge) noexcept {
        if (waiting_.load(std::memory_order_relaxed)) {
            count_of(edge).fetch_add(1, std::memory_order_relaxed);
        }
    }

    /// Waits until others reach the edge. False, at once, when a thread waits already.
    bool await(Edge edge) noexcept;

    /// No more messages will come: ends all waits.
    void close() noexcept { closed_.store(true, std::memory_order_release); }
    [[nodiscard]] bool is_closed() const noexcept {
        return closed_.load(std::memory_order_acquire);
    }

  private:
    [[nodiscard]] std::atomic<std::uint64_t>& count_of(Edge edge) noexcept {
        return counts_[static_cast<std::size_t>(edge)];
    }

    alignas(kCacheLine) std::atomic<bool> waiting_ = false;
    std::atomic<bool> closed_ = false;
    alignas(kCacheLine) std::array<std::atomic<std::uint64_t>, 2> counts_{};
};

/// Hints the processor that this thread waits for another.
void pause_briefly() noexcept;

struct StallOptions {
    std::uint64_t seed = 0;
    /// Between two stalls lie 2 to 2^stretches calls, short and long stretches equally often.
    std::uint64_t stretches = 14;
    /// The edge that the others run into while this thread stands still.
    Edge awaited = Edge::Full;
};

class Stalls {
  public:
    Stalls(const StallOptions& options, Edges& edges) noexcept
        : options_(options), random_(options.seed), edges_(&edges) {}

    /// After each call of the queue.
    void after_call() noexcept {
        if (--calls_left_ == 0) [[unlikely]] {
            stand_still();
        }
    }

    /// After a call that found the queue full or empty: makes room for the other threads.
    void after_refusal() noexcept;
    void after_success() noexcept { refusals_ = 0; }

    [[nodiscard]] Random& random() noexcept { return random_; }
    [[nodiscard]] std::uint64_t count() const noexcept { return count_; }

  private:
    static constexpr std::uint64_t kPausesMax = 2'048;
    static constexpr std::uint64_t kRefusalsSpun = 64;

    void stand_still() noexcept;
    void await_edge() noexcept;

    StallOptions options_;
    Random random_;
    Edges* edges_;
    std::uint64_t calls_left_ = 64;
    bool has_awaited_ = false;
    std::uint64_t refusals_ = 0;
    std::uint64_t count_ = 0;
};

}  // namespace hotpath::stress
