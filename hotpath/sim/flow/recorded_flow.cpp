#include "hotpath/sim/flow/recorded_flow.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "hotpath/exchange/orders/order_ids.hpp"
#include "hotpath/protocols/nasdaq/itch50/codes.hpp"
#include "hotpath/protocols/nasdaq/itch50/decode.hpp"
#include "hotpath/protocols/nasdaq/itch50/stock.hpp"
#include "hotpath/sim/flow/session_meeting.hpp"

namespace hotpath::sim::flow {

namespace itch50 = protocols::nasdaq::itch50;
using book::BookStatus;
using book::BookUpdate;
using book::OrderView;
using exchange::background_match_id;
using exchange::background_order_id;
using exchange::FlowOrder;
using match::MatchStatus;

namespace {

template <class Message>
Time time_of(const Message& message) {
    return {static_cast<std::int64_t>(message.load_timestamp())};
}

[[nodiscard]] bool is_numberable(std::uint64_t recorded) {
    return recorded <= exchange::kReferenceMax;
}

}  // namespace

/// Takes one message, updates the recording's books, and gives the exchange the command that does
/// the same.
class RecordedFlow::Translator : public itch50::NullListener {
  public:
    Translator(RecordedFlow& flow, exchange::Exchange& venue)
        : flow_(flow),
          recording_(flow.recording_),
          counters_(flow.counters_),
          venue_(venue),
          last_crossing_(flow.last_crossing_),
          model_(flow.model_),
          levels_(flow.levels_),
          takers_(flow.takers_),
          shifts_(flow.shifts_),
          newest_(flow.newest_),
          taken_out_(flow.taken_out_) {}

    /// True when the message was one on orders or trades, and has been dealt with.
    [[nodiscard]] bool is_done() const { return is_done_; }

    void on_add_order(const itch50::AddOrder& m) { add(m, {}); }
    void on_add_order_mpid(const itch50::AddOrderMpid& m) { add(m, {m.load_attribution()}); }

    void on_order_executed(const itch50::OrderExecuted& m) {
        begin(m);
        const std::optional<OrderView> order = find(m.load_order_reference_number());
        if (!order || !is_numberable(m.load_match_number()) || m.load_executed_shares() == 0) {
            ++counters_.impossible;
            return;
        }
        const std::optional<OrderView> first = recording_.front(order->instrument, order->side);
        const bool is_first = first && first->id == order->id;
        const OrderView shown = at_venue(*order);
        const Qty qty = taken(*order, recording_.execute(order->id, {m.load_executed_shares()}));
        const MatchId match = background_match_id(m.load_match_number());
        counters_.executions_out_of_turn += is_first ? 0U : 1U;
        if (is_taken_out(order->id)) {
            meet_in_place_of(shown, qty, is_first);
            return;
        }
        if (model_.is_by_price()) {
            levels_.execute(shares_of(*order, qty), match, venue_, now_);
            return;
        }
        if (is_first && model_.impact == Impact::Matched) {
            note(venue_.execute({.resting = shown.id,
                                 .instrument = order->instrument,
                                 .side = opposite(order->side),
                                 .qty = qty,
                                 .price = order->price,
                                 .match = match},
                                now_));
        } else {
            execute_in_place(shown, qty, match, is_first);
        }
        withdraw_if_ended(order->id, shown.id);
    }

    void on_order_executed_with_price(const itch50::OrderExecutedWithPrice& m) {
        begin(m);
        const std::optional<OrderView> order = find(m.load_order_reference_number());
        if (!order || !is_numberable(m.load_match_number()) || m.load_executed_shares() == 0) {
            ++counters_.impossible;
            return;
        }
        ++counters_.executions_with_price;
        const OrderId id = at_venue(*order).id;
        const Qty qty = taken(*order, recording_.execute(order->id, {m.load_executed_shares()}));
        if (is_removed_without_order(*order, qty)) {
            return;
        }
        note(venue_.execute_at({.id = id,
                                .qty = qty,
                                .price = itch50::to_price(m.load_execution_price()),
                                .match = background_match_id(m.load_match_number()),
                                .printable = m.load_printable() != 'N'},
                               now_));
        withdraw_if_ended(order->id, id);
    }

    void on_order_cancel(const itch50::OrderCancel& m) {
        begin(m);
        const std::optional<OrderView> order = find(m.load_order_reference_number());
        if (!order || m.load_cancelled_shares() == 0) {
            ++counters_.impossible;
            return;
        }
        const OrderId id = at_venue(*order).id;
        const Qty qty = taken(*order, recording_.reduce(order->id, {m.load_cancelled_shares()}));
        if (!is_removed_without_order(*order, qty)) {
            note(venue_.reduce(id, qty, now_));
            withdraw_if_ended(order->id, id);
        }
    }

