#pragma once
/// The state behind one record in a file, so that recovery need not begin with the first record.
///
///   0        8         12       16    24           32           40             48           52 64
///   | magic   | version | crc32c | seq | state_hash | created_ns | state_bytes | state_crc | zero
///   | 64 | state ...
///
/// Written beside its name, made durable, renamed, and the folder made durable: a name that is
/// there names a whole snapshot. The journal must be on disk up to `seq` before, or the snapshot is
/// ahead of it after a power cut; such a one and a damaged one are passed over for the one before.
/// The newest kKept are kept, with every record behind the older. Threads: one owner at a time; may
/// be another than the writer's. Allocation: the state. Complexity: linear in it.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/journal/storage.hpp"

namespace hotpath::journal {

inline constexpr std::size_t kSnapshotHeaderBytes = 64;
inline constexpr std::size_t kSnapshotsKept = 2;

struct SnapshotHeader {
    std::uint64_t seq = 0;  // the last record that is in it
    std::uint64_t state_hash = 0;
    Nanos created{};

    friend bool operator==(const SnapshotHeader&, const SnapshotHeader&) = default;
};

struct Snapshot {
    SnapshotHeader header;
    std::vector<std::byte> state;
};

/// The newest that is whole and not ahead of the journal.
struct SnapshotSearch {
    std::optional<Snapshot> found{};
    std::vector<std::string> passed_over{};  // "PATH: why", the newest first
};

/// Durable when it returns.
[[nodiscard]] Expected<void> write_snapshot(Storage& storage, const SnapshotHeader& header,
                                            Bytes state);

[[nodiscard]] Expected<Snapshot> read_snapshot(Storage& storage, std::uint64_t seq);

/// Those with seq at most `seq_max`.
[[nodiscard]] Expected<SnapshotSearch> find_snapshot(Storage& storage, std::uint64_t seq_max);

struct Retired {
    std::uint64_t snapshots = 0;
    std::uint64_t segments = 0;
};

/// Removes whole snapshots but the newest kSnapshotsKept, and segments whose every record is in the
/// oldest of those. A damaged snapshot is not one of the newest, whatever its number.
[[nodiscard]] Expected<Retired> retire(Storage& storage);

}  // namespace hotpath::journal
