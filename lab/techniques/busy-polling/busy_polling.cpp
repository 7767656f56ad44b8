// From publishing a number to its being seen, by the way in which the other thread waits.

#include <algorithm>
#include <array>
#include <atomic>
#include <limits>
#include <span>
#include <vector>

#include "lab/techniques/busy-polling/waits.hpp"
#include "lab/techniques/measuring.hpp"
#include "lab/techniques/technique.hpp"

namespace hotpath::lab {
namespace {

/// Long enough that a sleeper sleeps when the next number is published.
constexpr std::uint64_t kGapTicks = 25'000;

struct alignas(kCacheLine) Stamp {
    std::atomic<std::uint64_t> word{0};
};

void wait_until(std::uint64_t due) {
    look_until<waits::kLooks>([&] { return ticks() >= due; });
}

std::uint32_t clipped(std::uint64_t wide) {
    return static_cast<std::uint32_t>(
        std::min<std::uint64_t>(wide, std::numeric_limits<std::uint32_t>::max()));
}

enum class Acknowledged : std::uint8_t { Spinning, Yielding };

// [measured]
/// The waiting thread is on the first core, the publishing one where the caller is.
template <class Wait, Acknowledged How>
std::uint64_t until_seen(std::span<std::uint32_t> took) {
    Wait wait;
    Stamp published_at;
    Stamp seen_at{.word{ticks()}};
    Stamp seen;
    std::uint64_t sum = 0;
    {
        const SecondThread waiting([&] {
            for (std::uint64_t number = 1; number <= took.size(); ++number) {
                wait.wait_for(number);
                const std::uint64_t now = ticks();
                took[number - 1] = clipped(now - published_at.word.load(std::memory_order_relaxed));
                sum += number * number;
                seen_at.word.store(now, std::memory_order_relaxed);
                seen.word.store(number, std::memory_order_release);
            }
        });
        for (std::uint64_t number = 1; number <= took.size(); ++number) {
            const std::uint64_t due = seen_at.word.load(std::memory_order_relaxed) + kGapTicks;
            wait_until(due);
            // On one core this thread may be kept from running: there a message's time begins when it was due.
            const std::uint64_t begin = How == Acknowledged::Spinning ? ticks() : due;
            published_at.word.store(begin, std::memory_order_relaxed);
            wait.publish(number);
            const auto is_seen = [&] {
                return seen.word.load(std::memory_order_acquire) == number;
            };
            if constexpr (How == Acknowledged::Spinning) {
                spin_until(is_seen);
            } else {
                yield_until(is_seen);
            }
        }
    }
    return sum;
}
// [end]

template <class Wait>
std::uint64_t on_two_cores(std::span<std::uint32_t> took) {
    return until_seen<Wait, Acknowledged::Spinning>(took);
}

/// The publishing thread is on the first core, too.
template <class Wait>
std::uint64_t on_one_core(std::span<std::uint32_t> took) {
    const OnCore same(kFirstCore);
    return until_seen<Wait, Acknowledged::Yielding>(took);
}

/// What publish() takes: the sleeper's wake-up is partly the publisher's work.
template <class Wait>
std::uint64_t publishing(std::span<std::uint32_t> took) {
    Wait wait;
    Stamp seen;
    std::uint64_t sum = 0;
    {
        const SecondThread waiting([&, items = took.size()] {
            for (std::uint64_t number = 1; number <= items; ++number) {
                wait.wait_for(number);
                sum += number * number;
                seen.word.store(number, std::memory_order_release);
            }
        });
        for (std::uint64_t number = 1; number <= took.size(); ++number) {
            wait_until(ticks() + kGapTicks);
            const std::uint64_t begin = ticks();
            wait.publish(number);
            took[number - 1] = clipped(ticks() - begin);
            spin_until([&] { return seen.word.load(std::memory_order_acquire) == number; });
        }
    }
    return sum;
}

// A reading of the counter or more, a number's square, a store and a look. The gap is counted in real time, which goes on under
// valgrind, too: what it adds cannot be foreseen.
constexpr std::array kTwoCores{
    Variant{.name = "condition_variable",
            .timed_work = on_two_cores<waits::Condition>,
            .instructions_min = 20},
    Variant{.name = "eventfd",
            .timed_work = on_two_cores<waits::EventDescriptor>,
            .instructions_min = 20},
    Variant{.name = "futex", .timed_work = on_two_cores<waits::Futex>, .instructions_min = 20},
    Variant{.name = "spin_with_pause",
            .timed_work = on_two_cores<waits::Pausing>,
            .instructions_min = 20},
    Variant{.name = "spin", .timed_work = on_two_cores<waits::Spinning>, .instructions_min = 20}};

constexpr std::array kPublisher{
    Variant{.name = "condition_variable",
            .timed_work = publishing<waits::Condition>,
            .instructions_min = 20},
    Variant{.name = "eventfd",
            .timed_work = publishing<waits::EventDescriptor>,
            .instructions_min = 20},
    Variant{.name = "futex", .timed_work = publishing<waits::Futex>, .instructions_min = 20},
    Variant{.name = "spin", .timed_work = publishing<waits::Spinning>, .instructions_min = 20}};

constexpr std::array kOneCore{
    Variant{.name = "condition_variable",
            .timed_work = on_one_core<waits::Condition>,
            .instructions_min = 20},
    Variant{.name = "eventfd",
            .timed_work = on_one_core<waits::EventDescriptor>,
            .instructions_min = 20},
    Variant{.name = "spin_with_yield",
            .timed_work = on_one_core<waits::Yielding>,
            .instructions_min = 20},
    Variant{.name = "spin", .timed_work = on_one_core<waits::Stubborn>, .instructions_min = 20}};

constexpr std::array kComparisons{Comparison{.name = "two_cores",
                                             .unit = "ns/message",
                                             .items = 100,
                                             .variants = kTwoCores,
                                             .items_counted = 20},
                                  Comparison{.name = "publisher",
                                             .unit = "ns/publish",
                                             .items = 100,
                                             .variants = kPublisher,
                                             .items_counted = 20},
                                  Comparison{.name = "one_core",
                                             .unit = "ns/message",
                                             .items = 5,  // a time slice each
                                             .variants = kOneCore,
                                             .items_counted = 10}};

constexpr Technique kTechnique{
    .name = "busy-polling",
    .question = "how much sooner does a thread see a message when it looks all the time?",
    .comparisons = kComparisons};

}  // namespace
}  // namespace hotpath::lab

const hotpath::lab::Technique* hotpath_technique() {
    return &hotpath::lab::kTechnique;
}
