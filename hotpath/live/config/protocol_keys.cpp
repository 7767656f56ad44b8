#include "hotpath/live/config/protocol_keys.hpp"

#include <fmt/format.h>

#include "hotpath/login/login_tables.hpp"

namespace hotpath::live {

void read_source(config::TomlTable& table, const std::string& prefix, login::PasswordSource& source,
                 const std::string& name) {
    const std::string key = prefix + name;
    table.read(key + "_env", source.variable);
    if (table.has(key + "_file")) {
        table.read_path(key + "_file", source.file);
    }
    std::size_t places = 0;
    for (const char* ending : {"", "_env", "_file"}) {
        places += table.has(key + ending) ? 1U : 0U;
    }
    if (places > 1) {
        table.refuse(key, "several",
                     fmt::format("the only one of {0}, {0}_env and {0}_file", name));
    }
    if (table.has(key + "_env") && source.variable.empty()) {
        table.refuse(key + "_env", "\"\"", "the name of a variable");
    }
}

Expected<std::optional<std::string>> read_secret_word(const login::PasswordSource& source,
                                                      std::size_t length_max) {
    if (!source.is_set()) {
        return std::optional<std::string>();
    }
    const Expected<std::string> password = login::read_password(source);
    if (!password) {
        return std::unexpected(password.error());
    }
    if (!login::is_login_word(*password, length_max)) {
        return fail(fmt::format(
            "the password in {} must be 1 to {} letters, digits or signs, no "
            "blanks",
            source.variable.empty() ? source.file.string() : source.variable, length_max));
    }
    return std::optional(*password);
}

}  // namespace hotpath::live
