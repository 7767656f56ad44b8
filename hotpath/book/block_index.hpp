#pragma once
/// BlockIndex: which block of the order table holds the eight order ids that begin with this key
/// (id / 8): an array for the ids a venue hands out one after the other, a BlockMap for the rest.
///
///   entry:   0 ............ dense_keys | dense_keys ......................
///            array, indexed by key     | BlockMap, for keys at and above
/// The ids of a whole market are dense and an array costs one access to memory in use anyway. Those
/// of a few instruments are sparse and the array would cost a page an order: then dense_ids is 0
/// and all keys go to the map. An entry is valid until the next erase. Block 0 is unused: absent keys
/// have it, so that a look-up finds no order without a second check.
/// Threads: one owner. Allocation: none after construction. Complexity: O(1).

#include <cstddef>
#include <cstdint>
#include <span>

#include "hotpath/book/block_map.hpp"
#include "hotpath/core/arena.hpp"
#include "hotpath/core/prefetch.hpp"

namespace hotpath::book {

class BlockIndex {
  public:
    static constexpr std::uint32_t kNone = BlockMap::kNone;
    static constexpr std::uint32_t kNoBlock = 0;

    BlockIndex(Arena& arena, std::uint32_t blocks_max, std::uint32_t dense_keys)
        : dense_(arena.allocate<BlockRef>(dense_keys)), sparse_(arena, blocks_max) {}

    [[nodiscard]] static std::size_t arena_bytes(std::uint32_t blocks_max,
                                                 std::uint32_t dense_keys) {
        return Arena::bytes_for<BlockRef>(dense_keys) + BlockMap::arena_bytes(blocks_max);
    }

    [[nodiscard]] bool is_dense(std::uint64_t key) const noexcept { return key < dense_.size(); }
    /// Block kNoBlock when the key is absent.
    struct Cursor {
        std::uint32_t block;
        std::uint32_t entry;
    };
    [[nodiscard]] Cursor cursor_of(std::uint64_t key) const noexcept {
        if (is_dense(key)) {
            return {.block = dense_[key].block, .entry = static_cast<std::uint32_t>(key)};
        }
        const std::uint32_t entry = sparse_.probe(key);
        return {.block = sparse_[entry].block, .entry = entry + dense_keys()};
    }

    /// The entry, or kNone.
    [[nodiscard]] std::uint32_t find(std::uint64_t key) const noexcept {
        if (key < dense_.size()) {
            return dense_[key].open_orders == 0 ? kNone : static_cast<std::uint32_t>(key);
        }
        const std::uint32_t entry = sparse_.find(key);
        return entry == kNone ? kNone : entry + dense_keys();
    }

    /// Is this, known from before, the entry of this key? Asked before find() of the map alone.
    [[nodiscard]] bool holds(std::uint32_t entry, std::uint64_t key) const noexcept {
        return entry >= dense_.size() && sparse_.holds(entry - dense_keys(), key);
    }

    [[nodiscard]] BlockRef& operator[](std::uint32_t entry) noexcept {
        return entry < dense_.size() ? dense_[entry] : sparse_[entry - dense_keys()];
    }
    [[nodiscard]] const BlockRef& operator[](std::uint32_t entry) const noexcept {
        return entry < dense_.size() ? dense_[entry] : sparse_[entry - dense_keys()];
    }

    void prefetch(std::uint64_t key) const noexcept {
        if (key < dense_.size()) {
            prefetch_for_write(&dense_[key]);
        } else {
            sparse_.prefetch(key);
        }
    }

    void prefetch_entry(std::uint32_t entry) const noexcept { prefetch_for_write(&(*this)[entry]); }

    /// A key that is not there yet; the block begins with one open order.
    std::uint32_t insert(std::uint64_t key, std::uint32_t block) noexcept {
        if (key < dense_.size()) {
            dense_[key] = {.block = block, .open_orders = 1};
            return static_cast<std::uint32_t>(key);
        }
        return sparse_.insert(key, block) + dense_keys();
    }

    /// An entry whose block has no open order left.
    void erase(std::uint32_t entry) noexcept {
        if (entry < dense_.size()) {
            dense_[entry].block = kNoBlock;
        } else {
            sparse_.erase(entry - dense_keys());
        }
    }

  private:
    [[nodiscard]] std::uint32_t dense_keys() const noexcept {
        return static_cast<std::uint32_t>(dense_.size());
    }

    std::span<BlockRef> dense_;  // by key; open_orders 0 is empty
    BlockMap sparse_;
};

}  // namespace hotpath::book
