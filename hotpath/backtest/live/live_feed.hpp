#pragma once
/// The market data of a trader, ITCH 5.0: when each message was sent and received, and what the venue's
/// numbers name. Out of the packets of its journal, or of the venue's (venue_feed.hpp).
///
/// Threads: one owner. Allocation: free. Complexity: O(bytes log n).

#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "hotpath/backtest/live/live_market.hpp"
#include "hotpath/backtest/live/live_session.hpp"
#include "hotpath/core/bytes.hpp"
#include "hotpath/core/symbol.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/protocols/nasdaq/feed/symbol_filter.hpp"
#include "hotpath/protocols/nasdaq/moldudp64/packet_reader.hpp"

namespace hotpath::backtest {

/// Calls visit(number, message) for each message of a MoldUDP64 packet; none of a damaged one.
template <class Visit>
void for_each_message(Bytes packet, Visit&& visit) {
    protocols::nasdaq::moldudp64::PacketReader reader;
    if (reader.open(packet) != protocols::DecodeStatus::Ok) {
        return;
    }
    std::uint64_t number = reader.sequence_number();
    protocols::FrameCursor messages = reader.messages();
    for (Bytes message; messages.next(message); ++number) {
        visit(number, message);
    }
}

class LiveFeed final : public LiveMarket {
  public:
    /// `traded`: the messages of other symbols have no place in messages(), as a backtest leaves them out.
    /// Empty: every message has an arrival.
    explicit LiveFeed(std::vector<Symbol> traded = {}) : filter_(std::move(traded)) {}

    /// The trader applies messages in the order of their numbers: what comes behind a gap is received when the gap
    /// is filled, whichever symbols it is of.
    void on_packet(Bytes packet, Time now) override;
    void on_loop_packet(Bytes) override {}
    /// A message that names an instrument, or the end of the snapshot.
    void on_snapshot_message(Bytes message, Time now) override;
    /// The trader's books are whole again: the first message that is not in them has this number.
    void on_snapshot_end(std::uint64_t next, Time now);
    /// The message of this number, unless there is one; `received` may be kNever.
    void add(std::uint64_t number, Bytes message, Time received);
    /// A message that add() has kept was received at this time, or later if it says so already.
    void set_received(std::uint64_t number, Time received);
    /// A message of a snapshot: ITCH's instruments may be named there alone.
    void on_itch_message(Bytes message);

    /// How often a message came before one with a lower number, behind the first that was applied.
    [[nodiscard]] std::uint64_t gaps() const noexcept { return gaps_; }
    /// An empty one when the number names no instrument.
    [[nodiscard]] Symbol symbol_of(InstrumentId instrument) const override;
    /// When the venue executed what its reports give this number (wire/dropcopy/exec_number.hpp); kNever
    /// when the feed does not say it, or the venue's reports have numbers of another kind.
    [[nodiscard]] Time time_of(MatchId exec_number) const;
    /// In the order of their numbers, up to the last that arrived. One whose arrival is not known arrived with
    /// the next of its instant.
    [[nodiscard]] std::vector<LiveMessage> messages() const;
    void move_to(LiveSession& session) override;

  private:
    /// This number and those that have waited for it are applied.
    void apply(std::uint64_t number, Time now);

    feed::SymbolFilter filter_;
    std::uint64_t next_ = 1;           // to be applied
    std::set<std::uint64_t> waiting_;  // numbers beyond a gap
    std::uint64_t gaps_ = 0;
    std::map<std::uint64_t, LiveMessage> messages_;  // by number
    std::map<std::uint64_t, Time> executions_;       // by exec_number()
    std::map<std::uint16_t, Symbol> symbols_;        // by Stock Locate
};

/// Where replies have milliseconds, an execution has its time in the feed, an answer the request's, once it is
/// known (session_files.cpp).
void find_times(std::vector<LiveMessage>& replies, const LiveFeed& feed);

}  // namespace hotpath::backtest
