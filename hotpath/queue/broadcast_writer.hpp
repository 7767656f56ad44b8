#pragma once
/// The one writer of a broadcast. It never waits and does not depend on readers.
///
/// Claimed records become visible all at once: the header of the first of them is stored last.
/// A writer created on a ring whose writer died continues after the last published record; what was
/// claimed and not published never existed. Threads: one writer at a time, itself one thread's.
/// Allocation: none. Complexity: O(length) a record; construction walks what was published since
/// the last checkpoint.

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>
#include <utility>

#include "hotpath/core/assert.hpp"
#include "hotpath/queue/atomic_words.hpp"
#include "hotpath/queue/broadcast_ring.hpp"

namespace hotpath::queue {

/// The place of a claimed record in the ring, written word by word. Words that are not written keep
/// the bytes of an older record. Valid until publish() or abandon().
class RecordWords {
  public:
    RecordWords(std::byte* at, std::size_t length) noexcept : at_(at), length_(length) {}

    [[nodiscard]] std::size_t length() const noexcept { return length_; }

    /// Stores bytes at `offset`, a multiple of 8, and fills their last word with zeros.
    void store(std::size_t offset, std::span<const std::byte> bytes) noexcept {
        HOTPATH_ASSERT_HOT(offset % kWordBytes == 0 && offset + bytes.size() <= length_,
                           "a write must begin at a whole word and end within the record");
        store_words(at_ + offset, bytes.data(), bytes.size());
    }

    /// Stores a value at `offset`, a multiple of 8.
    template <class T>
        requires std::is_trivially_copyable_v<T>
    void store_value(std::size_t offset, const T& value) noexcept {
        store(offset, std::as_bytes(std::span(&value, 1)));
    }

  private:
    std::byte* at_;
    std::size_t length_;
};

class BroadcastWriter {
  public:
    explicit BroadcastWriter(BroadcastRing ring) noexcept : ring_(ring) { resume(); }

    /// Publishes a copy of one record.
    void write(std::span<const std::byte> record) noexcept {
        claim(record.size()).store(0, record);
        publish();
    }

    /// Publishes one record without a copy: fill(RecordWords&) writes it in the ring.
    template <class Fill>
        requires std::is_invocable_v<Fill, RecordWords&>
    void write(std::size_t length, Fill&& fill) noexcept {
        RecordWords words = claim(length);
        std::forward<Fill>(fill)(words);
        publish();
    }

    /// Publishes records together, or in parts of batch_bytes_max() if they are more.
    void write_batch(std::span<const std::span<const std::byte>> records) noexcept {
        for (const std::span<const std::byte> record : records) {
            if (claimed_bytes() + BroadcastHeader::stride_of(record.size()) >
                ring_.batch_bytes_max()) {
                publish();
            }
            claim(record.size()).store(0, record);
        }
        publish();
    }

    /// Claims room for one more record after those already claimed. Aborts if together they exceed
    /// batch_bytes_max().
    [[nodiscard]] RecordWords claim(std::size_t length) noexcept {
        const std::size_t stride = BroadcastHeader::stride_of(length);
        HOTPATH_ASSERT(claimed_bytes() + stride <= ring_.batch_bytes_max(),
                       "claimed and unpublished records must fit an eighth of the ring");
        const std::size_t room = ring_.bytes_to_ring_end(claimed_until_);
        const std::size_t padding = stride <= room ? 0 : room;
        // The word after the record is also overwritten: publish() zeroes it.
        reserve(claimed_until_ + padding + stride + kWordBytes);
        if (padding != 0) {
            append(BroadcastHeader::padding(padding));
            padding_bytes_ += padding;
        }
        std::byte* const payload = ring_.at(claimed_until_) + kWordBytes;
        ring_.prefetch_to_write(claimed_until_, stride);
        append(BroadcastHeader::record(length));
        ++claimed_records_;
        return {payload, length};
    }

    /// Makes all claimed records visible at once. Does nothing if none is claimed.
    void publish() noexcept {
        if (claimed_records_ == 0) {
            return;
        }
        // First the end, so that a reader after the last record waits there and takes nothing of
        // the last lap for a header; then the word that every reader is waiting for.
        store_word(ring_.at(claimed_until_), 0);
        store_word(ring_.at(position_), first_header_);
        position_ = claimed_until_;
        seq_ += claimed_records_;
        claimed_records_ = 0;
        padding_bytes_ = 0;
    }

    /// Gives up what is claimed and not published.
    void abandon() noexcept {
        claimed_until_ = position_;
        claimed_records_ = 0;
        padding_bytes_ = 0;
    }

    /// Returns the number of the next record.
    [[nodiscard]] std::uint64_t seq() const noexcept { return seq_ + claimed_records_; }
    [[nodiscard]] const BroadcastRing& ring() const noexcept { return ring_; }

  private:
    [[nodiscard]] std::size_t claimed_bytes() const noexcept {
        return claimed_until_ - position_ - padding_bytes_;
    }

    void append(BroadcastHeader header) noexcept {
        if (claimed_until_ == position_) {
            first_header_ = header.word();
        } else {
            store_word(ring_.at(claimed_until_), header.word());
        }
        claimed_until_ += header.stride();
    }

    void reserve(std::uint64_t until) noexcept {
        if (reserved_until_ - position_ < until - position_) [[unlikely]] {
            const std::size_t chunk = ring_.chunk_bytes();
            reserved_until_ = (until + chunk - 1) / chunk * chunk;
            ring_.reserve_until(reserved_until_);
            ring_.store_checkpoint(reserved_until_, {.position = position_, .seq = seq_});
        }
    }

    /// The header word of each record is the only thing that publishes it, so walking the headers
    /// from any checkpoint ends where the last writer did.
    void resume() noexcept {
        BroadcastCheckpoint last;
        const bool found = ring_.newest_checkpoint(last) && ring_.skip_published(last);
        HOTPATH_ASSERT(found, "no checkpoint: the ring is not formatted or has a second writer");
        reserved_until_ = ring_.reserved_until();
        position_ = last.position;
        claimed_until_ = last.position;
        seq_ = last.seq;
        // A writer that died right after its reservation left no checkpoint for it. Several such in
        // a row would leave none at all.
        if (!ring_.has_checkpoint(reserved_until_)) {
            ring_.store_checkpoint(reserved_until_, {.position = position_, .seq = seq_});
        }
    }

    BroadcastRing ring_;
    std::uint64_t position_ = 0;        // of the first record that is not published
    std::uint64_t claimed_until_ = 0;   // of the next claim
    std::uint64_t reserved_until_ = 0;  // as stored in the ring
    std::uint64_t seq_ = 0;             // of the record at position_
    std::uint64_t claimed_records_ = 0;
    std::uint64_t padding_bytes_ = 0;  // between position_ and claimed_until_
    std::uint64_t first_header_ = 0;   // of position_, stored by publish()
};

}  // namespace hotpath::queue
