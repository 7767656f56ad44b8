// A message's journey between two cores: one line or two, and on one core.

#include <array>
#include <atomic>
#include <memory>

#include "hotpath/core/cpu.hpp"
#include "lab/techniques/measuring.hpp"
#include "lab/techniques/technique.hpp"
#include "lab/techniques/two_threads.hpp"

namespace hotpath::lab {
namespace {

// [line]
struct alignas(kCacheLine) Line {
    std::atomic<std::uint64_t> word{0};
};
// [end]

enum class Waiting : std::uint8_t { Looking, Yielding };

template <Waiting How>
void wait_for(const std::atomic<std::uint64_t>& word, std::uint64_t value) {
    const auto is_there = [&] { return word.load(std::memory_order_acquire) == value; };
    if constexpr (How == Waiting::Looking) {
        spin_until(is_there);
    } else {
        yield_until(is_there);
    }
}

// [round-trip]
/// Odd numbers go there, even ones come back.
template <Waiting How>
std::uint64_t round_trips(std::atomic<std::uint64_t>& there, std::atomic<std::uint64_t>& back,
                          std::uint64_t items) {
    const SecondThread answering([&, items] {
        for (std::uint64_t i = 1; i <= items; ++i) {
            wait_for<How>(there, 2 * i - 1);
            back.store(2 * i, std::memory_order_release);
        }
    });
    std::uint64_t sum = 0;
    for (std::uint64_t i = 1; i <= items; ++i) {
        there.store(2 * i - 1, std::memory_order_release);
        wait_for<How>(back, 2 * i);
        sum += back.load(std::memory_order_relaxed);
    }
    return sum;
}
// [end]

std::uint64_t with_two_lines(std::uint64_t items) {
    std::array<Line, 2> lines;
    return round_trips<Waiting::Looking>(lines[0].word, lines[1].word, items);
}

std::uint64_t with_one_line(std::uint64_t items) {
    Line line;
    return round_trips<Waiting::Looking>(line.word, line.word, items);
}

std::uint64_t on_one_core(std::uint64_t items) {
    const OnCore same(kFirstCore);
    std::array<Line, 2> lines;
    return round_trips<Waiting::Yielding>(lines[0].word, lines[1].word, items);
}

constexpr std::size_t kWords = 7;

/// A message of 56 bytes, made of its number.
std::uint64_t word_of(std::uint64_t number, std::size_t at) {
    return number * (2 * at + 1);
}

// [apart]
/// The sequence number is elsewhere: two lines travel for a message.
struct Apart {
    struct alignas(kCacheLine) Slot {
        std::array<std::atomic<std::uint64_t>, kWords> words{};
    };
    alignas(kCacheLine) std::atomic<std::uint64_t> published{0};

    std::atomic<std::uint64_t>& sequence(Slot& /*slot*/) { return published; }
};
// [end]

// [together]
/// The sequence number is in the message's own line: one line travels.
struct Together {
    struct alignas(kCacheLine) Slot {
        std::array<std::atomic<std::uint64_t>, kWords> words{};
        std::atomic<std::uint64_t> published{0};
    };

    std::atomic<std::uint64_t>& sequence(Slot& slot) { return slot.published; }
};
// [end]

template <class Slot>
void write(Slot& slot, std::uint64_t number) {
    for (std::size_t at = 0; at < kWords; ++at) {
        slot.words[at].store(word_of(number, at), std::memory_order_relaxed);
    }
}

template <class Slot>
std::uint64_t read(const Slot& slot) {
    std::uint64_t sum = 0;
    for (const std::atomic<std::uint64_t>& word : slot.words) {
        sum += word.load(std::memory_order_relaxed);
    }
    return sum;
}

/// One message there, its number back.
template <class Layout>
std::uint64_t messages_there(std::uint64_t items) {
    Layout layout;
    typename Layout::Slot slot;
    Line back;
    std::uint64_t sum = 0;
    {
        const SecondThread reader([&, items] {
            for (std::uint64_t i = 1; i <= items; ++i) {
                wait_for<Waiting::Looking>(layout.sequence(slot), i);
                sum += read(slot);
                back.word.store(i, std::memory_order_release);
            }
        });
        for (std::uint64_t i = 1; i <= items; ++i) {
            write(slot, i);
            layout.sequence(slot).store(i, std::memory_order_release);
            wait_for<Waiting::Looking>(back.word, i);
        }
    }
    return sum;
}

constexpr std::size_t kSlots = 256;

/// Messages as fast as they go, through a ring that the reader acknowledges every 64 messages.
template <class Layout>
std::uint64_t stream(std::uint64_t items) {
    constexpr std::uint64_t kAcknowledgedTogether = 64;
    const auto layout = std::make_unique<Layout>();
    const auto slots = std::make_unique<std::array<typename Layout::Slot, kSlots>>();
    Line done;
    std::uint64_t sum = 0;
    {
        const SecondThread reader([&, items] {
            std::uint64_t published = 0;
            for (std::uint64_t i = 1; i <= items; ++i) {
                auto& slot = (*slots)[i % kSlots];
                if (published < i) {  // apart: known for several messages at once
                    spin_until([&] {
                        published = layout->sequence(slot).load(std::memory_order_acquire);
                        return published >= i;
                    });
                }
                sum += read(slot);
                if (i % kAcknowledgedTogether == 0) {
                    done.word.store(i, std::memory_order_release);
                }
            }
        });
        std::uint64_t done_seen = 0;
        for (std::uint64_t i = 1; i <= items; ++i) {
            if (i - done_seen > kSlots) {
                spin_until([&] {
                    done_seen = done.word.load(std::memory_order_acquire);
                    return i - done_seen <= kSlots;
                });
            }
            auto& slot = (*slots)[i % kSlots];
            write(slot, i);
            layout->sequence(slot).store(i, std::memory_order_release);
        }
    }
    return sum;
}

// A round trip is two stores and two looks at the least.
constexpr std::array kRoundTrips{
    Variant{.name = "two_lines", .work = with_two_lines, .instructions_min = 6},
    Variant{.name = "one_line", .work = with_one_line, .instructions_min = 6},
    Variant{.name = "one_core_yielding", .work = on_one_core, .instructions_min = 6}};

constexpr std::array kMessages{
    Variant{.name = "index_apart", .work = messages_there<Apart>, .instructions_min = 12},
    Variant{
        .name = "sequence_in_the_line", .work = messages_there<Together>, .instructions_min = 12}};

constexpr std::array kStreams{
    Variant{.name = "index_apart", .work = stream<Apart>, .instructions_min = 12},
    Variant{.name = "sequence_in_the_line", .work = stream<Together>, .instructions_min = 12}};

constexpr std::array kComparisons{Comparison{.name = "round_trip",
                                             .unit = "ns/round trip",
                                             .items = 8'000,
                                             .variants = kRoundTrips,
                                             .items_counted = 200},
                                  Comparison{.name = "one_message",
                                             .unit = "ns/message",
                                             .items = 30'000,
                                             .variants = kMessages,
                                             .items_counted = 500},
                                  Comparison{.name = "stream",
                                             .unit = "ns/message",
                                             .items = 200'000,
                                             .variants = kStreams,
                                             .items_counted = 4'000}};

constexpr Technique kTechnique{
    .name = "core-to-core",
    .question = "how far are two cores apart, and what shortens the way?",
    .comparisons = kComparisons};

}  // namespace
}  // namespace hotpath::lab

const hotpath::lab::Technique* hotpath_technique() {
    return &hotpath::lab::kTechnique;
}
