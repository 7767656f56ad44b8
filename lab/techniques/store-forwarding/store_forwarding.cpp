// A message written by narrow stores and copied at once: by vectors, by words, or a little later.

#include <array>

#include "hotpath/core/cpu.hpp"
#include "hotpath/queue/slot.hpp"
#include "lab/techniques/measuring.hpp"
#include "lab/techniques/technique.hpp"

namespace hotpath::lab {
namespace {

struct alignas(32) Order {
    std::uint64_t id;
    std::int64_t price;
    std::int64_t qty;
    std::uint64_t time;
};
static_assert(sizeof(Order) == 32);

constexpr std::size_t kSlots = 64;

struct alignas(kCacheLine) Ring {
    std::array<Order, kSlots> slots;
};

Ring& ring() {
    static Ring made{};
    return made;
}

// [stores]
/// Four stores of 8 bytes.
void write_by_words(Order& order, std::uint64_t id) {
    order.id = id;
    keep(order);  // keeps the compiler from making one vector of two words
    order.price = static_cast<std::int64_t>(id + 1);
    keep(order);
    order.qty = static_cast<std::int64_t>(id + 2);
    keep(order);
    order.time = id + 3;
    keep(order);
}

/// Two stores of 16 bytes.
void write_by_vectors(Order& order, std::uint64_t id) {
    const auto first = static_cast<long long>(id);
    auto* const halves = reinterpret_cast<__m128i*>(&order);
    _mm_store_si128(halves, _mm_set_epi64x(first + 1, first));
    _mm_store_si128(halves + 1, _mm_set_epi64x(first + 3, first + 2));
    keep(order);
}
// [end]

// [vectors]
/// Two loads of 16 bytes each: no single store has all the bytes of either.
[[gnu::noinline]] void copy_by_vectors(Order* to, const Order* from) {
    const auto* const halves = reinterpret_cast<const __m128i*>(from);
    auto* const halves_to = reinterpret_cast<__m128i*>(to);
    _mm_store_si128(halves_to, _mm_load_si128(halves));
    _mm_store_si128(halves_to + 1, _mm_load_si128(halves + 1));
}
// [end]

// [words]
/// Four loads of 8 bytes, each answered from the store that wrote it.
[[gnu::noinline]] void copy_by_words(Order* to, const Order* from) {
    queue::copy_by_words(to, *from);
}
// [end]

using Write = void (*)(Order& order, std::uint64_t id);
using Copy = void (*)(Order* to, const Order* from);

// [chain]
/// The next message depends on the copy of the one before, as an answer to it does.
template <Write write, Copy copy>
std::uint64_t answer(std::uint64_t items) {
    Order fresh{};
    Ring& out = ring();
    std::uint64_t id = 1;
    for (std::uint64_t i = 0; i < items; ++i) {
        write(fresh, id);
        Order* const place = &out.slots[i % kSlots];
        copy(place, &fresh);
        keep(*place);
        id = place->time % 1024 + i;
    }
    return id;
}
// [end]

// [stream]
/// Messages that do not depend on each other: the processor goes on with the next one meanwhile.
template <Write write, Copy copy>
std::uint64_t stream(std::uint64_t items) {
    Order fresh{};
    Ring& out = ring();
    std::uint64_t sum = 0;
    for (std::uint64_t i = 0; i < items; ++i) {
        write(fresh, i);
        Order* const place = &out.slots[i % kSlots];
        copy(place, &fresh);
        sum += place->time;
    }
    return sum;
}
// [end]

// [later]
/// The same with a delay: as many messages are written as the ring has slots before the first is
/// copied.
template <Write write, Copy copy>
std::uint64_t stream_later(std::uint64_t items) {
    Ring fresh{};
    Ring& out = ring();
    std::uint64_t sum = 0;
    for (std::uint64_t i = 0; i < items; i += kSlots) {
        for (std::size_t slot = 0; slot < kSlots; ++slot) {
            write(fresh.slots[slot], i + slot);
        }
        for (std::size_t slot = 0; slot < kSlots; ++slot) {
            copy(&out.slots[slot], &fresh.slots[slot]);
            sum += out.slots[slot].time;
        }
    }
    return sum;
}
// [end]

// Four stores or two of vectors, the copy's loads and stores, and the call.
constexpr std::array kAnswers{Variant{.name = "words_then_vectors",
                                      .work = answer<write_by_words, copy_by_vectors>,
                                      .instructions_min = 10},
                              Variant{.name = "words_then_words",
                                      .work = answer<write_by_words, copy_by_words>,
                                      .instructions_min = 10},
                              Variant{.name = "vectors_then_vectors",
                                      .work = answer<write_by_vectors, copy_by_vectors>,
                                      .instructions_min = 8},
                              Variant{.name = "vectors_then_words",
                                      .work = answer<write_by_vectors, copy_by_words>,
                                      .instructions_min = 10}};

constexpr std::array kStreams{Variant{.name = "words_then_vectors",
                                      .work = stream<write_by_words, copy_by_vectors>,
                                      .instructions_min = 10},
                              Variant{.name = "words_then_words",
                                      .work = stream<write_by_words, copy_by_words>,
                                      .instructions_min = 10},
                              Variant{.name = "vectors_then_vectors",
                                      .work = stream<write_by_vectors, copy_by_vectors>,
                                      .instructions_min = 8},
                              Variant{.name = "words_later_vectors",
                                      .work = stream_later<write_by_words, copy_by_vectors>,
                                      .instructions_min = 10},
                              Variant{.name = "words_later_words",
                                      .work = stream_later<write_by_words, copy_by_words>,
                                      .instructions_min = 10}};

constexpr std::array kComparisons{Comparison{.name = "each_waits_for_the_last",
                                             .unit = "ns/message",
                                             .items = 200'000,
                                             .variants = kAnswers},
                                  Comparison{.name = "stream",
                                             .unit = "ns/message",
                                             .items = 8192 * kSlots,
                                             .variants = kStreams,
                                             .items_counted = 64 * kSlots}};

constexpr Technique kTechnique{
    .name = "store-forwarding",
    .question = "what does it cost to copy a message by wider loads than it was written by?",
    .comparisons = kComparisons};

}  // namespace
}  // namespace hotpath::lab

const hotpath::lab::Technique* hotpath_technique() {
    return &hotpath::lab::kTechnique;
}