    void on_order_delete(const itch50::OrderDelete& m) {
        begin(m);
        const std::optional<OrderView> order = find(m.load_order_reference_number());
        if (!order) {
            ++counters_.impossible;
            return;
        }
        const OrderId id = at_venue(*order).id;
        static_cast<void>(taken(*order, recording_.remove(order->id)));
        if (!is_removed_without_order(*order, order->leaves_qty)) {
            note(venue_.cancel(id, now_));
        }
    }

    void on_order_replace(const itch50::OrderReplace& m) {
        begin(m);
        const std::optional<OrderView> original = find(m.load_original_order_reference_number());
        const std::uint64_t reference = m.load_new_order_reference_number();
        if (!original || !is_numberable(reference)) {
            ++counters_.impossible;
            return;
        }
        const book::Replacement now{.id = background_order_id(reference),
                                    .qty = {m.load_shares()},
                                    .price = itch50::to_price(m.load_price())};
        const OrderView shown = at_venue(*original);
        const BookUpdate update = recording_.replace(original->id, now);
        if (update.status == BookStatus::Ok || update.status == BookStatus::LevelsFull) {
            forget(original->id);
        }
        if (update.status == BookStatus::LevelsFull) {
            note(venue_.cancel(shown.id, now_));
        }
        if (update.status != BookStatus::Ok) {
            ++counters_.impossible;
            return;
        }
        note_number(now.id);
        if (is_taken_out(original->id)) {
            taken_out_.insert(now.id.value);
            return;
        }
        replace(shown, now);
    }

    // Trades of hidden orders and crosses have no order in the book; only their numbers are brought
    // into the venue's. A displayed order comes before a hidden one: session orders that the trade
    // passed over would have been met first.
    void on_trade(const itch50::Trade& m) {
        now_ = time_of(m);
        for (const Side side : {Side::Buy, Side::Sell}) {
            const OrderView hidden{.id = kLastOfPrice,
                                   .instrument = {m.load_stock_locate()},
                                   .side = side,
                                   .price = itch50::to_price(m.load_price())};
            if (!has_passed_over(hidden)) {
                meet_session_orders(venue_, hidden, {m.load_shares()}, now_);
            }
        }
        itch50::Trade trade = m;
        trade.store_order_reference_number(
            background_order_id(m.load_order_reference_number()).value);
        pass_renumbered(trade);
    }
    void on_cross_trade(const itch50::CrossTrade& m) { pass_renumbered(m); }
    void on_broken_trade(const itch50::BrokenTrade& m) { pass_renumbered(m); }

  private:
    template <class Message>
    void begin(const Message& message) {
        is_done_ = true;
        now_ = time_of(message);
        ++counters_.order_messages;
    }

    template <class Message>
    void pass_renumbered(Message message) {
        is_done_ = true;
        ++counters_.passed_through;
        message.store_match_number(background_match_id(message.load_match_number()).value);
        venue_.publish(message.bytes());
    }

    template <class Add>
    void add(const Add& m, const exchange::Attribution& attribution) {
        begin(m);
        FlowOrder order{.id = background_order_id(m.load_order_reference_number()),
                        .instrument = {m.load_stock_locate()},
                        .symbol = m.load_stock(),
                        .side = itch50::to_side(m.load_buy_sell_indicator()),
                        .qty = {m.load_shares()},
                        .price = itch50::to_price(m.load_price()),
                        .attribution = attribution};
        if (!is_numberable(m.load_order_reference_number()) ||
            recording_.add(view_of(order)).status != BookStatus::Ok) {
            ++counters_.impossible;
            return;
        }
        note_number(order.id);
        if (!is_taken_out(order.id)) {
            set_venue_id(order);
            enter(order);
        }
    }

    /// Session orders ahead of it trade before it, also where the recording writes its execution before
    /// that of others ahead of it.
    void execute_in_place(const OrderView& order, Qty qty, MatchId match, bool is_first) {
        const Qty met = is_first ? meet_session_orders(venue_, order, qty, now_)
                                 : meet_session_orders_out_of_turn(venue_, order, qty, now_);
        const Qty left = model_.impact == Impact::Matched ? qty - met : qty;
        if (left != Qty{}) {
            note(venue_.execute_at(
                {.id = order.id, .qty = left, .price = order.price, .match = match}, now_));
        }
    }

    /// What executed an order that has been taken out meets the session orders up to its place; by
    /// price its place is not known.
    void meet_in_place_of(const OrderView& order, Qty qty, bool is_first) {
        OrderView place = order;
        place.id = model_.is_by_price() ? kLastOfPrice : order.id;
        if (is_first || model_.is_by_price()) {
            meet_session_orders(venue_, place, qty, now_);
        } else {
            meet_session_orders_out_of_turn(venue_, place, qty, now_);
        }
    }

