#include "hotpath/protocols/nasdaq/soupbintcp/connection_places.hpp"

#include <algorithm>

namespace hotpath::protocols::nasdaq::soupbintcp {

ConnectionPlaces::ConnectionPlaces(std::size_t places, const PlaceLimits& limits)
    : places_(places), limits_(limits) {}

/// One more a port: a connection that has had to go keeps its place until its socket is closed.
std::size_t ConnectionPlaces::places_for(std::size_t logged_in_max, std::size_t ports,
                                         const PlaceLimits& limits) noexcept {
    return logged_in_max + ports * (std::size_t{limits.pending_max} + 1);
}

std::size_t ConnectionPlaces::logged_in(std::uint8_t port) const noexcept {
    return static_cast<std::size_t>(std::ranges::count_if(places_, [port](const Place& place) {
        return place.state == State::LoggedIn && place.port == port;
    }));
}

std::size_t ConnectionPlaces::pending_of(std::uint8_t port, std::uint32_t address) const noexcept {
    return static_cast<std::size_t>(std::ranges::count_if(places_, [&](const Place& place) {
        return is_pending(place, port) && place.peer.address == address;
    }));
}

std::optional<std::uint16_t> ConnectionPlaces::oldest_pending(
    std::uint8_t port, std::uint32_t address) const noexcept {
    std::optional<std::uint16_t> oldest;
    for (std::uint16_t n = 0; n < size(); ++n) {
        const bool is_of_it = is_pending(places_[n], port) && places_[n].peer.address == address;
        if (is_of_it && (!oldest || places_[n].number < places_[*oldest].number)) {
            oldest = n;
        }
    }
    return oldest;
}

/// If several have as many, the one whose connection is the oldest.
std::uint32_t ConnectionPlaces::busiest_address(std::uint8_t port) const noexcept {
    std::size_t most = 0;
    std::uint64_t number = 0;
    std::uint32_t busiest = 0;
    for (const Place& place : places_) {
        if (!is_pending(place, port)) {
            continue;
        }
        const std::size_t count = pending_of(port, place.peer.address);
        if (count > most || (count == most && place.number < number)) {
            most = count;
            number = place.number;
            busiest = place.peer.address;
        }
    }
    return busiest;
}

std::optional<std::uint16_t> ConnectionPlaces::in_the_way(std::uint8_t port,
                                                          const Peer& peer) const noexcept {
    if (pending_of(port, peer.address) >= limits_.pending_per_address_max) {
        return oldest_pending(port, peer.address);
    }
    const auto pending =
        std::ranges::count_if(places_, [&](const Place& place) { return is_pending(place, port); });
    return static_cast<std::size_t>(pending) >= limits_.pending_max
               ? oldest_pending(port, busiest_address(port))
               : std::nullopt;
}

std::optional<std::uint16_t> ConnectionPlaces::in_the_way_of_login(
    std::uint16_t place, std::uint16_t user, std::uint16_t connections_max) const noexcept {
    std::optional<std::uint16_t> oldest;
    std::size_t count = 0;
    for (std::uint16_t n = 0; n < size(); ++n) {
        const Place& other = places_[n];
        if (other.state != State::LoggedIn || other.port != places_[place].port ||
            other.user != user) {
            continue;
        }
        ++count;
        if (!oldest || other.number < places_[*oldest].number) {
            oldest = n;
        }
    }
    return count >= connections_max ? oldest : std::nullopt;
}

std::optional<std::uint16_t> ConnectionPlaces::take(std::uint8_t port, const Peer& peer) noexcept {
    const auto free = std::ranges::find(places_, State::Free, &Place::state);
    if (free == places_.end()) {
        return std::nullopt;
    }
    *free = {.state = State::Pending, .port = port, .peer = peer, .number = ++connections_};
    return static_cast<std::uint16_t>(free - places_.begin());
}

void ConnectionPlaces::log_in(std::uint16_t place, std::uint16_t user) noexcept {
    places_[place].state = State::LoggedIn;
    places_[place].user = user;
}

void ConnectionPlaces::leave(std::uint16_t place) noexcept {
    places_[place].state = State::Left;
}

void ConnectionPlaces::release(std::uint16_t place) noexcept {
    places_[place].state = State::Free;
}

}  // namespace hotpath::protocols::nasdaq::soupbintcp
