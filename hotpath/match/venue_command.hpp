#pragma once
/// One command of a VenueMatcher on one instrument beyond plain matching: an order with conditions,
/// or any order where such orders are open. Lives for the command. Not for users of the library.
///
///   submit ──> hold (stop, cross, phase) | check at once (post-only, minimum) ──> trade ──> rest
///   run_triggers ──> orders that a moved peg brought together ──> the next stop reached ──╮
///      ▲──────────────────────────────────────────────────────────────────────────────────╯
///
/// Every trade, self-trade, and triggered stop takes one of the command's executions_max steps, so cascades
/// end. The instrument's next command continues with the rest (stops reached, pegs that cross). Threads: one
/// owner. Allocation: none.

#include <algorithm>
#include <cstdint>
#include <optional>

#include "hotpath/match/minimum_qty.hpp"
#include "hotpath/match/self_trade.hpp"
#include "hotpath/match/venue_books.hpp"

namespace hotpath::match {

template <book::OrderBooks Books, class Listener>
class VenueCommand {
  public:
    VenueCommand(VenueBooks<Books>& books, InstrumentId instrument, std::uint32_t steps,
                 Listener& listener) noexcept
        : books_(books),
          state_(books.state(instrument)),
          instrument_(instrument),
          steps_(steps),
          listener_(listener) {
        move_pegs();
    }

    void submit(HeldRecord& order) noexcept {
        if (order.standing == Standing::Stopped || order.standing == Standing::Crossing) {
            return rest(order);
        }
        if (state_.phase != Phase::Continuous) {
            return rest(order);
        }
        const std::optional<Price> limit = limit_of(order);
        if (const auto reason = refusal_at_once(order, limit)) {
            return drop(order, *reason);
        }
        if (limit) {
            trade(order, *limit);
        }
        if (order.leaves_qty != Qty{}) {
            finish(order, limit);
        }
    }

    /// After the books have changed: pegs move, stops are triggered, the quote may be at a band.
    void run_triggers() noexcept {
        if (state_.phase == Phase::Continuous) {
            do {
                move_pegs();
                trade_hidden();
            } while (trigger_next());
        }
        const LimitState now = state_.phase == Phase::Continuous
                                   ? state_.bands.limit_state(books_.displayed().bbo(instrument_))
                                   : LimitState::None;
        if (now != state_.limit_state) {
            state_.limit_state = now;
            listener_.on_limit_state(instrument_, now);
        }
    }

    void cancel(std::uint32_t index, CancelReason reason) noexcept {
        const HeldOrder order = books_.view_of(index);
        books_.remove(index);
        listener_.on_held_canceled(canceled(order, reason));
    }

    /// From the reserve first; less than the order has in all.
    void reduce(std::uint32_t index, Qty qty) noexcept {
        const HeldOrder order = books_.view_of(index);
        const Qty from_reserve = std::min(qty, order.reserve_qty);
        if (from_reserve != Qty{}) {
            books_.take_reserve(index, from_reserve);
        }
        if (qty != from_reserve) {
            books_.take(candidate(order, index), qty - from_reserve);
        }
        const bool is_displayed = order.standing == Standing::Displayed;
        listener_.on_held_reduced({.order = order,
                                   .qty = qty,
                                   .displayed_qty = is_displayed ? qty - from_reserve : Qty{},
                                   .reason = CancelReason::Requested});
    }

    /// For an order with nothing left at its place.
    void refresh_or_forget(std::uint32_t index) noexcept {
        if (books_.reserve_qty(index) == Qty{}) {
            return books_.forget(index);
        }
        if (books_.try_refresh(index, listener_.next_place())) [[likely]] {
            return listener_.on_refreshed(books_.view_of(index));
        }
        cancel(index, CancelReason::BookFull);
    }

    [[nodiscard]] std::uint32_t steps() const noexcept { return steps_; }  // that remain
    /// False when the command has done all it may.
    [[nodiscard]] bool take_step() noexcept {
        if (steps_ == 0) {
            return false;
        }
        --steps_;
        return true;
    }

    [[nodiscard]] static book::OrderView view_of(const HeldRecord& order) noexcept {
        return {.id = order.order.id,
                .instrument = order.order.instrument,
                .side = order.order.side,
                .price = order.order.price,
                .leaves_qty = order.leaves_qty,
                .tag = order.order.tag};
    }

  private:
    [[nodiscard]] static Candidate candidate(const HeldOrder& order, std::uint32_t index) noexcept {
        return {.place = order.place,
                .price = order.price,
                .leaves_qty = order.leaves_qty,
                .standing = order.standing,
                .held = index};
    }
    [[nodiscard]] static HeldReduction canceled(const HeldOrder& order,
                                                CancelReason reason) noexcept {
        const bool is_displayed = order.standing == Standing::Displayed;
        return {.order = order,
                .qty = order.leaves_qty + order.reserve_qty,
                .displayed_qty = is_displayed ? order.leaves_qty : Qty{},
                .reason = reason};
    }