    /// Taken out, it is not at the venue; by price its shares leave the level, whichever they are.
    [[nodiscard]] bool is_removed_without_order(const OrderView& order, Qty qty) {
        if (is_taken_out(order.id)) {
            return true;
        }
        if (model_.is_by_price()) {
            levels_.cancel(shares_of(order, qty), venue_, now_);
        }
        return model_.is_by_price();
    }

    /// The order is in the recording's books already; in a book it crosses there, it must not trade
    /// here. By price all new shares join the back, whatever number the recording has for them.
    void enter(FlowOrder order) {
        if (model_.is_of_levels) {
            order.qty = takers_.left_after_takers(order, venue_, now_);
            if (order.qty == Qty{}) {
                return;
            }
        }
        if (model_.is_by_price()) {
            order.id = venue_.next_background_id();
        }
        if (is_crossing(order)) {
            ++counters_.crossing_orders;
            last_crossing_ = order.instrument;
            note(venue_.rest(order, now_));
        } else {
            note(venue_.enter(order, now_));
        }
    }

    void replace(const OrderView& original, const book::Replacement& now) {
        FlowOrder order{.id = now.id,
                        .instrument = original.instrument,
                        .side = original.side,
                        .qty = now.qty,
                        .price = now.price};
        set_venue_id(order);
        if (model_.is_of_levels && now.price == original.price && now.qty > original.leaves_qty) {
            FlowOrder growth = order;  // a level's: nothing of it has left
            growth.qty -= original.leaves_qty;
            enter(growth);
        } else if (model_.is_by_price()) {
            levels_.cancel(shares_of(original, original.leaves_qty), venue_, now_);
            enter(order);
        } else if (!venue_.books().find(original.id)) {
            ++counters_.orders_gone;
            enter(order);
        } else if (is_crossing(order)) {
            note(venue_.cancel(original.id, now_));
            enter(order);
        } else {
            note(venue_.replace(
                {.original = original.id, .id = order.id, .qty = now.qty, .price = now.price},
                now_));
        }
    }

    /// Not BookUpdate::crossed, which is also set while others keep the book crossed.
    [[nodiscard]] bool is_crossing(const FlowOrder& order) const {
        const book::Level other = recording_.best(order.instrument, opposite(order.side));
        return other.orders != 0 && crosses(order.side, order.price, other.price);
    }

    [[nodiscard]] std::optional<OrderView> find(std::uint64_t recorded_reference) const {
        return is_numberable(recorded_reference)
                   ? recording_.find(background_order_id(recorded_reference))
                   : std::nullopt;
    }

    /// The recording itself has a displayed order that should have come before the hidden one.
    [[nodiscard]] bool has_passed_over(const OrderView& hidden) const {
        const book::Level best = recording_.best(hidden.instrument, hidden.side);
        return best.orders != 0 && !is_better(hidden.side, hidden.price, best.price);
    }
    [[nodiscard]] bool is_taken_out(OrderId id) const {
        return !taken_out_.empty() && taken_out_.contains(id.value);
    }
    [[nodiscard]] static LevelShares shares_of(const OrderView& order, Qty qty) {
        return {.instrument = order.instrument,
                .level = {.side = order.side, .price = order.price},
                .qty = qty};
    }

    /// The quantity that a command on the recording removed of this order.
    [[nodiscard]] Qty taken(const OrderView& order, const BookUpdate& update) {
        if (update.qty == order.leaves_qty) {
            forget(order.id);
        }
        counters_.impossible += update.status == BookStatus::OverExecution ? 1U : 0U;
        return update.qty;
    }

    void note(MatchStatus status) {
        counters_.orders_gone += status == MatchStatus::UnknownOrder ? 1U : 0U;
        counters_.refused +=
            status != MatchStatus::Ok && status != MatchStatus::UnknownOrder ? 1U : 0U;
    }

    void withdraw_if_ended(OrderId recorded, OrderId id) {
        if (!recording_.find(recorded) && venue_.books().find(id)) {
            ++counters_.orders_withdrawn;
            note(venue_.cancel(id, now_));
        }
    }

