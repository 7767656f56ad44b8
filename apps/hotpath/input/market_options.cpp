#include "apps/hotpath/input/market_options.hpp"

#include "apps/hotpath/config/command_options.hpp"

namespace hotpath::app {

void add_market_options(CLI::App& command, sim::market::MarketOptions& market) {
    constexpr std::int64_t kMessagesMax = 10'000'000'000;
    using sim::market::messages_min;
    add_integer(command, {"--messages", "Number of messages of the generated market"},
                market.messages, {static_cast<std::int64_t>(messages_min(1)), kMessagesMax})
        ->capture_default_str();
    add_integer(command, {"--instruments", "Number of instruments of the generated market"},
                market.instruments, {1, sim::market::kInstrumentsMax})
        ->capture_default_str();
    add_integer(command, {"--seed", "Seed of the generated market"}, market.seed,
                {0, config::kIntegerMax})
        ->capture_default_str();
    command.add_flag(
        "--flash-crash", market.has_flash_crash,
        "The generated market falls by a tenth from 14:42 to 14:45, and is back by 15:00");
}

}  // namespace hotpath::app
