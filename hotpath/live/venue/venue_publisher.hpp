#pragma once
/// VenuePublisher: market data of a venue beside its ITCH lines, on sockets that are the protocol's. The packets
/// that leave on the lines go in. PublisherConfig opens one.
///
///   begin(log, now)                                       // the venue is recovered
///   accept(now); read(now);                               // each turn
///   on_packet(packet, now); ...; on_timer(now); write(now);
///   close_all(now); write(now);                           // the end
///
/// Threads: the venue's, except the JSON of a status: any. Allocation: open(), begin(), connections, texts.

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/exchange/server/venue_log.hpp"
#include "hotpath/net/endpoint.hpp"
#include "hotpath/net/waiter.hpp"

namespace hotpath::live {

struct VenueSetup;

/// An address under its key of the configuration.
using KeyedAddress = std::pair<std::string, net::Endpoint>;

struct PublisherCounters {
    std::uint64_t datagrams_unsent = 0;       // that the kernel did not take
    std::uint64_t connections_not_taken = 0;  // for want of a descriptor, or gone before
    std::uint64_t tls_failures = 0;        // connections that failed to establish TLS, or broke it
    std::uint64_t handshakes_refused = 0;  // connections that were closed before their handshake
    std::uint64_t certificates_refused = 0;  // logins that were refused for their certificate
};

/// The state as a value, whose text another thread makes. `key` is VenueKeys::status.
struct PublisherStatus {
    std::string_view key{};
    std::function<nlohmann::ordered_json()> json{};
};

class VenuePublisher {
  public:
    VenuePublisher() = default;
    VenuePublisher(const VenuePublisher&) = delete;
    VenuePublisher& operator=(const VenuePublisher&) = delete;
    virtual ~VenuePublisher() = default;

    /// The venue as it is after its recovery, in its journal's folder.
    [[nodiscard]] virtual Expected<void> begin(const exchange::VenueLog& log, Time now) = 0;
    virtual void accept(Time /*now*/) {}
    /// One read of every connection.
    virtual void read(Time /*now*/) {}
    /// A packet that leaves on the ITCH lines.
    virtual void on_packet(Bytes packet, Time now) = 0;
    /// Sends packets that are due, after the packets of a turn.
    virtual void on_timer(Time /*now*/) {}
    /// After the output of the venue's clients: output to its connections, ends to those that are over.
    virtual void write(Time /*now*/) {}
    virtual void close_all(Time /*now*/) {}

    /// When write() must be called next.
    [[nodiscard]] virtual Time next_deadline() const noexcept = 0;
    [[nodiscard]] virtual PublisherCounters counters() const noexcept = 0;
    /// Calls log(line) for each client that was cut off or refused, of a bounded number a second.
    virtual void for_each_note(const std::function<void(const std::string&)>& /*log*/) {}
    /// A line for the log with each report; empty: nothing is wrong.
    [[nodiscard]] virtual std::string trouble() const { return {}; }
    /// Its ports and its groups in the line of a venue that is ready: "NAME 127.0.0.1:26412, ".
    [[nodiscard]] virtual std::string ports_text() const { return {}; }
    [[nodiscard]] virtual std::string lines_text() const { return {}; }
    /// Without a key: it has none.
    [[nodiscard]] virtual PublisherStatus status() const { return {}; }
};

/// The options that a protocol has read for its publisher.
class PublisherConfig {
  public:
    PublisherConfig() = default;
    PublisherConfig(const PublisherConfig&) = delete;
    PublisherConfig& operator=(const PublisherConfig&) = delete;
    virtual ~PublisherConfig() = default;

    /// Ports of TCP; groups that it sends to.
    [[nodiscard]] virtual std::vector<KeyedAddress> ports() const { return {}; }
    [[nodiscard]] virtual std::vector<KeyedAddress> lines() const { return {}; }
    /// `waiter` outlives the publisher.
    [[nodiscard]] virtual Expected<std::unique_ptr<VenuePublisher>> open(
        const VenueSetup& setup, net::Waiter& waiter) const = 0;
};

}  // namespace hotpath::live
