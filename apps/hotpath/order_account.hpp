#pragma once
/// Where `hotpath order` logs in, and as whom: of a configuration (a trader's or a venue's own), of
/// the command line, and the password of a file or of HOTPATH_PASSWORD, so that it need not be an
/// argument that other users of the machine can see.
///
/// Threads: the main one. Allocation: free.

#include <filesystem>
#include <string>

#include "hotpath/core/error.hpp"
#include "hotpath/net/endpoint.hpp"
#include "hotpath/wire/soupbintcp/credentials.hpp"

namespace hotpath::app {

/// As the command line has it; empty: not said.
struct OrderAccountWords {
    std::filesystem::path config;
    std::string address;
    std::string user;
    std::filesystem::path password_file;
};

struct OrderAccount {
    net::Endpoint address{};
    std::string user;
    wire::soupbintcp::Credentials credentials{};
};

/// The command line overrides the configuration.
[[nodiscard]] Expected<OrderAccount> read_order_account(const OrderAccountWords& words);

}  // namespace hotpath::app
