#pragma once
/// BlockMap: which block of the order table holds the eight order ids that begin with this key (id
/// / 8).
///
/// Open addressing, linear probing, backward-shift erase (no tombstones); four entries a cache
/// line. Keys that are neighbours have their homes in one line, so the ids a venue hands out one
/// after the other share it, while the lines themselves are spread by a multiplicative hash: a
/// plain `key mod size` would let long-lived early orders displace whole runs of later keys.
/// Threads: one owner. Allocation: none after construction. Complexity: O(1) at load <= 1/2.

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "hotpath/core/arena.hpp"
#include "hotpath/core/assert.hpp"
#include "hotpath/core/cpu.hpp"
#include "hotpath/core/prefetch.hpp"

namespace hotpath::book {

/// A block of the order table and how many open orders are in it; 0 is an empty entry.
struct BlockRef {
    std::uint32_t block = 0;
    std::uint32_t open_orders = 0;
};

class BlockMap {
  public:
    static constexpr std::uint32_t kNone = 0xffff'ffff;

    struct Entry {
        std::uint64_t key = 0;
        BlockRef ref;
    };

    BlockMap(Arena& arena, std::uint32_t blocks_max)
        : entries_(arena.allocate<Entry>(entry_count(blocks_max))),
          mask_(entries_.size() - 1),
          hash_shift_(64 - std::countr_zero(entries_.size() / kEntriesPerLine)) {}

    [[nodiscard]] static std::size_t arena_bytes(std::uint32_t blocks_max) {
        return Arena::bytes_for<Entry>(entry_count(blocks_max));
    }

    /// The entry's index; when the key is absent that of an empty entry, whose block is 0.
    [[nodiscard]] std::uint32_t probe(std::uint64_t key) const noexcept {
        std::size_t at = home(key);
        while (entries_[at].ref.open_orders != 0 && entries_[at].key != key) {
            at = next(at);
        }
        return static_cast<std::uint32_t>(at);
    }
    /// The entry's index, or kNone.
    [[nodiscard]] std::uint32_t find(std::uint64_t key) const noexcept {
        const std::uint32_t entry = probe(key);
        return entries_[entry].ref.open_orders == 0 ? kNone : entry;
    }

    [[nodiscard]] BlockRef& operator[](std::uint32_t entry) noexcept { return entries_[entry].ref; }
    [[nodiscard]] const BlockRef& operator[](std::uint32_t entry) const noexcept {
        return entries_[entry].ref;
    }

    [[nodiscard]] bool holds(std::uint32_t entry, std::uint64_t key) const noexcept {
        return entries_[entry].key == key && entries_[entry].ref.open_orders != 0;
    }

    void prefetch(std::uint64_t key) const noexcept { prefetch_for_write(&entries_[home(key)]); }

    /// A key that is not there yet; the block begins with one open order. Half the entries always
    /// stay empty.
    std::uint32_t insert(std::uint64_t key, std::uint32_t block) noexcept {
        std::size_t at = home(key);
        while (entries_[at].ref.open_orders != 0) {
            at = next(at);
        }
        entries_[at] = {.key = key, .ref = {.block = block, .open_orders = 1}};
        return static_cast<std::uint32_t>(at);
    }

    /// Closes the hole by moving back each follower that may be nearer to its home.
    void erase(std::uint32_t entry) noexcept {
        std::size_t hole = entry;
        for (std::size_t at = next(hole); entries_[at].ref.open_orders != 0; at = next(at)) {
            const std::size_t from_home = (at - home(entries_[at].key)) & mask_;
            if (from_home >= ((at - hole) & mask_)) {
                entries_[hole] = entries_[at];
                hole = at;
            }
        }
        entries_[hole].ref = {};
    }

  private:
    static constexpr std::size_t kEntriesPerLine = kCacheLine / sizeof(Entry);
    static constexpr unsigned kLineBits = std::countr_zero(kEntriesPerLine);
    static constexpr std::uint64_t kGoldenRatio = 0x9e37'79b9'7f4a'7c15ULL;
    static_assert(kEntriesPerLine == 4);

    /// A power of two, at least two lines so that the hash shift stays below 64.
    [[nodiscard]] static std::size_t entry_count(std::uint32_t blocks_max) {
        HOTPATH_ASSERT(blocks_max <= 1U << 30U,
                       "blocks_max must be at most 2^30: entry indexes have 32 bits");
        return std::bit_ceil(std::size_t{blocks_max} * 2 + 2 * kEntriesPerLine);
    }

    [[nodiscard]] std::size_t home(std::uint64_t key) const noexcept {
        const std::uint64_t line = ((key >> kLineBits) * kGoldenRatio) >> hash_shift_;
        return (line << kLineBits) | (key & (kEntriesPerLine - 1));
    }

    [[nodiscard]] std::size_t next(std::size_t at) const noexcept { return (at + 1) & mask_; }

    std::span<Entry> entries_;
    std::size_t mask_;
    int hash_shift_;
};

}  // namespace hotpath::book
