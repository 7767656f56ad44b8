#include "hotpath/login/secrets.hpp"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <utility>

#include <fmt/format.h>
#include <toml++/toml.h>

#include "hotpath/login/private_file.hpp"

namespace hotpath::login {

namespace {

namespace fs = std::filesystem;

[[nodiscard]] bool is_secret(std::string_view key) noexcept {
    return key.ends_with("password") || key.ends_with("password_hash") ||
           key.ends_with("secret_key");
}

[[nodiscard]] bool has_secret(const toml::node& node) {
    if (const toml::array* const array = node.as_array()) {
        return std::ranges::any_of(*array, has_secret);
    }
    const toml::table* const table = node.as_table();
    return table != nullptr && std::ranges::any_of(*table, [](const auto& entry) {
               return (is_secret(entry.first.str()) && entry.second.is_string()) ||
                      has_secret(entry.second);
           });
}

[[nodiscard]] bool has_secrets(const fs::path& config) {
    try {
        return has_secret(toml::parse_file(config.string()));
    } catch (const toml::parse_error&) {
        return false;
    }
}

}  // namespace

Expected<void> check_secrets(const fs::path& config) {
    return has_secrets(config) ? check_private(config, "passwords") : Expected<void>();
}

std::optional<std::string> first_line(std::istream& from) {
    std::string line;
    if (!std::getline(from, line)) {
        return std::nullopt;
    }
    if (line.ends_with('\r')) {
        line.pop_back();
    }
    return line;
}

Expected<std::string> read_password(const PasswordSource& source) {
    if (!source.variable.empty()) {
        const char* const password = std::getenv(source.variable.c_str());
        return password != nullptr && *password != '\0'
                   ? Expected<std::string>(password)
                   : fail(fmt::format("the environment variable {} must hold the password",
                                      source.variable));
    }
    if (auto checked = check_private(source.file); !checked) {
        return std::unexpected(checked.error());
    }
    std::ifstream stream(source.file);
    std::optional<std::string> password = first_line(stream);
    return password ? Expected<std::string>(std::move(*password))
                    : fail(fmt::format("{}: cannot read a password from its first line",
                                       source.file.string()));
}

}  // namespace hotpath::login
