#pragma once
/// The tables [limits], [account_limits] and [pace] of a trader's configuration, and
/// [override_limits] if present: every key is required.
///
/// Threads: set-up. Allocation: free.

#include <filesystem>

#include <toml++/toml.h>

#include "hotpath/core/error.hpp"
#include "hotpath/engine/engine_options.hpp"
#include "hotpath/risk/shared_limits.hpp"
#include "hotpath/trader/operator_commands.hpp"

namespace hotpath::live {

[[nodiscard]] Expected<void> read_risk_limits(const std::filesystem::path& file,
                                              const toml::table& root,
                                              engine::EngineOptions& engine);
[[nodiscard]] Expected<void> read_override_limits(const std::filesystem::path& file,
                                                  const toml::table& root,
                                                  trader::OverrideOptions& overrides);
/// [firm_limits]: of several engines together; the same holds.
[[nodiscard]] Expected<void> read_firm_limits(const std::filesystem::path& file,
                                              const toml::table& root, risk::FirmLimits& limits,
                                              risk::FirmExposureLimits& exposure);

}  // namespace hotpath::live
