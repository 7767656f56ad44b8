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

#include "hotpath/protocols/fix/dictionary.hpp"
#include "hotpath/protocols/fix/session/memory_store.hpp"
#include "hotpath/protocols/fix/session/session.hpp"
#include "hotpath/timing/day_clock.hpp"
#include "tests/venue/session_client.hpp"

namespace hotpath::venue_tests {

struct FixLogin {
    std::string comp_id{};
    std::string password{};
    std::string venue_comp_id = "HOTPATH";
    std::string begin_string = "FIX.4.4";
};

class FixClient : public protocols::fix::NullSessionListener, public TcpSessionClient<FixClient> {
  public:
    explicit FixClient(const FixLogin& login)
        : dictionary_(*protocols::fix::Dictionary::create(
              login.begin_string == "FIX.4.2" ? protocols::fix::kFix42 : protocols::fix::kFix44)),
          store_(*protocols::fix::MemoryStore::create({})),
          session_(*protocols::fix::Session::create({.begin_string = login.begin_string,
                                                     .sender_comp_id = login.comp_id,
                                                     .target_comp_id = login.venue_comp_id,
                                                     .password = login.password},
                                                    dictionary_, store_)) {}

    [[nodiscard]] bool is_logged_on() const { return session_.is_logged_on(); }
    [[nodiscard]] const protocols::fix::Session& session() const { return session_; }
    [[nodiscard]] const std::string& logout_text() const { return logout_text_; }

    void enter(std::string_view id, std::string_view price = "50") {
        using namespace protocols::fix;
        MessageWriter& writer = session_.begin("D", timing::wall_clock());
        writer.add(tag::kClOrdId, id);
        if (session_.options().begin_string == "FIX.4.2") {
            writer.add_char(tag::kHandlInst, '1');
        }
        writer.add(tag::kSymbol, "AAPL");
        writer.add_char(tag::kSide, '1');
        writer.add_time(tag::kTransactTime, timing::wall_clock(), TimePrecision::Milliseconds);
        writer.add_uint(tag::kOrderQty, 100);
        writer.add_char(tag::kOrdType, '2');
        writer.add(tag::kPrice, price);
        static_cast<void>(session_.send());
    }
    void logout() { session_.logout("", timing::wall_clock()); }

    // The session's side of its connection.
    void at_connect() { session_.on_connected(timing::wall_clock(), *this); }
    void at_disconnect() { session_.on_disconnected(timing::wall_clock()); }
    void at_timer() { session_.on_timer(timing::wall_clock()); }
    void at_written(std::size_t bytes) { session_.on_written(bytes, timing::wall_clock()); }
    void at_bytes(Bytes bytes) { session_.on_bytes(bytes, timing::wall_clock(), *this); }

    // The listener. A report is ClOrdID and ExecType, or the MsgType of another message. MsgSeqNums
    // are 1, 2, 3... of all application messages and what is between.
    void on_message(const protocols::fix::Inbound& inbound) {
        is_in_order_ = is_in_order_ && inbound.number > last_number_;
        last_number_ = inbound.number;
        const auto id = inbound.fields.value(protocols::fix::tag::kClOrdId);
        const auto type = inbound.fields.value(protocols::fix::tag::kExecType);
        reports_.push_back(id && type ? std::string(*id) + " " + std::string(*type)
                                      : std::string(inbound.msg_type));
    }
    void on_logout(const protocols::fix::Inbound& inbound) {
        logout_text_ = inbound.fields.value(protocols::fix::tag::kText).value_or("");
    }

  private:
    protocols::fix::Dictionary dictionary_;
    protocols::fix::MemoryStore store_;
    protocols::fix::Session session_;
    std::string logout_text_;
    std::uint64_t last_number_ = 0;
};

}  // namespace hotpath::venue_tests
