#include "hotpath/protocols/nasdaq/venue/soup_port.hpp"

#include <algorithm>
#include <optional>

namespace hotpath::exchange {

namespace soup = protocols::nasdaq::soupbintcp;

namespace {

constexpr std::string_view kUnknownLogin = "login rejected: unknown user or wrong password";

}  // namespace

class SoupPort::Events : public soup::NullServerListener {
  public:
    Events(SoupPort& port, ConnectionId id, Time now) noexcept : port_(port), id_(id), now_(now) {}

    LoginAnswer on_login(const soup::LoginRequest& request) noexcept {
        return port_.login(id_, request, now_);
    }
    void on_logged_in(std::uint64_t) noexcept {
        port_.core_.clients()[id_].why = {};
        port_.core_.clients().log_in(id_);
        port_.on_logged_in(id_);
    }
    void on_unsequenced(Bytes message) noexcept { port_.on_message(id_, message, now_); }

  private:
    SoupPort& port_;
    ConnectionId id_;
    Time now_;
};

void SoupPort::on_bytes(ConnectionId id, Bytes bytes, Time now) {
    Events events(*this, id, now);
    soup(id).on_bytes(bytes, now, events);
}

void SoupPort::on_durable(ConnectionId id, Time now) noexcept {
    if (soup(id).is_logged_in()) {
        soup(id).on_stream(now);
    }
}

soup::LoginAnswer SoupPort::login(ConnectionId id, const soup::LoginRequest& request,
                                  Time now) noexcept {
    ServerClients& clients = core_.clients();
    ServerClient& client = clients[id];
    client.username = request.load_username();
    if (const auto why = clients.cut_off(id, client.username, now)) {
        return LoginAnswer::cut_off(*why);
    }
    const std::optional<std::size_t> login = soup::find_login(users_of(client.port), request);
    const bool is_elsewhere = user_of(client.port, 0).port == Port::OrderEntry &&
                              std::ranges::any_of(core_.ports(), [&](const VenuePort* port) {
                                  return port->is_only_way_in(client.username);
                              });
    if (!login || is_elsewhere) {
        clients.on_wrong_login(id, client.username, now);
        return refuse(id, soup::RejectReason::NotAuthorized, kUnknownLogin);
    }
    client.number = {static_cast<std::uint16_t>(*login)};
    if (!clients.has_certificate(id)) {
        clients.on_wrong_login(id, client.username, now);
        const auto answer = refuse(id, soup::RejectReason::NotAuthorized, kUnknownLogin);
        client.why = soup::kWrongCertificate;
        return answer;
    }
    if (!core_.make_place_for_login(id, now)) {
        return refuse(id, soup::RejectReason::SessionNotAvailable,
                      "login rejected: connections_max users are logged in");
    }
    client.why = soup::kNotThatSession;  // unless it is let in
    return admit(id, now);
}

soup::LoginAnswer SoupPort::refuse(ConnectionId id, soup::RejectReason reason,
                                   std::string_view why) noexcept {
    ++core_.counters().logins_refused;
    core_.clients()[id].why = why;
    return LoginAnswer::reject(reason, why);
}

void SoupPort::on_message(ConnectionId id, Bytes, Time) noexcept {
    close_malformed(id, "malformed: not an OUCH 5.0 request");
}

void SoupPort::close_malformed(ConnectionId id, std::string_view why) noexcept {
    ++core_.counters().malformed;
    core_.close(id, CloseReason::MalformedPacket, why);
}

void SoupPort::end_readers(Time now) noexcept {
    for (ServerClient& client : core_.clients().all()) {
        const ConnectionId id = core_.clients().id_of(client);
        if (!client.is_in_use || &core_.port_of(id) != this) {
            continue;
        }
        if (client.soup.is_logged_in()) {
            client.soup.on_stream(now);  // what fits, and the end when all of it does
        }
        if (client.soup.is_logged_in()) {
            client.soup.close(CloseReason::EndOfSession);
        }
    }
}

}  // namespace hotpath::exchange
