#pragma once
/// Two order-entry sessions that load a venue over TCP in an open loop: order n is meant to leave
/// at start + n / rate, whatever the venue does, and its latency counts from then to its Accepted.
///
/// Even orders buy, odd ones sell at the same price, so that most trade; two of every `rest_every`
/// are priced away and rest, so that the books at the end are not empty. run() checks the answers:
/// every order accepted once, both sessions filled with the same number of shares. Threads: one,
/// which also reads the feed when there is a listener. Allocation: the constructor.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hotpath/core/error.hpp"
#include "hotpath/protocols/nasdaq/ouch50/decode.hpp"
#include "tests/venue/feed_client.hpp"
#include "tests/venue/soup_connection.hpp"

namespace hotpath::bench {

struct VenueLoadOptions {
    std::uint64_t orders = 0;
    std::uint64_t orders_per_second = 0;  // 0: as fast as `unanswered_max` lets them
    std::uint64_t unanswered_max = 1'000;
    std::uint64_t rest_every = 16;  // of so many orders the last two rest; even, divides `orders`
};

struct VenueLoadResult {
    std::uint64_t elapsed_ns = 0;  // from the first order's time to the last answer
    std::uint64_t late = 0;        // orders that left over 1 ms behind their time: the client's own
    std::uint64_t shares = 0;      // executed, of both sessions
    std::vector<std::uint32_t> latencies_ns{};
};

class VenueLoad {
  public:
    static constexpr std::size_t kSessions = 2;

    explicit VenueLoad(const VenueLoadOptions& options);

    [[nodiscard]] Expected<void> connect(const net::Endpoint& order_entry);
    /// `feed` may be nullptr.
    [[nodiscard]] Expected<VenueLoadResult> run(venue_tests::FeedClient* feed);

  private:
    /// One session's end, and what it has been answered.
    struct Session : protocols::nasdaq::soupbintcp::NullClientListener,
                     protocols::nasdaq::ouch50::NullReplyListener {
        Session(VenueLoad& of, std::uint64_t at, const std::string& user);

        void on_logged_in(const protocols::nasdaq::soupbintcp::Session&, std::uint64_t) noexcept {
            is_logged_in = true;
        }
        void on_sequenced(std::uint64_t number, Bytes message) noexcept;
        void on_order_accepted(const protocols::nasdaq::ouch50::OrderAccepted& m,
                               protocols::nasdaq::ouch50::Appendage);
        void on_order_executed(const protocols::nasdaq::ouch50::OrderExecuted& m,
                               protocols::nasdaq::ouch50::Appendage) {
            shares += m.load_quantity();
        }
        void on_order_rejected(const protocols::nasdaq::ouch50::OrderRejected&) { ++load.refused_; }

        VenueLoad& load;
        std::uint64_t index;
        protocols::nasdaq::soupbintcp::SoupClient soup;
        std::optional<net::TcpConnection> connection;
        bool is_logged_in = false;
        std::uint64_t shares = 0;
    };

    [[nodiscard]] bool enter_next();
    [[nodiscard]] bool poll(Session& session);
    [[nodiscard]] std::int64_t intended(std::uint64_t order) const noexcept;
    [[nodiscard]] Expected<void> check() const;
    void enter_what_is_due();
    /// The expected sums over both sessions when all orders that can have traded.
    [[nodiscard]] std::uint64_t shares_expected() const noexcept;

    VenueLoadOptions options_;
    std::vector<Session> sessions_;
    std::vector<std::uint32_t> latencies_;
    std::vector<std::int64_t> sent_at_;  // as fast as possible: when; else empty
    std::int64_t start_ = 0;
    std::int64_t now_ = 0;
    std::uint64_t next_ = 0;
    std::uint64_t accepted_ = 0;
    std::uint64_t refused_ = 0;
    std::uint64_t twice_ = 0;
    std::uint64_t late_ = 0;
};

}  // namespace hotpath::bench
