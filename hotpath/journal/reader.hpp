#pragma once
/// A journal's records in order, from any of them on, every one checked: what recovery, replay and
/// the tools read with.
///
///   auto reader = JournalReader::open(storage, {.first_seq = snapshot_seq + 1});
///   Record record;
///   for (auto more = reader->next(record); more && *more; more = reader->next(record)) { ... }
///
/// False at the end of what was written; tail() then says what is behind the end. An error when a
/// record is damaged, missing, or not the one that follows: never is one skipped. The payload stays
/// in its place until the next call that begins another segment. Segments are read whole, not
/// mapped: a sector that the disk cannot read is an error with a name, not a SIGBUS. Threads: one
/// owner; may read beside a writer, then the end is wherever it was met. Allocation: one segment's
/// bytes. Complexity: linear.

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
    std::uint64_t first_seq = 0;  // 0: the first that there is
    bool is_one_segment = false;  // to the end of the segment that holds it, no further
};

/// Where a record was refused, or where the end is.
struct ReadStop {
    std::string segment{};  // its name
    std::uint64_t offset = 0;
    ScanStop scan = ScanStop::None;
    TailVerdict tail{};
};

/// A segment as far as it was read.
struct SegmentView {
    SegmentHeader header{};
    std::uint64_t file_bytes = 0;
    std::uint64_t end_offset = 0;  // behind its last record; behind the seal when there is one
    std::uint64_t records = 0;
    bool is_sealed = false;
};

class JournalReader {
  public:
    [[nodiscard]] static Expected<JournalReader> open(Storage& storage, ReadFrom from = {});

    /// False at the end; again false when asked again.
    [[nodiscard]] Expected<bool> next(Record& record);

    /// Of the record that next() would give.
    [[nodiscard]] std::uint64_t next_seq() const noexcept { return next_seq_; }
    /// What the next segment's prev_chain must be.
    [[nodiscard]] std::uint32_t chain() const noexcept { return chain_; }
    /// Of the record that next() gave last, in segment().
    [[nodiscard]] std::uint64_t record_offset() const noexcept { return record_offset_; }
    /// The one that is being read; nothing before the first next().
    [[nodiscard]] std::optional<SegmentView> segment() const noexcept;
    /// After the end or an error.
    [[nodiscard]] const ReadStop& stop() const noexcept { return stop_; }
    [[nodiscard]] std::uint64_t segments_read() const noexcept { return at_; }
    /// Those behind the one that is being read.
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

/// The chain behind record `seq`, in the segment that holds it or begins behind it. Nothing when
/// the journal ends before it; an error when it cannot be read there. Reads one segment.
[[nodiscard]] Expected<std::optional<std::uint32_t>> chain_behind(Storage& storage,
                                                                  std::uint64_t seq);

}  // namespace hotpath::journal
