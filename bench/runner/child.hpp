#pragma once
/// Work in a process of its own: a forked child that runs one of our subjects, so that its CPU time
/// and its peak memory are its alone, and a program of somebody else's whose output is wanted.
///
/// Both run on every core that this process may use, whatever the caller is pinned to, and die with
/// the caller. Threads: call from a process with one thread (fork). Allocation: yes; none of this
/// is timed work. Errors: a child that cannot be started, dies or fails gives a sentence.

#include <functional>
#include <string>
#include <vector>

#include "bench/runner/measurement.hpp"

namespace hotpath::bench {

/// `work`'s Measurement with `cpu load` (% of one core over the child's whole life: put nothing
/// else into it) and `peak memory` (MiB, resident) added. Samples do not come across: return them
/// as metrics. A child that dies gives a Measurement with an error.
[[nodiscard]] Measurement run_in_child(const std::function<Measurement()>& work);

/// The program's output; its standard error goes to ours.
[[nodiscard]] Expected<std::string> run_command(const std::vector<std::string>& command);

}  // namespace hotpath::bench
