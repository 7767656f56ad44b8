// The venue server's own commands: each step is an input, and nothing comes between the steps.

#include <algorithm>
#include <array>
#include <utility>

#include "hotpath/exchange/day/day_time.hpp"
#include "hotpath/exchange/server/venue_server.hpp"

namespace hotpath::exchange {

const std::vector<protocols::nasdaq::soupbintcp::Credentials>& VenueServer::users_of(
    Port port) const noexcept {
    switch (port) {
        case Port::DropCopy:
            return options_.drop_copy_users;
        case Port::Operator:
            return options_.operator_users;
        case Port::OrderEntry:
        case Port::Glimpse:
        case Port::FixOrders:
        case Port::FixDropCopy:
        case Port::IlinkOrders:
            break;
    }
    return options_.users;
}

/// The origin in an operator's message is ignored. A refused command has no answer: its connection
/// ends.
void VenueServer::on_control(Client& client, Bytes message, Time now) noexcept {
    ControlRequest request{.control = {}, .from = client.number};
    if (decode(message, request.control) != protocols::DecodeStatus::Ok) {
        ++counters_.malformed;
        return close(client, CloseReason::MalformedPacket, "malformed: not an operator command");
    }
    request.control.origin = ControlOrigin::Operator;
    if (request.control.has_user()) {
        request.control.session = log_.users().find(request.control.user).value_or(kUnknownSession);
    }
    if (!try_request(request, now)) {
        ++counters_.overloads;
        close(client, CloseReason::ShutDown,
              "the command was not accepted: too many are waiting, or the session has ended");
    }
}

bool VenueServer::try_request(const ControlRequest& request, Time now) noexcept {
    if (!may_be_taken(request) || !controls_.try_push(request)) {
        return false;
    }
    run_commands(now);
    return true;
}

void VenueServer::run_commands(Time now) noexcept {
    while (finish_control(now) && has_room_for_input() && run_next_command(now)) {
    }
}

/// Requested commands first, then scheduled ones; before them the end of a day that has no more
/// times. There is room for an input.
bool VenueServer::run_next_command(Time now) noexcept {
    if (time_of_day(now) >= kDayEndsBy && !log_.has_ended()) {
        return submit_one({.time = now, .event = event::EndOfSession{}});
    }
    if (!controls_.empty()) {
        if (waits_for_amendment(controls_.front().control)) {
            return false;
        }
        ControlRequest request = controls_.front();
        controls_.pop();
        if (request.control.is_of_trade()) {
            resolve_trade(request.control);
        }
        if (request.control.action == ControlAction::StartDay) {
            request.control.day_start = day_start();
        }
        return may_be_taken(request) && submit_control(request, now);
    }
    std::optional<Control> control = day_.next(log_, time_of_day(now));
    control = control ? control : start_of_next_day(now);
    return control && submit_control({.control = *control, .from = {}}, now);
}

bool VenueServer::may_be_taken(const ControlRequest& request) const noexcept {
    return !log_.has_ended() || request.control.action == ControlAction::StartDay;
}

std::optional<Control> VenueServer::start_of_next_day(Time now) const noexcept {
    if (!has_next_date() || now < next_day_->plan.begins_at) {
        return std::nullopt;
    }
    return Control{.action = ControlAction::StartDay,
                   .origin = ControlOrigin::Schedule,
                   .due = next_day_->plan.begins_at - next_day_->plan.midnight,
                   .day_start = day_start()};
}

/// Without a plan, or with one for an earlier date (a clock was set back), it is another trading
/// day of the same date.
DayStart VenueServer::day_start() const noexcept {
    const std::uint32_t date = log_.exchange().day().date;
    if (!next_day_ || next_day_->plan.date < date) {
        return {.date = date};
    }
    return {.date = next_day_->plan.date,
            .clock_shift = std::max(Nanos{}, next_day_->plan.midnight - midnight_)};
}

void VenueServer::begin_day(const DayStart& start) noexcept {
    midnight_ = midnight_ + start.clock_shift;
    cancel_orders_of_removed_users(Time{});
    day_.begin_day();
    if (next_day_ && next_day_->plan.date == start.date) {
        day_.replace_commands(std::move(next_day_->schedule));
    }
    next_day_.reset();
}

Expected<void> VenueServer::set_schedule(const std::vector<ScheduleEntry>& schedule) {
    Expected<DaySchedule> made = DaySchedule::create({.schedule = schedule});
    if (made) {
        day_.replace_commands(std::move(*made));
    }
    return made ? Expected<void>() : std::unexpected(std::move(made.error()));
}

Expected<void> VenueServer::set_next_day(const DayPlan& plan) {
    Expected<DaySchedule> made = DaySchedule::create({.schedule = plan.schedule});
    if (made) {
        next_day_.emplace(NextDay{.plan = plan, .schedule = std::move(*made)});
    }
    return made ? Expected<void>() : std::unexpected(std::move(made.error()));
}

bool VenueServer::finish_control(Time now) noexcept {
    while (log_.desk().unfinished()) {
        const ControlRequest request = *log_.desk().unfinished();
        if ((is_between_sessions() && now < next_session_at_) || !submit_control(request, now)) {
            return false;
        }
    }
    return true;
}

bool VenueServer::submit_control(const ControlRequest& request, Time now) noexcept {
    const std::uint32_t day_before = log_.exchange().day().number;
    std::array<std::byte, kControlLengthMax> room{};
    if (!submit_one(
            {.time = now, .event = event::Command{request.from, encode(request.control, room)}})) {
        return false;
    }
    if (is_between_sessions()) {
        next_session_at_ = now + options_.between_sessions;
    }
    if (log_.exchange().day().number != day_before) {
        begin_day(request.control.day_start);
    }
    if (request.control.is_of_member()) {
        on_member_control(request.control, now);
    }
    const bool changes_streams =
        request.control.is_of_trade() || request.control.action == ControlAction::StartDay;
    streams_change_at_ = changes_streams ? last_seq() : streams_change_at_;
    return true;
}

/// A full stream restarts with this answer: every command has one, and a venue always accepts
/// commands. Its readers are disconnected with a reason, and log in again from sequence number 1.
void VenueServer::keep_answer(Bytes answer) noexcept {
    if (answers_->is_full() && !answers_->is_ended()) {
        for (Client& client : clients_) {
            if (client.is_in_use && client.port == Port::Operator) {
                close(client, CloseReason::StreamFull,
                      "the answer stream restarts: log in from sequence number 1");
            }
        }
        answers_->clear();
        ++counters_.answers_restarted;
    }
    const bool is_kept = answers_->try_append(answer);
    counters_.answers_not_kept += is_kept ? 0U : 1U;
}

}  // namespace hotpath::exchange
