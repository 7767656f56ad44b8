#pragma once
/// A venue's complete matching: price-time matching of plain orders (BasicMatcher) and, where orders with
/// conditions are open or the instrument's phase or bands require it, of every kind. Plain orders alone, in
/// continuous trading without bands, are the plain matcher's: unused features cost one check of a state.
/// Priority: price; at one price displayed before hidden and pegged; then place, which is the order's id
/// until its reserve is refreshed or its stop is triggered: then it goes to the back of the line. Every command
/// is bounded by executions_max steps; those that answer Progress are called again until Done. The listener has
/// NullVenueListener's functions and must not call back. Threads: one owner. Allocation: none after create().

#include <cstdint>
#include <optional>
#include <span>
#include <utility>

#include "hotpath/book/l3_books.hpp"
#include "hotpath/match/day_orders.hpp"
#include "hotpath/match/held_execution.hpp"
#include "hotpath/match/venue_checks.hpp"
#include "hotpath/match/venue_command.hpp"
#include "hotpath/match/venue_cross.hpp"
#include "hotpath/match/venue_state.hpp"

namespace hotpath::match {

template <book::OrderBooks Books>
class BasicVenueMatcher {
  public:
    [[nodiscard]] static Expected<BasicVenueMatcher> create(const VenueMatcherOptions& options) {
        auto books = VenueBooks<Books>::create(options);
        if (!books) {
            return std::unexpected(books.error());
        }
        if (options.cross_levels_max == 0) {
            return fail("venue matcher: cross_levels_max must be above 0");
        }
        return BasicVenueMatcher(std::move(*books), options);
    }

    [[nodiscard]] const Books& books() const noexcept { return books_.displayed(); }
    [[nodiscard]] const VenueBooks<Books>& all() const noexcept { return books_; }
    [[nodiscard]] const InstrumentState& state(InstrumentId instrument) const noexcept {
        return books_.state(instrument);
    }

    /// Orders of the continuous book would trade with each other.
    [[nodiscard]] bool is_crossed(InstrumentId instrument) const noexcept {
        return match::is_crossed(books_, instrument);
    }

    // For instruments of the books.
    void set_rules(InstrumentId instrument, const InstrumentRules& rules) noexcept {
        books_.state(instrument).rules = rules;
        has_rules_ |= rules != InstrumentRules{};
    }
    void set_trading_state(InstrumentId instrument, book::TradingState state) noexcept {
        plain().set_trading_state(instrument, state);
    }

    /// Continuous is refused while orders would trade with each other: a cross must come first.
    template <class Listener>
    MatchStatus set_phase(InstrumentId instrument, Phase phase, Listener& listener) noexcept {
        if (!books_.is_known(instrument)) {
            return MatchStatus::UnknownInstrument;
        }
        if (phase == Phase::Continuous && is_crossed(instrument)) {
            return MatchStatus::NotInThisPhase;
        }
        change(instrument, [&](InstrumentState& state) { state.phase = phase; });
        command(instrument, listener).run_triggers();
        return MatchStatus::Ok;
    }

    /// Orders outside the new bands are canceled.
    template <class Listener>
    Progress set_bands(InstrumentId instrument, const PriceBands& bands,
                       Listener& listener) noexcept {
        change(instrument, [&](InstrumentState& state) { state.bands = bands; });
        auto now = command(instrument, listener);
        for (const Side side : {Side::Buy, Side::Sell}) {
            while (const auto beyond = best_beyond_bands(books_, instrument, side)) {
                if (!now.take_step()) {
                    return Progress::More;
                }
                cancel_resting(beyond->place, CancelReason::BandMoved, now, listener);
            }
        }
        now.run_triggers();
        return Progress::Done;
    }

    /// The status that enter() would return.
    [[nodiscard]] MatchStatus check(const NewOrder& order, const Conditions& asked) const noexcept {
        return check_order(books_, order, asked, {});
    }
    /// The same for an order without conditions, whose id is still to come.
    [[nodiscard]] MatchStatus check(const NewOrder& order) const noexcept {
        return check_new(books_, order);
    }

