#pragma once
/// The machine a number was measured on: what it is, how its two cores are placed just now, what
/// was compiled.
///
/// Virtual cores move: the same queue gives 2 or 66 ns a message depending on whether both cores
/// share a cache. So the runner measures a cache-line ping-pong before and after and writes down
/// the regime with every record. Threads: ping_pong_ns starts one thread and joins it. Allocation:
/// yes; none of this is timed work.

#include <cstdint>
#include <string>

#include <nlohmann/json.hpp>

namespace hotpath::measure {

/// The machine's cores, independent of this thread's pinning.
[[nodiscard]] unsigned cores();

inline constexpr unsigned kPingPongBatches = 21;

struct TwoCores {
    std::uint32_t from = 0;
    std::uint32_t to = 1;
};

/// Round trip of one cache line between two cores, in ns: the median of so many batches of 20,000;
/// 0 with one core. Leaves the caller pinned to the first.
[[nodiscard]] double ping_pong_ns(unsigned batches = kPingPongBatches,
                                  const TwoCores& between = {});

/// "near" (below 200 ns: the cores share a cache), "far", or "single" with one core.
[[nodiscard]] std::string regime_of(double ping_pong_ns);

/// Additions that a core does in the time of one: 3.5 or more on x86-64 cores of the last ten years
/// (four or five arithmetic units), half of it while another program uses the core's other hardware
/// thread. Nothing else in the machine says so: such a program in another virtual machine is not in
/// the load, nor in the stolen time. Leaves the caller pinned. Of the quickest of several tries; 0 on other processors.
[[nodiscard]] double additions_at_a_time(std::uint32_t core);
/// The smaller value of the first core and the last.
[[nodiscard]] double additions_at_a_time();

/// CPU, kernel, compiler, flags, commit, dirty flag, date, isolation, load: one JSON object.
/// The commit is that of the sources in this folder.
[[nodiscard]] nlohmann::ordered_json provenance(const std::string& source_folder = ".");

}  // namespace hotpath::measure
