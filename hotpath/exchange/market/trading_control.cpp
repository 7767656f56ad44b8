// The venue's own control of an instrument: rules, phases, crosses, bands, the end of its day, the
// start of another; and of its members.

#include "hotpath/exchange/day/day_change.hpp"
#include "hotpath/exchange/exchange.hpp"
#include "hotpath/exchange/market/market_events.hpp"
#include "hotpath/exchange/market/venue.hpp"

namespace hotpath::exchange {

using book::TradingState;
using match::MatchStatus;
using match::Phase;
using match::Progress;

namespace {

[[nodiscard]] Phase phase_of(TradingState state) {
    switch (state) {
        case TradingState::Halted:
        case TradingState::Paused:
            return Phase::Halted;
        case TradingState::QuotationOnly:
            return Phase::Accumulating;
        case TradingState::Trading:
        case TradingState::Unknown:
            break;
    }
    return Phase::Continuous;
}

}  // namespace

void Exchange::set_rules(InstrumentId instrument, const match::InstrumentRules& rules) noexcept {
    venue_->matcher.set_rules(instrument, rules);
}

MatchStatus Exchange::set_trading(const TradingAction& action, Time now) noexcept {
    if (!venue_->instruments.is_listed(action.instrument)) {
        return end(MatchStatus::UnknownInstrument);
    }
    const Phase phase = phase_of(action.state);
    if (phase == Phase::Continuous && venue_->matcher.is_crossed(action.instrument)) {
        return end(MatchStatus::NotInThisPhase);
    }
    venue_->limits.on_trading(action.instrument);
    const CommandContext context{.now = now};
    MarketEvents events(*venue_, context);
    events.publish_action(action);
    venue_->matcher.set_trading_state(action.instrument, action.state);
    return end(venue_->matcher.set_phase(action.instrument, phase, events));
}

Progress Exchange::cross(const match::CrossRequest& request, Time now) noexcept {
    const CommandContext context{.now = now, .cross = request.kind};
    MarketEvents events(*venue_, context);
    const Progress progress = venue_->matcher.cross(request, events);
    if (progress == Progress::Done) {
        venue_->matcher.set_trading_state(request.instrument, TradingState::Trading);
    }
    end(MatchStatus::Ok);
    return progress;
}

void Exchange::indicate(const match::CrossRequest& request, Time now) noexcept {
    const CommandContext context{.now = now};
    MarketEvents(*venue_, context).publish_indication(venue_->matcher.indicate(request));
    end(MatchStatus::Ok);
}

void Exchange::pause_for_limit_state(InstrumentId instrument, std::array<char, 4> reason,
                                     Time now) noexcept {
    static_cast<void>(set_trading(
        {.instrument = instrument, .state = TradingState::Paused, .reason = reason}, now));
    venue_->limits.on_paused(instrument, now);
}

Progress Exchange::set_bands(InstrumentId instrument, const match::PriceBands& bands,
                             Time now) noexcept {
    venue_->limits.on_bands(instrument);
    const CommandContext context{.now = now};
    MarketEvents events(*venue_, context);
    const Progress progress = venue_->matcher.set_bands(instrument, bands, events);
    end(MatchStatus::Ok);
    return progress;
}

match::LimitState Exchange::limit_state(InstrumentId instrument) const noexcept {
    return venue_->matcher.state(instrument).limit_state;
}

Progress Exchange::end_day(InstrumentId instrument, Time now) noexcept {
    const CommandContext context{.now = now};
    MarketEvents events(*venue_, context);
    const Progress progress = venue_->matcher.end_day(instrument, events);
    end(MatchStatus::Ok);
    return progress;
}

Progress Exchange::start_day(const DayStart& start, Time now) noexcept {
    const Progress progress = DayChange(*this, *venue_, start, now).step();
    end(MatchStatus::Ok);
    return progress;
}

void Exchange::set_self_match(SessionId session, SelfMatch self_match) noexcept {
    venue_->self_match[session.value] = self_match;
}

void Exchange::set_suspended(SessionId session, bool is_suspended, Time now) noexcept {
    venue_->members[session.value].is_suspended = is_suspended;
    if (is_suspended) {
        cancel_all(session, Canceling::Everything, now);
    }
}

void Exchange::change_limits(SessionId session, const LimitChanges& changes) noexcept {
    venue_->members[session.value].apply(changes);
}

const Member& Exchange::member(SessionId session) const noexcept {
    return venue_->members[session.value];
}

}  // namespace hotpath::exchange
