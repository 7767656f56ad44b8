#pragma once
/// The results of a watch as JSON.
///
/// Threads: the main one. Allocation: free.

#include <span>

#include <nlohmann/json.hpp>

#include "hotpath/jitter/host_settings.hpp"
#include "hotpath/jitter/spin.hpp"

namespace hotpath::jitter {

/// How the watch was made.
struct JitterRun {
    Nanos threshold{};
    Nanos long_from{};
    bool is_virtual = false;
};

[[nodiscard]] nlohmann::ordered_json spin_json(const JitterRun& run,
                                               std::span<const SpinResult> cores,
                                               std::span<const Setting> settings);
/// {"count", "p50_ns", ..., "max_ns", "histogram_ns": [[lowest, highest, count], ...]}
[[nodiscard]] nlohmann::ordered_json lengths_json(const timing::LatencyHistogram& lengths);
/// The causes that occurred, each with its owner.
[[nodiscard]] nlohmann::ordered_json causes_json(const GapLog& log, Watched watched);
[[nodiscard]] nlohmann::ordered_json gap_json(const NamedGap& named, Watched watched);
[[nodiscard]] nlohmann::ordered_json lines_json(std::span<const LineSum> lines);

}  // namespace hotpath::jitter
