#pragma once
/// The address and user of `hotpath order`: from a configuration (a trader's or a venue's) or
/// the command line, and the password from a file or HOTPATH_PASSWORD, so that it is no
/// argument that other users of the machine can see.
///
/// Threads: the main one. Allocation: free.

#include <filesystem>
#include <optional>
#include <string>

#include "apps/hotpath/config/tls_options.hpp"
#include "apps/hotpath/order/fix_account.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/net/endpoint.hpp"
#include "hotpath/wire/soupbintcp/credentials.hpp"

namespace hotpath::app {

/// The options as given on the command line; empty: not given.
struct OrderAccountWords {
    std::filesystem::path config;
    std::string address;
    std::string user;
    std::filesystem::path password_file;
    OrderFixWords fix;
    TlsWords tls;
};

struct OrderAccount {
    net::Endpoint address{};
    std::string user;  // the CompID of a FIX session
    wire::soupbintcp::Credentials credentials{};
    std::optional<OrderFixAccount> fix{};         // none: OUCH
    std::optional<login::TlsClientConfig> tls{};  // none: plain text
};

/// The command line overrides the configuration.
[[nodiscard]] Expected<OrderAccount> read_order_account(const OrderAccountWords& words);

}  // namespace hotpath::app
