#pragma once
/// One slot of a ring: the message and, in the same cache line, the turn that shows the owner of
/// the slot. The ownership is read from the line that is needed anyway; no counter is shared.
///
///   turn == position            free, for the message of that position
///   turn == position + 1        holds the message of that position
///   turn == position + 2        was given up by its producer (mpsc): to be skipped
///   turn == position + slots    popped: the same as the first, a lap later
///
/// Positions count messages since the ring was formatted and wrap with Index; the slot of a
/// position is its low bits. After a crash the turn therefore shows exactly what had happened.
///
/// Threads: the ring's rules. Allocation: none. Complexity: O(1). After Vyukov, "Bounded MPMC
/// queue".

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <new>
#include <span>
#include <type_traits>
#include <utility>

#include "hotpath/core/assert.hpp"
#include "hotpath/core/cpu.hpp"
#include "hotpath/queue/layout.hpp"

namespace hotpath::queue {

/// Valid message types: copied as bytes, or moved and destroyed without failing (within one
/// process).
template <class T>
concept QueueMessage =
    std::is_object_v<T> && !std::is_const_v<T> && alignof(T) <= kCacheLine &&
    (std::is_trivially_copyable_v<T> ||
     (std::is_nothrow_move_constructible_v<T> && std::is_nothrow_move_assignable_v<T> &&
      std::is_nothrow_destructible_v<T>));

/// Types that may be written in place, and read by other processes.
template <class T>
concept PlainMessage = QueueMessage<T> && std::is_trivially_copyable_v<T>;

/// Copies a plain message a word at a time, each through a register, when it is made of whole
/// words.
///
/// A message is most often written field by field just before it is pushed. The compiler would copy
/// it by vectors, and a vector load of what narrow stores wrote a moment ago cannot be forwarded
/// from them: it waits until they have left the store buffer, in order, after stores to ring lines
/// that are on their way from the other core. So every push would wait for one line's whole journey
/// (docs/techniques/store-forwarding.md).
template <PlainMessage T>
void copy_by_words(T* to, const T& from) noexcept {
    using Word =
        std::conditional_t<alignof(T) % sizeof(std::uint64_t) == 0, std::uint64_t, std::uint32_t>;
    auto* const bytes_to = reinterpret_cast<std::byte*>(to);
    const auto* const bytes_from = reinterpret_cast<const std::byte*>(std::addressof(from));
#pragma GCC unroll 16
    for (std::size_t at = 0; at < sizeof(T); at += sizeof(Word)) {
        Word word;
        std::memcpy(&word, bytes_from + at, sizeof word);
        asm("" : "+r"(word));  // keeps the words from being copied as vectors
        std::memcpy(bytes_to + at, &word, sizeof word);
    }
}

/// Worth it for small messages; a large one spends longer on its words than a vector waits.
template <class T>
inline constexpr bool kIsCopiedByWords =
    PlainMessage<T> && alignof(T) % sizeof(std::uint32_t) == 0 && sizeof(T) <= 2 * kCacheLine;

/// Begins a message in its place.
template <QueueMessage T, class... Arguments>
void construct_message(T* place, Arguments&&... arguments) noexcept {
    if constexpr (kIsCopiedByWords<T> &&
                  (std::is_same_v<std::remove_cvref_t<Arguments>, T> && ...) &&
                  sizeof...(Arguments) == 1) {
        copy_by_words(place, arguments...);
    } else {
        std::construct_at(place, std::forward<Arguments>(arguments)...);
    }
}

/// States of a slot for a position, by how far its turn is behind it.
inline constexpr std::int64_t kFree = 0;
inline constexpr std::int64_t kPublished = 1;
inline constexpr std::int64_t kGivenUp = 2;

/// Counts positions. Small ones are for tests, which they let wrap.
template <class Index>
concept PositionIndex = std::is_unsigned_v<Index> && std::atomic<Index>::is_always_lock_free;

/// The position `by` behind another, wrapping.
template <PositionIndex Index>
[[nodiscard]] constexpr Index position_after(Index position, std::size_t by) noexcept {
    return static_cast<Index>(position + by);
}

/// How far `position` is behind `from`, wrapping; negative when it is before it.
template <PositionIndex Index>
[[nodiscard]] constexpr std::int64_t positions_from(Index from, Index position) noexcept {
    return static_cast<std::make_signed_t<Index>>(static_cast<Index>(position - from));
}

/// A slot never straddles a line that it could fit into: small slots share a line, a power of two
/// of them; bigger ones begin on a line. Packed, one begins where the one before ends.
template <class T, class Index, RingLayout Layout>
[[nodiscard]] constexpr std::size_t slot_alignment() noexcept {
    const std::size_t alignment = std::max(alignof(T), alignof(Index));
    if constexpr (Layout::kIsPacked) {
        return alignment;
    }
    const std::size_t turn_at = (sizeof(T) + alignof(Index) - 1) / alignof(Index) * alignof(Index);
    return std::min(kCacheLine, std::bit_ceil(std::max(alignment, turn_at + sizeof(Index))));
}

template <QueueMessage T, PositionIndex Index, RingLayout Layout = OwnLine>
struct alignas(slot_alignment<T, Index, Layout>()) Slot {
    alignas(T) std::array<std::byte, sizeof(T)> message;
    std::atomic<Index> turn;

