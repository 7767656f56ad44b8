#include "hotpath/book/price_ladder.hpp"

#include <algorithm>
#include <bit>

#include "hotpath/core/assert.hpp"

namespace hotpath::book {

std::size_t RungMemory::class_of(std::uint32_t capacity) noexcept {
    return static_cast<std::size_t>(std::countr_zero(capacity) - std::countr_zero(kSmallest));
}

std::uint32_t RungMemory::acquire(std::uint32_t capacity) noexcept {
    std::uint32_t& free = free_[class_of(capacity)];
    if (free != kNone) {
        const std::uint32_t offset = free;
        free = rungs_[offset].level;
        return offset;
    }
    if (rungs_.size() - used_ < capacity) {
        return kNone;
    }
    const std::size_t offset = used_;
    used_ += capacity;
    return static_cast<std::uint32_t>(offset);
}

void RungMemory::release(std::uint32_t offset, std::uint32_t capacity) noexcept {
    std::uint32_t& free = free_[class_of(capacity)];
    rungs_[offset].level = free;
    free = offset;
}

std::uint32_t PriceLadder::position(const Rung* rungs, std::int64_t rank) const noexcept {
    std::uint32_t end = size_;
    const std::uint32_t linear_end = end > kLinearRungs ? end - kLinearRungs : 0;
    while (end > linear_end && rungs[end - 1].rank >= rank) {
        --end;
    }
    if (end != linear_end || end == 0) {
        return end;
    }
    // Bisection without a branch on the comparison, which would be mispredicted every other time.
    const Rung* first = rungs;
    std::uint32_t count = end;
    while (count > 1) {
        const std::uint32_t half = count / 2;
        first += first[half - 1].rank < rank ? half : 0;
        count -= half;
    }
    return static_cast<std::uint32_t>(first - rungs) + (first->rank < rank ? 1 : 0);
}

bool PriceLadder::insert(RungMemory& memory, const Rung& rung) noexcept {
    if (size_ == capacity_ && !grow(memory)) [[unlikely]] {
        return false;
    }
    Rung* rungs = memory.at(offset_);
    const std::uint32_t at = position(rungs, rung.rank);
    std::move_backward(rungs + at, rungs + size_, rungs + size_ + 1);
    rungs[at] = rung;
    ++size_;
    note_best(rungs);
    return true;
}

void PriceLadder::erase(RungMemory& memory, std::int64_t rank) noexcept {
    Rung* rungs = memory.at(offset_);
    const std::uint32_t at = position(rungs, rank);
    HOTPATH_ASSERT(at < size_ && rungs[at].rank == rank, "a level stands in its side's ladder");
    std::move(rungs + at + 1, rungs + size_, rungs + at);
    --size_;
    note_best(rungs);
}

bool PriceLadder::grow(RungMemory& memory) noexcept {
    const std::uint32_t capacity = capacity_ == 0 ? RungMemory::kSmallest : capacity_ * 2;
    const std::uint32_t offset = memory.acquire(capacity);
    if (offset == RungMemory::kNone) {
        return false;
    }
    if (capacity_ != 0) {
        std::copy_n(memory.at(offset_), size_, memory.at(offset));
        memory.release(offset_, capacity_);
    }
    offset_ = offset;
    capacity_ = capacity;
    return true;
}

void PriceLadder::note_best(const Rung* rungs) noexcept {
    if (size_ == 0) {
        best_rank_ = kNoRank;
        best_level_ = kNoLevel;
        return;
    }
    best_rank_ = rungs[size_ - 1].rank;
    best_level_ = rungs[size_ - 1].level;
}

}  // namespace hotpath::book
