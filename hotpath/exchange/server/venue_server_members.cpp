// An operator's command about a user changes limits at the port, closes connections, and sends
// notices to clients.

#include <algorithm>
#include <span>
#include <string_view>

#include "hotpath/exchange/server/venue_server.hpp"

namespace hotpath::exchange {

using protocols::nasdaq::soupbintcp::CloseReason;

/// A session without a user of the configuration has no client.
void VenueServer::on_member_control(const Control& control, Time now) noexcept {
    if (control.session.value >= sessions_.size()) {
        return;
    }
    Session& session = sessions_[control.session.value];
    switch (control.action) {
        case ControlAction::SetLimits:
            return apply_limits(control.session);
        case ControlAction::Disconnect:
            return disconnect_user(control.session, now);
        case ControlAction::Suspend:
        case ControlAction::Reinstate:
            sessions_to_notify_ += session.notify_after == 0 ? 1U : 0U;
            session.notify_after = last_seq();
            return;
        default:
            return;
    }
}

void VenueServer::apply_limits(SessionId id) noexcept {
    const Member& member = log_.exchange().member(id);
    const auto user = std::ranges::find(session_of_user_, id) - session_of_user_.begin();
    const auto n = static_cast<std::size_t>(user);
    Session& session = sessions_[id.value];
    session.limits = limits_under(
        n < options_.user_limits.size() ? options_.user_limits[n] : UserLimits{}, member);
    const RateLimit rate = order_rate_under(options_.limits.orders, member);
    if (rate != session.order_rate) {
        session.order_rate = rate;
        session.orders = TokenBucket(rate);
    }
}

/// At order entry of any protocol, and at the snapshots, which have the same users.
void VenueServer::disconnect_user(SessionId id, Time now) noexcept {
    for (Client& client : clients_) {
        const bool reads_snapshot = client.port == Port::Glimpse && client.snapshot != nullptr &&
                                    session_of_user_[client.number.value] == id;
        if (client.is_in_use && (client.session == id || reads_snapshot)) {
            close(client, CloseReason::ShutDown, "disconnected by the venue's operator");
            sweep({static_cast<std::uint16_t>(&client - clients_.data())}, now);
        }
    }
}

void VenueServer::notify_members() noexcept {
    for (std::size_t n = 0; n < sessions_.size(); ++n) {
        if (sessions_[n].notify_after != 0 && sessions_[n].notify_after <= durable_seq_) {
            sessions_[n].notify_after = 0;
            --sessions_to_notify_;
            notify_member({static_cast<std::uint16_t>(n)});
        }
    }
}

/// FIX and iLink 3 have no such message: their users see what is canceled and refused.
void VenueServer::notify_member(SessionId id) noexcept {
    const std::optional<ConnectionId> connection = sessions_[id.value].connection;
    if (!connection || clients_[connection->value].port != Port::OrderEntry) {
        return;
    }
    const std::string_view text =
        log_.exchange().member(id).is_suspended
            ? "suspended by the venue's operator: new orders are refused with 0x80"
            : "reinstated by the venue's operator: new orders are accepted";
    // Without room for it the first refusal says the same.
    static_cast<void>(
        clients_[connection->value].soup.try_send_debug(std::as_bytes(std::span(text))));
}

}  // namespace hotpath::exchange
