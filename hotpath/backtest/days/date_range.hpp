#pragma once
/// data.from and data.until: the first and the last date that a backtest runs; and the dates of the
/// files that they choose from.
///
/// A file's date is the first one in its name: 2024-01-02, 20240102, or 01022024 as Nasdaq writes it.
/// Without one it is that of the data, which tables of quotes, DBN and IEX DEEP have. Threads: set-up.
/// Allocation: the streams'. Complexity: linear in the name; the first block of a file without one.

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string_view>

#include "hotpath/capture/table/table_values.hpp"
#include "hotpath/core/error.hpp"

namespace hotpath::backtest {

struct DateRange {
    std::optional<capture::Date> from{};
    std::optional<capture::Date> until{};  // included

    [[nodiscard]] bool is_everything() const noexcept { return !from && !until; }
    [[nodiscard]] bool has(capture::Date date) const noexcept {
        return (!from || date >= *from) && (!until || date <= *until);
    }
};

/// The first and the last date of the data.
struct DateSpan {
    capture::Date first{};
    capture::Date last{};

    void add(capture::Date date) noexcept {
        first = std::min(first, date);
        last = std::max(last, date);
    }
};

/// Both ends must be within the dates of the data; an error names those.
[[nodiscard]] Expected<void> check_date_range(const DateRange& range, const DateSpan& data);

[[nodiscard]] std::optional<capture::Date> date_in_name(std::string_view name);
/// The date of a file, from its name or its data.
[[nodiscard]] Expected<capture::Date> date_of_file(const std::filesystem::path& file);

}  // namespace hotpath::backtest
