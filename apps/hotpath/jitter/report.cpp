#include "apps/hotpath/jitter/report.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "apps/hotpath/console/console.hpp"
#include "hotpath/jitter/core_list.hpp"

namespace hotpath::app {

namespace {

constexpr std::size_t kLongestShown = 5;
constexpr std::size_t kLinesShown = 6;

[[nodiscard]] double seconds(Nanos span) {
    return static_cast<double>(span.value) / 1e9;
}

[[nodiscard]] double a_second(std::uint64_t count, Nanos span) {
    return span.value == 0 ? 0.0 : static_cast<double>(count) / seconds(span);
}

/// What the kernel counted, in words: "2 forced switches, run delay 16.3 us".
[[nodiscard]] std::string evidence_text(const jitter::NamedGap& named) {
    const jitter::GapEvidence& evidence = named.gap.evidence;
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

[[nodiscard]] std::string core_row(const jitter::SpinResult& result) {
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

[[nodiscard]] std::string cause_rows(const jitter::SpinResult& result) {
    std::string text;
    for (const jitter::Cause cause : jitter::kAllCauses) {
        const timing::LatencyHistogram& lengths = result.gaps.of(cause).lengths;
        if (!lengths.empty()) {
            text +=
                fmt::format("  {:<38}{:<8}{:>9}{:>12.2f}{:>11}{:>11}\n",
                            jitter::cause_text(cause, jitter::Watched::Spin),
                            jitter::owner_name(jitter::owner_of(cause, jitter::Watched::Spin)),
                            grouped(lengths.count()), a_second(lengths.count(), result.watched),
                            duration_text(lengths.percentile(50)), duration_text(lengths.max()));
        }
    }
    return text;
}

[[nodiscard]] std::string longest_rows(const jitter::SpinResult& result) {
    std::string text;
    for (const jitter::NamedGap& named :
         std::span(result.longest).first(std::min(kLongestShown, result.longest.size()))) {
        text += fmt::format("  {:>9} at {:.3f} s: {} ({})\n", duration_text(named.gap.length),
                            seconds(named.gap.at),
                            jitter::cause_text(named.gap.cause, jitter::Watched::Spin),
                            evidence_text(named));
    }
    return text;
}

[[nodiscard]] std::string lines_text(std::span<const jitter::LineSum> lines, Nanos watched) {
    std::vector<std::string> parts;
    for (const jitter::LineSum& line : lines.first(std::min(kLinesShown, lines.size()))) {
        parts.push_back(fmt::format("{} {:.1f}", line.name, a_second(line.count, watched)));
    }
    return parts.empty() ? "none" : fmt::format("{}", fmt::join(parts, ", "));
}

[[nodiscard]] std::string core_text(const jitter::JitterRun& run,
                                    const jitter::SpinResult& result) {
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

[[nodiscard]] std::string names_of(std::span<const jitter::Setting> settings,
                                   jitter::SettingState state) {
    std::vector<std::string> names;
    for (const jitter::Setting& setting : settings) {
        if (setting.state == state) {
            names.push_back(fmt::format("{} ({})", setting.name, setting.present));
        }
    }
    return names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", "));
}

}  // namespace

std::string spin_text(const jitter::JitterRun& run, std::span<const jitter::SpinResult> cores) {
    std::vector<std::uint32_t> numbers;
    for (const jitter::SpinResult& result : cores) {
        numbers.push_back(result.core);
    }
    std::string text = fmt::format(
        "{}hotpath jitter{}  core{} {}, gaps from {} on, clock {}, {} machine\n\n", style().bold,
        style().reset, cores.size() == 1 ? "" : "s", jitter::core_list_text(numbers),
        duration_text(run.threshold), timing::clock_source_name(cores.front().clock),
        run.is_virtual ? "virtual" : "physical");
    text += fmt::format("{}{:>4}{:>11}{:>9}{:>12}{:>11}{:>11}{:>11}{:>11}{:>11}{}\n", style().dim,
                        "core", "watched", "turn", "gaps a s", "p50", "p99", "p99.9", "max", "lost",
                        style().reset);
    for (const jitter::SpinResult& result : cores) {
        text += core_row(result);
    }
    for (const jitter::SpinResult& result : cores) {
        text += core_text(run, result);
    }
    return text;
}

std::string advice_text(std::span<const jitter::Setting> settings) {
    std::string text = fmt::format("\n{}advice{}\n", style().bold, style().reset);
    for (const jitter::Setting& setting : settings) {
        if (setting.state == jitter::SettingState::Change) {
            text += fmt::format("  {}: now {}; should be {}: {}\n", setting.name, setting.present,
                                setting.wanted, setting.how);
        }
    }
    text += fmt::format("  not to be seen here: {}\n  as they should be: {}\n",
                        names_of(settings, jitter::SettingState::Unknown),
                        names_of(settings, jitter::SettingState::Good));
    return text;
}

}  // namespace hotpath::app
