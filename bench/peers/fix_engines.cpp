#include "bench/peers/fix_engines.hpp"

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "bench/peers/child_subjects.hpp"
#include "hotpath/measure/machine.hpp"
#include "hotpath/net/tcp_listener.hpp"

namespace hotpath::bench::peers {
namespace {

constexpr unsigned kVenueCore = 0;
constexpr unsigned kRunsWarmJava = 4;

/// The two programs of an engine, and how often both must run before what a JVM compiled is what it
/// will run.
struct Engine {
    std::string name;
    std::string prefix;  // of its tests
    SharedProgram trader;
    SharedProgram venue;
    unsigned runs_left_to_warm = 0;
};
using SharedEngine = std::shared_ptr<Engine>;

SharedProgram start_java(unsigned core) {
    return start_java_fix({"-Xms512m", "-Xmx512m", "-Xmn300m"}, core,
                          "QuickFIX/J and Artio over loopback");
}

#ifdef HOTPATH_PEER_QUICKFIX
SharedProgram start_quickfix(unsigned core) {
    return program_of(HOTPATH_QUICKFIX_ENGINE, {HOTPATH_QUICKFIX_ENGINE, fmt::to_string(core)},
                      "QuickFIX over loopback");
}
#endif

/// Both JVMs serve both engines.
std::vector<SharedEngine> make_engines() {
    const unsigned trader_core = measure::cores() - 1;
    std::vector<SharedEngine> engines;
#ifdef HOTPATH_PEER_QUICKFIX
    if (const auto trader = start_quickfix(trader_core)) {
        engines.push_back(std::make_shared<Engine>(
            Engine{"quickfix", "", trader, start_quickfix(kVenueCore), 0}));
    }
#endif
    if (const auto trader = start_java(trader_core)) {
        const auto venue = start_java(kVenueCore);
        for (const auto& [name, prefix] :
             {std::pair{"quickfix/j", "quickfixj_"}, std::pair{"artio", "artio_"}}) {
            engines.push_back(
                std::make_shared<Engine>(Engine{name, prefix, trader, venue, kRunsWarmJava}));
        }
    }
    return engines;
}

const std::vector<SharedEngine>& engines() {
    static const std::vector<SharedEngine> kEngines = make_engines();
    return kEngines;
}

/// No socket is bound to it just now.
std::optional<std::uint16_t> free_port() {
    const auto listener = net::TcpListener::listen({net::kLoopback, 0});
    return listener ? std::optional(listener->endpoint().port) : std::nullopt;
}

Measurement run_once(const Engine& engine, const RoundTripLoad& load) {
    const auto port = free_port();
    if (!port) {
        return {.error = "there is no port"};
    }
    const auto question = [&](const char* end) {
        return fmt::format("run {}{} {} {} {} {}", engine.prefix, end, load.all(), *port,
                           load.warm(), load.per_second);
    };
    const auto both =
        ask_both(*engine.trader, question("trader"), *engine.venue, question("venue"));
    return both ? measurement_of(*engine.trader, both->first, "ns")
                : Measurement{.error = both.error().message};
}

}  // namespace

std::vector<Subject> fix_round_trip(const RoundTripLoad& load) {
    std::vector<Subject> subjects;
    for (const SharedEngine& engine : engines()) {
        subjects.push_back({engine->name, "reports", [engine, load] {
                                for (; engine->runs_left_to_warm > 0; --engine->runs_left_to_warm) {
                                    if (auto run = run_once(*engine, load); !run.error.empty()) {
                                        return run;
                                    }
                                }
                                return run_once(*engine, load);
                            }});
    }
    return subjects;
}

}  // namespace hotpath::bench::peers
