#pragma once
/// The bytes of a journal: what a segment begins with, what a record is, and what ties each to the
/// one before. Every field is little-endian, every record begins on 8 bytes.
///
///   segment  0       64                                              file size
///            | header | record | record | ... | SEAL | zeros ... |
///
///   header   0        8         12       16      24          32
///            | magic   | version | crc32c | epoch | first_seq | created_ns |
///            40         48              56           60     64
///            | build_id | segment_bytes | prev_chain | zero |
///
///   record   0     4        8     16     24      28     30      32        len      multiple of 8
///            | len | crc32c | seq | t_ns | chain | type | flags | payload | zeros |
///
///   len      header and payload, without the zeros behind; 0 is the end of what was written
///   crc32c   of the bytes 8 to len, begun with the crc32c of the segment's header: a record is
///            valid in its own segment alone, whatever an older epoch left in the same bytes
///   seq      strictly one more than the record before; a SEAL has the number of the next record
///            and does not use it up
///   chain    link(chain, crc32c) of the record before; of a segment's first record,
///            link(prev_chain, crc32c of the header). A record can only follow the one that it was
///            written behind.
///   flags    how many records before this one were not known to be on disk when it was written
///            (itself included), at most 65,535: tells damage from a write that power cut short
///
/// Threads: functions of bytes. Allocation: none. Complexity: linear in the bytes.

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/journal/crc32c.hpp"

namespace hotpath::journal {

inline constexpr std::size_t kSegmentHeaderBytes = 64;
inline constexpr std::size_t kRecordHeaderBytes = 32;
inline constexpr std::size_t kRecordAlignment = 8;
/// A record's header, payload and zeros.
inline constexpr std::size_t kRecordBytesMax = std::size_t{64} << 10U;
inline constexpr std::size_t kPayloadBytesMax = kRecordBytesMax - kRecordHeaderBytes;
/// What a SEAL says: how many records, and the chain behind the last of them.
inline constexpr std::size_t kSealPayloadBytes = 16;
inline constexpr std::size_t kStateHashPayloadBytes = 8;
inline constexpr std::uint16_t kFlagsMax = 0xffff;
inline constexpr std::uint32_t kVersion = 1;

/// What a record says is the application's; these few are the journal's own.
using RecordType = std::uint16_t;
inline constexpr RecordType kApplicationTypeMax = 0xfeff;
inline constexpr RecordType kStateHash = 0xfffe;  // payload: 8 bytes, the hash behind seq - 1
inline constexpr RecordType kSeal = 0xffff;

struct Record {
    std::uint64_t seq = 0;
    Nanos time{};
    RecordType type = 0;
    std::uint16_t flags = 0;
    Bytes payload{};
};

[[nodiscard]] constexpr std::size_t record_bytes(std::size_t payload_bytes) noexcept {
    return (kRecordHeaderBytes + payload_bytes + kRecordAlignment - 1) / kRecordAlignment *
           kRecordAlignment;
}

inline constexpr std::size_t kSealBytes = record_bytes(kSealPayloadBytes);

namespace record_at {
inline constexpr std::size_t kLength = 0;
inline constexpr std::size_t kCrc = 4;
inline constexpr std::size_t kSeq = 8;
inline constexpr std::size_t kTime = 16;
inline constexpr std::size_t kChain = 24;
inline constexpr std::size_t kType = 28;
inline constexpr std::size_t kFlags = 30;
}  // namespace record_at

struct SegmentHeader {
    std::uint64_t epoch = 0;  // one more at each opening of the journal
    std::uint64_t first_seq = 0;
    Nanos created{};
    std::uint64_t build_id = 0;
    std::uint64_t segment_bytes = 0;
    std::uint32_t prev_chain = 0;  // behind the segment before; 0 for the first

    friend bool operator==(const SegmentHeader&, const SegmentHeader&) = default;
};

using SegmentHeaderBytes = std::array<std::byte, kSegmentHeaderBytes>;

[[nodiscard]] SegmentHeaderBytes to_bytes(const SegmentHeader& header) noexcept;
/// Nothing when the magic, the version, the checksum or the zeros are not what they must be.
[[nodiscard]] std::optional<SegmentHeader> to_segment_header(Bytes bytes) noexcept;
/// The checksum that is in the header's bytes.
[[nodiscard]] std::uint32_t crc_of(const SegmentHeaderBytes& header) noexcept;

/// What the next record's chain is, when this record's fields are these.
[[nodiscard]] inline std::uint32_t link(std::uint32_t chain, std::uint32_t crc) noexcept {
    std::array<std::byte, 2 * sizeof(std::uint32_t)> both{};
    store_le(both.data(), chain);
    store_le(both.data() + sizeof chain, crc);
    return crc32c(both);
}

/// What a record's crc32c field must be; `bytes` are those from its beginning to its length.
[[nodiscard]] inline std::uint32_t record_crc(Bytes bytes, std::uint32_t header_crc) noexcept {
    return crc32c(bytes.subspan(record_at::kSeq), header_crc);
}

}  // namespace hotpath::journal
