#pragma once
/// Reads the records of one segment from its bytes, stops at the first that is not the next one,
/// and classifies the data after the stop. next() never skips a record. judge_tail() distinguishes
/// the end of the written records (Clean), a write cut short by a crash (Torn: may be cut off, no
/// durable record follows it), and damage (Corrupt: may not). The reasons are at judge_tail().
/// Threads: one owner. Allocation: none. Complexity: linear in the bytes. Format: record.hpp.

#include <cstddef>
#include <cstdint>

#include "hotpath/core/bytes.hpp"
#include "hotpath/journal/record.hpp"

namespace hotpath::journal {

enum class ScanStop : std::uint8_t {
    None,       // not yet
    EndOfData,  // length 0, or no room for another record
    Sealed,     // the segment's last record
    BadLength,  // too short, too long, or beyond the segment
    BadCrc,     // also a record of another epoch
    BadSeq,
    BadChain,
    BadPadding,  // not zero
    BadSeal,     // a seal with another record count
};

[[nodiscard]] const char* scan_stop_name(ScanStop stop) noexcept;

class JournalScanner {
  public:
    /// For a segment that begins with this header.
    JournalScanner(Bytes segment, const SegmentHeader& header) noexcept;

    /// False at the stop. The payload is in the segment's bytes.
    [[nodiscard]] bool next(Record& record) noexcept;

    [[nodiscard]] ScanStop stop() const noexcept { return stop_; }
    /// Offset of the next record in the segment; after a seal, the offset after it.
    [[nodiscard]] std::size_t offset() const noexcept { return at_; }
    [[nodiscard]] std::uint64_t next_seq() const noexcept { return next_seq_; }
    [[nodiscard]] std::uint32_t chain() const noexcept { return chain_; }
    [[nodiscard]] std::uint64_t records() const noexcept { return records_; }

  private:
    friend struct TailSearch;

    [[nodiscard]] ScanStop check(Record& record) const noexcept;
    [[nodiscard]] ScanStop check_seal(const Record& record) const noexcept;
    /// Whether length and checksum at `at` form a record of this segment.
    [[nodiscard]] ScanStop check_bytes(std::size_t at, std::size_t& length) const noexcept;

    Bytes segment_;
    std::size_t at_ = kSegmentHeaderBytes;
    std::uint64_t next_seq_;
    std::uint64_t records_ = 0;
    std::uint32_t chain_;
    std::uint32_t header_crc_;
    ScanStop stop_ = ScanStop::None;
};

enum class Tail : std::uint8_t { Clean, Torn, Corrupt };

struct TailVerdict {
    Tail tail = Tail::Clean;
    std::uint64_t dropped_bytes = 0;  // from the stop to the last byte that is not zero
    std::uint64_t later_seq = 0;      // of the first whole record after the stop; 0: none
    std::uint64_t later_offset = 0;
    bool is_proven_durable = false;  // a later record shows that the missing one was on disk
    bool is_misplaced = false;       // the missing record is there, in another place
};

/// For the segment that the scanner stopped in, if it is the last. Sealed and all zero: Clean. Torn
/// is what a power failure can leave of writes not yet covered by an fdatasync: any sectors may be
/// missing, so whole records may follow a hole. Three signs show damage instead:
///   - a later record's flags show that the missing one was on disk when it was written;
///   - the missing record itself lies further on: the disk has written it to another place;
///   - from the stop to a later record no sector is without its last write (zeros from the stop to
///     the end of its sector, or a sector of zeros): power takes whole sectors, a flipped bit does
///     not.
[[nodiscard]] TailVerdict judge_tail(Bytes segment, const JournalScanner& stopped) noexcept;

}  // namespace hotpath::journal
