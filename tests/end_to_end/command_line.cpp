#include "tests/end_to_end/command_line.hpp"

#include <array>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <utility>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace hotpath::end_to_end {

namespace fs = std::filesystem;

namespace {

std::string text_of(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// Runs a program with its outputs in files of `folder`; its exit code, -1 when it did not end by
/// itself.
int run_in(const fs::path& folder, std::vector<std::string> words) {
    std::vector<char*> argv;
    for (std::string& word : words) {
        argv.push_back(word.data());
    }
    argv.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    constexpr int kFlags = O_WRONLY | O_CREAT | O_TRUNC;
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, (folder / "out").c_str(), kFlags,
                                     0600);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, (folder / "err").c_str(), kFlags,
                                     0600);
    pid_t child = 0;
    const int failed = posix_spawnp(&child, argv[0], &actions, nullptr, argv.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    int status = 0;
    if (failed != 0 || waitpid(child, &status, 0) != child || !WIFEXITED(status)) {
        return -1;
    }
    return WEXITSTATUS(status);
}

}  // namespace

std::size_t Workshop::file_count() const {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(files_.path()), fs::directory_iterator()));
}

void Workshop::write(const std::string& file, const std::string& bytes) const {
    std::ofstream(path(file), std::ios::binary) << bytes;
    // Configurations may have passwords: then they must be their owner's alone.
    std::filesystem::permissions(
        path(file), std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
}

std::string Workshop::read(const std::string& file) const {
    return text_of(path(file));
}

nlohmann::ordered_json Workshop::read_json(const std::string& file) const {
    return nlohmann::ordered_json::parse(read(file));
}

Outcome Workshop::hotpath(const std::vector<std::string>& arguments) const {
    return run(HOTPATH_EXECUTABLE, arguments);
}

Outcome Workshop::run(const std::string& program, const std::vector<std::string>& arguments) const {
    std::vector<std::string> words{program};
    words.insert(words.end(), arguments.begin(), arguments.end());
    const int exit_code = run_in(streams_.path(), std::move(words));
    return {
        .exit_code = exit_code, .out = text_of(streams_ / "out"), .err = text_of(streams_ / "err")};
}

std::vector<std::string> keys_of(const nlohmann::ordered_json& json) {
    std::vector<std::string> keys;
    for (const auto& [key, value] : json.items()) {
        keys.push_back(key);
    }
    return keys;
}

std::vector<std::string> page_commands(const std::string& page) {
    std::ifstream file(HOTPATH_SOURCE_DIR "/" + page);
    std::vector<std::string> commands;
    bool is_inside = false;
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with("```")) {
            is_inside = line == "```sh";
        } else if (is_inside) {
            commands.push_back(line);
        }
    }
    return commands;
}

}  // namespace hotpath::end_to_end
