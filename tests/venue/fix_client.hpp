#pragma once
/// A FIX client on a TCP connection, which the test breaks and makes again as it likes. Its store is
/// in memory: the client outlives the venue's restarts.
///
///   FixClient alice({.comp_id = "ALICE-FIX", .password = "AFIX"});
///   ASSERT_TRUE(alice.log_on(venue.fix()));
///   alice.enter("A1"); alice.wait_for(1);   alice.reports() == {"A1 0"}
///
/// Threads: the test's. Allocation: free. Tests only.

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "apps/hotpath/console/day_clock.hpp"
#include "hotpath/net/tcp_connection.hpp"
#include "hotpath/wire/fix/dictionary.hpp"
#include "hotpath/wire/fix/session/memory_store.hpp"
#include "hotpath/wire/fix/session/session.hpp"
#include "tests/venue/soup_connection.hpp"

namespace hotpath::venue_tests {

struct FixLogin {
    std::string comp_id{};
    std::string password{};
    std::string venue_comp_id = "HOTPATH";
    std::string begin_string = "FIX.4.4";
};

class FixClient : public wire::fix::NullSessionListener {
  public:
    explicit FixClient(const FixLogin& login)
        : dictionary_(*wire::fix::Dictionary::create(
              login.begin_string == "FIX.4.2" ? wire::fix::kFix42 : wire::fix::kFix44)),
          store_(*wire::fix::MemoryStore::create({})),
          session_(*wire::fix::Session::create({.begin_string = login.begin_string,
                                                .sender_comp_id = login.comp_id,
                                                .target_comp_id = login.venue_comp_id,
                                                .password = login.password},
                                               dictionary_, store_)) {}
    FixClient(const FixClient&) = delete;
    FixClient& operator=(const FixClient&) = delete;

    [[nodiscard]] bool is_logged_on() const { return session_.is_logged_on(); }
    [[nodiscard]] const wire::fix::Session& session() const { return session_; }
    /// ClOrdID and ExecType, or the MsgType of another message, of each in order.
    [[nodiscard]] const std::vector<std::string>& reports() const { return reports_; }
    [[nodiscard]] const std::string& logout_text() const { return logout_text_; }
    /// MsgSeqNums were 1, 2, 3... of all application messages and what is between.
    [[nodiscard]] bool is_in_order() const { return is_in_order_; }

    /// Until it is logged on, or not; at most ten seconds.
    [[nodiscard]] bool log_on(const net::Endpoint& to) {
        disconnect();
        auto connected = net::TcpConnection::connect(to);
        if (!connected) {
            return false;
        }
        connection_.emplace(std::move(*connected));
        session_.on_connected(app::wall_clock(), *this);
        const Time until = steady_now() + Nanos{10 * kNanosPerSecond};
        while (!session_.is_logged_on() && poll() && steady_now() < until) {
        }
        return session_.is_logged_on();
    }
    void disconnect() {
        if (std::exchange(connection_, std::nullopt)) {
            session_.on_disconnected(app::wall_clock());
        }
    }
    /// Bytes both ways, once; false when the connection is over.
    bool poll() {
        if (!connection_) {
            return false;
        }
        session_.on_timer(app::wall_clock());
        while (!session_.output().empty() &&
               connection_->send(session_.output()) == net::SendStatus::Ok) {
            session_.on_written(session_.output().size(), app::wall_clock());
        }
        static_cast<void>(connection_->flush());
        const net::TcpReceived received = connection_->receive();
        session_.on_bytes(received.bytes, app::wall_clock(), *this);
        if (received.status == net::ReceiveStatus::Closed || session_.is_closed()) {
            disconnect();
        }
        return connection_.has_value();
    }
    /// For so many reports, at most ten seconds.
    bool wait_for(std::size_t reports) {
        const Time until = steady_now() + Nanos{10 * kNanosPerSecond};
        while (reports_.size() < reports && poll() && steady_now() < until) {
        }
        return reports_.size() >= reports;
    }

    void enter(std::string_view id, std::string_view price = "50") {
        using namespace wire::fix;
        MessageWriter& writer = session_.begin("D", app::wall_clock());
        writer.add(tag::kClOrdId, id);
        if (session_.options().begin_string == "FIX.4.2") {
            writer.add_char(tag::kHandlInst, '1');
        }
        writer.add(tag::kSymbol, "AAPL");
        writer.add_char(tag::kSide, '1');
        writer.add_time(tag::kTransactTime, app::wall_clock(), TimePrecision::Milliseconds);
        writer.add_uint(tag::kOrderQty, 100);
        writer.add_char(tag::kOrdType, '2');
        writer.add(tag::kPrice, price);
        static_cast<void>(session_.send());
    }
    void logout() { session_.logout("", app::wall_clock()); }

    // The listener.
    void on_message(const wire::fix::Inbound& inbound) {
        is_in_order_ = is_in_order_ && inbound.number > last_number_;
        last_number_ = inbound.number;
        const auto id = inbound.fields.value(wire::fix::tag::kClOrdId);
        const auto type = inbound.fields.value(wire::fix::tag::kExecType);
        reports_.push_back(id && type ? std::string(*id) + " " + std::string(*type)
                                      : std::string(inbound.msg_type));
    }
    void on_logout(const wire::fix::Inbound& inbound) {
        logout_text_ = inbound.fields.value(wire::fix::tag::kText).value_or("");
    }

  private:
    wire::fix::Dictionary dictionary_;
    wire::fix::MemoryStore store_;
    wire::fix::Session session_;
    std::optional<net::TcpConnection> connection_;
    std::vector<std::string> reports_;
    std::string logout_text_;
    std::uint64_t last_number_ = 0;
    bool is_in_order_ = true;
};

}  // namespace hotpath::venue_tests
