#pragma once
/// Reads a journal's records in order, from any record on, each one checked. Used by recovery,
/// replay and the tools.
///
///   auto reader = JournalReader::open(storage, {.first_seq = snapshot_seq + 1});
///   Record record;
///   for (auto more = reader->next(record); more && *more; more = reader->next(record)) { ... }
/// False at the end of the written records; tail() then describes the data after the end. An error
/// when a record is damaged, missing, or out of order: none is ever skipped. The payload stays
/// valid until the next call that begins another segment. Segments are read whole, not mapped: a
/// sector that the disk cannot read is an error with a name, not a SIGBUS. Threads: one owner; may
/// read beside a writer, then the end is the end at that moment. Allocation: one segment's bytes.
/// Complexity: linear.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hotpath/core/error.hpp"
#include "hotpath/journal/files.hpp"
#include "hotpath/journal/record.hpp"
#include "hotpath/journal/scanner.hpp"
#include "hotpath/journal/storage.hpp"

namespace hotpath::journal {

struct ReadFrom {
    std::uint64_t first_seq = 0;  // 0: the first one in the journal
    bool is_one_segment = false;  // only to the end of its segment
};

/// Where a record was refused, or where the end is.
struct ReadStop {
    std::string segment{};  // its name
    std::uint64_t offset = 0;
    ScanStop scan = ScanStop::None;
    TailVerdict tail{};
};

/// The part of a segment read so far.
struct SegmentView {
    SegmentHeader header{};
    std::uint64_t file_bytes = 0;
    std::uint64_t end_offset = 0;  // after its last record, or after its seal
    std::uint64_t records = 0;
    bool is_sealed = false;
};

class JournalReader {
  public:
    [[nodiscard]] static Expected<JournalReader> open(Storage& storage, ReadFrom from = {});

    /// False at the end, and in later calls.
    [[nodiscard]] Expected<bool> next(Record& record);

    /// Sequence number of the record that next() would return.
    [[nodiscard]] std::uint64_t next_seq() const noexcept { return next_seq_; }
    /// The required prev_chain of the next segment.
    [[nodiscard]] std::uint32_t chain() const noexcept { return chain_; }
    /// Offset of the last record from next(), in segment().
    [[nodiscard]] std::uint64_t record_offset() const noexcept { return record_offset_; }
    /// The current segment; empty before the first next().
    [[nodiscard]] std::optional<SegmentView> segment() const noexcept;
    /// After the end or an error.
    [[nodiscard]] const ReadStop& stop() const noexcept { return stop_; }
    [[nodiscard]] std::uint64_t segments_read() const noexcept { return at_; }
    /// Segments after the current one.
    [[nodiscard]] std::vector<std::uint64_t> segments_left() const {
        return {segments_.begin() + static_cast<std::ptrdiff_t>(at_), segments_.end()};
    }

  private:
    JournalReader(Storage& storage, std::vector<std::uint64_t> segments)
        : storage_(&storage), segments_(std::move(segments)) {}

    [[nodiscard]] Expected<void> skip_to(std::uint64_t first_seq);
    [[nodiscard]] Expected<void> load_next();
    [[nodiscard]] Expected<void> check_header(const SegmentHeader& header) const;
    [[nodiscard]] Expected<bool> end_of_segment();
    [[nodiscard]] std::unexpected<Error> refuse(const std::string& why);
    [[nodiscard]] std::string name() const { return segment_name(segments_[at_ - 1]); }

    Storage* storage_;
    std::vector<std::uint64_t> segments_;
    std::size_t at_ = 0;  // segments begun
    std::vector<std::byte> memory_;
    Bytes bytes_;  // of the segment being read
    SegmentHeader header_;
    std::optional<JournalScanner> scanner_;
    std::uint64_t next_seq_ = 1;
    std::uint64_t record_offset_ = 0;
    std::uint32_t chain_ = 0;
    ReadStop stop_;
};

/// The chain after record `seq`, from the segment that holds it or begins after it. Empty when the
/// journal ends before it; an error when it cannot be read there. Reads one segment.
[[nodiscard]] Expected<std::optional<std::uint32_t>> chain_behind(Storage& storage,
                                                                  std::uint64_t seq);

}  // namespace hotpath::journal