    template <class Listener>
    MatchStatus enter(const NewOrder& order, Listener& listener) noexcept {
        const InstrumentState& state = books_.state(known_or_none(order.instrument));
        if (!state.is_plain() || is_held(order.id)) [[unlikely]] {
            return enter(order, Conditions{}, listener);
        }
        const auto status = has_rules_ ? check_rules(state.rules, order, {}) : MatchStatus::Ok;
        return status == MatchStatus::Ok ? plain().enter(order, listener) : status;
    }

    template <class Listener>
    MatchStatus enter(const NewOrder& order, const Conditions& conditions,
                      Listener& listener) noexcept {
        const MatchStatus status = check_order(books_, order, conditions, {});
        if (status == MatchStatus::Ok) {
            submit(order, conditions, listener);
        }
        return status;
    }

    /// Adds, as BasicMatcher does, an order that a recording shows as resting.
    template <class Listener>
    MatchStatus rest(const book::OrderView& order, Listener& listener) noexcept {
        const MatchStatus status =
            is_held(order.id) ? MatchStatus::DuplicateOrder : plain().rest(order, listener);
        run_triggers_if_any(order.instrument, listener);
        return status;
    }

    template <class Listener>
    MatchStatus cancel(OrderId id, Listener& listener) noexcept {
        if (is_all_plain()) [[likely]] {
            return plain().cancel(id, listener);
        }
        if (const auto instrument = instrument_of(books_, id)) {
            auto now = command(*instrument, listener);
            cancel_resting(id, CancelReason::Requested, now, listener);
            now.run_triggers();
            return MatchStatus::Ok;
        }
        return MatchStatus::UnknownOrder;
    }

    /// Cancels each that is open; what that sets off in all is one command's.
    template <class Listener>
    void cancel_all(std::span<const OrderId> ids, Listener& listener) noexcept {
        std::uint32_t steps = steps_max();
        for (const OrderId id : ids) {
            if (const std::optional<InstrumentId> instrument = instrument_of(books_, id)) {
                VenueCommand<Books, Listener> now(books_, *instrument, steps, listener);
                cancel_resting(id, CancelReason::Requested, now, listener);
                now.run_triggers();
                steps = now.steps();
            }
        }
    }

    /// Takes `qty` off, from a reserve first; the order keeps its place. All of it or more cancels.
    template <class Listener>
    MatchStatus reduce(OrderId id, Qty qty, Listener& listener) noexcept {
        const std::uint32_t index = held_index(id);
        if (index == kNotHeld) {
            return on_plain(id, listener, [&] { return plain().reduce(id, qty, listener); });
        }
        if (qty == Qty{}) {
            return MatchStatus::ZeroQty;
        }
        const HeldOrder order = books_.view_of(index);
        auto now = command(order.instrument, listener);
        if (qty >= order.leaves_qty + order.reserve_qty) {
            now.cancel(index, CancelReason::Requested);
        } else {
            now.reduce(index, qty);
        }
        now.run_triggers();
        return MatchStatus::Ok;
    }

    /// Remove, then enter with the same conditions and side as a Day limit order (a stop's order
    /// keeps its type): the place in line is lost.
    template <class Listener>
    MatchStatus replace(OrderId original, const book::Replacement& replacement,
                        Listener& listener) noexcept {
        if (is_all_plain() && !has_rules_) [[likely]] {
            return plain().replace(original, replacement, listener);
        }
        const std::uint32_t index = held_index(original);
        return index == kNotHeld ? replace_plain(original, replacement, listener)
                                 : replace_held(index, replacement, listener);
    }

    /// Takes displayed orders, by place, also those with conditions.
    template <class Listener>
    MatchStatus execute_at(const DirectedExecution& execution, Listener& listener) noexcept {
        if (!is_all_plain() && is_held(execution.id)) {
            return execute_held_at(books_, execution, steps_max(), listener);
        }
        return on_plain(execution.id, listener, [&] {
            const auto order = books().find(execution.id);
            const MatchStatus status = plain().execute_at(execution, listener);
            if (status == MatchStatus::Ok) {
                books_.state(order->instrument).note_trade(execution.price);
            }
            return status;
        });
    }

