#pragma once
/// What a VenueTrader makes of its options: its connections and its reconciliation.
///
/// Threads: any. Allocation: what is made. Complexity: O(1).

#include <array>
#include <optional>

#include "hotpath/core/error.hpp"
#include "hotpath/protocols/nasdaq/soupbintcp/packets.hpp"
#include "hotpath/protocols/trader/order_codec.hpp"
#include "hotpath/trader/reconciliation.hpp"
#include "hotpath/trader/resumable_session.hpp"
#include "hotpath/trader/trader_options.hpp"

namespace hotpath::trader {

struct VenueSessions {
    std::array<std::optional<ResumableSession>, kPorts> by_port{};  // no drop copy: none
    std::optional<Reconciliation> reconciliation{};
};
/// Those of the protocol of order entry, of options that make_venue_sessions() has taken.
[[nodiscard]] protocols::OrderCodec::Options codec_options(const TraderOptions& options);
[[nodiscard]] Expected<VenueSessions> make_venue_sessions(const TraderOptions& options);
/// A session of snapshots has begun. Sequence numbers and instrument ids are of one session: a snapshot
/// of another than the feed's is not loaded, and manage_snapshot() closes its connection. It happens
/// between two days: the venue is in the next one, and the feed has no packet of it yet.
template <class Engine>
void begin_snapshot(Engine& engine, const protocols::nasdaq::soupbintcp::Session& session,
                    Time now) noexcept {
    const auto of_feed = engine.feed().lines().session();
    if (of_feed && protocols::nasdaq::soupbintcp::is_same_session(*of_feed, session)) {
        engine.on_snapshot_begin(now);
    }
}
/// After each event: the session of snapshots is open while one is wanted, and no longer.
inline void manage_snapshot(ResumableSession& glimpse, bool is_wanted, bool is_loading,
                            Time now) noexcept {
    if (glimpse.state() == SessionState::Off && is_wanted) {
        glimpse.start();
    } else if (glimpse.is_logged_in() && !is_loading) {
        glimpse.hang_up(ResumableSession::CloseReason::ShutDown);  // it took too long
    } else if (glimpse.state() != SessionState::Open && !is_wanted) {
        glimpse.leave(now);
    }
}
/// Logs out; at once: closes the connection, too.
void leave(ResumableSession& of, bool at_once, Time now) noexcept;

}  // namespace hotpath::trader
