#pragma once
/// The registry: every strategy that the commands of a program offer by name, the house's and those
/// that its main() adds.
///
///   auto registry = Registry::create({{registration_of<Leaner>()}});
///   auto choice = registry->choice_of("momentum");
///
/// A new strategy of the house is one line in registry.cpp. Threads: set-up; queries any.
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
    /// The house's strategies, then `own`. Refuses a name that is no key or that two have, and
    /// parameters that contradict themselves: a key twice, a default outside its range.
    [[nodiscard]] static Expected<Registry> create(std::span<const Registration> own = {});

    [[nodiscard]] std::span<const Registration> all() const noexcept { return all_; }
    [[nodiscard]] std::vector<std::string_view> names() const;
    /// Those of one venue.
    [[nodiscard]] std::vector<std::string_view> one_venue_names() const;
    /// Nothing when there is no such strategy.
    [[nodiscard]] std::optional<StrategyChoice> choice_of(std::string_view name) const;

  private:
    explicit Registry(std::vector<Registration> all) : all_(std::move(all)) {}

    std::vector<Registration> all_;
};

/// A lower-case letter, then lower-case letters, digits and underscores, 32 characters at most.
[[nodiscard]] bool is_plain_name(std::string_view name) noexcept;

}  // namespace hotpath::strategy
