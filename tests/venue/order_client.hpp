#pragma once
/// A small order-entry client over TCP, with its own idea of its orders: made of replies alone, it
/// survives the venue and comes back where it was.
///
/// Its state follows the venue's replies: each order at most once accepted, its shares accounted
/// for, its position the sum of its fills. Threads: the test's. Allocation: free. Tests only.

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "hotpath/core/units.hpp"
#include "hotpath/wire/ouch50/codes.hpp"
#include "hotpath/wire/ouch50/decode.hpp"
#include "hotpath/wire/soupbintcp/client.hpp"
#include "tests/venue/soup_connection.hpp"

namespace hotpath::venue_tests {

struct NewOrder {
    char side = 'B';
    std::uint32_t qty = 100;
    std::int64_t price = 500'000;
    const char* symbol = "AAPL";
    char time_in_force = wire::ouch50::time_in_force::kDay;
    std::uint64_t stop_price = 0;  // 0: none
};

class OrderClient : public wire::soupbintcp::NullClientListener,
                    public wire::ouch50::NullReplyListener {
  public:
    /// One order that the venue has accepted and that is open as far as it has said.
    struct Open {
        std::uint64_t id = 0;  // the venue's
        char side = 'B';
        std::uint32_t leaves_qty = 0;
        std::string symbol{};
    };

    OrderClient(const std::string& user, const std::string& password);

    [[nodiscard]] bool connect(const net::Endpoint& to);
    void disconnect() { connection_.disconnect(); }
    /// Bytes both ways, once; false when the connection is over.
    bool poll() { return connection_.poll(*this); }
    /// Until `is_done`, at most kPatience.
    template <class IsDone>
    bool poll_until(IsDone&& is_done) {
        for (const Time until = steady_now() + kPatience; !is_done() && steady_now() < until;) {
            poll();
            pause_before_looking_again();
        }
        return is_done();
    }
    /// An account query is answered behind everything that came before it; false when the connection is over first.
    [[nodiscard]] bool catch_up();

    std::uint32_t enter(const NewOrder& order);
    void cancel(std::uint32_t number);
    /// Bytes past the session's state machine.
    void send_raw(Bytes bytes) { connection_.send_raw(bytes); }

    [[nodiscard]] const std::map<std::uint32_t, Open>& open() const { return open_; }
    [[nodiscard]] std::int64_t position() const { return position_; }
    [[nodiscard]] std::uint64_t fills() const { return fills_; }
    [[nodiscard]] std::uint64_t rejects() const { return rejects_; }
    [[nodiscard]] std::uint16_t last_reject() const { return last_reject_; }
    /// Every reply, byte for byte, in the order of its numbers.
    [[nodiscard]] const std::vector<std::vector<std::byte>>& replies() const { return replies_; }
    /// Of the last order accepted or canceled, or execution; the venue's never go back.
    [[nodiscard]] Time venue_time() const { return venue_time_; }
    [[nodiscard]] std::uint64_t accepted() const { return accepted_.size(); }
    [[nodiscard]] bool has_ended() const { return connection_.soup().has_ended(); }
    /// Anything that no venue may say; empty: nothing.
    [[nodiscard]] const std::string& complaint() const { return complaint_; }

    void on_sequenced(std::uint64_t number, Bytes message) noexcept;
    void on_order_accepted(const wire::ouch50::OrderAccepted& m, wire::ouch50::Appendage);
    void on_order_canceled(const wire::ouch50::OrderCanceled& m);
    void on_aiq_canceled(const wire::ouch50::AiqCanceled& m);
    void on_order_executed(const wire::ouch50::OrderExecuted& m, wire::ouch50::Appendage);
    void on_order_rejected(const wire::ouch50::OrderRejected& m);
    void on_account_query_response(const wire::ouch50::AccountQueryResponse& m);

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
    std::string complaint_;
};

}  // namespace hotpath::venue_tests
