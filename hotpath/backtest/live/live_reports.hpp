#pragma once
/// Receives a venue's reports, translated by the trader's own codec, and records the events of the
/// trader's orders.
///
/// Threads: one owner. Allocation: that of LiveOrders. Complexity: that of LiveOrders.

#include "hotpath/backtest/live/live_orders.hpp"
#include "hotpath/oms/venue_events.hpp"

namespace hotpath::backtest {

class LiveReports {
  public:
    LiveReports(LiveOrders& orders, Time at_venue) noexcept : orders_(orders), at_(at_venue) {}

    void operator()(const oms::Accepted& event) {
        orders_.note_answer(LiveRequest::Kind::Order, event.id, at_);
    }
    void operator()(const oms::Replaced& event) {
        orders_.note_answer(LiveRequest::Kind::Order, event.id, at_);
    }
    /// A replacement is refused when its original is done.
    void operator()(const oms::Rejected& event) {
        if (orders_.is_replacement(event.id)) {
            orders_.note_arrival(LiveRequest::Kind::Order, event.id, at_);
            return;
        }
        orders_.note_answer(LiveRequest::Kind::Order, event.id, at_);
        orders_.reject(event.id);
    }
    void operator()(const oms::Leaves& event) {
        orders_.note_answer(LiveRequest::Kind::Cancel, event.id, at_);
        orders_.close(event.id, at_);
    }
    void operator()(const oms::CancelRejected& event) {
        orders_.note_arrival(LiveRequest::Kind::Cancel, event.id, at_);
    }
    void operator()(const oms::Executed& event) {
        orders_.note_reply(at_);
        orders_.name_execution(event.match);
        orders_.fill(event.id,
                     {.at = orders_.now(),
                      .qty = event.qty,
                      .price = event.price,
                      .liquidity = event.liquidity},
                     at_);
    }
    /// The link's own answer to the account query.
    void operator()(const oms::NextId&) const noexcept {}
    template <class Event>
    void operator()(const Event&) {
        orders_.note_reply(at_);
    }

  private:
    LiveOrders& orders_;
    Time at_;
};

}  // namespace hotpath::backtest
