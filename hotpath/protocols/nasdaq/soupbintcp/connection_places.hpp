#pragma once
/// ConnectionPlaces: which connections a server with several ports keeps, and which one goes first
/// when another comes. Places belong to logged-in users; connections without a login are few.
///
///   if (const auto first = places.in_the_way(port, peer)) { close *first; places.leave(*first); }
///   const auto place = places.take(port, peer);            // nullopt: refuse it
///   places.log_in(*place, user);
///   places.leave(*place); ... places.release(*place);      // closed; its socket is closed, too
///
/// A port has at most pending_max connections without a login, one address at most
/// pending_per_address_max of them. One more takes the place of the oldest of the same address, or
/// of the oldest of the address that has the most: a flood from one address displaces itself.
/// Threads: one owner. Allocation: the constructor. Complexity: O(places) a connection, O(places^2)
/// when a port is full.

#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace hotpath::protocols::nasdaq::soupbintcp {

/// The other end of a connection: an IPv4 address and its port, in the host's byte order.
struct Peer {
    std::uint32_t address = 0;
    std::uint16_t port = 0;
    friend constexpr auto operator<=>(const Peer&, const Peer&) = default;
};

struct PlaceLimits {
    std::uint16_t pending_max = 8;              // connections without a login, of each port
    std::uint16_t pending_per_address_max = 4;  // of these, from one address
    std::uint16_t logins_per_user_max = 4;      // where one user may have several connections
};

class ConnectionPlaces {
  public:
    ConnectionPlaces(std::size_t places, const PlaceLimits& limits);

    /// Places that `logged_in_max` users and the pending connections of `ports` ports need.
    [[nodiscard]] static std::size_t places_for(std::size_t logged_in_max, std::size_t ports,
                                                const PlaceLimits& limits) noexcept;

    [[nodiscard]] std::uint16_t size() const noexcept {
        return static_cast<std::uint16_t>(places_.size());
    }
    [[nodiscard]] const Peer& peer(std::uint16_t place) const noexcept {
        return places_[place].peer;
    }
    [[nodiscard]] bool is_logged_in(std::uint16_t place) const noexcept {
        return places_[place].state == State::LoggedIn;
    }
    [[nodiscard]] std::size_t logged_in(std::uint8_t port) const noexcept;

    /// The connection that has to go before one of `peer` may come; nullopt: none.
    [[nodiscard]] std::optional<std::uint16_t> in_the_way(std::uint8_t port,
                                                          const Peer& peer) const noexcept;
    /// The oldest connection of this user on the port of `place`, when there are `connections_max`.
    [[nodiscard]] std::optional<std::uint16_t> in_the_way_of_login(
        std::uint16_t place, std::uint16_t user, std::uint16_t connections_max) const noexcept;

    /// nullopt when every place is taken.
    [[nodiscard]] std::optional<std::uint16_t> take(std::uint8_t port, const Peer& peer) noexcept;
    void log_in(std::uint16_t place, std::uint16_t user) noexcept;
    /// The connection is over: it counts no more, while its place waits for release().
    void leave(std::uint16_t place) noexcept;
    void release(std::uint16_t place) noexcept;

  private:
    enum class State : std::uint8_t { Free, Pending, LoggedIn, Left };
    struct Place {
        State state = State::Free;
        std::uint8_t port = 0;
        std::uint16_t user = 0;
        Peer peer{};
        std::uint64_t number = 0;  // of the connection: older ones have smaller ones
    };

    [[nodiscard]] bool is_pending(const Place& place, std::uint8_t port) const noexcept {
        return place.state == State::Pending && place.port == port;
    }
    [[nodiscard]] std::size_t pending_of(std::uint8_t port, std::uint32_t address) const noexcept;
    [[nodiscard]] std::optional<std::uint16_t> oldest_pending(std::uint8_t port,
                                                              std::uint32_t address) const noexcept;
    /// The address with the most pending connections of the port.
    [[nodiscard]] std::uint32_t busiest_address(std::uint8_t port) const noexcept;

    std::vector<Place> places_;
    PlaceLimits limits_;
    std::uint64_t connections_ = 0;
};

}  // namespace hotpath::protocols::nasdaq::soupbintcp
