#pragma once
/// One turn of a SoupBinTCP client on its TCP connection, for a program that waits.
///
///   const SoupTurn turn = take_turn(soup, connection, now, listener);
///
/// Threads: the connection's. Allocation: none but the listener's. Complexity: system calls, until
/// the kernel takes no more or everything is sent.

#include "hotpath/core/units.hpp"
#include "hotpath/net/tcp_connection.hpp"
#include "hotpath/protocols/nasdaq/soupbintcp/client.hpp"

namespace hotpath::process {

struct SoupTurn {
    bool has_received = false;
    bool is_over = false;
};

/// The session's timers, then bytes both ways, once. `connection` is a net::TcpConnection or a
/// tls::Connection.
template <class Connection, class Listener>
[[nodiscard]] SoupTurn take_turn(protocols::nasdaq::soupbintcp::SoupClient& soup,
                                 Connection& connection, Time now, Listener& listener) {
    soup.on_timer(now);
    while (!soup.output().empty() && connection.send(soup.output()) == net::SendStatus::Ok) {
        soup.on_written(soup.output().size());
    }
    static_cast<void>(connection.flush());
    net::TcpReceived received = connection.receive();
    bool has_received = !received.bytes.empty();
    soup.on_bytes(received.bytes, now, listener);
    if constexpr (requires { connection.has_unread(); }) {
        // The program waits for its socket, which has nothing more to say of these.
        while (connection.has_unread() && !soup.is_closed()) {
            received = connection.receive();
            has_received = has_received || !received.bytes.empty();
            soup.on_bytes(received.bytes, now, listener);
        }
    }
    return {.has_received = has_received,
            .is_over = received.status == net::ReceiveStatus::Closed || soup.is_closed()};
}

}  // namespace hotpath::process
