#pragma once
/// VenueKeys: the tables of a protocol in a venue's configuration, the function that reads them, and its words
/// in the venue's status. protocols/config/all.hpp is the list.
///
/// Values. Threads: set-up. Allocation: none.

#include <filesystem>
#include <span>
#include <string_view>

#include <toml++/toml.h>

#include "hotpath/core/error.hpp"
#include "hotpath/exchange/server/venue_server_options.hpp"

namespace hotpath::live {

struct VenueSetup;

/// A port of TCP whose sessions are the venue server's.
struct VenuePortKeys {
    exchange::Port port{};
    std::string_view key{};     // of its address, in the configuration
    std::string_view json{};    // of its address, in the state as JSON
    std::string_view words{};   // before its address, in the line of a venue that is ready
    std::string_view orders{};  // the title of its orders in --help; empty: it takes none
};

/// Adds the protocol's part to the setup.
using ReadVenueTables = Expected<void> (*)(const std::filesystem::path& file,
                                           const toml::table& root, VenueSetup& setup);

struct VenueKeys {
    std::string_view market_data{};  // its title in --help; empty: it has none
    std::span<const std::string_view> tables{};
    std::span<const VenuePortKeys> ports{};
    /// Called after [venue], [order_entry], [tls] and [[user]] have been read; nullptr: it reads nothing then.
    ReadVenueTables read = nullptr;
    /// Called after [market_data] has been read, too.
    ReadVenueTables read_lines = nullptr;
    std::string_view status{};  // of its publisher, in the state as JSON; empty: it has none
    std::string_view copies_not_kept{};  // of the server's counter, in the same; empty: it has none
};

}  // namespace hotpath::live
