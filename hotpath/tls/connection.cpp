#include "hotpath/tls/connection.hpp"

#include <algorithm>
#include <utility>

namespace hotpath::tls {
namespace {

[[nodiscard]] ChannelOptions channel_options(const net::TcpOptions& options) noexcept {
    return {.read_bytes_max = options.receive_bytes_max,
            .write_bytes_max = options.unsent_bytes_max,
            .input_bytes_max = options.receive_bytes_max};
}

}  // namespace

Expected<Connection> Connection::connect(const net::Endpoint& to, const ClientEnd& end,
                                         const net::TcpOptions& options) {
    auto tcp = net::TcpConnection::connect(to, options);
    if (!tcp) {
        return std::unexpected(tcp.error());
    }
    if (end.context == nullptr) {
        return Connection(std::move(*tcp), nullptr, 0);
    }
    return secure(std::move(*tcp),
                  Channel::client(*end.context, end.name, channel_options(options)), options);
}

Expected<Connection> Connection::accept(net::TcpConnection&& connection, const Context* context,
                                        const net::TcpOptions& options) {
    if (context == nullptr) {
        return Connection(std::move(connection), nullptr, 0);
    }
    return secure(std::move(connection), Channel::server(*context, channel_options(options)),
                  options);
}

Expected<Connection> Connection::secure(net::TcpConnection&& tcp, Expected<Channel>&& channel,
                                        const net::TcpOptions& options) {
    if (!channel) {
        return std::unexpected(channel.error());
    }
    return Connection(std::move(tcp), std::make_unique<Channel>(std::move(*channel)),
                      options.unsent_bytes_max);
}

Connection& Connection::operator=(Connection&& other) noexcept {
    if (this != &other) {
        finish();
        tcp_ = std::move(other.tcp_);
        channel_ = std::move(other.channel_);
        piece_max_ = other.piece_max_;
    }
    return *this;
}

bool Connection::shake() noexcept {
    while (is_shaking()) {
        channel_->shake();
        const bool is_up = flush_secure() != net::SendStatus::Closed;
        if (!is_shaking()) {
            break;
        }
        // Unread: a flight that has no room; the peer has to read first.
        const net::TcpReceived received =
            channel_->has_unread() ? net::TcpReceived{} : tcp_.receive();
        if (!is_up || received.status == net::ReceiveStatus::Closed) {
            channel_->on_end();
        } else if (received.status == net::ReceiveStatus::Nothing) {
            return true;
        } else {
            static_cast<void>(channel_->on_bytes(received.bytes));  // all: nothing was unread
        }
    }
    if (channel_ && channel_->is_over()) {
        // Read and dropped, or the kernel would reset the connection and the peer lose the alert.
        static_cast<void>(tcp_.receive());
    }
    return false;
}

net::TcpReceived Connection::receive_secure() noexcept {
    using net::ReceiveStatus;
    if (const Bytes plain = channel_->read(); !plain.empty()) {
        return {ReceiveStatus::Bytes, plain};
    }
    if (channel_->is_over()) {
        return {ReceiveStatus::Closed, {}};
    }
    if (channel_->has_unread()) {
        // A flight of the handshake that has no room: the peer has to read first.
        return {flush_secure() == net::SendStatus::Closed ? ReceiveStatus::Closed
                                                          : ReceiveStatus::Nothing,
                {}};
    }
    const net::TcpReceived received = tcp_.receive();
    if (received.status != ReceiveStatus::Bytes) {
        if (received.status == ReceiveStatus::Closed) {
            channel_->on_end();
        }
        return received;
    }
    static_cast<void>(channel_->on_bytes(received.bytes));  // all: nothing was unread
    const Bytes plain = channel_->read();
    static_cast<void>(flush_secure());
    if (!plain.empty()) {
        return {ReceiveStatus::Bytes, plain};
    }
    if (channel_->is_over()) {
        // Read and dropped, or the kernel would reset the connection and the peer lose the alert.
        static_cast<void>(tcp_.receive());
        return {ReceiveStatus::Closed, {}};
    }
    return {ReceiveStatus::Nothing, {}};
}

net::SendStatus Connection::send_secure(Bytes bytes) noexcept {
    if (const net::SendStatus status = flush_secure(); status == net::SendStatus::Closed) {
        return status;
    }
    if (!channel_->try_write(bytes)) {
        return channel_->is_over() ? net::SendStatus::Closed : net::SendStatus::Full;
    }
    return flush_secure();
}

net::SendStatus Connection::flush_secure() noexcept {
    net::SendStatus status = tcp_.flush();
    while (status == net::SendStatus::Ok) {
        const Bytes output = channel_->output();
        const Bytes piece = output.first(std::min(output.size(), piece_max_));
        if (piece.empty()) {
            break;
        }
        status = tcp_.send(piece);
        if (status == net::SendStatus::Ok) {
            channel_->on_written(piece.size());
        }
    }
    // What TCP does not take yet waits in the channel.
    return status == net::SendStatus::Full ? net::SendStatus::Ok : status;
}

net::TcpConnection Connection::take_tcp() && noexcept {
    finish();
    channel_.reset();
    return std::move(tcp_);
}

void Connection::finish() noexcept {
    if (channel_) {
        channel_->close();
        static_cast<void>(flush_secure());
    }
}

}  // namespace hotpath::tls
