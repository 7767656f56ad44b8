#include "hotpath/journal/scanner.hpp"

#include <algorithm>

#include "hotpath/core/assert.hpp"
#include "hotpath/journal/zeros.hpp"

namespace hotpath::journal {

namespace {

constexpr std::size_t kSectorBytes = 512;

/// Whether a write of a sector was lost between the stop and `to`: zeros from the stop to the end
/// of its sector (what was written of it earlier is before the stop), or a whole sector of zeros.
bool has_lost_sector(Bytes segment, std::size_t stop, std::size_t to) noexcept {
    for (std::size_t from = stop; from < to;) {
        const std::size_t end = std::min(segment.size(), (from / kSectorBytes + 1) * kSectorBytes);
        if (is_zero(segment.subspan(from, end - from))) {
            return true;
        }
        from = end;
    }
    return false;
}

}  // namespace

const char* scan_stop_name(ScanStop stop) noexcept {
    switch (stop) {
        case ScanStop::None:
            return "a record";
        case ScanStop::EndOfData:
            return "end of data";
        case ScanStop::Sealed:
            return "sealed";
        case ScanStop::BadLength:
            return "impossible length";
        case ScanStop::BadCrc:
            return "wrong checksum";
        case ScanStop::BadSeq:
            return "wrong sequence number";
        case ScanStop::BadChain:
            return "not chained to the previous record";
        case ScanStop::BadPadding:
            return "bytes between records";
        case ScanStop::BadSeal:
            return "a seal with a wrong record count";
    }
    return "";
}

JournalScanner::JournalScanner(Bytes segment, const SegmentHeader& header) noexcept
    : segment_(segment), next_seq_(header.first_seq), header_crc_(crc_of(to_bytes(header))) {
    HOTPATH_ASSERT(segment.size() >= kSegmentHeaderBytes,
                   "the segment must hold at least its header");
    chain_ = link(header.prev_chain, header_crc_);
}

bool JournalScanner::next(Record& record) noexcept {
    if (stop_ != ScanStop::None) {
        return false;
    }
    stop_ = check(record);
    if (stop_ != ScanStop::None && stop_ != ScanStop::Sealed) {
        return false;
    }
    const std::byte* const from = segment_.data() + at_;
    at_ += record_bytes(record.payload.size());
    if (stop_ == ScanStop::Sealed) {
        return false;
    }
    chain_ = link(chain_, load_le<std::uint32_t>(from + record_at::kCrc));
    ++next_seq_;
    ++records_;
    return true;
}

ScanStop JournalScanner::check_bytes(std::size_t at, std::size_t& length) const noexcept {
    if (segment_.size() - at < kRecordHeaderBytes) {
        return ScanStop::EndOfData;
    }
    length = load_le<std::uint32_t>(segment_.data() + at);
    if (length == 0) {
        return ScanStop::EndOfData;
    }
    if (length < kRecordHeaderBytes || length > kRecordBytesMax ||
        record_bytes(length - kRecordHeaderBytes) > segment_.size() - at) {
        return ScanStop::BadLength;
    }
    const Bytes bytes = segment_.subspan(at, length);
    const bool is_whole =
        load_le<std::uint32_t>(bytes.data() + record_at::kCrc) == record_crc(bytes, header_crc_);
    return is_whole ? ScanStop::None : ScanStop::BadCrc;
}

ScanStop JournalScanner::check(Record& record) const noexcept {
    std::size_t length = 0;
    if (const ScanStop stop = check_bytes(at_, length); stop != ScanStop::None) {
        return stop;
    }
    const std::byte* const from = segment_.data() + at_;
    record.seq = load_le<std::uint64_t>(from + record_at::kSeq);
    if (record.seq != next_seq_) {
        return ScanStop::BadSeq;
    }
    if (load_le<std::uint32_t>(from + record_at::kChain) != chain_) {
        return ScanStop::BadChain;
    }
    record.payload = segment_.subspan(at_ + kRecordHeaderBytes, length - kRecordHeaderBytes);
    if (!is_zero(segment_.subspan(at_ + length, record_bytes(record.payload.size()) - length))) {
        return ScanStop::BadPadding;
    }
    record.time = {static_cast<std::int64_t>(load_le<std::uint64_t>(from + record_at::kTime))};
    record.type = load_le<RecordType>(from + record_at::kType);
    record.flags = load_le<std::uint16_t>(from + record_at::kFlags);
    return record.type == kSeal ? check_seal(record) : ScanStop::None;
}

ScanStop JournalScanner::check_seal(const Record& record) const noexcept {
    const bool counts = record.payload.size() == kSealPayloadBytes &&
                        load_le<std::uint64_t>(record.payload.data()) == records_ &&
                        load_le<std::uint64_t>(record.payload.data() + 8) == chain_;
    return counts ? ScanStop::Sealed : ScanStop::BadSeal;
}

/// The whole records after the stop.
struct TailSearch {
    Bytes segment;
    const JournalScanner& stopped;

    /// Calls visit(offset, seq, flags) for each, until it returns false.
    template <class Visit>
    void for_each_later(std::size_t end, Visit&& visit) const noexcept {
        // A record that is whole except its padding is not a later record than itself.
        const std::size_t skipped = stopped.stop_ == ScanStop::BadPadding ? kRecordAlignment : 0;
        for (std::size_t at = stopped.at_ + skipped; at + kRecordHeaderBytes <= end;
             at += kRecordAlignment) {
            const std::byte* const from = segment.data() + at;
            const auto seq = load_le<std::uint64_t>(from + record_at::kSeq);
            // Most places are ruled out before their checksum is computed.
            const std::uint64_t records_max = (end - stopped.at_) / kRecordHeaderBytes + 1;
            std::size_t length = 0;
            if (seq < stopped.next_seq_ || seq - stopped.next_seq_ > records_max ||
                stopped.check_bytes(at, length) != ScanStop::None) {
                continue;
            }
            if (!visit(at, seq, load_le<std::uint16_t>(from + record_at::kFlags))) {
                return;
            }
        }
    }
};

TailVerdict judge_tail(Bytes segment, const JournalScanner& stopped) noexcept {
    TailVerdict verdict;
    const std::size_t stop = stopped.offset();
    verdict.dropped_bytes = bytes_before_zeros(segment.subspan(stop));
    if (stopped.stop() == ScanStop::Sealed || verdict.dropped_bytes == 0) {
        verdict.dropped_bytes = 0;
        return verdict;
    }
    const std::uint64_t missing = stopped.next_seq();
    // Zeros at the end of the last record are part of it.
    const TailSearch search{.segment = segment, .stopped = stopped};
    search.for_each_later(
        segment.size(), [&](std::size_t at, std::uint64_t seq, std::uint16_t flags) {
            if (verdict.later_offset == 0) {
                verdict.later_offset = at;
                verdict.later_seq = seq;
            }
            verdict.is_proven_durable = flags < kFlagsMax && seq - flags >= missing;
            verdict.is_misplaced = verdict.is_misplaced || (seq == missing && at != stop);
            return !verdict.is_proven_durable && !verdict.is_misplaced;
        });
    const bool is_hole =
        verdict.later_offset == 0 ||
        has_lost_sector(segment, stop, static_cast<std::size_t>(verdict.later_offset));
    const bool is_damage = !is_hole || verdict.is_proven_durable || verdict.is_misplaced;
    verdict.tail = is_damage ? Tail::Corrupt : Tail::Torn;
    return verdict;
}

}  // namespace hotpath::journal
