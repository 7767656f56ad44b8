#pragma once
/// A file with a secret must be its owner's alone.
///
/// Threads: set-up. Allocation: the error. Complexity: a system call.

#include <filesystem>
#include <string_view>

#include "hotpath/core/error.hpp"

namespace hotpath::login {

/// Checks regular files only: pipes and devices are not looked at.
[[nodiscard]] Expected<void> check_private(const std::filesystem::path& file,
                                           std::string_view what = "a password");

}  // namespace hotpath::login
