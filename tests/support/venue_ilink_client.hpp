#pragma once
/// An iLink 3 client of a VenueBench, whose bytes go to the server when the test says so.
///
///   IlinkBenchClient client(bench, 0);
///   client.log_on(); client.send(ilink_order({.id = "A1"}));
///   client.reports == {"New A1"}
///
/// It outlives restarts of the venue. Threads: the test's. Allocation: free. Tests only.

#include <array>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/protocols/cme/ilink3/client.hpp"
#include "hotpath/protocols/cme/venue/ilink_ports.hpp"
#include "tests/support/ilink_session.hpp"
#include "tests/support/ilink_venue.hpp"
#include "tests/support/venue_session_client.hpp"

namespace hotpath::support {

/// Of the n-th user's key; it outlives every server.
[[nodiscard]] inline ToySigner& ilink_signer(std::size_t user) {
    static std::array<ToySigner, 4> signers{ToySigner(1), ToySigner(2), ToySigner(3), ToySigner(4)};
    return signers.at(user);
}

/// `users` users, the first `ilink_users` of which have iLink 3 sessions: USER0 is session S00 of
/// firm F0 with the key KEY0, and so on.
[[nodiscard]] inline exchange::VenueServerOptions ilink_venue_server(std::size_t users,
                                                                     std::size_t ilink_users) {
    exchange::VenueServerOptions options = small_venue(users);
    options.gate = {.bytes_max = 8'000'000, .outputs_max = 16'000};
    auto& ilink = std::get<exchange::IlinkOptions>(options.protocols);
    ilink.desk.is_taken = true;
    ilink.reports.messages_max = 20'000;
    for (std::size_t n = 0; n < ilink_users; ++n) {
        ilink.users.push_back({.user = static_cast<std::uint16_t>(n),
                               .access_key_id = "KEY" + std::to_string(n),
                               .session = "S0" + std::to_string(n),
                               .firm = "F" + std::to_string(n),
                               .signer = &ilink_signer(n)});
    }
    return options;
}

[[nodiscard]] inline protocols::cme::ilink3::IlinkClientOptions ilink_client_of(std::size_t user) {
    return {.access_key_id = "KEY" + std::to_string(user),
            .session = "S0" + std::to_string(user),
            .firm = "F" + std::to_string(user)};
}

/// The kind of a report and its ClOrdID.
[[nodiscard]] inline std::string ilink_kind(Bytes report) {
    std::string kind = "?";
    static_cast<void>(protocols::cme::ilink3::visit_message(report, [&](const auto& m) {
        std::string_view name = m.kName;
        name.remove_prefix(name.starts_with("ExecutionReport") ? 15 : 0);
        kind = name;
        if constexpr (requires { m.load_cl_ord_id(); }) {
            kind += " " + std::string(m.load_cl_ord_id());
        }
    }));
    return kind;
}

class IlinkBenchClient : public protocols::cme::ilink3::NullIlinkClientListener,
                         public SessionBenchClient<IlinkBenchClient> {
  public:
    IlinkBenchClient(VenueBench& at, const protocols::cme::ilink3::IlinkClientOptions& options,
                     protocols::cme::ilink3::Signer& signer)
        : SessionBenchClient(at, exchange::kIlinkOrders),
          client_(*protocols::cme::ilink3::IlinkClient::create(options, signer)) {
        client_.begin_session({.uuid = 1'000});
    }
    IlinkBenchClient(VenueBench& at, std::size_t user)
        : IlinkBenchClient(at, ilink_client_of(user), ilink_signer(user)) {}

    [[nodiscard]] protocols::cme::ilink3::IlinkClient& session() { return client_; }

    void put(const IlinkBytes& message) {
        EXPECT_TRUE(client_.try_send(message.view(), bench_.now));
    }

    // The session's side of its connection.
    void at_connect() { client_.on_connected(bench_.now); }
    void at_disconnect() { client_.on_disconnected(); }
    void at_written(std::size_t bytes) { client_.on_written(bytes); }
    void at_bytes(Bytes bytes) { client_.on_bytes(bytes, bench_.now, *this); }

    void on_message(std::uint32_t number, Bytes message) {
        reports.push_back(ilink_kind(message));
        numbers.push_back(number);
        last = to_bytes(message);
        const std::size_t flag = protocols::cme::ilink3::poss_retrans_flag_offset(
            protocols::cme::ilink3::MessageHeader::at(message.data()).load_template_id());
        again += flag != 0 && message[flag] != std::byte{0} ? 1 : 0;
    }
    void on_rejected(std::uint16_t code, std::string_view why) {
        rejected.push_back(code);
        reason = why;
    }
    void on_not_applied(std::uint32_t first, std::uint32_t messages) {
        not_applied.emplace_back(first, messages);
    }
    void on_terminated(std::uint16_t code, std::string_view) { terminated.push_back(code); }
    void on_messages_lost(std::uint32_t first, std::uint32_t messages) {
        lost.emplace_back(first, messages);
    }

  private:
    protocols::cme::ilink3::IlinkClient client_;

  public:
    IlinkLines reports;
    std::vector<std::uint32_t> numbers;  // of them
    ByteString last;                     // the last, whole
    int again = 0;                       // with PossRetransFlag
    std::vector<std::uint16_t> rejected;
    std::string reason;
    std::vector<std::uint16_t> terminated;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> not_applied;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> lost;
};

}  // namespace hotpath::support
