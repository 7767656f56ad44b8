#pragma once
/// The page of `hotpath lab report --html`, which travels inside the executable.
///
/// CMake makes a string literal of report.html. Threads: a constant. Allocation: none.

#include <string_view>

namespace hotpath::app::lab {

[[nodiscard]] std::string_view report_page();

}  // namespace hotpath::app::lab
