#pragma once
/// The memory of a broadcast: where it lies, what its words mean, and nothing that moves. Writer
/// and readers are in broadcast_writer.hpp and broadcast_reader.hpp; broadcast.hpp has all of it
/// and says why it is right.
///
///   lines 0, 1    reserved_until: the writer may be writing any position before this one
///   lines 2..17   64 checkpoints {position, seq}: where a record begins, and which record that is
///   then          capacity bytes of records: header word, payload in words, header word, ...
///
/// A position counts bytes since the ring was formatted (from BroadcastStart) and never turns back;
/// its low bits are the place in the ring. All arithmetic on it wraps. Threads: any; a view.
/// Allocation: none. Complexity: format is O(capacity), the rest O(1).

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "hotpath/core/assert.hpp"
#include "hotpath/core/cpu.hpp"
#include "hotpath/core/prefetch.hpp"
#include "hotpath/queue/atomic_words.hpp"

namespace hotpath::queue {

/// Where counting begins. Non-zero only in tests that let positions wrap soon.
struct BroadcastStart {
    std::uint64_t position = 0;  // a multiple of a word
    std::uint64_t seq = 0;
};

/// A place where reading can begin: a record's header is there, or will be the next that is
/// written.
struct BroadcastCheckpoint {
    std::uint64_t position = 0;
    std::uint64_t seq = 0;
};

/// The word in front of every record. Zero: nothing is published here yet.
///
///   63         62        61..32   31..0
///   published  padding   zero     length in bytes: of the record, or of padding and its header
class BroadcastHeader {
  public:
    constexpr explicit BroadcastHeader(std::uint64_t word) noexcept : word_(word) {}
    [[nodiscard]] static constexpr BroadcastHeader record(std::size_t length) noexcept {
        return BroadcastHeader(kPublished | length);
    }
    [[nodiscard]] static constexpr BroadcastHeader padding(std::size_t bytes) noexcept {
        return BroadcastHeader(kPublished | kPadding | bytes);
    }

    [[nodiscard]] constexpr std::uint64_t word() const noexcept { return word_; }
    [[nodiscard]] constexpr bool is_published() const noexcept { return word_ != 0; }
    [[nodiscard]] constexpr bool is_padding() const noexcept { return (word_ & kPadding) != 0; }
    [[nodiscard]] constexpr std::uint32_t length() const noexcept {
        return static_cast<std::uint32_t>(word_);
    }
    /// From this header to the next.
    [[nodiscard]] constexpr std::size_t stride() const noexcept {
        return is_padding() ? length() : stride_of(length());
    }
    [[nodiscard]] static constexpr std::size_t stride_of(std::size_t length) noexcept {
        return kWordBytes + bytes_in_words(length);
    }

  private:
    static constexpr std::uint64_t kPublished = std::uint64_t{1} << 63U;
    static constexpr std::uint64_t kPadding = std::uint64_t{1} << 62U;

    std::uint64_t word_;
};

class BroadcastRing {
  public:
    /// The writer reserves this part of the ring at a time, and leaves a checkpoint each time.
    static constexpr std::size_t kChunks = 64;
    /// A record, and a batch that is published as one, is at most this part of the ring.
    static constexpr std::size_t kRecordParts = 8;
    static constexpr std::size_t kCapacityMin = 4'096;
    static constexpr std::size_t kCapacityMax = std::size_t{1} << 32U;

    /// The memory wanted for a ring of that capacity.
    [[nodiscard]] static constexpr std::size_t bytes(std::size_t capacity_bytes) noexcept {
        return sizeof(Control) + capacity_bytes;
    }

    /// A new, empty ring. The memory begins on a cache line; the capacity is a power of two.
    [[nodiscard]] static BroadcastRing format(std::span<std::byte> memory,
                                              std::size_t capacity_bytes,
                                              BroadcastStart start = {}) noexcept {
        HOTPATH_ASSERT(start.position % kWordBytes == 0,
                       "the start position must be a multiple of a word");
        const BroadcastRing ring(memory, capacity_bytes);
        for (std::size_t at = 0; at < bytes(capacity_bytes); at += kWordBytes) {
            store_word(memory.data() + at, 0);
        }
        for (Checkpoint& each : ring.control_->checkpoints) {
            store_word(word_at(each.position), kNoPosition);
        }
        const std::uint64_t reserved_until =
            (start.position / ring.chunk_bytes() + 1) * ring.chunk_bytes();
        ring.store_checkpoint(reserved_until, {.position = start.position, .seq = start.seq});
        ring.reserve_until(reserved_until);
        return ring;
    }

