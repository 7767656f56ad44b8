#pragma once
/// IlinkPort: iLink 3: sessions of order entry: the connection of each session, its turns and its end.
/// IlinkLogons says which session a connection gets, IlinkIntake makes inputs of its messages,
/// IlinkDelivery takes reports to it.
///
///   Negotiate, Establish ──> session ── 514, 515, 516 ... ── limits, rates, room ──> input
///   report ──> stream of the day ──> session
///
/// A connection is an OUCH connection's twin once it is established: places, login limit, one
/// connection a user, SessionLimits, cancel on disconnect, notes. Threads: the server's. Allocation:
/// create(), save(), load(). Complexity: O(bytes); O(sessions) a search.

#include <array>
#include <cstddef>
#include <memory>

#include "hotpath/exchange/server/port_context.hpp"
#include "hotpath/exchange/server/venue_port.hpp"
#include "hotpath/protocols/cme/venue/ilink_delivery.hpp"
#include "hotpath/protocols/cme/venue/ilink_intake.hpp"
#include "hotpath/protocols/cme/venue/ilink_logons.hpp"
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
    void look_for(TradeSearch& search, SessionId session) const noexcept override {
        delivery_.look_for(search, session);
    }
    void on_outputs() noexcept override { delivery_.count(); }
    void begin_counts() noexcept override { sessions_.begin_counts(); }
    void keep(const Output& report, Time) noexcept override { delivery_.keep(report); }
    void begin_day(Time now) noexcept override;
    void replay(const Input& input) noexcept override {
        intake_.replay(input);
        delivery_.replay();
    }
    void save(StateWriter& writer) const override;
    void load(StateReader& reader) override;
    void on_started() noexcept override { sessions_.count_kept(); }

  private:
    using CloseReason = protocols::nasdaq::soupbintcp::CloseReason;
    class Events;  // the listener of one connection, while its bytes are handled

    VenueCore& core_;
    IlinkSessions sessions_;
    IlinkIntake intake_;
    IlinkLogons logons_;
    IlinkDelivery delivery_;
};

}  // namespace hotpath::exchange