    void move_pegs() noexcept {
        pegs_follow_ = state_.held == 0 || state_.phase != Phase::Continuous
                           ? PegReference{}
                           : PegReference::of(books_.displayed().bbo(instrument_), state_.bands);
    }

    /// The furthest price it trades at; none for a peg without what it follows.
    [[nodiscard]] std::optional<Price> limit_of(const HeldRecord& order) const noexcept {
        const Side side = order.order.side;
        Price limit = order.order.price;
        if (order.conditions.peg != Peg::None) {
            const std::optional<Price> pegged = pegged_price(order, pegs_follow_);
            if (!pegged) {
                return std::nullopt;
            }
            limit = *pegged;
        } else if (order.order.type == OrderType::Market) {
            limit = side == Side::Buy ? book::kPriceMax : Price{};
        }
        return state_.bands.clamp(side, limit);
    }

    [[nodiscard]] std::optional<Candidate> counterpart(const HeldRecord& order,
                                                       Price limit) const noexcept {
        const Side side = order.order.side;
        const auto best = books_.best(instrument_, opposite(side), pegs_follow_);
        return best && crosses(side, limit, best->price) ? best : std::nullopt;
    }

    [[nodiscard]] std::optional<CancelReason> refusal_at_once(
        const HeldRecord& order, const std::optional<Price>& limit) const noexcept {
        const bool has_limit =
            order.order.type == OrderType::Limit && order.standing != Standing::Pegged;
        if (has_limit && state_.bands.is_beyond(order.order.side, order.order.price)) {
            return CancelReason::PriceBand;  // a stop with its limit outside the bands
        }
        if (order.conditions.is_post_only && limit && counterpart(order, *limit)) {
            return CancelReason::PostOnly;
        }
        if (order.conditions.min_qty != Qty{}) {
            return limit ? refusal_of_minimum(books_, order, {*limit, pegs_follow_, steps_})
                         : CancelReason::MinQty;
        }
        return std::nullopt;
    }

    void trade(HeldRecord& order, Price limit) noexcept {
        while (order.leaves_qty != Qty{}) {
            const std::optional<Candidate> resting = counterpart(order, limit);
            if (!resting || !take_step()) {
                return;
            }
            if (resting->held != kNotHeld &&
                is_self_trade(order.conditions, books_.held()[resting->held].conditions)) {
                prevent_self_trade(order, *resting);
            } else {
                execute(order, *resting);
            }
        }
    }

    void execute(HeldRecord& order, const Candidate& resting) noexcept {
        const Qty qty = std::min(order.leaves_qty, resting.leaves_qty);
        order.leaves_qty -= qty;
        const bool is_held = resting.held != kNotHeld;
        const Execution execution{
            .resting = is_held ? books_.held()[resting.held].order.id : resting.place,
            .incoming = order.order.id,
            .instrument = instrument_,
            .resting_side = opposite(order.order.side),
            .price = resting.price,
            .qty = qty,
            .resting_leaves_qty = resting.leaves_qty - qty,
            .incoming_leaves_qty = order.leaves_qty,
            .resting_tag = resting.tag};
        state_.note_trade(resting.price);
        if (!is_held) {
            books_.take(resting, qty);
            return listener_.on_executed(execution);
        }
        const HeldOrder before = books_.view_of(resting.held);
        const bool is_empty = books_.take(resting, qty);
        listener_.on_held_executed(execution, before);
        if (is_empty) {
            refresh_or_forget(resting.held);
        }
    }

    void prevent_self_trade(HeldRecord& order, const Candidate& resting) noexcept {
        const SelfTradeLoss loss =
            self_trade_loss(order.conditions.self_trade, order.leaves_qty, resting.leaves_qty);
        listener_.on_trade_prevented(prevented(order, resting));
        if (loss.older != Qty{}) {
            lose(resting, loss.older, order.conditions.self_trade);
        }
        if (loss.newer == order.leaves_qty) {
            drop(order, CancelReason::SelfTrade);
        } else if (loss.newer != Qty{}) {
            listener_.on_incoming_reduced(
                {.order = view_of(order), .qty = loss.newer, .reason = CancelReason::SelfTrade});
            order.leaves_qty -= loss.newer;
        }
    }

    [[nodiscard]] PreventedTrade prevented(const HeldRecord& newer,
                                           const Candidate& older) const noexcept {
        const HeldRecord& resting = books_.held()[older.held];
        return {.newer = newer.order.id,
                .older = resting.order.id,
                .older_standing = resting.standing,
                .choice = newer.conditions.self_trade,
                .price = older.price,
                .qty = std::min(newer.leaves_qty, older.leaves_qty)};
    }

    /// The resting order's part: reduced in place, or canceled with its reserve.
    void lose(const Candidate& resting, Qty qty, SelfTrade choice) noexcept {
        const HeldOrder before = books_.view_of(resting.held);
        const bool is_last = qty == before.leaves_qty && before.reserve_qty == Qty{};
        if (choice == SelfTrade::CancelOldest || is_last) {
            return cancel(resting.held, CancelReason::SelfTrade);
        }
        const bool is_empty = books_.take(resting, qty);
        const bool is_displayed = before.standing == Standing::Displayed;
        listener_.on_held_reduced({.order = before,
                                   .qty = qty,
                                   .displayed_qty = is_displayed ? qty : Qty{},
                                   .reason = CancelReason::SelfTrade});
        if (is_empty) {
            refresh_or_forget(resting.held);
        }
    }

