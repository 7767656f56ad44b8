#pragma once
/// The results of `hotpath jitter`, as tables for people.
///
/// Threads: the main one. Allocation: free.

#include <span>
#include <string>

#include "hotpath/jitter/host_settings.hpp"
#include "hotpath/jitter/report_json.hpp"
#include "hotpath/jitter/spin.hpp"

namespace hotpath::app {

[[nodiscard]] std::string spin_text(const jitter::JitterRun& run,
                                    std::span<const jitter::SpinResult> cores);
/// Settings to change, one a line; then those that are right, and those that cannot be read here.
[[nodiscard]] std::string advice_text(std::span<const jitter::Setting> settings);

}  // namespace hotpath::app
