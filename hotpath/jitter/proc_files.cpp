#include "hotpath/jitter/proc_files.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include <fmt/format.h>

namespace hotpath::jitter {

namespace {

/// The next word of a line, which is cut off.
[[nodiscard]] std::string_view take_word(std::string_view& line) {
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    const std::string_view word = line.substr(0, line.find_first_of(" \t"));
    line.remove_prefix(word.size());
    return word;
}

[[nodiscard]] std::string_view take_line(std::string_view& text) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    return line;
}

[[nodiscard]] std::optional<std::uint64_t> number_of(std::string_view word) {
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    if (error != std::errc() || end != word.data() + word.size()) {
        return std::nullopt;
    }
    return number;
}

struct Columns {
    std::size_t count = 0;
    std::size_t ours = 0;
    bool has_ours = false;
};

/// In the heading only cores that are online have a column.
[[nodiscard]] Columns columns_of(std::string_view heading, std::uint32_t core) {
    Columns columns;
    for (std::string_view word = take_word(heading); !word.empty(); word = take_word(heading)) {
        if (word.starts_with("CPU") && number_of(word.substr(3)) == core) {
            columns.ours = columns.count;
            columns.has_ours = true;
        }
        ++columns.count;
    }
    return columns;
}

/// A line with fewer counts than there are cores ("ERR: 0") is of no core.
[[nodiscard]] std::optional<CoreLine> line_of(std::string_view text, const Columns& columns) {
    const std::string_view label = take_word(text);
    if (!label.ends_with(':')) {
        return std::nullopt;
    }
    CoreLine line{.label = label.substr(0, label.size() - 1), .what = {}};
    for (std::size_t n = 0; n < columns.count; ++n) {
        const auto count = number_of(take_word(text));
        if (!count) {
            return std::nullopt;
        }
        line.count = n == columns.ours ? *count : line.count;
    }
    text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
    line.what = text;
    return line;
}

template <class KindOf>
[[nodiscard]] bool parse_lines(std::string_view text, std::uint32_t core,
                               std::vector<CoreLine>& lines, KindOf kind_of) {
    lines.clear();
    const Columns columns = columns_of(take_line(text), core);
    while (columns.has_ours && !text.empty()) {
        if (auto line = line_of(take_line(text), columns)) {
            line->kind = kind_of(*line);
            lines.push_back(*line);
        }
    }
    return columns.has_ours;
}

template <std::size_t N>
[[nodiscard]] bool is_one_of(std::string_view word, const std::array<std::string_view, N>& words) {
    return std::ranges::find(words, word) != words.end();
}

[[nodiscard]] LineKind interrupt_kind(const CoreLine& line) {
    constexpr std::array<std::string_view, 4> kOtherCores{"RES", "CAL", "TLB", "IWI"};
    if (line.label == "LOC" || line.what.ends_with("arch_timer")) {
        return LineKind::Tick;
    }
    if (is_one_of(line.label, kOtherCores) || line.label.starts_with("IPI")) {
        return LineKind::OtherCore;
    }
    return number_of(line.label) ? LineKind::Device : LineKind::Machine;
}

[[nodiscard]] LineKind softirq_kind(const CoreLine& line) {
    constexpr std::array<std::string_view, 4> kOfTheTick{"TIMER", "HRTIMER", "SCHED", "RCU"};
    return is_one_of(line.label, kOfTheTick) ? LineKind::Tick : LineKind::Device;
}

}  // namespace

bool parse_interrupts(std::string_view text, std::uint32_t core, std::vector<CoreLine>& lines) {
    return parse_lines(text, core, lines, interrupt_kind);
}

bool parse_softirqs(std::string_view text, std::uint32_t core, std::vector<CoreLine>& lines) {
    return parse_lines(text, core, lines, softirq_kind);
}

std::string line_name(const CoreLine& line) {
    if (!number_of(line.label)) {
        return std::string(line.what.empty() ? line.label : line.what);
    }
    std::string_view rest = line.what;  // "PCI-MSIX-0000:00:02.0   1-edge      virtio1-req.0"
    static_cast<void>(take_word(rest));
    static_cast<void>(take_word(rest));
    rest.remove_prefix(std::min(rest.find_first_not_of(" \t"), rest.size()));
    return fmt::format("{} ({})", rest.empty() ? line.what : rest, line.label);
}

std::optional<std::uint64_t> parse_run_delay(std::string_view schedstat) {
    static_cast<void>(take_word(schedstat));
    return number_of(take_word(schedstat));
}

std::optional<std::uint64_t> parse_steal(std::string_view stat, std::uint32_t core) {
    constexpr int kWordsBefore = 7;  // user nice system idle iowait irq softirq
    const std::string name = fmt::format("cpu{}", core);
    while (!stat.empty()) {
        std::string_view line = take_line(stat);
        if (take_word(line) != name) {
            continue;
        }
        for (int n = 0; n < kWordsBefore; ++n) {
            static_cast<void>(take_word(line));
        }
        return number_of(take_word(line));
    }
    return std::nullopt;
}

std::uint64_t parse_page_moves(std::string_view vmstat) {
    constexpr std::array<std::string_view, 7> kMoves{"compact_stall",
                                                     "compact_daemon_wake",
                                                     "pgmigrate_success",
                                                     "thp_collapse_alloc",
                                                     "numa_pages_migrated",
                                                     "pswpin",
                                                     "pswpout"};
    std::uint64_t moves = 0;
    while (!vmstat.empty()) {
        std::string_view line = take_line(vmstat);
        if (is_one_of(take_word(line), kMoves)) {
            moves += number_of(take_word(line)).value_or(0);
        }
    }
    return moves;
}

}  // namespace hotpath::jitter
