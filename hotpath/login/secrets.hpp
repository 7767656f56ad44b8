#pragma once
/// Where passwords come from, and who else may read them: a configuration, a file with a password in its
/// first line, the environment.
///
/// A file with a secret is refused when its mode lets others than its owner read or write it; the error
/// says `chmod 600`. Errors never show a secret. Threads: set-up. Allocation: free.

#include <filesystem>
#include <istream>
#include <optional>
#include <string>
#include <string_view>

#include "hotpath/core/error.hpp"

namespace hotpath::login {

/// A password that is in no configuration: the name of a variable, or a file. Both empty: none.
struct PasswordSource {
    std::string variable{};
    std::filesystem::path file{};

    [[nodiscard]] bool is_set() const noexcept { return !variable.empty() || !file.empty(); }
};

/// A configuration (TOML) with a password, the hash of one or a secret key, wherever it stands, is private. Any other,
/// and one that cannot be read, is fine here: its reader judges it.
[[nodiscard]] Expected<void> check_secrets(const std::filesystem::path& config);

/// Without its end, of one or two characters; nullopt: there is none.
[[nodiscard]] std::optional<std::string> first_line(std::istream& from);
/// `source` is set. Errors name the variable or the file.
[[nodiscard]] Expected<std::string> read_password(const PasswordSource& source);

}  // namespace hotpath::login