    /// The result of a cross at this moment, over its waiting orders and the continuous book.
    [[nodiscard]] Indication indicate(const CrossRequest& request) noexcept {
        return VenueCross<Books>(books_, curves_, request).indicate();
    }

    /// Ends a phase that is not continuous: orders trade at one price, those for this cross that
    /// have not are canceled, continuous trading begins. Done at once when it is continuous.
    template <class Listener>
    Progress cross(const CrossRequest& request, Listener& listener) noexcept {
        if (books_.state(request.instrument).phase == Phase::Continuous) {
            return Progress::Done;
        }
        auto now = command(request.instrument, listener);
        bool is_done = false;
        change(request.instrument, [&](InstrumentState&) {
            is_done = VenueCross<Books>(books_, curves_, request).run(now, listener);
        });
        if (!is_done) {
            return Progress::More;
        }
        return now.run_triggers(), Progress::Done;
    }

    /// Cancels an instrument's orders that do not live longer than a day. Nothing trades.
    template <class Listener>
    Progress end_day(InstrumentId instrument, Listener& listener) noexcept {
        auto now = command(instrument, listener);
        const auto count = note_day_orders(books_, instrument, ending_.items());
        for (const OrderId place : ending_.items().first(count)) {
            cancel_resting(place, CancelReason::EndOfDay, now, listener);
        }
        return count < ending_.size() ? Progress::Done : Progress::More;
    }

    /// Tags are not saved: their owner restores them after load(). False: see match::restore_tag().
    [[nodiscard]] bool restore_tag(OrderId id, std::uint32_t tag) noexcept {
        return match::restore_tag(books_, id, tag);
    }
    /// All but the displayed books, which are saved and loaded (by rest()) before.
    void save(StateWriter& writer) const { save_venue_books(writer, books_); }
    /// Into a matcher as create() made it, with its displayed orders; what cannot be refuses.
    void load(StateReader& reader) {
        load_venue_books(reader, books_);
        for (std::uint32_t id = 1; id <= books().instruments_max(); ++id) {
            const InstrumentState& state = books_.state({static_cast<std::uint16_t>(id)});
            special_instruments_ += is_special(state) ? 1U : 0U;
            has_rules_ |= state.rules != InstrumentRules{};
        }
    }

  private:
    BasicVenueMatcher(VenueBooks<Books>&& books, const VenueMatcherOptions& options)
        : books_(std::move(books)),
          curves_(options.cross_levels_max),
          ending_(options.matcher.executions_max) {}

    [[nodiscard]] BasicMatcher<Books>& plain() noexcept { return books_.plain(); }
    /// Instrument 0 is unused, and plain.
    [[nodiscard]] InstrumentId known_or_none(InstrumentId id) const noexcept {
        return books_.is_known(id) ? id : InstrumentId{};
    }
    [[nodiscard]] std::uint32_t steps_max() const noexcept {
        return static_cast<std::uint32_t>(ending_.size());
    }
    [[nodiscard]] bool is_all_plain() const noexcept {
        return books_.held().empty() && special_instruments_ == 0;
    }
    template <class Listener>
    [[nodiscard]] VenueCommand<Books, Listener> command(InstrumentId instrument,
                                                        Listener& listener) noexcept {
        return {books_, instrument, steps_max(), listener};
    }

    /// Changes what is counted in special_instruments_.
    template <class Change>
    void change(InstrumentId instrument, Change&& change) noexcept {
        InstrumentState& state = books_.state(instrument);
        special_instruments_ -= is_special(state) ? 1U : 0U;
        change(state);
        special_instruments_ += is_special(state) ? 1U : 0U;
    }
    [[nodiscard]] static book::OrderView view_of(const NewOrder& order) noexcept {
        return {order.id, order.instrument, order.side, order.price, order.qty, order.tag};
    }
    [[nodiscard]] static bool is_special(const InstrumentState& state) noexcept {
        return state.phase != Phase::Continuous || state.bands.are_set();
    }

