#include "hotpath/sim/market/self_excitation.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

#include "hotpath/core/assert.hpp"
#include "hotpath/sim/market/powers_of_two.hpp"

namespace hotpath::sim::market {
namespace {

constexpr std::uint64_t kPendingMin = std::uint64_t{1} << 16U;  // less counts as nothing
constexpr std::uint64_t kLogOfTwo = 2'977'044'472;              // ln 2, in 1/2^32

// pending * 2^-(elapsed / 2^shift).
std::uint64_t decayed(std::uint64_t pending, std::uint64_t elapsed, std::uint32_t shift) {
    const std::uint64_t halvings = elapsed >> shift;
    if (halvings >= 40) {
        return 0;
    }
    const std::uint64_t rest = elapsed & ((std::uint64_t{1} << shift) - 1);
    const std::uint64_t fraction = shift <= 32 ? rest << (32 - shift) : rest >> (shift - 32);
    return (((pending >> 8U) * (power_of_half(fraction) >> 1U)) >> 23U) >> halvings;
}

// Exponentially distributed with mean kFixedOne.
std::uint64_t draw_exponential(Dice& dice) {
    const std::uint64_t uniform = dice.below(kFixedOne) + 1;
    return ((minus_log2(uniform) >> 8U) * kLogOfTwo) >> 24U;
}

// By t of its half-lives a component has brought pending * (1 - 2^-t) events on average. The next
// comes when that reaches an exponential draw, and never when all of it is less.
std::int64_t draw_wait(std::uint64_t pending, std::uint32_t shift, Dice& dice) {
    if (pending < kPendingMin) {
        return kNever.value;
    }
    const std::uint64_t needed = draw_exponential(dice);
    if (needed >= pending) {
        return kNever.value;
    }
    const std::uint64_t share = (needed << 23U) / (pending >> 9U);
    const std::uint64_t left = kFixedOne - std::min(share, kFixedOne - 1);
    const std::uint64_t half_lives = minus_log2(left);
    const std::uint64_t wait =
        shift <= 32 ? half_lives >> (32 - shift) : half_lives << (shift - 32);
    return static_cast<std::int64_t>(wait) + 1;
}

}  // namespace

SelfExcitation::SelfExcitation(std::uint32_t instruments, const Children& children)
    : states_(std::size_t{instruments} + 1),
      leaves_(std::bit_ceil(std::size_t{instruments} + 1)),
      earliest_(leaves_ * 2, kNever) {
    HOTPATH_ASSERT(std::accumulate(children.begin(), children.end(), 0U) < kOne,
                   "an event must have fewer than one child on average");
    std::ranges::transform(children, children_.begin(),
                           [](std::uint32_t of_1024) { return kFixedOne / kOne * of_1024; });
}

InstrumentId SelfExcitation::next_instrument() const noexcept {
    std::size_t node = 1;
    while (node < leaves_) {
        node = earliest_[node * 2] == earliest_[node] ? node * 2 : node * 2 + 1;
    }
    return {static_cast<std::uint16_t>(node - leaves_)};
}

void SelfExcitation::on_event(InstrumentId instrument, Time now, std::uint64_t strength_of_1024,
                              Dice& dice) noexcept {
    State& state = states_[instrument.value];
    const auto elapsed = static_cast<std::uint64_t>((now - state.at).value);
    std::int64_t wait = kNever.value;
    for (std::size_t i = 0; i < kComponents; ++i) {
        const std::uint64_t excited = children_[i] * strength_of_1024 / kOne;
        state.pending[i] = std::min(decayed(state.pending[i], elapsed, kShifts[i]) + excited,
                                    kPendingMax * kFixedOne);
        wait = std::min(wait, draw_wait(state.pending[i], kShifts[i], dice));
    }
    state.at = now;
    plan(instrument, wait == kNever.value ? kNever : now + Nanos{wait});
}

std::uint64_t SelfExcitation::pending(InstrumentId instrument, Time now) const noexcept {
    const State& state = states_[instrument.value];
    const auto elapsed = static_cast<std::uint64_t>((now - state.at).value);
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < kComponents; ++i) {
        sum += decayed(state.pending[i], elapsed, kShifts[i]);
    }
    return sum;
}

void SelfExcitation::plan(InstrumentId instrument, Time time) noexcept {
    std::size_t node = leaves_ + instrument.value;
    earliest_[node] = time;
    while (node > 1) {
        node /= 2;
        const Time earlier = std::min(earliest_[node * 2], earliest_[node * 2 + 1]);
        if (earliest_[node] == earlier) {
            return;
        }
        earliest_[node] = earlier;
    }
}

}  // namespace hotpath::sim::market
