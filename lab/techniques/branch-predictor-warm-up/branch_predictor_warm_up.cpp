// An order's checks that run rarely, after thousands of other branches: as they are, or rehearsed just before.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "hotpath/core/random.hpp"
#include "lab/techniques/measuring.hpp"
#include "lab/techniques/technique.hpp"

namespace hotpath::lab {
namespace {

constexpr std::size_t kChecks = 64;
constexpr std::size_t kOtherBlocks = 64;
constexpr std::size_t kOtherBranches = 64;  // of a block
constexpr int kOtherRounds = 4;
constexpr std::size_t kRehearsals = 4;
constexpr std::size_t kOrders = 1U << 10U;

/// What the checks look at, a bit each: an order of the usual kind takes the same way through all of them.
constexpr std::uint64_t kUsual = 0x5ad3'1c96'e02b'7f48U;

// [checks]
/// One check: two ways that a compiler cannot make one, as a check and its exception are.
template <std::size_t check>
[[gnu::always_inline]] inline std::uint64_t after_check(std::uint64_t order, std::uint64_t state) {
    if ((order >> check & 1U) != 0) {
        return hidden(state * 3 + check);
    }
    return hidden(state ^ (state >> 7U) ^ check);
}

template <std::size_t... check>
[[gnu::always_inline]] inline std::uint64_t after_checks(std::uint64_t order, std::uint64_t state,
                                                         std::index_sequence<check...>) {
    ((state = after_check<check>(order, state)), ...);
    return state;
}

[[gnu::noinline]] std::uint64_t decide(std::uint64_t order) {
    return after_checks(order, order, std::make_index_sequence<kChecks>{});
}
// [end]

// [other]
/// The rest of a trading system between two orders: some 4,000 branches elsewhere, each taken at random.
template <std::size_t block>
[[gnu::noinline]] std::uint64_t other_block(std::uint64_t random) {
    return after_checks(random, random + block, std::make_index_sequence<kOtherBranches>{});
}

template <std::size_t... block>
[[gnu::noinline]] std::uint64_t other_work(Random& random, std::index_sequence<block...>) {
    std::uint64_t state = 0;
    ((state ^= other_block<block>(random.next())), ...);
    return state;
}

void do_other_work(Random& random) {
    for (int round = 0; round < kOtherRounds; ++round) {
        keep(other_work(random, std::make_index_sequence<kOtherBlocks>{}));
    }
}
// [end]

struct Orders {
    std::vector<std::uint64_t> usual;
    std::vector<std::uint64_t> any;
};

const Orders& orders() {
    static const Orders made = [] {
        Random random(1);
        Orders orders;
        for (std::size_t i = 0; i < kOrders; ++i) {
            orders.usual.push_back(kUsual);
            orders.any.push_back(random.next());
        }
        return orders;
    }();
    return made;
}

enum class Before : std::uint8_t { Nothing, SameWay, OtherWay };

template <const std::vector<std::uint64_t> Orders::* kind, bool has_other_work, Before before>
std::uint64_t decide_each(std::span<std::uint32_t> decision_ticks) {
    const std::vector<std::uint64_t>& all = orders().*kind;
    Random random(2);
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < decision_ticks.size(); ++i) {
        if constexpr (has_other_work) {
            do_other_work(random);
        }
        const std::uint64_t order = hidden(all[i % kOrders]);
        if constexpr (before != Before::Nothing) {
            for (std::size_t rehearsal = 0; rehearsal < kRehearsals; ++rehearsal) {
                keep(decide(hidden(before == Before::SameWay ? order : ~order)));
            }
        }
        const std::uint64_t begin = ticks();
        const std::uint64_t decision = decide(order);
        keep(decision);
        decision_ticks[i] = static_cast<std::uint32_t>(ticks() - begin);
        sum += decision;
    }
    return sum;
}

// The checks are 64 branches; the other work is 4 x 64 x 64 of them.
constexpr double kChecksMin = kChecks * 2;
constexpr double kOtherMin = kOtherRounds * kOtherBlocks * kOtherBranches * 2;

constexpr std::array kAfterOther{
    Variant{.name = "cold",
            .timed_work = decide_each<&Orders::usual, true, Before::Nothing>,
            .instructions_min = kOtherMin},
    Variant{.name = "rehearsed",
            .timed_work = decide_each<&Orders::usual, true, Before::SameWay>,
            .instructions_min = kOtherMin},
    Variant{.name = "rehearsed_the_other_way",
            .timed_work = decide_each<&Orders::usual, true, Before::OtherWay>,
            .instructions_min = kOtherMin}};

constexpr std::array kPreparedOrders{
    Variant{.name = "cold",
            .timed_work = decide_each<&Orders::any, true, Before::Nothing>,
            .instructions_min = kOtherMin},
    Variant{.name = "rehearsed",
            .timed_work = decide_each<&Orders::any, true, Before::SameWay>,
            .instructions_min = kOtherMin},
    Variant{.name = "rehearsed_the_other_way",
            .timed_work = decide_each<&Orders::any, true, Before::OtherWay>,
            .instructions_min = kOtherMin}};

constexpr std::array kNoOther{
    Variant{.name = "as_it_is",
            .timed_work = decide_each<&Orders::usual, false, Before::Nothing>,
            .instructions_min = kChecksMin},
    Variant{.name = "rehearsed",
            .timed_work = decide_each<&Orders::usual, false, Before::SameWay>,
            .instructions_min = kChecksMin * (1 + kRehearsals)}};

constexpr std::array kComparisons{Comparison{.name = "usual_orders_after_other_code",
                                             .unit = "ns/decision",
                                             .items = 200,
                                             .variants = kAfterOther},
                                  Comparison{.name = "prepared_orders_after_other_code",
                                             .unit = "ns/decision",
                                             .items = 200,
                                             .variants = kPreparedOrders},
                                  Comparison{.name = "usual_orders_one_after_another",
                                             .unit = "ns/decision",
                                             .items = 5'000,
                                             .variants = kNoOther}};

constexpr Technique kTechnique{
    .name = "branch-predictor-warm-up",
    .question = "does code that runs rarely decide faster when it has been rehearsed just before?",
    .comparisons = kComparisons};

}  // namespace
}  // namespace hotpath::lab

const hotpath::lab::Technique* hotpath_technique() {
    return &hotpath::lab::kTechnique;
}
