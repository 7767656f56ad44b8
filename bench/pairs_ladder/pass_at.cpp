// pairs-pass: one version of the ladder over the generated series, timed or counted. One source,
// built by bench/pairs_ladder/build with several compilers at several levels of optimisation.
//
//   pairs-pass time  corrected|published NAME WINDOW SERIES MS   prints the checksum of the signals, and ns a pass
//   pairs-pass count corrected|published NAME WINDOW SERIES N    runs N passes, for callgrind and cachegrind
//
// Passes take SERIES series in turn: of one series that comes again and again the processor learns every
// branch. Callgrind collects inside measured_pass alone (bench/pairs_ladder/ladder.py).

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <vector>

#include <unistd.h>

#include "hotpath/core/cpu.hpp"
#include "lab/pairs_ladder/ladder.hpp"

namespace hotpath::bench {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::uint64_t kSeed = 2026;

[[gnu::noinline]] void measured_pass(const pairs::Pass& pass) {
    pass();
}

double ns_since(Clock::time_point begin) {
    return std::chrono::duration<double, std::nano>(Clock::now() - begin).count();
}

/// Twice as many rounds each time until they take as long as wanted: the last and longest counts.
double time_passes(const std::vector<pairs::Pass>& passes, double ns_min) {
    for (std::uint64_t rounds = 1;; rounds *= 2) {
        const auto begin = Clock::now();
        for (std::uint64_t i = 0; i < rounds; ++i) {
            std::ranges::for_each(passes, measured_pass);
        }
        if (const double ns = ns_since(begin); ns >= ns_min) {
            return ns / static_cast<double>(rounds * passes.size());
        }
    }
}

std::uint64_t checksum(const std::vector<pairs::Signal>& signals) {
    std::uint64_t sum = 14'695'981'039'346'656'037U;  // FNV-1a
    for (const pairs::Signal signal : signals) {
        sum = (sum ^ static_cast<std::uint64_t>(signal)) * 1'099'511'628'211U;
    }
    return sum;
}

struct Wanted {
    std::string_view command;
    std::string_view kind;
    std::string_view name;
    std::size_t window = 0;
    std::uint64_t series = 0;
    std::uint64_t amount = 0;
};

pairs::Pass make(const Wanted& wanted, const pairs::PairSeries& series,
                 std::vector<pairs::Signal>& signals) {
    if (pairs::needs_avx(wanted.name) && !pairs::has_avx()) {
        return {};
    }
    if (wanted.kind == "published") {
        return wanted.window == pairs::kPublishedWindow
                   ? pairs::make_published_pass(wanted.name, series)
                   : pairs::Pass{};
    }
    const bool is_window = wanted.window >= pairs::kWindowMin && wanted.window <= pairs::kWindowMax;
    return is_window ? pairs::make_pass(wanted.name, series, wanted.window, signals)
                     : pairs::Pass{};
}

int run(const Wanted& wanted) {
    std::vector<pairs::PairSeries> series;
    series.reserve(wanted.series);
    for (std::uint64_t i = 0; i < wanted.series; ++i) {
        series.push_back(pairs::generated_series(kSeed + i));
    }
    std::vector<pairs::Signal> signals(pairs::kPaperTicks -
                                       std::min(pairs::kPaperTicks, wanted.window));
    std::vector<pairs::Pass> passes;
    passes.reserve(series.size());
    for (const pairs::PairSeries& of : series) {
        passes.push_back(make(wanted, of, signals));
    }
    if (passes.empty() || !passes.front() || wanted.amount == 0) {
        std::fprintf(stderr,
                     "pairs-pass: no such version or window, or this processor has no AVX\n");
        return EXIT_FAILURE;
    }
    if (wanted.command == "count") {
        for (std::uint64_t i = 0; i < wanted.amount; ++i) {
            measured_pass(passes[i % passes.size()]);
        }
        return EXIT_SUCCESS;
    }
    // On another core than the one it is pinned to now a number is less sharp, not wrong.
    [[maybe_unused]] const auto pinned =
        pin_this_thread(static_cast<unsigned>(sysconf(_SC_NPROCESSORS_ONLN) - 1));
    constexpr double kNsInMs = 1e6;
    const double ns = time_passes(passes, static_cast<double>(wanted.amount) * kNsInMs);
    measured_pass(passes.front());
    std::printf("%llu %.3f\n", static_cast<unsigned long long>(checksum(signals)), ns);
    return EXIT_SUCCESS;
}

}  // namespace
}  // namespace hotpath::bench

int main(int argc, char** argv) {
    constexpr int kArguments = 7;
    if (argc != kArguments) {
        std::fprintf(stderr,
                     "usage: pairs-pass time|count corrected|published NAME WINDOW SERIES MS|N\n");
        return EXIT_FAILURE;
    }
    return hotpath::bench::run({.command = argv[1],
                                .kind = argv[2],
                                .name = argv[3],
                                .window = std::strtoul(argv[4], nullptr, 10),
                                .series = std::strtoull(argv[5], nullptr, 10),
                                .amount = std::strtoull(argv[6], nullptr, 10)});
}