    template <class Listener>
    void submit(const NewOrder& order, const Conditions& conditions, Listener& listener) noexcept {
        HeldRecord in_hand{.order = order,
                           .conditions = conditions,
                           .place = order.id,
                           .standing = standing_of(conditions),
                           .leaves_qty = order.qty};
        auto now = command(order.instrument, listener);
        now.submit(in_hand);
        now.run_triggers();
    }

    /// True if the order with this id, on any instrument, is held.
    [[nodiscard]] bool is_held(OrderId id) const noexcept {
        return !books_.held().empty() && books_.held().find_place(id) != kNotHeld;
    }
    [[nodiscard]] std::uint32_t held_index(OrderId id) const noexcept {
        return books_.held().empty() ? kNotHeld : books_.held().find(id);
    }
    /// A command of the plain matcher on an order that must not be held.
    template <class Listener, class Call>
    MatchStatus on_plain(OrderId id, Listener& listener, Call&& call) noexcept {
        if (is_all_plain()) [[likely]] {
            return call();
        }
        const std::optional<InstrumentId> instrument = instrument_of(books_, id);
        if (!instrument || books_.held().find_place(id) != kNotHeld) {
            return MatchStatus::UnknownOrder;
        }
        const MatchStatus status = call();
        run_triggers_if_any(*instrument, listener);
        return status;
    }
    template <class Listener>
    void run_triggers_if_any(InstrumentId instrument, Listener& listener) noexcept {
        if (!books_.state(known_or_none(instrument)).is_plain()) {
            command(instrument, listener).run_triggers();
        }
    }

    /// An order of the books, known by its place.
    template <class Listener>
    void cancel_resting(OrderId place, CancelReason reason, VenueCommand<Books, Listener>& now,
                        Listener& listener) noexcept {
        const std::uint32_t index = books_.held().find_place(place);
        if (index != kNotHeld) {
            return now.cancel(index, reason);
        }
        const book::OrderView order = *books().find(place);
        static_cast<void>(plain().mutable_books().remove(place));
        listener.on_canceled({.order = order, .qty = order.leaves_qty, .reason = reason});
    }

    template <class Listener>
    MatchStatus replace_plain(OrderId original, const book::Replacement& replacement,
                              Listener& listener) noexcept {
        const std::optional<book::OrderView> before = books().find(original);
        if (!before || books_.held().find_place(original) != kNotHeld) {
            return MatchStatus::UnknownOrder;
        }
        const NewOrder order{.id = replacement.id,
                             .instrument = before->instrument,
                             .side = before->side,
                             .qty = replacement.qty,
                             .price = replacement.price,
                             .tag = replacement.tag};
        const MatchStatus status = check_order(books_, order, {}, original);
        if (status != MatchStatus::Ok) {
            return status;
        }
        static_cast<void>(plain().mutable_books().remove(original));
        listener.on_replaced(*before, view_of(order));
        submit(order, {}, listener);
        return MatchStatus::Ok;
    }

    template <class Listener>
    MatchStatus replace_held(std::uint32_t index, const book::Replacement& replacement,
                             Listener& listener) noexcept {
        const Conditions conditions = books_.held()[index].conditions;
        NewOrder order = books_.held()[index].order;
        const OrderId original = std::exchange(order.id, replacement.id);
        order.qty = replacement.qty;
        order.tag = replacement.tag;
        order.price = replacement.price;
        const MatchStatus status = check_order(books_, order, conditions, original);
        if (status != MatchStatus::Ok) {
            return status;
        }
        const HeldOrder before = books_.view_of(index);
        books_.remove(index);
        listener.on_held_replaced(before, view_of(order));
        submit(order, conditions, listener);
        return MatchStatus::Ok;
    }

    VenueBooks<Books> books_;
    CrossCurves curves_;
    FixedArray<OrderId> ending_;             // scratch of end_day(): executions_max
    std::uint32_t special_instruments_ = 0;  // whose phase or bands the plain matcher cannot do
    bool has_rules_ = false;
};

using VenueMatcher = BasicVenueMatcher<book::L3Books>;

}  // namespace hotpath::match
