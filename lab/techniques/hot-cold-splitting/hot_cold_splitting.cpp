// Fields that are seldom read kept in the record or beside it; code that seldom runs in the function or outside.

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "hotpath/core/random.hpp"
#include "lab/techniques/measuring.hpp"
#include "lab/techniques/technique.hpp"

namespace hotpath::lab {
namespace {

constexpr std::size_t kOrders = 1U << 15U;  // 4 MB whole, 512 KB without the cold fields
constexpr std::size_t kWanted = 1U << 16U;
constexpr std::size_t kMessages = 1U << 14U;
constexpr std::size_t kHandlers = 64;  // 20 to 30 KB with their reports
constexpr std::size_t kLogWords = 64;

// [records]
/// What each message reads of an order.
struct HotFields {
    std::uint64_t id;
    std::uint32_t price;
    std::uint32_t qty;
};
/// What a report at the end of the day reads.
struct ColdFields {
    std::array<std::uint64_t, 6> times;
    std::array<std::uint64_t, 6> counters;
    std::array<char, 16> client;
};
struct WholeOrder {
    HotFields hot;
    ColdFields cold;
};
// [end]
static_assert(sizeof(WholeOrder) == 128);

struct Data {
    std::vector<WholeOrder> whole;
    std::vector<HotFields> hot;
    std::vector<ColdFields> cold;
    std::vector<std::uint32_t> wanted;
};

const Data& data() {
    static const Data made = [] {
        Random random(1);
        Data data;
        for (std::size_t i = 0; i < kOrders; ++i) {
            WholeOrder order{};
            order.hot = {.id = i,
                         .price = static_cast<std::uint32_t>(random.next() % 1'000'000),
                         .qty = static_cast<std::uint32_t>(random.next() % 1'000)};
            for (std::uint64_t& time : order.cold.times) {
                time = random.next() % 1'000'000;
            }
            data.whole.push_back(order);
            data.hot.push_back(order.hot);
            data.cold.push_back(order.cold);
        }
        for (std::size_t i = 0; i < kWanted; ++i) {
            data.wanted.push_back(static_cast<std::uint32_t>(random.next() % kOrders));
        }
        return data;
    }();
    return made;
}

std::uint64_t value_of(const HotFields& order) {
    return std::uint64_t{order.price} * order.qty + order.id;
}
std::uint64_t age_of(const ColdFields& order) {
    return order.times[0] + order.times[5];
}

struct Whole {
    static const HotFields& hot(std::uint32_t i) { return data().whole[i].hot; }
    static const ColdFields& cold(std::uint32_t i) { return data().whole[i].cold; }
};
struct Split {
    static const HotFields& hot(std::uint32_t i) { return data().hot[i]; }
    static const ColdFields& cold(std::uint32_t i) { return data().cold[i]; }
};

template <class Orders>
std::uint64_t read_hot_fields(std::uint64_t items) {
    const Data& all = data();
    std::uint64_t sum = 0;
    for (std::uint64_t i = 0; i < items; ++i) {
        sum += value_of(Orders::hot(all.wanted[i % kWanted]));
    }
    return sum;
}

template <class Orders>
std::uint64_t read_all_fields(std::uint64_t items) {
    const Data& all = data();
    std::uint64_t sum = 0;
    for (std::uint64_t i = 0; i < items; ++i) {
        const std::uint32_t order = all.wanted[i % kWanted];
        sum += value_of(Orders::hot(order)) ^ age_of(Orders::cold(order));
    }
    return sum;
}

struct Message {
    std::uint32_t handler;
    std::uint32_t price;
    std::uint32_t qty;
    std::uint32_t time;
};

/// All types in random order; one message in some 2,000 fails a check.
const std::vector<Message>& messages() {
    static const std::vector<Message> made = [] {
        Random random(2);
        std::vector<Message> messages;
        for (std::size_t i = 0; i < kMessages; ++i) {
            const bool is_bad = random.next() % 2'048 == 0;
            messages.push_back(
                {.handler = static_cast<std::uint32_t>(random.next() % kHandlers),
                 .price = static_cast<std::uint32_t>(1 + random.next() % 1'000'000),
                 .qty = is_bad ? 0 : static_cast<std::uint32_t>(1 + random.next() % 1'000),
                 .time = static_cast<std::uint32_t>(random.next() % 1'000'000)});
        }
        return messages;
    }();
    return made;
}

struct State {
    std::uint64_t value = 0;
    std::uint64_t errors = 0;
    std::array<std::uint64_t, kLogWords> log{};
};

// [errors]
/// A report of ten words: much more code than the work around it.
template <std::size_t code>
[[gnu::always_inline]] inline void write_report(State& state, const Message& message) {
    ++state.errors;
    constexpr std::uint64_t kFactor = 0x100000001b3U + 2 * code;
    std::uint64_t* const log = state.log.data();
    std::uint64_t word = code;
    log[0] += word = (word ^ message.price) * kFactor;
    log[3] += word = (word ^ message.qty) * kFactor;
    log[6] += word = (word ^ message.time) * kFactor;
    log[9] += word = (word ^ message.handler) * kFactor;
    log[12] += word = (word ^ message.price / 10'000) * kFactor;
    log[15] += word = (word ^ message.price % 10'000) * kFactor;
    log[18] += word = (word ^ message.time / 1'000) * kFactor;
    log[21] += word = (word ^ message.time % 1'000) * kFactor;
    log[24] += word = (word ^ state.value) * kFactor;
    log[27] += word = (word ^ state.errors) * kFactor;
}

struct InTheFunction {
    template <std::size_t code>
    [[gnu::always_inline]] static void report(State& state, const Message& message) {
        write_report<code>(state, message);
    }
};
struct OutOfLine {
    template <std::size_t code>
    [[gnu::noinline]] static void report(State& state, const Message& message) {
        write_report<code>(state, message);
    }
};
struct OutOfLineAndCold {
    template <std::size_t code>
    [[gnu::noinline, gnu::cold]] static void report(State& state, const Message& message) {
        write_report<code>(state, message);
    }
};
// [end]

// [handler]
/// The handler of one type of message: three checks, then a few instructions of work.
template <class Errors, std::size_t type>
[[gnu::noinline]] void apply(State& state, const Message& message) {
    if (message.price == 0 || message.qty == 0) {
        Errors::template report<2 * type>(state, message);
    } else if (message.time > 86'400'000) {
        Errors::template report<2 * type + 1>(state, message);
    } else {
        state.value = (state.value + message.price) * (2 * type + 1) + message.qty;
    }
}
// [end]

using Handler = void (*)(State&, const Message&);

template <class Errors, std::size_t... type>
constexpr std::array<Handler, kHandlers> handlers_of(std::index_sequence<type...>) {
    return {apply<Errors, type>...};
}

template <class Errors>
std::uint64_t apply_all(std::uint64_t items) {
    static constexpr std::array kOfType =
        handlers_of<Errors>(std::make_index_sequence<kHandlers>{});
    const std::vector<Message>& all = messages();
    State state;
    for (std::uint64_t i = 0; i < items; ++i) {
        const Message& message = all[i % kMessages];
        kOfType[message.handler](state, message);
    }
    std::uint64_t sum = state.value + state.errors;
    for (const std::uint64_t word : state.log) {
        sum ^= word;
    }
    return sum;
}

constexpr std::array kHotOnly{
    Variant{.name = "whole_record", .work = read_hot_fields<Whole>, .instructions_min = 5},
    Variant{.name = "split_record", .work = read_hot_fields<Split>, .instructions_min = 5}};

constexpr std::array kAllFields{
    Variant{.name = "whole_record", .work = read_all_fields<Whole>, .instructions_min = 7},
    Variant{.name = "split_record", .work = read_all_fields<Split>, .instructions_min = 7}};

// A call, three tests, a product and two additions.
constexpr std::array kCode{
    Variant{.name = "in_the_function", .work = apply_all<InTheFunction>, .instructions_min = 12},
    Variant{.name = "out_of_line", .work = apply_all<OutOfLine>, .instructions_min = 12},
    Variant{.name = "out_of_line_and_cold",
            .work = apply_all<OutOfLineAndCold>,
            .instructions_min = 12}};

constexpr std::array kComparisons{
    Comparison{.name = "messages_read_hot_fields",
               .unit = "ns/order",
               .items = 4 * kWanted,
               .variants = kHotOnly},
    Comparison{.name = "reports_read_all_fields",
               .unit = "ns/order",
               .items = 4 * kWanted,
               .variants = kAllFields},
    Comparison{
        .name = "code_of_errors", .unit = "ns/message", .items = 200'000, .variants = kCode}};

constexpr Technique kTechnique{
    .name = "hot-cold-splitting",
    .question = "what is gained by keeping seldom used fields and code away from the rest?",
    .comparisons = kComparisons};

}  // namespace
}  // namespace hotpath::lab

const hotpath::lab::Technique* hotpath_technique() {
    return &hotpath::lab::kTechnique;
}
