// Records that begin on a cache line or straddle two, and fields at any address.

#include <array>
#include <cstring>
#include <new>
#include <vector>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/random.hpp"
#include "lab/techniques/measuring.hpp"
#include "lab/techniques/technique.hpp"

namespace hotpath::lab {
namespace {

// [published]
/// A guess at the report's structure: it names MarketData, and prints neither its fields nor the
/// loop.
struct MarketData {
    std::array<char, 8> symbol;
    double bid;
    double ask;
    double last;
    std::int32_t volume;
    std::uint64_t time;
};
struct alignas(64) AlignedMarketData : MarketData {};

/// All ticks in the order in which they came.
template <class Tick>
double mids(const std::vector<Tick>& ticks) {
    double sum = 0;
    for (const Tick& tick : ticks) {
        sum += (tick.bid + tick.ask) / 2 + tick.volume;
    }
    return sum;
}
// [end]
static_assert(sizeof(MarketData) == 48);
static_assert(sizeof(AlignedMarketData) == 64);

constexpr std::size_t kTicks = 10'000;

template <class Tick>
std::uint64_t read_ticks(std::uint64_t items) {
    static const std::vector<Tick> ticks = [] {
        std::vector<Tick> made(kTicks);
        for (std::size_t i = 0; i < kTicks; ++i) {
            made[i].bid = static_cast<double>(100 + i % 8);
            made[i].ask = static_cast<double>(102 + i % 8);
            made[i].volume = static_cast<std::int32_t>(i % 100);
        }
        return made;
    }();
    double sum = 0;
    for (std::uint64_t i = 0; i < items; i += kTicks) {
        sum += mids(ticks);
        keep(ticks);
    }
    return static_cast<std::uint64_t>(sum);
}

struct Order {
    std::uint64_t id;
    std::uint64_t client_id;
    std::uint64_t time;
    std::int64_t price;
    std::int64_t leaves_qty;
    std::int64_t cum_qty;
};
static_assert(sizeof(Order) == 48);

// [places]
/// `count` orders, `kStride` bytes from one to the next, the first `kFirst` bytes after the
/// beginning of a cache line.
template <std::size_t kStride, std::size_t kFirst>
class Orders {
  public:
    explicit Orders(std::size_t count) : lines_(count * kStride / sizeof(Line) + 2) {}

    /// Where the order lies. It is read and written by memcpy, which any address suits.
    [[nodiscard]] std::byte* operator[](std::size_t i) {
        return lines_.data()->bytes.data() + kFirst + i * kStride;
    }

