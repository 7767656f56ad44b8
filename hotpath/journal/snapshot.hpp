#pragma once
/// The state after one record in a file, so that recovery need not begin with the first record.
///
///   0        8         12       16    24           32           40             48          52
///   | magic   | version | crc32c | seq | state_hash | created_ns | state_bytes | state_crc |
///   52      56     64
///   | chain | zero | state ...
/// `chain` names the history: it is the journal's chain after record `seq`. A journal that was cut
/// and continued has another chain and state at the same number. Written to a temporary name, made
/// durable, renamed, and the folder made durable: an existing name is a whole snapshot. The journal
/// must be durable up to `seq` first, or the snapshot is ahead of it after a power failure; such a
/// snapshot and a damaged one are skipped for the previous one. The newest kKept are kept, with
/// every record after the older. A state may be larger than memory: it is written and checked in
/// pieces, and mapped to be loaded. Threads: one owner at a time; may be another than the writer's.
/// Allocation: a piece. Complexity: linear in the state.

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
/// Version 1 did not name its history, and is not supported.
inline constexpr std::uint32_t kSnapshotVersion = 2;

struct SnapshotHeader {
    std::uint64_t seq = 0;  // the last record in it
    std::uint64_t state_hash = 0;
    Time created{};
    std::uint32_t chain = 0;  // the journal's after that record

    friend bool operator==(const SnapshotHeader&, const SnapshotHeader&) = default;
};

struct Snapshot {
    SnapshotHeader header;
    FileBytes file{};

    [[nodiscard]] Bytes state() const noexcept {
        return file.bytes().subspan(kSnapshotHeaderBytes);
    }
};

/// The newest whole snapshot of the journal's history that is not ahead of it.
struct SnapshotSearch {
    std::optional<Snapshot> found{};
    std::vector<std::string> passed_over{};  // "PATH: why", the newest first
};

/// A snapshot in pieces, the header last.
///
///   SnapshotWriter writer(storage, seq);
///   writer.add(piece); writer.add(piece);
///   if (auto written = writer.finish(header); !written) { ... no file is left ... }
class SnapshotWriter {
  public:
    SnapshotWriter(Storage& storage, std::uint64_t seq);
    SnapshotWriter(const SnapshotWriter&) = delete;
    SnapshotWriter& operator=(const SnapshotWriter&) = delete;
    /// No file is left unless finish() was called.
    ~SnapshotWriter();

    /// Adds a piece of the state. After an error nothing more is written, and finish() returns it.
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

/// Checks the snapshot as read_snapshot() does, without the state in memory.
[[nodiscard]] Expected<SnapshotHeader> check_snapshot(Storage& storage, std::uint64_t seq);
[[nodiscard]] Expected<Snapshot> read_snapshot(Storage& storage, std::uint64_t seq);
/// Reads the header only; does not check the state.
[[nodiscard]] Expected<SnapshotHeader> read_snapshot_header(Storage& storage, std::uint64_t seq);

enum class Membership : std::uint8_t {
    Own,      // the journal has the snapshot's chain at its record
    Foreign,  // another chain: of a history that was cut off, or copied here
    Ahead,    // the journal ends before its record
    Unknown,  // the journal cannot be read there
};

/// Whether the snapshot is of the journal in the same folder. Reads one segment.
[[nodiscard]] Membership membership_of(Storage& storage, const SnapshotHeader& header);
/// "PATH: why" for a Foreign or Ahead snapshot.
[[nodiscard]] std::string why_not_own(const Storage& storage, std::uint64_t seq, Membership is);

/// Snapshots with seq at most `seq_max`.
[[nodiscard]] Expected<SnapshotSearch> find_snapshot(Storage& storage, std::uint64_t seq_max);

struct Retired {
    std::uint64_t snapshots = 0;
    std::uint64_t segments = 0;
};

/// Takes the segments that retire() would remove.
class SegmentTaker {
  public:
    SegmentTaker() = default;
    SegmentTaker(const SegmentTaker&) = delete;
    SegmentTaker& operator=(const SegmentTaker&) = delete;
    virtual ~SegmentTaker() = default;

    [[nodiscard]] virtual Expected<void> take(std::uint64_t first_seq) = 0;
};

/// Removes snapshots except the newest kSnapshotsKept of `own`, and segments fully covered by the
/// older of those, the oldest first. `own` are the numbers of snapshots of the journal's history:
/// others, and damaged ones, do not count, whatever their number.
[[nodiscard]] Expected<Retired> retire(Storage& storage, std::span<const std::uint64_t> own,
                                       SegmentTaker* taker = nullptr);

}  // namespace hotpath::journal
