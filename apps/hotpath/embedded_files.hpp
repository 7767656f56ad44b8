#pragma once
/// Files that travel inside the executable, so that the report works without a network, and all of
/// it without an installation.
///
/// chart.js is the distribution's libjs-chart.js (MIT), demo/report.html and parquet_writer.py are
/// ours; CMake turns them into string literals (embedded_files.cpp.in). Threads: constants.
/// Allocation: none.

#include <string_view>

namespace hotpath::app {

[[nodiscard]] std::string_view chart_js();
[[nodiscard]] std::string_view demo_report_page();
[[nodiscard]] std::string_view parquet_writer_py();

}  // namespace hotpath::app
