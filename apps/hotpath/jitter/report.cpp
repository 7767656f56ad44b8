#include "apps/hotpath/jitter/report.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "apps/hotpath/console/console.hpp"
#include "apps/hotpath/jitter/core_list.hpp"

namespace hotpath::app {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kLongestShown = 5;
constexpr std::size_t kLinesShown = 6;

[[nodiscard]] double seconds(Nanos span) {
    return static_cast<double>(span.value) / 1e9;
}

[[nodiscard]] double a_second(std::uint64_t count, Nanos span) {
    return span.value == 0 ? 0.0 : static_cast<double>(count) / seconds(span);
}

[[nodiscard]] std::uint64_t kernel_gaps(const GapEvidence& evidence) {
    return std::uint64_t{evidence.ticks} + evidence.other_core + evidence.device;
}

/// What the kernel counted, in words: "2 forced switches, run delay 16.3 us".
[[nodiscard]] std::string evidence_text(const NamedGap& named) {
    const GapEvidence& evidence = named.gap.evidence;
    std::vector<std::string> parts;
    const auto add = [&](std::uint64_t count, std::string_view what) {
        if (count > 0) {
            parts.push_back(fmt::format("{} {}", count, what));
        }
    };
    add(evidence.faults, "page faults");
    add(evidence.forced_switches, "forced switches");
    add(evidence.own_switches, "own switches");
    add(evidence.device, named.line.empty() ? "of devices" : "of devices, " + named.line);
    add(evidence.other_core, "from other cores");
    add(evidence.ticks, "of the timer");
    if (evidence.run_delay > Nanos{}) {
        parts.push_back("run delay " + duration_text(evidence.run_delay));
    } else if (evidence.off_core.value >= named.gap.length.value / 2) {
        parts.push_back("off the core " + duration_text(evidence.off_core));
    }
    return parts.empty() ? "the kernel counted nothing" : fmt::format("{}", fmt::join(parts, ", "));
}

[[nodiscard]] std::string core_row(const SpinResult& result) {
    const timing::LatencyHistogram& lengths = result.gaps.lengths();
    const double lost = static_cast<double>(lengths.mean().value) *
                        static_cast<double>(lengths.count()) /
                        static_cast<double>(std::max<std::int64_t>(result.watched.value, 1));
    return fmt::format("{:>4}{:>11}{:>9}{:>12.1f}{:>11}{:>11}{:>11}{:>11}{:>9.3f} %\n", result.core,
                       duration_text(result.watched), duration_text(result.turn),
                       a_second(lengths.count(), result.watched),
                       duration_text(lengths.percentile(50)), duration_text(lengths.percentile(99)),
                       duration_text(lengths.percentile(99.9)), duration_text(lengths.max()),
                       lost * 100);
}

[[nodiscard]] std::string cause_rows(const SpinResult& result) {
    std::string text;
    for (const Cause cause : kAllCauses) {
        const timing::LatencyHistogram& lengths = result.gaps.of(cause).lengths;
        if (!lengths.empty()) {
            text += fmt::format(
                "  {:<38}{:<8}{:>9}{:>12.2f}{:>11}{:>11}\n", cause_text(cause, Watched::Spin),
                owner_name(owner_of(cause, Watched::Spin)), grouped(lengths.count()),
                a_second(lengths.count(), result.watched), duration_text(lengths.percentile(50)),
                duration_text(lengths.max()));
        }
    }
    return text;
}

[[nodiscard]] std::string longest_rows(const SpinResult& result) {
    std::string text;
    for (const NamedGap& named :
         std::span(result.longest).first(std::min(kLongestShown, result.longest.size()))) {
        text += fmt::format("  {:>9} at {:.3f} s: {} ({})\n", duration_text(named.gap.length),
                            seconds(named.gap.at), cause_text(named.gap.cause, Watched::Spin),
                            evidence_text(named));
    }
    return text;
}

[[nodiscard]] std::string lines_text(std::span<const LineSum> lines, Nanos watched) {
    std::vector<std::string> parts;
    for (const LineSum& line : lines.first(std::min(kLinesShown, lines.size()))) {
        parts.push_back(fmt::format("{} {:.1f}", line.name, a_second(line.count, watched)));
    }
    return parts.empty() ? "none" : fmt::format("{}", fmt::join(parts, ", "));
}

[[nodiscard]] std::string core_text(const JitterRun& run, const SpinResult& result) {
    const Nanos all = result.watched + result.reading;
    std::string text = fmt::format("\n{}core {}, gaps from {} on{}\n", style().bold, result.core,
                                   duration_text(run.long_from), style().reset);
    if (result.gaps.long_gaps() == 0) {
        text += "  none\n";
    } else {
        text += fmt::format("  {}{:<38}{:<8}{:>9}{:>12}{:>11}{:>11}{}\n", style().dim, "cause",
                            "whose", "gaps", "a second", "p50", "max", style().reset);
        text += cause_rows(result) + "  the longest\n" + longest_rows(result);
    }
    text += fmt::format("  interrupts a second: {}\n  softirqs a second: {}\n",
                        lines_text(result.interrupts, all), lines_text(result.softirqs, all));
    if (result.stolen_ticks > 0) {
        text += fmt::format("  stolen by the hypervisor: {} hundredths of a second\n",
                            grouped(result.stolen_ticks));
    }
    for (const std::string& path : result.unreadable) {
        text += fmt::format("  {} cannot be read here: what it counts is not seen\n", path);
    }
    return text;
}

[[nodiscard]] std::string_view state_name(SettingState state) {
    constexpr std::array<std::string_view, 3> kNames{"good", "change", "unknown"};
    return kNames[static_cast<std::size_t>(state)];
}

[[nodiscard]] std::string names_of(std::span<const Setting> settings, SettingState state) {
    std::vector<std::string> names;
    for (const Setting& setting : settings) {
        if (setting.state == state) {
            names.push_back(fmt::format("{} ({})", setting.name, setting.present));
        }
    }
    return names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", "));
}

}  // namespace

