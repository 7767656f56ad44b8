#pragma once
/// The inputs of `hotpath exchange` out of its journal, from its first on.
///
/// Threads: the main one. Allocation: free. Complexity: O(records).

#include <filesystem>
#include <variant>

#include <fmt/format.h>

#include "hotpath/backtest/live/journal_records.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/exchange/server/input.hpp"

namespace hotpath::backtest {

/// Calls take(input), an Expected<void>, for every input, until it is an error.
template <class Take>
[[nodiscard]] Expected<void> for_each_venue_input(const std::filesystem::path& journal,
                                                  Take&& take) {
    bool has_begun = false;
    return for_each_record(journal, [&](const journal::Record& record) -> Expected<void> {
        exchange::Input input;
        if (exchange::decode(record.payload, input) != wire::DecodeStatus::Ok) {
            return fail(fmt::format("record {} must be an input of hotpath exchange", record.seq));
        }
        has_begun = has_begun || std::holds_alternative<exchange::event::Options>(input.event);
        return has_begun ? take(input) : fail("must begin with the venue's first input");
    });
}

}  // namespace hotpath::backtest
