#pragma once
/// All our orders, from the request to the last report, and the resulting positions. Orders are
/// stored in a table indexed by ClOrdId modulo its size, so a closed order stays until a later id
/// takes its slot: a late or duplicate report finds its order. Open quantity counts from the moment
/// an order is sent; while a replacement is in flight the larger of the two quantities counts. A
/// session delivers its reports in order (SoupBinTCP does); an impossible report is counted and
/// answered with a status. Threads: one. Allocation: at create(). Complexity: O(1) a call.

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "hotpath/core/assert.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/core/fixed_array.hpp"
#include "hotpath/core/prefetch.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/oms/executions.hpp"
#include "hotpath/oms/fees.hpp"
#include "hotpath/oms/order.hpp"
#include "hotpath/oms/position.hpp"
#include "hotpath/risk/account.hpp"

namespace hotpath::oms {

/// Bounds and fees of an account.
struct OrdersOptions {
    std::uint16_t instruments_max = 0;             // ids 1 to instruments_max
    std::uint32_t orders_remembered = 65'536;      // a power of two, above open_orders_max
    std::uint32_t open_orders_max = 1'024;         // replacements in flight count too
    std::uint32_t executions_remembered = 65'536;  // to recognise duplicates and undo broken trades
    Fees fees{};                                   // fees of an execution, before the first tier
    FeeRules fee_rules{};                          // tiers and minimum
};

/// Counters of requests and reports since create().
struct OrdersCounters {
    std::uint64_t entered = 0;  // without replacements, which count as `replaces`
    std::uint64_t replaces = 0;
    std::uint64_t reduces = 0;
    std::uint64_t cancels = 0;
    std::uint64_t accepted = 0;
    std::uint64_t rejected = 0;
    std::uint64_t executions = 0;
    std::uint64_t broken = 0;
    std::uint64_t corrected = 0;
    std::uint64_t duplicates = 0;
    std::uint64_t late = 0;
    std::uint64_t unknown_orders = 0;
    std::uint64_t over_executions = 0;
    std::uint64_t mismatches = 0;
    std::uint64_t lost = 0;  // requests that never arrived: the session broke

    friend bool operator==(const OrdersCounters&, const OrdersCounters&) = default;
};

class Orders {
  public:
    /// Allocates all tables. Fails if an option is out of range.
    [[nodiscard]] static Expected<Orders> create(const OrdersOptions& options);

    /// Returns an order, or nullptr if `id` was never ours or is no longer stored.
    [[nodiscard]] const Order* find(ClOrdId id) const noexcept {
        const Order& order = slots_[slot_of(id)];
        return order.state != OrderState::None && order.id == id ? &order : nullptr;
    }
    [[nodiscard]] std::span<const ClOrdId> open_orders() const noexcept { return open_; }
    [[nodiscard]] const Position& position(InstrumentId instrument) const noexcept {
        HOTPATH_ASSERT(instrument.value < positions_.size(),
                       "instrument must be at most instruments_max");
        return positions_[instrument.value];
    }
    /// Returns a counter, modulo 2^32, of changes of an order or the position of the instrument
    /// (not of its mark). Forgetting a closed order does not count.
    [[nodiscard]] std::uint32_t changes(InstrumentId instrument) const noexcept {
        return changes_[instrument.value];
    }
    [[nodiscard]] std::uint16_t instruments_max() const noexcept;
    /// Returns the id of the next order.
    [[nodiscard]] ClOrdId next_id() const noexcept { return state_.next_id; }
    [[nodiscard]] const OrdersCounters& counters() const noexcept { return state_.counters; }
    /// Returns the totals of all instruments.
    [[nodiscard]] const risk::Account& account() const noexcept { return state_.account; }
    /// Returns true while requests wait for the venue's next session; see on_disconnected().
    [[nodiscard]] bool is_in_doubt() const noexcept { return state_.is_in_doubt; }

    /// Returns the input of the risk check before an order of this side is sent.
    [[nodiscard]] risk::Exposure exposure(InstrumentId instrument, Side side) const noexcept {
        const Position& held = position(instrument);
        return {.position = held.position,
                .open_qty = held.open(side),
                .open_orders = held.open_orders};
    }
    /// Return the open quantity, and the value, that a replacement adds. `original` is
    /// find(order.original), not null.
    [[nodiscard]] static Qty open_qty_added(const Order& original,
                                            const ReplaceOrder& order) noexcept {
        const Qty leaves = order.qty - original.cum_qty;
        return leaves > original.leaves_qty ? leaves - original.leaves_qty : Qty{0};
    }
    [[nodiscard]] static Money open_value_added(const Order& original,
                                                const ReplaceOrder& order) noexcept {
        const Qty leaves{
            std::max(order.qty.value - original.cum_qty.value, original.leaves_qty.value)};
        const Price price{std::max(order.price.value, original.price.value)};
        return price * leaves - original.open_value;
    }
    /// Returns true if an order of this side at `price` could trade with an open order of ours.
    /// O(1) unless `price` reaches a price that we have had; then O(open orders).
    [[nodiscard]] bool would_self_match(InstrumentId instrument, Side side, Price price) noexcept {
        // own_best may be closer to the touch than our best open price, never farther away.
        const Price own_best = position(instrument).own_best[side_index(opposite(side))];
        return own_best.value != 0 && crosses(side, price, own_best) &&
               finds_self_match(instrument, side, price);
    }
    /// Returns true if the position and our open sells do not cover a sell of this quantity.
    [[nodiscard]] bool is_short(InstrumentId instrument, Side side, Qty open_qty) const noexcept {
        const Position& held = position(instrument);
        const SignedQty open_sells{static_cast<std::int64_t>(held.open(Side::Sell))};
        return (side == Side::Sell) & (held.position - open_sells < to_signed(open_qty));
    }