std::string spin_text(const JitterRun& run, std::span<const SpinResult> cores) {
    std::vector<std::uint32_t> numbers;
    for (const SpinResult& result : cores) {
        numbers.push_back(result.core);
    }
    std::string text = fmt::format(
        "{}hotpath jitter{}  core{} {}, gaps from {} on, clock {}, {} machine\n\n", style().bold,
        style().reset, cores.size() == 1 ? "" : "s", core_list_text(numbers),
        duration_text(run.threshold), timing::clock_source_name(cores.front().clock),
        run.is_virtual ? "virtual" : "physical");
    text += fmt::format("{}{:>4}{:>11}{:>9}{:>12}{:>11}{:>11}{:>11}{:>11}{:>11}{}\n", style().dim,
                        "core", "watched", "turn", "gaps a s", "p50", "p99", "p99.9", "max", "lost",
                        style().reset);
    for (const SpinResult& result : cores) {
        text += core_row(result);
    }
    for (const SpinResult& result : cores) {
        text += core_text(run, result);
    }
    return text;
}

std::string advice_text(std::span<const Setting> settings) {
    std::string text = fmt::format("\n{}advice{}\n", style().bold, style().reset);
    for (const Setting& setting : settings) {
        if (setting.state == SettingState::Change) {
            text += fmt::format("  {}: now {}; should be {}: {}\n", setting.name, setting.present,
                                setting.wanted, setting.how);
        }
    }
    text += fmt::format("  not to be seen here: {}\n  as they should be: {}\n",
                        names_of(settings, SettingState::Unknown),
                        names_of(settings, SettingState::Good));
    return text;
}

