#pragma once
/// The sockets of a venue's MDP 3.0 channel, and the file that keeps its packet numbers: the ITCH
/// packets that leave go in, the channel's packets are sent.
///
/// The file is mdp3.numbers in the journal's folder: a restart goes on with the number that it has.
/// Threads: one owner. Allocation: begin(). Complexity: that of exchange::Mdp3VenueFeed and a system
/// call a group and turn.

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/exchange/server/venue_log.hpp"
#include "hotpath/live/venue/venue_publisher.hpp"
#include "hotpath/net/endpoint.hpp"
#include "hotpath/net/udp_socket.hpp"
#include "hotpath/protocols/cme/venue/mdp3_venue_feed.hpp"
#include "hotpath/store/number_file.hpp"

namespace hotpath::protocols::cme {

/// Groups, and the options of the channel.
struct Mdp3Channel {
    net::Endpoint line_a{};
    net::Endpoint line_b{};
    net::Endpoint definitions{};
    net::Endpoint orders{};  // snapshots by order; unused with depth by price only
    net::Endpoint levels{};  // snapshots by price
    exchange::Mdp3VenueFeedOptions feed{};
};

struct Mdp3PublisherConfig final : live::PublisherConfig, Mdp3Channel {
    [[nodiscard]] std::vector<live::KeyedAddress> lines() const override;
    [[nodiscard]] Expected<std::unique_ptr<live::VenuePublisher>> open(
        const live::VenueSetup& setup, net::Waiter& waiter) const override;
};

class Mdp3Ports final : public live::VenuePublisher {
  public:
    /// begin() opens the file in the folder.
    Mdp3Ports(const Mdp3Channel& channel, const std::filesystem::path& folder,
              const std::string& interface);

    [[nodiscard]] Expected<void> begin(const exchange::VenueLog& log, Time now) override;
    void on_packet(Bytes packet, Time now) override;
    void on_timer(Time now) override;

    [[nodiscard]] Time next_deadline() const noexcept override {
        return open_ ? open_->feed.next_deadline() : kNever;
    }
    [[nodiscard]] live::PublisherCounters counters() const noexcept override {
        return {.datagrams_unsent = open_ ? open_->socket.unsent() : 0};
    }
    [[nodiscard]] std::string trouble() const override {
        return open_ ? open_->numbers.loss() : std::string();
    }
    [[nodiscard]] std::string lines_text() const override;

  private:
    using Moment = exchange::Mdp3VenueFeed::Moment;

    struct Open {
        exchange::Mdp3VenueFeed feed;
        store::NumberFile numbers;
        net::UdpSocket socket;
    };

    [[nodiscard]] Expected<void> open();
    [[nodiscard]] static Moment moment(Time now);
    /// Bound to on_... of the feed.
    [[nodiscard]] auto sender() noexcept {
        return [this](exchange::Mdp3Group group, Bytes packet) { send(group, packet); };
    }
    void send(exchange::Mdp3Group group, Bytes packet) noexcept;
    void keep_number() noexcept { open_->numbers.keep(open_->feed.next_packet_number()); }

    Mdp3Channel channel_;
    std::filesystem::path numbers_file_;
    std::string interface_;
    std::array<net::Endpoint, exchange::kMdp3Groups>
        groups_;                  // by Mdp3Group; Incremental is line A
    std::optional<Open> open_{};  // after begin()
};

}  // namespace hotpath::protocols::cme
