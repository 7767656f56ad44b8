#pragma once
/// The bytes of a read-only file: mapped if the storage can, so that a file may be larger than
/// memory; else a copy.
///
/// Movable; bytes() stay valid across moves. Threads: one owner. Allocation: the copy. Complexity:
/// O(1).

#include <cstddef>
#include <utility>
#include <vector>

#include "hotpath/core/bytes.hpp"

namespace hotpath::journal {

class FileBytes {
  public:
    FileBytes() = default;
    explicit FileBytes(std::vector<std::byte> copy) noexcept
        : copy_(std::move(copy)), bytes_(copy_) {}
    /// Unmaps it at the end.
    [[nodiscard]] static FileBytes of_mapping(Bytes mapping) noexcept;
    FileBytes(FileBytes&& other) noexcept
        : copy_(std::move(other.copy_)),
          bytes_(std::exchange(other.bytes_, {})),
          is_mapped_(std::exchange(other.is_mapped_, false)) {}
    FileBytes& operator=(FileBytes&& other) noexcept {
        std::swap(copy_, other.copy_);
        std::swap(bytes_, other.bytes_);
        std::swap(is_mapped_, other.is_mapped_);
        return *this;
    }
    ~FileBytes();

    [[nodiscard]] Bytes bytes() const noexcept { return bytes_; }

  private:
    std::vector<std::byte> copy_;
    Bytes bytes_;
    bool is_mapped_ = false;
};

}  // namespace hotpath::journal
