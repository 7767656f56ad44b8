#pragma once
/// The result of a replay, as text.
///
/// Threads: the main one. Allocation: free.

#include <string_view>

#include "hotpath/replay/result.hpp"

namespace hotpath::app {

void print_replay(const replay::ReplayResult& result, std::string_view title);

}  // namespace hotpath::app
