#pragma once
/// `hotpath journal dump`: one line a record, or an array of them as JSON.
///
/// Threads: the main one. Allocation: free.

#include <cstdint>
#include <filesystem>
#include <limits>

#include "hotpath/core/error.hpp"

namespace hotpath::app {

struct JournalDumpOptions {
    std::filesystem::path path{};
    std::filesystem::path json{};
    std::uint64_t from = 0;
    std::uint64_t count = std::numeric_limits<std::uint64_t>::max();
};

/// Records before the damage are printed before the error.
[[nodiscard]] Expected<void> run_journal_dump(const JournalDumpOptions& options);

}  // namespace hotpath::app
