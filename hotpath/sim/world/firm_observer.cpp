#include "hotpath/sim/world/firm_observer.hpp"

#include <fmt/format.h>

namespace hotpath::sim::world {

namespace {

// A venue's share keeps so many orders that it does not need: two blocks of one.
constexpr std::uint64_t kKeptByShare = 2;

}  // namespace

void FirmObserver::check(std::span<const RiskObserver* const> venues) {
    std::uint64_t orders = 0;
    std::uint64_t messages = 0;
    std::int64_t value = 0;
    for (const RiskObserver* const venue : venues) {
        orders += venue->own_open_orders();
        messages += venue->orders_sent();
        value += venue->own_open_value();
    }
    const auto find_out = [&](std::string words) {
        verdict_->find(Invariant::RiskLimitsHold, trader_ + " at all venues: " + std::move(words));
    };
    if (orders > limits_.open_orders_max) {
        find_out(fmt::format("{} open orders, limit {}", orders, limits_.open_orders_max));
    }
    if (Money{value} > limits_.open_value_max) {
        find_out(
            fmt::format("open orders worth {}, limit {}", value, limits_.open_value_max.value));
    }
    if (messages > limits_.messages_max) {
        find_out(fmt::format("{} orders and replacements of a day, limit {}", messages,
                             limits_.messages_max));
    }
}

void FirmObserver::check_reserved(std::uint64_t reserved, std::uint64_t open, std::size_t venues) {
    if (reserved > open + kKeptByShare * venues) {
        verdict_->find(Invariant::QuantityIsConserved,
                       fmt::format("{} at all venues: {} open orders, and {} of the firm's are "
                                   "reserved",
                                   trader_, open, reserved));
    }
}

}  // namespace hotpath::sim::world
