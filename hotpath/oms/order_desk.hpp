#pragma once
/// OrderDesk: the way of an intent to an approved order, and of the venue's events back to a
/// report. It knows orders, positions and limits, and no venue's bytes.
///
///   intent --approve()--> ApprovedOrder --record()--> open   and a codec writes its bytes
///   bytes  --a codec--> venue event --apply()--> DeskReport
///
/// approve() completes the intent, asks our record of orders whether it is possible, and the risk
/// gate whether it is allowed: all pre-trade refusals are made there, in this order. Quantity
/// counts as open from record() on, before the bytes exist. Sells that the position does not cover
/// are short. Threads: one. Allocation: at create(). Complexity: O(1) a call.

#include <array>
#include <cstdint>
#include <expected>
#include <utility>
#include <vector>

#include "hotpath/core/error.hpp"
#include "hotpath/core/symbol.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/oms/intent.hpp"
#include "hotpath/oms/orders.hpp"
#include "hotpath/oms/venue_events.hpp"
#include "hotpath/risk/risk_gate.hpp"

namespace hotpath::oms {

/// The code of a Rejection by the desk or by the gateway that sends for it.
enum class DeskReject : std::uint16_t {
    None,
    NoSymbol,        // no directory message for the instrument yet
    OutboxFull,      // the transport does not drain
    QtyBeyondVenue,  // more shares in all than the venue takes
    Lost,            // the session broke before it arrived
};

/// The rejection that a strategy gets for an order that never arrived.
[[nodiscard]] Rejection lost(const Order& order) noexcept;

struct DeskOptions {
    OrdersOptions orders;
    risk::RiskOptions risk;
    Qty venue_qty_max{0xFFFF'FFFF};  // of one order, executed shares included
};

/// Time and reference price of a request.
struct SendContext {
    Time now;
    Price reference_price;  // of the instrument; 0 when there is no reliable one
};

struct DeskCounters {
    std::uint64_t enters = 0;
    std::uint64_t replaces = 0;
    std::uint64_t reduces = 0;
    std::uint64_t cancels = 0;
    std::array<std::uint64_t, risk::kRejectReasons> rejected_by_risk{};  // by RejectReason
    std::uint64_t rejected_by_orders = 0;
    std::uint64_t rejected_by_gateway = 0;  // DeskReject
    std::uint64_t reports = 0;
    std::uint64_t unreadable_reports = 0;

    friend bool operator==(const DeskCounters&, const DeskCounters&) = default;
};

/// The meaning of one venue message.
struct DeskReport {
    ReportStatus status = ReportStatus::Ok;
    ClOrdId id{};                    // of the order it is about
    InstrumentId instrument{};       // 0 when the message is about no known order
    bool is_fill = false;            // `fill` was booked
    bool is_account_answer = false;  // everything that the venue sent earlier has been reported
    Fill fill{};
    Rejection rejection{};  // by the venue, or none
};

class OrderDesk {
  public:
    [[nodiscard]] static Expected<OrderDesk> create(const DeskOptions& options);

    [[nodiscard]] const Orders& orders() const noexcept { return orders_; }
    [[nodiscard]] const risk::RiskGate& risk() const noexcept { return risk_; }
    [[nodiscard]] const DeskCounters& counters() const noexcept { return state_.counters; }
    /// The first symbol of an earlier process's order that is not traded here; blank: none.
    [[nodiscard]] Symbol unknown_symbol() const noexcept { return unknown_symbol_; }
    /// For a replacement, the original's if known.
    [[nodiscard]] InstrumentId instrument_of(const Intent& intent) const noexcept {
        const Order* const original = orders_.find(intent.original);
        return original == nullptr ? intent.instrument : original->instrument;
    }

    /// Allows trading in the instrument.
    [[nodiscard]] Expected<void> allow(InstrumentId instrument, Symbol symbol,
                                       const risk::Limits& limits);

    // Requests. One that is approved counts in the gate's windows: record() and send it.

    /// For an enter or a replacement. Not inlined, so that every caller runs the same instructions.
    [[nodiscard, gnu::noinline]] std::expected<risk::ApprovedOrder, Rejection> approve(
        const Intent& intent, const SendContext& context) noexcept;
    void record(const risk::ApprovedOrder& order) noexcept;
    /// May the order be canceled? A cancel only reduces risk: it needs no approval.
    [[nodiscard]] bool may_cancel(ClOrdId id) const noexcept {
        return orders_.may_cancel(id) == RequestStatus::Ok;
    }
    /// may_cancel(id) is true.
    void record_cancel(ClOrdId id, Time now) noexcept;
    /// May this reduction be sent? It only reduces risk, too.
    [[nodiscard]] RequestStatus may_reduce(const Intent& intent) const noexcept {
        return orders_.may_reduce(intent.id, intent.qty);
    }
    /// may_reduce(intent) is Ok.
    void record_reduce(const Intent& intent, Time now) noexcept;
    /// The rejection of an intent by our record of orders; it is counted.
    [[nodiscard]] Rejection refuse(const Intent& intent, RequestStatus status) noexcept;
    [[nodiscard]] Rejection refuse(const Intent& intent, DeskReject reason) noexcept;

