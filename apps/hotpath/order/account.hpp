#pragma once
/// The address and user of `hotpath order`: from a configuration (a trader's or a venue's) or
/// the command line, and the password from a file or HOTPATH_PASSWORD, so that it is no
/// argument that other users of the machine can see.
///
/// Threads: the main one. Allocation: free.

#include <filesystem>
#include <string>

#include "apps/hotpath/config/tls_options.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/order_entry/entry_client.hpp"
#include "hotpath/order_entry/hand_protocol.hpp"

namespace hotpath::app {

/// The options as given on the command line; empty: not given.
struct OrderAccountWords {
    std::filesystem::path config;
    std::string address;
    std::string user;
    std::filesystem::path password_file;
    std::string protocol;            // its key
    order_entry::HandWords options;  // of protocols
    TlsWords tls;
};

struct OrderAccount {
    order_entry::EntryAccount of{};
    order_entry::OpenSession open{};
};

/// The command line overrides the configuration.
[[nodiscard]] Expected<OrderAccount> read_order_account(const OrderAccountWords& words);

}  // namespace hotpath::app
