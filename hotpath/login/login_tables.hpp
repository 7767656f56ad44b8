#pragma once
/// Tables that the configurations of venue and trader share: users and passwords, and the
/// operator port.
///
/// Threads: set-up. Allocation: free.

#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <toml++/toml.h>

#include "hotpath/config/toml_table.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/login/login_gate.hpp"
#include "hotpath/net/endpoint.hpp"
#include "hotpath/wire/soupbintcp/credentials.hpp"

namespace hotpath::login {

inline constexpr std::size_t kUserMax = 6;
inline constexpr std::size_t kPasswordMax = 10;
inline constexpr std::string_view kUserAllowed = "1 to 6 letters, digits or signs, no blanks";
inline constexpr std::string_view kPasswordAllowed = "1 to 10 letters, digits or signs, no blanks";

/// A word that fits a login field; fields are padded with blanks, so a word has none.
[[nodiscard]] bool is_login_word(std::string_view text, std::size_t length_max);
/// The user of this name, in upper or lower case, as SoupBinTCP compares names.
[[nodiscard]] std::optional<std::size_t> find_user(
    std::span<const wire::soupbintcp::Credentials> users, std::string_view name);

/// Users with what is stored of each: the n-th hash is the n-th login's.
struct LoginLists {
    std::vector<wire::soupbintcp::Credentials>& logins;
    std::vector<StoredHash>& hashes;
};

/// Reads `password` or `password_hash`, of which a table has one. With a hash the password is a
/// random one, which no client knows.
[[nodiscard]] std::string read_stored_password(config::TomlTable& table, StoredHash& hash);

/// Reads the array of tables [[name]]; a missing one is empty. `more` reads other keys of the n-th.
[[nodiscard]] Expected<void> read_logins(
    const std::filesystem::path& file, const toml::table& root, const std::string& name,
    const LoginLists& lists,
    const std::function<void(config::TomlTable&, std::size_t)>& more = [](config::TomlTable&,
                                                                          std::size_t) {});

/// The values of [operator] and [[operator_user]].
struct OperatorTables {
    std::optional<net::Endpoint>& address;
    LoginLists users;
    std::function<void(config::TomlTable&, std::size_t)> more_of_user = [](config::TomlTable&,
                                                                           std::size_t) {};
};

/// `more` reads what else [operator] has. Everyone who reaches the port sees passwords and commands: it
/// is the machine's own.
[[nodiscard]] Expected<void> read_operator_port(
    const std::filesystem::path& file, const toml::table& root, const OperatorTables& tables,
    const std::function<void(config::TomlTable&)>& more);

}  // namespace hotpath::login
