#pragma once
/// What `hotpath order` prints, in parts.
///
/// Threads: the test's. Allocation: free. Tests only.

#include <sstream>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace hotpath::venue_tests {

/// The lines after that of the login.
[[nodiscard]] inline std::string after_login(const std::string& output) {
    return output.substr(output.find('\n') + 1);
}

/// With --json: the objects, up to the first line that is none.
[[nodiscard]] inline std::vector<nlohmann::json> json_lines(const std::string& output) {
    std::vector<nlohmann::json> objects;
    std::istringstream lines(output);
    for (std::string line; std::getline(lines, line) && line.starts_with('{');) {
        objects.push_back(nlohmann::json::parse(line));
    }
    return objects;
}

/// The message's name of a reply, of others the event.
[[nodiscard]] inline std::string event_of(const nlohmann::json& object) {
    return object["event"] == "reply" ? object["message"] : object["event"];
}

}  // namespace hotpath::venue_tests
