#include "hotpath/backtest/live/latency_file.hpp"

#include <charconv>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>

#include <fmt/format.h>

namespace hotpath::backtest {

namespace {

using sim::session::LatencySample;

constexpr std::string_view kHeader = "send_ns,receive_ns";

[[nodiscard]] std::optional<std::int64_t> number_of(std::string_view text) {
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool is_whole = error == std::errc{} && end == text.data() + text.size();
    return is_whole ? std::optional(number) : std::nullopt;
}

[[nodiscard]] std::optional<LatencySample> sample_of(std::string_view line) {
    const std::size_t comma = line.find(',');
    if (comma == std::string_view::npos) {
        return std::nullopt;
    }
    const auto sent = number_of(line.substr(0, comma));
    const auto received = number_of(line.substr(comma + 1));
    if (!sent || !received || *sent < 0 || *received < *sent) {
        return std::nullopt;
    }
    return LatencySample{.sent = {*sent}, .latency = {*received - *sent}};
}

}  // namespace

Expected<std::vector<LatencySample>> read_latency_file(const std::filesystem::path& file) {
    std::ifstream input(file, std::ios::binary);
    std::string line;
    if (!std::getline(input, line)) {
        return fail(fmt::format("cannot read {}", file.string()));
    }
    if (line != kHeader) {
        return fail(
            fmt::format("{}: line 1 must be \"{}\", got \"{}\"", file.string(), kHeader, line));
    }
    std::vector<LatencySample> samples;
    for (std::size_t number = 2; std::getline(input, line); ++number) {
        const auto sample = sample_of(line);
        if (!sample || (!samples.empty() && sample->sent < samples.back().sent)) {
            return fail(
                fmt::format("{}: line {} must be two numbers, the second no less than the "
                            "first, in order of send_ns, got \"{}\"",
                            file.string(), number, line));
        }
        samples.push_back(*sample);
    }
    if (samples.empty()) {
        return fail(fmt::format("{}: no sample after line 1", file.string()));
    }
    return samples;
}

}  // namespace hotpath::backtest
