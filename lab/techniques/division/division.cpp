// Prices divided by ticks: by a number known only at run time, by a constant, by a multiplication; indices of a ring modulo its size.

#include <array>
#include <cstdint>
#include <vector>

#include "hotpath/core/exact_division.hpp"
#include "hotpath/core/random.hpp"
#include "hotpath/core/wide.hpp"
#include "hotpath/risk/multiples_of.hpp"
#include "lab/techniques/measuring.hpp"
#include "lab/techniques/technique.hpp"

namespace hotpath::lab {
namespace {

constexpr std::size_t kPrices = 1U << 14U;
constexpr std::size_t kInstruments = 64;
constexpr std::uint32_t kTick = 100;         // one cent
constexpr std::uint64_t kSlots = 1U << 12U;  // of a ring

// [reciprocal]
/// n / divisor for every n below 2^32: the high bits of a product with 2^64 / divisor, rounded up.
class Reciprocal {
  public:
    constexpr explicit Reciprocal(std::uint32_t divisor)
        : reciprocal_(~std::uint64_t{0} / divisor + 1) {}  // divisor > 1
    [[nodiscard]] constexpr std::uint64_t quotient(std::uint32_t n) const {
        return static_cast<std::uint64_t>((static_cast<WideUint>(reciprocal_) * n) >> 64U);
    }

