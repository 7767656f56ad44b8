#pragma once
/// The options of `hotpath demo`.
///
/// The defaults give the demo its minute; every one is shown by --help with its unit. Values:
/// threads any, allocation the strings'.

#include <cstdint>
#include <filesystem>
#include <optional>

#include "hotpath/core/symbol.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/sim/market/market_generator.hpp"
#include "hotpath/sim/session/session_ends.hpp"
#include "hotpath/sim/session/session_options.hpp"
#include "hotpath/strategy/registration.hpp"
#include "hotpath/telemetry/telemetry_channel.hpp"

namespace hotpath::app {

using telemetry::TelemetryOptions;

struct DemoOptions {
    std::filesystem::path file;  // empty: the market is generated
    sim::market::MarketOptions market{.seed = 1, .messages = 2'000'000, .instruments = 50};
    std::optional<Symbol> symbol;  // nothing: the busiest
    strategy::StrategyChoice strategy{};
    Qty order_qty{100};  // of one order, at most
    Qty position_max{1'000};
    sim::session::SessionOptions session;
    sim::session::SessionProtocols protocols{};
    std::uint32_t threads = 1;  // 1, or 2 where two cores may be used
    std::filesystem::path report = "demo-report.html";
    std::filesystem::path json;     // empty: none
    std::filesystem::path journal;  // a folder; empty: none
    TelemetryOptions telemetry;

    [[nodiscard]] bool is_generated() const { return file.empty(); }
};

}  // namespace hotpath::app
