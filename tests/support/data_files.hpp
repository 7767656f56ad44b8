#pragma once
/// Where tests find market data and committed files. Market data is licensed and never committed:
/// it lies where HOTPATH_DATA points, else in ../shared/data beside the repository; a test without
/// its file skips with a visible line.
///
///   const auto file = support::licensed_data("itch50/sample");
///   if (!file) { GTEST_SKIP() << support::missing_data("itch50/sample"); }
///
/// Threads: any. Allocation: paths. Tests only.

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace hotpath::support {

/// A file or folder of the licensed data; empty if it is missing.
[[nodiscard]] std::optional<std::filesystem::path> licensed_data(std::string_view name);

/// The text of the skip: which file, where it was looked for, and how to set another place.
[[nodiscard]] std::string missing_data(std::string_view name);

/// A committed file of captured or expected bytes, in tests/golden.
[[nodiscard]] std::filesystem::path golden_file(std::string_view name);

/// QuickFIX's acceptance scripts of FIX sessions, one folder per suite and version; they exist
/// after tools/fix_dictionaries.py has fetched them.
[[nodiscard]] std::filesystem::path fix_scripts();

}  // namespace hotpath::support
