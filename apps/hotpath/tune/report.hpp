#pragma once
/// The results and choices of `hotpath tune`, as tables for people, as JSON, and as the comment
/// lines before the settings.
///
/// Threads: the main one. Allocation: free.

#include <span>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "hotpath/config/host_settings_file.hpp"
#include "hotpath/tune/choice.hpp"

namespace hotpath::app {

/// Where it was measured.
struct TunedHost {
    std::string cpu{};
    std::string kernel{};
    std::vector<std::uint32_t> cores{};  // one, or the two of a ring
    double round_trip_ns = 0;            // between the two; 0: there is one
};

struct KnobResult {
    std::string name{};
    std::string key{};
    std::string unit{};
    tune::Choice choice{};
};

[[nodiscard]] TunedHost tuned_host(std::vector<std::uint32_t> cores, double round_trip_ns);

/// "AMD EPYC, cores 0-1, near (105 ns)"
[[nodiscard]] std::string host_text(const TunedHost& host);
[[nodiscard]] std::string knob_text(const KnobResult& result);

[[nodiscard]] nlohmann::ordered_json tune_json(const TunedHost& host, const std::string& market,
                                               std::span<const KnobResult> results,
                                               const config::HostSettings& settings);

}  // namespace hotpath::app