Json lengths_json(const timing::LatencyHistogram& lengths) {
    Json json{{"count", lengths.count()},
              {"p50_ns", lengths.percentile(50).value},
              {"p90_ns", lengths.percentile(90).value},
              {"p99_ns", lengths.percentile(99).value},
              {"p999_ns", lengths.percentile(99.9).value},
              {"max_ns", lengths.max().value}};
    Json buckets = Json::array();
    lengths.for_each_bucket([&](const timing::LatencyHistogram::Bucket& bucket) {
        buckets.push_back({bucket.lowest.value, bucket.highest.value, bucket.count});
    });
    json["histogram_ns"] = std::move(buckets);
    return json;
}

Json causes_json(const GapLog& log, Watched watched) {
    Json causes = Json::array();
    for (const Cause cause : kAllCauses) {
        const CauseSum& sum = log.of(cause);
        if (!sum.lengths.empty()) {
            causes.push_back({{"cause", cause_name(cause)},
                              {"owner", owner_name(owner_of(cause, watched))},
                              {"count", sum.lengths.count()},
                              {"total_ns", sum.total.value},
                              {"p50_ns", sum.lengths.percentile(50).value},
                              {"max_ns", sum.lengths.max().value}});
        }
    }
    return causes;
}

Json gap_json(const NamedGap& named, Watched watched) {
    const Gap& gap = named.gap;
    const GapEvidence& evidence = gap.evidence;
    return {{"at_ns", gap.at.value},
            {"length_ns", gap.length.value},
            {"part", part_name(gap.part)},
            {"work", work_name(gap.work)},
            {"cause", cause_name(gap.cause)},
            {"owner", owner_name(owner_of(gap.cause, watched))},
            {"line", named.line},
            {"window_ns", evidence.window.value},
            {"off_core_ns", evidence.off_core.value},
            {"run_delay_ns", evidence.run_delay.value},
            {"forced_switches", evidence.forced_switches},
            {"own_switches", evidence.own_switches},
            {"page_faults", evidence.faults},
            {"interrupts", kernel_gaps(evidence)},
            {"page_moves", evidence.page_moves}};
}

Json lines_json(std::span<const LineSum> lines) {
    Json json = Json::object();
    for (const LineSum& line : lines) {
        json[line.name] = line.count;
    }
    return json;
}

Json spin_json(const JitterRun& run, std::span<const SpinResult> cores,
               std::span<const Setting> settings) {
    Json json{{"threshold_ns", run.threshold.value},
              {"long_from_ns", run.long_from.value},
              {"virtual_machine", run.is_virtual}};
    json["cores"] = Json::array();
    for (const SpinResult& result : cores) {
        Json longest = Json::array();
        for (const NamedGap& gap : result.longest) {
            longest.push_back(gap_json(gap, Watched::Spin));
        }
        json["cores"].push_back({{"core", result.core},
                                 {"clock", timing::clock_source_name(result.clock)},
                                 {"clock_drift_ppm", result.drift.ppm()},
                                 {"watched_ns", result.watched.value},
                                 {"reading_ns", result.reading.value},
                                 {"turn_ns", result.turn.value},
                                 {"tick_typical_ns", result.tick_typical.value},
                                 {"gaps", lengths_json(result.gaps.lengths())},
                                 {"causes", causes_json(result.gaps, Watched::Spin)},
                                 {"longest", std::move(longest)},
                                 {"interrupts", lines_json(result.interrupts)},
                                 {"softirqs", lines_json(result.softirqs)},
                                 {"stolen_ticks", result.stolen_ticks},
                                 {"unreadable", result.unreadable}});
    }
    json["settings"] = Json::array();
    for (const Setting& setting : settings) {
        json["settings"].push_back({{"name", setting.name},
                                    {"state", state_name(setting.state)},
                                    {"present", setting.present},
                                    {"wanted", setting.wanted},
                                    {"how", setting.how}});
    }
    return json;
}

}  // namespace hotpath::app
