// An order's way through data and code that are cold, or that were rehearsed; and the published comparison of
// random with sequential access.

#include <algorithm>
#include <array>
#include <cstdlib>
#include <span>
#include <utility>
#include <vector>

#include "hotpath/core/checksum.hpp"
#include "hotpath/core/random.hpp"
#include "lab/techniques/measuring.hpp"
#include "lab/techniques/other_work.hpp"
#include "lab/techniques/technique.hpp"

namespace hotpath::lab {
namespace {

// ---- as published: 10 million numbers, all 0, read in a random order ("cold") or in their order ("warm")

constexpr std::size_t kSize = 10'000'000;
constexpr std::size_t kIndices = 1U << 20U;  // of the published 10 million, gone round

struct Published {
    std::vector<int> numbers = std::vector<int>(kSize);
    std::vector<std::size_t> indices = std::vector<std::size_t>(kIndices);
    std::size_t next_index = 0;   // each run goes on where the last one of its kind stopped,
    std::size_t next_number = 0;  // so that it reads what the caches no longer hold

    Published() {
        for (std::size_t& index : indices) {
            index = static_cast<std::size_t>(std::rand()) % kSize;
        }
    }
};

Published& published() {
    static Published made;
    return made;
}

// [published_cold]
std::uint64_t published_cold(std::uint64_t items) {
    Published& all = published();
    int sum = 0;
    for (std::uint64_t i = 0; i < items; ++i) {
        sum += all.numbers[all.indices[all.next_index]];
        keep(sum);
        all.next_index = all.next_index + 1 == kIndices ? 0 : all.next_index + 1;
    }
    return static_cast<std::uint64_t>(sum);
}
// [end]

// [published_warm]
std::uint64_t published_warm(std::uint64_t items) {
    Published& all = published();
    int sum = 0;
    for (std::uint64_t i = 0; i < items; ++i) {
        sum += all.numbers[all.next_number];
        keep(sum);
        all.next_number = all.next_number + 1 == kSize ? 0 : all.next_number + 1;
    }
    return static_cast<std::uint64_t>(sum);
}
// [end]

// ---- an order path: a signal, its instrument's limits, an order record, bytes for the venue

constexpr std::size_t kInstruments = 8'192;
constexpr std::size_t kOrders = 65'536;
constexpr std::size_t kMessages = 1'024;  // of the outbox, a ring
constexpr std::size_t kSignals = 1U << 14U;
constexpr std::int64_t kPositionMax = 1'000'000;

struct Signal {
    std::uint32_t instrument = 0;
    std::uint32_t price = 0;
    std::uint32_t qty = 0;
    std::int32_t sign = 1;  // +1 buys, -1 sells
};

struct alignas(64) Instrument {
    std::uint32_t price_low = 0;
    std::uint32_t price_high = 0;
    std::uint32_t qty_max = 0;
    std::uint32_t tick = 1;
    std::int64_t position = 0;
    std::uint64_t symbol = 0;
    std::int64_t open_qty = 0;  // signed
    std::uint64_t orders = 0;
};

struct alignas(64) OrderRecord {
    Signal signal;
    std::uint64_t id = 0;
    std::uint64_t symbol = 0;
};

struct Message {
    std::array<std::uint64_t, 6> words{};
};

struct Desk {
    std::vector<Instrument> instruments = std::vector<Instrument>(kInstruments);
    std::vector<OrderRecord> orders = std::vector<OrderRecord>(kOrders);
    std::vector<Message> outbox = std::vector<Message>(kMessages);
    std::vector<Signal> signals;
    std::uint64_t next_id = 0;
    std::uint64_t refused = 0;

