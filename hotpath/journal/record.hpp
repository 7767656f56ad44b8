#pragma once
/// The bytes of a journal: the header of a segment, the format of a record, and the chain between
/// records. Every field is little-endian, every record begins on 8 bytes.
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
///   len      header and payload, without the padding; 0 is the end of the written records
///   crc32c   of the bytes 8 to len, begun with the crc32c of the segment's header: a record is
///            valid only in its segment, whatever an older epoch left in the same bytes
///   seq      strictly one more than the record before; a SEAL has the number of the next record
///            and does not use it up
///   chain    link(chain, crc32c) of the record before; of a segment's first record,
///            link(prev_chain, crc32c of the header). A record can only follow the one that it was
///            written after.
///   flags    how many records before this one were not known to be on disk when it was written
///            (itself included), at most 65,535: separates damage from a torn write
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
/// The payload of a SEAL: the number of records, and the chain after the last one.
inline constexpr std::size_t kSealPayloadBytes = 16;
inline constexpr std::size_t kStateHashPayloadBytes = 8;
inline constexpr std::uint16_t kFlagsMax = 0xffff;
inline constexpr std::uint32_t kVersion = 1;

/// Record types belong to the application, except these few of the journal.
using RecordType = std::uint16_t;
inline constexpr RecordType kApplicationTypeMax = 0xfeff;
inline constexpr RecordType kStateHash = 0xfffe;  // payload: 8 bytes, the hash after seq - 1
inline constexpr RecordType kSeal = 0xffff;

struct Record {
    std::uint64_t seq = 0;
    Time time{};
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
    Time created{};
    std::uint64_t build_id = 0;
    std::uint64_t segment_bytes = 0;
    std::uint32_t prev_chain = 0;  // after the previous segment; 0 for the first

    friend bool operator==(const SegmentHeader&, const SegmentHeader&) = default;
};

using SegmentHeaderBytes = std::array<std::byte, kSegmentHeaderBytes>;

[[nodiscard]] SegmentHeaderBytes to_bytes(const SegmentHeader& header) noexcept;
/// Empty when the magic, the version, the checksum or the zeros are wrong.
[[nodiscard]] std::optional<SegmentHeader> to_segment_header(Bytes bytes) noexcept;
/// The checksum in the header's bytes.
[[nodiscard]] std::uint32_t crc_of(const SegmentHeaderBytes& header) noexcept;

/// The next record's chain, given this record's fields.
[[nodiscard]] inline std::uint32_t link(std::uint32_t chain, std::uint32_t crc) noexcept {
    std::array<std::byte, 2 * sizeof(std::uint32_t)> both{};
    store_le(both.data(), chain);
    store_le(both.data() + sizeof chain, crc);
    return crc32c(both);
}

/// The required crc32c of a record; `bytes` are those from its beginning to its length.
[[nodiscard]] inline std::uint32_t record_crc(Bytes bytes, std::uint32_t header_crc) noexcept {
    return crc32c(bytes.subspan(record_at::kSeq), header_crc);
}

}  // namespace hotpath::journal
