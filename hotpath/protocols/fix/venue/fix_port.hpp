#pragma once
/// FixPort: FIX 4.2 and 4.4: sessions of order entry and drop copies: the connection of each session,
/// its turns and its end. FixLogons says which session a connection gets, FixIntake makes inputs of its
/// messages, FixDelivery takes reports to it.
///
///   first message ── CompIDs, password ──> session ── D, F, G, H ... ── limits, rates, room ──> input
///   report ──> stream, with its number ──> session;  a copy of it ──> each drop copy of the user
///
/// Threads: the server's. Allocation: create(), load(). Complexity: O(bytes); O(sessions) a search.

#include <array>
#include <cstddef>
#include <memory>

#include "hotpath/exchange/server/port_context.hpp"
#include "hotpath/exchange/server/venue_port.hpp"
#include "hotpath/protocols/fix/venue/fix_delivery.hpp"
#include "hotpath/protocols/fix/venue/fix_intake.hpp"
#include "hotpath/protocols/fix/venue/fix_logons.hpp"
#include "hotpath/protocols/fix/venue/fix_ports.hpp"
#include "hotpath/protocols/fix/venue/fix_sessions.hpp"

namespace hotpath::exchange {

class FixPort final : public VenuePort {
  public:
    static constexpr std::array kPorts{kFixOrders, kFixDropCopy};
    static constexpr std::array kKinds{output_kind<FixProtocol>(FixProtocol::kReplies),
                                       output_kind<FixProtocol>(FixProtocol::kCopies)};

    [[nodiscard]] static Expected<std::unique_ptr<FixPort>> create(const PortContext& context);
    /// create() calls it.
    FixPort(const PortContext& context, FixSessions&& sessions);

    void on_connected(ConnectionId id, Time now) noexcept override {
        logons_.on_connected(id, now);
    }
    void on_bytes(ConnectionId id, Bytes bytes, Time now) override;
    void on_disconnected(ConnectionId id, Time now) noexcept override;
    void on_timer(ConnectionId id, Time now) noexcept override;
    void on_durable(ConnectionId id, Time now) noexcept override { on_timer(id, now); }
    void on_written(ConnectionId id, std::size_t bytes, Time now) noexcept override;
    [[nodiscard]] Time next_deadline(ConnectionId id) const noexcept override;
    [[nodiscard]] Bytes output(ConnectionId id) const noexcept override;
    [[nodiscard]] std::array<Bytes, 2> last_output(ConnectionId id) const noexcept override {
        return {logons_.last_words(id)};
    }
    void sweep(ConnectionId id, Time now) noexcept override;

    [[nodiscard]] bool is_only_way_in(const Username& user) const noexcept override {
        return sessions_.is_drop_copy(user);
    }
    [[nodiscard]] std::uint64_t free_reports(SessionId session,
                                             std::uint64_t most) const noexcept override {
        return sessions_.free_reports(core_.log().users(), session, most);
    }
    void on_outputs() noexcept override { delivery_.count(); }
    void begin_counts() noexcept override { sessions_.begin_counts(); }
    void keep(const Output& report, Time now) noexcept override { delivery_.keep(report, now); }
    void begin_day(Time now) noexcept override;
    void replay(const Input& input) noexcept override;
    void save(StateWriter& writer) const override;
    void load(StateReader& reader) override;
    void on_started() noexcept override { sessions_.count_kept(); }

  private:
    using CloseReason = protocols::nasdaq::soupbintcp::CloseReason;
    class Events;  // the listener of one session, while its bytes are handled

    void give(FixEnd& end, ConnectionId id, Bytes bytes, Time now);

    VenueCore& core_;
    FixSessions sessions_;
    FixLogons logons_;
    FixIntake intake_;
    FixDelivery delivery_;
};

}  // namespace hotpath::exchange
