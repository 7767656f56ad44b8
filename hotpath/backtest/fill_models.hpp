#pragma once
/// The fill models by name, for configurations, options and reports.
///
/// Threads: any. Allocation: none. Complexity: none.

#include <array>
#include <cstddef>
#include <string_view>

#include "hotpath/sim/flow/fill_model.hpp"

namespace hotpath::backtest {

inline constexpr std::array<std::string_view, 6> kFillModels{
    "exact", "matched", "back_of_line", "proportional", "power", "logarithmic"};

[[nodiscard]] constexpr sim::flow::FillModel fill_model(std::size_t index) noexcept {
    using enum sim::flow::QueueModel;
    constexpr std::array<sim::flow::FillModel, kFillModels.size()> kModels{
        {{},
         sim::flow::kMatched,
         {.queue = BackOfLine},
         {.queue = Proportional},
         {.queue = Power},
         {.queue = Logarithmic}}};
    return kModels[index];
}

}  // namespace hotpath::backtest
