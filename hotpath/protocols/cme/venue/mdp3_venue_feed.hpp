#pragma once
/// Mdp3VenueFeed: the MDP 3.0 channel of a venue: the packets of its ITCH feed in, as they leave, and
/// the packets of the channel's groups out.
///
///   feed.begin(exchange, moment, send);       the venue as it is: instruments, states, and books;
///                                             with the OrderIDs of orders that were replaced
///   feed.on_packet(moldudp64, moment, send);  each packet that leaves on the ITCH lines
///   feed.on_timer(moment, send);              at next_deadline(): loops, heartbeats
///
/// After begin() with a first_packet above 1 or with open orders a ChannelReset empties the books of
/// receivers and the open orders follow, so that numbers go on after a restart. It is beside the
/// venue: nothing of it is journaled, and no command depends on it. send(Mdp3Group, Bytes) gets each
/// packet. Threads: one owner. Allocation: create() only. Complexity: that of Mdp3Market; a timer
/// sends one instrument of each loop.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/exchange/exchange.hpp"
#include "hotpath/exchange/market/published_feed.hpp"
#include "hotpath/protocols/cme/venue/mdp3_market.hpp"

namespace hotpath::exchange {

enum class Mdp3Group : std::uint8_t {
    Incremental,  // on both lines
    Definitions,
    Orders,  // snapshots by order
    Levels,  // snapshots by price, trading states
};
inline constexpr std::size_t kMdp3Groups = 4;

struct Mdp3VenueFeedOptions {
    Mdp3MarketOptions market;
    Nanos definitions_interval{5 * kNanosPerSecond};  // from loop to loop
    Nanos snapshot_interval{50'000'000};              // from instrument to instrument of each loop
    Nanos heartbeat_interval{kNanosPerSecond};        // without an incremental packet
};

class Mdp3VenueFeed {
  public:
    /// The owner's clock, and the time that packets bear, in nanoseconds since 1970.
    struct Moment {
        Time now{};
        std::uint64_t utc_ns = 0;
    };

    [[nodiscard]] static Expected<Mdp3VenueFeed> create(const Mdp3VenueFeedOptions& options);

    [[nodiscard]] const Mdp3Market& market() const noexcept { return market_; }
    /// The number of the next incremental packet: the first_packet of the next start.
    [[nodiscard]] std::uint32_t next_packet_number() const noexcept {
        return market_.next_packet_number();
    }
    [[nodiscard]] Time next_deadline() const noexcept {
        return has_loops_ ? std::min({heartbeat_at_, definitions_at_, snapshot_at_})
                          : heartbeat_at_;
    }
    /// A simulated venue knows whether its loops have a receiver: without one they are not made, and
    /// with one again they begin at once.
    void set_loops(bool has_receiver, Time now) noexcept {
        if (has_receiver && !has_loops_) {
            definitions_at_ = now;
            snapshot_at_ = now;
        }
        has_loops_ = has_receiver;
    }

    /// `identities`: of open orders that have been replaced, whose OrderID is not their number.
    template <class Send>
    void begin(const Exchange& exchange, Moment moment, Send&& send,
               std::span<const Mdp3Identity> identities = {});
    /// A MoldUDP64 packet of the venue, in sequence. Messages before begin()'s moment are left out.
    template <class Send>
    void on_packet(Bytes packet, Moment moment, Send&& send);
    template <class Send>
    void on_timer(Moment moment, Send&& send);

  private:
    Mdp3VenueFeed(Mdp3Market market, const Mdp3VenueFeedOptions& options)
        : options_(options), market_(std::move(market)) {}

    /// A sink of the incremental feed that notes when it was used.
    template <class Send>
    [[nodiscard]] auto lines(Moment moment, Send& send) noexcept {
        return [this, moment, &send](Bytes packet) {
            heartbeat_at_ = moment.now + options_.heartbeat_interval;
            send(Mdp3Group::Incremental, packet);
        };
    }

    Mdp3VenueFeedOptions options_;
    Mdp3Market market_;
    PublishedFeed feed_;  // of ITCH
    Time heartbeat_at_{};
    Time definitions_at_{};
    Time snapshot_at_{};
    bool has_loops_ = true;
};

template <class Send>
void Mdp3VenueFeed::begin(const Exchange& exchange, Moment moment, Send&& send,
                          std::span<const Mdp3Identity> identities) {
    const auto incremental = lines(moment, send);
    for (const Mdp3Identity& identity : identities) {
        market_.identify(identity);
    }
    feed_.begin(exchange, [&](Bytes message) {
        market_.on_message(message, moment.utc_ns, incremental);
        market_.drop_event();
    });
    if (market_.next_packet_number() > 1) {
        market_.reset_channel(moment.utc_ns, incremental);
    }
    heartbeat_at_ = moment.now;
    definitions_at_ = moment.now;
    snapshot_at_ = moment.now;
}

template <class Send>
void Mdp3VenueFeed::on_packet(Bytes packet, Moment moment, Send&& send) {
    const auto incremental = lines(moment, send);
    const bool has_messages = feed_.on_packet(
        packet, [&](Bytes message) { market_.on_message(message, moment.utc_ns, incremental); });
    if (has_messages) {
        market_.end_event(moment.utc_ns, incremental);
    }
}

template <class Send>
void Mdp3VenueFeed::on_timer(Moment moment, Send&& send) {
    const auto group = [&](Mdp3Group of) {
        return [&send, of](Bytes packet) { send(of, packet); };
    };
    if (moment.now >= heartbeat_at_) {
        market_.heartbeat(moment.utc_ns, lines(moment, send));
    }
    if (has_loops_ && moment.now >= definitions_at_) {
        definitions_at_ = moment.now + options_.definitions_interval;
        market_.publish_definitions(moment.utc_ns, group(Mdp3Group::Definitions));
    }
    if (has_loops_ && moment.now >= snapshot_at_) {
        snapshot_at_ = moment.now + options_.snapshot_interval;
        market_.publish_snapshot(moment.utc_ns, group(Mdp3Group::Orders));
        market_.publish_levels(moment.utc_ns, group(Mdp3Group::Levels));
    }
}

}  // namespace hotpath::exchange
