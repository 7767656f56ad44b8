#include "bench/peers/program.hpp"

#include <array>
#include <csignal>
#include <cstdlib>

#include <fmt/format.h>
#include <poll.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

namespace hotpath::bench::peers {
namespace {

using Json = nlohmann::json;

Expected<Json> parse(const std::string& line) {
    Json answer = Json::parse(line, nullptr, false);
    if (answer.is_discarded()) {
        return fail("a peer's program answered: " + line.substr(0, 200));
    }
    if (answer.contains("error")) {
        return fail(answer["error"].get<std::string>());
    }
    return answer;
}

}  // namespace

Program::~Program() {
    if (process_ > 0) {
        kill(process_, SIGCONT);
        close(socket_);
        waitpid(process_, nullptr, 0);
    }
}

Expected<Json> Program::ask(const std::string& question) {
    if (auto said = say(question); !said) {
        return std::unexpected(said.error());
    }
    return hear();
}

Expected<void> Program::start() {
    std::array<int, 2> ends{};
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
        return fail("cannot make a socket for a peer's program");
    }
    process_ = fork();
    if (process_ == 0) {
        become_program(ends[1]);
    }
    close(ends[1]);
    socket_ = ends[0];
    return process_ > 0 ? Expected<void>{} : fail("cannot start a peer's program");
}

/// Between fork and exec. On every core, whatever the runner is pinned to.
void Program::become_program(int socket) const {
    cpu_set_t every_core;
    CPU_ZERO(&every_core);
    for (unsigned core = 0; core < CPU_SETSIZE; ++core) {
        CPU_SET(core, &every_core);
    }
    sched_setaffinity(0, sizeof every_core, &every_core);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    dup2(socket, STDIN_FILENO);
    dup2(socket, STDOUT_FILENO);
    std::vector<char*> arguments;
    for (const std::string& word : command_) {
        arguments.push_back(const_cast<char*>(word.c_str()));
    }
    arguments.push_back(nullptr);
    execvp(arguments.front(), arguments.data());
    _exit(EXIT_FAILURE);
}

Expected<void> Program::say(const std::string& question) {
    if (process_ < 0) {
        if (auto started = start(); !started) {
            return started;
        }
    }
    kill(process_, SIGCONT);
    const std::string line = question + "\n";
    if (send(socket_, line.data(), line.size(), MSG_NOSIGNAL) !=
        static_cast<ssize_t>(line.size())) {
        return fail(fmt::format("{} ended before it was asked '{}'", command_.front(), question));
    }
    return {};
}

Expected<Json> Program::hear() {
    const auto answer = read_line();
    kill(process_, SIGSTOP);
    return answer ? parse(*answer) : fail(command_.front() + " ended when it was asked");
}

std::optional<std::string> Program::read_line() const {
    std::string line;
    std::array<char, 1U << 16U> part{};
    while (line.empty() || line.back() != '\n') {
        const ssize_t got = read(socket_, part.data(), part.size());
        if (got <= 0) {
            return std::nullopt;
        }
        line.append(part.data(), static_cast<std::size_t>(got));
    }
    return line;
}

void Program::end() noexcept {
    kill(process_, SIGKILL);
}

Expected<std::pair<Json, Json>> ask_both(Program& near, const std::string& to_near, Program& far,
                                         const std::string& to_far) {
    for (const auto& [program, question] : {std::pair{&far, &to_far}, std::pair{&near, &to_near}}) {
        if (auto said = program->say(*question); !said) {
            return std::unexpected(said.error());
        }
    }
    // The first one with output may have failed: then do not wait for the other.
    std::array<pollfd, 2> sockets{pollfd{.fd = near.socket_, .events = POLLIN, .revents = 0},
                                  pollfd{.fd = far.socket_, .events = POLLIN, .revents = 0}};
    poll(sockets.data(), sockets.size(), -1);
    const bool is_near_first = sockets[0].revents != 0;
    Program& first = is_near_first ? near : far;
    Program& second = is_near_first ? far : near;
    auto early = first.hear();
    if (!early) {
        second.end();
        return std::unexpected(early.error());
    }
    auto late = second.hear();
    if (!late) {
        return std::unexpected(late.error());
    }
    return is_near_first ? std::pair{std::move(*early), std::move(*late)}
                         : std::pair{std::move(*late), std::move(*early)};
}

}  // namespace hotpath::bench::peers
