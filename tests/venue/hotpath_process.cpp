#include "tests/venue/hotpath_process.hpp"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <utility>

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace hotpath::venue_tests {

namespace {

/// A configuration with passwords must be its owner's alone: so is every file that these tests write.
[[maybe_unused]] const ::mode_t umask_before = ::umask(0077);

/// As a shell has it: 128 and the signal's number when a signal ended the process.
[[nodiscard]] int exit_code_of(int status) {
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace

Said run_hotpath(const std::string& words) {
    const std::string command = HOTPATH_EXECUTABLE " " + words + " 2>&1";
    Said said;
    std::FILE* pipe = ::popen(command.c_str(), "r");
    std::array<char, 256> room{};
    while (std::fgets(room.data(), static_cast<int>(room.size()), pipe) != nullptr) {
        said.output += room.data();
    }
    said.exit_code = exit_code_of(::pclose(pipe));
    return said;
}

HotpathProcess::~HotpathProcess() {
    kill_hard();
}

bool HotpathProcess::start(const Start& how) {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
        return false;
    }
    output_.clear();
    std::vector<std::string> words{HOTPATH_EXECUTABLE};
    words.insert(words.end(), how.arguments.begin(), how.arguments.end());
    std::vector<char*> arguments;
    for (std::string& word : words) {
        arguments.push_back(word.data());
    }
    arguments.push_back(nullptr);
    child_ = ::fork();
    if (child_ == 0) {
        ::prctl(PR_SET_PDEATHSIG, SIGKILL);  // an aborted test leaves no process behind
        ::dup2(ends[1], STDOUT_FILENO);
        ::dup2(ends[1], STDERR_FILENO);
        for (const auto& environment : {environment_, how.environment}) {
            for (const auto& [name, value] : environment) {
                ::setenv(name.c_str(), value.c_str(), 1);
            }
        }
        for (const auto& [resource, most] : limits_) {
            const ::rlimit limit{.rlim_cur = most, .rlim_max = most};
            ::setrlimit(static_cast<::__rlimit_resource>(resource), &limit);
        }
        ::execv(HOTPATH_EXECUTABLE, arguments.data());
        ::dprintf(STDERR_FILENO, "%s could not be started: %s\n", HOTPATH_EXECUTABLE,
                  std::strerror(errno));
        ::_exit(127);
    }
    ::close(ends[1]);
    pipe_ = ends[0];
    while (!output_.contains(how.ready) || !output_.ends_with('\n')) {
        if (!read_more()) {
            return false;
        }
    }
    return true;
}

/// Without any: up to its lowest free one.
void HotpathProcess::set_descriptors(bool has_any) const {
    constexpr ::rlim_t kMany = 256;
    ::rlim_t lowest_free = 0;
    const std::string folder = "/proc/" + std::to_string(child_) + "/fd/";
    while (std::filesystem::exists(
        std::filesystem::symlink_status(folder + std::to_string(lowest_free)))) {
        ++lowest_free;
    }
    ::rlimit limit{};
    ::prlimit(child_, RLIMIT_NOFILE, nullptr, &limit);
    limit.rlim_cur = has_any ? kMany : lowest_free;
    ::prlimit(child_, RLIMIT_NOFILE, &limit, nullptr);
}

void HotpathProcess::steal_time(int stolen_ms, int left_ms, int for_ms) const {
    constexpr int kMicroseconds = 1'000;
    for (int done_ms = 0; done_ms < for_ms; done_ms += stolen_ms + left_ms) {
        signal(SIGSTOP);
        ::usleep(static_cast<::useconds_t>(stolen_ms * kMicroseconds));
        signal(SIGCONT);
        ::usleep(static_cast<::useconds_t>(left_ms * kMicroseconds));
    }
}

void HotpathProcess::fill_output() const {
    const std::string path = "/proc/self/fd/" + std::to_string(pipe_);
    const int writer = ::open(path.c_str(), O_WRONLY | O_NONBLOCK | O_CLOEXEC);
    while (::write(writer, "\n", 1) == 1) {
    }
    ::close(writer);
}

bool HotpathProcess::has_ended_unread(int seconds, int& exit_code) {
    constexpr int kLooksPerSecond = 100;
    for (int n = 0; n < seconds * kLooksPerSecond; ++n) {
        int status = 0;
        if (::waitpid(child_, &status, WNOHANG) == child_) {
            child_ = -1;
            exit_code = exit_code_of(status);
            ::close(std::exchange(pipe_, -1));
            return true;
        }
        ::usleep(1'000'000 / kLooksPerSecond);
    }
    return false;
}

bool HotpathProcess::read_more() {
    std::array<char, 4'096> room{};
    const ssize_t count = ::read(pipe_, room.data(), room.size());
    if (count > 0) {
        output_.append(room.data(), static_cast<std::size_t>(count));
    }
    return count > 0;
}

void HotpathProcess::read_rest() {
    while (read_more()) {
    }
    ::close(pipe_);
    pipe_ = -1;
}

void HotpathProcess::kill_hard() {
    if (child_ > 0) {
        ::kill(child_, SIGKILL);
        static_cast<void>(wait());
    }
}

void HotpathProcess::signal(int number) const {
    ::kill(child_, number);
}

int HotpathProcess::stop() {
    signal(SIGTERM);
    return wait();
}

int HotpathProcess::wait() {
    read_rest();
    int status = 0;
    ::waitpid(child_, &status, 0);
    child_ = -1;
    return exit_code_of(status);
}

}  // namespace hotpath::venue_tests
