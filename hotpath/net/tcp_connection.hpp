#pragma once
/// TcpConnection: one TCP stream that never waits. What cannot be sent at once is kept up to a
/// bound; a peer that reads too slowly is seen by send() refusing.
///
///   const TcpReceived received = connection.receive();      bytes, nothing yet, or the end
///   if (connection.send(reply) != SendStatus::Ok) { ... }   too slow, or gone
///   connection.flush();                                     when it is writable again
///
/// Nagle's algorithm is off. Threads: one owner. Allocation: its two buffers when it is made.
/// Complexity: one system call a receive; a send one, or a copy while earlier bytes wait.

#include <cstddef>
#include <cstdint>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/descriptor.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/core/fixed_array.hpp"
#include "hotpath/net/endpoint.hpp"

namespace hotpath::net {

struct TcpOptions {
    std::size_t receive_bytes_max = std::size_t{64} * 1024;  // of one receive()
    std::size_t unsent_bytes_max = std::size_t{1024} * 1024;
    int kernel_send_bytes = 0;  // SO_SNDBUF; 0: as the kernel likes
};

enum class SendStatus : std::uint8_t {
    Ok,      // sent, or kept to be sent
    Full,    // no room after the bytes kept: nothing was taken
    Closed,  // the connection is over
};

enum class ReceiveStatus : std::uint8_t {
    Bytes,
    Nothing,  // for now
    Closed,   // by the peer, in order or not
};

struct TcpReceived {
    ReceiveStatus status = ReceiveStatus::Nothing;
    Bytes bytes;  // until the next receive()
};

class TcpConnection {
  public:
    /// Begins to connect. A peer that refuses shows as Closed; what is sent meanwhile is kept.
    [[nodiscard]] static Expected<TcpConnection> connect(const Endpoint& to,
                                                         const TcpOptions& options = {});
    /// A connection accepted by a listener.
    TcpConnection(Descriptor&& socket, const Endpoint& peer, const TcpOptions& options);

    [[nodiscard]] const Endpoint& peer() const noexcept { return peer_; }
    [[nodiscard]] int descriptor() const noexcept { return socket_.number(); }
    /// Kept to be sent.
    [[nodiscard]] std::size_t unsent_bytes() const noexcept { return end_ - begin_; }

    [[nodiscard]] TcpReceived receive() noexcept;
    /// All of `bytes` or nothing.
    [[nodiscard]] SendStatus send(Bytes bytes) noexcept;
    /// Sends of what is kept as much as the kernel takes.
    SendStatus flush() noexcept;
    /// Ends the stream to the peer, who may go on sending, once everything kept has been sent: until
    /// then it must be called again. False: the connection is over.
    [[nodiscard]] bool end_sending() noexcept;

  private:
    /// How many bytes the kernel took; nothing when the connection is over.
    [[nodiscard]] SendStatus send_now(Bytes bytes, std::size_t& taken) noexcept;
    void keep(Bytes bytes) noexcept;

    Descriptor socket_;
    Endpoint peer_;
    FixedArray<std::byte> received_;
    FixedArray<std::byte> unsent_;  // from begin_ to end_
    std::size_t begin_ = 0;
    std::size_t end_ = 0;
    bool is_closed_ = false;
    bool has_ended_ = false;  // the stream to the peer
};

}  // namespace hotpath::net
