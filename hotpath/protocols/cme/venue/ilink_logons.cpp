#include "hotpath/protocols/cme/venue/ilink_logons.hpp"

#include <string_view>

#include "hotpath/protocols/cme/ilink3/server.hpp"

namespace hotpath::exchange {

namespace ilink3 = protocols::cme::ilink3;
using ilink3::RejectCode;

IlinkLogons::Found IlinkLogons::look_up(ConnectionId id, const Found& named, Time now) noexcept {
    ServerClients& clients = core_.clients();
    ServerClient& client = clients[id];
    IlinkConnection& connection = sessions_.at(id);
    client.username = named ? (*named)->name : protocols::to_alpha<6>("");
    const auto refuse = [&](CloseReason reason, std::string_view why) {
        connection.refusal_reason = reason;
        connection.refusal = why;
        return std::unexpected(RejectCode::HmacNotAvailable);
    };
    if (const auto why = clients.cut_off(id, client.username, now)) {
        return refuse(CloseReason::RateExceeded, *why);
    }
    if (!named) {
        return named;
    }
    if (connection.named != nullptr) {
        intake_.keep_numbers(*connection.named, now);  // perhaps another's
    }
    intake_.keep_numbers(**named, now);
    client.number = {(*named)->user.user};
    if (!clients.has_certificate(id)) {
        ++core_.counters().logins_refused;
        clients.on_wrong_login(id, client.username, now);
        return refuse(CloseReason::LoginRejected, protocols::nasdaq::soupbintcp::kWrongCertificate);
    }
    if (!(*named)->is_recorded() || !core_.inputs().has_room()) {
        return refuse(CloseReason::StreamFull, "login refused: the venue's journal has no room");
    }
    if (!core_.make_place_for_login(id, now)) {
        ++core_.counters().logins_refused;
        return refuse(CloseReason::LoginRejected,
                      "login refused: connections_max users are logged in");
    }
    connection.named = *named;
    return named;
}

void IlinkLogons::establish(ConnectionId id, Time now) noexcept {
    IlinkEnd& end = *sessions_.at(id).named;
    intake_.keep_numbers(end, now);
    core_.enter_session(id, now);
    core_.clients()[id].why = {};
    end.connection = id;
    core_.clients().log_in(id);
    ++core_.counters().logins;
}

void IlinkLogons::note_end(ConnectionId id, Time now) noexcept {
    ServerClient& client = core_.clients()[id];
    IlinkConnection& connection = sessions_.at(id);
    const ilink3::IlinkServer& server = connection.server;
    const bool is_over = server.is_closed() || server.state() == ilink3::SessionState::Terminating;
    if (connection.has_failed || !is_over || client.soup.is_closed()) {
        return;
    }
    connection.has_failed = true;
    if (connection.refusal_reason != CloseReason::None) {
        connection.server.close(ilink3::CloseReason::Rejected);
        return core_.close(id, connection.refusal_reason, connection.refusal);
    }
    if (server.close_reason() == ilink3::CloseReason::Rejected) {
        const auto code = static_cast<RejectCode>(server.close_code());
        ++core_.counters().logins_refused;
        client.why = name(code);
        if (is_wrong_login(code)) {
            core_.clients().on_wrong_login(id, client.username, now);
        }
    } else if (server.close_reason() == ilink3::CloseReason::Terminated) {
        client.why = name(static_cast<ilink3::TerminateCode>(server.close_code()));
        core_.counters().malformed +=
            close_reason_of(server) == CloseReason::MalformedPacket ? 1U : 0U;
    }
}

}  // namespace hotpath::exchange
