#pragma once
/// Tables of a configuration that venue and trader both have: who may log in, and where operators
/// do.
///
/// Threads: set-up. Allocation: free.

#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <toml++/toml.h>

#include "apps/hotpath/toml_table.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/net/endpoint.hpp"
#include "hotpath/wire/soupbintcp/credentials.hpp"

namespace hotpath::app {

/// Of the array of tables [[name]]; a missing one is empty. `more` reads what else the n-th has.
[[nodiscard]] Expected<void> read_logins(
    const std::filesystem::path& file, const toml::table& root, const std::string& name,
    std::vector<wire::soupbintcp::Credentials>& logins,
    const std::function<void(TomlTable&, std::size_t)>& more = [](TomlTable&, std::size_t) {});

/// What [operator] and [[operator_user]] say.
struct OperatorTables {
    std::optional<net::Endpoint>& address;
    std::vector<wire::soupbintcp::Credentials>& users;
};

/// `more` reads what else [operator] has. Whoever reaches the port sees passwords and commands: it
/// is the machine's own.
[[nodiscard]] Expected<void> read_operator_port(const std::filesystem::path& file,
                                                const toml::table& root,
                                                const OperatorTables& tables,
                                                const std::function<void(TomlTable&)>& more);

}  // namespace hotpath::app
