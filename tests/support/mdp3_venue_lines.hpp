#pragma once
/// The MDP 3.0 channel of a venue in a test: what its groups are sent waits to be taken, lost or kept.
///
///   Mdp3VenueLines lines(true); lines.begin(exchange, now);
///   lines.on_packet(moldudp64, now); lines.on_timer(now);
///   for (const auto& [group, packet] : lines.take()) { ... }
///
/// Threads: the test's. Allocation: free. Tests only.

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/exchange/exchange.hpp"
#include "hotpath/protocols/cme/venue/mdp3_venue_feed.hpp"

namespace hotpath::support {

class Mdp3VenueLines {
    // Before its uses, which deduce its type.
    [[nodiscard]] auto sink() {
        return [this](exchange::Mdp3Group group, Bytes packet) {
            sent_.push_back({.group = group, .packet = {packet.begin(), packet.end()}});
        };
    }

  public:
    struct Sent {
        exchange::Mdp3Group group{};
        std::vector<std::byte> packet{};
    };
    /// A Wednesday.
    static constexpr std::uint64_t kMidnightNs = 19'998 * 86'400'000'000'000ULL;

    explicit Mdp3VenueLines(bool has_orders) : has_orders_(has_orders), feed_(make(1)) {}

    /// The venue's process has begun, for the first time or again: its numbers go on.
    void begin(const exchange::Exchange& exchange, Time now,
               std::span<const exchange::Mdp3Identity> identities = {}) {
        feed_ = make(feed_.next_packet_number());
        feed_.begin(exchange, moment(now), sink(), identities);
    }
    void on_packet(Bytes packet, Time now) { feed_.on_packet(packet, moment(now), sink()); }
    void on_timer(Time now) {
        if (now >= feed_.next_deadline()) {
            feed_.on_timer(moment(now), sink());
        }
    }
    [[nodiscard]] Time next_deadline() const { return feed_.next_deadline(); }
    [[nodiscard]] std::uint32_t next_packet_number() const { return feed_.next_packet_number(); }
    [[nodiscard]] std::vector<Sent> take() { return std::exchange(sent_, {}); }

  private:
    [[nodiscard]] exchange::Mdp3VenueFeed make(std::uint32_t first_packet) const {
        return std::move(
            *exchange::Mdp3VenueFeed::create({.market = {.books = {.orders_max = 20'000,
                                                                   .levels_max = 10'000,
                                                                   .instruments_max = 3,
                                                                   .huge_pages = HugePages::Never},
                                                         .first_packet = first_packet,
                                                         .has_orders = has_orders_}}));
    }
    [[nodiscard]] static exchange::Mdp3VenueFeed::Moment moment(Time now) {
        return {.now = now, .utc_ns = kMidnightNs + static_cast<std::uint64_t>(now.value)};
    }

    bool has_orders_;
    exchange::Mdp3VenueFeed feed_;
    std::vector<Sent> sent_{};
};

}  // namespace hotpath::support
