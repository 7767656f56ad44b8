#pragma once
/// The subcommands of hotpath-lab: `hotpath lab list`, `run`, `check`, `report`.
///
/// Threads: the main one. Allocation: free.

#include "apps/hotpath/commands.hpp"

namespace hotpath::app::lab {

/// Declares them; each stores the function to run in `chosen`.
void add_lab_commands(CLI::App& root, Run& chosen);

}  // namespace hotpath::app::lab
