#pragma once
/// The sides of the benchmark as processes: ours, and the peers that are installed in build/peers
/// (bench/peers/backtest/install).
///
/// Each run starts a process, which reads a day that write_day() has left, plays it once, and
/// prints a line of JSON. So the peak memory is the side's alone, and the time to the first event
/// has the start of the process in it. Threads: call from one. Allocation: yes. Errors: as
/// Measurement::error.

#include <cstdint>
#include <string>
#include <vector>

#include "bench/runner/measurement.hpp"

namespace hotpath::bench::backtests {

/// One comparison: the days, and what each side does with them.
struct SideTask {
    std::vector<std::string> days;  // stems
    std::uint64_t events = 0;       // of all days
    bool is_by_price = false;
    bool is_quoting = false;
    std::uint32_t strategies = 1;
    std::uint32_t threads = 1;  // above 1, or with `is_whole`, what is reported is the whole run
    bool is_whole = false;
};

enum class Peer : std::uint8_t { Hftbacktest, Nautilus };

/// Ours and these peers. Reading, all must have read the same prices; quoting, the peers must, whose
/// books do not show their own orders.
[[nodiscard]] std::vector<Subject> side_subjects(const SideTask& task,
                                                 const std::vector<Peer>& peers);

}  // namespace hotpath::bench::backtests
