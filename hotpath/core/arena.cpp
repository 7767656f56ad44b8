#include "hotpath/core/arena.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string>
#include <utility>

#include <sys/mman.h>
#include <unistd.h>

namespace hotpath {
namespace {

void* map_anonymous(std::size_t bytes, int flags) noexcept {
    void* const mapping =
        mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | flags, -1, 0);
    return mapping == MAP_FAILED ? nullptr : mapping;
}

bool advise_huge(void* from, std::size_t bytes) noexcept {
    return madvise(from, bytes, MADV_HUGEPAGE) == 0;
}

void unmap_pages(void* from, std::size_t bytes) noexcept {
    munmap(from, bytes);
}

std::size_t plain_page_bytes() noexcept {
    return static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

}  // namespace

const char* page_kind_name(PageKind kind) noexcept {
    switch (kind) {
        case PageKind::Huge:
            return "huge pages";
        case PageKind::TransparentHuge:
            return "transparent huge pages";
        case PageKind::Plain:
            return "plain pages";
    }
    return "unknown pages";
}

const MappingCalls& MappingCalls::system() noexcept {
    static constexpr MappingCalls kCalls{
        .map = map_anonymous, .advise_huge = hotpath::advise_huge, .unmap = unmap_pages};
    return kCalls;
}

Expected<Arena> Arena::create(std::size_t bytes, HugePages huge_pages, const MappingCalls& calls) {
    if (bytes > kBytesMax) {
        return fail("cannot map an arena of " + std::to_string(bytes) +
                    " bytes: the size must be above 0 and fit the address space");
    }
    bytes = std::max<std::size_t>(bytes, 1);
    Arena arena;
    arena.calls_ = &calls;
    const bool mapped = (huge_pages == HugePages::Try &&
                         (arena.map_huge(bytes) || arena.map_aligned_and_advise(bytes))) ||
                        arena.map_plain(bytes);
    if (!mapped) {
        return fail("cannot map an arena of " + std::to_string(bytes) + " bytes: " +
                    std::strerror(errno) + " (see `ulimit -v` and `free -h` for the limits)");
    }
    return arena;
}

Arena Arena::over(MutableBytes memory) noexcept {
    HOTPATH_ASSERT(reinterpret_cast<std::uintptr_t>(memory.data()) % kCacheLine == 0,
                   "arena memory must begin on a cache line");
    Arena arena;
    arena.begin_ = memory.data();
    arena.capacity_ = memory.size();
    return arena;
}

bool Arena::map_huge(std::size_t bytes) noexcept {
    const std::size_t rounded = round_up(bytes, kHugePageBytes);
    void* const mapping = calls_->map(rounded, MAP_HUGETLB);
    if (mapping == nullptr) {
        return false;
    }
    adopt(mapping, rounded);
    capacity_ = rounded;
    page_kind_ = PageKind::Huge;
    return true;
}

bool Arena::map_aligned_and_advise(std::size_t bytes) noexcept {
    // The kernel merges only whole aligned huge pages, and mmap aligns to plain ones: map one more
    // and start inside.
    const std::size_t rounded = round_up(bytes, kHugePageBytes);
    void* const mapping = calls_->map(rounded + kHugePageBytes, 0);
    if (mapping == nullptr) {
        return false;
    }
    adopt(mapping, rounded + kHugePageBytes);
    const auto address = reinterpret_cast<std::uintptr_t>(mapping);
    begin_ += round_up(address, kHugePageBytes) - address;
    capacity_ = rounded;
    page_kind_ =
        calls_->advise_huge(begin_, capacity_) ? PageKind::TransparentHuge : PageKind::Plain;
    return true;
}

bool Arena::map_plain(std::size_t bytes) noexcept {
    const std::size_t rounded = round_up(bytes, plain_page_bytes());
    void* const mapping = calls_->map(rounded, 0);
    if (mapping == nullptr) {
        return false;
    }
    adopt(mapping, rounded);
    capacity_ = rounded;
    page_kind_ = PageKind::Plain;
    return true;
}

void Arena::adopt(void* mapping, std::size_t mapping_bytes) noexcept {
    mapping_ = mapping;
    mapping_bytes_ = mapping_bytes;
    begin_ = static_cast<std::byte*>(mapping);
}

void Arena::prefault() noexcept {
    const std::size_t page = plain_page_bytes();
    for (std::size_t offset = 0; offset < capacity_; offset += page) {
        // A read would map the kernel's shared zero page; volatile keeps the write that changes
        // nothing.
        volatile std::byte* const touched = begin_ + offset;
        *touched = *touched;
    }
}

Arena::Arena(Arena&& other) noexcept {
    *this = std::move(other);
}

Arena& Arena::operator=(Arena&& other) noexcept {
    if (this != &other) {
        unmap();
        begin_ = std::exchange(other.begin_, nullptr);
        capacity_ = std::exchange(other.capacity_, 0);
        used_ = std::exchange(other.used_, 0);
        mapping_ = std::exchange(other.mapping_, nullptr);
        mapping_bytes_ = std::exchange(other.mapping_bytes_, 0);
        calls_ = other.calls_;
        page_kind_ = other.page_kind_;
    }
    return *this;
}

Arena::~Arena() {
    unmap();
}

void Arena::unmap() noexcept {
    if (mapping_ != nullptr) {
        calls_->unmap(mapping_, mapping_bytes_);
        mapping_ = nullptr;
    }
}

}  // namespace hotpath