    /// The ring that is there already.
    [[nodiscard]] static BroadcastRing attach(std::span<std::byte> memory,
                                              std::size_t capacity_bytes) noexcept {
        return {memory, capacity_bytes};
    }

    [[nodiscard]] std::size_t capacity_bytes() const noexcept { return capacity_; }
    [[nodiscard]] std::size_t chunk_bytes() const noexcept { return capacity_ / kChunks; }
    /// The longest record.
    [[nodiscard]] std::size_t record_bytes_max() const noexcept {
        return capacity_ / kRecordParts - kWordBytes;
    }
    /// The most bytes claimed before publication: each record with its header, in whole words.
    [[nodiscard]] std::size_t batch_bytes_max() const noexcept { return capacity_ / kRecordParts; }

    [[nodiscard]] std::byte* at(std::uint64_t position) const noexcept {
        return records_ + (position & (capacity_ - 1));
    }
    [[nodiscard]] std::size_t bytes_to_ring_end(std::uint64_t position) const noexcept {
        return capacity_ - (position & (capacity_ - 1));
    }
    [[nodiscard]] BroadcastHeader header(std::uint64_t position) const noexcept {
        return BroadcastHeader(load_word(at(position)));
    }

    [[nodiscard]] std::uint64_t reserved_until() const noexcept {
        return load_word(word_at(control_->reserved_until));
    }
    /// How far ahead the writer asks for lines: more than a far line takes, less than a small
    /// cache.
    static constexpr std::size_t kPrefetchBytes = 2'048;

    /// For every line used another is asked for that much further on: it comes from the readers of
    /// the lap before while there are still others to write.
    void prefetch_to_write(std::uint64_t position, std::size_t stride) const noexcept {
        for (std::size_t line = 0; line < stride; line += kCacheLine) {
            prefetch_for_write(at(position + kPrefetchBytes + line));
        }
    }

    /// Whether nothing from `position` on was overwritten when this is called. That what was loaded
    /// before the call is whole follows from the order of the loads.
    [[nodiscard]] bool is_intact(std::uint64_t position) const noexcept {
        return is_within_a_lap(position, reserved_until());
    }

    /// A checkpoint near the writer, or near the end of what it will overwrite next. Nothing when
    /// the writer went once around the ring during the search.
    [[nodiscard]] bool newest_checkpoint(BroadcastCheckpoint& found) const noexcept {
        const std::uint64_t until = reserved_until();
        for (std::size_t back = 0; back < kChunks; ++back) {
            if (checkpoint(until - back * chunk_bytes(), found)) {
                return true;
            }
        }
        return false;
    }
    [[nodiscard]] bool oldest_checkpoint(BroadcastCheckpoint& found) const noexcept {
        const std::uint64_t until = reserved_until();
        for (std::size_t back = kChunks; back > 0; --back) {
            if (checkpoint(until - (back - 1) * chunk_bytes(), found)) {
                return true;
            }
        }
        return false;
    }

    /// The newest checkpoint at or before the record of that number.
    [[nodiscard]] bool checkpoint_before(std::uint64_t seq,
                                         BroadcastCheckpoint& found) const noexcept {
        const std::uint64_t until = reserved_until();
        for (std::size_t back = 0; back < kChunks; ++back) {
            if (checkpoint(until - back * chunk_bytes(), found) &&
                static_cast<std::int64_t>(seq - found.seq) >= 0) {
                return true;
            }
        }
        return false;
    }

    /// Whether a header that is intact can be one of ours: what it describes ends within the ring.
    /// In memory that another process shares, nothing else keeps a length from leading out of it.
    [[nodiscard]] bool is_sound(BroadcastHeader header, std::uint64_t position) const noexcept {
        const std::size_t room = bytes_to_ring_end(position);
        return header.is_padding()
                   ? header.stride() == room
                   : header.length() <= record_bytes_max() && header.stride() <= room;
    }

    /// Moves from one record's header to the first that is not published. False when the writer
    /// overwrote the way there meanwhile, or when it is damaged.
    [[nodiscard]] bool skip_published(BroadcastCheckpoint& from) const noexcept {
        return skip_published_while(from, [](const BroadcastCheckpoint&) { return true; });
    }
    /// The same, but no further than to the record of that number.
    [[nodiscard]] bool skip_published_before(std::uint64_t seq,
                                             BroadcastCheckpoint& from) const noexcept {
        return skip_published_while(
            from, [seq](const BroadcastCheckpoint& next) { return next.seq != seq; });
    }