    Desk() {
        Random random(1);
        for (Instrument& instrument : instruments) {
            instrument.price_low = 1'000;
            instrument.price_high = 99'000;
            instrument.qty_max = 900;
            instrument.symbol = random.next();
        }
        for (std::size_t i = 0; i < kSignals; ++i) {
            signals.push_back({.instrument = static_cast<std::uint32_t>(random.below(kInstruments)),
                               .price = static_cast<std::uint32_t>(random.below(100'000)),
                               .qty = static_cast<std::uint32_t>(1 + random.below(1'000)),
                               .sign = random.one_in(2) ? 1 : -1});
        }
    }

    void begin() {
        next_id = 0;
        refused = 0;
        for (Instrument& instrument : instruments) {
            instrument.open_qty = 0;
            instrument.orders = 0;
        }
    }
};

Desk& desk() {
    static Desk made;
    return made;
}

// [path]
[[gnu::noinline]] bool may_send(const Instrument& instrument, const Signal& signal) {
    if (signal.qty == 0 || signal.qty > instrument.qty_max) {
        return false;
    }
    if (signal.price < instrument.price_low || signal.price > instrument.price_high ||
        signal.price % instrument.tick != 0) {
        return false;
    }
    const std::int64_t worst =
        instrument.position + instrument.open_qty + signal.sign * std::int64_t{signal.qty};
    return worst <= kPositionMax && worst >= -kPositionMax;
}

[[gnu::noinline]] OrderRecord& record(Desk& desk, Instrument& instrument, const Signal& signal) {
    OrderRecord& order = desk.orders[desk.next_id % kOrders];
    order = {.signal = signal, .id = desk.next_id++, .symbol = instrument.symbol};
    instrument.open_qty += signal.sign * std::int64_t{signal.qty};
    ++instrument.orders;
    return order;
}

[[gnu::noinline]] void encode(const OrderRecord& order, Message& message) {
    message.words[0] = __builtin_bswap64(order.id);
    message.words[1] = order.symbol;
    message.words[2] = __builtin_bswap32(order.signal.price);
    message.words[3] = __builtin_bswap32(order.signal.qty);
    message.words[4] = order.signal.sign > 0 ? 'B' : 'S';
    message.words[5] = order.signal.instrument;
}

/// From a signal to bytes: what must be fast when it happens, and happens seldom.
[[gnu::noinline]] std::uint64_t send(Desk& desk, const Signal& signal) {
    Instrument& instrument = desk.instruments[signal.instrument];
    if (!may_send(instrument, signal)) {
        return ++desk.refused;
    }
    const OrderRecord& order = record(desk, instrument, signal);
    Message& message = desk.outbox[order.id % kMessages];
    encode(order, message);
    return message.words[0] ^ message.words[3];
}
// [end]

// [after]
/// The same instructions on the same memory, and then all as it was.
[[gnu::noinline]] void rehearse(Desk& desk, const Signal& signal) {
    const std::uint64_t id = desk.next_id;
    const std::uint64_t refused = desk.refused;
    const Instrument instrument = desk.instruments[signal.instrument];
    keep(send(desk, signal));
    desk.instruments[signal.instrument] = instrument;
    desk.refused = refused;
    desk.next_id = id;
}
// [end]

/// `turns` rehearsals before an order; with an offset they are of another instrument.
template <std::size_t turns, std::size_t offset>
std::uint64_t after_other_work(std::span<std::uint32_t> samples) {
    Desk& all = desk();
    all.begin();
    Checksum checksum;
    for (std::size_t i = 0; i < samples.size(); ++i) {
        const Signal signal = all.signals[i % kSignals];
        const Signal rehearsed = all.signals[(i + offset) % kSignals];
        do_other_work();
        for (std::size_t turn = 0; turn < turns; ++turn) {
            rehearse(all, rehearsed);
        }
        const std::uint64_t before = ticks();
        const std::uint64_t bytes = send(all, signal);
        samples[i] = static_cast<std::uint32_t>(ticks() - before);
        checksum.add(bytes);
    }
    checksum.add(all.refused);
    return checksum.value();
}

/// Orders one after another: nothing is ever cold.
template <bool rehearses>
std::uint64_t without_pause(std::uint64_t items) {
    Desk& all = desk();
    all.begin();
    std::uint64_t sum = 0;
    for (std::uint64_t i = 0; i < items; ++i) {
        const Signal& signal = all.signals[i % kSignals];
        if constexpr (rehearses) {
            rehearse(all, signal);
        }
        sum += send(all, signal);
    }
    return sum + all.refused;
}

// The memory walk is half a million loads, of at least two instructions each.
constexpr double kWalk = 0.5 * 2 * static_cast<double>(kOtherLines);

constexpr std::array kPublished{
    Variant{.name = "random_order", .work = published_cold, .instructions_min = 5},
    Variant{.name = "sequential", .work = published_warm, .instructions_min = 5}};

constexpr std::array kPause{
    Variant{.name = "cold", .timed_work = after_other_work<0, 0>, .instructions_min = kWalk},
    Variant{.name = "rehearsed", .timed_work = after_other_work<1, 0>, .instructions_min = kWalk},
    Variant{.name = "rehearsed_16_times",
            .timed_work = after_other_work<16, 0>,
            .instructions_min = kWalk},
    Variant{.name = "other_instrument",
            .timed_work = after_other_work<1, 7>,
            .instructions_min = kWalk}};

constexpr std::array kBusy{
    Variant{.name = "not_rehearsed", .work = without_pause<false>, .instructions_min = 40},
    Variant{.name = "rehearsed", .work = without_pause<true>, .instructions_min = 90}};

constexpr std::array kComparisons{Comparison{.name = "published",
                                             .unit = "ns/access",
                                             .items = 200'000,
                                             .variants = kPublished,
                                             .published_ratio = 25'635'035.0 / 267'685'006.0},
                                  Comparison{.name = "after_other_work",
                                             .unit = "ns/order",
                                             .items = 12,
                                             .variants = kPause,
                                             .items_counted = 2},
                                  Comparison{.name = "without_pause",
                                             .unit = "ns/order",
                                             .items = 100'000,
                                             .variants = kBusy,
                                             .items_counted = 20'000}};

constexpr Technique kTechnique{
    .name = "cache-warming",
    .question = "is an order faster when its path was rehearsed before it?",
    .comparisons = kComparisons};

}  // namespace
}  // namespace hotpath::lab

const hotpath::lab::Technique* hotpath_technique() {
    return &hotpath::lab::kTechnique;
}
