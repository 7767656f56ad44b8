#include "hotpath/book/price_ladder.hpp"

#include <algorithm>
#include <utility>

namespace hotpath::book {

std::uint32_t LadderMemory::acquire_section() noexcept {
    std::uint32_t index = free_section_;
    if (index != kNone) {
        free_section_ = sections_[index].next_free;
    } else if (sections_used_ < sections_.size()) {
        index = sections_used_++;
    }
    return index;
}

void LadderMemory::release_section(std::uint32_t index) noexcept {
    sections_[index].size = 0;
    sections_[index].ranks = {};
    sections_[index].next_free = free_section_;
    free_section_ = index;
}

std::uint32_t LadderMemory::acquire_directory(std::uint32_t size_class) noexcept {
    std::uint32_t& free = free_directories_[size_class];
    if (free != kNone) {
        return std::exchange(free, entries_[free].section);
    }
    const std::size_t capacity = std::size_t{kSmallestDirectory} << size_class;
    if (entries_.size() - entries_used_ < capacity) {
        return kNone;
    }
    return static_cast<std::uint32_t>(std::exchange(entries_used_, entries_used_ + capacity));
}

void LadderMemory::release_directory(std::uint32_t offset, std::uint32_t size_class) noexcept {
    entries_[offset].section = free_directories_[size_class];
    free_directories_[size_class] = offset;
}

bool PriceLadder::make_place(LadderMemory& memory, Rank rank) noexcept {
    return sections_ == 0 ? begin(memory) : split(memory, rank);
}

Rung PriceLadder::next_below(const LadderMemory& memory, Rank rank) const noexcept {
    if (sections_ == 0) {
        return {};
    }
    const std::uint32_t entry = rank >= best_lowest_ ? sections_ - 1 : entry_of(memory, rank);
    const Section& section = memory.section(section_at(memory, entry));
    if (const std::uint32_t below = section.below(rank); below > 0) {
        return {.rank = section.ranks[below - 1], .level = section.levels[below - 1]};
    }
    return entry == 0 ? Rung{} : memory.section(section_at(memory, entry - 1)).best();
}

/// Over the whole directory, the unused entries included: a size that is a power of two takes fewer
/// instructions than any other. By quarters it was no faster.
std::uint32_t PriceLadder::entry_of(const LadderMemory& memory, Rank rank) const noexcept {
    const LadderMemory::Entry* const entries = memory.directory(directory_);
    const LadderMemory::Entry* entry = entries;
    for (std::uint32_t half = capacity() / 2; half > 0; half /= 2) {
        entry += entry[half].lowest <= rank ? half : 0;
    }
    // The highest rank of all is no lower than the unused entries.
    return std::min(static_cast<std::uint32_t>(entry - entries), std::uint32_t{sections_} - 1);
}

bool PriceLadder::begin(LadderMemory& memory) noexcept {
    const std::uint32_t section = memory.acquire_section();
    if (section == LadderMemory::kNone) {
        return false;
    }
    best_section_ = section;
    sections_ = 1;
    return true;
}

bool PriceLadder::split(LadderMemory& memory, Rank rank) noexcept {
    if (!make_room(memory)) {
        return false;
    }
    const std::uint32_t upper_index = memory.acquire_section();
    if (upper_index == LadderMemory::kNone) {
        return false;
    }
    LadderMemory::Entry* const entries = memory.directory(directory_);
    const std::uint32_t entry = entry_of(memory, rank);
    Section& lower = memory.section(entries[entry].section);
    Section& upper = memory.section(upper_index);
    lower.move_half_to(upper);

    std::move_backward(entries + entry + 1, entries + sections_, entries + sections_ + 1);
    entries[entry + 1] = {.lowest = upper.ranks[0], .section = upper_index};
    ++sections_;
    note_best_section(memory);
    return true;
}

/// One more entry of the directory, or the first one.
bool PriceLadder::make_room(LadderMemory& memory) noexcept {
    const bool is_first = directory_ == LadderMemory::kNone;
    if (!is_first && sections_ < capacity()) {
        return true;
    }
    const std::uint32_t size_class = is_first ? 0 : size_class_ + 1;
    const std::uint32_t offset = memory.acquire_directory(size_class);
    if (offset == LadderMemory::kNone) {
        return false;
    }
    if (is_first) {
        *memory.directory(offset) = {.lowest = kNoRank, .section = best_section_};
    } else {
        std::copy_n(memory.directory(directory_), sections_, memory.directory(offset));
        memory.release_directory(directory_, size_class_);
    }
    directory_ = offset;
    size_class_ = size_class & 0x1fU;
    std::fill_n(memory.directory(offset) + sections_, capacity() - sections_,
                LadderMemory::Entry{.lowest = LadderMemory::kUnused});
    return true;
}

/// The section of this rank has four rungs or none, and there is another one. Because one with four
/// is joined with a neighbour that has at most eight, no two neighbours both have four or fewer.
void PriceLadder::shrink(LadderMemory& memory, Rank rank) noexcept {
    const std::uint32_t entry = entry_of(memory, rank);
    const Section& section = memory.section(section_at(memory, entry));
    if (section.size == 0) {
        drop(memory, entry);
    } else if (entry > 0 && is_joinable(memory, entry - 1)) {
        join_with_next(memory, entry - 1);
    } else if (entry + 1 < sections_ && is_joinable(memory, entry + 1)) {
        join_with_next(memory, entry);
    }
}

bool PriceLadder::is_joinable(const LadderMemory& memory, std::uint32_t entry) const noexcept {
    return memory.section(section_at(memory, entry)).size <= kJoinableRungs;
}

/// Moves the rungs of the better of two sections, which have room in one, into the worse.
void PriceLadder::join_with_next(LadderMemory& memory, std::uint32_t entry) noexcept {
    Section& lower = memory.section(section_at(memory, entry));
    const Section& upper = memory.section(section_at(memory, entry + 1));
    lower.append(upper);
    drop(memory, entry + 1);
}

void PriceLadder::drop(LadderMemory& memory, std::uint32_t entry) noexcept {
    LadderMemory::Entry* const entries = memory.directory(directory_);
    memory.release_section(entries[entry].section);
    std::move(entries + entry + 1, entries + sections_, entries + entry);
    --sections_;
    entries[sections_].lowest = LadderMemory::kUnused;
    entries[0].lowest = kNoRank;
    note_best_section(memory);
}

void PriceLadder::note_best_section(const LadderMemory& memory) noexcept {
    const LadderMemory::Entry& last = memory.directory(directory_)[sections_ - 1];
    best_section_ = last.section;
    best_lowest_ = last.lowest;
}

}  // namespace hotpath::book
