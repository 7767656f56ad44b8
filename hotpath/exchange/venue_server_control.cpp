// The venue server's commands of its own: each step an input, and nothing between the steps of one.

#include <array>

#include "hotpath/exchange/venue_server.hpp"

namespace hotpath::exchange {

bool VenueServer::try_request(const ControlRequest& request, Nanos now) noexcept {
    if (log_.has_ended() || !controls_.try_push(request)) {
        return false;
    }
    carry_on(now);
    return true;
}

void VenueServer::carry_on(Nanos now) noexcept {
    while (finish_control(now) && !controls_.empty()) {
        if (!log_.has_ended() && !submit_control(controls_.front(), now)) {
            return;
        }
        controls_.pop();
    }
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
