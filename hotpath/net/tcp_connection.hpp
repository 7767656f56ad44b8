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

/// Sizes of a connection's buffers, in bytes.
struct TcpOptions {
    std::size_t receive_bytes_max = std::size_t{64} * 1024;  // of one receive()
    std::size_t unsent_bytes_max = std::size_t{1024} * 1024;
    int kernel_send_bytes = 0;  // SO_SNDBUF; 0: as the kernel likes
};

/// The outcome of a send.
enum class SendStatus : std::uint8_t {
    Ok,      // sent, or kept to be sent
    Full,    // no room after the bytes kept: nothing was taken
    Closed,  // the connection is over
};

/// The outcome of a receive.
enum class ReceiveStatus : std::uint8_t {
    Bytes,
    Nothing,  // for now
    Closed,   // by the peer, in order or not
};

/// The result of a receive(); `bytes` has the data of status Bytes.
struct TcpReceived {
    ReceiveStatus status = ReceiveStatus::Nothing;
    Bytes bytes;  // until the next receive()
};

class TcpConnection {
  public:
    /// Begins to connect and returns at once. Fails if the kernel refuses at once, as without a
    /// route. A peer that refuses shows as Closed later; bytes sent meanwhile are kept.
    [[nodiscard]] static Expected<TcpConnection> connect(const Endpoint& to,
                                                         const TcpOptions& options = {});
    /// Takes over a connection that a listener accepted.
    TcpConnection(Descriptor&& socket, const Endpoint& peer, const TcpOptions& options);

    /// Returns the other end's address.
    [[nodiscard]] const Endpoint& peer() const noexcept { return peer_; }
    /// Returns the socket's descriptor, for Waiter::watch().
    [[nodiscard]] int descriptor() const noexcept { return socket_.number(); }
    /// Returns the number of bytes kept to be sent.
    [[nodiscard]] std::size_t unsent_bytes() const noexcept { return end_ - begin_; }

    /// Receives what has arrived, at most receive_bytes_max bytes.
    [[nodiscard]] TcpReceived receive() noexcept;
    /// Sends or keeps all of `bytes`, or takes none of them: Full if they do not fit, Closed if the
    /// connection is over.
    [[nodiscard]] SendStatus send(Bytes bytes) noexcept;
    /// Sends as much of the kept bytes as the kernel takes. Returns Closed if the connection is
    /// over.
    SendStatus flush() noexcept;
    /// Ends the stream to the peer, which may go on sending, once every kept byte is sent: call it
    /// again until unsent_bytes() is 0. Returns false if the connection is over.
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
