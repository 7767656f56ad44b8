#pragma once
/// `hotpath journal verify`: every record, every segment, every snapshot, whether it is what was
/// written; and the repair that is done by hand.
///
/// Threads: the main one. Allocation: free.

#include <filesystem>

#include "hotpath/core/error.hpp"

namespace hotpath::app {

struct JournalVerifyOptions {
    std::filesystem::path path{};
    std::filesystem::path json{};
    bool is_repair_wanted = false;
};

/// An error when anything is damaged; a torn tail is none: opening the journal cuts it.
[[nodiscard]] Expected<void> run_journal_verify(const JournalVerifyOptions& options);

}  // namespace hotpath::app
