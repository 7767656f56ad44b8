#include "bench/runner/child.hpp"

#include <array>
#include <csignal>
#include <cstdlib>
#include <functional>

#include <fcntl.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace hotpath::bench {
namespace {

/// A child whose standard output, or whose answer, is read through a pipe.
class Child {
  public:
    /// `in_child` gets the pipe's writing end and returns the exit code.
    explicit Child(const std::function<int(int)>& in_child) {
        std::array<int, 2> ends{-1, -1};
        if (pipe2(ends.data(), O_CLOEXEC) != 0) {
            return;
        }
        const pid_t parent = getpid();
        process_ = fork();
        if (process_ == 0) {
            begin_life(parent);
            _exit(in_child(ends[1]));
        }
        close(ends[1]);
        reading_end_ = ends[0];
    }

    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;
    ~Child() {
        if (reading_end_ >= 0) {
            close(reading_end_);
        }
    }

    [[nodiscard]] bool is_started() const { return process_ > 0; }

    [[nodiscard]] std::string read_all() const {
        std::string text;
        std::array<char, 4096> buffer{};
        for (ssize_t n = 0; (n = read(reading_end_, buffer.data(), buffer.size())) > 0;) {
            text.append(buffer.data(), static_cast<std::size_t>(n));
        }
        return text;
    }

    [[nodiscard]] int wait() const {
        int status = 0;
        waitpid(process_, &status, 0);
        return status;
    }

  private:
    static void begin_life(pid_t parent) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() != parent) {
            _exit(EXIT_FAILURE);
        }
        cpu_set_t every_core;
        CPU_ZERO(&every_core);
        for (unsigned core = 0; core < CPU_SETSIZE; ++core) {
            CPU_SET(core, &every_core);
        }
        sched_setaffinity(0, sizeof every_core, &every_core);
    }

    pid_t process_ = -1;
    int reading_end_ = -1;
};

Measurement from_text(const std::string& text) {
    const auto json = nlohmann::json::parse(text, nullptr, false);
    if (json.is_discarded()) {
        return {.error = "the child process ended without an answer"};
    }
    Measurement measured{.answer = json["answer"],
                         .items = json["items"],
                         .elapsed_ticks = json["elapsed_ticks"],
                         .error = json["error"]};
    for (const auto& metric : json["metrics"]) {
        measured.metrics.push_back({metric[0], metric[1], metric[2]});
    }
    return measured;
}

}  // namespace

std::string to_text(const Measurement& measured) {
    nlohmann::json json{{"answer", measured.answer},
                        {"items", measured.items},
                        {"elapsed_ticks", measured.elapsed_ticks},
                        {"error", measured.error},
                        {"metrics", nlohmann::json::array()}};
    for (const Metric& metric : measured.metrics) {
        json["metrics"].push_back({metric.name, metric.unit, metric.value});
    }
    return json.dump();
}

Measurement run_fresh(const std::vector<std::string>& arguments) {
    std::vector<std::string> command{"/proc/self/exe"};
    command.insert(command.end(), arguments.begin(), arguments.end());
    const auto output = run_command(command);
    return output ? from_text(*output) : Measurement{.error = output.error().message};
}

Expected<std::string> run_command(const std::vector<std::string>& command) {
    const Child child([&](int writing_end) {
        dup2(writing_end, STDOUT_FILENO);
        std::vector<char*> arguments;
        arguments.reserve(command.size() + 1);
        for (const std::string& argument : command) {
            arguments.push_back(const_cast<char*>(argument.c_str()));
        }
        arguments.push_back(nullptr);
        execvp(arguments.front(), arguments.data());
        return EXIT_FAILURE;
    });
    if (!child.is_started()) {
        return fail("cannot start a child process");
    }
    std::string output = child.read_all();
    const int status = child.wait();
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
        return fail(fmt::format("{} failed (wait status {})", command.front(), status));
    }
    return output;
}

}  // namespace hotpath::bench
