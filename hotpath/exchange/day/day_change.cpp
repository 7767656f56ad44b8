#include "hotpath/exchange/day/day_change.hpp"

#include <algorithm>

#include "hotpath/book/l3_books.hpp"
#include "hotpath/exchange/exchange.hpp"
#include "hotpath/protocols/nasdaq/itch50/codes.hpp"

namespace hotpath::exchange {

namespace itch50 = protocols::nasdaq::itch50;
using book::TradingState;
using match::Phase;
using match::Progress;

Progress DayChange::step() noexcept {
    if (at_.stage == Stage::None) {
        begin();
    }
    const std::uint64_t messages_before = messages();
    bool has_more = true;
    for (std::uint32_t n = 0; n < kPiecesPerStep && has_more; ++n) {
        has_more = do_piece() && messages() - messages_before < kMessagesPerStep;
    }
    venue_.feed.close_packet();
    return at_.stage == Stage::None ? Progress::Done : Progress::More;
}

void DayChange::begin() noexcept {
    at_.is_first = venue_.counters.commands == 0;
    enter(at_.is_first ? Stage::Beginning : Stage::Closing);
}

void DayChange::enter(Stage stage) noexcept {
    at_ = {.stage = stage, .is_first = at_.is_first};
}

bool DayChange::do_piece() noexcept {
    switch (at_.stage) {
        case Stage::None:
            break;
        case Stage::Closing:
            return close();
        case Stage::Farewell:
            if (!report_to_next_session({.is_end = true})) {
                enter(Stage::Ending);
                return false;
            }
            return true;
        case Stage::Ending:
            end_session();
            break;
        case Stage::Beginning:
            begin_session();
            break;
        case Stage::Listing:
            return list();
        case Stage::Standing:
            return show_standing_order();
        case Stage::Opening:
            return open();
        case Stage::Greeting:
            if (!report_to_next_session({.is_end = false})) {
                publish_event(itch50::event_code::kStartOfSystemHours);
                enter(Stage::None);
                return false;
            }
            return true;
    }
    return false;
}

InstrumentId DayChange::instrument() noexcept {
    const InstrumentTable& instruments = venue_.instruments;
    at_.next = std::max(at_.next, 1U);
    while (at_.next <= instruments.instruments_max() &&
           !instruments.is_listed({static_cast<std::uint16_t>(at_.next)})) {
        ++at_.next;
    }
    return at_.next > instruments.instruments_max()
               ? InstrumentId{}
               : InstrumentId{static_cast<std::uint16_t>(at_.next)};
}

bool DayChange::close() noexcept {
    const InstrumentId closing = instrument();
    if (closing == InstrumentId{}) {
        enter(venue_.has_ended ? Stage::Beginning : Stage::Farewell);
        return false;
    }
    if (venue_.matcher.state(closing).phase != Phase::Halted) {
        static_cast<void>(
            exchange_.set_trading({.instrument = closing, .state = TradingState::Halted}, now_));
    }
    if (exchange_.end_day(closing, now_) == Progress::Done) {
        ++at_.next;
    }
    if (venue_.has_ended) {
        venue_.feed.clear();
        venue_.reports.clear();
    }
    return true;
}

bool DayChange::report_to_next_session(report::DayChange change) noexcept {
    if (at_.next >= venue_.last_user_ref_num.size()) {
        return false;
    }
    ++venue_.counters.replies;
    venue_.reports.append<report::DayChange>({static_cast<std::uint16_t>(at_.next++)}, now_,
                                             change);
    return true;
}

void DayChange::end_session() noexcept {
    publish_event(itch50::event_code::kEndOfSystemHours);
    publish_event(itch50::event_code::kEndOfMessages);
    venue_.feed.end_of_session();
    venue_.has_ended = true;
    enter(Stage::Beginning);
}

void DayChange::begin_session() noexcept {
    venue_.day.number += at_.is_first ? 0U : 1U;
    venue_.day.date = std::max(venue_.day.date, start_.date);
    venue_.begin_session();
    now_ = std::max(Time{}, now_ - start_.clock_shift);
    publish_event(itch50::event_code::kStartOfMessages);
    enter(Stage::Listing);
}

bool DayChange::list() noexcept {
    const InstrumentId listed = instrument();
    if (listed == InstrumentId{}) {
        enter(Stage::Standing);
        return false;
    }
    ++at_.next;
    const CommandContext context{.now = now_};
    MarketEvents events(venue_, context);
    venue_.instruments.set_operationally_halted(listed, false);
    const Progress lifted = venue_.matcher.set_bands(listed, {}, events);
    HOTPATH_ASSERT(lifted == Progress::Done, "lifting the bands must finish in one step");
    venue_.limits.forget(listed);
    events.publish_directory(listed);
    events.publish_action({.instrument = listed, .state = TradingState::Halted});
    return true;
}

bool DayChange::show_standing_order() noexcept {
    const InstrumentId shown = instrument();
    if (shown == InstrumentId{}) {
        enter(Stage::Opening);
        return false;
    }
    const book::L3Books& books = venue_.matcher.books();
    const auto order = at_.last == OrderId{} ? books.front(shown, at_.side)
                                             : books.next_after(*books.find(at_.last));
    if (order) {
        const CommandContext context{.now = now_};
        MarketEvents(venue_, context).on_added(*order);
        at_.last = order->id;
        return true;
    }
    at_.last = {};
    at_.next += at_.side == Side::Sell ? 1U : 0U;
    at_.side = opposite(at_.side);
    return true;
}

/// As an instrument is that has just been listed.
bool DayChange::open() noexcept {
    const InstrumentId opened = instrument();
    if (opened == InstrumentId{}) {
        enter(Stage::Greeting);
        return false;
    }
    ++at_.next;
    const bool is_crossed = venue_.matcher.is_crossed(opened);
    const match::MatchStatus status = exchange_.set_trading(
        {.instrument = opened,
         .state = is_crossed ? TradingState::QuotationOnly : TradingState::Trading},
        now_);
    HOTPATH_ASSERT(status == match::MatchStatus::Ok,
                   "the instrument must be listed, and not crossed when it trades");
    return true;
}

void DayChange::publish_event(char code) noexcept {
    const CommandContext context{.now = now_};
    MarketEvents(venue_, context).publish_event(code);
}

}  // namespace hotpath::exchange
