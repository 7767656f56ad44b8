#include "bench/peers/children.hpp"

#include <array>
#include <charconv>
#include <csignal>
#include <filesystem>
#include <memory>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "hotpath/core/error.hpp"

namespace hotpath::bench::peers {
namespace {

using Json = nlohmann::json;

const std::filesystem::path kFolder = std::filesystem::path(HOTPATH_SOURCE_DIR) / "build/peers";
const std::filesystem::path kJavaProgram = kFolder / "java/hotpath-java-peers.jar";
const std::filesystem::path kRustProgram = kFolder / "rust/hotpath-rust-peers";

/// A program that is asked by lines and answers by lines, over one socket that is its standard
/// input and output.
class Child {
  public:
    explicit Child(std::vector<std::string> command) : command_(std::move(command)) {}
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;
    ~Child() {
        if (process_ > 0) {
            kill(process_, SIGCONT);
            close(socket_);
            waitpid(process_, nullptr, 0);
        }
    }

    Expected<Json> ask(const std::string& question) {
        if (process_ < 0) {
            if (auto started = start(); !started) {
                return std::unexpected(started.error());
            }
        }
        kill(process_, SIGCONT);
        const std::string line = question + "\n";
        const bool sent = send(socket_, line.data(), line.size(), MSG_NOSIGNAL) ==
                          static_cast<ssize_t>(line.size());
        auto answer = sent ? read_line() : std::nullopt;
        kill(process_, SIGSTOP);
        if (!answer) {
            return fail(fmt::format("{} ended when asked '{}'", command_.front(), question));
        }
        return parse(*answer);
    }

    /// The samples of the last answer: whoever asked reads them before the next question.
    [[nodiscard]] const std::vector<std::uint32_t>& keep(std::vector<std::uint32_t> samples) {
        samples_ = std::move(samples);
        return samples_;
    }

  private:
    Expected<void> start() {
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
    [[noreturn]] void become_program(int socket) const {
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

    std::optional<std::string> read_line() {
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

    static Expected<Json> parse(const std::string& line) {
        Json answer = Json::parse(line, nullptr, false);
        if (answer.is_discarded()) {
            return fail("a peer's program answered: " + line.substr(0, 200));
        }
        if (answer.contains("error")) {
            return fail(answer["error"].get<std::string>());
        }
        return answer;
    }

    std::vector<std::string> command_;
    pid_t process_ = -1;
    int socket_ = -1;
    std::vector<std::uint32_t> samples_;
};

using SharedChild = std::shared_ptr<Child>;

/// nullptr, and a line on stderr, when the program was not built.
SharedChild child_of(const std::filesystem::path& program, std::vector<std::string> command,
                     const char* peers) {
    if (!std::filesystem::exists(program)) {
        fmt::print(stderr, "bench: {} not built (bench/peers/build-children): left out: {}\n",
                   program.filename().string(), peers);
        return nullptr;
    }
    return std::make_shared<Child>(std::move(command));
}

/// One JVM for all tests: no collection happens, and what it compiled stays compiled.
const SharedChild& java() {
    static const SharedChild kChild =
        child_of(kJavaProgram,
                 {"java", "-Xms256m", "-Xmx256m", "-XX:+AlwaysPreTouch", "-XX:+UseSerialGC",
                  "-XX:-UsePerfData", "-Dagrona.disable.bounds.checks=true",
                  "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED", "-jar", kJavaProgram},
                 "LMAX Disruptor, Aeron, Agrona");
    return kChild;
}

const SharedChild& rust() {
    static const SharedChild kChild = child_of(kRustProgram, {kRustProgram}, "iceoryx2");
    return kChild;
}

std::uint64_t answer_of(const Json& json) {
    const std::string text = json["answer"];
    std::uint64_t answer = 0;
    std::from_chars(text.data(), text.data() + text.size(), answer, 16);
    return answer;
}

Measurement measurement_of(Child& child, const Json& json, const std::string& unit) {
    Measurement measured{.answer = answer_of(json)};
    if (auto samples = json["samples_ns"].get<std::vector<std::uint32_t>>(); !samples.empty()) {
        measured.items = samples.size();
        measured.samples_ns = child.keep(std::move(samples));
    } else {
        const auto items = json["items"].get<double>();
        measured.metrics.push_back({"time", unit, json["elapsed_ns"].get<double>() / items});
    }
    for (const Json& metric : json.value("metrics", Json::array())) {
        measured.metrics.push_back({metric[0], metric[1], metric[2]});
    }
    return measured;
}

/// What to ask, and in what unit the answer is told.
struct Question {
    std::string line;
    std::string unit;
};

struct Name {
    std::string subject;
    std::string answer_group;
};

Subject subject_of(const SharedChild& child, Name name, Question question) {
    return {.name = std::move(name.subject),
            .answer_group = std::move(name.answer_group),
            .run = [child, question = std::move(question)]() -> Measurement {
                const auto json = child->ask(question.line);
                return json ? measurement_of(*child, *json, question.unit)
                            : Measurement{.error = json.error().message};
            }};
}

}  // namespace

std::vector<Subject> spsc_throughput(std::uint64_t messages) {
    std::vector<Subject> subjects;
    if (java() != nullptr) {
        for (const char* peer : {"lmax_disruptor", "aeron_ipc", "agrona_ring"}) {
            subjects.push_back(
                subject_of(java(), {peer, "spsc"},
                           {fmt::format("run spsc_{} {}", peer, messages), "ns/message"}));
        }
    }
    if (rust() != nullptr) {
        subjects.push_back(
            subject_of(rust(), {"iceoryx2", "spsc"},
                       {fmt::format("run spsc_iceoryx2 {}", messages), "ns/message"}));
    }
    return subjects;
}

std::vector<Subject> round_trip(std::uint64_t round_trips) {
    std::vector<Subject> subjects;
    if (java() != nullptr) {
        for (const char* peer : {"lmax_disruptor", "aeron_ipc", "agrona_ring"}) {
            subjects.push_back(
                subject_of(java(), {peer, "round_trip"},
                           {fmt::format("run round_trip_{} {}", peer, round_trips), "ns"}));
        }
    }
    if (rust() != nullptr) {
        subjects.push_back(
            subject_of(rust(), {"iceoryx2", "round_trip"},
                       {fmt::format("run round_trip_iceoryx2 {}", round_trips), "ns"}));
    }
    return subjects;
}

std::vector<Subject> broadcast(unsigned receivers, std::uint64_t records) {
    if (java() == nullptr) {
        return {};
    }
    return {
        subject_of(java(), {"agrona_broadcast", "broadcast"},
                   {fmt::format("run broadcast_agrona {} {}", records, receivers), "ns/record"})};
}

std::vector<Subject> lmax(const LmaxTest& test) {
    if (java() == nullptr) {
        return {};
    }
    return {subject_of(
        java(), {test.subject, test.answer_group},
        {fmt::format("run {} {} {}", test.test, test.events, test.parameter), "ns/event"})};
}

}  // namespace hotpath::bench::peers
