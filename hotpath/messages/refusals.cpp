#include "hotpath/messages/refusals.hpp"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "hotpath/risk/limits.hpp"
#include "hotpath/text/numbers.hpp"

namespace hotpath::messages {

namespace {

using Refusals = std::vector<std::pair<std::string_view, std::uint64_t>>;

[[nodiscard]] Refusals refusals_of(std::span<const std::uint64_t> by_reason) {
    Refusals refusals;
    for (std::size_t n = 0; n < by_reason.size(); ++n) {
        if (by_reason[n] != 0) {
            refusals.emplace_back(risk::reason_name(static_cast<risk::RejectReason>(n)),
                                  by_reason[n]);
        }
    }
    return refusals;
}

}  // namespace

std::string refusals_text(std::span<const std::uint64_t> by_reason) {
    Refusals refusals = refusals_of(by_reason);
    std::ranges::stable_sort(refusals, std::ranges::greater{}, &Refusals::value_type::second);
    std::string text;
    for (const auto& [name, count] : refusals) {
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ", text::grouped(count), name);
    }
    return text;
}

nlohmann::ordered_json refusals_json(std::span<const std::uint64_t> by_reason) {
    auto json = nlohmann::ordered_json::object();
    for (const auto& [name, count] : refusals_of(by_reason)) {
        json[std::string(name)] = count;
    }
    return json;
}

}  // namespace hotpath::messages