  private:
    struct alignas(64) Line {
        std::array<std::byte, 64> bytes{};
    };
    std::vector<Line> lines_;
};
// [end]

// [execute]
/// An execution: all fields of the order are read, two are written.
std::uint64_t execute(std::byte* place) {
    Order order;
    std::memcpy(&order, place, sizeof order);
    order.leaves_qty -= 1;
    order.cum_qty += 1;
    std::memcpy(place + offsetof(Order, leaves_qty), &order.leaves_qty, sizeof order.leaves_qty);
    std::memcpy(place + offsetof(Order, cum_qty), &order.cum_qty, sizeof order.cum_qty);
    return (order.id ^ order.client_id) + (order.time ^ static_cast<std::uint64_t>(order.price)) +
           static_cast<std::uint64_t>(order.leaves_qty + order.cum_qty);
}
// [end]

constexpr std::size_t kExecutions = 1U << 16U;

const std::vector<std::uint32_t>& executions() {
    static const std::vector<std::uint32_t> made = [] {
        Random random(1);
        std::vector<std::uint32_t> all(kExecutions);
        for (std::uint32_t& one : all) {
            one = static_cast<std::uint32_t>(random.next());
        }
        return all;
    }();
    return made;
}

/// An order's quantities always have the same sum, so the answer does not depend on earlier runs.
template <std::size_t kOrders, std::size_t kStride, std::size_t kFirst>
std::uint64_t execute_at_random(std::uint64_t items) {
    static Orders<kStride, kFirst> orders = [] {
        Orders<kStride, kFirst> made(kOrders);
        for (std::size_t i = 0; i < kOrders; ++i) {
            const Order order{.id = i,
                              .client_id = 7 * i,
                              .time = 1000 * i,
                              .price = static_cast<std::int64_t>(100 * i),
                              .leaves_qty = 1'000'000,
                              .cum_qty = 0};
            std::memcpy(made[i], &order, sizeof order);
        }
        return made;
    }();
    const std::vector<std::uint32_t>& all = executions();
    std::uint64_t sum = 0;
    for (std::uint64_t i = 0; i < items; ++i) {
        sum += execute(orders[all[i % kExecutions] % kOrders]);
    }
    return sum;
}

constexpr std::size_t kMany = 1U << 19U;  // 32 MiB on lines

// [counter]
/// One quantity of 8 bytes, `kAt` bytes after the beginning of a page: each execution adds to what
/// the one before has left.
template <std::size_t kAt>
std::uint64_t add_again(std::uint64_t items) {
    alignas(4096) static std::array<std::byte, 2 * 4096> pages{};
    std::byte* const place = hidden(pages.data() + kAt);
    std::uint64_t total = 0;
    std::memcpy(place, &total, sizeof total);
    for (std::uint64_t i = 0; i < items; ++i) {
        std::memcpy(&total, place, sizeof total);
        total += i & 127U;
        std::memcpy(place, &total, sizeof total);
        keep(place);  // so the next load comes from memory
    }
    return total;
}
// [end]

// [fields]
/// An ITCH message as it comes, every field where the one before it ends, big-endian.
[[gnu::noinline]] std::uint64_t decode(const std::byte* message) {
    return load_be<std::uint64_t>(message + 11) + load_be48(message + 5) +
           load_be<std::uint32_t>(message + 20) + load_be<std::uint32_t>(message + 32) +
           load_be<std::uint16_t>(message + 1);
}

/// The same fields, each at a multiple of its size, already in the processor's order of bytes.
struct Decoded {
    std::uint64_t reference;
    std::uint64_t time;
    std::uint32_t shares;
    std::uint32_t price;
    std::uint16_t locate;
};
[[gnu::noinline]] std::uint64_t read_decoded(const Decoded& message) {
    return message.reference + message.time + message.shares + message.price + message.locate;
}
// [end]

constexpr std::size_t kMessages = 1U << 10U;
constexpr std::size_t kAddOrder = 36;  // bytes of an ITCH "add order"

const std::vector<std::byte>& wire_bytes() {
    static const std::vector<std::byte> made = [] {
        Random random(2);
        std::vector<std::byte> bytes(kMessages * 64 + 64);
        for (std::byte& one : bytes) {
            one = static_cast<std::byte>(random.next());
        }
        return bytes;
    }();
    return made;
}

/// The same messages, `kStride` bytes from one to the next.
template <std::size_t kStride>
std::uint64_t decode_wire(std::uint64_t items) {
    static const std::vector<std::byte> bytes = [] {
        std::vector<std::byte> spread(kMessages * kStride + kStride);
        for (std::size_t i = 0; i < kMessages; ++i) {
            std::memcpy(&spread[i * kStride], &wire_bytes()[i * 64], kAddOrder);
        }
        return spread;
    }();
    std::uint64_t sum = 0;
    for (std::uint64_t i = 0; i < items; ++i) {
        sum += decode(&bytes[(i % kMessages) * kStride]);
    }
    return sum;
}

std::uint64_t read_aligned(std::uint64_t items) {
    static const std::vector<Decoded> messages = [] {
        std::vector<Decoded> made;
        for (std::size_t i = 0; i < kMessages; ++i) {
            const std::byte* const message = &wire_bytes()[i * 64];
            made.push_back({.reference = load_be<std::uint64_t>(message + 11),
                            .time = load_be48(message + 5),
                            .shares = load_be<std::uint32_t>(message + 20),
                            .price = load_be<std::uint32_t>(message + 32),
                            .locate = load_be<std::uint16_t>(message + 1)});
        }
        return made;
    }();
    std::uint64_t sum = 0;
    for (std::uint64_t i = 0; i < items; ++i) {
        sum += read_decoded(messages[i % kMessages]);
    }
    return sum;
}

// Two additions, a product, and their loads.
constexpr std::array kPublished{
    Variant{.name = "without_alignment", .work = read_ticks<MarketData>, .instructions_min = 2},
    Variant{.name = "alignas_64", .work = read_ticks<AlignedMarketData>, .instructions_min = 2}};

// Six loads, two stores and their sum.
template <std::size_t kOrders>
constexpr std::array kRecords{
    Variant{.name = "on_lines", .work = execute_at_random<kOrders, 64, 0>, .instructions_min = 7},
    Variant{.name = "each_across_two_lines",
            .work = execute_at_random<kOrders, 64, 40>,
            .instructions_min = 7},
    Variant{
        .name = "dense_48_bytes", .work = execute_at_random<kOrders, 48, 0>, .instructions_min = 7},
    Variant{.name = "at_odd_addresses",
            .work = execute_at_random<kOrders, 64, 37>,
            .instructions_min = 7}};

// A load, an addition, a store.
constexpr std::array kCounters{
    Variant{.name = "aligned", .work = add_again<64>, .instructions_min = 3},
    Variant{.name = "odd_within_a_line", .work = add_again<64 + 13>, .instructions_min = 3},
    Variant{.name = "across_two_lines", .work = add_again<64 - 3>, .instructions_min = 3},
    Variant{.name = "across_two_pages", .work = add_again<4096 - 3>, .instructions_min = 3}};

// A load of each of the five fields and its addition.
constexpr std::array kFields{
    Variant{.name = "packed_messages", .work = decode_wire<kAddOrder>, .instructions_min = 8},
    Variant{.name = "messages_on_lines", .work = decode_wire<64>, .instructions_min = 8},
    Variant{.name = "aligned_fields", .work = read_aligned, .instructions_min = 2}};

constexpr std::array kComparisons{
    Comparison{.name = "published",
               .unit = "ns/tick",
               .items = 200 * kTicks,
               .variants = kPublished,
               .published_ratio = 0.62 / 0.74,
               .items_counted = kTicks},
    Comparison{
        .name = "one_counter", .unit = "ns/execution", .items = 1'000'000, .variants = kCounters},
    Comparison{.name = "orders",
               .unit = "ns/execution",
               .items = 2 * kExecutions,
               .variants = kRecords<kMany>},
    Comparison{.name = "fields_of_messages",
               .unit = "ns/message",
               .items = 1'000'000,
               .variants = kFields}};

constexpr Technique kTechnique{
    .name = "alignment",
    .question = "what does it cost when a record straddles cache lines, or a field its alignment?",
    .comparisons = kComparisons};

}  // namespace
}  // namespace hotpath::lab

const hotpath::lab::Technique* hotpath_technique() {
    return &hotpath::lab::kTechnique;
}
