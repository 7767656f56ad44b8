#pragma once
/// The state behind one record in a file, so that recovery need not begin with the first record.
///
///   0        8         12       16    24           32           40             48          52
///   | magic   | version | crc32c | seq | state_hash | created_ns | state_bytes | state_crc |
///   52      56     64
///   | chain | zero | state ...
///
/// `chain` names the history: it is the journal's behind record `seq`. A journal that was cut and
/// went on has another chain at the same number, and its state is another. Written beside its name,
/// made durable, renamed, and the folder made durable: a name that is there names a whole snapshot.
/// The journal must be on disk up to `seq` before, or the snapshot is ahead of it after a power
/// cut; such a one and a damaged one are passed over for the one before. The newest kKept are kept,
/// with every record behind the older. Threads: one owner at a time; may be another than the
/// writer's. Allocation: the state. Complexity: linear in it.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/journal/storage.hpp"

namespace hotpath::journal {

inline constexpr std::size_t kSnapshotHeaderBytes = 64;
inline constexpr std::size_t kSnapshotsKept = 2;
/// Version 1 did not name its history, and is not read.
inline constexpr std::uint32_t kSnapshotVersion = 2;

struct SnapshotHeader {
    std::uint64_t seq = 0;  // the last record that is in it
    std::uint64_t state_hash = 0;
    Nanos created{};
    std::uint32_t chain = 0;  // the journal's behind that record

    friend bool operator==(const SnapshotHeader&, const SnapshotHeader&) = default;
};

struct Snapshot {
    SnapshotHeader header;
    std::vector<std::byte> state;
};

/// The newest that is whole, of the journal's history and not ahead of it.
struct SnapshotSearch {
    std::optional<Snapshot> found{};
    std::vector<std::string> passed_over{};  // "PATH: why", the newest first
};

/// Durable when it returns.
[[nodiscard]] Expected<void> write_snapshot(Storage& storage, const SnapshotHeader& header,
                                            Bytes state);

[[nodiscard]] Expected<Snapshot> read_snapshot(Storage& storage, std::uint64_t seq);
/// Without the state, and whether that is whole.
[[nodiscard]] Expected<SnapshotHeader> read_snapshot_header(Storage& storage, std::uint64_t seq);

enum class Membership : std::uint8_t {
    Own,      // the journal has the snapshot's chain at its record
    Foreign,  // another chain: the snapshot belongs to a history that was cut away, or copied here
    Ahead,    // the journal ends before its record
    Unknown,  // the journal cannot be read there
};

/// Whether the snapshot is of the journal in the same folder. Reads one segment.
[[nodiscard]] Membership membership_of(Storage& storage, const SnapshotHeader& header);
/// "PATH: why" of one that is Foreign or Ahead.
[[nodiscard]] std::string why_not_own(const Storage& storage, std::uint64_t seq, Membership is);

/// Those with seq at most `seq_max`.
[[nodiscard]] Expected<SnapshotSearch> find_snapshot(Storage& storage, std::uint64_t seq_max);

struct Retired {
    std::uint64_t snapshots = 0;
    std::uint64_t segments = 0;
};

/// Removes snapshots but the newest kSnapshotsKept of `own`, and segments whose every record is in
/// the older of those. `own` are the numbers of snapshots that are known to be of the journal's
/// history: others, and damaged ones, do not count, whatever their number.
[[nodiscard]] Expected<Retired> retire(Storage& storage, std::span<const std::uint64_t> own);

}  // namespace hotpath::journal
