#pragma once
/// An operator's end of a venue's operator port: sends commands one after the other and hears what
/// has become of each.
///
/// Answers are everybody's: this client's are those of its user with the number it gave. Threads:
/// the caller's, who waits. Allocation: create(). Complexity: system calls.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "hotpath/core/error.hpp"
#include "hotpath/exchange/control.hpp"
#include "hotpath/net/tcp_connection.hpp"
#include "hotpath/net/waiter.hpp"
#include "hotpath/wire/soupbintcp/client.hpp"

namespace hotpath::app {

struct OperatorLogin {
    net::Endpoint address{};
    wire::soupbintcp::Credentials credentials{};
    exchange::SessionId number{};  // which of the venue's operators it is
    Nanos patience{5 * kNanosPerSecond};
};

class OperatorClient : public wire::soupbintcp::NullClientListener {
  public:
    /// Connected and logged in.
    [[nodiscard]] static Expected<std::unique_ptr<OperatorClient>> connect(
        const OperatorLogin& login);

    /// Waits for the answer; without one nothing is known of the command.
    [[nodiscard]] Expected<exchange::ControlAnswer> ask(exchange::Control control);
    void leave();

    void on_login_rejected(char reason) noexcept { rejected_ = reason; }
    void on_sequenced(std::uint64_t number, Bytes message) noexcept;

  private:
    OperatorClient(const OperatorLogin& login, net::TcpConnection&& connection,
                   net::Waiter&& waiter, wire::soupbintcp::SoupClient&& soup);

    /// Bytes both ways until `is_done`, or there is no more patience; false: it is not.
    template <class IsDone>
    [[nodiscard]] bool poll_until(IsDone&& is_done);
    void poll();
    [[nodiscard]] bool log_in();
    /// The start of a day is answered in the session that it begins.
    [[nodiscard]] bool come_back_for_answer();
    [[nodiscard]] bool is_answered() const noexcept { return answer_.has_value(); }
    [[nodiscard]] std::string why_not() const;

    OperatorLogin login_;
    net::TcpConnection connection_;
    net::Waiter waiter_;
    wire::soupbintcp::SoupClient soup_;
    Nanos until_{};  // of patience
    bool is_closed_ = false;
    char rejected_ = ' ';
    std::uint32_t next_number_;
    std::uint32_t asked_ = 0;
    std::optional<exchange::ControlAnswer> answer_{};
};

}  // namespace hotpath::app
