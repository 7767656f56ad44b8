// A program on one core walks through memory, and one on the other finds the shared cache emptied.

#include <array>
#include <atomic>
#include <numeric>
#include <utility>
#include <vector>

#include "hotpath/core/random.hpp"
#include "lab/techniques/measuring.hpp"
#include "lab/techniques/technique.hpp"

namespace hotpath::lab {
namespace {

constexpr std::size_t kWordsOfLine = 8;
constexpr std::size_t kWalkWords = (std::size_t{64} << 20U) / sizeof(std::uint64_t);
constexpr std::size_t kLinesOfPiece = 64;

std::vector<std::uint64_t>& walked() {
    static std::vector<std::uint64_t> made(kWalkWords, 1);
    return made;
}

// [neighbours]
enum class Neighbour : std::uint8_t {
    Idle,
    Walks,          // reads 64 MiB, over and over
    WalksPolitely,  // the same, and asks for each line not to be kept (prefetchnta)
    SameCore,       // a task on the core of the events: walks on by 64 KiB between two of them
};

/// One word of each of the lines.
template <Neighbour neighbour>
std::uint64_t walk(const std::uint64_t* first) {
    std::uint64_t sum = 0;
    for (std::size_t line = 0; line < kLinesOfPiece; ++line) {
        const std::uint64_t* const word = first + line * kWordsOfLine;
        if constexpr (neighbour == Neighbour::WalksPolitely) {
            _mm_prefetch(reinterpret_cast<const char*>(word + 16 * kWordsOfLine), _MM_HINT_NTA);
        }
        sum += *word;
    }
    return sum;
}
// [end]

/// A neighbour on the other core, from when it has been through its memory once until the end of the
/// block.
template <Neighbour neighbour>
class Beside {
  public:
    Beside() {
        // The wait is bounded: a second under load, which makes the first events too fast.
        for (int i = 0; !has_walked_.load() && i < 1'000'000; ++i) {
            sched_yield();
        }
    }
    Beside(const Beside&) = delete;
    Beside& operator=(const Beside&) = delete;
    ~Beside() { is_over_.store(true); }

  private:
    void walk_on() {
        const std::vector<std::uint64_t>& memory = walked();
        constexpr std::size_t kPiece = kLinesOfPiece * kWordsOfLine;
        for (std::size_t at = 0; !is_over_.load(std::memory_order_relaxed);) {
            keep(walk<neighbour>(&memory[at]));
            at += kPiece;
            if (at + 2 * kPiece > kWalkWords) {
                at = 0;
                has_walked_.store(true);
            }
        }
    }

    std::atomic<bool> has_walked_{false};
    std::atomic<bool> is_over_{false};
    SecondThread thread_{[this] { walk_on(); }};  // ends before the flags do
};

/// No neighbour on the other core.
template <Neighbour neighbour>
    requires(neighbour == Neighbour::Idle || neighbour == Neighbour::SameCore)
class Beside<neighbour> {
  public:
    Beside() {}  // so that an unused one is no warning
};

/// Walks on by 64 KiB.
class SameCoreWalk {
  public:
    void go_on() {
        const std::vector<std::uint64_t>& memory = walked();
        constexpr std::size_t kPiece = kLinesOfPiece * kWordsOfLine;
        for (int piece = 0; piece < 16; ++piece) {
            keep(walk<Neighbour::Walks>(&memory[at_]));
            at_ = at_ + 2 * kPiece > kWalkWords ? 0 : at_ + kPiece;
        }
    }

