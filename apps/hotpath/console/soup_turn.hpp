#pragma once
/// One turn of a SoupBinTCP client on its TCP connection, for a program that waits.
///
///   const SoupTurn turn = take_turn(soup, connection, now, listener);
///
/// Threads: the connection's. Allocation: none but the listener's. Complexity: system calls, until
/// the kernel takes no more or everything is sent.

#include "hotpath/core/units.hpp"
#include "hotpath/net/tcp_connection.hpp"
#include "hotpath/wire/soupbintcp/client.hpp"

namespace hotpath::app {

struct SoupTurn {
    bool has_received = false;
    bool is_over = false;
};

/// The session's timers, then bytes both ways, once.
template <class Listener>
[[nodiscard]] SoupTurn take_turn(wire::soupbintcp::SoupClient& soup, net::TcpConnection& connection,
                                 Time now, Listener& listener) {
    soup.on_timer(now);
    while (!soup.output().empty() && connection.send(soup.output()) == net::SendStatus::Ok) {
        soup.on_written(soup.output().size());
    }
    static_cast<void>(connection.flush());
    const net::TcpReceived received = connection.receive();
    soup.on_bytes(received.bytes, now, listener);
    return {.has_received = !received.bytes.empty(),
            .is_over = received.status == net::ReceiveStatus::Closed || soup.is_closed()};
}

}  // namespace hotpath::app
