#pragma once
/// The known name that a misspelt one is nearest to: of a key, a command, an option, a parameter.
///
///   nearest_name("generated_dayz", known)   "generated_days"
///
/// Threads: any. Allocation: free. Complexity: O(letters of the name * letters of all known names).

#include <concepts>
#include <cstddef>
#include <optional>
#include <ranges>
#include <string>
#include <string_view>

#include <fmt/format.h>

namespace hotpath::text {

/// How many letters must be changed, added, left out, or swapped with the next one.
[[nodiscard]] std::size_t letters_between(std::string_view one, std::string_view other);

/// The most that a misspelt name is away from the one that was meant: a third of its letters.
[[nodiscard]] constexpr std::size_t letters_wrong_max(std::string_view name) {
    return (name.size() + 2) / 3;
}

/// The first of those with the fewest letters between; nothing when all are farther away.
template <std::ranges::input_range Names>
    requires std::convertible_to<std::ranges::range_reference_t<Names>, std::string_view>
[[nodiscard]] std::optional<std::string> nearest_name(std::string_view name, Names&& known) {
    std::optional<std::string> nearest;
    std::size_t least = letters_wrong_max(name) + 1;
    for (const std::string_view each : known) {
        if (const std::size_t letters = letters_between(name, each); letters < least) {
            least = letters;
            nearest = each;
        }
    }
    return nearest;
}

/// "; the nearest is generated_days", or nothing.
template <std::ranges::input_range Names>
[[nodiscard]] std::string nearest_text(std::string_view name, Names&& known) {
    const std::optional<std::string> nearest = nearest_name(name, known);
    return nearest ? fmt::format("; the nearest is {}", *nearest) : "";
}

}  // namespace hotpath::text
