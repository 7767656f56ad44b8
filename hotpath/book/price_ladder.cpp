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
    // Near the best all of a fixed number of rungs are compared and the answers added up: a loop
    // that stops at the right one ends in a mispredicted branch every time.
    if (size_ >= kLinearRungs) [[likely]] {
        const Rung* const nearest = rungs + size_ - kLinearRungs;
        std::uint32_t nearer = 0;
        for (std::uint32_t i = 0; i < kLinearRungs; ++i) {
            nearer += nearest[i].rank >= rank ? 1U : 0U;
        }
        if (nearer < kLinearRungs) [[likely]] {
            return size_ - nearer;
        }
    }
    return position_by_bisection(rungs, rank);
}

std::uint32_t PriceLadder::position_by_bisection(const Rung* rungs,
                                                 std::int64_t rank) const noexcept {
    const Rung* first = rungs;
    std::uint32_t count = size_ >= kLinearRungs ? size_ - kLinearRungs : size_;
    if (count == 0) {
        return 0;
    }
    while (count > 1) {
        const std::uint32_t half = count / 2;
        first += first[half - 1].rank < rank ? half : 0;
        count -= half;
    }
    return static_cast<std::uint32_t>(first - rungs) + (first->rank < rank ? 1 : 0);
}

bool PriceLadder::insert(RungMemory& memory, Place place, const Rung& rung) noexcept {
    if (size_ == capacity_ && !grow(memory)) [[unlikely]] {
        return false;
    }
    Rung* rungs = memory.at(offset_);
    std::move_backward(rungs + place.at, rungs + size_, rungs + size_ + 1);
    rungs[place.at] = rung;
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
