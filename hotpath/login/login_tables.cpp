#include "hotpath/login/login_tables.hpp"

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace hotpath::login {

namespace fs = std::filesystem;

namespace {

[[nodiscard]] std::string upper(std::string text) {
    std::ranges::transform(text, text.begin(), wire::soupbintcp::to_upper);
    return text;
}

constexpr std::string_view kHashAllowed =
    "as hotpath password prints it: scrypt$ln=15,r=8,p=1$SALT$HASH, at most 256 MiB";

/// The server's password of a user with a hash.
[[nodiscard]] std::string unknown_password() {
    const Expected<std::string> text = crypto::random_text(kPasswordMax);
    return text ? *text : std::string();
}

}  // namespace

std::string read_stored_password(config::TomlTable& table, StoredHash& hash) {
    std::string password;
    std::string text;
    table.read("password", password);
    table.read("password_hash", text);
    if (!table.has("password_hash")) {
        table.require("password");
        return password;
    }
    if (table.has("password")) {
        table.refuse("password_hash", "both", "absent when password is given");
        return {};
    }
    const Expected<crypto::PasswordHash> parsed = crypto::PasswordHash::parse(text);
    if (!parsed) {
        table.refuse("password_hash", "(not shown)", kHashAllowed);
        return {};
    }
    hash = *parsed;
    return unknown_password();
}

bool is_login_word(std::string_view text, std::size_t length_max) {
    return !text.empty() && text.size() <= length_max &&
           std::ranges::all_of(text, [](char c) { return c > ' ' && c <= '~'; });
}

std::optional<std::size_t> find_user(std::span<const wire::soupbintcp::Credentials> users,
                                     std::string_view name) {
    if (!is_login_word(name, kUserMax)) {
        return std::nullopt;
    }
    const auto wanted = wire::to_alpha<kUserMax>(name);
    const auto found = std::ranges::find_if(users, [&](const wire::soupbintcp::Credentials& user) {
        return wire::soupbintcp::is_same_text(user.username, wanted);
    });
    return found == users.end() ? std::nullopt
                                : std::optional(static_cast<std::size_t>(found - users.begin()));
}

Expected<void> read_logins(const fs::path& file, const toml::table& root, const std::string& name,
                           const LoginLists& lists,
                           const std::function<void(config::TomlTable&, std::size_t)>& more) {
    std::set<std::string> names;
    return config::for_each_table(file, root, name, [&](const toml::table& login, std::size_t n) {
        config::TomlTable table(file, name, login);
        std::string user;
        StoredHash hash;
        table.require("name");
        table.read("name", user);
        const std::string password = read_stored_password(table, hash);
        if (!is_login_word(user, kUserMax)) {
            table.refuse("name", "\"" + user + "\"", kUserAllowed);
        } else if (!names.insert(upper(user)).second) {
            table.refuse("name", "\"" + user + "\"",
                         "unique (SoupBinTCP ignores the case of names)");
        }
        if (!is_login_word(password, kPasswordMax)) {
            table.refuse("password", "(not shown)", kPasswordAllowed);
        }
        more(table, n);
        Expected<void> checked = table.finish();
        if (checked) {
            lists.logins.push_back(wire::soupbintcp::Credentials::of(user, password));
            lists.hashes.push_back(hash);
        }
        return checked;
    });
}

Expected<void> read_operator_port(const fs::path& file, const toml::table& root,
                                  const OperatorTables& tables,
                                  const std::function<void(config::TomlTable&)>& more) {
    config::TomlTable table(file, root, "operator");
    table.read_local("address", tables.address);
    more(table);
    config::ConfigErrors errors(file);
    errors.add(table.finish());
    errors.add(read_logins(file, root, "operator_user", tables.users, tables.more_of_user));
    return !errors.has_any() && tables.address && tables.users.logins.empty()
               ? fail(fmt::format("{}: operator.address needs at least one [[operator_user]]",
                                  file.string()))
               : errors.first();
}

}  // namespace hotpath::login
