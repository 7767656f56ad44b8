#include "apps/hotpath/login_tables.hpp"

#include <set>

#include <fmt/format.h>

namespace hotpath::app {

namespace fs = std::filesystem;

Expected<void> read_logins(const fs::path& file, const toml::table& root, const std::string& name,
                           std::vector<wire::soupbintcp::Credentials>& logins,
                           const std::function<void(TomlTable&, std::size_t)>& more) {
    const toml::array* tables = root[name].as_array();
    std::set<std::string> names;
    for (std::size_t n = 0; tables != nullptr && n < tables->size(); ++n) {
        const toml::table* login = tables->get(n)->as_table();
        if (login == nullptr) {
            return fail(
                fmt::format("{}: {} is an array of tables: [[{}]]", file.string(), name, name));
        }
        TomlTable table(file, name, *login);
        std::string user;
        std::string password;
        table.require("name");
        table.require("password");
        table.read("name", user);
        table.read("password", password);
        if (user.empty() || user.size() > 6 || !names.insert(user).second) {
            table.refuse("name", "\"" + user + "\"", "1 to 6 characters, each user once");
        }
        if (password.empty() || password.size() > 10) {
            table.refuse("password", "(not shown)", "1 to 10 characters");
        }
        more(table, n);
        if (auto checked = table.finish(); !checked) {
            return checked;
        }
        logins.push_back(wire::soupbintcp::Credentials::of(user, password));
    }
    return {};
}

Expected<void> read_operator_port(const fs::path& file, const toml::table& root,
                                  const OperatorTables& tables,
                                  const std::function<void(TomlTable&)>& more) {
    TomlTable table(file, root, "operator");
    table.read_local("address", tables.address);
    if (tables.address && tables.address->address != net::kLoopback) {
        table.refuse("address", "\"" + tables.address->to_string() + "\"",
                     "a port of 127.0.0.1: nothing is encrypted");
    }
    more(table);
    if (auto checked = table.finish(); !checked) {
        return checked;
    }
    auto read = read_logins(file, root, "operator_user", tables.users);
    return read && tables.address && tables.users.empty()
               ? fail(fmt::format("{}: operator.address needs at least one [[operator_user]]",
                                  file.string()))
               : read;
}

}  // namespace hotpath::app
