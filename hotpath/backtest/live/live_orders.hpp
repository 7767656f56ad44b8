#pragma once
/// The orders, requests and replies of one trader, as its journal has them, whatever their protocol.
///
/// A request without an answer came too late for its order. Threads: one owner. Allocation: free.
/// Complexity: O(log n) a message, answer() O(requests since the order's).

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "hotpath/backtest/comparison.hpp"
#include "hotpath/backtest/live/live_session.hpp"
#include "hotpath/core/units.hpp"

namespace hotpath::backtest {

/// A request of the trader, and when the venue had it; kNever until an answer says so.
struct LiveRequest {
    enum class Kind : std::uint8_t { Order, Cancel, Query };

    Kind kind = Kind::Order;
    ClOrdId id{};
    ClOrdId changes{};  // the order that it cancels, reduces or replaces
    Time sent{};
    Time arrived = kNever;
};

class LiveOrders {
  public:
    /// The trader's time of what follows.
    void set_time(Time now) noexcept { now_ = now; }
    [[nodiscard]] Time now() const noexcept { return now_; }

    // Requests. A replacement names the order that it replaces.
    void enter(SessionOrder order, ClOrdId replaced = {});
    /// A cancel or a reduction.
    void cancel(ClOrdId id);
    /// The account query: replies that came before its answer were for an earlier trader.
    void query();
    /// The same of a protocol whose link answers it: it is no message.
    void open() noexcept;

    // Replies; `at_venue` is when the venue sent it.
    void note_reply(Time at_venue);
    /// When the venue had the first such request that has no answer (a cancel may follow a reduction of
    /// its order), and which it is. Alone for a refusal that OUCH does not have: it ignores what comes
    /// too late.
    std::optional<std::size_t> note_arrival(LiveRequest::Kind kind, ClOrdId id, Time at_venue);
    /// note_reply() and note_arrival(): the one answers the other.
    void note_answer(LiveRequest::Kind kind, ClOrdId id, Time at_venue);
    void end_query() noexcept { is_answered_ = true; }
    void reject(ClOrdId id);
    /// The last that happened to the order.
    void close(ClOrdId id, Time at_venue);
    void fill(ClOrdId id, const SessionFill& fill, Time at_venue);
    /// The venue's time of the last reply is not exact: it is that of this execution in the feed.
    void name_execution(MatchId match);

    // Queries.
    /// nullptr: not of this trader.
    [[nodiscard]] const SessionOrder* find(ClOrdId id) const;
    [[nodiscard]] bool is_replacement(ClOrdId id) const;
    [[nodiscard]] SessionOrders& orders() noexcept { return orders_; }
    [[nodiscard]] std::vector<LiveMessage> requests() const;
    [[nodiscard]] const std::vector<LiveMessage>& replies() const noexcept { return replies_; }
    /// When the account was first asked for.
    [[nodiscard]] const std::optional<Time>& opened() const noexcept { return opened_; }

  private:
    struct Known {
        std::size_t index = 0;  // of orders_
        ClOrdId replaced{};
        Time last_event{};  // at the venue
    };

    Time now_{};
    SessionOrders orders_;
    std::map<std::uint32_t, Known> known_;
    std::vector<LiveRequest> requests_;
    std::vector<LiveMessage> replies_;
    std::optional<Time> opened_{};
    bool is_answered_ = false;
};

}  // namespace hotpath::backtest
