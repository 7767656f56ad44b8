#include "bench/peers/child_subjects.hpp"

#include <charconv>
#include <utility>

#include <fmt/format.h>

namespace hotpath::bench::peers {

using Json = nlohmann::json;

std::filesystem::path children_folder() {
    return std::filesystem::path(HOTPATH_SOURCE_DIR) / "build/peers";
}

SharedProgram program_of(const std::filesystem::path& file, std::vector<std::string> command,
                         const char* peers) {
    if (!std::filesystem::exists(file)) {
        fmt::print(stderr, "bench: {} not built (bench/peers/build-children): left out: {}\n",
                   file.filename().string(), peers);
        return nullptr;
    }
    return std::make_shared<Program>(std::move(command));
}

SharedProgram start_java_fix(const std::vector<std::string>& memory, unsigned core,
                             const char* peers) {
    const std::filesystem::path folder = children_folder() / "java-fix";
    const std::filesystem::path program = folder / "hotpath-fix-peers.jar";
    std::vector<std::string> command{"java"};
    command.insert(command.end(), memory.begin(), memory.end());
    command.insert(command.end(),
                   {"-XX:+AlwaysPreTouch", "-XX:+UseSerialGC", "-XX:-UsePerfData",
                    "-Dagrona.disable.bounds.checks=true", "-Dfix.codecs.no_validation=true",
                    "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED",
                    "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED", "-cp",
                    program.string() + ":" + (folder / "lib/*").string(), "hotpath.fix.Main",
                    fmt::to_string(core)});
    return program_of(program, std::move(command), peers);
}

std::uint64_t answer_of(const Json& json) {
    const std::string text = json["answer"];
    std::uint64_t answer = 0;
    std::from_chars(text.data(), text.data() + text.size(), answer, 16);
    return answer;
}

Measurement measurement_of(Program& program, const Json& json, const std::string& unit) {
    Measurement measured{.answer = answer_of(json)};
    if (auto samples = json["samples_ns"].get<std::vector<std::uint32_t>>(); !samples.empty()) {
        measured.items = samples.size();
        measured.samples_ns = program.keep(std::move(samples));
    } else {
        const auto items = json["items"].get<double>();
        measured.metrics.push_back({"time", unit, json["elapsed_ns"].get<double>() / items});
    }
    for (const Json& metric : json.value("metrics", Json::array())) {
        measured.metrics.push_back({metric[0], metric[1], metric[2]});
    }
    return measured;
}

}  // namespace hotpath::bench::peers
