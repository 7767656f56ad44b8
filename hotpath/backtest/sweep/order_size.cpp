#include "hotpath/backtest/sweep/order_size.hpp"

#include <algorithm>
#include <vector>

#include "hotpath/strategy/entry.hpp"
#include "hotpath/strategy/parameter.hpp"

namespace hotpath::backtest {

namespace {

using strategy::Parameter;

[[nodiscard]] std::int64_t scaled(std::int64_t value, std::int64_t percent) {
    return value * percent / 100;
}

/// At least 1: a limit of 0 is a missing one.
void scale_limit(std::int64_t& limit, std::int64_t percent) {
    limit = std::max<std::int64_t>(scaled(limit, percent), 1);
}

void scale_limits(engine::EngineOptions& engine, std::int64_t percent) {
    std::int64_t order_qty_max = engine.limits.order_qty_max.value;
    scale_limit(order_qty_max, percent);
    engine.limits.order_qty_max = {
        static_cast<std::uint32_t>(std::min(order_qty_max, strategy::kSharesMax))};
    scale_limit(engine.limits.position_max.value, percent);
    for (Money* const limit :
         {&engine.limits.order_notional_max, &engine.account.gross_max, &engine.account.net_max,
          &engine.account.traded_max, &engine.account.loss_max}) {
        scale_limit(limit->value, percent);
    }
}

struct ScaledParameters {
    std::vector<Parameter> all{};
    std::size_t sizes = 0;
    bool are_in_range = true;
};

[[nodiscard]] ScaledParameters scaled_parameters(const strategy::StrategyChoice& choice,
                                                 std::int64_t percent) {
    ScaledParameters made{.all = choice.parameters()};
    for (Parameter& parameter : made.all) {
        if (parameter.is_size) {
            ++made.sizes;
            parameter.value = scaled(parameter.value, percent);
            made.are_in_range = made.are_in_range && parameter.value >= parameter.least &&
                                parameter.value <= parameter.most;
        }
    }
    return made;
}

}  // namespace

std::optional<BacktestConfig> with_size(const BacktestConfig& config, std::int64_t percent) {
    BacktestConfig varied = config;
    std::size_t sizes = 0;
    for (strategy::StrategyPart& part : varied.trade.strategies) {
        const ScaledParameters parameters = scaled_parameters(part.choice, percent);
        if (!parameters.are_in_range) {
            return std::nullopt;
        }
        sizes += parameters.sizes;
        part.choice.assign(parameters.all);
        if (!part.choice.options().check()) {
            return std::nullopt;
        }
    }
    scale_limits(varied.trade.trader.engine, percent);
    return sizes == 0 ? std::nullopt : std::optional(std::move(varied));
}

}  // namespace hotpath::backtest
