#pragma once
/// A feed's two lines, sent on to two other groups with some of the packets lost, by a seed.
///
///   LossyRelay relay(venue, 30, seed);           percent of each line, independent of each other
///   ... "line_a = " + relay.line_a() ...
///   relay.heal();                                from here on nothing is lost
///
/// Threads: its own sends; the others are the test's. Allocation: free. Tests only.

#include <array>
#include <atomic>
#include <cstdint>
#include <string>
#include <thread>
#include <utility>

#include "hotpath/core/random.hpp"
#include "hotpath/net/udp_socket.hpp"
#include "tests/venue/venue_process.hpp"

namespace hotpath::venue_tests {

class LossyRelay {
  public:
    LossyRelay(const VenueProcess& venue, std::uint64_t percent, std::uint64_t seed)
        : percent_(percent), lines_{Line(venue.line_a(), seed), Line(venue.line_b(), seed + 1)} {
        thread_ = std::jthread([this](const std::stop_token& stop) {
            while (!stop.stop_requested()) {
                for (Line& line : lines_) {
                    lost_ += line.send_on(percent_.load());
                }
                std::this_thread::yield();
            }
        });
    }

    [[nodiscard]] std::string line_a() const { return lines_[0].to.to_string(); }
    [[nodiscard]] std::string line_b() const { return lines_[1].to.to_string(); }
    [[nodiscard]] std::uint64_t lost() const { return lost_.load(); }
    void heal() { percent_ = 0; }

  private:
    struct Line {
        Line(const net::Endpoint& from, std::uint64_t seed)
            : to(beside(from)),
              in(std::move(*net::UdpSocket::join({.group = from}))),
              out(std::move(*net::UdpSocket::send_to_group({.group = to}))),
              random(seed) {}

        /// The same port of another group.
        [[nodiscard]] static net::Endpoint beside(const net::Endpoint& group) {
            std::string text = group.to_string();
            text.replace(text.find('.') + 1, text.find('.', 4) - 4, "195");
            return *net::Endpoint::parse(text);
        }
        /// Packets received; how many of them were lost.
        std::uint64_t send_on(std::uint64_t percent) {
            std::uint64_t lost = 0;
            while (const auto datagram = in.receive(room)) {
                const bool is_lost = random.below(100) < percent;
                lost += is_lost || !out.send(datagram->bytes, to) ? 1U : 0U;
            }
            return lost;
        }

        net::Endpoint to;
        net::UdpSocket in;
        net::UdpSocket out;
        Random random;
        std::array<std::byte, 2'048> room{};
    };

    std::atomic<std::uint64_t> percent_;
    std::atomic<std::uint64_t> lost_{0};
    std::array<Line, 2> lines_;
    std::jthread thread_;
};

}  // namespace hotpath::venue_tests