  private:
    std::size_t at_ = 0;
};

/// Numbers from 0, shuffled.
std::vector<std::uint64_t> shuffled(std::size_t count) {
    std::vector<std::uint64_t> numbers(count);
    std::iota(numbers.begin(), numbers.end(), 0);
    Random random(1);
    for (std::size_t left = count; left > 1; --left) {
        std::swap(numbers[left - 1], numbers[random.next() % left]);
    }
    return numbers;
}

// [published]
std::uint64_t sum_of(const std::vector<std::uint64_t>& v, std::size_t first, std::size_t last) {
    std::uint64_t sum = 0;
    for (std::size_t pos = first; pos < last; ++pos) {
        sum += v[v[pos]];
    }
    return sum;
}
// [end]

constexpr std::size_t kPublishedWords = (std::size_t{4} << 20U) / sizeof(std::uint64_t);
constexpr std::size_t kPositions = 1024;

/// A block of 1,024 positions a sample, so that the neighbour's first walk need not be in the time.
template <Neighbour neighbour>
std::uint64_t published(std::span<std::uint32_t> taken) {
    static const std::vector<std::uint64_t> v = shuffled(kPublishedWords);
    std::uint64_t sum = 0;
    for (int i = 0; i < 2; ++i) {  // so that the caches have them, until the neighbour comes
        sum += sum_of(v, 0, kPublishedWords);
    }
    const Beside<neighbour> beside;
    for (std::size_t i = 0; i < taken.size(); ++i) {
        const std::size_t first = i * kPositions % kPublishedWords;
        const std::uint64_t start = ticks();
        const std::uint64_t part = sum_of(v, first, first + kPositions);
        keep(part);
        taken[i] = static_cast<std::uint32_t>(ticks() - start);
        sum += part;
    }
    return sum;
}

struct alignas(64) Order {
    std::uint64_t next;  // in its level's queue
    std::int64_t leaves_qty;
};

constexpr std::size_t kLooks = 8;

// [event]
/// An event that looks at the first orders of a queue: each is found through the one before.
std::int64_t ahead_qty(const std::vector<Order>& orders, std::uint64_t first) {
    std::int64_t qty = 0;
    for (std::size_t look = 0; look < kLooks; ++look) {
        qty += orders[first].leaves_qty;
        first = orders[first].next;
    }
    return qty;
}
// [end]

/// All orders in one ring of random order.
template <std::size_t kOrders>
const std::vector<Order>& orders() {
    static const std::vector<Order> made = [] {
        const std::vector<std::uint64_t> numbers = shuffled(kOrders);
        std::vector<Order> ring(kOrders);
        for (std::size_t i = 0; i < kOrders; ++i) {
            ring[numbers[i]] = {.next = numbers[(i + 1) % kOrders],
                                .leaves_qty = static_cast<std::int64_t>(i % 100)};
        }
        return ring;
    }();
    return made;
}

template <Neighbour neighbour, std::size_t kOrders>
std::uint64_t events(std::span<std::uint32_t> taken) {
    const std::vector<Order>& all = orders<kOrders>();
    // Twice around, so that the caches have them, until the neighbour comes.
    std::int64_t sum = 0;
    std::uint64_t at = 0;
    for (std::size_t i = 0; i < 2 * kOrders; ++i) {
        sum += all[at].leaves_qty;
        at = all[at].next;
    }
    const Beside<neighbour> beside;
    Random random(2);
    [[maybe_unused]] SameCoreWalk task;
    for (std::uint32_t& ticks_taken : taken) {
        if constexpr (neighbour == Neighbour::SameCore) {
            task.go_on();
        }
        const std::uint64_t first = random.next() % kOrders;
        const std::uint64_t start = ticks();
        const std::int64_t qty = ahead_qty(all, first);
        keep(qty);
        ticks_taken = static_cast<std::uint32_t>(ticks() - start);
        sum += qty;
    }
    return static_cast<std::uint64_t>(sum);
}

// What is counted includes the reads beforehand, which valgrind cannot separate from the timed ones; keep() at
// each sample sees to it that these are not removed.
constexpr std::array kPublished{Variant{.name = "neighbour_idle",
                                        .timed_work = published<Neighbour::Idle>,
                                        .instructions_min = kPositions},
                                Variant{.name = "neighbour_walks",
                                        .timed_work = published<Neighbour::Walks>,
                                        .instructions_min = kPositions}};

// A load of the quantity and one of the link a look.
template <std::size_t kOrders>
constexpr std::array kEvents{Variant{.name = "neighbour_idle",
                                     .timed_work = events<Neighbour::Idle, kOrders>,
                                     .instructions_min = 2 * kLooks},
                             Variant{.name = "neighbour_walks",
                                     .timed_work = events<Neighbour::Walks, kOrders>,
                                     .instructions_min = 2 * kLooks},
                             Variant{.name = "neighbour_walks_politely",
                                     .timed_work = events<Neighbour::WalksPolitely, kOrders>,
                                     .instructions_min = 2 * kLooks},
                             Variant{.name = "task_on_the_same_core",
                                     .timed_work = events<Neighbour::SameCore, kOrders>,
                                     .instructions_min = 2 * kLooks}};

constexpr std::array kComparisons{Comparison{.name = "published",
                                             .unit = "ns/block",
                                             .items = kPublishedWords / kPositions,
                                             .variants = kPublished,
                                             .items_counted = kPublishedWords / kPositions},
                                  Comparison{.name = "orders_of_4_mib",
                                             .unit = "ns/event",
                                             .items = 3000,
                                             .variants = kEvents<65'536>,
                                             .items_counted = 3000},
                                  Comparison{.name = "orders_of_256_kib",
                                             .unit = "ns/event",
                                             .items = 3000,
                                             .variants = kEvents<4096>,
                                             .items_counted = 3000}};

constexpr Technique kTechnique{
    .name = "neighbours-in-the-cache",
    .question = "what does a program lose when its neighbour on another core walks through memory?",
    .comparisons = kComparisons};

}  // namespace
}  // namespace hotpath::lab

const hotpath::lab::Technique* hotpath_technique() {
    return &hotpath::lab::kTechnique;
}
