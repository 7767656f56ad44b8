// A ring between two threads, step by step.

#include <array>
#include <memory>
#include <span>

#include "hotpath/queue/spsc.hpp"
#include "lab/techniques/measuring.hpp"
#include "lab/techniques/rings/published.hpp"
#include "lab/techniques/rings/ring_steps.hpp"
#include "lab/techniques/technique.hpp"
#include "lab/techniques/two_threads.hpp"

namespace hotpath::lab {
namespace {

using rings::Message;

/// The system's queue: no index that both ends look at, a turn beside each message.
class HotpathRing {
  public:
    [[nodiscard]] bool try_push(const Message& message) { return producer_.try_push(message); }
    [[nodiscard]] bool try_pop(Message& message) { return consumer_.try_pop(message); }

  private:
    using Queue = queue::PackedSpscQueue<Message>;

    Queue queue_{rings::kSlots};
    decltype(std::declval<Queue&>().producer()) producer_ = queue_.producer();
    decltype(std::declval<Queue&>().consumer()) consumer_ = queue_.consumer();
};

Message message_of(std::uint64_t i) {
    return {.id = i,
            .price = static_cast<std::uint32_t>(1'000'000 + (i * 7) % 1'000),
            .qty = static_cast<std::uint32_t>(i % 500)};
}

std::uint64_t mixed(std::uint64_t sum, const Message& message) {
    return sum * 3 + message.id + message.price * std::uint64_t{message.qty};
}

/// Messages as fast as they go.
template <class Ring>
std::uint64_t stream(std::uint64_t items) {
    const auto ring = std::make_unique<Ring>();
    std::uint64_t sum = 0;
    {
        const SecondThread consumer([&, items] {
            Message message;
            for (std::uint64_t i = 0; i < items; ++i) {
                spin_until([&] { return ring->try_pop(message); });
                sum = mixed(sum, message);
            }
        });
        for (std::uint64_t i = 0; i < items; ++i) {
            const Message message = message_of(i);
            spin_until([&] { return ring->try_push(message); });
        }
    }
    return sum;
}

/// One message there and the same one back: the rings are empty, or hold one.
template <class Ring>
std::uint64_t round_trips(std::uint64_t items) {
    const auto there = std::make_unique<Ring>();
    const auto back = std::make_unique<Ring>();
    const SecondThread answering([&, items] {
        Message message;
        for (std::uint64_t i = 0; i < items; ++i) {
            spin_until([&] { return there->try_pop(message); });
            spin_until([&] { return back->try_push(message); });
        }
    });
    std::uint64_t sum = 0;
    Message answer;
    for (std::uint64_t i = 0; i < items; ++i) {
        const Message message = message_of(i);
        spin_until([&] { return there->try_push(message); });
        spin_until([&] { return back->try_pop(answer); });
        sum = mixed(sum, answer);
    }
    return sum;
}

/// Places as a cursor goes round them.
struct ByModulo {
    std::uint64_t index = 0;
    rings::Modulo places{};

    std::size_t next() { return places.place(index++); }
};

struct ByMask {
    std::uint64_t index = 0;
    rings::Mask places{};

    std::size_t next() { return places.place(index++); }
};

/// The number of places is a constant: the compiler makes the mask.
struct ByConstant {
    std::uint64_t index = 0;

    std::size_t next() { return index++ % rings::kSlots; }
};

/// Back to the first place after the last: no power of two needed, a jump that is guessed right but once a round.
struct ByComparison {
    std::uint64_t at = 0;
    std::uint64_t slots = hidden(rings::kSlots);

    std::size_t next() {
        const std::size_t here = at;
        at = here + 1 == slots ? 0 : here + 1;
        return here;
    }
};

template <class Cursor>
std::uint64_t alone(std::uint64_t items) {
    static std::array<Message, rings::kSlots> messages{};
    Cursor written;
    Cursor read;
    std::uint64_t sum = 0;
    for (std::uint64_t i = 0; i < items; ++i) {
        messages[written.next()] = message_of(i);
        keep(messages);
        sum = mixed(sum, messages[read.next()]);
    }
    return sum;
}

template <class Bus>
std::uint64_t timed_writes(std::span<std::uint32_t> took) {
    const auto bus = std::make_unique<Bus>();
    std::uint64_t sum = 0;
    {
        const SecondThread reader([&, items = took.size()] {
            rings::BufferData message;
            for (std::size_t i = 0; i < items; ++i) {
                spin_until([&] { return bus->try_read(static_cast<std::int64_t>(i), message); });
                sum = sum * 3 + static_cast<std::uint64_t>(message.payload) +
                      static_cast<std::uint64_t>(message.text[0]);
            }
        });
        rings::BufferData message;
        message.text.fill('m');
        for (std::uint32_t& ticks_taken : took) {
            ++message.payload;
            const std::uint64_t begin = ticks();
            bus->write(message);
            ticks_taken = static_cast<std::uint32_t>(ticks() - begin);
        }
    }
    return sum;
}

constexpr std::array kPublished{
    Variant{.name = "locked", .timed_work = timed_writes<rings::LockedBus>, .instructions_min = 30},
    Variant{.name = "lock_free",
            .timed_work = timed_writes<rings::LockFreeBus>,
            .instructions_min = 20}};

// A push and a pop: two loads, two stores, two comparisons at the least.
constexpr std::array kStreams{
    Variant{.name = "one_line_modulo",
            .work = stream<rings::PlainRing<rings::OneLine, rings::Modulo>>,
            .instructions_min = 15},
    Variant{.name = "one_line_mask",
            .work = stream<rings::PlainRing<rings::OneLine, rings::Mask>>,
            .instructions_min = 15},
    Variant{.name = "two_lines",
            .work = stream<rings::PlainRing<rings::TwoLines, rings::Mask>>,
            .instructions_min = 15},
    Variant{.name = "cached_indices", .work = stream<rings::CachedRing>, .instructions_min = 15},
    Variant{.name = "hotpath_spsc", .work = stream<HotpathRing>, .instructions_min = 15}};

constexpr std::array kRoundTrips{
    Variant{.name = "one_line",
            .work = round_trips<rings::PlainRing<rings::OneLine, rings::Mask>>,
            .instructions_min = 30},
    Variant{.name = "two_lines",
            .work = round_trips<rings::PlainRing<rings::TwoLines, rings::Mask>>,
            .instructions_min = 30},
    Variant{
        .name = "cached_indices", .work = round_trips<rings::CachedRing>, .instructions_min = 30},
    Variant{.name = "hotpath_spsc", .work = round_trips<HotpathRing>, .instructions_min = 30}};

constexpr std::array kPlaces{
    Variant{.name = "modulo", .work = alone<ByModulo>, .instructions_min = 15},
    Variant{.name = "mask", .work = alone<ByMask>, .instructions_min = 15},
    Variant{.name = "constant", .work = alone<ByConstant>, .instructions_min = 15},
    Variant{.name = "comparison", .work = alone<ByComparison>, .instructions_min = 15}};

constexpr std::array kComparisons{
    Comparison{.name = "published",
               .unit = "ns/write",
               .items = 5'000,
               .variants = kPublished,
               .published_ratio = 131.0 / 2265.0,  // medians
               .items_counted = 300},
    Comparison{.name = "stream",
               .unit = "ns/message",
               .items = 200'000,
               .variants = kStreams,
               .items_counted = 4'000},
    Comparison{.name = "round_trip",
               .unit = "ns/round trip",
               .items = 20'000,
               .variants = kRoundTrips,
               .items_counted = 300},
    Comparison{.name = "places", .unit = "ns/message", .items = 1'000'000, .variants = kPlaces}};

constexpr Technique kTechnique{
    .name = "rings",
    .question = "what does each step from a plain ring to a good one save?",
    .comparisons = kComparisons};

}  // namespace
}  // namespace hotpath::lab

const hotpath::lab::Technique* hotpath_technique() {
    return &hotpath::lab::kTechnique;
}
