#pragma once
/// NumberFile: the number of the next message of a sequence, in a file that outlives the process: a
/// trader's session of order entry, a venue's packets.
///
///   0          8        16
///   +----------+--------+--------------+
///   | magic    | number | more numbers |   of the kind; little-endian
///   +----------+--------+--------------+
///
/// The file is mapped: keep() is a store, and what was kept is there after kill -9. A power cut may take
/// back the last numbers. One process at a time. Threads: one owner. Allocation: open(). Complexity: O(1).

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

#include "hotpath/core/descriptor.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/shm/mapping.hpp"

namespace hotpath::store {

/// The kind of numbers in a file; `magic` has eight characters.
struct NumberFileKind {
    std::string_view magic;
    std::string_view content;
    std::string_view owner;
    std::size_t more = 0;  // numbers behind the next message's, 0 in a new file
};

class NumberFile {
  public:
    /// Made with number 1 when it is not there.
    [[nodiscard]] static Expected<NumberFile> open(const std::filesystem::path& file,
                                                   const NumberFileKind& kind);

    [[nodiscard]] std::uint64_t next() const noexcept;
    void keep(std::uint64_t next) noexcept;
    /// The n-th of the kind's further numbers, from 0.
    [[nodiscard]] std::uint64_t more(std::size_t n) const noexcept;
    void keep_more(std::size_t n, std::uint64_t number) noexcept;

    /// Says that the path no longer leads to the file, whose numbers no other process then finds;
    /// empty while it does. Two system calls, of any thread.
    [[nodiscard]] std::string loss() const;

  private:
    NumberFile(std::filesystem::path file, Descriptor&& descriptor, shm::Mapping&& mapping) noexcept
        : file_(std::move(file)),
          descriptor_(std::move(descriptor)),
          mapping_(std::move(mapping)) {}

    std::filesystem::path file_;
    Descriptor descriptor_;  // locked
    shm::Mapping mapping_;
};

}  // namespace hotpath::store
