#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <new>
#include <string>
#include <string_view>
#include <system_error>

#include <fmt/format.h>

#include "apps/hotpath/commands.hpp"
#include "apps/hotpath/config/command_options.hpp"

namespace hotpath::app {

namespace {

constexpr const char* kDescription =
    "Hotpath: an open low-latency trading system, from the exchange's bytes to your order.\n";
constexpr const char* kFooter =
    "\nExamples:\n"
    "  hotpath demo                                  the whole system on a generated market\n"
    "  hotpath demo 01302020.NASDAQ_ITCH50.gz        the same on a recorded day\n"
    "  hotpath replay FILE --symbol AAPL --out book.csv\n"
    "  hotpath generate --messages 20000000 --instruments 8000 day.itch.zst\n"
    "\nExit codes: 0 done, 1 bad input or output (with a one-line error), 2 wrong usage.";

int usage_error(const CLI::App& root, const CLI::ParseError& error) {
    std::string command = "hotpath";
    for (const CLI::App* sub : root.get_subcommands()) {
        command += " " + sub->get_name();
    }
    fmt::print(stderr, "{}: {} (see {} --help)\n", command, error.what(), command);
    return kExitUsage;
}

bool is_subcommand(const CLI::App& root, std::string_view name) {
    const auto all = root.get_subcommands([](const CLI::App*) { return true; });
    return std::ranges::any_of(all, [&](const CLI::App* sub) { return sub->get_name() == name; });
}

/// A full disk under `hotpath ... > FILE` must not look like success.
int flush_output() {
    if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) {
        return kExitDone;
    }
    fmt::print(stderr, "hotpath: cannot write to the standard output: {}\n", std::strerror(errno));
    return kExitFailed;
}

/// {fmt} throws when the standard output refuses a line; that is an error like any other.
Expected<void> run_catching(CLI::App& root, const Run& chosen) {
    try {
        const auto checked = check_named_files(root);
        return checked ? chosen() : checked;
    } catch (const std::system_error& error) {
        return fail(fmt::format("cannot write to the standard output: {}", error.code().message()));
    } catch (const std::bad_alloc&) {
        return fail("out of memory");
    }
}

/// A line a failure: of several files more than one may fail.
void print_failures(std::string_view command, std::string_view failures) {
    while (!failures.empty()) {
        const std::size_t end = std::min(failures.find('\n'), failures.size());
        fmt::print(stderr, "hotpath {}: {}\n", command, failures.substr(0, end));
        failures.remove_prefix(std::min(end + 1, failures.size()));
    }
}

int run_chosen(CLI::App& root, const Run& chosen) {
    const auto result = run_catching(root, chosen);
    if (!result) {
        std::fflush(stdout);  // what was reached comes before the sentence about what was not
        const std::string name = root.get_subcommands().front()->get_name();
        print_failures(name, result.error().message);
        return kExitFailed;
    }
    return flush_output();
}

int run(int argc, const char* const* argv) {
    CLI::App root(kDescription, "hotpath");
    root.set_version_flag("--version", "hotpath " HOTPATH_VERSION, "Print the version and exit");
    root.require_subcommand(1);
    Run chosen;
    add_commands(root, chosen);
    root.footer(kFooter);  // after the subcommands, which would inherit it
    if (argc == 1) {
        fmt::print("{}", root.help());
        return kExitUsage;
    }
    if (const std::string_view first = argv[1];
        !first.starts_with('-') && !is_subcommand(root, first)) {
        fmt::print(stderr, "hotpath: unknown subcommand {} (see hotpath --help)\n", first);
        return kExitUsage;
    }
    try {
        root.parse(argc, argv);
    } catch (const CLI::Success& wanted) {  // --help, --version
        root.exit(wanted);
        return flush_output();
    } catch (const CLI::ParseError& error) {
        return usage_error(root, error);
    }
    return run_chosen(root, chosen);
}

}  // namespace

}  // namespace hotpath::app

int main(int argc, char** argv) {
    return hotpath::app::run(argc, argv);
}
