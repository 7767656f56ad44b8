#pragma once
/// The records of a journal, or of one segment of it, one after the other.
///
/// Threads: the main one. Allocation: free. Complexity: O(records).

#include <filesystem>

#include "hotpath/core/error.hpp"
#include "hotpath/journal/journal_input.hpp"
#include "hotpath/journal/record.hpp"

namespace hotpath::backtest {

/// Calls take(record), an Expected<void>, for every record until it is an error, which then names the
/// journal.
template <class Take>
[[nodiscard]] Expected<void> for_each_record(const std::filesystem::path& journal, Take&& take) {
    const auto opened = journal::open_journal_input(journal);
    if (!opened) {
        return std::unexpected(opened.error());
    }
    auto reader = journal::open_reader(*opened, 0);
    if (!reader) {
        return std::unexpected(reader.error());
    }
    journal::Record record;
    auto more = reader->next(record);
    for (; more && *more; more = reader->next(record)) {
        if (auto taken = take(record); !taken) {
            return fail(journal.string() + ": " + taken.error().message);
        }
    }
    return more ? Expected<void>() : std::unexpected(more.error());
}

}  // namespace hotpath::backtest
