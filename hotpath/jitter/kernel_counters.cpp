#include "hotpath/jitter/kernel_counters.hpp"

#include <algorithm>
#include <ctime>

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

namespace hotpath::jitter {

namespace {

/// GapEvidence::line of a softirq.
constexpr std::size_t kFirstSoftirq = 0x8000;

[[nodiscard]] std::int64_t clock_ns(clockid_t clock) {
    timespec time{};
    ::clock_gettime(clock, &time);
    return time.tv_sec * kNanosPerSecond + time.tv_nsec;
}

}  // namespace

ProcFile::ProcFile(const char* path)
    : path_(path), file_(::open(path, O_RDONLY | O_CLOEXEC)), text_(16'384, '\0') {}

std::string_view ProcFile::read() {
    std::size_t bytes = 0;
    while (is_open()) {
        const ssize_t more = ::pread(file_.number(), text_.data() + bytes, text_.size() - bytes,
                                     static_cast<off_t>(bytes));
        if (more <= 0) {
            break;
        }
        bytes += static_cast<std::size_t>(more);
        if (bytes == text_.size()) {
            text_.resize(text_.size() * 2);
        }
    }
    return std::string_view(text_).substr(0, bytes);
}

KernelCounters::OfThread KernelCounters::read_thread() {
    rusage usage{};
    ::getrusage(RUSAGE_THREAD, &usage);
    return {.wall_ns = clock_ns(CLOCK_MONOTONIC),
            .on_core_ns = clock_ns(CLOCK_THREAD_CPUTIME_ID),
            .run_delay_ns = parse_run_delay(schedstat_.read()).value_or(0),
            .forced_switches = usage.ru_nivcsw,
            .own_switches = usage.ru_nvcsw,
            .faults = usage.ru_minflt + usage.ru_majflt};
}

void KernelCounters::read_first(Lines& lines, ProcFile& file, Parse parse) {
    lines.clear();
    static_cast<void>(parse(file.read(), core_, parsed_));
    for (const CoreLine& line : parsed_) {
        lines.push_back({.label = std::string(line.label),
                         .name = jitter::line_name(line),
                         .kind = line.kind,
                         .first = line.count,
                         .last = line.count});
    }
}

/// The n-th, unless lines came or went.
std::size_t KernelCounters::index_of(Lines& lines, const CoreLine& line, std::size_t n) {
    if (n < lines.size() && lines[n].label == line.label) {
        return n;
    }
    const auto found = std::ranges::find(lines, line.label, &Line::label);
    const auto index = static_cast<std::size_t>(found - lines.begin());
    if (found == lines.end()) {
        lines.push_back(
            {.label = std::string(line.label), .name = jitter::line_name(line), .kind = line.kind});
    }
    return index;
}

void KernelCounters::read_moves(Lines& lines, ProcFile& file, Parse parse, GapEvidence& evidence) {
    const std::size_t first_line = &lines == &softirqs_ ? kFirstSoftirq : 0;
    static_cast<void>(parse(file.read(), core_, parsed_));
    for (std::size_t n = 0; n < parsed_.size(); ++n) {
        const std::size_t index = index_of(lines, parsed_[n], n);
        Line& line = lines[index];
        const std::uint64_t moved = parsed_[n].count - line.last;
        line.last = parsed_[n].count;
        const auto count = static_cast<std::uint32_t>(moved);
        if (line.kind == LineKind::Tick) {
            evidence.ticks += count;
        } else if (line.kind == LineKind::OtherCore) {
            evidence.other_core += count;
        } else {
            evidence.device += count;
            if (moved > moved_most_) {
                moved_most_ = moved;
                evidence.line = static_cast<std::uint16_t>(first_line + index);
            }
        }
    }
}

void KernelCounters::begin() {
    read_first(interrupts_, interrupts_file_, parse_interrupts);
    read_first(softirqs_, softirqs_file_, parse_softirqs);
    page_moves_ = parse_page_moves(vmstat_.read());
    stolen_first_ = parse_steal(stat_.read(), core_).value_or(0);
    resume();
    resume();  // the first touched pages, the second finds them
}

GapEvidence KernelCounters::take() {
    const OfThread now = read_thread();
    GapEvidence evidence{
        .window = {now.wall_ns - thread_.wall_ns},
        .off_core = {std::max<std::int64_t>(
            0, (now.wall_ns - thread_.wall_ns) - (now.on_core_ns - thread_.on_core_ns))},
        .run_delay = {static_cast<std::int64_t>(now.run_delay_ns - thread_.run_delay_ns)},
        .forced_switches =
            static_cast<std::uint32_t>(now.forced_switches - thread_.forced_switches),
        .own_switches = static_cast<std::uint32_t>(now.own_switches - thread_.own_switches),
        .faults = static_cast<std::uint32_t>(now.faults - thread_.faults)};
    moved_most_ = 0;
    read_moves(interrupts_, interrupts_file_, parse_interrupts, evidence);
    read_moves(softirqs_, softirqs_file_, parse_softirqs, evidence);
    const std::uint64_t page_moves = parse_page_moves(vmstat_.read());
    evidence.page_moves = static_cast<std::uint32_t>(page_moves - page_moves_);
    page_moves_ = page_moves;
    return evidence;
}

void KernelCounters::resume() {
    thread_ = read_thread();
}

std::vector<LineSum> KernelCounters::sums_of(const Lines& lines) {
    std::vector<LineSum> sums;
    for (const Line& line : lines) {
        if (line.last > line.first) {
            sums.push_back({.name = line.name, .kind = line.kind, .count = line.last - line.first});
        }
    }
    std::ranges::stable_sort(sums, std::ranges::greater{}, &LineSum::count);
    return sums;
}

std::vector<LineSum> KernelCounters::interrupts() const {
    return sums_of(interrupts_);
}

std::vector<LineSum> KernelCounters::softirqs() const {
    return sums_of(softirqs_);
}

std::string KernelCounters::line_name(std::uint16_t line) const {
    const Lines& lines = line >= kFirstSoftirq ? softirqs_ : interrupts_;
    const std::size_t index = line % kFirstSoftirq;
    return line == kNoLine || index >= lines.size() ? std::string() : lines[index].name;
}

std::uint64_t KernelCounters::stolen_ticks() {
    return parse_steal(stat_.read(), core_).value_or(stolen_first_) - stolen_first_;
}

std::vector<std::string> KernelCounters::unreadable() const {
    std::vector<std::string> paths;
    for (const ProcFile* file :
         {&schedstat_, &interrupts_file_, &softirqs_file_, &vmstat_, &stat_}) {
        if (!file->is_open()) {
            paths.emplace_back(file->path());
        }
    }
    return paths;
}

}  // namespace hotpath::jitter
