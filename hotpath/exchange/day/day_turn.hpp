#pragma once
/// DayTurn: one step of the way from one trading day to the next. Lives for one step; where the
/// venue is on its way is DayTurnPosition, part of its state. Not for users of the library.
///
///   Closing    every order that does not outlive its day is canceled      the session that ends
///   Farewell   each OUCH session is told E
///   Ending     ITCH's E and C, MoldUDP64's end of session
///   ---------- the owner may wait here: nothing else is done meanwhile ------------------------
///   Beginning  message 1 of another session: ITCH's O                     the one that begins
///   Listing    directory of each instrument, halted; its bands are gone
///   Standing   each displayed order that is still there: instrument, side, priority
///   Opening    trading; or collecting orders, where those that stand would trade with each other
///   Greeting   each OUCH session is told S, receivers of the feed ITCH's S
///
/// A venue that nothing has happened to begins its first day at Beginning, in the session it has.
/// One whose session is over already cancels in silence: there is nobody to tell. Threads: the
/// exchange's owner. Allocation: none. Complexity: kPiecesPerStep instruments, orders or sessions a
/// step, and as many cancels as a command may make. Source: TotalView-ITCH 5.0 and OUCH 5.0, System
/// Event; MoldUDP64 1.00, end of session.

#include "hotpath/core/units.hpp"
#include "hotpath/exchange/market/market_events.hpp"
#include "hotpath/exchange/types.hpp"
#include "hotpath/match/venue_events.hpp"

namespace hotpath::exchange {

class DayTurn {
  public:
    using Venue = Exchange::Venue;

    DayTurn(Exchange& exchange, Venue& venue, const DayStart& start, Nanos now) noexcept
        : exchange_(exchange), venue_(venue), at_(venue.day_turn), start_(start), now_(now) {}

    [[nodiscard]] match::Progress step() noexcept;

  private:
    using Stage = DayTurnPosition::Stage;
    static constexpr std::uint32_t kPiecesPerStep = 64;
    /// Of the feed and of sessions: so many, and the step ends.
    static constexpr std::uint64_t kMessagesPerStep = 32;

    void begin() noexcept;
    void enter(Stage stage) noexcept;
    /// One instrument, order or session; false when the stage has no more.
    [[nodiscard]] bool do_piece() noexcept;
    [[nodiscard]] bool close() noexcept;
    [[nodiscard]] bool tell_next_session(char event) noexcept;
    void end_session() noexcept;
    void begin_session() noexcept;
    [[nodiscard]] bool list() noexcept;
    [[nodiscard]] bool show_standing_order() noexcept;
    [[nodiscard]] bool open() noexcept;

    /// The next listed instrument; InstrumentId{} behind the last.
    [[nodiscard]] InstrumentId instrument() noexcept;
    void publish_event(char code) noexcept;
    [[nodiscard]] std::uint64_t messages() const noexcept {
        return venue_.counters.feed_messages + venue_.counters.replies;
    }

    Exchange& exchange_;
    Venue& venue_;
    DayTurnPosition& at_;
    DayStart start_;
    Nanos now_;
};

}  // namespace hotpath::exchange
