#pragma once
/// The inputs of `hotpath exchange` out of its journal, from its first on.
///
/// Threads: the main one. Allocation: free. Complexity: O(records).

#include <filesystem>
#include <variant>

#include <fmt/format.h>

#include "apps/hotpath/journal/input.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/exchange/server/input.hpp"

namespace hotpath::app {

/// Calls take(input), an Expected<void>, for every input, until it is an error.
template <class Take>
[[nodiscard]] Expected<void> for_each_venue_input(const std::filesystem::path& journal,
                                                  Take&& take) {
    const auto opened = open_journal_input(journal);
    if (!opened) {
        return std::unexpected(opened.error());
    }
    auto reader = open_reader(*opened, 0);
    if (!reader) {
        return std::unexpected(reader.error());
    }
    journal::Record record;
    bool has_begun = false;
    auto more = reader->next(record);
    for (; more && *more; more = reader->next(record)) {
        exchange::Input input;
        if (exchange::decode(record.payload, input) != wire::DecodeStatus::Ok) {
            return fail(fmt::format("{}: record {} must be an input of hotpath exchange",
                                    journal.string(), record.seq));
        }
        has_begun = has_begun || std::holds_alternative<exchange::event::Options>(input.event);
        if (!has_begun) {
            return fail(
                fmt::format("{}: must go back to the venue's first input", journal.string()));
        }
        if (auto taken = take(input); !taken) {
            return fail(fmt::format("{}: {}", journal.string(), taken.error().message));
        }
    }
    return more ? Expected<void>() : std::unexpected(more.error());
}

}  // namespace hotpath::app
