// hotpath-backtest-side --day STEM [--by-price] [--quote]: our side of `script/bench backtest` as a
// process of its own, so that its start and its memory are its alone. Prints one line of JSON, as
// the programs of the peers do (bench/peers/backtest).

#include <cstdio>
#include <fstream>
#include <string>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "bench/backtest/side.hpp"
#include "hotpath/core/cpu.hpp"
#include "hotpath/measure/machine.hpp"

namespace hotpath::bench::backtests {
namespace {

/// The most memory that was resident; before exec it was another program's.
std::uint64_t peak_memory_kib() {
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);) {
        if (line.starts_with("VmHWM:")) {
            return std::stoull(line.substr(line.find_first_of("0123456789")));
        }
    }
    return 0;
}

int run(const SideOptions& options) {
    if (options.threads == 1) {
        [[maybe_unused]] const auto pinned = pin_this_thread(measure::cores() - 1);
    }
    const auto result = play(options);
    if (!result) {
        fmt::print(stderr, "{}\n", result.error().message);
        return 1;
    }
    const nlohmann::ordered_json line{{"answer", fmt::format("{:016x}", result->prices.value())},
                                      {"reads", result->prices.count()},
                                      {"played_ns", result->played_ns},
                                      {"whole_ns", result->whole_ns},
                                      {"first_event_ns", result->first_event_ns},
                                      {"peak_memory_kib", peak_memory_kib()},
                                      {"orders", result->orders},
                                      {"fills", result->fills},
                                      {"output_hash", fmt::format("{:016x}", result->output_hash)}};
    fmt::print("{}\n", line.dump());
    return 0;
}

}  // namespace
}  // namespace hotpath::bench::backtests

int main(int argc, char** argv) {
    using namespace hotpath::bench::backtests;
    CLI::App app{"Hotpath's side of script/bench backtest"};
    SideOptions options;
    bool is_by_price = false;
    bool is_quoting = false;
    app.add_option("--day", options.days, "files of a day, without their suffix; several: in order")
        ->required();
    app.add_flag("--by-price", is_by_price, "the day is one by price");
    app.add_flag("--quote", is_quoting, "quote both sides at the best prices");
    app.add_option("--strategies", options.strategies, "each with its share of the instruments")
        ->check(CLI::Range(1, 64));
    app.add_option("--threads", options.threads, "days at the same time")->check(CLI::Range(1, 64));
    CLI11_PARSE(app, argc, argv);
    options.books = is_by_price ? BookKind::ByPrice : BookKind::ByOrder;
    options.strategy = is_quoting ? Strategy::Quote : Strategy::Read;
    return run(options);
}
