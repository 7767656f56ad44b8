#pragma once
/// The recorded progress of a journaling process: the last record appended and the last reported
/// durable, in memory that outlives it and is on another disk.
///
/// attempted is stored before a record is appended, acknowledged after the journal has said so: at
/// any end the truth lies between the two. Threads: one writes, the test reads. Allocation: one
/// mapping. Tests only.

#include <atomic>
#include <cstdint>
#include <filesystem>

namespace hotpath::crash {

struct JournalOath {
    std::atomic<std::uint64_t> attempted;
    std::atomic<std::uint64_t> acknowledged;
    std::atomic<std::uint64_t> openings;  // recoveries that succeeded
    std::atomic<std::uint64_t> segments;  // seen by the last of them
};

/// Mapped for ever; made when it is not there. Aborts when it cannot be had.
[[nodiscard]] JournalOath& journal_oath(const std::filesystem::path& file);

/// The worker's exit codes.
inline constexpr int kJournalNotOpened = 3;
inline constexpr int kJournalFailed = 4;  // the disk did not keep its word, and it was noticed

}  // namespace hotpath::crash
