#pragma once
/// Ways for a thread to wait for a number that another one publishes, from looking all the time to sleeping in the kernel.
///
/// Each has publish(number), for one thread, and wait_for(number), for one other; numbers go up by one. Threads: those two. Allocation:
/// none. Source: futex(2), eventfd(2).

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <mutex>

#include <sys/eventfd.h>
#include <unistd.h>

#include "hotpath/core/cpu.hpp"
#include "lab/techniques/two_threads.hpp"

namespace hotpath::lab::waits {

/// Longer than a message takes to come: on a core each, a thread that spins never enters the kernel.
inline constexpr int kLooks = 60'000;

// [spinning]
class Spinning {
  public:
    void publish(std::uint64_t number) { published_.store(number, std::memory_order_release); }
    void wait_for(std::uint64_t number) {
        look_until<kLooks>([&] { return published_.load(std::memory_order_acquire) >= number; });
    }

  private:
    alignas(kCacheLine) std::atomic<std::uint64_t> published_{0};
};
// [end]

// [pausing]
/// The same with a pause between two looks: kind to a second thread of the core, and to the core's power.
class Pausing {
  public:
    void publish(std::uint64_t number) { published_.store(number, std::memory_order_release); }
    void wait_for(std::uint64_t number) {
        look_until<kLooks>([&] {
            if (published_.load(std::memory_order_acquire) >= number) {
                return true;
            }
            __builtin_ia32_pause();
            return false;
        });
    }

  private:
    alignas(kCacheLine) std::atomic<std::uint64_t> published_{0};
};
// [end]

/// Never gives the core away before the kernel takes it, which is after some milliseconds.
class Stubborn {
  public:
    void publish(std::uint64_t number) { published_.store(number, std::memory_order_release); }
    void wait_for(std::uint64_t number) {
        constexpr int kNearlyForEver = 1'000'000'000;
        look_until<kNearlyForEver>(
            [&] { return published_.load(std::memory_order_acquire) >= number; });
    }

  private:
    alignas(kCacheLine) std::atomic<std::uint64_t> published_{0};
};

/// The core is given away between two looks.
class Yielding {
  public:
    void publish(std::uint64_t number) { published_.store(number, std::memory_order_release); }
    void wait_for(std::uint64_t number) {
        yield_until([&] { return published_.load(std::memory_order_acquire) >= number; });
    }

  private:
    alignas(kCacheLine) std::atomic<std::uint64_t> published_{0};
};

// [futex]
/// Sleeps at a word. The library looks a few times before it sleeps, and enters the kernel to wake only when one sleeps.
class Futex {
  public:
    void publish(std::uint64_t number) {
        // Not release: the library's look for sleepers must not come before the store.
        published_.store(static_cast<std::uint32_t>(number), std::memory_order_seq_cst);
        published_.notify_one();
    }
    void wait_for(std::uint64_t number) {
        published_.wait(static_cast<std::uint32_t>(number - 1), std::memory_order_acquire);
    }

  private:
    alignas(kCacheLine) std::atomic<std::uint32_t> published_{0};
};
// [end]

// [condition]
class Condition {
  public:
    void publish(std::uint64_t number) {
        {
            const std::scoped_lock locked(mutex_);
            published_ = number;
        }
        changed_.notify_one();
    }
    void wait_for(std::uint64_t number) {
        std::unique_lock locked(mutex_);
        changed_.wait(locked, [&] { return published_ >= number; });
    }

  private:
    std::mutex mutex_;
    std::condition_variable changed_;
    std::uint64_t published_ = 0;
};
// [end]

// [eventfd]
/// A system call on either side, always; what epoll can wait for besides sockets.
class EventDescriptor {
  public:
    EventDescriptor() = default;
    EventDescriptor(const EventDescriptor&) = delete;
    EventDescriptor& operator=(const EventDescriptor&) = delete;
    ~EventDescriptor() { close(descriptor_); }

    void publish(std::uint64_t /*number*/) { check(eventfd_write(descriptor_, 1)); }
    void wait_for(std::uint64_t /*number*/) {
        eventfd_t count = 0;
        check(eventfd_read(descriptor_, &count));
    }

  private:
    static void check(int result) {
        if (result != 0) {
            std::perror("lab: eventfd");
            std::abort();
        }
    }

    int descriptor_ = eventfd(0, EFD_CLOEXEC);
};
// [end]

}  // namespace hotpath::lab::waits
