#include "hotpath/oms/executions.hpp"

#include "hotpath/core/assert.hpp"

namespace hotpath::oms {

Executions::Executions(std::uint32_t capacity)
    : ring_(capacity), index_(std::size_t{capacity} * 2, kEmpty) {}

Execution* Executions::find(const ExecutionKey& key) noexcept {
    const std::uint32_t place = index_[find_place(key)];
    return place == kEmpty ? nullptr : &ring_[place];
}

void Executions::add(const Execution& execution) noexcept {
    const std::size_t place = added_ % ring_.size();
    if (added_ >= ring_.size()) {
        forget(ring_[place].key);
    }
    const std::size_t slot = find_place(execution.key);
    HOTPATH_ASSERT(index_[slot] == kEmpty, "an execution is added once");
    ring_[place] = execution;
    index_[slot] = static_cast<std::uint32_t>(place);
    ++added_;
}

// A multiplicative hash; the high half of the product depends on every bit of both numbers.
std::size_t Executions::home_of(const ExecutionKey& key) const noexcept {
    const std::uint64_t mixed =
        (key.match.value ^ (std::uint64_t{key.id.value} << 32U)) * 0x9e37'79b9'7f4a'7c15ULL;
    return static_cast<std::size_t>(mixed >> 32U) & (index_.size() - 1);
}

// The key's slot, or the empty one where it would go. Half of the slots are empty, so the walk
// ends.
std::size_t Executions::find_place(const ExecutionKey& key) const noexcept {
    std::size_t slot = home_of(key);
    while (index_[slot] != kEmpty && ring_[index_[slot]].key != key) {
        slot = (slot + 1) & (index_.size() - 1);
    }
    return slot;
}

// Backward-shift erase: what probed past the hole moves into it, so that no tombstones are needed.
void Executions::forget(const ExecutionKey& key) noexcept {
    const std::size_t mask = index_.size() - 1;
    std::size_t hole = find_place(key);
    for (std::size_t slot = (hole + 1) & mask; index_[slot] != kEmpty; slot = (slot + 1) & mask) {
        const std::size_t home = home_of(ring_[index_[slot]].key);
        if (((slot - home) & mask) >= ((slot - hole) & mask)) {
            index_[hole] = index_[slot];
            hole = slot;
        }
    }
    index_[hole] = kEmpty;
}

}  // namespace hotpath::oms