    /// Return Ok if the request is possible now, or the reason why it is not. They change nothing.
    [[nodiscard]] RequestStatus may_enter(ClOrdId id, InstrumentId instrument,
                                          Qty qty) const noexcept;
    [[nodiscard]] RequestStatus may_enter(const NewOrder& order) const noexcept {
        return may_enter(order.id, order.instrument, order.qty);
    }
    [[nodiscard]] RequestStatus may_replace(const ReplaceOrder& order) const noexcept {
        return may_replace(find(order.original), order);
    }
    /// Does the same, with `original` = find(order.original).
    [[nodiscard]] RequestStatus may_replace(const Order* original,
                                            const ReplaceOrder& order) const noexcept {
        if (original == nullptr || !is_open(original->state)) {
            return RequestStatus::UnknownOrder;
        }
        if (original->state != OrderState::Live) {
            return RequestStatus::RequestInFlight;
        }
        return order.qty <= original->cum_qty ? RequestStatus::ZeroQty : may_open(order.id);
    }
    /// Does the same for a reduction; `open_qty` is the quantity that may still execute after it.
    [[nodiscard]] RequestStatus may_reduce(ClOrdId id, Qty open_qty) const noexcept;
    [[nodiscard]] RequestStatus may_cancel(ClOrdId id) const noexcept;

    // Requests, recorded as they are sent. Call the matching may_*() first; it must return Ok.
    void enter(const NewOrder& order) noexcept;
    void replace(const ReplaceOrder& order) noexcept;
    void reduce(ClOrdId id, Qty open_qty) noexcept;
    void cancel(ClOrdId id) noexcept;
    /// Loads the places of the next order and of the instrument's position; changes nothing.
    void prefetch(InstrumentId instrument) const noexcept {
        prefetch_whole(slots_[slot_of(state_.next_id)]);
        prefetch_whole(positions_[instrument.value]);
        prefetch_for_write(&changes_[instrument.value]);
        prefetch_for_write(open_.data() + open_.size());
    }
    /// Marks all ids below `id` as used: by a refused intent, or before a restart.
    void skip_ids_below(ClOrdId id) noexcept;

    /// Adds an order or replacement of an earlier process, as the venue reports it; on_accepted()
    /// or on_replaced() follows. Returns false if the instrument or original is unknown, the id
    /// does not increase, or open_orders_max is reached.
    [[nodiscard]] bool take_over(const NewOrder& order) noexcept;
    [[nodiscard]] bool take_over(const ReplaceOrder& order) noexcept;

    /// Sets the mark, a price above 0, and revalues the position.
    void mark(InstrumentId instrument, Price price) noexcept {
        if (position(instrument).market_mid != price) {
            change_mark(instrument, price);
        }
    }
    /// Keeps the last mark, which is old from now on: the market gives none.
    void keep_mark(InstrumentId instrument, Time now) noexcept;

    /// Applies a corporate action; the instrument must have no open order.
    void adjust(const Adjustment& adjustment) noexcept;

    /// Reports that the session broke: unanswered requests are in doubt, and no request is possible
    /// (RequestStatus::Disconnected) until on_reconnected().
    void on_disconnected() noexcept;
    /// Reports that the next session has replayed all its replies. A request still unanswered never
    /// arrived: a new order or a replacement is rejected (and passed to lost(const Order&)), a
    /// cancel or a reduction may be sent again. O(open orders).
    template <class Lost>
    void on_reconnected(Lost&& lost) noexcept {
        state_.is_in_doubt = false;
        resolve_doubts(lost);
    }
    /// Reports that the venue has ended the session and all its replies have arrived: as
    /// on_reconnected(), but no request is possible until the venue's next session. O(open orders).
    template <class Lost>
    void on_session_ended(Lost&& lost) noexcept {
        on_disconnected();
        resolve_doubts(lost);
    }

