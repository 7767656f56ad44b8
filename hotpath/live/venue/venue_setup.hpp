#pragma once
/// VenueSetup: the part of a venue's configuration that its protocols read and open their ports from. Each
/// protocol adds its options, its ports of TCP and its publishers of market data (protocols/*/config).
///
/// A value. Threads: set-up. Allocation: free.

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "hotpath/exchange/server/venue_server_options.hpp"
#include "hotpath/live/venue/venue_keys.hpp"
#include "hotpath/live/venue/venue_publisher.hpp"
#include "hotpath/login/login_gate.hpp"
#include "hotpath/login/tls_table.hpp"
#include "hotpath/net/endpoint.hpp"

namespace hotpath::live {

/// The stored hashes of each user list: entry n is that of user n, or nullopt for a plain password.
struct VenueHashes {
    std::vector<login::StoredHash> users{};
    std::vector<login::StoredHash> drop_copy_users{};
    std::vector<login::StoredHash> operator_users{};
};

/// A protocol's port that is open.
struct VenuePort {
    VenuePortKeys keys{};
    net::Endpoint at{};
    login::LoginUsers users{};
};

struct VenueSetup {
    /// Times of the schedule are in the calendar's time zone.
    exchange::VenueServerOptions server{};
    VenueHashes hashes{};
    std::vector<std::shared_ptr<const void>> secrets{};  // the server's options point to them
    std::optional<login::TlsServerConfig> tls{};         // for every TCP port; empty: plain text
    net::Endpoint line_a{};
    net::Endpoint line_b{};
    std::string interface{"lo"};
    std::filesystem::path journal_folder{};

    std::vector<VenuePort> ports{};  // of the protocols, by exchange::Port
    /// Publishers to groups come before publishers with sessions: their packets leave first.
    std::vector<std::shared_ptr<const PublisherConfig>> publishers{};

    void add_port(VenuePort port) {
        const auto behind = std::ranges::upper_bound(
            ports, port.keys.port, {}, [](const VenuePort& other) { return other.keys.port; });
        ports.insert(behind, std::move(port));
    }
    /// nullptr: it is not open.
    [[nodiscard]] const VenuePort* port(exchange::Port port) const noexcept {
        const auto found =
            std::ranges::find(ports, port, [](const VenuePort& other) { return other.keys.port; });
        return found == ports.end() ? nullptr : &*found;
    }
};

/// Ports of TCP of the protocols and their publishers, under their keys of the configuration.
[[nodiscard]] inline std::vector<KeyedAddress> protocol_ports(const VenueSetup& setup) {
    std::vector<KeyedAddress> all;
    all.reserve(setup.ports.size());
    for (const VenuePort& port : setup.ports) {
        all.emplace_back(port.keys.key, port.at);
    }
    for (const auto& publisher : setup.publishers) {
        std::ranges::copy(publisher->ports(), std::back_inserter(all));
    }
    return all;
}

/// Groups that market data is sent to, besides the venue's two lines.
[[nodiscard]] inline std::vector<KeyedAddress> protocol_lines(const VenueSetup& setup) {
    std::vector<KeyedAddress> all;
    for (const auto& publisher : setup.publishers) {
        std::ranges::copy(publisher->lines(), std::back_inserter(all));
    }
    return all;
}

}  // namespace hotpath::live
