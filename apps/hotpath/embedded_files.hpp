#pragma once
/// Files that travel inside the executable, so that the report works without a network, and all of
/// it without an installation.
///
/// chart.js is the distribution's libjs-chart.js (MIT); export/page_head.html, demo/report.html,
/// backtest/report.html and docs/examples/leaner are ours. CMake turns them into string literals
/// (embedded_files.cpp.in). Threads: constants. Allocation: none.

#include <span>
#include <string_view>

namespace hotpath::app {

[[nodiscard]] std::string_view chart_js();
[[nodiscard]] std::string_view page_head();
[[nodiscard]] std::string_view demo_report_page();
[[nodiscard]] std::string_view backtest_report_page();

struct EmbeddedFile {
    std::string_view name;
    std::string_view text;
};
/// The strategy of the template, by which its files are named, too.
inline constexpr std::string_view kTemplateName = "leaner";
/// The project that `hotpath new` adapts.
[[nodiscard]] std::span<const EmbeddedFile> project_template();

}  // namespace hotpath::app
