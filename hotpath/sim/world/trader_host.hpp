#pragma once
/// A trader of the simulated world: our trader::Trader with one of our strategies, behind an
/// interface that is compiled once.
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

/// The trader's observable state, for checks.
struct TraderView {
    const oms::Orders* orders = nullptr;
    const book::L3Books* books = nullptr;
    std::uint64_t feed_next = 0;      // of the next message of the feed
    std::uint64_t feed_sessions = 0;  // that it has begun
    wire::moldudp64::Session feed_session = wire::soupbintcp::kCurrentSession;  // blank: none
    std::uint64_t packets = 0;       // that the engine counted
    std::uint64_t line_packets = 0;  // that the lines counted
    bool is_feed_live = false;       // in sequence, no snapshot in progress
    bool is_in_snapshot = false;     // feed_next is what the store keeps, not what was delivered
    bool is_stale = false;
    bool is_current = false;  // the books: orders may be sent
    bool is_killed = false;
    bool is_recovering = false;  // recovery of earlier orders not complete
    bool is_logged_on = false;
    bool is_reconciled = true;
    trader::Finding reconciliation = trader::Finding::Agrees;  // the first that differs stays
    bool is_refused = false;
    bool has_ended = false;    // its session: the day is over
    bool is_stopping = false;  // and its process is about to end
    bool is_stopped = false;
    std::uint64_t inputs_lost = 0;  // records that its journal had no room for
    risk::StopReason stop_reason = risk::StopReason::None;

    [[nodiscard]] bool is_copy_late() const noexcept {
        return reconciliation == trader::Finding::Behind;
    }
};

/// Common interface of all traders, with any strategy.
[[nodiscard]] engine::EngineOptions trader_engine_options();

class TraderHost : public Client {
  public:
    [[nodiscard]] static Expected<std::unique_ptr<TraderHost>> create(const WorldOptions& options,
                                                                      std::size_t number);

    [[nodiscard]] virtual TraderView view() const = 0;
    virtual void on_packet(const feed::LinePacket& packet) = 0;
    /// Appends what is to be sent to the re-request server.
    virtual void take_requests(std::vector<ByteString>& requests) = 0;
    virtual trader::OperatorAnswer obey(const trader::OperatorCommand& command, Time now) = 0;
    /// As its process does when its day is over.
    virtual void stop(Time now) = 0;
    /// Whether the journal of its inputs has room.
    virtual void set_journal_room(bool has_room) = 0;
};

}  // namespace hotpath::sim::world
