#pragma once
/// VenuePort: one protocol's side of a venue server: its sessions and their streams. Bytes of
/// connections become inputs of the venue, its reports become bytes.
///
///   bytes ──> on_bytes() ── input ──> VenueCore ──> journal, log
///   output() <── keep() <── report, once its input is durable ──┘
///
/// A port is added to the server's list of ports and named nowhere else in it. `id` is of a
/// connection of this port. Threads: the server's. Allocation: create(), make_sessions(), load.
/// Complexity: the port's; calls for every input or turn are O(1) without something to do.

#include <array>
#include <cstddef>
#include <cstdint>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/core/state_bytes.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/exchange/server/input.hpp"
#include "hotpath/exchange/server/output_gate.hpp"
#include "hotpath/exchange/server/user_table.hpp"
#include "hotpath/exchange/server/venue_server_options.hpp"
#include "hotpath/exchange/types.hpp"

namespace hotpath::exchange {

class TradeSearch;

class VenuePort {
  public:
    VenuePort() = default;
    VenuePort(const VenuePort&) = delete;
    VenuePort& operator=(const VenuePort&) = delete;
    virtual ~VenuePort() = default;

    // Connections.
    virtual void on_connected(ConnectionId id, Time now) noexcept = 0;
    virtual void on_bytes(ConnectionId id, Bytes bytes, Time now) = 0;
    virtual void on_disconnected(ConnectionId id, Time now) noexcept = 0;
    virtual void on_timer(ConnectionId id, Time now) noexcept = 0;
    /// Streams have grown, or what output waits for has become durable.
    virtual void on_durable(ConnectionId id, Time now) noexcept = 0;
    virtual void on_written(ConnectionId id, std::size_t bytes, Time now) noexcept = 0;
    [[nodiscard]] virtual Time next_deadline(ConnectionId id) const noexcept = 0;
    /// The bytes that may be sent: no crash can take them back.
    [[nodiscard]] virtual Bytes output(ConnectionId id) const noexcept = 0;
    [[nodiscard]] virtual std::array<Bytes, 2> last_output(ConnectionId id) const noexcept = 0;
    /// Makes the end of the protocol's side the connection's, and the other way round.
    virtual void sweep(ConnectionId, Time) noexcept {}
    /// The connection has ended; the call comes once.
    virtual void on_ended(ConnectionId) noexcept {}
    /// The user of this connection was suspended or reinstated.
    virtual void notify(ConnectionId, bool /*is_suspended*/) noexcept {}

    // Users.
    /// The user has no other way in than this port.
    [[nodiscard]] virtual bool is_only_way_in(const Username&) const noexcept { return false; }
    /// Makes streams for sessions 0 to `sessions` - 1. An error leaves the smallest ones.
    [[nodiscard]] virtual Expected<void> make_sessions(std::size_t /*sessions*/) { return {}; }
    /// The number of reports that the session may still have today; `most` if the port sends it none.
    [[nodiscard]] virtual std::uint64_t free_reports(SessionId, std::uint64_t most) const noexcept {
        return most;
    }
    /// Looks for a trade in the session's reports of the day.
    virtual void look_for(TradeSearch&, SessionId) const noexcept {}

    // The venue.
    /// An input has been applied: its outputs are in the log, and then wait for the journal.
    virtual void on_outputs() noexcept {}
    /// Reports from now on are counted as those of a new day.
    virtual void begin_counts() noexcept {}
    /// An output of this port may leave.
    virtual void keep(const Output&, Time) noexcept {}
    /// The day's feed has ended.
    virtual void end_session() noexcept {}
    /// The streams of the day before end, and are empty.
    virtual void begin_day(Time) noexcept {}
    virtual void on_turn(Time) noexcept {}
    /// When on_turn() has something to do.
    [[nodiscard]] virtual Time next_turn() const noexcept { return kNever; }

    // Recovery, before on_started(). In a snapshot what all users share is before what each has.
    virtual void replay(const Input&) noexcept {}
    virtual void save_shared(StateWriter&) const {}
    virtual void save(StateWriter&) const {}
    virtual void load_shared(StateReader&) {}
    virtual void load(StateReader&) {}
    /// Counts reports from the streams.
    virtual void on_started() noexcept {}
};

}  // namespace hotpath::exchange
