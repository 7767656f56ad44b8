#pragma once
/// LiveMarket: the market data of a trader out of the packets of its journal: when each was sent and
/// received, what it says, and what the venue's numbers name. RecordedMarket is how a protocol reads them;
/// each has its own in its folder (protocols/*/recorded).
///
/// Threads: one owner. Allocation: free. Complexity: O(bytes log n).

#include <memory>
#include <vector>

#include "hotpath/backtest/live/live_session.hpp"
#include "hotpath/book/l3_books.hpp"
#include "hotpath/core/bytes.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/core/symbol.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/trader/trader_options.hpp"

namespace hotpath::backtest {

class LiveMarket {
  public:
    LiveMarket() = default;
    LiveMarket(const LiveMarket&) = delete;
    LiveMarket& operator=(const LiveMarket&) = delete;
    LiveMarket(LiveMarket&&) = default;
    LiveMarket& operator=(LiveMarket&&) = default;
    virtual ~LiveMarket() = default;

    /// A packet of a line, or one that the venue has sent again.
    virtual void on_packet(Bytes packet, Time now) = 0;
    /// A packet of a loop: instruments may be named there alone.
    virtual void on_loop_packet(Bytes packet) = 0;
    /// A message of a snapshot that the trader fetched.
    virtual void on_snapshot_message(Bytes message, Time now) = 0;

    /// An empty one when the number names no instrument.
    [[nodiscard]] virtual Symbol symbol_of(InstrumentId instrument) const = 0;
    /// Moves its messages into the session, whose replies are complete; once, after the last packet.
    virtual void move_to(LiveSession& session) = 0;
};

/// The entries that a venue's channel has for each message of its ITCH feed.
class PublishedEntries {
  public:
    PublishedEntries() = default;
    PublishedEntries(const PublishedEntries&) = delete;
    PublishedEntries& operator=(const PublishedEntries&) = delete;
    virtual ~PublishedEntries() = default;

    virtual void append(Bytes itch, std::vector<PacketEntry>& into) = 0;
};

struct RecordedMarket {
    /// Reads a trader with these options. An error, which begins with "must", when a backtest cannot.
    Expected<std::unique_ptr<LiveMarket>> (*open)(const trader::TraderOptions& options) = nullptr;
    /// Publishes a venue with these bounds; nullptr: the protocol is ITCH.
    Expected<std::unique_ptr<PublishedEntries>> (*publish)(const book::BooksOptions& books) =
        nullptr;
};

}  // namespace hotpath::backtest
