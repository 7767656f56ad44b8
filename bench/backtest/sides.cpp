#include "bench/backtest/sides.hpp"

#include <array>
#include <charconv>
#include <filesystem>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "bench/backtest/touch_strategies.hpp"
#include "bench/runner/child.hpp"

namespace hotpath::bench::backtests {

namespace {

namespace fs = std::filesystem;
using Command = std::vector<std::string>;

const fs::path kPeers = fs::path(HOTPATH_SOURCE_DIR) / "build/peers";
const fs::path kScripts = fs::path(HOTPATH_SOURCE_DIR) / "bench/peers/backtest";

struct PeerProgram {
    const char* name;
    const char* folder;  // of its Python, in build/peers
    const char* script;
};

constexpr std::array<PeerProgram, 2> kPrograms{
    {{"hftbacktest", "hftbacktest", "hftbacktest_side.py"},
     {"nautilus", "nautilus", "nautilus_side.py"}}};

/// Empty, and said once, when the peer is not installed.
[[nodiscard]] Command peer_command(Peer peer) {
    static std::array<bool, kPrograms.size()> is_said{};
    const auto index = static_cast<std::size_t>(peer);
    const PeerProgram& program = kPrograms[index];
    const fs::path folder = kPeers / program.folder;
    if (fs::exists(folder / "installed.txt")) {
        return {folder / "bin/python3", kScripts / program.script};
    }
    if (!std::exchange(is_said[index], true)) {
        fmt::print(stderr, "bench: {} is not installed (bench/peers/backtest/install): left out\n",
                   program.name);
    }
    return {};
}

void add_arguments(Command& command, const SideTask& task) {
    for (const std::string& day : task.days) {
        command.insert(command.end(), {"--day", day});
    }
    if (task.is_by_price) {
        command.emplace_back("--by-price");
    }
    if (task.is_quoting) {
        command.emplace_back("--quote");
    }
    command.insert(command.end(), {"--strategies", std::to_string(task.strategies), "--threads",
                                   std::to_string(task.threads)});
}

[[nodiscard]] Measurement measurement_of(const nlohmann::json& said, const SideTask& task,
                                         std::int64_t begin_ns) {
    Measurement measured;
    const std::string answer = said["answer"];
    std::from_chars(answer.data(), answer.data() + answer.size(), measured.answer, 16);
    measured.answer ^= said["reads"].get<std::uint64_t>();
    const double elapsed = said[task.is_whole ? "whole_ns" : "played_ns"].get<double>();
    const auto events = static_cast<double>(task.events);
    constexpr double kNsInMs = 1e6;
    measured.metrics = {
        {"time", "ns/event", elapsed / events},
        {"throughput", "M events/s", events * 1e3 / elapsed},
        {"first event", "ms",
         static_cast<double>(said["first_event_ns"].get<std::int64_t>() - begin_ns) / kNsInMs},
        {"peak memory", "MiB", said["peak_memory_kib"].get<double>() / 1024}};
    if (task.is_quoting) {
        measured.metrics.push_back({"orders", "orders", said["orders"].get<double>()});
        measured.metrics.push_back({"fills", "fills", said["fills"].get<double>()});
    }
    for (const char* const part : {"loading", "compiling"}) {
        if (said.contains(std::string(part) + "_ns")) {
            measured.metrics.push_back(
                {part, "ms", said[std::string(part) + "_ns"].get<double>() / kNsInMs});
        }
    }
    return measured;
}

[[nodiscard]] Measurement run_side(const Command& command, const SideTask& task) {
    const std::int64_t begin = monotonic_ns();
    const auto output = run_command(command);
    if (!output) {
        return {.error = output.error().message};
    }
    const auto said = nlohmann::json::parse(*output, nullptr, false);
    return said.is_discarded() ? Measurement{.error = "it answered: " + output->substr(0, 200)}
                               : measurement_of(said, task, begin);
}

[[nodiscard]] Subject subject_of(std::string name, std::string answer_group, Command command,
                                 const SideTask& task) {
    add_arguments(command, task);
    return {.name = std::move(name),
            .answer_group = std::move(answer_group),
            .run = [command = std::move(command), task] { return run_side(command, task); }};
}

}  // namespace

std::vector<Subject> side_subjects(const SideTask& task, const std::vector<Peer>& peers) {
    std::vector<Subject> subjects;
    subjects.push_back(subject_of("hotpath", task.is_quoting ? "prices with own orders" : "prices",
                                  {HOTPATH_BACKTEST_SIDE}, task));
    for (const Peer peer : peers) {
        if (Command command = peer_command(peer); !command.empty()) {
            subjects.push_back(subject_of(kPrograms[static_cast<std::size_t>(peer)].name, "prices",
                                          std::move(command), task));
        }
    }
    return subjects;
}

}  // namespace hotpath::bench::backtests
