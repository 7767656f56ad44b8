#pragma once
/// Files that travel inside the executable, so that the report works without a network and without
/// an installation.
///
/// chart.js is the distribution's libjs-chart.js (MIT), demo_report.html is ours; CMake turns both
/// into string literals (embedded_files.cpp.in). Threads: constants. Allocation: none.

#include <string_view>

namespace hotpath::app {

[[nodiscard]] std::string_view chart_js();
[[nodiscard]] std::string_view demo_report_page();

}  // namespace hotpath::app
