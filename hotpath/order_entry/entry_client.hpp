#pragma once
/// EntryClient: a session of order entry for a program that waits: logs in, reads the replies that
/// the session has so far, sends requests, and waits until the venue has answered them all.
///
///   auto client = EntryClient::connect(account, open, patience, [](const EntryReply& reply) { ... });
///   (*client)->send(command); (*client)->await_replies();     every reply to it was passed on
///
/// Each protocol with orders by hand has one (protocols/*/by_hand). Replies from before the login make up
/// orders(), and are not passed on. Threads: the caller's, which waits.
/// Allocation: free. Complexity: system calls.

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "hotpath/core/error.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/login/tls_table.hpp"
#include "hotpath/net/endpoint.hpp"
#include "hotpath/order_entry/bookkeeping.hpp"
#include "hotpath/order_entry/command.hpp"
#include "hotpath/order_entry/entry_reply.hpp"
#include "hotpath/tls/connection.hpp"

namespace hotpath::order_entry {

/// The other end of a session, and its user.
struct EntryAccount {
    net::Endpoint address{};
    std::string user{};
    std::optional<login::TlsClientConfig> tls{};  // none: plain text
};

class EntryClient;
/// The parts of a client of any protocol.
struct EntryParts {
    EntryAccount account{};
    Nanos patience{};  // for each answer
    std::function<void(const EntryReply&)> on_reply{};
    tls::Connection connection;
};
/// Begins a session on a connection; its log-on is on the way.
using OpenSession = std::function<Expected<std::unique_ptr<EntryClient>>(EntryParts&&)>;

class EntryClient {
  public:
    using OnReply = std::function<void(const EntryReply&)>;

    /// Connected, logged in, and as far as the venue is; `patience` is for each answer.
    [[nodiscard]] static Expected<std::unique_ptr<EntryClient>> connect(const EntryAccount& account,
                                                                        const OpenSession& open,
                                                                        Nanos patience,
                                                                        OnReply on_reply);

    EntryClient(const EntryClient&) = delete;
    EntryClient& operator=(const EntryClient&) = delete;
    virtual ~EntryClient() = default;

    [[nodiscard]] const OrderBookkeeping& orders() const { return orders_; }
    [[nodiscard]] virtual std::string session() const = 0;
    [[nodiscard]] bool is_closed() const { return is_closed_; }
    /// A sentence, once it is.
    [[nodiscard]] std::string why_closed() const;

    /// The protocol has words for this Enter, Replace or Cancel; or which it lacks.
    [[nodiscard]] virtual Expected<void> check(const OrderCommand& command) const = 0;
    /// The command is one that check() takes, and its order open; an order that it brings has
    /// orders().next_number().
    [[nodiscard]] virtual Expected<void> send(const OrderCommand& command) = 0;
    [[nodiscard]] virtual Expected<void> await_replies() = 0;
    /// Bytes both ways; waits for some, or until `also` (-1: nothing) can be read, but not longer
    /// than `time`. True when `also` can be read.
    bool poll(int also, Nanos time);
    /// Leaves; the session goes on without us.
    virtual void leave() = 0;

  protected:
    /// One turn of the connection.
    struct Turn {
        bool has_received = false;
        bool is_over = false;
    };

    explicit EntryClient(EntryParts&& parts);

    /// Since the machine's start: the monotonic clock.
    [[nodiscard]] static Time clock();
    [[nodiscard]] const EntryAccount& account() const { return account_; }
    [[nodiscard]] Nanos patience() const { return patience_; }
    [[nodiscard]] tls::Connection& connection() { return connection_; }
    [[nodiscard]] OrderBookkeeping& kept() { return orders_; }
    /// Messages from here on came after the login and are passed on.
    [[nodiscard]] bool is_caught_up() const { return is_caught_up_; }
    void pass_on(const EntryReply& reply) { on_reply_(reply); }
    /// Until `is_done`, the end of the connection, or nothing comes for as long as patience lasts.
    [[nodiscard]] Expected<void> poll_until(const std::function<bool()>& is_done);

    virtual Turn take_turn(Time now) = 0;
    /// Until the session has passed on its past.
    [[nodiscard]] virtual Expected<void> catch_up() = 0;
    /// The session's reason for its end; "": none.
    [[nodiscard]] virtual std::string refusal() const = 0;
    /// The venue's text; "": none.
    [[nodiscard]] virtual std::string said() const = 0;

  private:
    EntryAccount account_;
    Nanos patience_;
    OnReply on_reply_;
    tls::Connection connection_;
    OrderBookkeeping orders_;
    Time heard_{};  // when anything came last
    bool is_caught_up_ = false;
    bool is_closed_ = false;
    bool has_heard_ = false;
};

}  // namespace hotpath::order_entry
