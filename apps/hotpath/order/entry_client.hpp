#pragma once
/// A session of order entry for a program that waits: logs in, reads the replies that the session
/// has so far, sends requests, and waits until the venue has answered them all.
///
///   auto client = OrderEntryClient::connect(account, patience, [](Bytes reply) { ... });
///   (*client)->send(request); (*client)->await_replies();     every reply to it was passed on
///
/// The venue answers an account query after all earlier requests: await_replies() sends one.
/// Replies from before the login make up orders(), and are not passed on. Threads: the caller's,
/// which waits. Allocation: free. Complexity: system calls.

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "apps/hotpath/order/account.hpp"
#include "apps/hotpath/order/reply.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/tls/connection.hpp"
#include "hotpath/wire/soupbintcp/client.hpp"

namespace hotpath::app {

class OrderEntryClient : public wire::soupbintcp::NullClientListener {
  public:
    using OnReply = std::function<void(Bytes)>;

    /// Connected, logged in, and as far as the venue is; `patience` is for each answer.
    [[nodiscard]] static Expected<std::unique_ptr<OrderEntryClient>> connect(
        const OrderAccount& account, Nanos patience, OnReply on_reply);

    [[nodiscard]] const OrderBookkeeping& orders() const { return orders_; }
    [[nodiscard]] std::string session() const;
    [[nodiscard]] bool is_closed() const { return is_closed_; }
    /// A sentence, once it is.
    [[nodiscard]] std::string why_closed() const;

    [[nodiscard]] Expected<void> send(Bytes request);
    [[nodiscard]] Expected<void> await_replies();
    /// Bytes both ways; waits for some, or until `also` (-1: nothing) can be read, but not longer
    /// than `time`. True when `also` can be read.
    bool poll(int also, Nanos time);
    /// Leaves; the session goes on without us.
    void leave();

    // Session state.
    void on_login_rejected(char reason) noexcept { rejected_ = reason; }
    void on_sequenced(std::uint64_t number, Bytes message) noexcept;
    void on_end_of_session() noexcept { has_ended_ = true; }
    void on_debug(Bytes text) noexcept;

  private:
    OrderEntryClient(const OrderAccount& account, Nanos patience, OnReply&& on_reply,
                     tls::Connection&& connection, wire::soupbintcp::SoupClient&& soup);

    /// Until `is_done`, the end of the connection, or nothing comes for as long as patience lasts.
    template <class IsDone>
    [[nodiscard]] Expected<void> poll_until(IsDone&& is_done);

    OrderAccount account_;
    Nanos patience_;
    OnReply on_reply_;
    tls::Connection connection_;
    wire::soupbintcp::SoupClient soup_;
    OrderBookkeeping orders_;
    std::string said_;  // by the venue, in debug packets
    Time heard_{};      // when anything came last
    bool is_caught_up_ = false;
    bool is_closed_ = false;
    bool has_heard_ = false;
    bool has_ended_ = false;
    char rejected_ = ' ';
};

}  // namespace hotpath::app
