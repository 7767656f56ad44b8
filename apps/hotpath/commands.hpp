#pragma once
/// The subcommands, one file each: add_NAME() declares the options and stores the function to run
/// in `chosen`.
///
/// A command returns its error as one sentence for the user; main prints it and exits
/// with kExitFailed. Results that were reached before the failure (a truncated file's first half)
/// are printed before it returns. Threads: the main one. Allocation: free; nothing here is hot.

#include <functional>

#include <CLI/CLI.hpp>

#include "hotpath/core/error.hpp"
#include "hotpath/strategy/registry.hpp"

namespace hotpath::app {

inline constexpr int kExitDone = 0;
inline constexpr int kExitFailed = 1;  // the input was bad or the output could not be written
inline constexpr int kExitUsage = 2;   // the command line was wrong

using Run = std::function<Expected<void>()>;

/// Adds every subcommand; `strategies` must outlive the commands.
void add_commands(CLI::App& root, Run& chosen, const strategy::Registry& strategies);

void add_replay(CLI::App& root, Run& chosen);
void add_demo(CLI::App& root, Run& chosen, const strategy::Registry& strategies);
void add_generate(CLI::App& root, Run& chosen);
void add_statistics(CLI::App& root, Run& chosen);
void add_shm(CLI::App& root, Run& chosen);
void add_journal(CLI::App& root, Run& chosen, const strategy::Registry& strategies);
void add_exchange(CLI::App& root, Run& chosen);
void add_operate(CLI::App& root, Run& chosen, const strategy::Registry& strategies);
void add_order(CLI::App& root, Run& chosen);
void add_password(CLI::App& root, Run& chosen);
void add_trade(CLI::App& root, Run& chosen, const strategy::Registry& strategies);
void add_top(CLI::App& root, Run& chosen);
void add_strategies(CLI::App& root, Run& chosen, const strategy::Registry& strategies);
void add_lab(CLI::App& root, Run& chosen);
void add_jitter(CLI::App& root, Run& chosen);
void add_tune(CLI::App& root, Run& chosen);
void add_new(CLI::App& root, Run& chosen, const strategy::Registry& strategies);
void add_sim(CLI::App& root, Run& chosen, const strategy::Registry& strategies);
void add_backtest(CLI::App& root, Run& chosen, const strategy::Registry& strategies);

}  // namespace hotpath::app
