#pragma once
/// Memory that a forked process shares, mapped and touched before it is used: ordinary pages, the
/// same for every subject.
///
///   | First (construct_first) | what is behind it, from the next cache line on (after) |
///
/// Threads: the mapping's own; what is in it has its own rules. Allocation: one mapping, given back
/// at the end. Set-up only.

#include <cstddef>
#include <memory>
#include <span>

#include <sys/mman.h>

#include "hotpath/core/cpu.hpp"

namespace hotpath::bench {

class SharedMemory {
  public:
    explicit SharedMemory(std::size_t bytes) : bytes_(bytes + kCacheLine) {
        void* const mapped = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE,
                                  MAP_SHARED | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
        begin_ = mapped == MAP_FAILED ? nullptr : static_cast<std::byte*>(mapped);
    }
    SharedMemory(const SharedMemory&) = delete;
    SharedMemory& operator=(const SharedMemory&) = delete;
    ~SharedMemory() {
        if (is_mapped()) {
            munmap(begin_, bytes_);
        }
    }

    [[nodiscard]] bool is_mapped() const noexcept { return begin_ != nullptr; }

    template <class First>
    First& construct_first() const {
        return *std::construct_at(reinterpret_cast<First*>(begin_));
    }

    template <class First>
    [[nodiscard]] First& first() const noexcept {
        return *reinterpret_cast<First*>(begin_);
    }

    template <class First>
    [[nodiscard]] std::span<std::byte> after() const noexcept {
        constexpr std::size_t kOffset = (sizeof(First) + kCacheLine - 1) / kCacheLine * kCacheLine;
        return std::span(begin_, bytes_).subspan(kOffset);
    }

  private:
    std::size_t bytes_;
    std::byte* begin_ = nullptr;
};

}  // namespace hotpath::bench
