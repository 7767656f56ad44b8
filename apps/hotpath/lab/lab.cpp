// `hotpath lab` starts hotpath-lab, an executable beside this one, which is built when it is first wanted.
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "apps/hotpath/commands.hpp"

namespace hotpath::app {

namespace fs = std::filesystem;

namespace {

constexpr const char* kLabProgram = "hotpath-lab";

std::vector<char*> pointers_to(std::vector<std::string>& words) {
    std::vector<char*> pointers;
    pointers.reserve(words.size() + 1);
    for (std::string& word : words) {
        pointers.push_back(word.data());
    }
    pointers.push_back(nullptr);
    return pointers;
}

/// Runs CMake in a build folder. The standard output belongs to the laboratory: CMake's goes to the standard error.
Expected<void> build_lab(const fs::path& folder) {
    std::vector<std::string> words{"cmake", "--build", folder.string(), "--target", kLabProgram};
    fmt::print(stderr,
               "hotpath lab: building {} for the first time, about one minute on two cores\n",
               kLabProgram);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO);
    pid_t process = 0;
    const int error = ::posix_spawnp(&process, words[0].c_str(), &actions, nullptr,
                                     pointers_to(words).data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    if (error != 0) {
        return fail(fmt::format("cannot run cmake: {}", std::strerror(error)));
    }
    int status = 0;
    if (::waitpid(process, &status, 0) != process || !WIFEXITED(status) ||
        WEXITSTATUS(status) != 0) {
        return fail(fmt::format("cmake --build {} --target {} failed; its messages are above",
                                folder.string(), kLabProgram));
    }
    return {};
}

/// Becomes hotpath-lab. Returns only if that fails.
Expected<void> start_lab(const std::string& name, const std::vector<std::string>& arguments) {
    std::error_code error;
    const fs::path own = fs::read_symlink("/proc/self/exe", error);
    const fs::path program = own.parent_path() / kLabProgram;
    if (!fs::exists(program, error)) {
        const fs::path folder = own.parent_path().parent_path();
        if (!fs::exists(folder / "CMakeCache.txt", error)) {
            return fail(
                fmt::format("{} is not beside {}: the laboratory needs the Hotpath sources; in "
                            "their folder: script/build && build/release/bin/hotpath lab",
                            kLabProgram, own.string()));
        }
        if (auto built = build_lab(folder); !built) {
            return built;
        }
    }
    std::vector<std::string> words{name};
    words.insert(words.end(), arguments.begin(), arguments.end());
    std::fflush(nullptr);
    ::execv(program.c_str(), pointers_to(words).data());
    return fail(fmt::format("cannot run {}: {}", program.string(), std::strerror(errno)));
}

}  // namespace

void add_lab(CLI::App& root, Run& chosen) {
    CLI::App* lab = root.add_subcommand(
        "lab", "Measure low-latency techniques, each against the code that it replaces");
    lab->set_help_flag();  // --help, too, is an argument of hotpath-lab
    lab->prefix_command();
    lab->callback([lab, name = root.get_name() + " lab", &chosen] {
        chosen = [lab, name] { return start_lab(name, lab->remaining()); };
    });
}

}  // namespace hotpath::app
