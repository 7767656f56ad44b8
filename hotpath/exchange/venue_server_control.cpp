// The venue server's commands of its own: each step an input, and nothing between the steps of one.

#include <array>

#include "hotpath/exchange/venue_server.hpp"

namespace hotpath::exchange {

const std::vector<wire::soupbintcp::Credentials>& VenueServer::users_of(Port port) const noexcept {
    switch (port) {
        case Port::DropCopy:
            return options_.drop_copy_users;
        case Port::Operator:
            return options_.operator_users;
        case Port::OrderEntry:
        case Port::Glimpse:
            break;
    }
    return options_.users;
}

/// Whatever an operator says of where it comes from. One that is not taken has no answer: its
/// connection ends.
void VenueServer::on_control(Client& client, Bytes message, Nanos now) noexcept {
    ControlRequest request{.control = {}, .from = client.number};
    if (decode(message, request.control) != wire::DecodeStatus::Ok) {
        ++counters_.malformed;
        return client.soup.close(wire::soupbintcp::CloseReason::MalformedPacket);
    }
    request.control.origin = ControlOrigin::Operator;
    if (!try_request(request, now)) {
        ++counters_.overloads;
        client.soup.close(wire::soupbintcp::CloseReason::ShutDown);
    }
}

bool VenueServer::try_request(const ControlRequest& request, Nanos now) noexcept {
    if (log_.has_ended() || !controls_.try_push(request)) {
        return false;
    }
    carry_on(now);
    return true;
}

void VenueServer::carry_on(Nanos now) noexcept {
    while (finish_control(now) && has_room_for_input() && carry_on_with_next(now)) {
    }
}

/// What was asked for first, then what the time asks for. There is room for an input.
bool VenueServer::carry_on_with_next(Nanos now) noexcept {
    if (!controls_.empty()) {
        const ControlRequest request = controls_.front();
        controls_.pop();
        return !log_.has_ended() && submit_control(request, now);
    }
    const std::optional<Control> control = day_.next(log_, now);
    return control && submit_control({.control = *control, .from = {}}, now);
}

bool VenueServer::finish_control(Nanos now) noexcept {
    while (log_.desk().unfinished()) {
        const ControlRequest request = *log_.desk().unfinished();
        if (!submit_control(request, now)) {
            return false;
        }
    }
    return true;
}

bool VenueServer::submit_control(const ControlRequest& request, Nanos now) noexcept {
    std::array<std::byte, kControlLengthMax> room{};
    return submit_one({.kind = InputKind::Control,
                       .session = request.from,
                       .time = now,
                       .message = encode(request.control, room)});
}

void VenueServer::keep_answer(Bytes answer) noexcept {
    const bool is_kept = answers_->try_append(answer);
    counters_.answers_not_kept += is_kept ? 0U : 1U;
}

}  // namespace hotpath::exchange
