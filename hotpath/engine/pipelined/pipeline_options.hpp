#pragma once
/// What a pipelined engine is built with, and the bounds that follow from it.
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
    /// Books, feed, symbols, and what each gateway is given: limits, account, pace, orders.
    EngineOptions engine;
    std::size_t seats = 1;  // strategies
    std::size_t strategy_stages =
        1;                         // that share them, neighbours together; a thread each, or less
    std::size_t gateways = 1;      // seat i sends through gateway i modulo so many
    std::size_t ring_slots = 256;  // a power of two
    std::size_t depth_levels = 2;  // of each side, that a strategy sees: kDepthLevelsMax at most
    /// Of each seat; its instruments_max is the books'.
    oms::OrdersOptions seat_orders{
        .orders_remembered = 4'096, .open_orders_max = 256, .executions_remembered = 4'096};
    std::uint32_t own_orders_max = 4'096;  // of ours that are looked after in the books
    Nanos unseen_max{kNanosPerSecond};     // how long one that the books do not show
    std::uint32_t news_max = 4'096;        // trades of one packet, or of the packets it releases

    /// What the gateway may have to tell because of one event: each intent may be refused; the
    /// venue's message, a session that is there again, and what is pulled, twice a gateway.
    [[nodiscard]] std::size_t answers_max() const noexcept {
        return seats * oms::kIntentsMax + 2 * gateways + 2;
    }
    [[nodiscard]] std::size_t feedback_max() const noexcept {
        constexpr std::size_t kEventsUnderWay = 8;
        constexpr std::size_t kSlotsMin = 1'024;
        return std::max(kSlotsMin, std::bit_ceil(kEventsUnderWay * answers_max()));
    }
    [[nodiscard]] std::size_t seats_in(std::size_t stage) const noexcept {
        return first_seat(stage + 1) - first_seat(stage);
    }
    [[nodiscard]] std::size_t first_seat(std::size_t stage) const noexcept {
        return stage * seats / strategy_stages;
    }
    /// Of one stage's queue to the gateway: twice what one event can make of it.
    [[nodiscard]] std::size_t intents_max(std::size_t stage) const noexcept {
        constexpr std::size_t kSlotsMin = 256;
        return std::max(kSlotsMin, std::bit_ceil(2 * seats_in(stage) * oms::kIntentsMax));
    }
};

/// Fails by name of what cannot be.
[[nodiscard]] Expected<void> validate(const PipelineOptions& options);

}  // namespace hotpath::engine::pipelined
