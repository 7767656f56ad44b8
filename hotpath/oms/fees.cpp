#include "hotpath/oms/fees.hpp"

#include <algorithm>
#include <limits>
#include <string>

#include "hotpath/core/assert.hpp"
#include "hotpath/core/wide.hpp"

namespace hotpath::oms {

namespace {

/// Money units times a rate of 1/10,000 dollar a million dollars: 10^4 x 10^6.
constexpr std::int64_t kRateUnits = 10'000'000'000;

[[nodiscard]] WideInt rounded_quotient(WideInt value, std::int64_t divisor) noexcept {
    const WideInt half = divisor / 2;
    return (value + (value < 0 ? -half : half)) / divisor;
}

}  // namespace

Money Fees::fee(const FeeTerms& terms) const noexcept {
    WideInt fee = WideInt{of(terms.liquidity).value} * terms.qty.value;
    if (const ValueRate rate = of_value_by(terms.liquidity); rate.value != 0) {
        // A price and a quantity of the wire take 63 bits, a rate of the configuration 41.
        fee +=
            rounded_quotient(WideInt{terms.price.value} * terms.qty.value * rate.value, kRateUnits);
    }
    HOTPATH_ASSERT(fee >= std::numeric_limits<std::int64_t>::min() &&
                       fee <= std::numeric_limits<std::int64_t>::max(),
                   "the fee of an execution overflows 64 bits");
    return {static_cast<std::int64_t>(fee)};
}

std::span<const FeeTier> FeeRules::used_tiers() const noexcept {
    const auto end = std::ranges::find(tiers, TotalQty{}, &FeeTier::from);
    return {tiers.begin(), end};
}

Expected<void> validate(const FeeRules& rules) {
    TotalQty before{};
    for (const FeeTier& tier : rules.used_tiers()) {
        if (tier.from <= before) {
            return fail("fees: from_shares of the tiers must ascend from above 0, got " +
                        std::to_string(tier.from.value) + " after " + std::to_string(before.value));
        }
        before = tier.from;
    }
    return rules.order_min < Money{} ? fail("fees: order_min must be at least 0")
                                     : Expected<void>();
}

FeeSchedule::FeeSchedule(const Fees& first, const FeeRules& rules)
    : shares_before_(rules.shares_before) {
    tiers_[0].fees = first;
    for (const FeeTier& tier : rules.used_tiers()) {
        tiers_[++last_tier_] = tier;
    }
}

std::uint8_t FeeSchedule::tier(TotalQty executed_today) const noexcept {
    const std::uint64_t executed = shares_before_.value + executed_today.value;
    std::uint8_t tier = last_tier_;
    while (tiers_[tier].from.value > executed) {
        --tier;
    }
    return tier;
}

OrderMinimums::OrderMinimums(Money order_min, std::uint32_t slots)
    : order_min_(order_min), entries_(order_min == Money{} ? 0 : slots) {}

Money OrderMinimums::add(ClOrdId id, Money fees, std::int32_t executions) noexcept {
    Entry& entry = entries_[id.value & (entries_.size() - 1)];
    if (entry.id != id) {
        if (executions < 0) {
            return {};
        }
        entry = {.id = id};
    }
    entry.fees += fees;
    entry.executions += executions;
    const Money missing = order_min_ - entry.fees;
    const Money top_up = entry.executions > 0 ? std::max(missing, Money{}) : Money{};
    const Money change = top_up - entry.top_up;
    entry.top_up = top_up;
    return change;
}

}  // namespace hotpath::oms
