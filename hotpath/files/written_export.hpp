#pragma once
/// A finished file of a replay's exports, for the report.
///
/// Threads: a value. Allocation: the path. Complexity: none.

#include <cstdint>
#include <filesystem>
#include <string_view>

namespace hotpath::files {

struct WrittenExport {
    std::filesystem::path path;
    std::string_view rows_name;
    std::uint64_t rows = 0;
};

}  // namespace hotpath::files
