#pragma once
/// A client of a venue's market data over FIX on a TCP connection, plain or TLS, that keeps books.
///
///   FixDataClient reader({.comp_id = "READER-MD", .password = "R"});
///   ASSERT_TRUE(reader.log_on(venue.fix_data()));
///   reader.request(support::market_data_request({}));
///   reader.wait_until([&] { return reader.book("R1", "AAPL").refreshes == 1; });
///
/// Threads: the test's. Allocation: free. Tests only.

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "hotpath/protocols/fix/body_text.hpp"
#include "hotpath/protocols/fix/session/memory_store.hpp"
#include "hotpath/protocols/fix/session/session.hpp"
#include "hotpath/timing/day_clock.hpp"
#include "hotpath/tls/connection.hpp"
#include "tests/support/fix_books.hpp"
#include "tests/support/fix_messages.hpp"
#include "tests/venue/fix_client.hpp"

namespace hotpath::venue_tests {

/// Made before the books that look at it.
struct FixDataDictionary {
    explicit FixDataDictionary(const std::string& begin_string)
        : dictionary(*protocols::fix::Dictionary::create(
              begin_string == "FIX.4.2" ? protocols::fix::kFix42 : protocols::fix::kFix44)) {}
    protocols::fix::Dictionary dictionary;
};

class FixDataClient : private FixDataDictionary, public support::FixBooks {
  public:
    /// `context` is a client's; nullptr: plain text.
    explicit FixDataClient(const FixLogin& login, const tls::Context* context = nullptr)
        : FixDataDictionary(login.begin_string),
          FixBooks(dictionary),
          context_(context),
          store_(*protocols::fix::MemoryStore::create({})),
          session_(*protocols::fix::Session::create({.begin_string = login.begin_string,
                                                     .sender_comp_id = login.comp_id,
                                                     .target_comp_id = login.venue_comp_id,
                                                     .password = login.password,
                                                     .message_length_max = 262'144,
                                                     .fields_max = 16'384,
                                                     .output_bytes_max = 1'048'576,
                                                     .held_messages_max = 4,
                                                     .resets = {.on_logon = true}},
                                                    dictionary, store_)) {}
    FixDataClient(const FixDataClient&) = delete;
    FixDataClient& operator=(const FixDataClient&) = delete;

    [[nodiscard]] bool is_logged_on() const { return session_.is_logged_on(); }

    /// Until it is logged on, or not; at most kPatience.
    [[nodiscard]] bool log_on(const net::Endpoint& to) {
        disconnect();
        auto connected = tls::Connection::connect(to, {.context = context_, .name = "127.0.0.1"});
        if (!connected) {
            return false;
        }
        connection_.emplace(std::move(*connected));
        session_.on_connected(timing::wall_clock(), *this);
        wait_until([this] { return session_.is_logged_on(); });
        return session_.is_logged_on();
    }
    void disconnect() {
        if (std::exchange(connection_, std::nullopt)) {
            session_.on_disconnected(timing::wall_clock());
        }
    }
    /// Bytes both ways, once; false when the connection is over.
    bool poll() {
        if (!connection_) {
            return false;
        }
        session_.on_timer(timing::wall_clock());
        while (!session_.output().empty() &&
               connection_->send(session_.output()) == net::SendStatus::Ok) {
            session_.on_written(session_.output().size(), timing::wall_clock());
        }
        static_cast<void>(connection_->flush());
        const net::TcpReceived received = connection_->receive();
        session_.on_bytes(received.bytes, timing::wall_clock(), *this);
        if (received.status == net::ReceiveStatus::Closed || session_.is_closed()) {
            disconnect();
        }
        return connection_.has_value();
    }
    /// At most kPatience, and while it is connected.
    template <class Condition>
    bool wait_until(Condition&& is_so) {
        const Time until = steady_now() + kPatience;
        while (!is_so() && poll() && steady_now() < until) {
            pause_before_looking_again();
        }
        return is_so();
    }
    /// MsgType and body, `|` for SOH.
    void request(std::string_view body) {
        const std::string whole = support::with_soh(body);
        if (const auto split = protocols::fix::split_body(whole)) {
            session_.begin(split->msg_type, timing::wall_clock()).add_fields(split->fields);
            static_cast<void>(session_.send());
        }
    }

  private:
    const tls::Context* context_;
    protocols::fix::MemoryStore store_;
    protocols::fix::Session session_;
    std::optional<tls::Connection> connection_;
};

}  // namespace hotpath::venue_tests
