#pragma once
/// An iLink 3 client on a TCP connection, which the test breaks and makes again as it likes. Its
/// numbers outlive the venue's restarts.
///
///   IlinkTcpClient alice({.session = "ALI", .firm = "F1", .access_key_id = "ALICE", .key = "..."});
///   ASSERT_TRUE(alice.log_on(venue.ilink()));
///   alice.enter("A1"); alice.wait_for(1);   alice.reports() == {"New A1"}
///
/// What the venue says it has not got is entered again, under new numbers. Threads: the test's.
/// Allocation: free. Tests only.

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hotpath/protocols/cme/ilink3/client.hpp"
#include "hotpath/protocols/cme/login/hmac_signer.hpp"
#include "hotpath/timing/day_clock.hpp"
#include "tests/support/ilink_venue.hpp"
#include "tests/support/venue_ilink_client.hpp"
#include "tests/venue/session_client.hpp"

namespace hotpath::venue_tests {

struct IlinkLogin {
    std::string session{};
    std::string firm{};
    std::string access_key_id{};
    std::string key{};  // Base64
};

class IlinkTcpClient : public protocols::cme::ilink3::NullIlinkClientListener,
                       public TcpSessionClient<IlinkTcpClient> {
  public:
    explicit IlinkTcpClient(const IlinkLogin& login)
        : signer_(*login::HmacSigner::create(login.key)),
          client_(*protocols::cme::ilink3::IlinkClient::create(
              {.access_key_id = login.access_key_id, .session = login.session, .firm = login.firm},
              signer_)) {
        begin(static_cast<std::uint64_t>(timing::wall_clock().value / 1'000));
    }

    void begin(std::uint64_t uuid) { client_.begin_session({.uuid = uuid}); }
    [[nodiscard]] protocols::cme::ilink3::IlinkClient& session() { return client_; }
    [[nodiscard]] bool is_logged_on() const { return client_.is_established(); }
    [[nodiscard]] const std::vector<std::uint16_t>& rejected() const { return rejected_; }
    [[nodiscard]] const std::vector<std::uint16_t>& terminated() const { return terminated_; }
    [[nodiscard]] std::uint64_t not_applied() const { return not_applied_; }

    void enter(std::string_view id, std::int64_t price = 50'000'000'000) {
        const std::uint32_t number = client_.next_outgoing();
        if (client_.try_send(support::ilink_order({.id = id, .price = price}).view(),
                             timing::wall_clock())) {
            sent_[number] = id;
        } else {
            waiting_.emplace_back(id);
        }
    }
    void cancel(std::string_view id, std::uint64_t order_id) {
        static_cast<void>(
            client_.try_send(support::ilink_cancel(id, order_id).view(), timing::wall_clock()));
    }
    [[nodiscard]] std::uint64_t last_order_id() const { return last_order_id_; }

    // The session's side of its connection.
    void at_connect() { client_.on_connected(timing::wall_clock()); }
    void at_disconnect() { client_.on_disconnected(); }
    void at_timer() {
        client_.on_timer(timing::wall_clock());
        send_again();
    }
    void at_written(std::size_t bytes) { client_.on_written(bytes); }
    void at_bytes(Bytes bytes) { client_.on_bytes(bytes, timing::wall_clock(), *this); }

    // The listener. A report is its kind and ClOrdID. SeqNums are 1, 2, 3...
    void on_message(std::uint32_t number, Bytes message) {
        is_in_order_ = is_in_order_ && number == last_number_ + 1;
        last_number_ = number;
        reports_.push_back(support::ilink_kind(message));
        protocols::cme::ilink3::ExecutionReportNew accepted;
        if (accepted.open(message) == protocols::DecodeStatus::Ok) {
            last_order_id_ = accepted.load_order_id();
        }
    }
    void on_not_applied(std::uint32_t first, std::uint32_t messages) {
        for (std::uint32_t number = first; number < first + messages; ++number) {
            if (const auto found = sent_.find(number); found != sent_.end()) {
                waiting_.push_back(found->second);
            }
        }
        not_applied_ += messages;
    }
    void on_rejected(std::uint16_t code, std::string_view) { rejected_.push_back(code); }
    void on_terminated(std::uint16_t code, std::string_view) { terminated_.push_back(code); }

  private:
    void send_again() {
        if (client_.is_established()) {
            for (const std::string& id : std::exchange(waiting_, {})) {
                enter(id);
            }
        }
    }

    login::HmacSigner signer_;
    protocols::cme::ilink3::IlinkClient client_;
    std::map<std::uint32_t, std::string> sent_;  // ClOrdID, by SeqNum
    std::vector<std::string> waiting_;           // ClOrdIDs of orders to send
    std::vector<std::uint16_t> rejected_;
    std::vector<std::uint16_t> terminated_;
    std::uint64_t not_applied_ = 0;
    std::uint64_t last_order_id_ = 0;
    std::uint32_t last_number_ = 0;
};

}  // namespace hotpath::venue_tests
