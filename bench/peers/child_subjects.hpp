#pragma once
/// What a peer's program answers, as a Measurement.
///
/// Threads: call from one. Allocation: yes.

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "bench/peers/program.hpp"
#include "bench/runner/measurement.hpp"

namespace hotpath::bench::peers {

using SharedProgram = std::shared_ptr<Program>;

/// Where bench/peers/build-children puts the programs.
[[nodiscard]] std::filesystem::path children_folder();

/// nullptr, and a line on stderr, when `file` was not built.
[[nodiscard]] SharedProgram program_of(const std::filesystem::path& file,
                                       std::vector<std::string> command, const char* peers);

/// QuickFIX/J and Artio (bench/peers/java-fix) in a JVM of this memory, on this core. Both make
/// garbage; without its validation Artio decodes as ours does.
[[nodiscard]] SharedProgram start_java_fix(const std::vector<std::string>& memory, unsigned core,
                                           const char* peers);

[[nodiscard]] std::uint64_t answer_of(const nlohmann::json& json);

/// Its samples live in the program until the next answer.
[[nodiscard]] Measurement measurement_of(Program& program, const nlohmann::json& json,
                                         const std::string& unit);

}  // namespace hotpath::bench::peers
