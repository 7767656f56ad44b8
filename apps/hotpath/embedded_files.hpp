#pragma once
/// Files that travel inside the executable: the page of the demo's report and the project of
/// `hotpath new`, docs/examples/leaner. CMake makes them string literals (hotpath_embed,
/// embedded_files.cpp.in). Threads: constants. Allocation: none.

#include <span>
#include <string_view>

namespace hotpath::app {

[[nodiscard]] std::string_view demo_report_page();

struct EmbeddedFile {
    std::string_view name;
    std::string_view text;
};
/// The strategy of the template, by which its files are named, too.
inline constexpr std::string_view kTemplateName = "leaner";
/// The project that `hotpath new` adapts.
[[nodiscard]] std::span<const EmbeddedFile> project_template();

}  // namespace hotpath::app
