#pragma once
/// The range of a number on a command line or in a configuration: one text for
/// help, comments and errors, "1 to 1,000,000".
///
/// A number is decimal digits with an optional sign and, of a real one, decimals: no exponent, no
/// hexadecimal, no octal, no nan. Threads: any. Allocation: the texts'.

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

#include "hotpath/core/error.hpp"

namespace hotpath::config {

inline constexpr std::int64_t kIntegerMax = std::numeric_limits<std::int64_t>::max();

struct IntegerRange {
    std::int64_t least = 0;
    std::int64_t most = kIntegerMax;
};

struct RealRange {
    double least = 0;
    double most = 0;
    int decimals_max = 9;
};

/// The range as help and errors print it: "1 to 1,000,000".
[[nodiscard]] std::string to_text(const IntegerRange& range);
[[nodiscard]] std::string to_text(const RealRange& range);

/// The number, or a sentence: what must hold and what was given.
[[nodiscard]] Expected<std::int64_t> parse_integer(std::string_view text,
                                                   const IntegerRange& range);
[[nodiscard]] Expected<double> parse_real(std::string_view text, const RealRange& range);

}  // namespace hotpath::config
