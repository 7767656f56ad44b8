#include "hotpath/engine/engine_options.hpp"

namespace hotpath::engine {

Expected<void> validate(const EngineOptions& options) {
    if (options.gap_patience < Nanos{} || options.gap_patience > EngineOptions::kGapPatienceMax) {
        return fail("engine: gap_patience must be 0 to 1 second");
    }
    if (options.revisit_interval < EngineOptions::kRevisitIntervalMin ||
        options.revisit_interval > EngineOptions::kRevisitIntervalMax) {
        return fail("engine: revisit_interval must be 1 millisecond to 60 seconds");
    }
    auto limits = risk::validate(options.limits);
    return limits ? validate(options.volatility) : limits;
}

gateway::GatewayOptions gateway_options(const EngineOptions& options) {
    gateway::GatewayOptions result;
    result.orders = options.orders;
    result.orders.instruments_max = options.books.instruments_max;
    result.risk = {.instruments_max = options.books.instruments_max,
                   .account = options.account,
                   .pace = options.pace,
                   .firm = options.firm};
    return result;
}

}  // namespace hotpath::engine
