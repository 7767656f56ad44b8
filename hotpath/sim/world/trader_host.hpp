#pragma once
/// A trader of the simulated world: our trader::Trader with one of our strategies, at one venue or
/// two, behind an interface that is compiled once.
///
///   host.at(venue) ──> TraderSeat: a Client of that venue       host.obey(), stop(): at all of them
///
/// It lives as long as its simulated machine runs it: a crash destroys it, the next one begins from
/// nothing. Threads: one owner. Allocation: create(). Complexity: the trader's.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "hotpath/book/l3_books.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/engine/engine_options.hpp"
#include "hotpath/feed/line_arbiter.hpp"
#include "hotpath/oms/orders.hpp"
#include "hotpath/risk/limits.hpp"
#include "hotpath/sim/world/client.hpp"
#include "hotpath/sim/world/network.hpp"
#include "hotpath/sim/world/options.hpp"
#include "hotpath/trader/operator_command.hpp"
#include "hotpath/trader/reconciliation.hpp"

namespace hotpath::sim::world {

/// The trader's observable state at one venue, for checks.
struct TraderView {
    const oms::Orders* orders = nullptr;
    const book::L3Books* books = nullptr;
    std::uint64_t feed_next = 0;      // of the next message of the feed
    std::uint64_t feed_sessions = 0;  // that it has begun
    Time feed_heard{};                // the last packet of it on a line
    protocols::nasdaq::moldudp64::Session feed_session =
        protocols::nasdaq::soupbintcp::kCurrentSession;  // blank: none
    std::uint64_t packets = 0;                           // that the engine counted
    std::uint64_t line_packets = 0;                      // that the lines counted
    bool is_feed_live = false;                           // in sequence, no snapshot in progress
    bool is_in_snapshot = false;  // feed_next is what the store keeps, not what was delivered
    bool is_stale = false;
    bool is_current = false;  // the books: orders may be sent
    bool is_killed = false;
    bool is_recovering = false;  // recovery of earlier orders not complete
    bool is_logged_on = false;
    bool is_reconciled = true;
    trader::Finding reconciliation = trader::Finding::Agrees;  // the first that differs stays
    bool is_refused = false;
    bool has_ended = false;         // its session: the day is over
    std::uint64_t inputs_lost = 0;  // records that its journal had no room for, of any venue
    risk::StopReason stop_reason = risk::StopReason::None;

    [[nodiscard]] bool is_copy_late() const noexcept {
        return reconciliation == trader::Finding::Behind;
    }
};

/// At every venue.
[[nodiscard]] engine::EngineOptions trader_engine_options();

/// A trader at one of its venues.
class TraderSeat : public Client {
  public:
    [[nodiscard]] virtual TraderView view() const = 0;
    virtual void on_packet(const feed::LinePacket& packet) = 0;
    /// Appends what is to be sent to the re-request server.
    virtual void take_requests(std::vector<ByteString>& requests) = 0;
};

/// Common interface of all traders, with any strategy.
class TraderHost {
  public:
    [[nodiscard]] static Expected<std::unique_ptr<TraderHost>> create(const WorldOptions& options,
                                                                      std::size_t number);
    TraderHost() = default;
    TraderHost(const TraderHost&) = delete;
    TraderHost& operator=(const TraderHost&) = delete;
    virtual ~TraderHost() = default;

    /// The trader is at this venue of the world.
    [[nodiscard]] virtual TraderSeat& at(std::size_t venue) = 0;
    /// Open orders reserved of the firm's limit, or fetched from it; 0 of a trader at one venue.
    [[nodiscard]] virtual std::uint64_t firm_orders() const = 0;
    virtual trader::OperatorAnswer obey(const trader::OperatorCommand& command, Time now) = 0;
    /// Stops as the trader's process does at the end of its day, at any venue.
    virtual void stop(Time now) = 0;
    [[nodiscard]] virtual bool is_stopping() const = 0;
    [[nodiscard]] virtual bool is_stopped() const = 0;
    /// Whether the journal of its inputs has room.
    virtual void set_journal_room(bool has_room) = 0;
};

}  // namespace hotpath::sim::world
