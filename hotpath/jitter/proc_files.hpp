#pragma once
/// The kernel's counters as text: /proc/interrupts and /proc/softirqs for one core, the steal time
/// of /proc/stat, the run delay of schedstat, the moves of pages in /proc/vmstat.
///
/// The parsers take the text that the files have and skip what they do not understand: other
/// kernels have other lines. Threads: any. Allocation: none but the vector's growth. Complexity:
/// O(text).

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hotpath::jitter {

/// The counter in a line of /proc/interrupts or /proc/softirqs.
enum class LineKind : std::uint8_t {
    Tick,       // the core's own timer, and softirqs that follow it
    OtherCore,  // sent by another core: reschedule, function call, TLB shootdown
    Device,     // an interrupt line, or a softirq that works for one
    Machine,    // machine checks, thermal, performance counters, hypervisor
};

struct CoreLine {
    std::string_view label;  // "36", "LOC", "NET_RX"; in the text
    std::string_view what;   // the description behind the counts; in the text
    std::uint64_t count = 0;
    LineKind kind = LineKind::Device;
};

/// The lines of one core, in the order of the text. False: the text has no such core.
[[nodiscard]] bool parse_interrupts(std::string_view text, std::uint32_t core,
                                    std::vector<CoreLine>& lines);
[[nodiscard]] bool parse_softirqs(std::string_view text, std::uint32_t core,
                                  std::vector<CoreLine>& lines);
/// "virtio1-req.0 (36)", "Local timer interrupts", "NET_RX"
[[nodiscard]] std::string line_name(const CoreLine& line);

/// Nanoseconds that the thread waited for a core, though it could have run.
[[nodiscard]] std::optional<std::uint64_t> parse_run_delay(std::string_view schedstat);
/// USER_HZ ticks that the hypervisor took from the core.
[[nodiscard]] std::optional<std::uint64_t> parse_steal(std::string_view stat, std::uint32_t core);
/// Compaction, migration, huge pages made of small ones, swapping and NUMA balancing: how often,
/// all together.
[[nodiscard]] std::uint64_t parse_page_moves(std::string_view vmstat);

}  // namespace hotpath::jitter