    [[nodiscard]] T* value() noexcept { return std::launder(reinterpret_cast<T*>(message.data())); }
};

/// The slots of a ring, found by position. A view: copies show the same slots.
template <QueueMessage T, PositionIndex Index, RingLayout Layout = OwnLine>
class Slots {
  public:
    /// Positions a whole ring apart must be distinguishable from those before, after and a lap
    /// away.
    static constexpr std::size_t kSlotsMax = std::size_t{1}
                                             << (std::numeric_limits<Index>::digits - 3);

    /// With fewer slots the four turns above would not be four.
    static constexpr std::size_t kSlotsMin = 4;

    Slots(Slot<T, Index, Layout>* first, std::size_t slots) noexcept
        : first_(first), mask_(slots - 1) {
        HOTPATH_ASSERT(std::has_single_bit(slots) && slots >= kSlotsMin && slots <= kSlotsMax,
                       "slots must be a power of two, at least 4, that its index can count");
        HOTPATH_ASSERT(std::bit_cast<std::uintptr_t>(first) % alignof(Slot<T, Index, Layout>) == 0,
                       "a ring's memory must begin on a cache line");
    }

    [[nodiscard]] std::size_t count() const noexcept { return mask_ + 1; }
    /// A slot's state when its message was popped.
    [[nodiscard]] std::int64_t popped() const noexcept {
        return static_cast<std::int64_t>(count());
    }
    [[nodiscard]] Slot<T, Index, Layout>& at(Index position) const noexcept {
        return first_[position & mask_];
    }
    [[nodiscard]] T* message(Index position) const noexcept { return at(position).value(); }

    /// How far the slot's turn is behind `position`: kFree, kPublished, kGivenUp, the number of
    /// slots or more when popped; negative while it still holds the message of the lap before.
    [[nodiscard]] std::int64_t state(Index position) const noexcept {
        return positions_from(position, at(position).turn.load(std::memory_order_acquire));
    }

    /// Moves the slot on, with release: a thread that sees the new state sees all earlier writes.
    void move_on(Index position, std::int64_t state) const noexcept {
        at(position).turn.store(position_after(position, static_cast<std::size_t>(state)),
                                std::memory_order_release);
    }

    /// How many slots from `position` on are free, of `slots_max` at most. They become free in
    /// order, so a free one means that all before it are free, too. Asks the farthest first: its
    /// line is one that the consumer is long done with, or has not come to.
    [[nodiscard]] std::size_t free_from(Index position, std::size_t slots_max) const noexcept {
        std::size_t free = 0;
        std::size_t beyond = std::min(slots_max, count()) + 1;
        std::size_t asked = beyond - 1;
        while (free + 1 < beyond) {
            (state(position_after(position, asked - 1)) == kFree ? free : beyond) = asked;
            asked = free + (beyond - free) / 2;
        }
        return free;
    }

    /// Makes every slot free for its first lap.
    void format() const noexcept {
        for (std::size_t i = 0; i < count(); ++i) {
            std::construct_at(&first_[i].turn, static_cast<Index>(i));
        }
    }

  private:
    Slot<T, Index, Layout>* first_;
    std::size_t mask_;
};

/// Claimed slots of consecutive positions, as one range: it wraps inside where the ring does.
template <QueueMessage T, PositionIndex Index, RingLayout Layout = OwnLine>
class SlotBatch {
  public:
    SlotBatch(Slots<T, Index, Layout> slots, Index first, std::size_t size) noexcept
        : slots_(slots), first_(first), size_(size) {}

    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    [[nodiscard]] bool empty() const noexcept { return size_ == 0; }
    [[nodiscard]] T& operator[](std::size_t i) const noexcept {
        HOTPATH_ASSERT_HOT(i < size_, "only claimed slots may be written");
        return *slots_.message(position_after(first_, i));
    }

    class Iterator {
      public:
        Iterator(const SlotBatch& batch, std::size_t at) noexcept : batch_(&batch), at_(at) {}
        [[nodiscard]] T& operator*() const noexcept { return (*batch_)[at_]; }
        Iterator& operator++() noexcept {
            ++at_;
            return *this;
        }
        [[nodiscard]] bool operator==(const Iterator& other) const noexcept {
            return at_ == other.at_;
        }

      private:
        const SlotBatch* batch_;
        std::size_t at_;
    };
    [[nodiscard]] Iterator begin() const noexcept { return {*this, 0}; }
    [[nodiscard]] Iterator end() const noexcept { return {*this, size_}; }

  private:
    Slots<T, Index, Layout> slots_;
    Index first_;
    std::size_t size_;
};

/// Memory of a ring within one process, in whole cache lines.
class RingMemory {
  public:
    explicit RingMemory(std::size_t bytes)
        : lines_((bytes + kCacheLine - 1) / kCacheLine),
          memory_(std::make_unique<Line[]>(lines_)) {}

    [[nodiscard]] std::span<std::byte> bytes() const noexcept {
        return {memory_[0].bytes.data(), lines_ * kCacheLine};
    }

  private:
    struct alignas(kCacheLine) Line {
        std::array<std::byte, kCacheLine> bytes;
    };

    std::size_t lines_;
    std::unique_ptr<Line[]> memory_;
};

}  // namespace hotpath::queue
