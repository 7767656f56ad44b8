// A number or a table that the compiler computes, against one that is computed when the program runs.

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include "hotpath/core/random.hpp"
#include "lab/techniques/measuring.hpp"
#include "lab/techniques/technique.hpp"

namespace hotpath::lab {
namespace {

// [published]
constexpr int factorial(int n) {
    return (n <= 1) ? 1 : (n * factorial(n - 1));
}

int runtime_factorial(int n) {
    return (n <= 1) ? 1 : (n * runtime_factorial(n - 1));
}
// [end]

template <int (*compute)(int)>
std::uint64_t published(std::uint64_t items) {
    int result = 0;
    for (std::uint64_t i = 0; i < items; ++i) {
        result = compute(10);
        keep(result);
    }
    return static_cast<std::uint64_t>(result);
}

/// What the published variant is after the keyword has done what it promises.
std::uint64_t published_constant(std::uint64_t items) {
    int result = 0;
    for (std::uint64_t i = 0; i < items; ++i) {
        constexpr int kFactorial = factorial(10);
        result = kFactorial;
        keep(result);
    }
    return static_cast<std::uint64_t>(result);
}

// ---- the checksum of a message, by a table of 256 words

constexpr std::size_t kMessages = 4'096;
constexpr std::size_t kMessageBytes = 40;

using Message = std::array<std::uint8_t, kMessageBytes>;

const std::vector<Message>& messages() {
    static const std::vector<Message> made = [] {
        Random random(1);
        std::vector<Message> drawn(kMessages);
        for (Message& message : drawn) {
            for (std::uint8_t& byte : message) {
                byte = static_cast<std::uint8_t>(random.next());
            }
        }
        return drawn;
    }();
    return made;
}

using Table = std::array<std::uint32_t, 256>;

constexpr Table make_table() {
    Table table{};
    for (std::uint32_t byte = 0; byte < 256; ++byte) {
        std::uint32_t crc = byte;
        for (int bit = 0; bit < 8; ++bit) {
            crc = (crc >> 1U) ^ ((crc & 1U) != 0 ? 0x82f63b78U : 0U);
        }
        table[byte] = crc;
    }
    return table;
}

// [tables]
/// Filled when the shared object is loaded: the compiler must not know the polynomial's table.
Table table_of_start = [] {
    Table table = make_table();
    keep(table);
    return table;
}();

/// In the executable's constants, as `static const` and `inline constexpr` tables are.
constexpr Table kTable = make_table();

/// Filled on the first call: every call asks whether it has been.
const Table& table_of_first_call() {
    static const Table kFilled = [] {
        Table table = make_table();
        keep(table);
        return table;
    }();
    return kFilled;
}
// [end]

inline std::uint32_t step(const Table& table, std::uint32_t crc, std::uint8_t byte) {
    return (crc >> 8U) ^ table[(crc ^ byte) & 0xffU];
}

std::uint32_t crc_of_start(const Message& message) {
    std::uint32_t crc = ~0U;
    for (const std::uint8_t byte : message) {
        crc = step(table_of_start, crc, byte);
    }
    return ~crc;
}

std::uint32_t crc_constexpr(const Message& message) {
    std::uint32_t crc = ~0U;
    for (const std::uint8_t byte : message) {
        crc = step(kTable, crc, byte);
    }
    return ~crc;
}

std::uint32_t crc_of_first_call(const Message& message) {
    std::uint32_t crc = ~0U;
    for (const std::uint8_t byte : message) {
        crc = step(table_of_first_call(), crc, byte);
    }
    return ~crc;
}

template <std::uint32_t (*crc)(const Message&)>
std::uint64_t check(std::uint64_t items) {
    const std::vector<Message>& all = messages();
    std::uint64_t sum = 0;
    for (std::uint64_t i = 0; i < items; ++i) {
        sum += crc(all[i % kMessages]);
    }
    return sum;
}

// ---- prices to ticks: a division by a number that the compiler knows, or does not

constexpr std::uint32_t kTick = 100;  // price units, a cent

struct Rules {
    std::uint32_t tick = kTick;
};

Rules& configured() {
    static Rules rules{.tick = hidden(kTick)};
    return rules;
}

const std::vector<std::uint32_t>& prices() {
    static const std::vector<std::uint32_t> made = [] {
        Random random(2);
        std::vector<std::uint32_t> drawn(kMessages);
        for (std::uint32_t& price : drawn) {
            price = static_cast<std::uint32_t>(random.below(10'000'000));
        }
        return drawn;
    }();
    return made;
}

// [ticks]
[[gnu::noinline]] std::uint32_t ticks_configured(std::uint32_t price, const Rules& rules) {
    return price / rules.tick + (price % rules.tick != 0 ? 1U : 0U);
}

[[gnu::noinline]] std::uint32_t ticks_constexpr(std::uint32_t price) {
    return price / kTick + (price % kTick != 0 ? 1U : 0U);
}
// [end]

std::uint64_t count_configured(std::uint64_t items) {
    std::uint64_t sum = 0;
    for (std::uint64_t i = 0; i < items; ++i) {
        sum += ticks_configured(prices()[(i + sum) % kMessages], configured());
    }
    return sum;
}

std::uint64_t count_constexpr(std::uint64_t items) {
    std::uint64_t sum = 0;
    for (std::uint64_t i = 0; i < items; ++i) {
        sum += ticks_constexpr(prices()[(i + sum) % kMessages]);
    }
    return sum;
}

// With a profile GCC unrolls this loop by eight: three instructions for eight items.
constexpr double kEmptyLoop = 0.2;

// Optimised, all three are a store, a count and a jump, except where GCC leaves a loop of the recursion.
constexpr std::array kPublished{
    Variant{.name = "runtime_function",
            .work = published<runtime_factorial>,
            .instructions_min = kEmptyLoop},
    Variant{
        .name = "constexpr_function", .work = published<factorial>, .instructions_min = kEmptyLoop},
    Variant{.name = "constexpr_value", .work = published_constant, .instructions_min = kEmptyLoop}};

// Four instructions a byte at least: a load, an exclusive or, a shift, a load.
constexpr std::array kCrc{
    Variant{
        .name = "at_start", .work = check<crc_of_start>, .instructions_min = 2.0 * kMessageBytes},
    Variant{.name = "constexpr_table",
            .work = check<crc_constexpr>,
            .instructions_min = 2.0 * kMessageBytes},
    Variant{.name = "at_first_call",
            .work = check<crc_of_first_call>,
            .instructions_min = 2.0 * kMessageBytes}};

constexpr std::array kTicks{
    Variant{.name = "configured", .work = count_configured, .instructions_min = 10},
    Variant{.name = "constexpr_tick", .work = count_constexpr, .instructions_min = 10}};

constexpr std::array kComparisons{
    Comparison{.name = "published",
               .unit = "ns/factorial",
               .items = 200'000,
               .variants = kPublished,
               .published_ratio = 0.245 / 2.69},
    Comparison{.name = "crc_table", .unit = "ns/message", .items = 10'000, .variants = kCrc},
    Comparison{
        .name = "tick_of_instrument", .unit = "ns/price", .items = 200'000, .variants = kTicks}};

constexpr Technique kTechnique{
    .name = "constexpr",
    .question = "is what the compiler computes faster than what is computed once at start?",
    .comparisons = kComparisons};

}  // namespace
}  // namespace hotpath::lab

const hotpath::lab::Technique* hotpath_technique() {
    return &hotpath::lab::kTechnique;
}