    /// Loads what the next order of the instrument will touch; changes nothing.
    void prefetch(InstrumentId instrument) const noexcept {
        orders_.prefetch(instrument);
        risk_.prefetch(instrument);
    }

    // The venue's events; then on_report(), once a message.
    void apply(std::monostate, DeskReport&) noexcept {}
    void apply(const Accepted& event, DeskReport& report) noexcept;
    void apply(const Replaced& event, DeskReport& report) noexcept;
    void apply(const Executed& event, DeskReport& report) noexcept;
    void apply(const Canceled& event, DeskReport& report) noexcept;
    void apply(const Leaves& event, DeskReport& report) noexcept;
    void apply(const Rejected& event, DeskReport& report) noexcept;
    void apply(const CancelRejected& event, DeskReport& report) noexcept;
    void apply(const Broken& event, DeskReport& report) noexcept;
    void apply(const Corrected& event, DeskReport& report) noexcept;
    void apply(const Moved& event, DeskReport& report) noexcept;
    void apply(const Modified& event, DeskReport& report) noexcept;
    void apply(const NextId& event, DeskReport& report) noexcept;
    /// A message has been decoded, or could not be, and its events applied.
    void on_report(const DeskReport& report, bool is_readable) noexcept;

    // Operator's commands, and the engine's stops; see RiskGate.
    void stop(risk::TradingMode mode, risk::StopReason reason) noexcept {
        risk_.stop(mode, reason);
    }
    void resume() noexcept { risk_.resume(); }
    [[nodiscard]] Expected<void> override_limits(InstrumentId instrument, const risk::Limits& wider,
                                                 Time until) {
        return risk_.override_limits(instrument, wider, until);
    }
    /// The books have an open order under this id, whatever the venue's reports call it; 0: not yet.
    void show(ClOrdId id, OrderId id_in_books) noexcept { orders_.on_moved(id, id_in_books); }
    /// Sets the instrument's mark. A loss beyond the limit stops trading.
    void mark(InstrumentId instrument, Price price) noexcept {
        orders_.mark(instrument, price);
        risk_.watch(orders_.account(), instrument);
    }
    void keep_mark(InstrumentId instrument, Time now) noexcept {
        orders_.keep_mark(instrument, now);
    }
    /// A corporate action, while no order of the instrument is open.
    void adjust(const Adjustment& adjustment) noexcept {
        orders_.adjust(adjustment);
        risk_.watch(orders_.account(), adjustment.instrument);
    }

    // The session.
    /// It broke: requests without an answer are in doubt.
    void on_disconnected() noexcept { orders_.on_disconnected(); }
    /// The next session has replayed its replies. Calls lost(const Order&) for each order that never
    /// arrived. True: everything open must be canceled, because an earlier process left it or
    /// trading was stopped in the meantime.
    template <class Lost>
    [[nodiscard]] bool on_reconnected(Lost&& lost) noexcept {
        orders_.on_reconnected(std::forward<Lost>(lost));
        risk_.release_closed(orders_.account());
        const bool was_recovering = std::exchange(state_.is_recovering, false);
        return was_recovering || risk_.mode() != risk::TradingMode::Open;
    }
    /// The venue ended it after its last reply. Calls lost(const Order&) for each order that never
    /// arrived.
    template <class Lost>
    void on_session_ended(Lost&& lost) noexcept {
        orders_.on_session_ended(std::forward<Lost>(lost));
        risk_.release_closed(orders_.account());
        state_.is_recovering = false;
    }
    /// Until on_reconnected(), orders that the venue reports are taken over as ours.
    void begin_recovery() noexcept {
        state_.is_recovering = true;
        on_disconnected();
    }
    [[nodiscard]] bool is_recovering() const noexcept { return state_.is_recovering; }

  private:
    OrderDesk(const DeskOptions& options, Orders orders, risk::RiskGate risk);

    // Inlined, all three: approve() is their only caller.
    [[nodiscard, gnu::always_inline]] inline RequestStatus complete(
        const Intent& intent, risk::OrderCheck& order) noexcept;
    [[nodiscard, gnu::always_inline]] inline RequestStatus complete_enter(
        const Intent& intent, risk::OrderCheck& order) noexcept;
    [[nodiscard, gnu::always_inline]] inline RequestStatus complete_replace(
        const Intent& intent, risk::OrderCheck& order) noexcept;
    [[nodiscard]] Rejection refuse(const Intent& intent, risk::RejectReason reason) noexcept;
    [[nodiscard]] Rejection refused(const Intent& intent, RejectedBy by,
                                    std::uint16_t code) noexcept;

    void note(ClOrdId id, DeskReport& report) const noexcept;
    [[nodiscard]] bool is_unknown(ClOrdId id) const noexcept;
    [[nodiscard]] bool take_over(const Accepted& event, DeskReport& report) noexcept;
    [[nodiscard]] bool take_over(const Replaced& event, DeskReport& report) noexcept;

    struct State {
        bool is_recovering = false;
        DeskCounters counters;
    };

    Orders orders_;
    risk::RiskGate risk_;
    std::vector<Symbol> symbols_;  // by InstrumentId; blank: not allowed
    Symbol unknown_symbol_;        // the first one
    Qty venue_qty_max_;
    risk::OrderCheck order_;  // the last one completed; an ApprovedOrder refers to it
    State state_{};
};

}  // namespace hotpath::oms
