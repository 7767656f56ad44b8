#pragma once
/// `hotpath journal record`: the process that reads a trader's records from shared memory and
/// writes them to disk. `hotpath trade` starts it; it ends when the trader has ended in any way
/// and the channel is empty.
///
/// Its first line is "ready", its last "N records" or an error. Threads: the main one. Allocation:
/// set-up, and what a journal's segments need. Complexity: a copy a record, a write a group.

#include <cstdint>
#include <filesystem>
#include <string>

#include "hotpath/core/error.hpp"
#include "hotpath/journal/options.hpp"

namespace hotpath::app {

struct JournalRecordOptions {
    std::filesystem::path folder{};
    std::string channel{};
    journal::JournalOptions journal{.ack_mode = journal::AckMode::PageCache};
    std::uint64_t segment_mib = 64;
    std::string mode{"pagecache"};
    std::filesystem::path host_settings{};  // none: the defaults
    /// A WriterProcess: lines go to its socket, and its end is ours.
    bool has_parent = false;
};

[[nodiscard]] Expected<void> run_journal_record(const JournalRecordOptions& options);

}  // namespace hotpath::app
