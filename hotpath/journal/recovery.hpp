#pragma once
/// Recovery of a journal's folder: finds the snapshot to begin with, the records after it, and
/// where to continue. Refuses anything that a crash cannot explain.
///
///   1  every record from the snapshot on is read and checked; none is skipped
///   2  the last segment's tail: all zero, or torn (cut off: zeroed, made durable, its bytes
///      reported), or damaged (refused, with file and byte)
///   3  a snapshot that is ahead of the journal or of another history (snapshot.hpp) is skipped
///      and renamed, so that it is never read again
///   4  a missing segment, or a header that does not continue the previous one: refused
///
/// Threads: one owner. Allocation: free; set-up. Complexity: linear in the journal after the
/// snapshot.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hotpath/core/error.hpp"
#include "hotpath/journal/reader.hpp"
#include "hotpath/journal/snapshot.hpp"
#include "hotpath/journal/storage.hpp"

namespace hotpath::journal {

/// The permitted changes on disk.
enum class RecoveryMode : std::uint8_t {
    Inspect,         // nothing
    CutTornTail,     // anything that a crash cannot explain is refused
    RepairTruncate,  // by hand only: cut at the damage; the cut part is kept, renamed
};

struct Recovery {
    std::optional<Snapshot> snapshot{};
    std::vector<std::string> passed_over{};  // snapshots, and why
    std::vector<std::string> put_aside{};    // renamed files: by a repair, and foreign snapshots
    std::vector<std::uint64_t> snapshots{};  // of this history, for retire(); not by Inspect
    std::uint64_t next_seq = 1;
    std::uint64_t records = 0;  // read and checked
    std::uint64_t segments = 0;
    std::uint64_t epoch = 0;  // the last; 0 when there is no journal yet
    std::uint32_t chain = 0;
    std::uint64_t dropped_bytes = 0;  // of a torn tail
    ReadStop stop{};                  // the end, and the data after it
    std::optional<SegmentView> last{};

    /// Sequence number of the first record to replay onto the snapshot, or onto an empty state.
    [[nodiscard]] std::uint64_t first_seq() const noexcept {
        return snapshot ? snapshot->header.seq + 1 : 1;
    }
};

[[nodiscard]] Expected<Recovery> recover(Storage& storage, RecoveryMode mode);

}  // namespace hotpath::journal
