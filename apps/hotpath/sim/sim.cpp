#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "apps/hotpath/commands.hpp"
#include "apps/hotpath/config/command_options.hpp"
#include "apps/hotpath/config/strategy_words.hpp"
#include "apps/hotpath/console/console.hpp"
#include "hotpath/files/output_file.hpp"
#include "hotpath/sim/world/simulation.hpp"

namespace hotpath::app {

namespace {

using namespace sim::world;
using Json = nlohmann::ordered_json;
using Clock = std::chrono::steady_clock;
using OwnStrategy = std::optional<strategy::StrategyChoice>;

struct SimOptions {
    std::uint64_t seed = 1;
    std::uint64_t seeds = 1;
    bool is_traced = false;
    bool has_flash_crash = false;
    StrategyWords strategy;  // no name: each trader's is drawn
    std::filesystem::path json;
};

struct SeedResult {
    std::uint64_t seed = 0;
    Outcome outcome;
    double real_ms = 0;
    std::string replay;  // the command
};

class PrintingTracer final : public Tracer {
  public:
    void on_event(std::uint64_t number, const Event& event) override {
        const std::string who = event.who == kVenue ? "venue" : fmt::format("{}", event.who);
        fmt::print("{:>8} {} {} {:<8} {:<5} {:>3} {:>6} {:>5} bytes\n", number,
                   time_of_day(event.time), event.venue, name(event.kind), who, event.what,
                   event.number, event.bytes.size());
    }
};

/// With the strategy, when it was not drawn.
[[nodiscard]] std::string replay_command(std::uint64_t seed, const SimOptions& options) {
    std::string command = fmt::format("hotpath sim --seed {}", seed);
    if (options.has_flash_crash) {
        command += " --flash-crash";
    }
    if (!options.strategy.name.empty()) {
        command += " --strategy " + options.strategy.name;
    }
    for (const std::string& setting : options.strategy.settings) {
        command += " --set " + setting;
    }
    return command;
}

[[nodiscard]] double milliseconds(Nanos time) {
    return static_cast<double>(time.value) / 1e6;
}

void print_network(const NetworkCounters& network) {
    print_line(
        "datagrams",
        fmt::format("{} sent, {} doubled, {} delivered, {} lost, {} in silence, {} damaged "
                    "and dropped, {} without a receiver",
                    grouped(network.sent), grouped(network.doubled), grouped(network.delivered),
                    grouped(network.lost), grouped(network.silenced), grouped(network.checksum),
                    grouped(network.without_receiver)));
    print_line("of them",
               fmt::format("{} late, {} cut short, {} damaged", grouped(network.reordered),
                           grouped(network.truncated), grouped(network.damaged)));
    print_line("connections",
               fmt::format("{} ({} refused); {} bytes sent, {} delivered, {} lost",
                           grouped(network.connections), grouped(network.refused),
                           grouped(network.bytes_sent), grouped(network.bytes_delivered),
                           grouped(network.bytes_lost)));
}

void print_what_happened(const SeedResult& result) {
    const Outcome& outcome = result.outcome;
    print_heading("what happened");
    std::string kinds;
    for (std::size_t kind = 0; kind < kEventKinds; ++kind) {
        kinds += fmt::format("{}{} {}", kind == 0 ? "" : ", ", grouped(outcome.by_kind[kind]),
                             name(static_cast<EventKind>(kind)));
    }
    print_line("events", fmt::format("{}: {}", grouped(outcome.events), kinds));
    std::string faults;
    for (std::size_t kind = 0; kind < kFaultKinds; ++kind) {
        if (outcome.faults[kind] != 0) {
            faults += fmt::format("{}{} x {}", faults.empty() ? "" : ", ", outcome.faults[kind],
                                  name(static_cast<FaultKind>(kind)));
        }
    }
    print_line("faults", faults.empty() ? "none" : faults);
    print_network(outcome.network);
    print_line("venues", fmt::format("{}: {} inputs in the journal, {} lost in crashes, {} torn "
                                     "bytes",
                                     outcome.venues, grouped(outcome.venue_inputs),
                                     grouped(outcome.records_lost), grouped(outcome.torn_bytes)));
    print_line("trading", fmt::format("{} executions; our traders: {} orders, {} executions",
                                      grouped(outcome.executions), grouped(outcome.trader_orders),
                                      grouped(outcome.trader_executions)));
    if (outcome.venues > 1) {
        print_line("at both", fmt::format("{} and {} orders, {} and {} executions",
                                          grouped(outcome.orders_of_both[0]),
                                          grouped(outcome.orders_of_both[1]),
                                          grouped(outcome.executions_of_both[0]),
                                          grouped(outcome.executions_of_both[1])));
    }
    print_line("operators", fmt::format("{} commands carried out, {} broken on their way",
                                        grouped(outcome.commands), grouped(outcome.commands_cut)));
    if (outcome.suspensions + outcome.amended != 0) {
        print_line("members",
                   fmt::format("{} suspended; {} replies about broken or corrected trades",
                               grouped(outcome.suspensions), grouped(outcome.amended)));
    }
    if (outcome.days_ended != 0) {
        print_line("days", fmt::format("{} ended; {} traders stopped and began again for the next",
                                       outcome.days_ended, outcome.stops_for_day));
    }
    print_line("stopped", fmt::format("{} traders for a late drop copy, {} for a doubled one, {} "
                                      "for an input not recorded",
                                      grouped(outcome.late_copies), grouped(outcome.doubled_copies),
                                      grouped(outcome.journals_lost)));
    print_line("compared",
               fmt::format("books {} times, positions {} times", grouped(outcome.books_compared),
                           grouped(outcome.positions_compared)));
    print_line("time", fmt::format("{:.0f} ms simulated in {:.1f} ms, {:.0f} times as fast",
                                   milliseconds(outcome.virtual_time), result.real_ms,
                                   milliseconds(outcome.virtual_time) / result.real_ms));
    print_line("trace", fmt::format("{:016x}", outcome.trace));
}

void print_finding(const SeedResult& result) {
    const Finding& finding = *result.outcome.finding;
    fmt::print("\nseed {}: {}\n  {}\n  at event {}, {:.6f} ms\n  replay: {}\n", result.seed,
               text_of(finding.invariant), finding.words, finding.event, milliseconds(finding.time),
               result.replay);
}

[[nodiscard]] Json to_json(const SeedResult& result) {
    const Outcome& outcome = result.outcome;
    Json faults = Json::object();
    for (std::size_t kind = 0; kind < kFaultKinds; ++kind) {
        faults[std::string(name(static_cast<FaultKind>(kind)))] = outcome.faults[kind];
    }
    Json json{{"seed", result.seed},
              {"trace", fmt::format("{:016x}", outcome.trace)},
              {"events", outcome.events},
              {"venues", outcome.venues},
              {"virtual_ms", milliseconds(outcome.virtual_time)},
              {"real_ms", result.real_ms},
              {"faults", faults},
              {"datagrams",
               {{"sent", outcome.network.sent},
                {"doubled", outcome.network.doubled},
                {"delivered", outcome.network.delivered},
                {"lost", outcome.network.lost}}},
              {"venue_inputs", outcome.venue_inputs},
              {"records_lost", outcome.records_lost},
              {"executions", outcome.executions},
              {"days_ended", outcome.days_ended},
              {"trader_orders", outcome.trader_orders},
              {"trader_executions", outcome.trader_executions}};
    if (outcome.finding) {
        json["finding"] = {{"invariant", static_cast<int>(outcome.finding->invariant)},
                           {"text", text_of(outcome.finding->invariant)},
                           {"words", outcome.finding->words},
                           {"event", outcome.finding->event},
                           {"replay", result.replay}};
    }
    return json;
}

[[nodiscard]] WorldOptions world_of(std::uint64_t seed, const OwnStrategy& strategy,
                                    bool has_flash_crash) {
    WorldOptions world = draw_world(seed);
    world.strategy = strategy;
    world.flash_crash_at = has_flash_crash ? Nanos{world.faults_for.value / 3} : Nanos{};
    return world;
}

[[nodiscard]] Expected<SeedResult> run_seed(const WorldOptions& world, Tracer* tracer) {
    const auto begun = Clock::now();
    auto simulation = Simulation::create(world, tracer);
    if (!simulation) {
        return std::unexpected(simulation.error());
    }
    SeedResult result{.seed = world.seed, .outcome = (*simulation)->run(), .replay = {}};
    result.real_ms = std::chrono::duration<double, std::milli>(Clock::now() - begun).count();
    return result;
}

/// Totals over many seeds.
struct Totals {
    void add(const SeedResult& result) {
        ++seeds;
        failed += result.outcome.finding ? 1U : 0U;
        of_two_venues += result.outcome.venues == 2 ? 1U : 0U;
        events += result.outcome.events;
        for (std::size_t venue = 0; venue < kVenuesMax; ++venue) {
            orders_of_both[venue] += result.outcome.orders_of_both[venue];
            executions_of_both[venue] += result.outcome.executions_of_both[venue];
        }
        virtual_ms += milliseconds(result.outcome.virtual_time);
        real_ms += result.real_ms;
        orders += result.outcome.trader_orders;
        executions += result.outcome.executions;
        records_lost += result.outcome.records_lost;
        books_compared += result.outcome.books_compared;
        days_ended += result.outcome.days_ended;
        stops_for_day += result.outcome.stops_for_day;
        for (std::size_t kind = 0; kind < kFaultKinds; ++kind) {
            faults[kind] += result.outcome.faults[kind];
        }
    }

