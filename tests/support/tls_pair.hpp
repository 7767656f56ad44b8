#pragma once
/// TlsPair: a server's and a client's channel, connected in memory. What one puts out the other gets,
/// in pieces of at most `piece` bytes.
///
///   TlsPair pair(server_context, client_context, "localhost");
///   pair.pump();                          // until neither has anything to send
///
/// Threads: the test's. Allocation: free. Tests only.

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "hotpath/core/bytes.hpp"
#include "hotpath/tls/channel.hpp"

namespace hotpath::support {

[[nodiscard]] inline Bytes text_bytes_of(std::string_view text) {
    return std::as_bytes(std::span(text));
}

/// Moves what `from` has to send, in pieces; what `to` reads is added to `read`. False: there was
/// nothing.
inline bool move_tls(tls::Channel& from, tls::Channel& to, std::string& read, std::size_t piece) {
    bool has_moved = false;
    for (Bytes output = from.output(); !output.empty(); output = from.output()) {
        const std::size_t taken = to.on_bytes(output.first(std::min(piece, output.size())));
        from.on_written(taken);
        for (Bytes plain = to.read(); !plain.empty(); plain = to.read()) {
            read += as_text(plain);
        }
        has_moved = true;
    }
    return has_moved;
}

struct TlsPair {
    TlsPair(const tls::Context& server_context, const tls::Context& client_context,
            const std::string& name, const tls::ChannelOptions& options = {})
        : server(std::move(*tls::Channel::server(server_context, options))),
          client(std::move(*tls::Channel::client(client_context, name, options))) {}

    void pump(std::size_t piece = 16'384) {
        bool is_moving = true;
        while (is_moving) {
            is_moving = move_tls(client, server, at_server, piece);
            is_moving = move_tls(server, client, at_client, piece) || is_moving;
        }
    }

    tls::Channel server;
    tls::Channel client;
    std::string at_server{};  // plaintext that arrived
    std::string at_client{};
};

}  // namespace hotpath::support
