#include "lab/program/counting.hpp"

#include <array>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <sstream>
#include <system_error>

#include <fmt/format.h>
#include <unistd.h>

#include "lab/program/loaded_technique.hpp"
#include "lab/program/programs.hpp"

#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>
#endif

namespace hotpath::app::lab {

namespace fs = std::filesystem;

namespace {

// Outside valgrind both do nothing.
void begin_counting() {
#if __has_include(<valgrind/callgrind.h>)
    CALLGRIND_START_INSTRUMENTATION;
    CALLGRIND_ZERO_STATS;
#endif
}

/// Writes what was counted to callgrind's next file.
void end_counting() {
#if __has_include(<valgrind/callgrind.h>)
    CALLGRIND_DUMP_STATS;
    CALLGRIND_STOP_INSTRUMENTATION;
#endif
}

/// A line of run_counted(): "comparison variant items instructions_min".
struct CountedRun {
    std::string comparison{};
    std::string variant{};
    double items = 0;
    double instructions_min = 0;
};

std::vector<CountedRun> runs_of(const std::string& output) {
    std::vector<CountedRun> runs;
    std::istringstream lines(output);
    for (std::string line; std::getline(lines, line);) {
        std::istringstream fields(line);
        std::string mark;
        CountedRun run;
        if (fields >> mark && mark == "counted" &&
            std::getline(fields >> std::ws, run.comparison, '\t') &&
            std::getline(fields, run.variant, '\t') &&
            fields >> run.items >> run.instructions_min) {
            runs.push_back(run);
        }
    }
    return runs;
}

/// One of callgrind's files: the events' names, and their sums.
struct Dump {
    std::vector<std::string> events{};
    std::vector<double> sums{};

    [[nodiscard]] double of(std::string_view event) const {
        for (std::size_t i = 0; i < events.size() && i < sums.size(); ++i) {
            if (events[i] == event) {
                return sums[i];
            }
        }
        return 0;
    }
};

Dump read_dump(const fs::path& path) {
    Dump dump;
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
        std::istringstream fields(line);
        std::string key;
        fields >> key;
        if (key == "events:") {
            for (std::string event; fields >> event;) {
                dump.events.push_back(event);
            }
        } else if (key == "totals:") {
            for (double sum = 0; fields >> sum;) {
                dump.sums.push_back(sum);
            }
        }
    }
    return dump;
}

/// A folder of this process that vanishes with it.
class WorkFolder {
  public:
    WorkFolder() {
        std::string name = (fs::temp_directory_path() / "hotpath-lab-XXXXXX").string();
        if (::mkdtemp(name.data()) != nullptr) {
            path_ = name;
        }
    }
    WorkFolder(const WorkFolder&) = delete;
    WorkFolder& operator=(const WorkFolder&) = delete;
    ~WorkFolder() {
        std::error_code ignored;
        fs::remove_all(path_, ignored);
    }
    [[nodiscard]] const fs::path& path() const noexcept { return path_; }

  private:
    fs::path path_;
};

Counts counts_of(const CountedRun& run, const Dump& dump) {
    return {.comparison = run.comparison,
            .variant = run.variant,
            .instructions = dump.of("Ir") / run.items,
            .branches_missed = (dump.of("Bcm") + dump.of("Bim")) / run.items,
            .first_cache_misses = (dump.of("D1mr") + dump.of("D1mw")) / run.items,
            .last_cache_misses = (dump.of("DLmr") + dump.of("DLmw")) / run.items,
            .instructions_min = run.instructions_min};
}

fs::path counts_file(const fs::path& object) {
    return object.string() + ".counts";
}

/// What was counted before of this very object; empty if nothing was.
std::vector<Counts> read_counts(const fs::path& object) {
    std::error_code error;
    const auto counted = fs::last_write_time(counts_file(object), error);
    if (error || counted < fs::last_write_time(object, error) || error) {
        return {};
    }
    std::vector<Counts> counts;
    std::ifstream file(counts_file(object));
    for (std::string line; std::getline(file, line);) {
        std::istringstream fields(line);
        Counts each;
        std::getline(fields, each.comparison, '\t');
        std::getline(fields, each.variant, '\t');
        if (fields >> each.instructions >> each.branches_missed >> each.first_cache_misses >>
            each.last_cache_misses >> each.instructions_min) {
            counts.push_back(each);
        }
    }
    return counts;
}

void write_counts(const fs::path& object, const std::vector<Counts>& counts) {
    std::ofstream file(counts_file(object));
    for (const Counts& each : counts) {
        file << fmt::format("{}\t{}\t{} {} {} {} {}\n", each.comparison, each.variant,
                            each.instructions, each.branches_missed, each.first_cache_misses,
                            each.last_cache_misses, each.instructions_min);
    }
}

}  // namespace

Expected<std::vector<Counts>> count(const fs::path& object) {
    if (std::vector<Counts> known = read_counts(object); !known.empty()) {
        return known;
    }
    const WorkFolder work;
    if (work.path().empty()) {
        return fail("cannot make a folder for callgrind's files");
    }
    const std::string out = (work.path() / "out").string();
    const std::string self = fs::read_symlink("/proc/self/exe").string();
    auto output = run_program({"valgrind", "--tool=callgrind", "--instr-atstart=no",
                               "--cache-sim=yes", "--branch-sim=yes", "--callgrind-out-file=" + out,
                               self, "count", object.string()});
    if (!output) {
        return std::unexpected(output.error());
    }
    std::vector<Counts> counts;
    for (const CountedRun& run : runs_of(*output)) {
        counts.push_back(counts_of(run, read_dump(fmt::format("{}.{}", out, counts.size() + 1))));
        if (counts.back().instructions <= 0) {
            return fail(fmt::format("callgrind counted no instruction of {} in {}", run.variant,
                                    object.string()));
        }
    }
    if (counts.empty()) {
        return fail(fmt::format("callgrind counted no instruction of {}", object.string()));
    }
    write_counts(object, counts);
    return counts;
}

Expected<void> run_counted(const fs::path& object) {
    const auto loaded = LoadedTechnique::load(object);
    if (!loaded) {
        return std::unexpected(loaded.error());
    }
    for (const auto& comparison : loaded->technique().comparisons) {
        const std::uint64_t items = items_counted(comparison);
        std::optional<std::uint64_t> expected;
        for (const auto& variant : comparison.variants) {
            const std::uint64_t answer = answer_of(variant, items);
            expected = expected.value_or(answer);
            begin_counting();
            const std::uint64_t again = answer_of(variant, items);
            end_counting();
            if (answer != *expected || again != answer) {
                return fail(fmt::format("{}: {}: {} gave {:016x} and {:016x}, expected {:016x}",
                                        loaded->technique().name, comparison.name, variant.name,
                                        answer, again, *expected));
            }
            fmt::print("counted {}\t{}\t{} {}\n", comparison.name, variant.name, items,
                       variant.instructions_min);
        }
    }
    return {};
}

}  // namespace hotpath::app::lab
