#include "hotpath/exchange/server/control_commands.hpp"

#include <array>

#include "hotpath/exchange/market/venue.hpp"

namespace hotpath::exchange {

using book::TradingState;
using match::MatchStatus;
using match::Phase;
using match::Progress;

namespace {

[[nodiscard]] ControlStatus status_of(Progress progress) noexcept {
    return progress == Progress::Done ? ControlStatus::Done : ControlStatus::More;
}
[[nodiscard]] ControlStatus status_of(MatchStatus status) noexcept {
    return status == MatchStatus::Ok ? ControlStatus::Done : ControlStatus::NotInThisPhase;
}

[[nodiscard]] Phase phase_of(const Exchange& exchange, InstrumentId instrument) noexcept {
    return exchange.venue().matcher.state(instrument).phase;
}

/// A closing cross ends continuous trading itself: nothing comes between.
[[nodiscard]] ControlStatus cross(const Control& control, InstrumentId instrument,
                                  Exchange& exchange, Time now) noexcept {
    if (phase_of(exchange, instrument) == Phase::Continuous) {
        if (control.cross != match::CrossKind::Closing) {
            return ControlStatus::NotInThisPhase;
        }
        static_cast<void>(exchange.set_trading(
            {.instrument = instrument, .state = TradingState::QuotationOnly}, now));
    }
    return status_of(exchange.cross(
        {.instrument = instrument, .kind = control.cross, .reference = control.reference}, now));
}

/// Nothing is entered into a day that is ending.
[[nodiscard]] ControlStatus end_day(InstrumentId instrument, Exchange& exchange,
                                    Time now) noexcept {
    if (phase_of(exchange, instrument) != Phase::Halted) {
        static_cast<void>(
            exchange.set_trading({.instrument = instrument, .state = TradingState::Halted}, now));
    }
    return status_of(exchange.end_day(instrument, now));
}

[[nodiscard]] ControlStatus apply(const Control& control, InstrumentId instrument,
                                  Exchange& exchange, Time now) noexcept {
    switch (control.action) {
        case ControlAction::SetRules:
            exchange.set_rules(instrument, control.rules);
            return ControlStatus::Done;
        case ControlAction::SetTrading:
            if (control.origin == ControlOrigin::LimitState &&
                control.state == TradingState::Paused) {
                exchange.pause_for_limit_state(instrument, control.reason, now);
                return ControlStatus::Done;
            }
            return status_of(exchange.set_trading(
                {.instrument = instrument, .state = control.state, .reason = control.reason}, now));
        case ControlAction::Cross:
            return cross(control, instrument, exchange, now);
        case ControlAction::Indicate:
            exchange.indicate(
                {.instrument = instrument, .kind = control.cross, .reference = control.reference},
                now);
            return ControlStatus::Done;
        case ControlAction::SetBands:
            return status_of(exchange.set_bands(instrument, control.bands, now));
        case ControlAction::EndDay:
            return end_day(instrument, exchange, now);
        case ControlAction::CancelSession:
        case ControlAction::SetSelfMatch:
        case ControlAction::StartDay:
        case ControlAction::Suspend:
        case ControlAction::Reinstate:
        case ControlAction::Disconnect:
        case ControlAction::SetLimits:
        case ControlAction::BreakTrade:
        case ControlAction::CorrectTrade:
            break;
    }
    return ControlStatus::UnknownInstrument;
}

[[nodiscard]] ControlStatus apply_to_session(const Control& control, Exchange& exchange,
                                             Time now) noexcept {
    if (control.session.value >= exchange.venue().self_match.size()) {
        return ControlStatus::UnknownSession;
    }
    switch (control.action) {
        case ControlAction::SetSelfMatch:
            exchange.set_self_match(control.session, control.self_match);
            break;
        case ControlAction::Suspend:
        case ControlAction::Reinstate:
            exchange.set_suspended(control.session, control.action == ControlAction::Suspend, now);
            break;
        case ControlAction::SetLimits:
            exchange.change_limits(control.session, control.limits);
            break;
        case ControlAction::Disconnect:  // the server's: no state depends on it
            break;
        default:
            exchange.cancel_all(control.session, Canceling::Everything, now);
    }
    return ControlStatus::Done;
}

[[nodiscard]] ControlStatus apply_to_trade(const Control& control, Exchange& exchange,
                                           Time now) noexcept {
    using Standing = TradeAmendment::Standing;
    const InstrumentId instrument = exchange.venue().instruments.find(control.symbol);
    switch (control.trade.standing) {
        case Standing::Stands:
            break;
        case Standing::Broken:
            return ControlStatus::TradeIsBroken;
        case Standing::NoRoom:
            return ControlStatus::NoRoom;
        case Standing::Unknown:
            return ControlStatus::UnknownTrade;
    }
    if (instrument == InstrumentId{}) {
        return ControlStatus::UnknownInstrument;
    }
    for (const TradeParty& party : control.trade.parties()) {
        if (party.session.value >= exchange.venue().members.size()) {
            return ControlStatus::UnknownSession;
        }
    }
    exchange.amend({.trade = control.trade,
                    .symbol = control.symbol,
                    .instrument = instrument,
                    .is_broken = control.action == ControlAction::BreakTrade},
                   now);
    return ControlStatus::Done;
}

[[nodiscard]] std::uint64_t messages_of(const Exchange& exchange) noexcept {
    return exchange.counters().feed_messages + exchange.counters().replies;
}

}  // namespace

ControlAnswer ControlCommands::step(const ControlRequest& request, Exchange& exchange,
                                    Time now) noexcept {
    if (!unfinished_) {
        begin(request);
    }
    const ControlStatus status =
        request.control.is_of_session() ? apply_to_session(request.control, exchange, now)
        : request.control.is_of_trade() ? apply_to_trade(request.control, exchange, now)
                                        : go_on(request.control, exchange, now);
    if (status != ControlStatus::More) {
        unfinished_.reset();
    }
    return {.status = status,
            .from = request.from,
            .applied = applied_,
            .refused = refused_,
            .time = now,
            .control = request.control};
}

void ControlCommands::begin(const ControlRequest& request) noexcept {
    unfinished_ = request;
    next_instrument_ = 1;
    applied_ = 0;
    refused_ = 0;
    const bool is_of_a_day = request.control.action != ControlAction::StartDay;
    if (request.control.origin == ControlOrigin::Schedule && is_of_a_day) {
        schedule_ = {request.control.due, request.control.number};
    }
}

ControlStatus ControlCommands::go_on(const Control& control, Exchange& exchange,
                                     Time now) noexcept {
    if (control.action == ControlAction::StartDay) {
        return start_day(control, exchange, now);
    }
    if (control.is_for_all()) {
        return go_through_all(control, exchange, now);
    }
    const InstrumentId instrument = exchange.venue().instruments.find(control.symbol);
    if (instrument == InstrumentId{}) {
        return ControlStatus::UnknownInstrument;
    }
    const ControlStatus status = apply(control, instrument, exchange, now);
    count(status);
    return status;
}

/// Nothing of another date's schedule has been done; on the same date it goes on.
ControlStatus ControlCommands::start_day(const Control& control, Exchange& exchange,
                                         Time now) noexcept {
    const std::uint32_t date_before = exchange.day().date;
    const Progress progress = exchange.start_day(control.day_start, now);
    if (exchange.day().date != date_before) {
        schedule_ = {};
    }
    applied_ = exchange.venue().instruments.listed();
    return status_of(progress);
}

ControlStatus ControlCommands::go_through_all(const Control& control, Exchange& exchange,
                                              Time now) noexcept {
    const InstrumentTable& instruments = exchange.venue().instruments;
    const std::uint64_t messages_before = messages_of(exchange);
    for (std::uint32_t n = 0; n < kInstrumentsPerStep; ++n, ++next_instrument_) {
        if (next_instrument_ > instruments.instruments_max()) {
            return ControlStatus::Done;
        }
        if (messages_of(exchange) - messages_before >= kMessagesPerStep) {
            return ControlStatus::More;
        }
        const InstrumentId instrument{static_cast<std::uint16_t>(next_instrument_)};
        if (!instruments.is_listed(instrument)) {
            continue;
        }
        const ControlStatus status = apply(control, instrument, exchange, now);
        count(status);
        if (status == ControlStatus::More) {
            return status;
        }
    }
    return next_instrument_ > instruments.instruments_max() ? ControlStatus::Done
                                                            : ControlStatus::More;
}

void ControlCommands::count(ControlStatus status) noexcept {
    applied_ += status == ControlStatus::Done ? 1U : 0U;
    refused_ += status == ControlStatus::NotInThisPhase ? 1U : 0U;
}

void ControlCommands::save(StateWriter& writer) const {
    writer.put(unfinished_.has_value());
    if (unfinished_) {
        std::array<std::byte, kControlLengthMax> room{};
        writer.put_bytes(encode(unfinished_->control, room));
        writer.put(unfinished_->from.value);
    }
    writer.put(next_instrument_);
    writer.put(applied_);
    writer.put(refused_);
    writer.put(schedule_.due);
    writer.put(schedule_.number);
}

void ControlCommands::load(StateReader& reader) {
    unfinished_.reset();
    if (reader.get_bool()) {
        ControlRequest request;
        if (decode(reader.get_bytes(), request.control) != protocols::DecodeStatus::Ok) {
            return reader.refuse();
        }
        request.from = {reader.get<std::uint16_t>()};
        unfinished_ = request;
    }
    next_instrument_ = reader.get<std::uint32_t>();
    applied_ = reader.get<std::uint32_t>();
    refused_ = reader.get<std::uint32_t>();
    schedule_ = {reader.get_time(), reader.get<std::uint32_t>()};
}

}  // namespace hotpath::exchange
