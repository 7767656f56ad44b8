#pragma once
/// RunRecorder: watches the trader of a backtest from outside and keeps its orders, fills and
/// equity.
///
/// An observer of sim::session::Session. Times are the trader's: an order is entered when it is
/// sent, a fill is when its report arrives, a position is valued at the trader's own mark
/// (engine/mark.hpp), and a mid after a fill is one that would mark it; only the place in the queue
/// is the venue's, as it accepts the order. Nothing here is seen by the trader.
/// Threads: the session's. Allocation: as orders and fills come. Complexity: O(1) a packet; O(own
/// open orders) a reply; O(traded instruments) a sample.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <optional>
#include <vector>

#include "hotpath/backtest/result.hpp"
#include "hotpath/backtest/stop_recorder.hpp"
#include "hotpath/core/bytes.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/engine/mark.hpp"
#include "hotpath/exchange/exchange.hpp"
#include "hotpath/oms/orders.hpp"

namespace hotpath::backtest {

/// The mark of an open position; without one the mid that would be, or the last mark.
[[nodiscard]] inline Price mark_now(const oms::Position& held, const book::Bbo& market,
                                    BasisPoints mark_spread_max) noexcept {
    const Price mid =
        held.position == SignedQty{} ? engine::mark_of(market, mark_spread_max) : Price{};
    return mid != Price{} ? mid : held.mark;
}

class RunRecorder {
  public:
    /// Samples the equity this often, above 0.
    RunRecorder(Nanos sample_every, BasisPoints mark_spread_max)
        : sample_every_(sample_every), mark_spread_max_(mark_spread_max) {}

    [[nodiscard]] const std::vector<OrderRecord>& orders() const noexcept { return orders_; }
    [[nodiscard]] const std::vector<FillRecord>& fills() const noexcept { return fills_; }
    [[nodiscard]] const std::vector<EquityPoint>& equity() const noexcept { return equity_; }
    [[nodiscard]] const std::optional<TradingStop>& stop() const noexcept { return stops_.stop(); }

    // Events of the session. The replies are OUCH messages.
    void on_venue_reply(const exchange::Exchange& venue, Bytes reply);
    void on_reply_due(Bytes reply);

    template <class Trader>
    void on_packet_due(const Trader& trader, Time now) {
        look(trader, now);
    }
    template <class Trader>
    void on_packet(const Trader& trader, Time now) {
        note_sent(trader, now);
    }
    template <class Trader>
    void on_reply(const Trader& trader, Time now) {
        look(trader, now);
        if (executed_ && add_fill(trader.orders(), now)) {
            fills_.back().mid = mid_of(trader, fills_.back().instrument);
            sample(trader, fills_.back().instrument, now);
        }
        note_sent(trader, now);
        note_closed(trader.orders(), now);
    }
    template <class Trader>
    void on_timer(const Trader& trader, Time now) {
        look(trader, now);
        note_sent(trader, now);
    }
    /// The market has ended: a last sample of every instrument. The trader, whose feed has a
    /// latency, may have been sampled after the venue's last message: samples never go back.
    template <class Trader>
    void finish(const Trader& trader, Time now) {
        look(trader, now);
        sample_all(trader, equity_.empty() ? now : std::max(now, equity_.back().at));
    }

  protected:
    /// nullptr: no order of ours.
    [[nodiscard]] OrderRecord* find(ClOrdId id);
    /// The execution in the reply that the trader has next; none: it has none.
    void expect(const std::optional<oms::Executed>& execution) { executed_ = execution; }

  private:
    static constexpr Time kLongAgo{std::numeric_limits<std::int64_t>::min()};

    /// The mid this long after a fill is still to be seen.
    struct Pending {
        std::size_t fill = 0;
        Time due{};
    };

    template <class Trader>
    [[nodiscard]] Price mid_of(const Trader& trader, InstrumentId instrument) const {
        return engine::mark_of(trader.books().bbo(instrument), mark_spread_max_);
    }

    /// The books are still as they were before `now`.
    template <class Trader>
    void look(const Trader& trader, Time now) {
        if (now >= next_look_) [[unlikely]] {
            look_at_due(trader, now);
        }
    }
    template <class Trader>
    [[gnu::noinline]] void look_at_due(const Trader& trader, Time now) {
        next_look_ = kNever;
        for (std::size_t horizon = 0; horizon < pending_.size(); ++horizon) {
            for (auto& queue = pending_[horizon]; !queue.empty() && queue.front().due < now;
                 queue.pop_front()) {
                FillRecord& fill = fills_[queue.front().fill];
                fill.mid_after[horizon] = mid_of(trader, fill.instrument);
            }
            if (!pending_[horizon].empty()) {
                next_look_ = std::min(next_look_, pending_[horizon].front().due);
            }
        }
        if (now >= next_sample_) {
            sample_all(trader, now);
            next_sample_ = now + sample_every_;
        }
        next_look_ = std::min(next_look_, next_sample_);
    }

    template <class Trader>
    void sample_all(const Trader& trader, Time now) {
        for (const InstrumentId instrument : traded_) {
            sample(trader, instrument, now);
        }
    }
    template <class Trader>
    void sample(const Trader& trader, InstrumentId instrument, Time now) {
        const oms::Position& held = trader.orders().position(instrument);
        const Price mark = mark_now(held, trader.books().bbo(instrument), mark_spread_max_);
        equity_.push_back({.at = now,
                           .instrument = instrument,
                           .pnl = held.cash + mark * held.position - held.fees,
                           .position = held.position,
                           .mid = mark});
    }

    template <class Trader>
    void note_sent(const Trader& trader, Time now) {
        const oms::Orders& orders = trader.orders();
        if (next_id_ < orders.next_id()) [[unlikely]] {
            add_sent(orders, now);
        }
        stops_.look(trader, now);
        if (orders.counters().cancels != cancels_) [[unlikely]] {
            cancels_ = orders.counters().cancels;
            note_canceled(orders, now);
        }
    }
    void add_sent(const oms::Orders& orders, Time now);
    void note_canceled(const oms::Orders& orders, Time now);
    void note_closed(const oms::Orders& orders, Time now);
    /// False for an order that is not ours.
    [[nodiscard]] bool add_fill(const oms::Orders& orders, Time now);

    Nanos sample_every_;
    BasisPoints mark_spread_max_;
    Time next_sample_{kLongAgo};
    Time next_look_{kLongAgo};              // a sample, or a mid after a fill, is due
    std::vector<OrderRecord> orders_;       // by id
    std::vector<std::size_t> open_orders_;  // indexes of orders_
    std::vector<FillRecord> fills_;
    std::vector<EquityPoint> equity_;
    std::vector<InstrumentId> traded_;  // by their first fill
    std::vector<Money> fees_;           // by instrument id, as of its last fill
    std::array<std::deque<Pending>, kMarkOutHorizons.size()> pending_;
    std::optional<oms::Executed> executed_;  // by the reply that is due
    ClOrdId next_id_{1};                     // orders below it are in orders_
    std::uint64_t cancels_ = 0;              // sent, and noted
    StopRecorder stops_;
};

}  // namespace hotpath::backtest
