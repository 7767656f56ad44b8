// A spinning thread sees the stalls that are made for it, and says what they were.
#include "hotpath/jitter/spin.hpp"

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdint>
#include <ctime>
#include <thread>

#include <gtest/gtest.h>
#include <pthread.h>
#include <sys/mman.h>

#include "hotpath/core/cpu.hpp"
#include "hotpath/jitter/core_list.hpp"

namespace hotpath::jitter {
namespace {

/// Longer than the thread waits for its core afterwards, on a busy machine too.
constexpr Nanos kStall{60'000'000};
constexpr std::size_t kPages = 64;
constexpr std::size_t kPageBytes = 4'096;

[[nodiscard]] std::uint32_t last_core() {
    return allowed_cores().back();
}

/// Spins while `disturb(thread)` runs again and again.
template <class Disturb>
[[nodiscard]] SpinResult spin_beside(Nanos duration, Disturb disturb) {
    std::atomic<bool> is_over{false};
    Expected<SpinResult> result = fail("it did not run");
    std::thread spinner([&] {
        const std::atomic<bool> is_stopped{false};
        result = spin({.core = last_core(), .duration = duration}, is_stopped);
        is_over.store(true);
    });
    while (!is_over.load()) {
        disturb(spinner);
    }
    spinner.join();
    EXPECT_TRUE(result) << result.error().message;
    return std::move(*result);
}

/// A signal's handler runs on the spinning thread, between two of its readings.
class BySignal {
  public:
    explicit BySignal(void (*stall)(int)) {
        struct sigaction action{};
        action.sa_handler = stall;
        is_pending.store(false);
        ::sigaction(SIGUSR2, &action, &before_);
    }
    BySignal(const BySignal&) = delete;
    BySignal& operator=(const BySignal&) = delete;
    ~BySignal() { ::sigaction(SIGUSR2, &before_, nullptr); }

    /// The next one only when the last was handled.
    static void send(std::thread& thread) {
        if (!is_pending.exchange(true)) {
            ::pthread_kill(thread.native_handle(), SIGUSR2);
        }
        std::this_thread::yield();
    }

    static inline std::atomic<bool> is_pending{false};

  private:
    struct sigaction before_{};
};

void wait_a_while(int) {
    const timespec length{.tv_sec = 0, .tv_nsec = kStall.value};
    ::nanosleep(&length, nullptr);
    BySignal::is_pending.store(false);
}

void touch_new_pages(int) {
    void* const pages = ::mmap(nullptr, kPages * kPageBytes, PROT_READ | PROT_WRITE,
                               MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    ::madvise(pages, kPages * kPageBytes, MADV_NOHUGEPAGE);
    for (std::size_t n = 0; n < kPages; ++n) {
        static_cast<volatile char*>(pages)[n * kPageBytes] = 1;
    }
    ::munmap(pages, kPages * kPageBytes);
    BySignal::is_pending.store(false);
}

/// Beside a thread that never gives the core away, until that has shown: a machine that stops for a
/// while shows nothing.
[[nodiscard]] SpinResult spin_beside_a_rival() {
    constexpr int kTriesMax = 5;
    constexpr std::uint64_t kEnough = 4;
    for (int tries = 1;; ++tries) {
        SpinResult result = spin_beside({500'000'000}, [pinned = false](std::thread&) mutable {
            pinned = pinned || pin_this_thread(last_core()).has_value();
            EXPECT_TRUE(pinned);
        });
        if (tries == kTriesMax || result.gaps.of(Cause::AnotherThread).lengths.count() >= kEnough) {
            return result;
        }
    }
}

TEST(Spin, AThreadOnTheSameCoreMakesGapsThatAreAttributedToIt) {
    const SpinResult result = spin_beside_a_rival();
    const CauseSum& lost = result.gaps.of(Cause::AnotherThread);
    ASSERT_GE(lost.lengths.count(), 4U);
    EXPECT_GT(lost.total.value, result.watched.value / 10) << "two threads share the core";
    const auto longest = std::ranges::find(result.longest, Cause::AnotherThread,
                                           [](const NamedGap& named) { return named.gap.cause; });
    ASSERT_NE(longest, result.longest.end());
    EXPECT_GT(longest->gap.evidence.forced_switches, 0U);
    EXPECT_GT(longest->gap.evidence.off_core.value, longest->gap.length.value / 2);
}

TEST(Spin, AThreadThatWaitsIsToldFromOneThatLostItsCore) {
#if defined(__SANITIZE_THREAD__)
    GTEST_SKIP() << "ThreadSanitizer delivers a signal only at the next call that it intercepts";
#endif
    const BySignal signals(wait_a_while);
    // Where others want the core, too, a wait may end in their time, and is then theirs.
    constexpr int kTriesMax = 5;
    SpinResult result = spin_beside({1'000'000'000}, BySignal::send);
    for (int tries = 1; tries < kTriesMax && result.gaps.of(Cause::OwnWait).lengths.count() == 0;
         ++tries) {
        result = spin_beside({1'000'000'000}, BySignal::send);
    }
    const CauseSum& own = result.gaps.of(Cause::OwnWait);
    ASSERT_GT(own.lengths.count(), 0U);
    EXPECT_GE(own.lengths.max(), kStall);
}

TEST(Spin, MemoryThatHadNoPagesIsSeenAsFaults) {
#if defined(__SANITIZE_THREAD__)
    GTEST_SKIP() << "ThreadSanitizer delivers a signal only at the next call that it intercepts";
#endif
    const BySignal signals(touch_new_pages);
    const SpinResult result = spin_beside({300'000'000}, BySignal::send);
    EXPECT_GT(result.gaps.of(Cause::PageFault).lengths.count(), 0U);
}

TEST(Spin, ItsNumbersAreOfItsTime) {
    const SpinResult result = spin_beside({100'000'000}, [](std::thread&) {});
    EXPECT_EQ(result.core, last_core());
    EXPECT_GE((result.watched + result.reading).value, 100'000'000);
    EXPECT_GT(result.turn.value, 0);
    EXPECT_LT(result.turn, Nanos{10'000});
    EXPECT_LE(result.gaps.long_gaps(), result.gaps.lengths().count());
    EXPECT_TRUE(result.gaps.lengths().empty() || result.gaps.lengths().min() >= Nanos{1'000});
}

TEST(Spin, ACoreThatIsNotThereIsRefused) {
    const std::atomic<bool> is_stopped{false};
    EXPECT_FALSE(spin({.core = kCoreMax, .duration = {1'000}}, is_stopped));
}

TEST(ReadingBudget, IsATwentiethOfTheTime) {
    ReadingBudget budget;
    EXPECT_TRUE(budget.allows({0}));
    budget.spend({50});
    EXPECT_FALSE(budget.allows({999}));
    EXPECT_TRUE(budget.allows({1'000}));
}

}  // namespace
}  // namespace hotpath::jitter
