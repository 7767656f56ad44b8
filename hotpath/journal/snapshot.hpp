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
/// with every record behind the older. A state may be larger than memory: it is written and checked
/// in pieces, and mapped to be loaded. Threads: one owner at a time; may be another than the
/// writer's. Allocation: a piece. Complexity: linear in the state.

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
    FileBytes file{};

    [[nodiscard]] Bytes state() const noexcept {
        return file.bytes().subspan(kSnapshotHeaderBytes);
    }
};

/// The newest that is whole, of the journal's history and not ahead of it.
struct SnapshotSearch {
    std::optional<Snapshot> found{};
    std::vector<std::string> passed_over{};  // "PATH: why", the newest first
};

/// A snapshot in pieces, the header last.
///
///   SnapshotWriter writer(storage, seq);
///   writer.add(piece); writer.add(piece);
///   if (auto written = writer.finish(header); !written) { ... it has left nothing ... }
class SnapshotWriter {
  public:
    SnapshotWriter(Storage& storage, std::uint64_t seq);
    SnapshotWriter(const SnapshotWriter&) = delete;
    SnapshotWriter& operator=(const SnapshotWriter&) = delete;
    /// Without a finish(): nothing is left.
    ~SnapshotWriter();

    /// Of the state. Behind an error nothing more is written, and finish() says which it was.
    void add(Bytes piece);
    /// Durable when it returns. `header.seq` is the one from the beginning.
    [[nodiscard]] Expected<void> finish(const SnapshotHeader& header);

  private:
    [[nodiscard]] Expected<void> write_header(const SnapshotHeader& header);

    Storage& storage_;
    std::string name_;
    std::string part_;
    File file_{};
    std::uint64_t state_bytes_ = 0;
    std::uint32_t state_crc_ = 0;
    Expected<void> result_{};
};

/// Durable when it returns.
[[nodiscard]] Expected<void> write_snapshot(Storage& storage, const SnapshotHeader& header,
                                            Bytes state);

/// That it is whole: what read_snapshot() would refuse, without the state in memory.
[[nodiscard]] Expected<SnapshotHeader> check_snapshot(Storage& storage, std::uint64_t seq);
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
