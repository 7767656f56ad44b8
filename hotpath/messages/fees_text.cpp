#include "hotpath/messages/fees_text.hpp"

#include <fmt/format.h>

namespace hotpath::messages {

namespace {

[[nodiscard]] std::string rates_text(const oms::Fees& fees) {
    const auto dollars = [](std::int64_t units) { return static_cast<double>(units) / 10'000; };
    std::string text =
        fmt::format("${:g} a share added, ${:g} removed, ${:g} other", dollars(fees.added.value),
                    dollars(fees.removed.value), dollars(fees.other.value));
    if (fees.of_value != oms::ValueFees{}) {
        text += fmt::format(
            ", and ${:g}, ${:g}, ${:g} a million dollars", dollars(fees.of_value.added.value),
            dollars(fees.of_value.removed.value), dollars(fees.of_value.other.value));
    }
    return text;
}

}  // namespace

std::string fees_text(const oms::OrdersOptions& orders) {
    std::string text = rates_text(orders.fees);
    for (const oms::FeeTier& tier : orders.fee_rules.used_tiers()) {
        text += fmt::format("; from {} shares {}", tier.from.value, rates_text(tier.fees));
    }
    if (const std::int64_t least = orders.fee_rules.order_min.value; least != 0) {
        text += fmt::format("; at least ${:g} an order", static_cast<double>(least) / 10'000);
    }
    return text;
}

}  // namespace hotpath::messages
