#pragma once
/// Checksums that say whether two runs are of the same program and the same configuration.
///
/// Threads: any. Allocation: the program's file once. Complexity: O(bytes), the program's once a process.

#include <cstdint>
#include <string>
#include <string_view>

#include "hotpath/core/error.hpp"

namespace hotpath::process {

/// The path of this program's executable; "" if it cannot be read.
[[nodiscard]] std::string own_executable();

/// A checksum of this program's own file, which is read once.
[[nodiscard]] const Expected<std::uint64_t>& program_checksum();

/// The same as a journal has it: the checksum of an empty text when the file cannot be read.
[[nodiscard]] std::uint64_t build_id();

/// The checksum of a configuration's text.
[[nodiscard]] std::uint64_t hash_of_text(std::string_view text);

}  // namespace hotpath::process
