#pragma once
/// The market data of a trader out of the packets of its journal, ITCH 5.0: when each message was sent and
/// received, and what the venue's numbers name.
///
/// Threads: one owner. Allocation: free. Complexity: O(bytes log n).

#include <cstdint>
#include <map>
#include <vector>

#include "apps/hotpath/backtest/live_session.hpp"
#include "hotpath/core/bytes.hpp"
#include "hotpath/core/symbol.hpp"
#include "hotpath/core/units.hpp"

namespace hotpath::app {

class LiveFeed {
  public:
    /// A packet of a line.
    void on_packet(Bytes packet, Time now);
    /// A message of a snapshot: ITCH's instruments may be named there alone.
    void on_itch_message(Bytes message);

    /// An empty one when the number names no instrument.
    [[nodiscard]] Symbol symbol_of(InstrumentId instrument) const;
    /// When the venue executed what its reports give this number (wire/dropcopy/exec_number.hpp); kNever
    /// when the feed does not say it, or the venue's reports have numbers of another kind.
    [[nodiscard]] Time time_of(MatchId exec_number) const;
    /// In the order of their numbers.
    [[nodiscard]] std::vector<LiveMessage> messages() const;

  private:
    std::map<std::uint64_t, LiveMessage> messages_;  // by number
    std::map<std::uint64_t, Time> executions_;       // by exec_number()
    std::map<std::uint16_t, Symbol> symbols_;        // by Stock Locate
};

}  // namespace hotpath::app
