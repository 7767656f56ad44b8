#include <filesystem>
#include <memory>
#include <string>
#include <system_error>

#include <fmt/format.h>

#include "apps/hotpath/commands.hpp"
#include "apps/hotpath/config/command_options.hpp"
#include "apps/hotpath/new/project.hpp"

namespace hotpath::app {

namespace {

[[nodiscard]] Expected<void> run_new(ProjectOptions options, const strategy::Registry& strategies) {
    std::error_code ignored;
    options.prefix = own_prefix(std::filesystem::read_symlink("/proc/self/exe", ignored));
    const auto folder = write_project(options, strategies);
    if (!folder) {
        return std::unexpected(folder.error());
    }
    fmt::print(
        "{0}: a strategy, its test, its configuration and main(); README.md shows its commands\n"
        "  cmake -S {0} -B {0}/build && cmake --build {0}/build && ctest --test-dir {0}/build\n",
        folder->string());
    return {};
}

}  // namespace

void add_new(CLI::App& root, Run& chosen, const strategy::Registry& strategies) {
    CLI::App* command = root.add_subcommand(
        "new", "Create a project: your own strategy in a program with every command of this one");
    auto options = std::make_shared<ProjectOptions>();
    add_text(*command, {"NAME", "Name of the strategy: lower-case letters, digits, underscores"},
             options->name, check_project_name)
        ->type_name("")
        ->required();
    add_output_folder(*command, {"--folder", "Folder of the project; default: NAME"},
                      options->folder)
        ->type_name("DIR");
    command->callback([options, &strategies, &chosen] {
        chosen = [options, &strategies] { return run_new(*options, strategies); };
    });
}

}  // namespace hotpath::app
