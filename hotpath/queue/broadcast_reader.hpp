#pragma once
/// A reader of a broadcast: any number of them, independent of the writer and of each other.
///
/// It copies a record out and then proves that the writer had not begun to overwrite it. A reader
/// that was lapped gets the exact number of lost records and continues at the newest checkpoint, at
/// most a few chunks (of 64 a ring) behind the writer. Threads: one reader object one thread's.
/// Allocation: none. Complexity: try_read O(length) without waiting; construction O(records in a
/// few chunks).

#include <cstddef>
#include <cstdint>
#include <span>

#include "hotpath/core/assert.hpp"
#include "hotpath/queue/atomic_words.hpp"
#include "hotpath/queue/broadcast_ring.hpp"

namespace hotpath::queue {

enum class BroadcastStatus : std::uint8_t {
    Record,
    Empty,
    Lapped,   // `lost` records were overwritten before they were read
    TooLong,  // the record wants `length` bytes of room; it is still the next
    Damaged,  // no valid record at the next position: the memory was corrupted
};

/// The outcome of one try_read().
struct BroadcastResult {
    BroadcastStatus status = BroadcastStatus::Empty;
    std::uint32_t length = 0;
    std::uint64_t lost = 0;
    std::uint64_t seq = 0;  // of this record; otherwise of the next
};

/// Newest begins with the next record published, Oldest at the oldest checkpoint that is still
/// there.
enum class StartAt : std::uint8_t { Newest, Oldest };

/// The position at which a restarted reader continues.
struct ResumeAt {
    std::uint64_t seq = 0;  // of the next record to read
};

class BroadcastReader {
  public:
    explicit BroadcastReader(BroadcastRing ring, StartAt start = StartAt::Newest) noexcept
        : ring_(ring) {
        bool joined = false;
        for (std::size_t tries = 0; tries < kJoinTriesMax && !joined; ++tries) {
            joined = start == StartAt::Oldest ? join_oldest() : join_newest();
        }
        HOTPATH_ASSERT(joined, "cannot join: the writer lapped the ring at every attempt");
    }

    /// Begins at that record if it is still there. Otherwise the first try_read() returns Lapped
    /// with the number of records missed. In a ring that has not come so far, seq() is below the
    /// number asked for.
    BroadcastReader(BroadcastRing ring, ResumeAt resume) noexcept : ring_(ring) {
        BroadcastCheckpoint from;
        if (ring_.checkpoint_before(resume.seq, from) &&
            ring_.skip_published_before(resume.seq, from)) {
            (void)join_at(from);
        } else {
            // Just what the writer overwrote last.
            const std::uint64_t until = ring_.reserved_until() / kWordBytes * kWordBytes;
            const std::uint64_t gone = until - ring_.capacity_bytes() - kWordBytes;
            (void)join_at({.position = gone, .seq = resume.seq});
        }
    }

    /// Copies the next record to `into`, whose contents are unspecified after any status but
    /// Record.
    /// The length is first taken to be that of the record before. What follows then depends on no
    /// header that is still on its way, and the processor asks for the lines of several records at
    /// once.
    [[nodiscard]] BroadcastResult try_read(std::span<std::byte> into) noexcept {
        const BroadcastRing ring = ring_;  // in registers: an acquire would reload its members
        std::uint64_t like = header_before_;
        asm("" : "+r"(like));  // keeps the compiler from using the word that it is compared with
        const BroadcastHeader header(like);
        if (ring.header(position_).word() == like && header.length() <= into.size() &&
            header.stride() <= ring.bytes_to_ring_end(position_)) [[likely]] {
            return take(ring, header, into);
        }
        return try_read_unlike(into);
    }

    /// Returns the number of the next record.
    [[nodiscard]] std::uint64_t seq() const noexcept { return seq_; }
    [[nodiscard]] const BroadcastRing& ring() const noexcept { return ring_; }

  private:
    static constexpr std::size_t kJoinTriesMax = 1'024;

    /// A record whose header is sound. The copy comes before the look whether it is whole: a header
    /// of a later lap is no longer than the ring and `into` have room for, and copying it does no
    /// harm.
    [[nodiscard]] BroadcastResult take(const BroadcastRing& ring, BroadcastHeader header,
                                       std::span<std::byte> into) noexcept {
        load_words(into.data(), ring.at(position_) + kWordBytes, header.length());
        if (!ring.is_intact(position_)) [[unlikely]] {
            return resume_lapped();
        }
        position_ += header.stride();
        return {
            .status = BroadcastStatus::Record, .length = header.length(), .lost = 0, .seq = seq_++};
    }

    /// Whatever is next. Its own function: inlined, the compiler would make one copy of both.
    [[nodiscard, gnu::noinline]] BroadcastResult try_read_unlike(
        std::span<std::byte> into) noexcept {
        const BroadcastRing ring = ring_;
        BroadcastHeader header = ring.header(position_);
        if (is_record(ring, header) && header.length() <= into.size()) [[likely]] {
            header_before_ = header.word();
            return take(ring, header, into);
        }
        if (header.is_padding() && ring.is_sound(header, position_) && ring.is_intact(position_)) {
            position_ += header.stride();
            header = ring.header(position_);
        }
        // A word of a later lap may be anything, also zero: the writer may have ended exactly a lap
        // ahead.
        if (!ring.is_intact(position_)) {
            return resume_lapped();
        }
        if (!header.is_published()) {
            return {.status = BroadcastStatus::Empty, .seq = seq_};
        }
        if (!is_record(ring, header)) {
            return {.status = BroadcastStatus::Damaged, .seq = seq_};
        }
        if (header.length() > into.size()) {
            return {.status = BroadcastStatus::TooLong, .length = header.length(), .seq = seq_};
        }
        return take(ring, header, into);
    }

    [[nodiscard]] bool is_record(const BroadcastRing& ring, BroadcastHeader header) const noexcept {
        return header.is_published() && !header.is_padding() && ring.is_sound(header, position_);
    }

    [[nodiscard]] bool join_oldest() noexcept {
        BroadcastCheckpoint from;
        return ring_.oldest_checkpoint(from) && join_at(from);
    }

    /// After all records published so far.
    [[nodiscard]] bool join_newest() noexcept {
        BroadcastCheckpoint from;
        return ring_.newest_checkpoint(from) && ring_.skip_published(from) && join_at(from);
    }

    [[nodiscard]] bool join_at(BroadcastCheckpoint from) noexcept {
        position_ = from.position;
        seq_ = from.seq;
        return true;
    }

    /// When the writer goes around the ring during the search, nothing is lost by this call and the
    /// next one searches again.
    [[nodiscard]] BroadcastResult resume_lapped() noexcept {
        BroadcastResult result{.status = BroadcastStatus::Lapped, .seq = seq_};
        BroadcastCheckpoint next;
        if (ring_.newest_checkpoint(next)) {
            // Numbers may wrap. Resumed at one that this ring has not reached: nothing was lost.
            const auto behind = static_cast<std::int64_t>(next.seq - seq_);
            result.lost = behind > 0 ? static_cast<std::uint64_t>(behind) : 0;
            result.seq = next.seq;
            (void)join_at(next);
        }
        return result;
    }

    BroadcastRing ring_;
    std::uint64_t position_ = 0;
    std::uint64_t seq_ = 0;
    std::uint64_t header_before_ = BroadcastHeader::record(0).word();  // of a record
};

}  // namespace hotpath::queue
