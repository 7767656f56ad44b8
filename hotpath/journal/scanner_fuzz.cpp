// Any bytes as a segment behind a sound header, and as a segment, and as a snapshot: read to the
// end or to a refusal, the tail judged; what is recovered once is recovered the same again.
#include <algorithm>
#include <cstdint>
#include <vector>

#include "hotpath/journal/files.hpp"
#include "hotpath/journal/memory_storage.hpp"
#include "hotpath/journal/recovery.hpp"
#include "hotpath/journal/scanner.hpp"
#include "hotpath/journal/snapshot.hpp"

using namespace hotpath;
using namespace hotpath::journal;

namespace {

constexpr std::size_t kSegmentBytesMax = std::size_t{1} << 16U;

void require(bool condition) {
    if (!condition) {
        __builtin_trap();
    }
}

void put(MemoryStorage& storage, const std::string& name, Bytes bytes) {
    const auto file = storage.create(name);
    require(file && storage.write(*file, 0, bytes));
    storage.close(*file);
}

void scan(Bytes segment, const SegmentHeader& header) {
    JournalScanner scanner(segment, header);
    Record record;
    std::uint64_t records = 0;
    for (; scanner.next(record); ++records) {
        require(record.seq == header.first_seq + records);
        require(record.payload.empty() || record.payload.data() >= segment.data());
        require(record.payload.size() <= kPayloadBytesMax);
    }
    require(records == scanner.records() && scanner.stop() != ScanStop::None);
    (void)judge_tail(segment, scanner);
}

/// A journal that was cut is whole.
void recover_twice(MemoryStorage& storage) {
    const auto first = recover(storage, RecoveryMode::CutTornTail);
    if (!first) {
        return;
    }
    const auto second = recover(storage, RecoveryMode::CutTornTail);
    require(second && second->next_seq == first->next_seq && second->dropped_bytes == 0);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const Bytes bytes = std::as_bytes(std::span(data, std::min(size, kSegmentBytesMax)));
    // The input's records with a right checksum: the fuzzer cannot guess one.
    const SegmentHeader header{.epoch = 1, .first_seq = 1, .segment_bytes = kSegmentBytesMax};
    const SegmentHeaderBytes header_bytes = to_bytes(header);
    std::vector<std::byte> segment(header_bytes.begin(), header_bytes.end());
    segment.insert(segment.end(), bytes.begin(), bytes.end());
    for (std::size_t at = kSegmentHeaderBytes; at + kRecordHeaderBytes <= segment.size();) {
        const std::size_t length = load_le<std::uint32_t>(segment.data() + at);
        if (length < kRecordHeaderBytes || length > segment.size() - at) {
            break;
        }
        const Bytes record = Bytes(segment).subspan(at, length);
        store_le(segment.data() + at + record_at::kCrc, record_crc(record, crc_of(header_bytes)));
        at += record_bytes(length - kRecordHeaderBytes);
    }
    scan(segment, header);
    MemoryStorage storage;
    put(storage, segment_name(1), segment);
    put(storage, snapshot_name(3), bytes);
    recover_twice(storage);
    MemoryStorage raw;
    put(raw, segment_name(1), bytes);
    recover_twice(raw);
    return 0;
}
