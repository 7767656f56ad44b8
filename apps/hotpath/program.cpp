#include "hotpath/app/program.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <filesystem>
#include <new>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include <fmt/format.h>

#include "apps/hotpath/commands.hpp"
#include "apps/hotpath/config/command_options.hpp"
#include "apps/hotpath/version.hpp"
#include "hotpath/core/last_words.hpp"
#include "hotpath/strategy/registry.hpp"
#include "hotpath/text/nearest_name.hpp"

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
    "  hotpath new NAME                              a new project with your own strategy\n"
    "\nExit codes: 0 success, 1 bad input or output (with a one-line error), 2 wrong usage.";

std::vector<std::string> names_of_subcommands(const CLI::App& app) {
    std::vector<std::string> names;
    for (const CLI::App* sub : app.get_subcommands([](const CLI::App*) { return true; })) {
        names.push_back(sub->get_name());
    }
    return names;
}

bool is_subcommand(const CLI::App& root, std::string_view name) {
    const auto names = names_of_subcommands(root);
    return std::ranges::find(names, name) != names.end();
}

/// The nearest option or subcommand to the first word that is none of this command; "" when there is no
/// such word.
std::string nearest_of_extra(const CLI::App& command) {
    const std::vector<std::string> extras = command.remaining();
    if (extras.empty()) {
        return "";
    }
    std::vector<std::string> known = names_of_subcommands(command);
    for (const CLI::Option* option : command.get_options()) {
        for (const std::string& name : option->get_lnames()) {
            known.push_back("--" + name);
        }
    }
    const std::string& extra = extras.front();
    return text::nearest_text(extra.substr(0, extra.find('=')), known);
}

int usage_error(const CLI::App& root, const CLI::ParseError& error) {
    std::string name = root.get_name();
    const CLI::App* command = &root;
    for (auto subs = root.get_subcommands(); !subs.empty(); subs = command->get_subcommands()) {
        command = subs.front();
        name += " " + command->get_name();
    }
    const bool is_extra = dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr;
    fmt::print(stderr, "{0}: {1}{2} (see {0} --help)\n", name, error.what(),
               is_extra ? nearest_of_extra(*command) : "");
    return kExitUsage;
}

/// A full disk under `hotpath ... > FILE` must not look like success.
int flush_output(const CLI::App& root) {
    if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) {
        return kExitDone;
    }
    fmt::print(stderr, "{}: cannot write to the standard output: {}\n", root.get_name(),
               std::strerror(errno));
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
    } catch (const std::exception& error) {
        return fail(fmt::format("unexpected exception: {}", error.what()));
    }
}

/// A line a failure: of several files more than one may fail.
void print_failures(std::string_view command, std::string_view failures) {
    while (!failures.empty()) {
        const std::size_t end = std::min(failures.find('\n'), failures.size());
        fmt::print(stderr, "{}: {}\n", command, failures.substr(0, end));
        failures.remove_prefix(std::min(end + 1, failures.size()));
    }
}

int run_chosen(CLI::App& root, const Run& chosen) {
    const auto result = run_catching(root, chosen);
    if (!result) {
        std::fflush(stdout);  // what was reached comes before the sentence about what was not
        const std::string name = root.get_subcommands().front()->get_name();
        print_failures(root.get_name() + " " + name, result.error().message);
        return kExitFailed;
    }
    return flush_output(root);
}

/// As it was started: "hotpath", or what its user has called it.
std::string program_name(int argc, const char* const* argv) {
    const std::string name = argc > 0 ? std::filesystem::path(argv[0]).filename().string() : "";
    return name.empty() ? "hotpath" : name;
}

int run_with(int argc, const char* const* argv, const strategy::Registry& strategies) {
    CLI::App root(kDescription, program_name(argc, argv));
    root.set_version_flag("--version", fmt::format("hotpath {}", version_text()),
                          "Print the version and the commit, and exit");
    root.require_subcommand(1);
    Run chosen;
    add_commands(root, chosen, strategies);
    root.footer(kFooter);  // after the subcommands, which would inherit it
    if (argc <= 1) {
        fmt::print("{}", root.help());
        return kExitUsage;
    }
    if (const std::string_view first = argv[1];
        !first.starts_with('-') && !is_subcommand(root, first)) {
        fmt::print(stderr, "{0}: unknown subcommand {1}{2} (see {0} --help)\n", root.get_name(),
                   first, text::nearest_text(first, names_of_subcommands(root)));
        return kExitUsage;
    }
    try {
        root.parse(argc, argv);
    } catch (const CLI::Success& wanted) {  // --help, --version
        root.exit(wanted);
        return flush_output(root);
    } catch (const CLI::ParseError& error) {
        return usage_error(root, error);
    }
    return run_chosen(root, chosen);
}

/// The text of the exception that ends the program, in one line.
std::string exception_text() {
    std::string text = "none, std::terminate was called";
    try {
        if (const std::exception_ptr current = std::current_exception()) {
            std::rethrow_exception(current);
        }
    } catch (const std::exception& error) {
        text = error.what();
    } catch (...) {
        text = "of a type that is no std::exception";
    }
    std::ranges::replace(text, '\n', ' ');
    return text;
}

/// An exception that left a function which must not throw, on any thread. The stack is still that of
/// the throw, for a debugger.
[[noreturn]] void end_by_exception() {
    await_end_unless_first();
    std::fprintf(stderr,
                 "terminated by an exception: %s; a strategy must not throw: its functions are "
                 "noexcept\n",
                 exception_text().c_str());
    std::fflush(nullptr);
    std::abort();
}

}  // namespace

int run(int argc, const char* const* argv, const std::vector<strategy::Registration>& own) {
    std::set_terminate(end_by_exception);
    const auto strategies = strategy::Registry::create(own);
    if (!strategies) {
        fmt::print(stderr, "{}: {}\n", program_name(argc, argv), strategies.error().message);
        return kExitFailed;
    }
    return run_with(argc, argv, *strategies);
}

}  // namespace hotpath::app
