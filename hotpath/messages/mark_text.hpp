#pragma once
/// The mark of an open position in words: the rule, how old the mark is, and what closing costs.
///
/// Threads: pure functions. Allocation: the text.

#include <optional>
#include <string>

#include <fmt/format.h>

#include "hotpath/core/units.hpp"
#include "hotpath/text/numbers.hpp"

namespace hotpath::messages {

/// "the mid of a market no wider than 2%, else the last such mid"
[[nodiscard]] inline std::string mark_text(BasisPoints spread_max) {
    return fmt::format("the mid of a market no wider than {:g}%, else the last such mid",
                       static_cast<double>(spread_max.value) / 100);
}

/// "", or "3 h 58 min old"
[[nodiscard]] inline std::string mark_age_text(Nanos age) {
    return age == Nanos{} ? "" : text::duration_text(age) + " old";
}

/// "closing would cost $12.00", or that the market has no order to close with
[[nodiscard]] inline std::string cost_to_close_text(const std::optional<Money>& cost) {
    return cost ? "closing would cost " + text::dollars(*cost)
                : std::string("the market has no order to close with");
}

}  // namespace hotpath::messages
