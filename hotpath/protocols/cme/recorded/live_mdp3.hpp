#pragma once
/// The market data of a trader out of the packets of its journal, MDP 3.0 by order: when each packet was
/// sent and received, what it says of orders, trades and trading states, and what CME's numbers name.
///
/// An entry says the same in every packet that it may be in: how many orders share a packet depends on
/// when the venue sent it. Threads: one owner. Allocation: free. Complexity: O(bytes log n).

#include <cstdint>
#include <map>
#include <vector>

#include "hotpath/backtest/live/live_market.hpp"
#include "hotpath/backtest/live/live_session.hpp"
#include "hotpath/core/bytes.hpp"
#include "hotpath/core/symbol.hpp"
#include "hotpath/core/units.hpp"

namespace hotpath::protocols::cme {

/// Appends the entries of an incremental packet, in its order; none when it is damaged.
void append_entries(Bytes packet, std::vector<backtest::PacketEntry>& into);

class LiveMdp3 final : public backtest::LiveMarket {
  public:
    void on_packet(Bytes packet, Time now) override;
    void on_loop_packet(Bytes packet) override;
    void on_snapshot_message(Bytes, Time) override {}

    /// The number is a SecurityID.
    [[nodiscard]] Symbol symbol_of(InstrumentId instrument) const override;
    /// The packets, in the order of their numbers, and their entries. The trader applies packets in that
    /// order: one behind a gap is received when the gap is filled.
    void move_to(backtest::LiveSession& session) override;

  private:
    struct Packet {
        backtest::LiveMessage message{};
        std::vector<backtest::PacketEntry> entries{};
    };

    std::map<std::uint32_t, Packet> packets_;  // by number
    std::uint64_t gaps_ = 0;                   // packets that came before one with a lower number
    std::map<std::int32_t, Symbol> symbols_;   // by SecurityID
};

}  // namespace hotpath::protocols::cme
