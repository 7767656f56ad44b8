#pragma once
/// A hash map of fixed capacity for small trivially copyable records, whose memory in use grows and
/// shrinks with its entries.
///
/// FixedHashMap spreads its entries over all of its slots: right when it is mostly full, and one
/// cache miss a look-up when it is sized for a worst case and holds ten. Here the ten are side by
/// side, in chains of a GrowingIndex; an entry does not move, so its value's address is good until it
/// is erased. A full map refuses: try_insert() returns nullptr. There is no iteration. Threads: one
/// owner. Allocation: once, at construction (own memory or an arena). Complexity: that of
/// GrowingIndex, O(1) expected.

#include <cstddef>
#include <cstdint>
#include <utility>

#include "hotpath/core/fixed_array.hpp"
#include "hotpath/core/growing_index.hpp"

namespace hotpath {

/// Hash gives 32 bits, of which the lowest select the chain.
template <WordKey Key, class Value, class Hash = NeighbourHash<Key>>
class GrowingHashMap {
  public:
    explicit GrowingHashMap(std::size_t capacity) : nodes_(capacity), index_(capacity) {}
    GrowingHashMap(Arena& arena, std::size_t capacity)
        : nodes_(arena, capacity), index_(arena, capacity) {}

    /// Bytes that a map of this capacity takes from its arena.
    [[nodiscard]] static constexpr std::size_t arena_bytes(std::size_t capacity) noexcept {
        return Arena::bytes_for<Node>(capacity) + GrowingIndex::arena_bytes(capacity);
    }

    /// nullptr when absent. The pointer is good until the key is erased.
    [[nodiscard]] Value* find(const Key& key) noexcept {
        const std::uint32_t node = node_of(key);
        return node == kNone ? nullptr : &nodes_[node].value;
    }
    [[nodiscard]] const Value* find(const Key& key) const noexcept {
        const std::uint32_t node = node_of(key);
        return node == kNone ? nullptr : &nodes_[node].value;
    }

    /// The new entry's value, or nullptr when the key is there already or the map is full (nothing
    /// changes).
    [[nodiscard]] Value* try_insert(const Key& key, const Value& value) noexcept {
        if (full() || node_of(key) != kNone) {
            return nullptr;
        }
        const std::uint32_t index =
            free_ == kNone ? used_++ : std::exchange(free_, nodes_[free_].next);
        Node& node = nodes_[index];
        node.key = key;
        node.value = value;
        index_.insert(index, chains());
        return &node.value;
    }

    /// False when absent.
    bool erase(const Key& key) noexcept {
        const std::uint32_t index = node_of(key);
        if (index == kNone) {
            return false;
        }
        index_.erase(index, chains());
        nodes_[index].next = std::exchange(free_, index);
        return true;
    }

    void clear() noexcept {
        index_.clear();
        used_ = 0;
        free_ = kNone;
    }

    /// Starts bringing the key's chain near, for a find() some tens of nanoseconds later.
    void prefetch(const Key& key) const noexcept { index_.prefetch(Hash{}(key)); }

    [[nodiscard]] std::size_t size() const noexcept { return index_.size(); }
    [[nodiscard]] bool empty() const noexcept { return index_.size() == 0; }
    [[nodiscard]] bool full() const noexcept { return index_.size() == nodes_.size(); }
    [[nodiscard]] std::size_t capacity() const noexcept { return nodes_.size(); }

  private:
    static constexpr std::uint32_t kNone = GrowingIndex::kNone;

    struct Node {
        Key key;
        Value value;
        std::uint32_t next;  // in its chain, or of the free nodes
    };

    template <class Nodes>
    struct Chains {
        Nodes& nodes;

        [[nodiscard]] auto& next(std::uint32_t node) const noexcept { return nodes[node].next; }
        [[nodiscard]] std::uint32_t hash(std::uint32_t node) const noexcept {
            return Hash{}(nodes[node].key);
        }
    };
    [[nodiscard]] auto chains() noexcept { return Chains<FixedArray<Node>>{nodes_}; }
    [[nodiscard]] auto chains() const noexcept { return Chains<const FixedArray<Node>>{nodes_}; }

    [[nodiscard]] std::uint32_t node_of(const Key& key) const noexcept {
        return index_.find(Hash{}(key), chains(),
                           [&](std::uint32_t node) { return nodes_[node].key == key; });
    }

    FixedArray<Node> nodes_;
    GrowingIndex index_;
    std::uint32_t used_ = 0;  // nodes from here on have never been used
    std::uint32_t free_ = kNone;
};

}  // namespace hotpath
