#pragma once
/// The kernel's counters of one thread and its core, read before and after a gap.
///
///   KernelCounters counters(core);   // on the thread itself, once it is pinned
///   counters.begin();
///   const GapEvidence evidence = counters.take();   // since begin() or the last resume()
///   ...                                             // what is to be done about it
///   counters.resume();
///
/// take() first reads what is the thread's (three system calls), then the files of the core. What
/// the thread does until resume() is not counted: reading and recording a gap is not part of the
/// next one.
/// A file that this kernel does not have (a container's) counts nothing, and unreadable() names it.
/// Threads: the watched one, which opened it. Allocation: set-up; a new interrupt line. Complexity:
/// some tens of microseconds on a few cores, O(cores x lines).

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "hotpath/core/descriptor.hpp"
#include "hotpath/jitter/gap.hpp"
#include "hotpath/jitter/proc_files.hpp"

namespace hotpath::jitter {

/// A file of /proc that is read from its beginning again and again.
class ProcFile {
  public:
    explicit ProcFile(const char* path);
    [[nodiscard]] const char* path() const noexcept { return path_; }
    [[nodiscard]] bool is_open() const noexcept { return static_cast<bool>(file_); }
    /// The whole text, valid until the next read(); empty when it cannot be read.
    [[nodiscard]] std::string_view read();

  private:
    const char* path_;
    Descriptor file_;
    std::string text_;
};

/// How often a line moved in all.
struct LineSum {
    std::string name{};
    LineKind kind = LineKind::Device;
    std::uint64_t count = 0;
};

class KernelCounters {
  public:
    explicit KernelCounters(std::uint32_t core) : core_(core) {}

    void begin();
    [[nodiscard]] GapEvidence take();
    void resume();

    /// Since begin(): what moved, the most first.
    [[nodiscard]] std::vector<LineSum> interrupts() const;
    [[nodiscard]] std::vector<LineSum> softirqs() const;
    /// The name of GapEvidence::line.
    [[nodiscard]] std::string line_name(std::uint16_t line) const;
    /// USER_HZ ticks since begin(); 0 when the kernel has no such account.
    [[nodiscard]] std::uint64_t stolen_ticks();
    [[nodiscard]] std::vector<std::string> unreadable() const;

  private:
    struct OfThread {
        std::int64_t wall_ns = 0;
        std::int64_t on_core_ns = 0;
        std::uint64_t run_delay_ns = 0;
        std::int64_t forced_switches = 0;
        std::int64_t own_switches = 0;
        std::int64_t faults = 0;
    };
    struct Line {
        std::string label;
        std::string name;
        LineKind kind = LineKind::Device;
        std::uint64_t first = 0;
        std::uint64_t last = 0;
    };
    using Lines = std::vector<Line>;
    using Parse = bool (*)(std::string_view, std::uint32_t, std::vector<CoreLine>&);

    [[nodiscard]] OfThread read_thread();
    void read_first(Lines& lines, ProcFile& file, Parse parse);
    /// Adds to the evidence what has moved since the last reading.
    void read_moves(Lines& lines, ProcFile& file, Parse parse, GapEvidence& evidence);
    [[nodiscard]] static std::vector<LineSum> sums_of(const Lines& lines);
    [[nodiscard]] static std::size_t index_of(Lines& lines, const CoreLine& line, std::size_t n);

    std::uint32_t core_;
    ProcFile schedstat_{"/proc/thread-self/schedstat"};
    ProcFile interrupts_file_{"/proc/interrupts"};
    ProcFile softirqs_file_{"/proc/softirqs"};
    ProcFile vmstat_{"/proc/vmstat"};
    ProcFile stat_{"/proc/stat"};
    std::vector<CoreLine> parsed_{};
    Lines interrupts_{};
    Lines softirqs_{};
    OfThread thread_{};
    std::uint64_t page_moves_ = 0;
    std::uint64_t stolen_first_ = 0;
    std::uint64_t moved_most_ = 0;  // of a device's lines, in the evidence being made
};

}  // namespace hotpath::jitter
