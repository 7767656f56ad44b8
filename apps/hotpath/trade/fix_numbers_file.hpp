#pragma once
/// FixNumbersFile: the number of a trader's next FIX message, in a file that outlives the process.
///
///   0          8
///   +----------+--------+
///   | HPFIXNO1 | number |   little-endian
///   +----------+--------+
///
/// The file is mapped: keep() is a store, and what was kept is there after kill -9. A power cut may take
/// back the last numbers; the venue then refuses the logon with the number that it expects. One process
/// at a time. Threads: one owner. Allocation: open(). Complexity: O(1).

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <utility>

#include "hotpath/core/error.hpp"

namespace hotpath::app {

class FixNumbersFile {
  public:
    /// Made with number 1 when it is not there.
    [[nodiscard]] static Expected<FixNumbersFile> open(const std::filesystem::path& file);
    FixNumbersFile(FixNumbersFile&& other) noexcept
        : descriptor_(std::exchange(other.descriptor_, -1)),
          bytes_(std::exchange(other.bytes_, nullptr)) {}
    FixNumbersFile& operator=(FixNumbersFile&&) = delete;
    FixNumbersFile(const FixNumbersFile&) = delete;
    FixNumbersFile& operator=(const FixNumbersFile&) = delete;
    ~FixNumbersFile();

    [[nodiscard]] std::uint64_t next() const noexcept;
    void keep(std::uint64_t next) noexcept;

  private:
    FixNumbersFile(int descriptor, std::byte* bytes) noexcept
        : descriptor_(descriptor), bytes_(bytes) {}

    int descriptor_;
    std::byte* bytes_;
};

}  // namespace hotpath::app
