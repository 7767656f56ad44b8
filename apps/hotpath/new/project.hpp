#pragma once
/// The project that `hotpath new NAME` writes: docs/examples/leaner, which is built and tested as it
/// is, with another strategy's name.
///
/// Threads: the main one. Allocation: free. Complexity: linear in the template.

#include <filesystem>
#include <string>
#include <string_view>

#include "hotpath/core/error.hpp"
#include "hotpath/strategy/registry.hpp"

namespace hotpath::app {

struct ProjectOptions {
    std::string name{};
    std::filesystem::path folder{};  // empty: the name
    std::string prefix{};            // where the project finds Hotpath; empty: where CMake looks
};

/// The error of a name, as CLI11 expects it; "" for one that fits a file, a CMake target and, as
/// class_name(), a type beside those of the template.
[[nodiscard]] std::string check_project_name(const std::string& name);
/// "mean_revert" is MeanRevert.
[[nodiscard]] std::string class_name(std::string_view name);

/// The folder that has a hotpathConfig.cmake for this program's Hotpath: the prefix that it is
/// installed in, or the build folder that it is run from; "" for neither.
[[nodiscard]] std::string own_prefix(const std::filesystem::path& program);

/// Writes the whole folder or nothing, and returns it. Refuses a folder with something in it, and a
/// name that a strategy has.
[[nodiscard]] Expected<std::filesystem::path> write_project(const ProjectOptions& options,
                                                            const strategy::Registry& strategies);

}  // namespace hotpath::app
