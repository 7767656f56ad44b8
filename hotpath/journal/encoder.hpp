#pragma once
/// Writes records into memory, one after the other, with their numbers, chain and checksums. It
/// does no I/O.
///
///   encoder.begin_segment(header)            the header's bytes, to be written first
///   encoder.encode(fields, payload, place)   a record at the beginning of `place`
///   encoder.seal(time, place)                the segment's last record
///
/// Threads: one owner. Allocation: none. Complexity: linear in the payload. Format: record.hpp.

#include <cstddef>
#include <cstdint>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/journal/record.hpp"

namespace hotpath::journal {

/// The fields of a record besides its payload, from the application and the journal.
struct RecordFields {
    RecordType type = 0;
    Time time{};
    std::uint64_t synced_seq = 0;  // the last record known to be on disk
};

struct EncoderPosition {
    std::uint64_t next_seq = 1;
    std::uint64_t records = 0;  // of the segment
    std::uint32_t chain = 0;
};

class JournalEncoder {
  public:
    [[nodiscard]] std::uint64_t next_seq() const noexcept { return next_seq_; }
    /// Records in the segment.
    [[nodiscard]] std::uint64_t records() const noexcept { return records_; }
    /// The chain after the last record: the next segment's prev_chain.
    [[nodiscard]] std::uint32_t chain() const noexcept { return chain_; }

    /// The next record is the header's first_seq.
    [[nodiscard]] SegmentHeaderBytes begin_segment(const SegmentHeader& header) noexcept;
    /// Continues in a segment that was read up to here.
    void resume(const SegmentHeader& header, const EncoderPosition& position) noexcept;

    /// The bytes that the record took, a multiple of 8. `place` has room for record_bytes() of it.
    std::size_t encode(const RecordFields& fields, Bytes payload, MutableBytes place) noexcept;
    /// The same for a payload that is in its place already, kRecordHeaderBytes into `place`.
    std::size_t finish(const RecordFields& fields, std::size_t payload_bytes,
                       MutableBytes place) noexcept;
    /// Returns kSealBytes. No record may follow; number and chain do not advance.
    std::size_t seal(const RecordFields& fields, MutableBytes place) const noexcept;

  private:
    [[nodiscard]] std::uint32_t write_record(const RecordFields& fields, std::size_t payload_bytes,
                                             MutableBytes place) const noexcept;

    std::uint64_t next_seq_ = 1;
    std::uint64_t records_ = 0;
    std::uint32_t chain_ = 0;
    std::uint32_t header_crc_ = 0;
};

}  // namespace hotpath::journal