  private:
    std::uint64_t reciprocal_;
};
// [end]

struct Instrument {
    std::uint64_t tick;
    ExactDivision exact;
    Reciprocal reciprocal;
    risk::MultiplesOf multiples;
};

struct Price {
    std::uint32_t value;
    std::uint32_t instrument;
};

struct Data {
    std::vector<Instrument> instruments;
    std::vector<Price> on_tick;  // multiples of their instrument's tick
    std::vector<Price> any;      // one in four is not
    std::vector<std::uint32_t> cents;
};

const Data& data() {
    static const Data made = [] {
        constexpr std::array<std::uint32_t, 4> kTicks{25, 50, 100, 500};
        Random random(1);
        Data data;
        for (std::size_t i = 0; i < kInstruments; ++i) {
            const std::uint32_t tick = kTicks[random.next() % kTicks.size()];
            data.instruments.push_back({.tick = tick,
                                        .exact = ExactDivision(tick),
                                        .reciprocal = Reciprocal(tick),
                                        .multiples = risk::MultiplesOf(tick)});
        }
        for (std::size_t i = 0; i < kPrices; ++i) {
            const auto instrument = static_cast<std::uint32_t>(random.next() % kInstruments);
            const auto tick = static_cast<std::uint32_t>(data.instruments[instrument].tick);
            const auto price = static_cast<std::uint32_t>(random.next() % 20'000) * tick;
            data.on_tick.push_back({.value = price, .instrument = instrument});
            data.any.push_back(
                {.value = price + (random.next() % 4 == 0 ? 1 : 0), .instrument = instrument});
            data.cents.push_back(static_cast<std::uint32_t>(random.next() % 10'000'000));
        }
        return data;
    }();
    return made;
}

// [slots]
std::uint64_t slot_by_division(const Instrument& instrument, std::uint32_t price) {
    return price / instrument.tick;  // 64 bits wide
}
std::uint64_t slot_by_narrow_division(const Instrument& instrument, std::uint32_t price) {
    return price / static_cast<std::uint32_t>(instrument.tick);
}
std::uint64_t slot_by_reciprocal(const Instrument& instrument, std::uint32_t price) {
    return instrument.reciprocal.quotient(price);
}
/// Multiples only.
std::uint64_t slot_by_inverse(const Instrument& instrument, std::uint32_t price) {
    return instrument.exact.quotient(price);
}
// [end]

// [multiples]
std::uint64_t is_multiple_by_remainder(const Instrument& instrument, std::uint32_t price) {
    return price % instrument.tick == 0 ? 1 : 0;
}
std::uint64_t is_multiple_by_inverse(const Instrument& instrument, std::uint32_t price) {
    return instrument.multiples.contain(price) ? 1 : 0;
}
// [end]

/// The loop adds at once, so that divisions overlap where the processor can.
template <const std::vector<Price> Data::* prices,
          std::uint64_t (*compute)(const Instrument&, std::uint32_t)>
std::uint64_t for_each_price(std::uint64_t items) {
    const Data& all = data();
    std::uint64_t sum = 0;
    for (std::uint64_t i = 0; i < items; ++i) {
        const Price& price = (all.*prices)[i % kPrices];
        sum += hidden(compute(all.instruments[price.instrument], price.value));
    }
    return sum;
}

// [constants]
std::uint64_t dollars_at_run_time(std::uint32_t price, std::uint32_t divisor) {
    return price / divisor + price % divisor;
}
std::uint64_t dollars_by_constant(std::uint32_t price) {
    return price / kTick + price % kTick;
}
// [end]

template <class Compute>
std::uint64_t for_each_cents(std::uint64_t items, const Compute& compute) {
    const Data& all = data();
    std::uint64_t sum = 0;
    for (std::uint64_t i = 0; i < items; ++i) {
        sum += hidden(compute(all.cents[i % kPrices]));
    }
    return sum;
}

std::uint64_t cents_at_run_time(std::uint64_t items) {
    const std::uint32_t divisor = hidden(kTick);
    return for_each_cents(
        items, [divisor](std::uint32_t price) { return dollars_at_run_time(price, divisor); });
}
std::uint64_t cents_by_constant(std::uint64_t items) {
    return for_each_cents(items, dollars_by_constant);
}
std::uint64_t cents_by_reciprocal(std::uint64_t items) {
    const Reciprocal reciprocal(hidden(kTick));
    return for_each_cents(items, [reciprocal](std::uint32_t price) {
        const std::uint64_t quotient = reciprocal.quotient(price);
        return quotient + (price - quotient * kTick);
    });
}

/// Steps of a ring's index, each from the one before: the strides are those of messages, one to four slots.
template <class Next>
std::uint64_t walk_ring(std::uint64_t items, const Next& next) {
    std::uint64_t index = 0;
    std::uint64_t sum = 0;
    for (std::uint64_t i = 0; i < items; ++i) {
        index = hidden(next(index, 1 + (i & 3U)));
        sum += index;
    }
    return sum;
}

// [ring]
std::uint64_t ring_at_run_time(std::uint64_t items) {
    const std::uint64_t slots = hidden(kSlots);
    return walk_ring(items,
                     [slots](std::uint64_t at, std::uint64_t step) { return (at + step) % slots; });
}
std::uint64_t ring_by_constant(std::uint64_t items) {
    return walk_ring(items,
                     [](std::uint64_t at, std::uint64_t step) { return (at + step) % kSlots; });
}
std::uint64_t ring_by_mask(std::uint64_t items) {
    const std::uint64_t mask = hidden(kSlots - 1);
    return walk_ring(items,
                     [mask](std::uint64_t at, std::uint64_t step) { return (at + step) & mask; });
}
/// Any number of slots; a branch that is guessed right but for once a round.
std::uint64_t ring_by_comparison(std::uint64_t items) {
    const std::uint64_t slots = hidden(kSlots);
    return walk_ring(items, [slots](std::uint64_t at, std::uint64_t step) {
        const std::uint64_t next = at + step;
        return next < slots ? next : next - slots;
    });
}
// [end]

constexpr std::array kRunTime{
    Variant{.name = "division",
            .work = for_each_price<&Data::on_tick, slot_by_division>,
            .instructions_min = 5},
    Variant{.name = "division_of_32_bits",
            .work = for_each_price<&Data::on_tick, slot_by_narrow_division>,
            .instructions_min = 5},
    Variant{.name = "reciprocal",
            .work = for_each_price<&Data::on_tick, slot_by_reciprocal>,
            .instructions_min = 5},
    Variant{.name = "exact_inverse",
            .work = for_each_price<&Data::on_tick, slot_by_inverse>,
            .instructions_min = 5}};

constexpr std::array kMultiples{
    Variant{.name = "remainder",
            .work = for_each_price<&Data::any, is_multiple_by_remainder>,
            .instructions_min = 5},
    Variant{.name = "exact_inverse",
            .work = for_each_price<&Data::any, is_multiple_by_inverse>,
            .instructions_min = 5}};

constexpr std::array kConstant{
    Variant{.name = "run_time_number", .work = cents_at_run_time, .instructions_min = 5},
    Variant{.name = "constant", .work = cents_by_constant, .instructions_min = 5},
    Variant{.name = "reciprocal", .work = cents_by_reciprocal, .instructions_min = 5}};

constexpr std::array kRing{
    Variant{.name = "run_time_number", .work = ring_at_run_time, .instructions_min = 3},
    Variant{.name = "constant_power_of_two", .work = ring_by_constant, .instructions_min = 3},
    Variant{.name = "mask", .work = ring_by_mask, .instructions_min = 3},
    Variant{.name = "compare_and_subtract", .work = ring_by_comparison, .instructions_min = 3}};

constexpr std::array kComparisons{
    Comparison{.name = "tick_of_the_instrument",
               .unit = "ns/price",
               .items = 1'500'000,
               .variants = kRunTime},
    Comparison{.name = "is_multiple_of_tick",
               .unit = "ns/price",
               .items = 1'500'000,
               .variants = kMultiples},
    Comparison{
        .name = "dollars_and_cents", .unit = "ns/price", .items = 1'500'000, .variants = kConstant},
    Comparison{
        .name = "index_of_a_ring", .unit = "ns/step", .items = 1'500'000, .variants = kRing}};

constexpr Technique kTechnique{
    .name = "division",
    .question = "what does a division cost, and what do the ways around it gain?",
    .comparisons = kComparisons};

}  // namespace
}  // namespace hotpath::lab

const hotpath::lab::Technique* hotpath_technique() {
    return &hotpath::lab::kTechnique;
}
