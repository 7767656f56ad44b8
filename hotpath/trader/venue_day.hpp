#pragma once
/// VenueDay: is the venue's day over for its trader? It is when the order-entry session has ended,
/// when it was found to be over after a time away, and when order entry and drop copy are of two
/// days. For VenueTrader.
///
/// Threads: one owner. Allocation: none. Complexity: O(1).

#include <cstdint>
#include <optional>

#include "hotpath/protocols/ascii_fields.hpp"
#include "hotpath/protocols/nasdaq/soupbintcp/packets.hpp"
#include "hotpath/trader/resumable_session.hpp"

namespace hotpath::trader {

class VenueDay {
  public:
    [[nodiscard]] bool is_over() const noexcept { return is_session_over_ || is_in_two_days_; }
    /// The order-entry session is no more.
    [[nodiscard]] bool is_session_over() const noexcept { return is_session_over_; }

    [[nodiscard]] bool has_logged_on() const noexcept { return has_logged_on_; }

    /// Order entry is about to log in; the feed has begun so many sessions.
    void on_connected(const ResumableSession& orders, std::uint64_t feed_sessions) noexcept {
        const bool is_first =
            protocols::nasdaq::soupbintcp::is_current_session(orders.soup().session());
        feed_sessions_ = is_first ? feed_sessions : feed_sessions_;
    }
    /// Order entry has logged on; the feed has begun so many sessions.
    void on_log_on(std::uint64_t feed_sessions) noexcept {
        has_logged_on_ = true;
        feed_sessions_ = feed_sessions;
    }
    /// Either has logged in, by SoupBinTCP. In one session each has all executions, in two they
    /// never agree.
    void compare(const ResumableSession& orders,
                 const std::optional<ResumableSession>& copies) noexcept {
        is_in_two_days_ =
            is_in_two_days_ ||
            (has_logged_on_ && copies && orders.link() == nullptr &&
             !protocols::nasdaq::soupbintcp::is_current_session(copies->soup().session()) &&
             protocols::without_padding(orders.soup().session()) !=
                 protocols::without_padding(copies->soup().session()));
    }
    /// Order entry is not open. True once, when its session has ended with all its messages.
    [[nodiscard]] bool take_end(const ResumableSession& orders) noexcept {
        return !is_session_over_ && (is_session_over_ = orders.has_ended());
    }
    /// The same without them: the venue refuses the session, and its feed is in another one.
    [[nodiscard]] bool take_missed_end(const ResumableSession& orders,
                                       std::uint64_t feed_sessions) noexcept {
        const bool is_missed =
            orders.is_unavailable() && feed_sessions != feed_sessions_ &&
            !protocols::nasdaq::soupbintcp::is_current_session(orders.soup().session());
        return !is_session_over_ && (is_session_over_ = is_missed);
    }

  private:
    std::uint64_t feed_sessions_ = 0;  // when order entry logged in
    bool has_logged_on_ = false;
    bool is_session_over_ = false;
    bool is_in_two_days_ = false;
};

}  // namespace hotpath::trader
