#pragma once
/// Options of a pipelined engine, and the bounds that follow from them.
///
/// Threads: values. Allocation: the symbol list.

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "hotpath/book/depth_view.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/engine/engine_options.hpp"
#include "hotpath/oms/intent.hpp"
#include "hotpath/oms/orders.hpp"

namespace hotpath::engine::pipelined {

struct PipelineOptions {
    /// Books, feed, symbols, and for each gateway: limits, account, pace, orders.
    EngineOptions engine;
    std::size_t slots = 1;            // strategies
    std::size_t strategy_stages = 1;  // the slots in consecutive groups; up to one thread each
    std::size_t gateways = 1;         // slot i sends through gateway i modulo gateways
    std::size_t ring_slots = 256;     // a power of two
    std::size_t depth_levels = 2;     // visible to a strategy on each side: kDepthLevelsMax at most
    /// Order options of each slot; its instruments_max is the books'.
    oms::OrdersOptions slot_orders{
        .orders_remembered = 4'096, .open_orders_max = 256, .executions_remembered = 4'096};
    std::uint32_t own_orders_max = 4'096;  // own orders tracked in the books
    Nanos unseen_max{kNanosPerSecond};     // how long an order not shown is tracked
    std::uint32_t notices_max = 4'096;     // trades of one packet, or of those it releases

    /// The most feedback of one event: each intent may be refused; the venue's message, a session
    /// that is back, and pulled orders, twice a gateway.
    [[nodiscard]] std::size_t answers_max() const noexcept {
        return slots * oms::kIntentsMax + 2 * gateways + 2;
    }
    [[nodiscard]] std::size_t feedback_max() const noexcept {
        constexpr std::size_t kEventsUnderWay = 8;
        constexpr std::size_t kSlotsMin = 1'024;
        return std::max(kSlotsMin, std::bit_ceil(kEventsUnderWay * answers_max()));
    }
    [[nodiscard]] std::size_t slots_in(std::size_t stage) const noexcept {
        return first_slot(stage + 1) - first_slot(stage);
    }
    [[nodiscard]] std::size_t first_slot(std::size_t stage) const noexcept {
        return stage * slots / strategy_stages;
    }
    /// Slots of one stage's queue to the gateway: twice the most intents of one event.
    [[nodiscard]] std::size_t intents_max(std::size_t stage) const noexcept {
        constexpr std::size_t kSlotsMin = 256;
        return std::max(kSlotsMin, std::bit_ceil(2 * slots_in(stage) * oms::kIntentsMax));
    }
};

/// Fails with the name of the invalid option.
[[nodiscard]] Expected<void> validate(const PipelineOptions& options);

}  // namespace hotpath::engine::pipelined
