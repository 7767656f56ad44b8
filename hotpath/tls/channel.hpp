#pragma once
/// Channel: one TLS connection as a state machine. Ciphertext in, plaintext out, and the reverse;
/// no socket, no clock but the one that certificates are checked by.
///
///   auto channel = Channel::client(context, "venue.example");
///   channel->on_bytes(ciphertext);                     // of the peer
///   while (!(plain = channel->read()).empty()) { ... }
///   if (channel->try_write(message)) { ... }           // once is_open()
///   send(channel->output()); channel->on_written(sent);
///
/// Buffers are bounded: on_bytes() takes what there is room for, try_write() refuses what does not
/// fit. Threads: one owner. Allocation: create; OpenSSL's in the handshake, for an error, and a few
/// blocks a record, freed at once. Complexity: O(bytes). Source: RFC 8446, RFC 6066 (SNI), RFC 6125; OpenSSL's BIO pairs.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/core/fixed_array.hpp"
#include "hotpath/tls/context.hpp"
#include "hotpath/tls/problem.hpp"

// OpenSSL's, of which this header shows nothing.
using SSL = struct ssl_st;
using BIO = struct bio_st;

namespace hotpath::tls {

/// Sizes of a channel's buffers, in bytes.
struct ChannelOptions {
    std::size_t read_bytes_max = std::size_t{16} * 1024;   // plaintext of one read()
    std::size_t write_bytes_max = std::size_t{64} * 1024;  // plaintext that waits for on_written()
    std::size_t input_bytes_max = std::size_t{16} * 1024;  // ciphertext that waits for read()
};

/// The life of a channel.
enum class ChannelState : std::uint8_t {
    Handshake,
    Open,
    Closed,  // by the peer's close_notify
    Failed,  // see problem(): output() may still have the alert for the peer
};

/// Frees OpenSSL's objects.
struct FreeChannel {
    void operator()(SSL* channel) const noexcept;
    void operator()(BIO* bio) const noexcept;
};

class Channel {
  public:
    /// Makes the server's end. `context` need not outlive it. Fails if OpenSSL has no memory.
    [[nodiscard]] static Expected<Channel> server(const Context& context,
                                                  const ChannelOptions& options = {});
    /// Makes the client's end. `name` is the name that the server's certificate must have, not
    /// empty: a DNS name, which is also sent as SNI, or an IP address.
    [[nodiscard]] static Expected<Channel> client(const Context& context, const std::string& name,
                                                  const ChannelOptions& options = {});

    [[nodiscard]] ChannelState state() const noexcept { return state_; }
    [[nodiscard]] bool is_open() const noexcept { return state_ == ChannelState::Open; }
    [[nodiscard]] bool is_over() const noexcept { return state_ >= ChannelState::Closed; }
    /// Returns the reason of Failed; None in every other state.
    [[nodiscard]] Problem problem() const noexcept { return problem_; }
    /// Returns one line: text(problem()) and what is known beyond it.
    [[nodiscard]] std::string why() const;
    /// Returns certificate_names() of the peer's certificate once the channel is open; empty if it
    /// has shown none.
    [[nodiscard]] std::vector<std::string> peer_names() const;

    /// Takes ciphertext of the peer. Returns the number of bytes taken; give the rest again after
    /// read().
    [[nodiscard]] std::size_t on_bytes(Bytes ciphertext) noexcept;
    /// Reports the end of the transport. Without a close_notify before it, plaintext may be missing
    /// and the channel has failed.
    void on_end() noexcept;
    /// Continues the handshake without reading plaintext.
    void shake() noexcept;
    /// Returns the next plaintext, valid until the next call, or nothing if there is none for now.
    /// Continues the handshake.
    [[nodiscard]] Bytes read() noexcept;
    /// Returns true if ciphertext that was taken waits for read().
    [[nodiscard]] bool has_unread() const noexcept;

    /// Writes all of `plaintext` or nothing. Returns false if the channel is not open or there is
    /// no room.
    [[nodiscard]] bool try_write(Bytes plaintext) noexcept;
    /// Writes close_notify; nothing can be written after it.
    void close() noexcept;

    /// Returns the number of ciphertext bytes for the peer.
    [[nodiscard]] std::size_t unsent_bytes() const noexcept;
    /// Returns a piece of that ciphertext, or nothing if there is none.
    [[nodiscard]] Bytes output() noexcept;
    /// Reports that the transport has taken that many bytes of output().
    void on_written(std::size_t bytes) noexcept;

  private:
    Channel(std::unique_ptr<SSL, FreeChannel>&& ssl, std::unique_ptr<BIO, FreeChannel>&& network,
            const ChannelOptions& options, std::string name);
    [[nodiscard]] static Expected<Channel> create(const Context& context,
                                                  const ChannelOptions& options, std::string name);

    /// After a call of OpenSSL that returned `result`.
    void settle(int result) noexcept;
    void fail_with(Problem problem) noexcept;
    [[nodiscard]] Problem problem_of_certificate() noexcept;
    [[nodiscard]] Problem problem_of_error() noexcept;

    std::unique_ptr<SSL, FreeChannel> ssl_;
    std::unique_ptr<BIO, FreeChannel> network_;  // the other end of the ciphertext
    std::string name_;                           // of the server; empty: this is one
    FixedArray<std::byte> plain_;
    FixedArray<std::byte> piece_;  // of output, from begin_ to end_
    std::size_t begin_ = 0;
    std::size_t end_ = 0;
    ChannelState state_ = ChannelState::Handshake;
    Problem problem_ = Problem::None;
    const char* detail_ = nullptr;  // OpenSSL's, static
    bool is_closing_ = false;
};

}  // namespace hotpath::tls
