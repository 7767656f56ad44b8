#pragma once
/// A file's memory in this process, with every page resident before use, so that no message causes
/// a page fault.
///
/// The kind of pages is verified: page_kind() is Huge on hugetlbfs, TransparentHuge when the kernel
/// has mapped some of it so, else Plain. A reader's mapping cannot be written through: a bug of its
/// own stops it and not the channel. Threads: one owner; the memory is the rings'. Allocation: one
/// mmap. Complexity: linear in the pages.

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <utility>

#include "hotpath/core/arena.hpp"
#include "hotpath/core/bytes.hpp"
#include "hotpath/core/descriptor.hpp"
#include "hotpath/core/error.hpp"

namespace hotpath::shm {

enum class Access : std::uint8_t { ReadOnly, ReadWrite };

struct MappingRequest {
    std::filesystem::path path{};  // for the sentence of an error
    std::size_t bytes = 0;
    Access access = Access::ReadOnly;
    HugePages huge_pages = HugePages::Try;
};

class Mapping {
  public:
    [[nodiscard]] static Expected<Mapping> map(const Descriptor& file,
                                               const MappingRequest& request);

    Mapping(Mapping&& other) noexcept
        : memory_(std::exchange(other.memory_, {})), page_kind_(other.page_kind_) {}
    Mapping& operator=(Mapping&& other) noexcept {
        std::swap(memory_, other.memory_);
        std::swap(page_kind_, other.page_kind_);
        return *this;
    }
    ~Mapping();

    /// Only to be read when that was what was asked for.
    [[nodiscard]] MutableBytes memory() const noexcept { return memory_; }
    [[nodiscard]] PageKind page_kind() const noexcept { return page_kind_; }

  private:
    explicit Mapping(MutableBytes memory) noexcept : memory_(memory) {}

    MutableBytes memory_;
    PageKind page_kind_ = PageKind::Plain;
};

/// The size of a hugetlbfs file's pages, 0 for a file elsewhere.
[[nodiscard]] std::size_t huge_page_bytes(const Descriptor& file) noexcept;

}  // namespace hotpath::shm
