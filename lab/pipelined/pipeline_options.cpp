#include "lab/pipelined/pipeline_options.hpp"

#include "hotpath/queue/disruptor/topology.hpp"
#include "lab/pipelined/event.hpp"

namespace hotpath::engine::pipelined {

Expected<void> validate(const PipelineOptions& options) {
    constexpr std::size_t kStrategyStagesMax = queue::disruptor::kStagesMax - 1;
    constexpr std::size_t kGatewaysMax = 64;
    if (options.slots == 0 || options.slots >= kNoSlot) {
        return fail("pipeline: slots must be 1..65,534");
    }
    if (options.strategy_stages == 0 || options.strategy_stages > kStrategyStagesMax ||
        options.strategy_stages > options.slots) {
        return fail("pipeline: strategy_stages must be 1..15 and at most slots");
    }
    if (options.gateways == 0 || options.gateways > kGatewaysMax) {
        return fail("pipeline: gateways must be 1..64");
    }
    if (options.ring_slots < 2 || !std::has_single_bit(options.ring_slots)) {
        return fail("pipeline: ring_slots must be a power of two, at least 2");
    }
    if (options.depth_levels == 0 || options.depth_levels > book::kDepthLevelsMax) {
        return fail("pipeline: depth_levels must be 1..4");
    }
    if (options.own_orders_max == 0 || options.notices_max == 0) {
        return fail("pipeline: own_orders_max and notices_max must be above 0");
    }
    return engine::validate(options.engine);
}

}  // namespace hotpath::engine::pipelined
