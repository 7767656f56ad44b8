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

#include <cstdint>
#include <filesystem>
#include <utility>

#include "hotpath/core/descriptor.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/shm/mapping.hpp"

namespace hotpath::app {

class FixNumbersFile {
  public:
    /// Made with number 1 when it is not there.
    [[nodiscard]] static Expected<FixNumbersFile> open(const std::filesystem::path& file);

    [[nodiscard]] std::uint64_t next() const noexcept;
    void keep(std::uint64_t next) noexcept;

  private:
    FixNumbersFile(Descriptor&& descriptor, shm::Mapping&& mapping) noexcept
        : descriptor_(std::move(descriptor)), mapping_(std::move(mapping)) {}

    Descriptor descriptor_;  // locked
    shm::Mapping mapping_;
};

}  // namespace hotpath::app
