// hotpath-lab, which `hotpath lab` starts.
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <filesystem>
#include <string>

#include <fmt/format.h>

#include "apps/hotpath/config/command_options.hpp"
#include "lab/program/commands.hpp"

namespace hotpath::app::lab {
namespace {

constexpr const char* kDescription =
    "Hotpath's laboratory: low-latency techniques, each measured against the code that it "
    "replaces.\n";

int usage_error(const CLI::App& root, const CLI::ParseError& error) {
    std::string command = root.get_name();
    for (const CLI::App* sub : root.get_subcommands()) {
        command += " " + sub->get_name();
    }
    fmt::print(stderr, "{0}: {1} (see {0} --help)\n", command, error.what());
    return kExitUsage;
}

/// A full disk under `hotpath lab list > FILE` must not look like success.
int flush_output(const std::string& name) {
    if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) {
        return kExitDone;
    }
    fmt::print(stderr, "{}: cannot write to the standard output: {}\n", name, std::strerror(errno));
    return kExitFailed;
}

/// {fmt} throws when the standard output refuses a line; that is an error like any other.
Expected<void> run_catching(CLI::App& root, const Run& chosen) {
    try {
        const auto checked = check_named_files(root);
        return checked ? chosen() : checked;
    } catch (const std::exception& error) {
        return fail(error.what());
    }
}

/// `name` is how it was started: "hotpath lab" or "hotpath-lab".
int run_as(const std::string& name, int argc, const char* const* argv) {
    CLI::App root(kDescription, name);
    root.require_subcommand(1);
    Run chosen;
    add_lab_commands(root, chosen);
    if (argc <= 1) {
        fmt::print("{}", root.help());
        return kExitUsage;
    }
    try {
        root.parse(argc, argv);
    } catch (const CLI::Success& wanted) {  // --help
        root.exit(wanted);
        return flush_output(name);
    } catch (const CLI::ParseError& error) {
        return usage_error(root, error);
    }
    if (const auto result = run_catching(root, chosen); !result) {
        std::fflush(stdout);  // what was reached comes before the sentence about what was not
        fmt::print(stderr, "{}: {}\n", name, result.error().message);
        return kExitFailed;
    }
    return flush_output(name);
}

}  // namespace
}  // namespace hotpath::app::lab

int main(int argc, char** argv) {
    const std::string name =
        argc > 0 ? std::filesystem::path(argv[0]).filename().string() : "hotpath-lab";
    return hotpath::app::lab::run_as(name, argc, argv);
}
