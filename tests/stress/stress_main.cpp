// The long form of the stress suite: hotpath-stress [--long] [--seed N] [QUEUE...]
//
// Prints a line a form and a verdict a queue; exits 1 when a queue has a fault. script/stress adds
// the machine, the compiler and the commit, and keeps the log.

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tests/stress/cases.hpp"

namespace hotpath::stress {
namespace {

struct Options {
    bool is_long = false;
    std::uint64_t seed = 1;
    std::vector<std::string> queues;
};

std::optional<Options> parse(std::span<const char* const> arguments) {
    Options options;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const std::string_view argument = arguments[i];
        if (argument == "--long") {
            options.is_long = true;
        } else if (argument == "--seed" && i + 1 < arguments.size()) {
            options.seed = std::strtoull(arguments[++i], nullptr, 0);
        } else if (argument.starts_with('-')) {
            return std::nullopt;
        } else {
            options.queues.emplace_back(argument);
        }
    }
    return options;
}

std::uint64_t messages_of(Share share, bool is_long) {
    switch (share) {
        case Share::Most:
            return is_long ? 1'000'000'000 : 10'000'000;
        case Share::Small:
            return is_long ? 10'000'000 : 1'000'000;
        case Share::Large:
            return is_long ? 1'000'000 : 100'000;
    }
    return 0;
}

void print(const std::string& form, const Report& report) {
    std::printf(
        "  %-40s %14llu %14llu %14llu %11llu %12llu %12llu %10llu %8.1f  %s\n", form.c_str(),
        static_cast<unsigned long long>(report.sent),
        static_cast<unsigned long long>(report.delivered),
        static_cast<unsigned long long>(report.lost), static_cast<unsigned long long>(report.gaps),
        static_cast<unsigned long long>(report.full), static_cast<unsigned long long>(report.empty),
        static_cast<unsigned long long>(report.stalls),
        static_cast<double>(report.milliseconds) / 1000, report.faults.text().c_str());
    std::fflush(stdout);
}

void add(Report& total, const Report& report) {
    total.sent += report.sent;
    total.delivered += report.delivered;
    total.lost += report.lost;
    total.gaps += report.gaps;
    total.full += report.full;
    total.empty += report.empty;
    total.stalls += report.stalls;
    total.milliseconds += report.milliseconds;
    total.faults.add(report.faults);
}

/// All forms of the queue that `forms` begins with; true when it has no fault.
bool stress_queue(std::span<const Case> forms, const Options& options) {
    std::printf("%s\n", forms.front().queue.c_str());
    Report total;
    for (const Case& form : forms) {
        const Report report = form.run({.messages = messages_of(form.share, options.is_long),
                                        .seed = options.seed,
                                        .pinned = true});
        print(form.form, report);
        add(total, report);
    }
    const bool passed = total.faults.total() == 0;
    print(passed ? "PASSED" : "FAILED", total);
    return passed;
}

int stress(const Options& options) {
    std::printf("seed %llu\n\n  %-40s %14s %14s %14s %11s %12s %12s %10s %8s  %s\n",
                static_cast<unsigned long long>(options.seed), "", "sent", "delivered", "lost",
                "laps", "found full", "found empty", "stalls", "seconds", "faults");
    const Cases cases = all_cases();
    bool passed = true;
    bool found = false;
    for (auto from = cases.begin(); from != cases.end();) {
        const auto to = std::find_if(from, cases.end(),
                                     [&](const Case& form) { return form.queue != from->queue; });
        if (options.queues.empty() || std::ranges::count(options.queues, from->queue) != 0) {
            passed &= stress_queue({from, to}, options);
            found = true;
        }
        from = to;
    }
    if (!found) {
        std::fputs("no such queue\n", stderr);
    }
    return passed && found ? EXIT_SUCCESS : EXIT_FAILURE;
}

}  // namespace
}  // namespace hotpath::stress

int main(int argc, char** argv) {
    const std::span<const char* const> arguments(argv, static_cast<std::size_t>(argc));
    const auto options = hotpath::stress::parse(arguments.subspan(1));
    if (!options) {
        std::fputs("usage: hotpath-stress [--long] [--seed N] [QUEUE...]\n", stderr);
        return 2;
    }
    return hotpath::stress::stress(*options);
}
