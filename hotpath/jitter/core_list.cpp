#include "hotpath/jitter/core_list.hpp"

#include <algorithm>
#include <charconv>
#include <optional>

#include <fmt/format.h>
#include <sched.h>

namespace hotpath::jitter {

namespace {

[[nodiscard]] std::optional<std::uint32_t> core_of(std::string_view text) {
    std::uint32_t core = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), core);
    if (error != std::errc() || end != text.data() + text.size() || core > kCoreMax) {
        return std::nullopt;
    }
    return core;
}

[[nodiscard]] bool add_range(std::string_view part, std::vector<std::uint32_t>& cores) {
    const std::size_t dash = part.find('-');
    const auto first = core_of(part.substr(0, dash));
    const auto last = dash == std::string_view::npos ? first : core_of(part.substr(dash + 1));
    if (!first || !last || *first > *last) {
        return false;
    }
    for (std::uint32_t core = *first; core <= *last; ++core) {
        cores.push_back(core);
    }
    return true;
}

}  // namespace

Expected<std::vector<std::uint32_t>> parse_core_list(std::string_view text) {
    std::vector<std::uint32_t> cores;
    if (text.empty() || text == "(null)") {
        return cores;
    }
    for (std::string_view rest = text; !rest.empty();) {
        const std::size_t comma = rest.find(',');
        const bool is_last = comma == std::string_view::npos;
        if (!add_range(rest.substr(0, comma), cores) || comma + 1 == rest.size()) {
            return fail(fmt::format("must be cores from 0 to {}, as in 0,2-5; got '{}'", kCoreMax,
                                    text.substr(0, 64)));
        }
        rest.remove_prefix(is_last ? rest.size() : comma + 1);
    }
    std::ranges::sort(cores);
    cores.erase(std::ranges::unique(cores).begin(), cores.end());
    return cores;
}

std::string check_core_list(const std::string& text) {
    const auto cores = parse_core_list(text);
    return cores ? std::string() : cores.error().message;
}

std::string core_list_text(std::span<const std::uint32_t> cores) {
    std::string text;
    for (std::size_t first = 0; first < cores.size();) {
        std::size_t last = first;
        while (last + 1 < cores.size() && cores[last + 1] == cores[last] + 1) {
            ++last;
        }
        text += text.empty() ? "" : ",";
        text += first == last ? fmt::to_string(cores[first])
                              : fmt::format("{}-{}", cores[first], cores[last]);
        first = last + 1;
    }
    return text;
}

std::vector<std::uint32_t> allowed_cores() {
    cpu_set_t allowed;
    CPU_ZERO(&allowed);
    static_cast<void>(::sched_getaffinity(0, sizeof allowed, &allowed));
    std::vector<std::uint32_t> cores;
    for (std::uint32_t core = 0; core < CPU_SETSIZE; ++core) {
        if (CPU_ISSET(core, &allowed)) {
            cores.push_back(core);
        }
    }
    return cores;
}

Expected<std::vector<std::uint32_t>> chosen_cores(std::string_view text) {
    std::vector<std::uint32_t> allowed = allowed_cores();
    if (text.empty()) {
        return allowed;
    }
    auto chosen = parse_core_list(text);
    if (!chosen) {
        return fail("--cores " + chosen.error().message);
    }
    for (const std::uint32_t core : *chosen) {
        if (std::ranges::find(allowed, core) == allowed.end()) {
            return fail(fmt::format("--cores: this process may not run on core {}; it may on {}",
                                    core, core_list_text(allowed)));
        }
    }
    return chosen;
}

}  // namespace hotpath::jitter
