#pragma once
/// A Parquet table as a source of bytes: its rows as lines of CSV, the names of the columns first, so
/// that one reader (capture::TableReader) checks the rows of both formats.
///
///   parquet_reader.py (pyarrow) ── CSV ──> shared memory ──> read()
///
/// The Apache Arrow library reads the file in a separate process, as it writes ours (see
/// export/parquet_writer.hpp: its C++ library is packaged neither by Debian nor by Ubuntu). Values
/// stay exact: integers, decimals and text as they are, floating-point numbers by their shortest
/// decimals. Threads: one owner. Allocation: 4 MiB of shared memory. Complexity: linear.

#include <filesystem>
#include <memory>
#include <span>
#include <string_view>

#include "hotpath/capture/byte_source.hpp"
#include "hotpath/core/error.hpp"

namespace hotpath::files {

/// The columns of these names, in any letter case, are read. Null when the file is no Parquet file.
[[nodiscard]] Expected<std::unique_ptr<capture::ByteSource>> open_table_source(
    const std::filesystem::path& file, std::span<const std::string_view> wanted);

}  // namespace hotpath::files
