#pragma once
/// Work in a process of its own: this program again for one of our subjects, so that its memory is
/// its alone, and a program of somebody else's whose output is wanted.
///
/// Both run on every core that this process may use, whatever the caller is pinned to, and die with
/// the caller. Threads: call from a process with one thread (fork). Allocation: yes; none of this
/// is timed work. Errors: a child that cannot be started, dies or fails gives a sentence.

#include <string>
#include <vector>

#include "bench/runner/measurement.hpp"

namespace hotpath::bench {

/// This program with `arguments`, which prints a Measurement's to_text(). Samples do not come
/// across: return them as metrics. A process that dies gives a Measurement with an error.
[[nodiscard]] Measurement run_fresh(const std::vector<std::string>& arguments);

[[nodiscard]] std::string to_text(const Measurement& measured);

/// The program's output; its standard error goes to ours.
[[nodiscard]] Expected<std::string> run_command(const std::vector<std::string>& command);

}  // namespace hotpath::bench