    void finish(HeldRecord& order, const std::optional<Price>& limit) noexcept {
        const bool is_limit = order.order.type == OrderType::Limit;
        if (limit && counterpart(order, *limit)) [[unlikely]] {
            drop(order, CancelReason::SweepLimit);
        } else if (is_limit && order.order.time_in_force == TimeInForce::Day) {
            rest(order);
        } else {
            drop(order, CancelReason::Immediate);
        }
    }

    void rest(HeldRecord& order) noexcept {
        if (!books_.try_rest(order)) [[unlikely]] {
            return drop(order, CancelReason::BookFull);
        }
        if (order.standing != Standing::Displayed) {
            return listener_.on_held(books_.view_of(books_.held().find(order.order.id)));
        }
        book::OrderView shown = view_of(order);
        shown.id = order.place;
        if (order.conditions.display_qty != Qty{}) {
            shown.leaves_qty = std::min(shown.leaves_qty, order.conditions.display_qty);
        }
        listener_.on_added(shown);
    }

    /// Removes the order: nothing is left of it.
    void drop(HeldRecord& order, CancelReason reason) noexcept {
        listener_.on_canceled({.order = view_of(order), .qty = order.leaves_qty, .reason = reason});
        order.leaves_qty = {};
    }

    /// Hidden orders and pegs that have come to meet, the newer one taking the older one's price.
    void trade_hidden() noexcept {
        while (const auto meeting = next_meeting()) {
            if (!take_step()) {
                return;
            }
            trade_between(*meeting);
        }
    }

    struct Meeting {
        Candidate newer;
        Candidate older;
    };

    [[nodiscard]] std::optional<Meeting> next_meeting() const noexcept {
        if (state_.held == 0) {
            return std::nullopt;
        }
        const auto buy = books_.best_hidden(instrument_, Side::Buy, pegs_follow_);
        const auto sell = books_.best_hidden(instrument_, Side::Sell, pegs_follow_);
        if (!buy || !sell || buy->price < sell->price || is_reserve(*buy) || is_reserve(*sell)) {
            return std::nullopt;
        }
        return buy->place > sell->place ? Meeting{*buy, *sell} : Meeting{*sell, *buy};
    }

    /// In a book that a recording has crossed a reserve may meet something: it waits.
    [[nodiscard]] bool is_reserve(const Candidate& hidden) const noexcept {
        return books_.held()[hidden.held].standing == Standing::Displayed;
    }

    void trade_between(const Meeting& meeting) noexcept {
        HeldRecord newer = books_.held()[meeting.newer.held];
        newer.leaves_qty = meeting.newer.leaves_qty;
        const Qty before = newer.leaves_qty;
        if (is_self_trade(newer.conditions, books_.held()[meeting.older.held].conditions)) {
            listener_.on_trade_prevented(prevented(newer, meeting.older));
            return separate(meeting, newer.conditions.self_trade);
        }
        execute(newer, meeting.older);
        if (books_.take(meeting.newer, before - newer.leaves_qty)) {
            books_.forget(meeting.newer.held);
        }
    }

    void separate(const Meeting& meeting, SelfTrade choice) noexcept {
        const SelfTradeLoss loss =
            self_trade_loss(choice, meeting.newer.leaves_qty, meeting.older.leaves_qty);
        if (loss.older != Qty{}) {
            lose(meeting.older, loss.older, choice);
        }
        if (loss.newer != Qty{}) {
            lose(meeting.newer, loss.newer, SelfTrade::Decrement);
        }
    }

    /// False when no stop has been reached.
    [[nodiscard]] bool trigger_next() noexcept {
        const std::optional<OrderId> place =
            state_.held == 0 ? std::nullopt : books_.stops().triggered(instrument_, state_);
        if (!place) {
            state_.forget_trades();
            return false;
        }
        if (!take_step()) {
            return false;
        }
        const std::uint32_t index = books_.held().find_place(*place);
        HeldRecord order = books_.held()[index];
        order.leaves_qty = books_.view_of(index).leaves_qty;
        listener_.on_triggered(books_.view_of(index));
        books_.remove(index);
        order.place = listener_.next_place();
        order.conditions.stop_price = {};
        order.standing = standing_after_trigger(order.conditions);
        move_pegs();
        submit(order);
        return true;
    }

    [[nodiscard]] static Standing standing_after_trigger(const Conditions& asked) noexcept {
        return asked.is_hidden ? Standing::Hidden : Standing::Displayed;
    }

    VenueBooks<Books>& books_;
    InstrumentState& state_;
    InstrumentId instrument_;
    std::uint32_t steps_;
    Listener& listener_;
    PegReference pegs_follow_;
};

}  // namespace hotpath::match