    std::uint64_t seeds = 0;
    std::uint64_t failed = 0;
    std::uint64_t of_two_venues = 0;
    std::array<std::uint64_t, kVenuesMax> orders_of_both{};
    std::array<std::uint64_t, kVenuesMax> executions_of_both{};
    std::uint64_t events = 0;
    double virtual_ms = 0;
    double real_ms = 0;
    std::uint64_t orders = 0;
    std::uint64_t executions = 0;
    std::uint64_t records_lost = 0;
    std::uint64_t books_compared = 0;
    std::uint64_t days_ended = 0;
    std::uint64_t stops_for_day = 0;
    std::array<std::uint64_t, kFaultKinds> faults{};
};

void print_totals(const Totals& totals) {
    print_heading("simulated");
    print_line("seeds",
               fmt::format("{}, {} failed", grouped(totals.seeds), grouped(totals.failed)));
    print_line(
        "venues",
        fmt::format("two in {} worlds; traders at both sent {} and {} orders there, with {} and "
                    "{} executions",
                    grouped(totals.of_two_venues), grouped(totals.orders_of_both[0]),
                    grouped(totals.orders_of_both[1]), grouped(totals.executions_of_both[0]),
                    grouped(totals.executions_of_both[1])));
    print_line("events", grouped(totals.events));
    print_line("time", fmt::format("{:.0f} s simulated in {:.1f} s, {:.1f} ms a seed",
                                   totals.virtual_ms / 1e3, totals.real_ms / 1e3,
                                   totals.real_ms / static_cast<double>(totals.seeds)));
    for (std::size_t kind = 0; kind < kFaultKinds; ++kind) {
        print_line(name(static_cast<FaultKind>(kind)), grouped(totals.faults[kind]));
    }
    print_line("lost records", grouped(totals.records_lost));
    print_line("executions", fmt::format("{}; our traders sent {} orders",
                                         grouped(totals.executions), grouped(totals.orders)));
    print_line("days", fmt::format("{} ended; {} times a trader stopped for it",
                                   grouped(totals.days_ended), grouped(totals.stops_for_day)));
    print_line("books compared", grouped(totals.books_compared));
}

/// Nothing: each trader has the one that its seed draws.
[[nodiscard]] Expected<OwnStrategy> strategy_of(const SimOptions& options,
                                                const strategy::Registry& strategies) {
    if (!options.strategy.name.empty()) {
        auto choice = choice_of(options.strategy, strategies);
        return choice ? Expected<OwnStrategy>(std::move(*choice)) : std::unexpected(choice.error());
    }
    return options.strategy.settings.empty()
               ? Expected<OwnStrategy>(std::nullopt)
               : fail("--set needs --strategy: parameters of drawn strategies are fixed");
}

Expected<void> run_sim(const SimOptions& options, const strategy::Registry& strategies) {
    const auto strategy = strategy_of(options, strategies);
    if (!strategy) {
        return std::unexpected(strategy.error());
    }
    PrintingTracer tracer;
    Json results = Json::array();
    Totals totals;
    for (std::uint64_t seed = options.seed; seed < options.seed + options.seeds; ++seed) {
        const WorldOptions world = world_of(seed, *strategy, options.has_flash_crash);
        if (options.seeds == 1) {
            print_heading(fmt::format("seed {}", seed));
            for (const std::string& line : describe(world)) {
                fmt::print("  {}\n", line);
            }
        }
        auto result = run_seed(world, options.is_traced ? &tracer : nullptr);
        if (!result) {
            return std::unexpected(result.error());
        }
        result->replay = replay_command(seed, options);
        totals.add(*result);
        if (options.seeds == 1) {
            print_what_happened(*result);
        }
        if (result->outcome.finding) {
            print_finding(*result);
        }
        if (!options.json.empty()) {
            results.push_back(to_json(*result));
        }
    }
    if (options.seeds > 1) {
        print_totals(totals);
    }
    if (auto written = files::write_file_if_named(options.json, results.dump(2) + "\n"); !written) {
        return written;
    }
    return totals.failed == 0 ? Expected<void>()
                              : fail(fmt::format("{} of {} seeds broke an invariant", totals.failed,
                                                 totals.seeds));
}

}  // namespace

void add_sim(CLI::App& root, Run& chosen, const strategy::Registry& strategies) {
    CLI::App* command = root.add_subcommand(
        "sim",
        "Simulate one or two venues, traders and other clients in one thread and "
        "simulated time, with network and disk faults, and check invariants "
        "after every event");
    auto options = std::make_shared<SimOptions>();
    // The last seed, --seed + --seeds - 1, is one of 64 bits as well.
    add_integer(*command, {"--seed", "First seed; a seed determines the whole simulation"},
                options->seed, {0, config::kIntegerMax})
        ->capture_default_str();
    add_integer(*command, {"--seeds", "Number of seeds to run"}, options->seeds, {1, 1'000'000'000})
        ->type_name("K")
        ->capture_default_str();
    command->add_flag("--trace", options->is_traced, "Print every event");
    command->add_flag(
        "--flash-crash", options->has_flash_crash,
        "Prices fall by a tenth in a second and come back in three, among the faults");
    add_output_file(*command, {"--json", "Write the results as JSON"}, options->json)
        ->type_name("FILE");
    add_strategy_options(*command, options->strategy, strategies,
                         "Strategy of every trader; default: each seed draws the strategies");
    command->callback([options, &strategies, &chosen] {
        chosen = [options, &strategies] { return run_sim(*options, strategies); };
    });
}

}  // namespace hotpath::app
