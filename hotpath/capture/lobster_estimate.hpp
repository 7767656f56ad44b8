#pragma once
/// A LOBSTER message file's events as ITCH messages, without the order book file: an estimate.
///
/// An executed order that was never added gets its add first, of the quantity executed; an order
/// that a later event shows to be gone gets its delete (see LobsterOrders); cancels and deletes of
/// unknown orders are left out. The book never crosses, and executions hit the first in the queue.
/// Its best prices are wrong as long as a forgotten order is the best. Threads: one owner.
/// Allocation: the open orders. Complexity: O(log n) an event.

#include "hotpath/capture/lobster_itch.hpp"
#include "hotpath/capture/lobster_orders.hpp"

namespace hotpath::capture {

class LobsterEstimate {
  public:
    explicit LobsterEstimate(LobsterItch& out) : out_(out) {}

    /// The event must be an Add, PartialCancel, Delete or Execution.
    void apply(const LobsterEvent& event);

  private:
    void add(const LobsterEvent& event);
    void cancel(const LobsterEvent& event);
    void remove(const LobsterEvent& event);
    void execute(const LobsterEvent& event);
    void forget(OrderId id);

    LobsterItch& out_;
    LobsterOrders orders_;
};

}  // namespace hotpath::capture
