#pragma once
/// A hash map whose capacity is fixed at construction: open addressing, linear probing, no
/// tombstones.
///
///   slot      home of b   home of a
///   | ... |  b  |  a  |  a' | empty |    a' sits past its home because a came first; a search ends
///   at the first empty
///
/// erase() moves the rest of the run back, so probes stay short. At least a third of the slots stay
/// empty, which ends every search. A full map refuses: try_insert() returns nullptr. There is no
/// iteration, because the order would depend on the hash, and outputs must not. Threads: one owner.
/// Allocation: once, at construction (own memory or an arena). Complexity: O(1) expected, O(size)
/// when every key collides. Source: Knuth, The Art of Computer Programming, volume 3, section 6.4,
/// algorithms L and R.

#include <algorithm>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

#include "hotpath/core/fixed_array.hpp"
#include "hotpath/core/prefetch.hpp"

namespace hotpath {

/// A key of one to eight bytes without padding: integers, enumerations, OrderId, Symbol.
template <class Key>
concept WordKey =
    std::has_unique_object_representations_v<Key> && std::is_trivially_copyable_v<Key> &&
    std::has_single_bit(sizeof(Key)) && sizeof(Key) <= sizeof(std::uint64_t);

/// Fibonacci hashing: the high bits of a product. Consecutive order ids, the common case, spread
/// evenly and rarely collide. Keys chosen by an adversary can collide: then the map is slow, never
/// wrong.
template <WordKey Key>
struct KeyHash {
    static constexpr std::uint64_t kGoldenRatio = 0x9e3779b97f4a7c15ULL;  // 2^64 / 1.618...

    [[nodiscard]] constexpr std::uint64_t operator()(Key key) const noexcept {
        if constexpr (sizeof(Key) == 8) {
            return std::bit_cast<std::uint64_t>(key) * kGoldenRatio;
        } else if constexpr (sizeof(Key) == 4) {
            return std::bit_cast<std::uint32_t>(key) * kGoldenRatio;
        } else if constexpr (sizeof(Key) == 2) {
            return std::bit_cast<std::uint16_t>(key) * kGoldenRatio;
        } else {
            return std::bit_cast<std::uint8_t>(key) * kGoldenRatio;
        }
    }
};

/// Hash returns 64 bits, of which the highest select the slot. Index is the type of slot numbers.
template <class Key, class Value, class Hash = KeyHash<Key>,
          std::unsigned_integral Index = std::uint32_t>
class FixedHashMap {
  public:
    explicit FixedHashMap(std::size_t capacity)
        : FixedHashMap(capacity, FixedArray<Slot>(slots_for(capacity))) {}
    FixedHashMap(Arena& arena, std::size_t capacity)
        : FixedHashMap(capacity, FixedArray<Slot>(arena, slots_for(capacity))) {}

    /// Bytes that a map of this capacity allocates from its arena.
    [[nodiscard]] static constexpr std::size_t arena_bytes(std::size_t capacity) noexcept {
        return Arena::bytes_for<Slot>(slots_for(capacity));
    }

    /// Returns nullptr if the key is absent. The pointer is good until the next erase() or clear().
    [[nodiscard]] Value* find(const Key& key) noexcept {
        Slot& slot = slots_[probe(key)];
        return slot.is_used ? &slot.value : nullptr;
    }
    [[nodiscard]] const Value* find(const Key& key) const noexcept {
        const Slot& slot = slots_[probe(key)];
        return slot.is_used ? &slot.value : nullptr;
    }

    /// Returns the new entry's value, or nullptr, without a change, if the key exists or the map is
    /// full.
    [[nodiscard]] Value* try_insert(const Key& key, const Value& value) noexcept {
        Slot& slot = slots_[probe(key)];
        if (slot.is_used || full()) {
            return nullptr;
        }
        // Written field by field: an entry assembled elsewhere and copied whole would wait for its
        // own narrow stores (docs/techniques/store-forwarding.md).
        slot.key = key;
        slot.value = value;
        slot.is_used = true;
        ++size_;
        return &slot.value;
    }

    /// Returns false if the key is absent.
    bool erase(const Key& key) noexcept {
        const Index erased = probe(key);
        if (!slots_[erased].is_used) {
            return false;
        }
        slots_[close_gap(erased)].is_used = false;
        --size_;
        return true;
    }

    /// Erases every entry for which gone(key, value) is true. O(capacity).
    void erase_if(auto&& gone) noexcept {
        // close_gap() fills a slot from later slots, which are then checked in turn. Entries that it
        // moves across the end of the table from the first slots have been checked and stay.
        for (std::size_t i = 0; i < slots_.size(); ++i) {
            while (slots_[i].is_used && gone(slots_[i].key, slots_[i].value)) {
                slots_[close_gap(static_cast<Index>(i))].is_used = false;
                --size_;
            }
        }
    }

    /// Erases every entry. O(capacity).
    void clear() noexcept {
        for (Slot& slot : slots_.items()) {
            slot.is_used = false;
        }
        size_ = 0;
    }

    /// Prefetches the key's slot for a find() some tens of nanoseconds later.
    void prefetch(const Key& key) const noexcept { prefetch_for_write(&slots_[home(key)]); }

    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    [[nodiscard]] bool empty() const noexcept { return size_ == 0; }
    [[nodiscard]] bool full() const noexcept { return size_ == capacity_; }
    [[nodiscard]] std::size_t capacity() const noexcept { return capacity_; }

  private:
    struct Slot {
        Key key;
        Value value;
        bool is_used;
    };

    FixedHashMap(std::size_t capacity, FixedArray<Slot> slots) noexcept
        : slots_(std::move(slots)),
          capacity_(capacity),
          mask_(static_cast<Index>(slots_.size() - 1)),
          shift_(static_cast<std::uint8_t>(64 - std::countr_zero(slots_.size()))) {}

    [[nodiscard]] static constexpr std::size_t slots_for(std::size_t capacity) noexcept {
        const std::size_t slots =
            std::bit_ceil(std::max<std::size_t>(2, capacity + capacity / 2 + 1));
        HOTPATH_ASSERT(slots - 1 <= std::numeric_limits<Index>::max(),
                       "a slot's index must fit its type");
        return slots;
    }

    [[nodiscard]] Index home(const Key& key) const noexcept {
        return static_cast<Index>(Hash{}(key) >> shift_);
    }
    [[nodiscard]] Index next(Index slot) const noexcept {
        return static_cast<Index>((slot + 1) & mask_);
    }
    [[nodiscard]] Index distance(Index from, Index to) const noexcept {
        return static_cast<Index>((to - from) & mask_);
    }

    /// Returns the slot that holds the key, or the empty slot where it belongs.
    [[nodiscard]] Index probe(const Key& key) const noexcept {
        Index slot = home(key);
        while (slots_[slot].is_used && !(slots_[slot].key == key)) {
            slot = next(slot);
        }
        return slot;
    }

    /// Moves later entries of the run into `gap` wherever that is not before their home slot.
    /// Returns the slot that is free in the end.
    [[nodiscard]] Index close_gap(Index gap) noexcept {
        for (Index slot = next(gap); slots_[slot].is_used; slot = next(slot)) {
            if (distance(home(slots_[slot].key), slot) >= distance(gap, slot)) {
                slots_[gap] = slots_[slot];
                gap = slot;
            }
        }
        return gap;
    }

    FixedArray<Slot> slots_;
    std::size_t capacity_;
    std::size_t size_ = 0;
    Index mask_;
    std::uint8_t shift_;
};

}  // namespace hotpath
