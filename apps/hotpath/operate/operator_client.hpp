#pragma once
/// An operator's end of an operator port, a venue's or a trader's: sends commands one after the
/// other and gets an answer to each.
///
/// Every operator gets a venue's answers: this client's have its user and number.
/// Threads: the caller's, which waits. Allocation: free. Complexity: system calls.

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "hotpath/core/error.hpp"
#include "hotpath/exchange/server/control.hpp"
#include "hotpath/login/tls_table.hpp"
#include "hotpath/net/waiter.hpp"
#include "hotpath/tls/connection.hpp"
#include "hotpath/trader/operator_command.hpp"
#include "hotpath/wire/soupbintcp/client.hpp"

namespace hotpath::app {

struct OperatorLogin {
    net::Endpoint address{};
    wire::soupbintcp::Credentials credentials{};
    exchange::SessionId number{};  // which of the venue's operators it is
    Nanos patience{5 * kNanosPerSecond};
    std::string whom{"the venue"};
    std::optional<login::TlsClientConfig> tls{};  // none: plain text
};

class OperatorClient : public wire::soupbintcp::NullClientListener {
  public:
    /// Connected and logged in.
    [[nodiscard]] static Expected<std::unique_ptr<OperatorClient>> connect(
        const OperatorLogin& login);

    /// Waits for the answer; without one nothing is known of the command.
    [[nodiscard]] Expected<exchange::ControlAnswer> ask(exchange::Control control);
    [[nodiscard]] Expected<trader::OperatorAnswer> ask(trader::OperatorCommand command);
    /// Is there, with heartbeats, for so long; false when it could not be.
    [[nodiscard]] bool stay(Nanos time, const std::function<bool()>& is_over);
    void leave();

    void on_login_rejected(char reason) noexcept { rejected_ = reason; }
    void on_sequenced(std::uint64_t number, Bytes message) noexcept;
    void on_debug(Bytes text);

  private:
    OperatorClient(const OperatorLogin& login, std::optional<tls::Context>&& context,
                   tls::Connection&& connection, net::Waiter&& waiter,
                   wire::soupbintcp::SoupClient&& soup);

    /// Bytes both ways until `is_done`, or there is no more patience; false: it is not.
    template <class IsDone>
    [[nodiscard]] bool poll_until(IsDone&& is_done);
    void poll();
    [[nodiscard]] bool log_in();
    /// Until is_answer_(message) has been true of one.
    [[nodiscard]] Expected<void> ask(Bytes command);
    /// A stream that is full, and the start of a day, are followed by another with the answer.
    [[nodiscard]] bool come_back_for_answer();
    [[nodiscard]] std::string why_not() const;

    OperatorLogin login_;
    std::optional<tls::Context> context_;
    tls::Connection connection_;
    net::Waiter waiter_;
    wire::soupbintcp::SoupClient soup_;
    Time until_{};  // of patience
    bool is_closed_ = false;
    char rejected_ = ' ';
    std::string told_why_{};
    std::uint32_t next_number_;
    std::function<bool(Bytes)> is_answer_ = [](Bytes) { return false; };
    bool is_answered_ = false;
};

}  // namespace hotpath::app
