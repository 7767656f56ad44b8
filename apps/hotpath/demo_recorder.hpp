#pragma once
/// Watches the trader of a demo from outside and keeps what the report shows: latencies, the touch,
/// fills, position and profit and loss.
///
/// The mark is the mid of the last market no wider than kMarkSpreadBpsMax: outside trading hours
/// the touch is whatever nobody wanted to cancel, and its mid is no value. A fill is read off the
/// position: one OUCH message carries at most one execution, so what changed between two steps is
/// exactly it. Threads: the session's. Allocation: the curves at construction, fills as they come.
/// Complexity: O(1) a step; nothing here is inside a stage that is measured.

#include <cstdint>
#include <vector>

#include "apps/hotpath/sampled_series.hpp"
#include "apps/hotpath/stage_latencies.hpp"
#include "hotpath/book/types.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/oms/position.hpp"

namespace hotpath::app {

struct FillMark {
    Nanos time;
    Side side = Side::Buy;
    Price price;
    Qty qty;
};

struct Touch {
    Price bid, ask;
};

struct Account {
    std::int64_t position = 0;  // shares
    std::int64_t pnl = 0;       // price units x shares; the open position at the mark
};

class DemoRecorder {
  public:
    static constexpr std::int64_t kMarkSpreadBpsMax =
        200;  // as wide as the market maker still quotes

    DemoRecorder(InstrumentId instrument, const timing::TscClock& clock)
        : instrument_(instrument), latencies_(clock) {}

    [[nodiscard]] const StageLatencies& latencies() const noexcept { return latencies_; }
    [[nodiscard]] const SampledSeries<Touch>& touch() const noexcept { return touch_; }
    [[nodiscard]] const SampledSeries<Account>& accounts() const noexcept { return accounts_; }
    [[nodiscard]] const std::vector<FillMark>& fills() const noexcept { return fills_; }
    [[nodiscard]] Account account() const noexcept { return account_of(position_); }

    template <class Trader>
    void on_packet(const Trader& trader, Nanos now) {
        latencies_.record(trader.stamps());
        const book::Bbo bbo = trader.books().bbo(instrument_);
        if (bbo.is_two_sided() && bbo.bid.price < bbo.ask.price) {
            see_touch({.bid = bbo.bid.price, .ask = bbo.ask.price}, now);
        }
    }

    template <class Trader>
    void on_reply(const Trader& trader, Nanos now) {
        see_position(trader.orders().position(instrument_), now);
    }

  private:
    void see_touch(const Touch& touch, Nanos now);
    void see_position(const oms::Position& position, Nanos now);
    [[nodiscard]] Account account_of(const oms::Position& position) const noexcept;

    InstrumentId instrument_;
    StageLatencies latencies_;
    Touch last_touch_;
    Touch mark_;  // the last touch whose mid is worth something
    oms::Position position_;
    SampledSeries<Touch> touch_;
    SampledSeries<Account> accounts_;
    std::vector<FillMark> fills_;
};

}  // namespace hotpath::app
