#pragma once
/// The registry: all strategies that a program's commands offer by name, those of Hotpath and those
/// that its main() adds.
///
///   auto registry = Registry::create({{registration_of<Leaner>()}});
///   auto choice = registry->choice_of("momentum");
///
/// To add a strategy of Hotpath, add one line to registry.cpp. Threads: set-up; queries any.
/// Allocation: the list. Complexity: linear in the strategies.

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "hotpath/core/error.hpp"
#include "hotpath/strategy/registration.hpp"

namespace hotpath::strategy {

class Registry {
  public:
    /// Combines Hotpath's strategies and `own`. Refuses invalid or repeated names, repeated
    /// parameter keys, and defaults outside their range.
    [[nodiscard]] static Expected<Registry> create(std::span<const Registration> own = {});

    [[nodiscard]] std::span<const Registration> all() const noexcept { return all_; }
    [[nodiscard]] std::vector<std::string_view> names() const;
    /// Names of the strategies for one venue.
    [[nodiscard]] std::vector<std::string_view> one_venue_names() const;
    /// Returns nullopt if there is no such strategy.
    [[nodiscard]] std::optional<StrategyChoice> choice_of(std::string_view name) const;

  private:
    explicit Registry(std::vector<Registration> all) : all_(std::move(all)) {}

    std::vector<Registration> all_;
};

/// True for a lower-case letter and up to 31 lower-case letters, digits and underscores.
[[nodiscard]] bool is_plain_name(std::string_view name) noexcept;

}  // namespace hotpath::strategy
