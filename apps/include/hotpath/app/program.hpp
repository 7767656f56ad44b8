#pragma once
/// The whole program `hotpath` as one function, for a main() that adds strategies to every command:
/// demo, sim, trade, journal replay and the others.
///
///   int main(int argc, char** argv) {
///       return hotpath::app::run(argc, argv, {hotpath::strategy::registration_of<Leaner>()});
///   }
///
/// Link hotpath::app; `hotpath new NAME` writes such a project. Threads: the main one. Allocation:
/// free.

#include <vector>

#include "hotpath/strategy/registration.hpp"

namespace hotpath::app {

/// Runs the command that the arguments name, with the house's strategies and these. The exit code:
/// 0 done, 1 bad input or output (with a one-line error), 2 wrong usage. An exception that a strategy
/// lets out, and an assertion that fails, end the program with one line and SIGABRT.
[[nodiscard]] int run(int argc, const char* const* argv,
                      const std::vector<strategy::Registration>& own = {});

}  // namespace hotpath::app
