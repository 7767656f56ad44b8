#include "hotpath/journal/encoder.hpp"

#include <algorithm>
#include <cstring>

#include "hotpath/core/assert.hpp"

namespace hotpath::journal {

SegmentHeaderBytes JournalEncoder::begin_segment(const SegmentHeader& header) noexcept {
    const SegmentHeaderBytes bytes = to_bytes(header);
    header_crc_ = crc_of(bytes);
    next_seq_ = header.first_seq;
    chain_ = link(header.prev_chain, header_crc_);
    records_ = 0;
    return bytes;
}

void JournalEncoder::resume(const SegmentHeader& header, const EncoderPosition& position) noexcept {
    header_crc_ = crc_of(to_bytes(header));
    next_seq_ = position.next_seq;
    chain_ = position.chain;
    records_ = position.records;
}

std::size_t JournalEncoder::encode(const RecordFields& fields, Bytes payload,
                                   MutableBytes place) noexcept {
    HOTPATH_ASSERT(place.size() >= record_bytes(payload.size()),
                   "the record must fit its destination");
    if (!payload.empty()) {
        std::memcpy(place.data() + kRecordHeaderBytes, payload.data(), payload.size());
    }
    return finish(fields, payload.size(), place);
}

std::size_t JournalEncoder::finish(const RecordFields& fields, std::size_t payload_bytes,
                                   MutableBytes place) noexcept {
    chain_ = link(chain_, write_record(fields, payload_bytes, place));
    ++next_seq_;
    ++records_;
    return record_bytes(payload_bytes);
}

std::size_t JournalEncoder::seal(const RecordFields& fields, MutableBytes place) const noexcept {
    HOTPATH_ASSERT(place.size() >= kSealBytes, "the seal must fit its destination");
    std::byte* const payload = place.data() + kRecordHeaderBytes;
    store_le(payload, records_);
    store_le(payload + sizeof records_, std::uint64_t{chain_});
    const RecordFields sealed{.type = kSeal, .time = fields.time, .synced_seq = fields.synced_seq};
    (void)write_record(sealed, kSealPayloadBytes, place);
    return kSealBytes;
}

/// The record's checksum.
std::uint32_t JournalEncoder::write_record(const RecordFields& fields, std::size_t payload_bytes,
                                           MutableBytes place) const noexcept {
    const std::size_t length = kRecordHeaderBytes + payload_bytes;
    const std::size_t bytes = record_bytes(payload_bytes);
    HOTPATH_ASSERT(bytes <= kRecordBytesMax && bytes <= place.size(),
                   "the record must fit its destination");
    std::byte* const at = place.data();
    const std::uint64_t unsynced =
        std::min<std::uint64_t>(next_seq_ - fields.synced_seq, kFlagsMax);
    std::memset(at + length, 0, bytes - length);
    store_le(at + record_at::kLength, static_cast<std::uint32_t>(length));
    store_le(at + record_at::kSeq, next_seq_);
    store_le(at + record_at::kTime, static_cast<std::uint64_t>(fields.time.value));
    store_le(at + record_at::kChain, chain_);
    store_le(at + record_at::kType, fields.type);
    store_le(at + record_at::kFlags, static_cast<std::uint16_t>(unsynced));
    const std::uint32_t crc = record_crc(place.first(length), header_crc_);
    store_le(at + record_at::kCrc, crc);
    return crc;
}

}  // namespace hotpath::journal
