#pragma once
/// A small journal for tests: records whose every byte follows from their number, a writer with its
/// spares over any storage, and what a reader finds there.
///
/// Threads: the test's. Allocation: free. Tests only.

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "hotpath/core/assert.hpp"
#include "hotpath/core/random.hpp"
#include "hotpath/journal/memory_storage.hpp"
#include "hotpath/journal/reader.hpp"
#include "hotpath/journal/recovery.hpp"
#include "hotpath/journal/spares.hpp"
#include "hotpath/journal/writer.hpp"

namespace hotpath::support {

inline constexpr std::size_t kDayPayloadMax = 90;

/// The same for a number wherever it is asked: 0 to kDayPayloadMax bytes.
[[nodiscard]] inline std::vector<std::byte> day_payload(std::uint64_t seq) {
    Random random(seq);
    std::vector<std::byte> payload(static_cast<std::size_t>(random.below(kDayPayloadMax + 1)));
    for (std::byte& byte : payload) {
        byte = static_cast<std::byte>(random.next() | 1U);
    }
    return payload;
}

[[nodiscard]] inline Time day_time(std::uint64_t seq) {
    return {static_cast<std::int64_t>(seq) * 1'000};
}

[[nodiscard]] inline bool is_day_record(const journal::Record& record) {
    const auto payload = day_payload(record.seq);
    return record.time == day_time(record.seq) && record.type == record.seq % 100 &&
           std::equal(record.payload.begin(), record.payload.end(), payload.begin(), payload.end());
}

/// Segments of 2 KiB: some twenty records.
[[nodiscard]] inline journal::JournalOptions day_options(journal::AckMode mode) {
    return {.ack_mode = mode,
            .segment_bytes = 2'048,
            .spares = 2,
            .payload_bytes_max = kDayPayloadMax,
            .batch_bytes = 512,
            .ring_slots = 64};
}

/// A writer over a given storage, used by one thread.
class JournalDay {
  public:
    [[nodiscard]] static Expected<std::unique_ptr<JournalDay>> open(
        journal::Storage& storage, const journal::JournalOptions& options) {
        auto recovery = journal::recover(storage, journal::RecoveryMode::CutTornTail);
        if (!recovery) {
            return std::unexpected(recovery.error());
        }
        auto day = std::make_unique<JournalDay>(storage, options, std::move(*recovery));
        auto writer = journal::JournalWriter::open(storage, day->spares_, day->recovery_, options,
                                                   day_time(day->recovery_.next_seq));
        if (!writer) {
            return std::unexpected(writer.error());
        }
        day->writer_ = std::move(*writer);
        return day;
    }

    JournalDay(journal::Storage& storage, const journal::JournalOptions& options,
               journal::Recovery recovery)
        : spares_(storage, options.segment_bytes, options.spares), recovery_(std::move(recovery)) {}

    [[nodiscard]] journal::JournalWriter& writer() { return *writer_; }
    [[nodiscard]] journal::SpareKeeper& spares() { return spares_; }
    [[nodiscard]] const journal::Recovery& recovery() const { return recovery_; }

    /// The next record of the day; everything else is done as it comes.
    [[nodiscard]] journal::AppendStatus append_next(journal::Space room = journal::Space::Normal) {
        const std::uint64_t seq = writer_->next_seq();
        const auto payload = day_payload(seq);
        const auto append = [&] {
            return writer_->append(static_cast<journal::RecordType>(seq % 100), day_time(seq),
                                   payload, room);
        };
        auto status = append();
        for (int i = 0; i < 10 && status == journal::AppendStatus::Busy; ++i) {
            writer_->poll();
            status = append();
        }
        return status;
    }
    /// Appends that many, each in a separate group when `is_each_committed`.
    void append(std::uint64_t records, bool is_each_committed = true) {
        for (std::uint64_t i = 0; i < records; ++i) {
            HOTPATH_ASSERT(append_next() == journal::AppendStatus::Done, "the day goes on");
            if (is_each_committed) {
                HOTPATH_ASSERT(writer_->flush().has_value(), "the day goes on");
            }
            while (spares_.poll()) {
            }
        }
    }

  private:
    journal::SpareKeeper spares_;
    journal::Recovery recovery_;
    std::unique_ptr<journal::JournalWriter> writer_;
};

/// That many records in a new journal, left as they are when the process dies. In mode sync each is
/// known to be on disk when the next is written, in the others none is.
inline void write_day(journal::Storage& storage, std::uint64_t records,
                      journal::AckMode mode = journal::AckMode::Sync) {
    auto day = JournalDay::open(storage, day_options(mode));
    HOTPATH_ASSERT(day.has_value(), "a new day begins");
    (*day)->append(records);
}

/// How many records a reader finds, every one of them as it was written; -1 when one is not.
[[nodiscard]] inline Expected<std::uint64_t> count_day(journal::Storage& storage) {
    auto reader = journal::JournalReader::open(storage);
    if (!reader) {
        return std::unexpected(reader.error());
    }
    journal::Record record;
    std::uint64_t records = 0;
    auto more = reader->next(record);
    for (; more && *more; more = reader->next(record)) {
        ++records;
        if (record.seq != records || !is_day_record(record)) {
            return fail("record " + std::to_string(record.seq) +
                        " is not the one that was written");
        }
    }
    return more ? Expected<std::uint64_t>(records) : std::unexpected(more.error());
}

}  // namespace hotpath::support
