#pragma once
/// TlsNotes: the clients of a server whose TLS failed, counted, and as notes for its log.
///
/// An end that anyone can make has no note: the server counts it as any other. Threads: one owner.
/// Allocation: the constructor. Complexity: O(1).

#include <cstdint>

#include "hotpath/core/units.hpp"
#include "hotpath/net/endpoint.hpp"
#include "hotpath/tls/connection.hpp"
#include "hotpath/wire/soupbintcp/client_notes.hpp"

namespace hotpath::login {

class TlsNotes {
  public:
    [[nodiscard]] std::uint64_t failures() const noexcept { return failures_; }

    /// A connection to the server's n-th port is over.
    void on_end(std::uint8_t port, const tls::Connection& connection, Time now) noexcept {
        if (!tls::is_worth_a_note(connection.problem())) {
            return;
        }
        ++failures_;
        notes_.add({.port = port,
                    .peer = {connection.peer().address.value, connection.peer().port},
                    .why = tls::text(connection.problem())},
                   now);
    }
    /// A connection to the n-th port was closed before its handshake (HandshakeLimit).
    void on_refused(std::uint8_t port, const net::Endpoint& peer, Time now) noexcept {
        notes_.add({.port = port,
                    .peer = {peer.address.value, peer.port},
                    .why = "connection refused: handshakes_per_second"},
                   now);
    }
    /// sink(const ClientNote&) for each, oldest first; they are gone then.
    template <class Sink>
    void for_each(Sink&& sink) {
        notes_.for_each(sink);
    }

  private:
    std::uint64_t failures_ = 0;
    wire::soupbintcp::ClientNotes notes_;
};

}  // namespace hotpath::login
