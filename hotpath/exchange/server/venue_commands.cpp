#include "hotpath/exchange/server/venue_commands.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "hotpath/exchange/day/day_time.hpp"
#include "hotpath/exchange/server/trade_search.hpp"

namespace hotpath::exchange {

namespace {

constexpr std::size_t kWaitingMax = 64;
/// A break of a trade is one more reply, which no reserve of an order covers.
constexpr std::uint64_t kRepliesFree = 64;

}  // namespace

VenueCommands::VenueCommands(VenueCore& core, DaySchedule&& day)
    : core_(core), waiting_(kWaitingMax), day_(std::move(day)) {}

bool VenueCommands::try_request(const ControlRequest& request, Time now) noexcept {
    if (!may_be_taken(request) || !waiting_.try_push(request)) {
        return false;
    }
    run(now);
    return true;
}

void VenueCommands::run(Time now) noexcept {
    while (finish(now) && core_.inputs().has_room() && run_next(now)) {
    }
}

/// Requested commands first, then scheduled ones; before them the end of a day that has no more
/// times. There is room for an input.
bool VenueCommands::run_next(Time now) noexcept {
    const Time time_of_day = core_.inputs().time_of_day(now);
    if (time_of_day >= kDayEndsBy && !log().has_ended()) {
        return core_.submit({.time = now, .event = event::EndOfSession{}});
    }
    if (!waiting_.empty()) {
        if (waits_for_amendment(waiting_.front().control)) {
            return false;
        }
        ControlRequest request = waiting_.front();
        waiting_.pop();
        if (request.control.is_of_trade()) {
            resolve_trade(request.control);
        }
        if (request.control.action == ControlAction::StartDay) {
            request.control.day_start = day_start();
        }
        return may_be_taken(request) && submit(request, now);
    }
    std::optional<Control> control = day_.next(log(), time_of_day);
    control = control ? control : start_of_next_day(now);
    return control && submit({.control = *control, .from = {}}, now);
}

bool VenueCommands::may_be_taken(const ControlRequest& request) const noexcept {
    return !log().has_ended() || request.control.action == ControlAction::StartDay;
}

bool VenueCommands::finish(Time now) noexcept {
    while (log().desk().unfinished()) {
        const ControlRequest request = *log().desk().unfinished();
        if ((is_between_sessions() && now < next_session_at_) || !submit(request, now)) {
            return false;
        }
    }
    return true;
}

bool VenueCommands::submit(const ControlRequest& request, Time now) noexcept {
    const std::uint32_t day_before = core_.exchange().day().number;
    std::array<std::byte, kControlLengthMax> room{};
    if (!core_.submit(
            {.time = now, .event = event::Command{request.from, encode(request.control, room)}})) {
        return false;
    }
    if (is_between_sessions()) {
        next_session_at_ = now + core_.options().between_sessions;
    }
    if (core_.exchange().day().number != day_before) {
        begin_day(request.control.day_start);
    }
    if (request.control.is_of_member()) {
        on_member_control(request.control, now);
    }
    const bool changes_streams =
        request.control.is_of_trade() || request.control.action == ControlAction::StartDay;
    streams_change_at_ = changes_streams ? core_.inputs().last_seq() : streams_change_at_;
    return true;
}

/// From the waiting ones, or from the schedule.
Time VenueCommands::next_at() const noexcept {
    if (has_waiting()) {
        const bool is_waiting = !log().desk().unfinished() && !waiting_.empty() &&
                                waits_for_amendment(waiting_.front().control);
        return is_waiting              ? kNever  // for the journal
               : is_between_sessions() ? next_session_at_
                                       : Time{};
    }
    const Time scheduled =
        std::min(day_.next_deadline(log()), log().has_ended() ? kNever : kDayEndsBy);
    return std::min(scheduled == kNever ? kNever : scheduled + core_.inputs().midnight(),
                    has_next_date() ? next_day_->plan.begins_at : kNever);
}

/// A session without a user of the configuration has no client.
void VenueCommands::on_member_control(const Control& control, Time now) noexcept {
    if (control.session.value >= core_.sessions().size()) {
        return;
    }
    switch (control.action) {
        case ControlAction::SetLimits:
            return core_.sessions().apply_limits(control.session,
                                                 core_.exchange().member(control.session));
        case ControlAction::Disconnect:
            return core_.disconnect_user(control.session, now);
        case ControlAction::Suspend:
        case ControlAction::Reinstate:
            return core_.notify_later(control.session);
        default:
            return;
    }
}

/// The replies of an amendment must be in the streams before the next one is looked up, and those of
/// a day that has ended must be out of them.
bool VenueCommands::waits_for_amendment(const Control& control) const noexcept {
    return control.is_of_trade() && core_.inputs().durable_seq() < streams_change_at_;
}

/// The trade that the command names by its match number is looked up here, once, and is in the command's record
/// from then on.
void VenueCommands::resolve_trade(Control& control) noexcept {
    TradeSearch search(control.trade.match);
    for (std::uint16_t n = 0; n < log().users().size(); ++n) {
        for (const VenuePort* const port : core_.ports()) {
            port->look_for(search, {n});
        }
    }
    TradeAmendment found = search.trade();
    found.reason = control.trade.reason;
    found.corrected = control.trade.corrected;
    for (const TradeParty& party : found.parties()) {
        const bool has_room = core_.free_replies(party.session) > kRepliesFree;
        if (!has_room && found.standing == TradeAmendment::Standing::Stands) {
            found.standing = TradeAmendment::Standing::NoRoom;
        }
    }
    control.trade = found;
    control.symbol = search.symbol();
}

std::optional<Control> VenueCommands::start_of_next_day(Time now) const noexcept {
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
DayStart VenueCommands::day_start() const noexcept {
    const std::uint32_t date = core_.exchange().day().date;
    if (!next_day_ || next_day_->plan.date < date) {
        return {.date = date};
    }
    return {.date = next_day_->plan.date,
            .clock_shift = std::max(Nanos{}, next_day_->plan.midnight - core_.inputs().midnight())};
}

void VenueCommands::begin_day(const DayStart& start) noexcept {
    core_.inputs().move_midnight(start.clock_shift);
    core_.cancel_orders_of_removed_users(Time{});
    day_.begin_day();
    if (next_day_ && next_day_->plan.date == start.date) {
        day_.replace_commands(std::move(next_day_->schedule));
    }
    next_day_.reset();
}

Expected<void> VenueCommands::set_schedule(const std::vector<ScheduleEntry>& schedule) {
    Expected<DaySchedule> made = DaySchedule::create({.schedule = schedule});
    if (made) {
        day_.replace_commands(std::move(*made));
    }
    return made ? Expected<void>() : std::unexpected(std::move(made.error()));
}

Expected<void> VenueCommands::set_next_day(const DayPlan& plan) {
    Expected<DaySchedule> made = DaySchedule::create({.schedule = plan.schedule});
    if (made) {
        next_day_.emplace(NextDay{.plan = plan, .schedule = std::move(*made)});
    }
    return made ? Expected<void>() : std::unexpected(std::move(made.error()));
}

}  // namespace hotpath::exchange
