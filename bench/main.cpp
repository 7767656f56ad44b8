#include <algorithm>
#include <cstdio>
#include <fstream>
#include <string>
#include <utility>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "bench/benches.hpp"
#include "bench/runner/child.hpp"
#include "bench/runner/runner.hpp"

namespace hotpath::bench {
namespace {

struct Arguments {
    std::string name;
    std::string json_file;
    std::string only;
    bool quick = false;
    unsigned pairs = 0;
    std::pair<std::string, std::string> one;  // test, subject
};

constexpr unsigned kPairs = 9;
constexpr unsigned kPairsQuick = 3;

std::string list_of_benches() {
    std::string list;
    for (const Bench& bench : all_benches()) {
        list += fmt::format("  {:<16} {}\n", bench.name, bench.question);
    }
    return list;
}

int run(const Arguments& arguments) {
    const std::vector<Bench> benches = all_benches();
    const auto bench = std::ranges::find(benches, arguments.name, &Bench::name);
    if (bench == benches.end()) {
        fmt::print(stderr, "bench: no benchmark is called '{}'; there are:\n{}", arguments.name,
                   list_of_benches());
        return 2;
    }
    if (!arguments.one.first.empty() && bench->run_one) {
        const auto& [test, subject] = arguments.one;
        fmt::print("{}\n", to_text(bench->run_one(test, subject, {.quick = arguments.quick})));
        return 0;
    }
    const unsigned pairs = arguments.quick ? kPairsQuick : kPairs;
    auto report = run_bench(*bench, {.quick = arguments.quick,
                                     .pairs = arguments.pairs ? arguments.pairs : pairs,
                                     .only = arguments.only});
    if (!report) {
        fmt::print(stderr, "bench: {}\n", report.error().message);
        return 1;
    }
    fmt::print("{}\n{}", bench->question, to_table(*report));
    if (arguments.json_file.empty()) {
        return 0;
    }
    std::ofstream file(arguments.json_file);
    file << to_json(*report).dump(1) << '\n';
    file.flush();
    if (!file) {
        fmt::print(stderr, "bench: cannot write {}\n", arguments.json_file);
        return 1;
    }
    return 0;
}

}  // namespace
}  // namespace hotpath::bench

int main(int argc, char** argv) {
    using namespace hotpath::bench;
    CLI::App app{
        "Hotpath's benchmarks, side by side and interleaved (docs/results/BENCHMARKING.md)"};
    Arguments arguments;
    app.footer("benchmarks:\n" + list_of_benches());
    app.add_option("NAME", arguments.name, "the benchmark to run");
    app.add_flag("--quick", arguments.quick,
                 "a tenth of the data and 3 rounds: to see that it works, not to quote");
    app.add_option("--pairs", arguments.pairs,
                   "rounds, each running every subject once (default 9)");
    app.add_option("--only", arguments.only, "only tests whose names begin so: c_shm");
    app.add_option("--json", arguments.json_file, "write the records and their provenance here");
    app.add_option("--one", arguments.one, "one subject of one test, in this process")->group("");
    CLI11_PARSE(app, argc, argv);
    if (arguments.name.empty()) {
        fmt::print("{}", app.help());
        return 2;
    }
    return run(arguments);
}
