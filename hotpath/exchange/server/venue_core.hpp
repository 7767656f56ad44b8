#pragma once
/// VenueCore: what the ports of a venue server share: the journaled log, the users' sessions, the
/// connections, and the table of the ports themselves.
///
///   if (core.submit({.time = now, .event = event})) { ... }      the input is in the journal's records
///   core.on_durable(seq, now);                                    each output goes to its port
///   core.sweep(id, now);                                          a connection that is closed ends, once
///
/// Room in the streams of sessions: enough of each is kept for what may come of its open orders, and
/// when it comes to that, they are canceled: every order that was accepted has its last report.
/// Threads: the server's. Allocation: the constructor, add(), make_sessions(). Complexity: the log's, and
/// O(ports) an input; O(connections) for events of all connections.

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "hotpath/core/error.hpp"
#include "hotpath/core/fixed_queue.hpp"
#include "hotpath/exchange/market/feed_history.hpp"
#include "hotpath/exchange/market/feed_outbox.hpp"
#include "hotpath/exchange/server/journaled_log.hpp"
#include "hotpath/exchange/server/server_clients.hpp"
#include "hotpath/exchange/server/user_sessions.hpp"
#include "hotpath/exchange/server/venue_port.hpp"
#include "hotpath/exchange/server/venue_server_options.hpp"

namespace hotpath::exchange {

class VenueCore {
  public:
    using CloseReason = protocols::nasdaq::soupbintcp::CloseReason;

    VenueCore(const VenueServerOptions& options, VenueLog&& log, FeedHistory&& feed);
    VenueCore(const VenueCore&) = delete;
    VenueCore& operator=(const VenueCore&) = delete;

    // The parts.
    [[nodiscard]] const VenueServerOptions& options() const noexcept { return options_; }
    [[nodiscard]] const VenueLog& log() const noexcept { return inputs_.log(); }
    [[nodiscard]] const Exchange& exchange() const noexcept { return log().exchange(); }
    [[nodiscard]] JournaledLog& inputs() noexcept { return inputs_; }
    [[nodiscard]] const JournaledLog& inputs() const noexcept { return inputs_; }
    [[nodiscard]] ServerClients& clients() noexcept { return clients_; }
    [[nodiscard]] const ServerClients& clients() const noexcept { return clients_; }
    [[nodiscard]] UserSessions& sessions() noexcept { return sessions_; }
    [[nodiscard]] const UserSessions& sessions() const noexcept { return sessions_; }
    [[nodiscard]] VenueServerCounters& counters() noexcept { return counters_; }
    [[nodiscard]] const VenueServerCounters& counters() const noexcept { return counters_; }
    [[nodiscard]] FeedHistory& feed() noexcept { return feed_; }
    [[nodiscard]] const FeedHistory& feed() const noexcept { return feed_; }
    [[nodiscard]] FeedOutbox& outbox() noexcept { return outbox_; }
    [[nodiscard]] const FeedOutbox& outbox() const noexcept { return outbox_; }
    [[nodiscard]] Time utc(Time now) const noexcept { return now + utc_offset_; }
    /// The same back; kNever stays.
    [[nodiscard]] Time server_time(Time utc) const noexcept {
        return utc == kNever ? kNever : utc - utc_offset_;
    }
    void set_utc_offset(Nanos offset) noexcept { utc_offset_ = offset; }

    // The ports.
    /// `port` outlives it, serves connections of these ports and keeps outputs of these kinds.
    void add(VenuePort& port, std::span<const Port> ports, std::span<const OutputKind> kinds);
    [[nodiscard]] std::span<VenuePort* const> ports() const noexcept { return ports_; }
    [[nodiscard]] VenuePort& port_of(ConnectionId id) const noexcept {
        return *by_port_[number_of(clients_[id].port)];
    }

    // Inputs.
    /// False if there is no room for the possible effects; then nothing has changed.
    [[nodiscard]] bool submit(const Input& input) noexcept;
    /// Applies the input; there must be room.
    void carry_out(const Input& input) noexcept;
    /// Gives outputs to their ports, and notices to members, now that every record up to `seq` is
    /// durable.
    void on_durable(std::uint64_t seq, Time now) noexcept;

    // Room in the streams.
    [[nodiscard]] std::uint64_t free_replies(SessionId id) const noexcept;
    /// Replies reserved for the session's next inputs and the last reports of its open orders.
    [[nodiscard]] std::uint64_t replies_reserved(SessionId id) const noexcept;
    /// The same for a session that enters an order.
    [[nodiscard]] std::uint64_t replies_reserved_for_orders(SessionId id) const noexcept;
    [[nodiscard]] bool has_room_for_order(SessionId id) const noexcept {
        return free_replies(id) > replies_reserved_for_orders(id);
    }
    [[nodiscard]] bool has_room_for_reply(SessionId id) const noexcept {
        return free_replies(id) > replies_reserved(id);
    }
    /// The session is to be stopped if it has no room for another reply.
    void note_crowded(SessionId id) noexcept;
    [[nodiscard]] bool has_crowded() const noexcept { return !crowded_.empty(); }
    /// Cancels the open orders and disconnects. False if the journal has no room for that.
    [[nodiscard]] bool stop_crowded(Time now) noexcept;

    // Connections and sessions.
    void close(ConnectionId id, CloseReason reason, std::string_view why) noexcept {
        ServerClients::close(clients_[id], reason, why);
    }
    /// Closes the user's oldest connection if the user has too many. False if connections_max users
    /// are logged in.
    [[nodiscard]] bool make_place_for_login(ConnectionId id, Time now) noexcept;
    /// The connection is its user's session's, in place of an earlier one.
    void enter_session(ConnectionId id, Time now) noexcept;
    /// Reports the end of a connection, once.
    void sweep(ConnectionId id, Time now) noexcept;
    void sweep_all(Time now) noexcept;
    void cancel_orders_of_removed_users(Time at) noexcept;
    void disconnect_user(SessionId id, Time now) noexcept;
    /// The session's user gets notice when the last input is durable.
    void notify_later(SessionId id) noexcept;

    // Recovery.
    /// Makes sessions 0 to `sessions` - 1. Without memory for a stream no_memory() says so.
    void make_sessions(std::size_t sessions);
    [[nodiscard]] const std::optional<Error>& no_memory() const noexcept { return no_memory_; }
    void save(StateWriter& writer) const;
    void load(StateReader& reader);
    [[nodiscard]] ApplyStatus replay(Bytes record, std::uint64_t seq) noexcept;
    void on_started(Time now) noexcept;

  private:
    void keep(const Output& output, Time now) noexcept;
    void keep_packet(Bytes packet, Time now) noexcept;
    void count_outputs() noexcept;
    void notify_members() noexcept;

    VenueServerOptions options_;
    JournaledLog inputs_;
    FeedHistory feed_;
    FeedOutbox outbox_;
    VenueServerCounters counters_;
    ServerClients clients_;
    UserSessions sessions_;
    std::vector<VenuePort*> ports_;
    std::array<VenuePort*, kServerPorts> by_port_{};
    std::array<VenuePort*, kOutputKinds> by_kind_{};
    FixedQueue<SessionId> crowded_;       // sessions to be stopped
    std::size_t sessions_to_notify_ = 0;  // whose notify_after is not 0
    std::uint32_t day_of_reports_ = 0;    // the number of the day whose reports are counted
    Nanos utc_offset_{};
    std::optional<Error> no_memory_;
};

}  // namespace hotpath::exchange
