#pragma once
/// A FIX client of a VenueBench: an initiator whose bytes go to the server when the test says so.
///
///   FixBenchClient client(bench, "ALICE");
///   client.send("35=D|11=A1|55=AAPL|54=1|38=100|40=2|44=50|"); bench.make_durable(); client.poll();
///   client.reports == {"35=8|37=1|11=A1|..."}
///
/// Its store outlives restarts of either end. Threads: the test's. Allocation: free. Tests only.

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/protocols/fix/body_text.hpp"
#include "hotpath/protocols/fix/session/memory_store.hpp"
#include "hotpath/protocols/fix/session/session.hpp"
#include "hotpath/protocols/fix/venue/fix_ports.hpp"
#include "tests/support/fix_session_pair.hpp"
#include "tests/support/fix_venue.hpp"
#include "tests/support/venue_session_client.hpp"

namespace hotpath::support {

/// `users` users, the first `fix_users` of which have FIX sessions: USER0 is CLIENT0, and so on.
[[nodiscard]] inline exchange::VenueServerOptions fix_venue_server(std::size_t users,
                                                                   std::size_t fix_users) {
    exchange::VenueServerOptions options = small_venue(users);
    options.gate = {.bytes_max = 8'000'000, .outputs_max = 16'000};
    auto& fix = std::get<exchange::FixOptions>(options.protocols);
    fix.desk.ids_max = 1'024;
    fix.reports.messages_max = 20'000;
    for (std::size_t n = 0; n < fix_users; ++n) {
        fix.users.push_back({.user = static_cast<std::uint16_t>(n),
                             .comp_id = "CLIENT" + std::to_string(n),
                             .venue_comp_id = "VENUE",
                             .password = "SECRET" + std::to_string(n)});
    }
    return options;
}

/// And a drop copy of the users named, or of all: its user RISK is COPIES with COPYPASS.
[[nodiscard]] inline exchange::VenueServerOptions with_fix_copies(
    exchange::VenueServerOptions options, const std::vector<std::string>& copied = {}) {
    exchange::FixUser reader{.user = static_cast<std::uint16_t>(options.users.size()),
                             .comp_id = "COPIES",
                             .venue_comp_id = "VENUE",
                             .password = "COPYPASS",
                             .is_drop_copy = true};
    for (const std::string& name : copied) {
        reader.copied.push_back(protocols::nasdaq::soupbintcp::Credentials::of(name, "").username);
    }
    options.users.push_back(protocols::nasdaq::soupbintcp::Credentials::of("RISK", ""));
    auto& fix = std::get<exchange::FixOptions>(options.protocols);
    fix.users.push_back(std::move(reader));
    fix.copies.messages_max = 20'000;
    fix.desk.has_copies = true;
    options.gate = {.bytes_max = 16'000'000, .outputs_max = 32'000};
    return options;
}

/// A NewOrderSingle for send(), and the terms of one: a bid for 100 AAPL at 50.
inline constexpr std::string_view kFixBuy = "55=AAPL|54=1|38=100|40=2|44=50|59=0|";
[[nodiscard]] inline std::string fix_order(std::string_view id, std::string_view terms = kFixBuy) {
    return "35=D|11=" + std::string(id) + "|" + std::string(terms);
}

class FixBenchClient : public protocols::fix::NullSessionListener,
                       public SessionBenchClient<FixBenchClient> {
  public:
    FixBenchClient(VenueBench& at, std::string comp_id, std::string password,
                   exchange::Port port = exchange::kFixOrders)
        : SessionBenchClient(at, port), store(*protocols::fix::MemoryStore::create({})) {
        options_ = fix_initiator();
        options_.sender_comp_id = std::move(comp_id);
        options_.password = std::move(password);
        restart();
    }
    FixBenchClient(VenueBench& at, int user)
        : FixBenchClient(at, "CLIENT" + std::to_string(user), "SECRET" + std::to_string(user)) {}

    void restart() { session_.emplace(*protocols::fix::Session::create(options_, fix44(), store)); }
    [[nodiscard]] protocols::fix::Session& session() { return *session_; }

    /// A message of the application: MsgType and body, `|` for SOH.
    void put(std::string_view body) {
        const std::string whole = with_soh(body);
        const auto split = protocols::fix::split_body(whole);
        ASSERT_TRUE(split.has_value()) << body;
        protocols::fix::MessageWriter& writer = session_->begin(split->msg_type, bench_.now);
        writer.add_time(protocols::fix::tag::kTransactTime, bench_.now,
                        protocols::fix::TimePrecision::Milliseconds);
        writer.add_fields(split->fields);
        EXPECT_EQ(session_->send(), protocols::fix::SendStatus::Sent);
    }

    // The session's side of its connection.
    void at_connect() { session_->on_connected(bench_.now, *this); }
    void at_disconnect() { session_->on_disconnected(bench_.now); }
    void at_written(std::size_t bytes) { session_->on_written(bytes, bench_.now); }
    void at_bytes(Bytes bytes) { session_->on_bytes(bytes, bench_.now, *this); }

    void on_message(const protocols::fix::Inbound& inbound) {
        const std::string id_text(
            inbound.fields.value(protocols::fix::tag::kClOrdId).value_or(inbound.msg_type));
        const std::string type(inbound.fields.value(protocols::fix::tag::kExecType).value_or("-"));
        reports.push_back(id_text + " " + type);
        const bool is_copy = inbound.fields.value(protocols::fix::tag::kCopyMsgIndicator) == "Y";
        accounts.emplace_back(
            is_copy ? inbound.fields.value(protocols::fix::tag::kAccount).value_or("-") : "");
        text = inbound.fields.value(protocols::fix::tag::kText).value_or("");
        last = as_text(inbound.fields.message());
        std::ranges::replace(last, protocols::fix::kSoh, '|');
        numbers.push_back(inbound.number);
        duplicates += inbound.is_poss_dup ? 1 : 0;
    }
    void on_logout(const protocols::fix::Inbound& inbound) {
        logout = inbound.fields.value(protocols::fix::tag::kText).value_or("");
    }

  private:
    protocols::fix::SessionOptions options_;
    std::optional<protocols::fix::Session> session_;

  public:
    protocols::fix::MemoryStore store;
    FixLines reports;                    // ClOrdID and ExecType
    FixLines accounts;                   // of copies; empty: it is none
    std::string text;                    // of the last
    std::string last;                    // the whole of it, `|` for SOH
    std::vector<std::uint64_t> numbers;  // of them
    int duplicates = 0;
    std::string logout;
};

}  // namespace hotpath::support
