#pragma once
/// The programs that read and write Parquet files, inside the library: CMake makes string literals of
/// parquet_writer.py and parquet_reader.py.
///
/// Threads: constants. Allocation: none.

#include <string_view>

namespace hotpath::files {

[[nodiscard]] std::string_view parquet_writer_py();
[[nodiscard]] std::string_view parquet_reader_py();

}  // namespace hotpath::files
