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

struct ChannelOptions {
    std::size_t read_bytes_max = std::size_t{16} * 1024;   // plaintext of one read()
    std::size_t write_bytes_max = std::size_t{64} * 1024;  // plaintext that waits for on_written()
    std::size_t input_bytes_max = std::size_t{16} * 1024;  // ciphertext that waits for read()
};

enum class ChannelState : std::uint8_t {
    Handshake,
    Open,
    Closed,  // by the peer's close_notify
    Failed,  // see problem(): output() may still have the alert for the peer
};

struct FreeChannel {
    void operator()(SSL* channel) const noexcept;
    void operator()(BIO* bio) const noexcept;
};

class Channel {
  public:
    /// `context` need not outlive it.
    [[nodiscard]] static Expected<Channel> server(const Context& context,
                                                  const ChannelOptions& options = {});
    /// `name` is what the server's certificate must be for: a DNS name, which is sent as SNI too, or
    /// an IP address. Not empty.
    [[nodiscard]] static Expected<Channel> client(const Context& context, const std::string& name,
                                                  const ChannelOptions& options = {});

    [[nodiscard]] ChannelState state() const noexcept { return state_; }
    [[nodiscard]] bool is_open() const noexcept { return state_ == ChannelState::Open; }
    [[nodiscard]] bool is_over() const noexcept { return state_ >= ChannelState::Closed; }
    [[nodiscard]] Problem problem() const noexcept { return problem_; }
    /// One line: text(problem()) and what is known beyond it.
    [[nodiscard]] std::string why() const;
    /// certificate_names() of the certificate that the peer has shown, once it is open; empty: none.
    [[nodiscard]] std::vector<std::string> peer_names() const;

    /// Ciphertext of the peer; how many bytes were taken: the rest again after read().
    [[nodiscard]] std::size_t on_bytes(Bytes ciphertext) noexcept;
    /// The transport is over: without a close_notify before it, plaintext may be missing.
    void on_end() noexcept;
    /// Goes on with the handshake, and reads no plaintext.
    void shake() noexcept;
    /// The next plaintext, until the next call; empty: none for now. Goes on with the handshake.
    [[nodiscard]] Bytes read() noexcept;
    /// Ciphertext that was taken waits for read().
    [[nodiscard]] bool has_unread() const noexcept;

    /// All of `plaintext` or nothing: false when the channel is not open, or there is no room.
    [[nodiscard]] bool try_write(Bytes plaintext) noexcept;
    /// The last that is written: close_notify.
    void close() noexcept;

    /// Ciphertext for the peer.
    [[nodiscard]] std::size_t unsent_bytes() const noexcept;
    /// A piece of it; empty: none.
    [[nodiscard]] Bytes output() noexcept;
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