    /// Gives an order that the recording's books have just taken the venue's number. Session orders may have taken
    /// the numbers up to the recorded one and beyond: they came before it, so its number at the venue is above
    /// theirs. An order that the recording has late, with an old reference, keeps its place.
    void set_venue_id(FlowOrder& order) {
        if (order.id < venue_.next_background_id()) [[unlikely]] {
            renumber(order);
        }
    }
    [[gnu::noinline]] void renumber(FlowOrder& order) {
        const OrderId recorded = order.id;
        const bool is_taken = !shifts_.empty() && venue_.books().find(recorded);
        if (!model_.is_by_price() && (!is_late_ || is_taken)) {
            order.id = venue_.next_background_id();
            static_cast<void>(shifts_.try_insert(recorded, order.id.value - recorded.value));
        }
    }
    void note_number(OrderId recorded) {
        is_late_ = recorded <= newest_;
        newest_ = std::max(newest_, recorded);
    }
    /// An order of the recording under the venue's number.
    [[nodiscard]] OrderView at_venue(OrderView order) const {
        order.id = flow_.id_at_venue(order.id);
        return order;
    }
    void forget(OrderId recorded) {
        if (!shifts_.empty()) [[unlikely]] {
            shifts_.erase(recorded);
        }
    }

    [[nodiscard]] static OrderView view_of(const FlowOrder& order) {
        return {.id = order.id,
                .instrument = order.instrument,
                .side = order.side,
                .price = order.price,
                .leaves_qty = order.qty};
    }

    const RecordedFlow& flow_;
    book::L3Books& recording_;
    FlowCounters& counters_;
    exchange::Exchange& venue_;
    InstrumentId& last_crossing_;
    const FillModel& model_;
    LevelFlow& levels_;
    const LevelTakers& takers_;
    Shifts& shifts_;
    OrderId& newest_;
    std::unordered_set<std::uint64_t>& taken_out_;
    Time now_;
    bool is_done_ = false;
    bool is_late_ = false;  // the new order's number is not above those before it
};

Expected<RecordedFlow> RecordedFlow::create(const book::BooksOptions& books,
                                            const FillModel& model) {
    Expected<book::L3Books> recording = book::L3Books::create(books);
    if (!recording) {
        return std::unexpected(std::move(recording.error()));
    }
    return {RecordedFlow(std::move(*recording), model, books.orders_max)};
}

bool RecordedFlow::place(MutableBytes message, exchange::Exchange& exchange) noexcept {
    constexpr std::size_t kLocateAt = 1;
    const std::uint16_t locate = itch50::locate_in(message);
    const char type = std::to_integer<char>(message.front());
    InstrumentId& instrument = instruments_[locate];
    if (const std::optional<Symbol> symbol = itch50::stock_in(message); symbol && locate != 0) {
        // A locate that is listed again is the new symbol's from here on: orders of the old one
        // keep theirs.
        if (instrument == InstrumentId{} || type == itch50::StockDirectory::kType) {
            instrument = exchange.assign(*symbol, {locate});
            counters_.refused += instrument == InstrumentId{} ? 1U : 0U;
        }
        if (exchange.symbol(instrument) != *symbol || instrument == InstrumentId{}) {
            return false;
        }
    } else if (type == itch50::BrokenTrade::kType && instrument == InstrumentId{}) {
        return false;
    } else if (type != itch50::BrokenTrade::kType) {
        return true;  // an order is found by its number; an event of the venue is of no instrument
    }
    store_be(&message[kLocateAt], instrument.value);
    return true;
}

void RecordedFlow::take_out(std::uint64_t recorded_reference) {
    taken_out_.insert(background_order_id(recorded_reference).value);
}

void RecordedFlow::put_back(std::uint64_t recorded_reference) {
    taken_out_.erase(background_order_id(recorded_reference).value);
}

protocols::DecodeStatus RecordedFlow::on_message(Bytes message,
                                                 exchange::Exchange& exchange) noexcept {
    ++counters_.messages;
    std::array<std::byte, itch50::kMessageLengthMax> room;
    itch50::NullListener ignored;
    const protocols::DecodeStatus status = itch50::decode(message, ignored);
    if (status != protocols::DecodeStatus::Ok) {
        ++counters_.decode_errors;
        return status;
    }
    std::ranges::copy(message, room.begin());
    const MutableBytes placed = MutableBytes(room).first(message.size());
    if (!place(placed, exchange)) {
        ++counters_.symbol_mismatches;
        return status;
    }
    Translator translator(*this, exchange);
    static_cast<void>(itch50::decode(placed, translator));
    // A trade that takes all of a level has not moved the quote: the next quote says where it is.
    if (model_.is_of_levels &&
        std::to_integer<char>(message.front()) != itch50::OrderExecuted::kType) {
        takers_.on_applied(recording_, instruments_[itch50::locate_in(message)],
                           Time{static_cast<std::int64_t>(
                               itch50::SystemEvent::at(message.data()).load_timestamp())});
    }
    if (!translator.is_done()) {
        ++counters_.passed_through;
        exchange.publish(placed);
    }
    return status;
}

}  // namespace hotpath::sim::flow