    // Reports. `fill` is written only when the status is Ok or OverExecution.
    ReportStatus on_accepted(const Accepted& report) noexcept;
    ReportStatus on_replaced(const Replaced& report) noexcept;
    ReportStatus on_executed(const Executed& report, Fill& fill) noexcept;
    ReportStatus on_canceled(ClOrdId id, Qty qty) noexcept;
    /// Takes over the venue's open quantity: what our record has beyond it is canceled. The same
    /// report again changes nothing.
    ReportStatus on_leaves(ClOrdId id, Qty leaves_qty) noexcept;
    ReportStatus on_rejected(ClOrdId id) noexcept;
    ReportStatus on_cancel_rejected(ClOrdId id) noexcept;
    ReportStatus on_broken(ClOrdId id, MatchId match) noexcept;
    /// Takes over the reference number under which the venue displays the order now. Ignored for
    /// closed orders.
    void on_moved(ClOrdId id, OrderId venue_id) noexcept;
    /// Corrects an execution's quantity or price. The order is not reopened.
    ReportStatus on_corrected(const Corrected& report) noexcept;

  private:
    explicit Orders(const OrdersOptions& options);

    [[nodiscard]] std::size_t slot_of(ClOrdId id) const noexcept { return id.value & mask_; }
    /// Finds the order in order to change it, and counts a change.
    [[nodiscard]] Order* find_mutable(ClOrdId id) noexcept {
        Order& order = slots_[slot_of(id)];
        ++changes_[order.instrument.value];
        return order.state != OrderState::None && order.id == id ? &order : nullptr;
    }
    [[nodiscard]] Order& at(ClOrdId id) noexcept {
        Order* order = find_mutable(id);
        HOTPATH_ASSERT(order != nullptr, "both orders of a replacement must be remembered");
        return *order;
    }
    [[nodiscard]] bool finds_self_match(InstrumentId instrument, Side side, Price price) noexcept;
    [[nodiscard]] RequestStatus may_open(ClOrdId id) const noexcept {
        return state_.is_in_doubt ? RequestStatus::Disconnected : has_place_for(id);
    }
    [[nodiscard]] RequestStatus has_place_for(ClOrdId id) const noexcept {
        // The last id is never used: the next id would be 0.
        constexpr ClOrdId kLastId{std::numeric_limits<std::uint32_t>::max()};
        if (id < state_.next_id || id == kLastId) {
            return RequestStatus::IdNotIncreasing;
        }
        // The slot still holds an order that has been open for a full turn of the table: the caller
        // skips this id.
        if (open_.size() == open_orders_max_ || is_open(slots_[slot_of(id)].state)) {
            return RequestStatus::OrdersFull;
        }
        return RequestStatus::Ok;
    }
    void add(const NewOrder& order) noexcept;
    void add(const ReplaceOrder& order) noexcept;
    [[nodiscard]] Qty worst_open_qty(const Order& order) const noexcept;
    [[nodiscard]] Price worst_price(const Order& order) const noexcept;
    [[nodiscard]] const Order* replacement_of(const Order& order) const noexcept;
    [[nodiscard]] Order& predecessor_of(const Order& order) noexcept;

    [[nodiscard, gnu::always_inline]] inline Order& open(ClOrdId id) noexcept;
    void close(Order& order, OrderState state) noexcept;
    void close_chain(Order& order, OrderState state) noexcept;
    void recount(Order& order) noexcept;
    void uncount(Order& order) noexcept;
    void note_own_price(const Order& order) noexcept;
    void update_state(Order& order) noexcept;
    void end_reduction(Order& order) noexcept;
    void take_executed(Order& order, Qty qty) noexcept;
    template <class Lost>
    void resolve_doubts(Lost& lost) noexcept {
        for (std::size_t i = open_.size(); i-- > 0;) {
            const Order& order = at(open_[i]);
            if (order.is_in_doubt && resolve_doubt(at(open_[i]))) {
                lost(order);
            }
        }
    }
    bool resolve_doubt(Order& order) noexcept;
    void book(const ExecutionKey& key, const Execution& execution) noexcept;
    void take_back(const ExecutionKey& key, const Execution& execution) noexcept;
    void pay(Position& held, Money fee) noexcept;
    void change_mark(InstrumentId instrument, Price price) noexcept;
    template <class Change>
    void revalue(Position& held, Change&& change) noexcept;
    ReportStatus missing(ClOrdId id) noexcept;
    ReportStatus count(ReportStatus status) noexcept;

    /// All state but the tables.
    struct State {
        ClOrdId next_id{1};
        bool is_in_doubt = false;
        risk::Account account;
        OrdersCounters counters;
        TotalQty executed_today{};  // shares bought and sold in all instruments, less broken trades
    };

    std::uint32_t mask_;
    std::uint32_t open_orders_max_;
    std::vector<Order> slots_;        // by id modulo size
    std::vector<ClOrdId> open_;       // capacity open_orders_max, never grows
    FixedArray<Position> positions_;  // by InstrumentId
    FixedArray<std::uint32_t> changes_;
    Executions executions_;
    FeeSchedule fees_;
    OrderMinimums minimums_;
    State state_{};
};

}  // namespace hotpath::oms
