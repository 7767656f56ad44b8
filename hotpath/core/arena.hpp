#pragma once
/// One memory mapping, allocated from its beginning and released as a whole. All memory of the hot
/// path is sized and allocated in arenas at set-up.
///
/// Every allocation begins on a cache line and is zeroed, so an arena for several tables is the sum
/// of their bytes_for<T>(n). With HugePages::Try the mapping is tried from reserved huge pages,
/// then from plain pages that the kernel is advised to merge, then plain; page_kind() returns the
/// kind. Pages come into being when first touched, or all of them in prefault(). Running out is our
/// bug (sizes are computed at set-up) and asserts. Threads: one owner. Allocation: one mmap in
/// create(). Complexity: allocate() is O(1).

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <type_traits>

#include "hotpath/core/assert.hpp"
#include "hotpath/core/bytes.hpp"
#include "hotpath/core/cpu.hpp"
#include "hotpath/core/error.hpp"

namespace hotpath {

/// The pages that create() asks for.
enum class HugePages : std::uint8_t { Try, Never };

/// The kind of pages of the mapping. TransparentHuge: advised; the kernel merges pages as it
/// can.
enum class PageKind : std::uint8_t { Huge, TransparentHuge, Plain };

/// Returns the kind in words, such as "huge pages".
[[nodiscard]] const char* page_kind_name(PageKind kind) noexcept;

/// The three system calls used, replaceable so that a test can refuse any of them.
struct MappingCalls {
    void* (*map)(std::size_t bytes, int flags) noexcept;  // nullptr when refused, reason in errno
    bool (*advise_huge)(void* from, std::size_t bytes) noexcept;
    void (*unmap)(void* from, std::size_t bytes) noexcept;

    [[nodiscard]] static const MappingCalls& system() noexcept;
};

/// Types valid in an arena: no constructor, no destructor, all bytes zero is a valid value.
template <class T>
concept ArenaRecord = std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T> &&
                      alignof(T) <= kCacheLine;

class Arena {
  public:
    static constexpr std::size_t kHugePageBytes = std::size_t{2} << 20U;

    /// Maps at least `bytes`. Fails if the kernel refuses plain pages as well.
    [[nodiscard]] static Expected<Arena> create(std::size_t bytes, HugePages huge_pages,
                                                const MappingCalls& calls = MappingCalls::system());

    /// An arena over the caller's memory, which must be zero, begin on a cache line, and outlive
    /// the allocations.
    [[nodiscard]] static Arena over(MutableBytes memory) noexcept;

    Arena(Arena&& other) noexcept;
    Arena& operator=(Arena&& other) noexcept;
    ~Arena();

    /// Bytes that allocate<T>(n) takes from remaining().
    template <ArenaRecord T>
    [[nodiscard]] static constexpr std::size_t bytes_for(std::size_t n) noexcept {
        HOTPATH_ASSERT(n <= kBytesMax / sizeof(T), "the arena's size must fit the address space");
        return round_up(n * sizeof(T), kCacheLine);
    }

    /// Returns zeroed memory at the beginning of a cache line, valid as long as the arena. Aborts
    /// if remaining() is too small.
    template <ArenaRecord T>
    [[nodiscard]] std::span<T> allocate(std::size_t n) noexcept {
        const std::size_t bytes = bytes_for<T>(n);
        HOTPATH_ASSERT(bytes <= remaining(),
                       "the arena is too small: it must be sized for all its tables");
        T* const first = reinterpret_cast<T*>(begin_ + used_);
        used_ += bytes;
        return {first, n};
    }

    /// Touches every page, so that the hot path causes no page fault. Keeps the contents.
    void prefault() noexcept;

    [[nodiscard]] std::size_t remaining() const noexcept { return capacity_ - used_; }
    /// The size asked for in create(), in bytes, rounded up to whole pages.
    [[nodiscard]] std::size_t capacity() const noexcept { return capacity_; }
    [[nodiscard]] PageKind page_kind() const noexcept { return page_kind_; }

  private:
    static constexpr std::size_t kBytesMax = std::numeric_limits<std::size_t>::max() / 2;

    Arena() = default;
    [[nodiscard]] bool map_huge(std::size_t bytes) noexcept;
    [[nodiscard]] bool map_aligned_and_advise(std::size_t bytes) noexcept;
    [[nodiscard]] bool map_plain(std::size_t bytes) noexcept;
    void adopt(void* mapping, std::size_t mapping_bytes) noexcept;
    void unmap() noexcept;

    [[nodiscard]] static constexpr std::size_t round_up(std::size_t bytes,
                                                        std::size_t unit) noexcept {
        return (bytes + unit - 1) / unit * unit;
    }

    std::byte* begin_ = nullptr;
    std::size_t capacity_ = 0;
    std::size_t used_ = 0;
    // The whole mapping. It begins before begin_ if that was aligned to a huge page.
    void* mapping_ = nullptr;
    std::size_t mapping_bytes_ = 0;
    const MappingCalls* calls_ = nullptr;
    PageKind page_kind_ = PageKind::Plain;
};

}  // namespace hotpath
