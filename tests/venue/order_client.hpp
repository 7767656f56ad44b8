#pragma once
/// A small order-entry client over TCP that keeps its own record of its orders from replies alone:
/// after a restart of the venue it continues where it was.
///
/// After each reply it checks: an order is accepted at most once, its shares are accounted for, the
/// position is the sum of the fills. Threads: the test's. Allocation: free. Tests only.

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "hotpath/core/units.hpp"
#include "hotpath/protocols/nasdaq/ouch50/codes.hpp"
#include "hotpath/protocols/nasdaq/ouch50/decode.hpp"
#include "hotpath/protocols/nasdaq/soupbintcp/client.hpp"
#include "tests/venue/soup_connection.hpp"

namespace hotpath::venue_tests {

struct NewOrder {
    char side = 'B';
    std::uint32_t qty = 100;
    std::int64_t price = 500'000;
    const char* symbol = "AAPL";
    char time_in_force = protocols::nasdaq::ouch50::time_in_force::kDay;
    std::uint64_t stop_price = 0;  // 0: none
};

class OrderClient : public protocols::nasdaq::soupbintcp::NullClientListener,
                    public protocols::nasdaq::ouch50::NullReplyListener {
  public:
    /// An order that the venue has accepted and that is open according to its replies.
    struct Open {
        std::uint64_t id = 0;  // the venue's number
        char side = 'B';
        std::uint32_t leaves_qty = 0;
        std::string symbol{};
    };

    OrderClient(const std::string& user, const std::string& password);

    [[nodiscard]] bool connect(const net::Endpoint& to);
    void disconnect() { connection_.disconnect(); }
    /// Sends and receives once; false if the connection is closed.
    bool poll() { return connection_.poll(*this); }
    /// Polls until is_done(), at most kPatience.
    template <class IsDone>
    bool poll_until(IsDone&& is_done) {
        for (const Time until = steady_now() + kPatience; !is_done() && steady_now() < until;) {
            poll();
            pause_before_looking_again();
        }
        return is_done();
    }
    /// Sends an account query, whose answer comes after all earlier replies, and waits. False: it was closed.
    [[nodiscard]] bool catch_up();

    std::uint32_t enter(const NewOrder& order);
    void cancel(std::uint32_t number);
    /// Sends bytes past the session's state machine.
    void send_raw(Bytes bytes) { connection_.send_raw(bytes); }

    [[nodiscard]] const std::map<std::uint32_t, Open>& open() const { return open_; }
    [[nodiscard]] std::int64_t position() const { return position_; }
    [[nodiscard]] std::uint64_t fills() const { return fills_; }
    [[nodiscard]] std::uint64_t rejects() const { return rejects_; }
    [[nodiscard]] std::uint16_t last_reject() const { return last_reject_; }
    /// Every reply, byte for byte, in the order of sequence numbers.
    [[nodiscard]] const std::vector<std::vector<std::byte>>& replies() const { return replies_; }
    /// The venue's time of the last reply about an order; it never goes back.
    [[nodiscard]] Time venue_time() const { return venue_time_; }
    [[nodiscard]] std::uint64_t accepted() const { return accepted_.size(); }
    [[nodiscard]] bool has_ended() const { return connection_.soup().has_ended(); }
    /// The venue's words at the end of a connection.
    [[nodiscard]] const std::string& told() const { return told_; }
    /// The first reply that no correct venue sends, as text; empty: none.
    [[nodiscard]] const std::string& complaint() const { return complaint_; }

    void on_sequenced(std::uint64_t number, Bytes message) noexcept;
    void on_debug(Bytes text) noexcept {
        told_.append(reinterpret_cast<const char*>(text.data()), text.size());
    }
    void on_order_accepted(const protocols::nasdaq::ouch50::OrderAccepted& m,
                           protocols::nasdaq::ouch50::Appendage);
    void on_order_canceled(const protocols::nasdaq::ouch50::OrderCanceled& m);
    void on_aiq_canceled(const protocols::nasdaq::ouch50::AiqCanceled& m);
    void on_order_executed(const protocols::nasdaq::ouch50::OrderExecuted& m,
                           protocols::nasdaq::ouch50::Appendage);
    void on_order_rejected(const protocols::nasdaq::ouch50::OrderRejected& m);
    void on_account_query_response(const protocols::nasdaq::ouch50::AccountQueryResponse& m);

  private:
    void send(Bytes message);
    void take(std::uint32_t number, std::uint32_t qty);
    void note_time(std::uint64_t timestamp);
    void complain(const std::string& what);

    SoupConnection connection_;
    std::vector<std::vector<std::byte>> replies_;
    Time venue_time_{};
    std::uint32_t last_number_ = 0;
    std::map<std::uint32_t, Open> open_;
    std::set<std::uint32_t> accepted_;
    std::int64_t position_ = 0;
    std::uint64_t fills_ = 0;
    std::uint64_t rejects_ = 0;
    std::uint64_t queries_answered_ = 0;
    std::uint16_t last_reject_ = 0;
    std::string told_;
    std::string complaint_;
};

}  // namespace hotpath::venue_tests
