#pragma once
/// What is read of a recording, and the form of the values.
///
/// Threads: values. Allocation: the symbols.

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "hotpath/core/symbol.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/feed/look_ahead.hpp"

namespace hotpath::python {

struct Selection {
    std::filesystem::path file;
    std::vector<Symbol> symbols{};        // none: every instrument
    std::optional<Time> begin{};          // rows at this time and later ...
    std::optional<Time> end{};            // ... and before this one
    feed::LookAheadOptions look_ahead{};  // of books of all instruments; no row depends on it
};

enum class MarketTable : std::uint8_t { Messages, Trades, Quotes, Depth };

struct RowForm {
    std::size_t levels = 1;           // of Depth
    std::size_t batch_rows = 65'536;  // a batch has at most as many
    bool prices_are_decimal = false;  // decimal128(19, 4); else int64 in 1/10,000
    /// Midnight of the recording's day, ns since 1970 UTC, and its time zone: times are timestamps.
    /// Without it they are ns since midnight.
    std::optional<std::int64_t> midnight_ns{};
    std::string time_zone{};
};

}  // namespace hotpath::python
