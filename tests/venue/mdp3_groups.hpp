#pragma once
/// The groups of a venue's MDP 3.0 channel, at a port of this process: its table of the venue's
/// configuration, and a trader's keys for them.
///
/// Threads: the test's. Allocation: free. Tests only.

#include <cstdint>
#include <string>

#include "hotpath/net/endpoint.hpp"
#include "hotpath/protocols/cme/feed/mdp3_codec.hpp"
#include "tests/support/own_ports.hpp"

namespace hotpath::venue_tests {

struct Mdp3Groups {
    net::Endpoint line_a, line_b, definitions, orders, levels;

    [[nodiscard]] static Mdp3Groups make() {
        const std::uint16_t port = support::own_port();
        return {.line_a = {{0xEFC0'0301U}, port},
                .line_b = {{0xEFC0'0302U}, port},
                .definitions = {{0xEFC0'0303U}, port},
                .orders = {{0xEFC0'0304U}, port},
                .levels = {{0xEFC0'0305U}, port}};
    }
    /// [mdp3] of `hotpath exchange`.
    [[nodiscard]] std::string table(feed::Mdp3Depth depth) const {
        return "[mdp3]\n" + key("line_a", line_a) + key("line_b", line_b) + loops(depth) +
               "definitions_every_ms = 100\nsnapshot_every_ms = 5\nheartbeat_ms = 100\n";
    }
    /// Of [market_data] of `hotpath trade`, beside its lines.
    [[nodiscard]] std::string loops(feed::Mdp3Depth depth) const {
        const bool is_by_order = depth == feed::Mdp3Depth::ByOrder;
        return "depth = \"" + std::string(is_by_order ? "by order" : "by price") + "\"\n" +
               key("definitions", definitions) +
               (is_by_order ? key("snapshots_by_order", orders) : "") +
               key("snapshots_by_price", levels);
    }
    /// A trader's configuration whose lines are the channel's instead of ITCH's.
    [[nodiscard]] std::string on_the_channel(std::string text, const net::Endpoint& itch_a,
                                             const net::Endpoint& itch_b) const {
        const auto replace = [&](const net::Endpoint& itch, const net::Endpoint& mdp3) {
            const std::string old = itch.to_string();
            text.replace(text.find(old), old.size(), mdp3.to_string());
        };
        replace(itch_a, line_a);
        replace(itch_b, line_b);
        return text;
    }

  private:
    [[nodiscard]] static std::string key(const std::string& name, const net::Endpoint& at) {
        return name + " = \"" + at.to_string() + "\"\n";
    }
};

}  // namespace hotpath::venue_tests
