#pragma once
/// The PATH of a command: a journal's folder with its archive, or one segment in either.
///
/// Threads: the main one. Allocation: free.

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>

#include "hotpath/core/error.hpp"
#include "hotpath/journal/archived_storage.hpp"
#include "hotpath/journal/reader.hpp"

namespace hotpath::journal {

struct JournalInput {
    std::unique_ptr<ArchivedStorage> storage;
    std::optional<std::uint64_t> segment;  // its first sequence number, when one was named
};

/// For reading; a writer may be at work.
[[nodiscard]] Expected<JournalInput> open_journal_input(const std::filesystem::path& path);

/// From record `first_seq` on, 0 for the first that there is.
[[nodiscard]] Expected<JournalReader> open_reader(const JournalInput& input,
                                                  std::uint64_t first_seq);

}  // namespace hotpath::journal
