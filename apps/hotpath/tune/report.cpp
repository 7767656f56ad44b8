#include "apps/hotpath/tune/report.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "apps/hotpath/console/console.hpp"
#include "hotpath/jitter/core_list.hpp"
#include "hotpath/measure/machine.hpp"

namespace hotpath::app {

namespace {

using Json = nlohmann::ordered_json;

[[nodiscard]] std::string row_of(const tune::Tried& tried, bool is_default) {
    return fmt::format("  {:<24}{:>9.2f}{:>9.2f}{:>9.2f}{:>10}\n",
                       tried.words + (is_default ? " (default)" : ""), tried.median_ns,
                       tried.low_ns, tried.high_ns,
                       is_default ? std::string("-") : fmt::format("{:.3f}", tried.ratio));
}

/// What became of the fastest, in words.
[[nodiscard]] std::string outcome_text(const tune::Choice& choice) {
    const std::string& stays = choice.tried.front().words;
    if (!choice.is_decided) {
        return fmt::format(
            "{} stays: without looking ahead it is faster, so the books of this market fit the "
            "caches and decide nothing; take more messages",
            stays);
    }
    if (!choice.confirmation) {
        return fmt::format("{} stays: nothing was faster by more than {:.0f}%", stays,
                           measure::kEffectMin * 100);
    }
    const tune::Confirmation& again = *choice.confirmation;
    const std::string compared = fmt::format(
        "{} beside {}, {} more rounds: {:.2f} and {:.2f}, ratio {:.3f} (95%: {:.3f} to {:.3f})",
        choice.tried[again.candidate].words, stays, again.rounds, again.candidate_ns,
        again.default_ns, again.ratio.median, again.ratio.low, again.ratio.high);
    return choice.chosen == 0
               ? fmt::format("{} stays: {}", stays, compared)
               : fmt::format("{} is chosen: {}", choice.tried[choice.chosen].words, compared);
}

[[nodiscard]] Json choice_json(const tune::Choice& choice) {
    Json json{{"candidates", Json::array()}};
    for (const tune::Tried& tried : choice.tried) {
        json["candidates"].push_back({{"words", tried.words},
                                      {"median_ns", tried.median_ns},
                                      {"low_ns", tried.low_ns},
                                      {"high_ns", tried.high_ns},
                                      {"ratio", tried.ratio}});
    }
    json["confirmation"] = nullptr;
    if (choice.confirmation) {
        const tune::Confirmation& again = *choice.confirmation;
        json["confirmation"] = {
            {"candidate", again.candidate},   {"rounds", again.rounds},
            {"default_ns", again.default_ns}, {"candidate_ns", again.candidate_ns},
            {"ratio", again.ratio.median},    {"ratio_low", again.ratio.low},
            {"ratio_high", again.ratio.high}, {"verdict", measure::name(again.ratio.verdict)}};
    }
    json["decided"] = choice.is_decided;
    json["chosen"] = choice.chosen;
    return json;
}

}  // namespace

TunedHost tuned_host(std::vector<std::uint32_t> cores, double round_trip_ns) {
    const Json machine = measure::provenance();
    return {.cpu = machine["cpu"].get<std::string>(),
            .kernel = machine["kernel"].get<std::string>(),
            .cores = std::move(cores),
            .round_trip_ns = round_trip_ns};
}

std::string host_text(const TunedHost& host) {
    const std::string place =
        host.round_trip_ns > 0
            ? fmt::format("{} ({:.0f} ns a cache line's round trip)",
                          measure::regime_of(host.round_trip_ns), host.round_trip_ns)
            : std::string("one core: rings are not measured");
    return fmt::format("{}, core{} {}, {}", host.cpu, host.cores.size() > 1 ? "s" : "",
                       jitter::core_list_text(host.cores), place);
}

std::string knob_text(const KnobResult& result) {
    std::string text =
        fmt::format("\n{}{}, {}{}\n  {}{:<24}{:>9}{:>9}{:>9}{:>10}{}\n", style().bold, result.name,
                    result.unit, style().reset, style().dim, "candidate", "median", "lowest",
                    "highest", "/ default", style().reset);
    for (std::size_t n = 0; n < result.choice.tried.size(); ++n) {
        text += row_of(result.choice.tried[n], n == 0);
    }
    const std::string_view scope = result.key.empty() ? " (for programs: no command's choice)" : "";
    return text + fmt::format("  {}{}\n", outcome_text(result.choice), scope);
}

Json tune_json(const TunedHost& host, const std::string& market,
               std::span<const KnobResult> results, const config::HostSettings& settings) {
    Json json{{"host",
               {{"cpu", host.cpu},
                {"kernel", host.kernel},
                {"cores", host.cores},
                {"round_trip_ns", host.round_trip_ns},
                {"placement", measure::regime_of(host.round_trip_ns)}}},
              {"market", market},
              {"knobs", Json::array()}};
    for (const KnobResult& result : results) {
        Json knob{{"name", result.name}, {"key", result.key}, {"unit", result.unit}};
        knob.update(choice_json(result.choice));
        json["knobs"].push_back(std::move(knob));
    }
    json["settings"] = {{"look_ahead",
                         {{"table", settings.look_ahead.distances.table},
                          {"order", settings.look_ahead.distances.order},
                          {"level", settings.look_ahead.distances.level},
                          {"orders_min", settings.look_ahead.orders_min}}},
                        {"journal",
                         {{"messages_few", settings.journal.messages_few},
                          {"pauses_max", settings.journal.pauses_max}}}};
    return json;
}

}  // namespace hotpath::app
