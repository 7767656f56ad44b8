#include "hotpath/jitter/report_json.hpp"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace hotpath::jitter {

namespace {

using Json = nlohmann::ordered_json;

[[nodiscard]] std::uint64_t kernel_gaps(const GapEvidence& evidence) {
    return std::uint64_t{evidence.ticks} + evidence.other_core + evidence.device;
}

[[nodiscard]] std::string_view state_name(SettingState state) {
    constexpr std::array<std::string_view, 3> kNames{"good", "change", "unknown"};
    return kNames[static_cast<std::size_t>(state)];
}

}  // namespace

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

}  // namespace hotpath::jitter
