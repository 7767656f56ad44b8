#include "hotpath/exchange/server/day_schedule.hpp"

#include <algorithm>

#include "hotpath/exchange/market/venue.hpp"
#include "hotpath/exchange/orders/order_rules.hpp"

namespace hotpath::exchange {

using book::TradingState;

namespace {

constexpr Nanos kLookAgainAfter{10'000'000};

/// Done already by the state, waiting for its instrument, or due.
enum class InEffect : std::uint8_t { Yes, No, NotListed };

/// The session is its user's, whatever the order of the configuration.
[[nodiscard]] Control with_session(const VenueLog& log, Control control) noexcept {
    if (control.has_user()) {
        control.session = log.users().find_active(control.user).value_or(kUnknownSession);
    }
    return control;
}

[[nodiscard]] InEffect in_effect(const VenueLog& log, const Control& control) noexcept {
    const Exchange::Venue& venue = log.exchange().venue();
    if (control.action == ControlAction::SetSelfMatch) {
        const bool is_session = control.session.value < venue.self_match.size();
        return !is_session || venue.self_match[control.session.value] == control.self_match
                   ? InEffect::Yes
                   : InEffect::No;
    }
    const InstrumentId instrument = venue.instruments.find(control.symbol);
    if (instrument == InstrumentId{}) {
        return InEffect::NotListed;
    }
    return venue.matcher.state(instrument).rules == control.rules ? InEffect::Yes : InEffect::No;
}

}  // namespace

Expected<DaySchedule> DaySchedule::create(const DayOptions& options) {
    std::vector<Command> commands;
    for (const ScheduleEntry& entry : options.schedule) {
        const bool is_once = entry.every == Nanos{};
        for (Time at = entry.at; is_once ? at == entry.at : at < entry.until;
             at = at + (is_once ? Nanos{1} : entry.every)) {
            if (commands.size() == kCommandsMax) {
                return fail("exchange: the schedule must have at most 1,000,000 commands a day");
            }
            commands.push_back({.control = entry.control, .period = entry.every});
            commands.back().control.origin = ControlOrigin::Schedule;
            commands.back().control.due = at;
            commands.back().control.number = static_cast<std::uint32_t>(commands.size());
        }
    }
    std::ranges::sort(commands, {}, &Command::position);
    // From their numbers in the file to those among what is due at one time.
    Time before{-1};
    std::uint32_t number = 0;
    for (Command& command : commands) {
        number = command.control.due == before ? number + 1 : 0;
        before = command.control.due;
        command.control.number = number;
    }
    return DaySchedule(options, std::move(commands));
}

DaySchedule::DaySchedule(const DayOptions& options, std::vector<Command>&& commands)
    : limit_state_(options.limit_state),
      configuration_(options.configuration.rbegin(), options.configuration.rend()),
      commands_(std::move(commands)) {}

std::optional<Control> DaySchedule::next(const VenueLog& log, Time now) noexcept {
    if (log.has_ended()) {
        return std::nullopt;
    }
    if (auto control = next_of_configuration(log, now)) {
        return control;
    }
    if (auto control = next_of_schedule(log, now)) {
        return control;
    }
    return next_of_limit_states(log, now);
}

std::optional<Control> DaySchedule::next_of_configuration(const VenueLog& log, Time now) noexcept {
    if (configuration_.empty() || now < look_again_) {
        return std::nullopt;
    }
    for (std::size_t n = configuration_.size(); n-- > 0;) {
        const Control control = with_session(log, configuration_[n]);
        const InEffect state = in_effect(log, control);
        if (state == InEffect::NotListed) {
            continue;
        }
        configuration_.erase(configuration_.begin() + static_cast<std::ptrdiff_t>(n));
        if (state == InEffect::No) {
            return control;
        }
    }
    look_again_ = now + kLookAgainAfter;
    return std::nullopt;
}

const DaySchedule::Command* DaySchedule::first_to_come(const VenueLog& log) const noexcept {
    const auto first = std::ranges::upper_bound(
        commands_, std::max(log.desk().schedule(), left_out_), {}, &Command::position);
    return first == commands_.end() ? nullptr : &*first;
}

std::optional<Control> DaySchedule::next_of_schedule(const VenueLog& log, Time now) noexcept {
    for (const Command* command = first_to_come(log);
         command != nullptr && command->control.due <= now; command = first_to_come(log)) {
        const bool is_stale =
            command->period != Nanos{} && now - command->control.due >= command->period;
        if (!is_stale) {
            return command->control;
        }
        left_out_ = command->position();
    }
    return std::nullopt;
}

std::optional<Control> DaySchedule::next_of_limit_states(const VenueLog& log,
                                                         Time now) const noexcept {
    std::optional<Control> first;
    if (limit_state_.is_on) {
        log.exchange().venue().limits.for_each([&](InstrumentId instrument, const LimitRecord&) {
            first = first ? first : limit_state_control(log, instrument, now);
        });
    }
    return first;
}

std::optional<Control> DaySchedule::limit_state_control(const VenueLog& log,
                                                        InstrumentId instrument,
                                                        Time now) const noexcept {
    const Exchange::Venue& venue = log.exchange().venue();
    const LimitRecord& record = venue.limits[instrument];
    Control control{.origin = ControlOrigin::LimitState,
                    .symbol = venue.instruments.symbol(instrument)};
    const bool sets_bands = limit_state_.band_basis_points != BasisPoints{};
    if (record.limit_since != kNever && now - record.limit_since >= limit_state_.pauses_after) {
        control.action = ControlAction::SetTrading;
        control.state = TradingState::Paused;
        control.reason = {'L', 'U', 'D', 'P'};
        return control;
    }
    control.action = ControlAction::SetBands;
    if (record.paused_since != kNever) {
        if (sets_bands && venue.matcher.state(instrument).bands.are_set()) {
            return control;
        }
        control.action = ControlAction::Cross;
        control.cross = match::CrossKind::Halt;
        return now - record.paused_since >= limit_state_.reopens_after ? std::optional(control)
                                                                       : std::nullopt;
    }
    control.bands = bands_around(record.cross_price);
    return sets_bands && record.cross_price != Price{} ? std::optional(control) : std::nullopt;
}

/// To the cent inside.
match::PriceBands DaySchedule::bands_around(Price price) const noexcept {
    const std::int64_t width =
        price.value * limit_state_.band_basis_points.value / kWholePrice.value;
    const std::int64_t tick = book::usual_tick(price);
    const std::int64_t lower = std::max<std::int64_t>(price.value - width, 0);
    const std::int64_t upper = std::min(price.value + width, book::kPriceMax.value);
    return {.lower = {(lower + tick - 1) / tick * tick}, .upper = {upper / tick * tick}};
}

Time DaySchedule::next_deadline(const VenueLog& log) const noexcept {
    if (log.has_ended()) {
        return kNever;
    }
    const Command* command = first_to_come(log);
    Time next = command == nullptr ? kNever : command->control.due;
    if (!configuration_.empty()) {
        next = std::min(next, look_again_);
    }
    if (!limit_state_.is_on) {
        return next;
    }
    log.exchange().venue().limits.for_each([&](InstrumentId, const LimitRecord& record) {
        if (record.limit_since != kNever) {
            next = std::min(next, record.limit_since + limit_state_.pauses_after);
        }
        if (record.paused_since != kNever) {
            next = std::min(next, record.paused_since + limit_state_.reopens_after);
        }
    });
    return next;
}

}  // namespace hotpath::exchange
