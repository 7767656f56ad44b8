#include "bench/runner/child.hpp"

#include <array>
#include <chrono>
#include <csignal>
#include <cstdlib>

#include <fcntl.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace hotpath::bench {
namespace {

constexpr double kKibibytesInMebibyte = 1024;

struct Ended {
    int status = 0;
    rusage use{};
};

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

    [[nodiscard]] Ended wait() const {
        Ended ended;
        wait4(process_, &ended.status, 0, &ended.use);
        return ended;
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

double seconds(const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
}

}  // namespace

Measurement run_in_child(const std::function<Measurement()>& work) {
    const auto begin = std::chrono::steady_clock::now();
    const Child child([&](int writing_end) {
        const std::string text = to_text(work());
        const bool written =
            write(writing_end, text.data(), text.size()) == static_cast<ssize_t>(text.size());
        return written ? EXIT_SUCCESS : EXIT_FAILURE;
    });
    if (!child.is_started()) {
        return {.error = "cannot start a child process"};
    }
    Measurement measured = from_text(child.read_all());
    const Ended ended = child.wait();
    const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - begin;
    const double busy = seconds(ended.use.ru_utime) + seconds(ended.use.ru_stime);
    measured.metrics.push_back({"cpu load", "%", 100 * busy / wall.count()});
    measured.metrics.push_back(
        {"peak memory", "MiB", static_cast<double>(ended.use.ru_maxrss) / kKibibytesInMebibyte});
    return measured;
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
    const Ended ended = child.wait();
    if (!WIFEXITED(ended.status) || WEXITSTATUS(ended.status) != 0) {
        return fail(fmt::format("{} failed (wait status {})", command.front(), ended.status));
    }
    return output;
}

}  // namespace hotpath::bench
