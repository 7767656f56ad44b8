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

/// Starts this program again, once, with room for the thread-local variables of libraries that are loaded at run time:
/// an allocator in a technique needs more than glibc reserves. Returns where that is done, or cannot be.
/// Source: glibc.rtld.optional_static_tls in the GNU C library's manual, "Tunables".
void start_again_with_room_for_thread_locals();

}  // namespace hotpath::app::lab
