#pragma once
/// LevelFlow: a recording by price as commands on an exchange. A price has so many shares; what is
/// traded is taken from the front of its queue, what is canceled by the FillModel.
///
/// The background's orders of a price stand in for its shares: which of them is reduced is of no
/// account. Threads: the exchange's. Allocation: scratch, which grows to the longest queue. Complexity:
/// O(1) where no session order is; else O(orders of the price).

#include <vector>

#include "hotpath/book/types.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/exchange/exchange.hpp"
#include "hotpath/sim/flow/fill_model.hpp"

namespace hotpath::sim::flow {

/// Shares of one price.
struct LevelShares {
    InstrumentId instrument{};
    book::LevelKey level{};
    Qty qty{};
};

class LevelFlow {
  public:
    explicit LevelFlow(const FillModel& model) : model_(model) {}

    void cancel(const LevelShares& shares, exchange::Exchange& venue, Time now);
    /// Session orders in front of the shares, and those at better prices, are met first; the
    /// background loses as many as the recording.
    void execute(const LevelShares& shares, MatchId match, exchange::Exchange& venue, Time now);

  private:
    /// Orders of the background between two session orders, or before or after them all.
    struct Group {
        std::vector<book::OrderView> orders{};
        TotalQty qty{};
        TotalQty canceled{};
    };

    void read_groups(const LevelShares& shares, const exchange::Exchange& venue);
    void spread(TotalQty canceled);

    FillModel model_;
    std::vector<Group> groups_;  // front to back
    std::size_t groups_used_ = 0;
};

}  // namespace hotpath::sim::flow