    // The writer's.
    void reserve_until(std::uint64_t position) const noexcept {
        store_word(word_at(control_->reserved_until), position);
    }
    /// Whether the checkpoint of this reservation was written. It is never replaced: a reader of
    /// the position of one and the seq of the other would not be refused.
    [[nodiscard]] bool has_checkpoint(std::uint64_t reserved_until) const noexcept {
        BroadcastCheckpoint found;
        return checkpoint(reserved_until, found);
    }
    /// The position last: a reader that sees it sees its seq, or a later one that is_intact()
    /// refuses.
    void store_checkpoint(std::uint64_t reserved_until,
                          BroadcastCheckpoint checkpoint) const noexcept {
        Checkpoint& place = checkpoint_of(reserved_until);
        store_word(word_at(place.seq), checkpoint.seq);
        store_word(word_at(place.position), checkpoint.position);
    }

  private:
    static constexpr std::uint64_t kNoPosition = 1;  // not a whole word

    struct Checkpoint {
        std::uint64_t position;
        std::uint64_t seq;
    };
    struct Control {
        // Two lines: some processors fetch lines in pairs.
        alignas(2 * kCacheLine) std::uint64_t reserved_until;
        alignas(2 * kCacheLine) std::array<Checkpoint, kChunks> checkpoints;
    };
    static_assert(sizeof(Control) == 2 * kCacheLine + kChunks * sizeof(Checkpoint));
    static_assert(sizeof(Control) % kCacheLine == 0, "records begin on a cache line");

    BroadcastRing(std::span<std::byte> memory, std::size_t capacity_bytes) noexcept
        : control_(reinterpret_cast<Control*>(memory.data())),
          records_(memory.data() + sizeof(Control)),
          capacity_(capacity_bytes) {
        HOTPATH_ASSERT(std::has_single_bit(capacity_bytes) && capacity_bytes >= kCapacityMin &&
                           capacity_bytes <= kCapacityMax,
                       "a broadcast's capacity must be a power of two, 4 KiB to 4 GiB");
        HOTPATH_ASSERT(memory.size() >= bytes(capacity_bytes), "the memory must hold the ring");
        HOTPATH_ASSERT(reinterpret_cast<std::uintptr_t>(memory.data()) % kCacheLine == 0,
                       "a ring's memory must begin on a cache line");
    }

    [[nodiscard]] static std::byte* word_at(std::uint64_t& word) noexcept {
        return reinterpret_cast<std::byte*>(&word);
    }
    template <class Condition>
    [[nodiscard]] bool skip_published_while(BroadcastCheckpoint& from,
                                            Condition&& is_before) const noexcept {
        const std::uint64_t way_max =
            std::min<std::uint64_t>(reserved_until() - from.position, capacity_);
        std::uint64_t way = 0;
        while (way < way_max && is_before(from)) {
            const BroadcastHeader next = header(from.position);
            if (!is_intact(from.position)) {
                return false;
            }
            if (!next.is_published()) {
                return true;
            }
            if (!is_sound(next, from.position)) {
                return false;
            }
            way += next.stride();
            from.position += next.stride();
            from.seq += next.is_padding() ? 0U : 1U;
        }
        return is_intact(from.position);
    }

    [[nodiscard]] Checkpoint& checkpoint_of(std::uint64_t reserved_until) const noexcept {
        return control_->checkpoints[reserved_until / chunk_bytes() % kChunks];
    }
    [[nodiscard]] bool is_within_a_lap(std::uint64_t position,
                                       std::uint64_t reserved_until) const noexcept {
        return reserved_until - position <= capacity_;
    }

    /// The one left when `until` was reserved. A place that was passed over holds one of a lap ago:
    /// its position is more than half a ring before `until`, a true one never is.
    [[nodiscard]] bool checkpoint(std::uint64_t until, BroadcastCheckpoint& found) const noexcept {
        const Checkpoint& place = checkpoint_of(until);
        found.position = load_word(reinterpret_cast<const std::byte*>(&place.position));
        found.seq = load_word(reinterpret_cast<const std::byte*>(&place.seq));
        return found.position % kWordBytes == 0 && until - found.position <= capacity_ / 2 &&
               is_intact(found.position);
    }

    Control* control_;
    std::byte* records_;
    std::size_t capacity_;
};

}  // namespace hotpath::queue
