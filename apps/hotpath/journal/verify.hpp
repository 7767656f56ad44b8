#pragma once
/// `hotpath journal verify`: checks every record, segment and snapshot for damage; and the manual
/// repair.
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
