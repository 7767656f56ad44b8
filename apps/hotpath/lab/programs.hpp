#pragma once
/// Runs another program and waits for it: compilers and valgrind.
///
/// Threads: any; each has its own programs. Allocation: the output.

#include <string>
#include <vector>

#include "hotpath/core/error.hpp"

namespace hotpath::app::lab {

/// What it wrote to standard output; its standard error follows. Errors: it cannot be started, or it
/// failed, with the last line that it wrote.
[[nodiscard]] Expected<std::string> run_program(const std::vector<std::string>& command);

/// Is there a program of that name in the PATH?
[[nodiscard]] bool has_program(const std::string& name);

}  // namespace hotpath::app::lab
