#pragma once
/// IlinkPort: iLink 3: sessions of order entry: Negotiate and Establish, orders, numbers in the
/// journal, reports.
///
///   Negotiate, Establish ──> session ── 514, 515, 516 ... ── limits, rates, room ──> input
///   report ──> stream of the day ──> session
///
/// A connection is an OUCH connection's twin once it is established: places, login limit, one
/// connection a user, SessionLimits, cancel on disconnect, notes. Threads: the server's. Allocation:
/// create(), save(), load(). Complexity: O(bytes); O(sessions) a search.

#include <array>
#include <cstddef>
#include <expected>
#include <memory>

#include "hotpath/exchange/server/port_context.hpp"
#include "hotpath/exchange/server/venue_port.hpp"
#include "hotpath/protocols/cme/venue/ilink_ports.hpp"
#include "hotpath/protocols/cme/venue/ilink_sessions.hpp"

namespace hotpath::exchange {

class IlinkPort final : public VenuePort {
  public:
    static constexpr std::array kPorts{kIlinkOrders};
    static constexpr std::array kKinds{output_kind<IlinkProtocol>(IlinkProtocol::kReports)};

    [[nodiscard]] static Expected<std::unique_ptr<IlinkPort>> create(const PortContext& context);
    /// create() calls it.
    IlinkPort(const PortContext& context, IlinkSessions&& sessions);

    void on_connected(ConnectionId id, Time now) noexcept override;
    void on_bytes(ConnectionId id, Bytes bytes, Time now) override;
    void on_disconnected(ConnectionId id, Time now) noexcept override;
    void on_timer(ConnectionId id, Time now) noexcept override;
    void on_durable(ConnectionId id, Time now) noexcept override { on_timer(id, now); }
    void on_written(ConnectionId id, std::size_t bytes, Time now) noexcept override;
    [[nodiscard]] Time next_deadline(ConnectionId id) const noexcept override;
    [[nodiscard]] Bytes output(ConnectionId id) const noexcept override;
    [[nodiscard]] std::array<Bytes, 2> last_output(ConnectionId id) const noexcept override {
        return {output(id)};
    }
    void sweep(ConnectionId id, Time now) noexcept override;

    [[nodiscard]] std::uint64_t free_reports(SessionId session,
                                             std::uint64_t most) const noexcept override {
        return sessions_.free_reports(core_.log().users(), session, most);
    }
    void look_for(TradeSearch& search, SessionId session) const noexcept override;
    void on_outputs() noexcept override;
    void begin_counts() noexcept override { sessions_.begin_counts(); }
    void keep(const Output& report, Time now) noexcept override;
    void begin_day(Time now) noexcept override;
    void replay(const Input& input) noexcept override;
    void save(StateWriter& writer) const override;
    void load(StateReader& reader) override;
    void on_started() noexcept override { sessions_.count_kept(); }

  private:
    using CloseReason = protocols::nasdaq::soupbintcp::CloseReason;
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
    [[nodiscard]] IlinkEnd* end_of(SessionId session) const noexcept {
        return sessions_.find(core_.log().users(), session);
    }

    VenueCore& core_;
    Intake& intake_;
    IlinkSessions sessions_;
};

}  // namespace hotpath::exchange
