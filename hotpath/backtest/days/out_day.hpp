#pragma once
/// A finished day as bytes, for `hotpath backtest --out`: what an interrupted backtest goes on from.
///
/// Every field of a DayResult, exactly, in the machine's order; then a checksum that begins with the
/// run's identity, so that neither a damaged file nor one of another run is taken for a result.
/// Threads: pure functions. Allocation: the bytes, or the result. Complexity: linear.

#include <cstdint>
#include <string>
#include <string_view>

#include "hotpath/backtest/result.hpp"
#include "hotpath/core/error.hpp"

namespace hotpath::backtest {

[[nodiscard]] std::string to_bytes(const DayResult& day, std::uint64_t identity);

/// The reverse; refuses bytes of another identity, too few, too many and damaged ones.
[[nodiscard]] Expected<DayResult> day_from_bytes(std::string_view bytes, std::uint64_t identity);

}  // namespace hotpath::backtest
