#pragma once
/// Two threads, or two processes, on the two cores of the benchmark: the caller stays on the last
/// core (the runner has put it there), the other end runs on core 0.
///
/// Both exist and are pinned before the first message. Threads: OtherThread starts one and joins
/// it; OtherProcess forks, so call it while the process has one thread. The other process dies with
/// this one. Allocation: outside the timed region.

#include <atomic>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <thread>

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "hotpath/core/cpu.hpp"

namespace hotpath::bench {

inline constexpr std::uint32_t kOtherCore = 0;

/// For threads that a subject starts itself: they inherit the pinning of their creator.
inline void stay_on_other_core() noexcept {
    [[maybe_unused]] const auto pinned = pin_this_thread(kOtherCore);
}

/// Runs `work` on core 0 once start() is called; the destructor waits for its end.
class OtherThread {
  public:
    template <class Work>
    explicit OtherThread(Work work)
        : thread_([this, work = std::move(work)]() mutable {
              stay_on_other_core();
              is_ready_.store(true, std::memory_order_release);
              while (!is_started_.load(std::memory_order_acquire)) {
              }
              work();
          }) {
        while (!is_ready_.load(std::memory_order_acquire)) {
            std::this_thread::yield();
        }
    }
    OtherThread(const OtherThread&) = delete;
    OtherThread& operator=(const OtherThread&) = delete;
    ~OtherThread() { thread_.join(); }

    void start() noexcept { is_started_.store(true, std::memory_order_release); }

  private:
    std::atomic<bool> is_ready_{false};
    std::atomic<bool> is_started_{false};
    std::thread thread_;
};

/// Runs `work` in a forked process on core 0 at once; the destructor waits for its end.
class OtherProcess {
  public:
    template <class Work>
    explicit OtherProcess(Work work) {
        const pid_t parent = getpid();
        process_ = fork();
        if (process_ == 0) {
            prctl(PR_SET_PDEATHSIG, SIGKILL);
            if (getppid() == parent && pin_this_thread(kOtherCore)) {
                work();
            }
            _exit(EXIT_SUCCESS);
        }
    }
    OtherProcess(const OtherProcess&) = delete;
    OtherProcess& operator=(const OtherProcess&) = delete;
    ~OtherProcess() {
        if (is_started()) {
            waitpid(process_, nullptr, 0);
        }
    }

    [[nodiscard]] bool is_started() const noexcept { return process_ > 0; }

  private:
    pid_t process_ = -1;
};

}  // namespace hotpath::bench
