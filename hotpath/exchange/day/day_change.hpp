#pragma once
/// DayChange: one step of the change from one trading day to the next. Lives for one step; the
/// venue's progress is DayChangePosition, part of its state. Not for users of the library.
///
///   Closing    every order that does not outlive its day is canceled      the session that ends
///   Farewell   each session gets the end of the day
///   Ending     ITCH's E and C, MoldUDP64's end of session
///   ---------- the owner may wait here: no other input is accepted ---------------------------
///   Beginning  message 1 of another session: ITCH's O                     the one that begins
///   Listing    directory of each instrument, halted; its bands are gone
///   Standing   each displayed order that remains: instrument, side, priority
///   Opening    trading; or collecting orders, where the remaining ones would cross
///   Greeting   each session gets its beginning, receivers of the feed ITCH's S
/// A new venue begins its first day at Beginning, in its first session. After the end of a session
/// orders are canceled without messages: there are no receivers. Threads: the exchange's owner.
/// Allocation: none. Complexity: kPiecesPerStep instruments, orders or sessions a step, and as many
/// cancels as a command may make. Source: TotalView-ITCH 5.0 and OUCH 5.0, System Event; MoldUDP64
/// 1.00, end of session.

#include "hotpath/core/units.hpp"
#include "hotpath/exchange/market/market_events.hpp"
#include "hotpath/exchange/types.hpp"
#include "hotpath/match/venue_events.hpp"

namespace hotpath::exchange {

class DayChange {
  public:
    using Venue = Exchange::Venue;

    DayChange(Exchange& exchange, Venue& venue, const DayStart& start, Time now) noexcept
        : exchange_(exchange), venue_(venue), at_(venue.day_change), start_(start), now_(now) {}

    [[nodiscard]] match::Progress step() noexcept;

  private:
    using Stage = DayChangePosition::Stage;
    static constexpr std::uint32_t kPiecesPerStep = 64;
    /// Feed and session messages after which the step ends.
    static constexpr std::uint64_t kMessagesPerStep = 32;

    void begin() noexcept;
    void enter(Stage stage) noexcept;
    /// Handles one instrument, order or session; false when the stage has no more.
    [[nodiscard]] bool do_piece() noexcept;
    [[nodiscard]] bool close() noexcept;
    /// Reports it to the next session; false: each of them has it.
    [[nodiscard]] bool report_to_next_session(report::DayChange change) noexcept;
    void end_session() noexcept;
    void begin_session() noexcept;
    [[nodiscard]] bool list() noexcept;
    [[nodiscard]] bool show_standing_order() noexcept;
    [[nodiscard]] bool open() noexcept;

    /// The next listed instrument; InstrumentId{} after the last.
    [[nodiscard]] InstrumentId instrument() noexcept;
    void publish_event(char code) noexcept;
    [[nodiscard]] std::uint64_t messages() const noexcept {
        return venue_.counters.feed_messages + venue_.counters.replies;
    }

    Exchange& exchange_;
    Venue& venue_;
    DayChangePosition& at_;
    DayStart start_;
    Time now_;
};

}  // namespace hotpath::exchange
