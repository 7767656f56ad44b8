#pragma once
/// VenueServer::IlinkPort: the iLink 3 sessions of a venue server, as the server's other files call
/// them. Not for users of the library.
///
///   IlinkPort(server).on_bytes(id, received, now);
///
/// A connection is an OUCH connection's twin once it is established: places, login limit, one
/// connection a user, SessionLimits, cancel on disconnect, notes. Threads: the server's. Allocation:
/// load(). Complexity: O(bytes); O(ends) a search.

#include <cstdint>

#include "hotpath/exchange/server/venue_server.hpp"

namespace hotpath::exchange {

class VenueServer::IlinkPort {
  public:
    explicit IlinkPort(VenueServer& server) noexcept : server_(server) {}

    void on_connected(ConnectionId id, Time now) noexcept;
    void on_bytes(ConnectionId id, Bytes bytes, Time now);
    /// Also when its session's stream has grown.
    void on_timer(ConnectionId id, Time now) noexcept;
    [[nodiscard]] static Time next_deadline(const VenueServer& server, ConnectionId id) noexcept;
    /// The output that may be sent: a crash cannot take it back.
    [[nodiscard]] static Bytes output(const VenueServer& server, ConnectionId id) noexcept;
    /// The end of the protocol's side is the connection's, and the other way round.
    void sweep(Client& client, ConnectionId id, Time now) noexcept;

    /// Its input is durable.
    void keep_report(const Output& report) noexcept;
    void begin_day(Time now) noexcept;
    void replay(const Input& input) noexcept;
    static void save(const VenueServer& server, StateWriter& writer);
    void load(StateReader& reader);

  private:
    class Events;  // the listener of one connection, while its bytes are handled

    [[nodiscard]] std::expected<IlinkEnd*, protocols::cme::ilink3::RejectCode> look_up(
        ConnectionId id, std::expected<IlinkEnd*, protocols::cme::ilink3::RejectCode> found,
        Time now) noexcept;
    void establish(ConnectionId id, Time now) noexcept;
    /// False: it was not taken, and the connection is being closed.
    [[nodiscard]] bool try_order(ConnectionId id, Bytes message, Time now) noexcept;
    [[nodiscard]] bool has_room_for_statuses(SessionId id) const noexcept;
    /// Without room in the journal they wait, and so does the session's output.
    void keep_numbers(IlinkEnd& end, Time now) noexcept;
    void note_refusal(ConnectionId id, Time now) noexcept;
    [[nodiscard]] protocols::nasdaq::soupbintcp::LoginAttempt attempt_of(
        ConnectionId id) const noexcept;
    [[nodiscard]] IlinkEnd* end_of(SessionId session) const noexcept;

    VenueServer& server_;
};

}  // namespace hotpath::exchange
