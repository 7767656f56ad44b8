#include "lab/program/programs.hpp"

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "hotpath/core/descriptor.hpp"

namespace hotpath::app::lab {

namespace {

std::string read_all(int descriptor) {
    std::string text;
    std::array<char, 4096> bytes{};
    for (;;) {
        const ssize_t count = ::read(descriptor, bytes.data(), bytes.size());
        if (count <= 0) {
            return text;
        }
        text.append(bytes.data(), static_cast<std::size_t>(count));
    }
}

/// A compiler's first error says more than its last line; lines with == are valgrind's own.
std::string telling_line(const std::string& output) {
    std::istringstream lines(output);
    std::string last;
    for (std::string line; std::getline(lines, line);) {
        if (line.find("error:") != std::string::npos) {
            return line;
        }
        last = line.empty() || line.starts_with("==") ? last : line;
    }
    return last;
}

}  // namespace

namespace {

/// Starts it with both of its outputs going to `output`; the number of the error, 0 for none.
int start(const std::vector<std::string>& command, const Descriptor& output, pid_t& process) {
    std::vector<char*> arguments;
    arguments.reserve(command.size() + 1);
    for (const std::string& word : command) {
        arguments.push_back(const_cast<char*>(word.c_str()));  // posix_spawn does not write to them
    }
    arguments.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, output.number(), STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, output.number(), STDERR_FILENO);
    const int error =
        ::posix_spawnp(&process, arguments[0], &actions, nullptr, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

}  // namespace

Expected<std::string> run_program(const std::vector<std::string>& command) {
    std::array<int, 2> ends{-1, -1};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
        return fail(fmt::format("cannot make a pipe: {}", std::strerror(errno)));
    }
    const Descriptor reading(ends[0]);
    pid_t process = 0;
    {
        const Descriptor writing(ends[1]);  // closed here: reading ends when the program does
        if (const int error = start(command, writing, process); error != 0) {
            return fail(fmt::format("cannot run {}: {}", command[0], std::strerror(error)));
        }
    }
    std::string output = read_all(reading.number());
    int status = 0;
    ::waitpid(process, &status, 0);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
        return fail(fmt::format("{} failed: {}", command[0], telling_line(output)));
    }
    return output;
}

bool has_program(const std::string& name) {
    const char* const path = std::getenv("PATH");
    std::istringstream folders(path == nullptr ? "" : path);
    for (std::string folder; std::getline(folders, folder, ':');) {
        if (::access((std::filesystem::path(folder) / name).c_str(), X_OK) == 0) {
            return true;
        }
    }
    return false;
}

void start_again_with_room_for_thread_locals() {
    constexpr const char* kVariable = "GLIBC_TUNABLES";
    const char* const given = std::getenv(kVariable);
    const std::string tunables = given == nullptr ? "" : given;
    if (tunables.find("optional_static_tls") != std::string::npos) {
        return;
    }
    ::setenv(
        kVariable,
        (tunables + (tunables.empty() ? "" : ":") + "glibc.rtld.optional_static_tls=8192").c_str(),
        1);
    std::ifstream file("/proc/self/cmdline", std::ios::binary);
    std::vector<std::string> words;
    for (std::string word; std::getline(file, word, '\0');) {
        words.push_back(word);
    }
    std::vector<char*> arguments;
    arguments.reserve(words.size() + 1);
    for (std::string& word : words) {
        arguments.push_back(word.data());
    }
    arguments.push_back(nullptr);
    if (!words.empty()) {
        ::execv("/proc/self/exe", arguments.data());
    }
}

}  // namespace hotpath::app::lab
