#pragma once
/// The report of a demo: one self-contained HTML file (chart library, data), readable
/// without a network.
///
/// Shows the latency distribution of each stage, best bid and ask with the trader's fills, position
/// and profit and loss. Threads: the main one. Allocation: free.

#include <string>

#include "apps/hotpath/demo/options.hpp"
#include "apps/hotpath/demo/result.hpp"

namespace hotpath::app {

[[nodiscard]] std::string demo_report(const DemoResult& result, const DemoOptions& options);

}  // namespace hotpath::app
