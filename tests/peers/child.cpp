#include "tests/peers/child.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <system_error>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace hotpath::peers {
namespace {

bool is_readable(const Descriptor& fd) {
    pollfd wanted{.fd = fd.number(), .events = POLLIN, .revents = 0};
    return ::poll(&wanted, 1, 0) > 0;
}

}  // namespace

Time now() {
    const auto since = std::chrono::steady_clock::now().time_since_epoch();
    return {std::chrono::duration_cast<std::chrono::nanoseconds>(since).count()};
}

Child::Child(const std::vector<std::string>& command) {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) {
        throw std::system_error(errno, std::generic_category(), "pipe");
    }
    output_ = Descriptor(ends[0]);
    const Descriptor child_end(ends[1]);
    std::vector<char*> arguments;
    for (const std::string& argument : command) {
        arguments.push_back(const_cast<char*>(argument.c_str()));
    }
    arguments.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_adddup2(&actions, child_end.number(), STDOUT_FILENO);
    const int error =
        ::posix_spawnp(&pid_, arguments[0], &actions, nullptr, arguments.data(), environ);
    ::posix_spawn_file_actions_destroy(&actions);
    if (error != 0) {
        throw std::system_error(error, std::generic_category(), command[0]);
    }
}

Child::~Child() {
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
}

const std::vector<std::string>& Child::lines() {
    char buffer[4'096];
    while (!is_over_ && is_readable(output_)) {
        const ssize_t length = ::read(output_.number(), buffer, sizeof buffer);
        is_over_ = length <= 0;
        rest_.append(buffer, static_cast<std::size_t>(std::max<ssize_t>(length, 0)));
    }
    for (std::size_t end = 0; (end = rest_.find('\n')) != std::string::npos;) {
        lines_.push_back(rest_.substr(0, end));
        rest_.erase(0, end + 1);
    }
    return lines_;
}

std::optional<std::string> Child::answer(std::string_view word) {
    const std::string prefix = std::string(word) + " ";
    for (const std::string& line : lines()) {
        if (line.starts_with(prefix)) {
            return line.substr(prefix.size());
        }
    }
    return std::nullopt;
}

bool Child::has_said(std::string_view line) {
    return std::ranges::find(lines(), line) != lines().end();
}

bool Child::is_over() {
    static_cast<void>(lines());
    return is_over_;
}

}  // namespace hotpath::peers
