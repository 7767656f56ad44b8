#include "lab/program/commands.hpp"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <mutex>
#include <sstream>
#include <string>
#include <system_error>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "apps/hotpath/config/command_options.hpp"
#include "apps/hotpath/config/option_checks.hpp"
#include "hotpath/files/html_page.hpp"
#include "hotpath/files/output_file.hpp"
#include "hotpath/measure/machine.hpp"
#include "hotpath/process/progress_line.hpp"
#include "lab/program/catalogue.hpp"
#include "lab/program/counting.hpp"
#include "lab/program/in_parallel.hpp"
#include "lab/program/measured.hpp"
#include "lab/program/objects.hpp"
#include "lab/program/process_rounds.hpp"
#include "lab/program/programs.hpp"
#include "lab/program/report.hpp"
#include "lab/program/report_page.hpp"

namespace hotpath::app::lab {

namespace fs = std::filesystem;

namespace {

constexpr std::int64_t kRoundsMost = 1'000;

struct LabOptions {
    fs::path source{"."};
    std::vector<std::string> names{};
    std::string compilers{};  // empty: those that are installed
    std::string levels{};     // empty: all
    unsigned rounds = 9;
    bool is_quick = false;
    fs::path out{};
    fs::path json{};
    fs::path html{};
    std::vector<fs::path> folders{};
    fs::path object{};
    unsigned number = 1;
};

/// The parts of a text between commas, each one of `known`.
Expected<std::vector<std::string>> chosen_words(const std::string& option, const std::string& text,
                                                const std::vector<std::string>& known) {
    std::vector<std::string> words;
    std::istringstream stream(text);
    for (std::string word; std::getline(stream, word, ',');) {
        if (std::ranges::find(known, word) == known.end()) {
            return fail(fmt::format("{} must be one or more of {}, separated by commas; got '{}'",
                                    option, fmt::join(known, ","), text));
        }
        words.push_back(word);
    }
    return words;
}

/// The compilers and levels to work with: those that were chosen, or all that the programs of this machine allow.
Expected<std::vector<Configuration>> configurations_of(const LabOptions& options) {
    const auto compilers = chosen_words("--compiler", options.compilers, kCompilers);
    if (!compilers) {
        return std::unexpected(compilers.error());
    }
    const auto levels = chosen_words("--opt", options.levels, kLevels);
    if (!levels) {
        return std::unexpected(levels.error());
    }
    return possible({.compilers = compilers->empty() ? kCompilers : *compilers,
                     .levels = levels->empty() ? kLevels : *levels,
                     .is_compiler_chosen = !compilers->empty(),
                     .is_level_chosen = !levels->empty()});
}

/// What a command of the lab works on.
struct Workplace {
    Catalogue catalogue;
    std::vector<Entry> entries;
    std::vector<Configuration> configurations;
    ObjectFolder objects;
};

Expected<Workplace> workplace(const LabOptions& options) {
    auto catalogue = Catalogue::read(options.source);
    if (!catalogue) {
        return std::unexpected(catalogue.error());
    }
    auto entries = catalogue->chosen(options.names);
    if (!entries) {
        return std::unexpected(entries.error());
    }
    auto configurations = configurations_of(options);
    if (!configurations) {
        return std::unexpected(configurations.error());
    }
    ObjectFolder objects(*catalogue, catalogue->root() / "build" / "lab");
    return Workplace{.catalogue = std::move(*catalogue),
                     .entries = std::move(*entries),
                     .configurations = std::move(*configurations),
                     .objects = std::move(objects)};
}

/// Compiles what the entries need, for valgrind as well.
Expected<void> build_all(const Workplace& work) {
    std::vector<WantedObject> wanted;
    for (const Entry& entry : work.entries) {
        for (const Configuration& each : work.configurations) {
            wanted.push_back({entry, each});
            if (const Configuration counted = counted_instead_of(each);
                counted.level != each.level) {
                wanted.push_back({entry, counted});
            }
        }
    }
    process::ProgressLine progress(
        {.label = "compiling", .parts = "objects", .total = wanted.size()});
    std::size_t done = 0;
    return work.objects.build(wanted, [&] { progress.on_finished(done++); });
}

Expected<void> list(const LabOptions& options) {
    const auto catalogue = Catalogue::read(options.source);
    if (!catalogue) {
        return std::unexpected(catalogue.error());
    }
    for (const Entry& entry : catalogue->entries()) {
        fmt::print("{:<28} {}\n", entry.name, entry.title);
    }
    return {};
}

/// A result of this commit, with all that is wanted now, is not measured again.
bool is_there(const fs::path& path, const Workplace& work, const LabOptions& options,
              const std::string& commit) {
    std::error_code error;
    if (!fs::exists(path, error)) {
        return false;
    }
    const auto measured = read_measured(path);
    if (!measured || measured->provenance.value("commit", "") != commit ||
        measured->provenance.value("rounds", 0U) != options.rounds) {
        return false;
    }
    return std::ranges::all_of(work.configurations, [&](const Configuration& wanted) {
        return std::ranges::any_of(measured->comparisons, [&](const MeasuredComparison& each) {
            return each.configuration.name() == wanted.name();
        });
    });
}

fs::path result_path(const LabOptions& options, const Entry& entry) {
    return options.out / (entry.name + ".json");
}

Expected<void> run(const LabOptions& given) {
    start_again_with_room_for_thread_locals();
    LabOptions options = given;
    const auto work = workplace(options);
    if (!work) {
        return std::unexpected(work.error());
    }
    std::error_code error;
    if (!options.out.empty()) {
        options.out = fs::absolute(options.out, error);
        fs::create_directories(options.out, error);
        if (error) {
            return fail(fmt::format("cannot make {}: {}", options.out.string(), error.message()));
        }
    }
    fs::current_path(work->catalogue.root(), error);  // whose commit the results are of
    const std::string commit = measure::provenance().value("commit", "");
    std::vector<Entry> left;
    std::ranges::copy_if(work->entries, std::back_inserter(left), [&](const Entry& entry) {
        return options.out.empty() ||
               !is_there(result_path(options, entry), *work, options, commit);
    });
    if (left.size() < work->entries.size()) {
        fmt::print(stderr,
                   "lab: {} of {} techniques have a result of this commit: not measured again\n",
                   work->entries.size() - left.size(), work->entries.size());
    }
    if (auto built = build_all(*work); !built) {
        return built;
    }
    LabRun measured_now{.folder = options.out.empty() ? "this run" : options.out.string()};
    process::ProgressLine progress(
        {.label = "measuring", .parts = "techniques", .total = left.size()});
    for (std::size_t i = 0; i < left.size(); ++i) {
        auto measured = measure(work->objects, left[i],
                                {.configurations = work->configurations,
                                 .rounds = options.rounds,
                                 .is_quick = options.is_quick},
                                [&](double share) { progress.on_progress(i, share, 0); });
        if (!measured) {
            return fail(fmt::format("{}: {}", left[i].name, measured.error().message));
        }
        if (!options.out.empty()) {
            if (auto written = files::write_file(result_path(options, left[i]),
                                                 to_json(*measured).dump(1) + "\n");
                !written) {
                return written;
            }
        }
        measured_now.techniques.push_back(std::move(*measured));
        progress.on_finished(i);
    }
    if (!measured_now.techniques.empty()) {
        fmt::print("{}", report_text({measured_now}));
    }
    return {};
}

Expected<void> rounds(const LabOptions& options) {
    return print_rounds(
        options.object,
        {.number = options.number, .rounds = options.rounds, .is_quick = options.is_quick});
}

/// The counts of one object as lines; `is_good` becomes false where a variant is below its floor.
std::string checked_lines(const std::vector<Counts>& counts, bool& is_good) {
    std::string lines;
    for (const Counts& each : counts) {
        const bool is_enough = each.instructions >= each.instructions_min;
        is_good &= is_enough;
        lines +=
            fmt::format("    {:<20} {:<24} {:>10.1f} instructions, at least {:.1f}{}\n",
                        each.comparison, each.variant, each.instructions, each.instructions_min,
                        is_enough ? "" : ": the compiler removed the work");
    }
    return lines;
}

/// Answers, and enough instructions: no time is measured.
Expected<void> check(const LabOptions& options) {
    start_again_with_room_for_thread_locals();
    const auto work = workplace(options);
    if (!work) {
        return std::unexpected(work.error());
    }
    if (auto built = build_all(*work); !built) {
        return built;
    }
    const std::size_t each = work->configurations.size();
    std::mutex mutex;
    std::size_t below = 0;
    auto done = in_parallel(work->entries.size() * each, [&](std::size_t i) -> Expected<void> {
        const Entry& entry = work->entries[i / each];
        const Configuration& configuration = work->configurations[i % each];
        const auto counts = count(work->objects.path(entry, counted_instead_of(configuration)));
        if (!counts) {
            return fail(fmt::format("{} by {}: {}", entry.name, configuration.name(),
                                    counts.error().message));
        }
        bool is_good = true;
        const std::string lines = checked_lines(*counts, is_good);
        const std::lock_guard lock(mutex);
        below += is_good ? 0 : 1;
        fmt::print("{} by {}{}\n{}", entry.name, configuration.name(), is_good ? "" : ": NOT GOOD",
                   lines);
        return {};
    });
    if (!done) {
        return done;
    }
    if (below != 0) {
        return fail(
            fmt::format("{} objects have variants with fewer instructions than required", below));
    }
    fmt::print(
        "{} techniques: all variants of each comparison give the same result and do the work\n",
        work->entries.size());
    return {};
}

Expected<void> report(const LabOptions& options) {
    std::vector<LabRun> runs;
    for (const fs::path& folder : options.folders) {
        auto run = read_run(folder);
        if (!run) {
            return std::unexpected(run.error());
        }
        runs.push_back(std::move(*run));
    }
    fmt::print("{}", report_text(runs));
    const nlohmann::ordered_json json = report_json(runs);
    if (auto written = files::write_file_if_named(options.json, json.dump(1) + "\n"); !written) {
        return written;
    }
    if (options.html.empty()) {
        return {};
    }
    return files::write_file(options.html, files::html_page(report_page(), json));
}

void add_catalogue_options(CLI::App& command, LabOptions& options) {
    add_texts(command, {"NAME", "Names from `hotpath lab list`, or all"}, options.names,
              check_nothing)
        ->type_name("");
    add_text(command,
             {"--compiler", "Compilers: gcc, clang or gcc,clang; default: those installed"},
             options.compilers, check_nothing);
    add_text(command,
             {"--opt", "Optimization levels: one or more of O0,O2,O3,native,pgo; default: all"},
             options.levels, check_nothing);
}

/// A subcommand's name, its help, and what it does.
struct Subcommand {
    const char* name;
    const char* help;
    Expected<void> (*work)(const LabOptions&);
};

CLI::App& add_command(CLI::App& root, Run& chosen, const std::shared_ptr<LabOptions>& options,
                      const Subcommand& subcommand) {
    CLI::App* command = root.add_subcommand(subcommand.name, subcommand.help);
    command->callback([options, work = subcommand.work, &chosen] {
        chosen = [options, work] { return work(*options); };
    });
    return *command;
}

void add_source(CLI::App& command, LabOptions& options) {
    add_folder(command, {"--source", "Folder of the Hotpath sources; default: the current folder"},
               options.source);
}

}  // namespace

void add_lab_commands(CLI::App& root, Run& chosen) {
    auto options = std::make_shared<LabOptions>();
    CLI::App& list_command =
        add_command(root, chosen, options, {"list", "Print the names of all techniques", list});
    add_source(list_command, *options);

    CLI::App& run_command = add_command(
        root, chosen, options,
        {"run", "Compile, check and measure techniques, on an otherwise idle machine", run});
    add_catalogue_options(run_command, *options);
    add_integer(run_command,
                {"--runs",
                 "Number of rounds; a round runs every variant once, a process runs three rounds"},
                options->rounds, {1, kRoundsMost});
    run_command.add_flag("--quick", options->is_quick,
                         "Do a tenth of the work: a trial, whose figures are not for quoting");
    add_output_folder(run_command,
                      {"--out",
                       "Write one result file per technique to this folder; results of this commit "
                       "that exist are not measured again"},
                      options->out)
        ->type_name("DIR");
    add_source(run_command, *options);

    CLI::App& check_command = add_command(
        root, chosen, options,
        {"check", "Compare the results of the variants, and count their instructions with valgrind",
         check});
    add_catalogue_options(check_command, *options);
    add_source(check_command, *options);

    CLI::App& report_command = add_command(
        root, chosen, options,
        {"report", "Print verdicts on all techniques, and where complete runs differ", report});
    add_inputs(report_command, {"DIR", "Folders written by `run --out`, one per run"},
               options->folders);
    add_output_file(report_command,
                    {"--json", "Write the verdicts and the times of all rounds as JSON"},
                    options->json)
        ->type_name("JSON");
    add_output_file(report_command, {"--html", "Write a page with a sortable table and charts"},
                    options->html)
        ->type_name("HTML");

    CLI::App& count_command = add_command(
        root, chosen, options,
        {"count", "", [](const LabOptions& given) { return run_counted(given.object); }});
    count_command.group("");  // what check and run start under valgrind
    add_input(count_command, {"OBJECT", "Shared object in build/lab"}, options->object);

    CLI::App& rounds_command = add_command(root, chosen, options, {"rounds", "", rounds});
    rounds_command.group("");  // what run starts, again and again
    add_input(rounds_command, {"OBJECT", "Shared object in build/lab"}, options->object);
    add_integer(rounds_command, {"--number", ""}, options->number, {1, kRoundsMost});
    add_integer(rounds_command, {"--runs", ""}, options->rounds, {1, kRoundsMost});
    rounds_command.add_flag("--quick", options->is_quick);
}

}  // namespace hotpath::app::lab
