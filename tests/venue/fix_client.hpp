#pragma once
/// A FIX client on a TCP connection, which the test breaks and makes again as it likes. Its store is
/// in memory: the client outlives the venue's restarts.
///
///   FixClient alice({.comp_id = "ALICE-FIX", .password = "AFIX"});
///   ASSERT_TRUE(alice.log_on(venue.fix()));
///   alice.enter("A1"); alice.wait_for(1);   alice.reports() == {"A1 0"}
///
/// Threads: the test's. Allocation: free. Tests only.

#include <string>
#include <string_view>

#include "apps/hotpath/console/day_clock.hpp"
#include "hotpath/wire/fix/dictionary.hpp"
#include "hotpath/wire/fix/session/memory_store.hpp"
#include "hotpath/wire/fix/session/session.hpp"
#include "tests/venue/session_client.hpp"

namespace hotpath::venue_tests {

struct FixLogin {
    std::string comp_id{};
    std::string password{};
    std::string venue_comp_id = "HOTPATH";
    std::string begin_string = "FIX.4.4";
};

class FixClient : public wire::fix::NullSessionListener, public TcpSessionClient<FixClient> {
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

    [[nodiscard]] bool is_logged_on() const { return session_.is_logged_on(); }
    [[nodiscard]] const wire::fix::Session& session() const { return session_; }
    [[nodiscard]] const std::string& logout_text() const { return logout_text_; }

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

    // The session's side of its connection.
    void at_connect() { session_.on_connected(app::wall_clock(), *this); }
    void at_disconnect() { session_.on_disconnected(app::wall_clock()); }
    void at_timer() { session_.on_timer(app::wall_clock()); }
    void at_written(std::size_t bytes) { session_.on_written(bytes, app::wall_clock()); }
    void at_bytes(Bytes bytes) { session_.on_bytes(bytes, app::wall_clock(), *this); }

    // The listener. A report is ClOrdID and ExecType, or the MsgType of another message. MsgSeqNums
    // are 1, 2, 3... of all application messages and what is between.
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
    std::string logout_text_;
    std::uint64_t last_number_ = 0;
};

}  // namespace hotpath::venue_tests
