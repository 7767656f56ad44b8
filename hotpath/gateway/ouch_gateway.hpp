#pragma once
/// The only path out: intent -> order -> risk check -> OUCH 5.0 bytes in the outbox; and OUCH bytes
/// in -> reports.
/// check_risk() is the only call of the risk gate in the repository (checked by a test), followed
/// by the firm's limits. An order counts as open before its bytes leave. UserRefNum is our ClOrdId.
/// A replacement's quantity on the wire is the total, executed shares included; a cancel always
/// removes all that is open. Sells that the position does not cover are marked short. The outbox
/// always has room to cancel every open order. Threads: one. Allocation: at create(). Complexity:
/// O(1) a message, cancel_all() O(open orders). Source: Nasdaq OUCH 5.0 specification.

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/core/symbol.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/gateway/outbox.hpp"
#include "hotpath/gateway/report.hpp"
#include "hotpath/oms/intent.hpp"
#include "hotpath/oms/orders.hpp"
#include "hotpath/risk/risk_gate.hpp"
#include "hotpath/risk/shared_limits.hpp"
#include "hotpath/timing/stage_stamps.hpp"
#include "hotpath/timing/tick_source.hpp"
#include "hotpath/wire/ouch50/requests.hpp"

namespace hotpath::gateway {

/// The code of a Rejection by the gateway itself.
enum class GatewayReject : std::uint16_t {
    None,
    NoSymbol,       // no directory message for the instrument yet
    OutboxFull,     // the transport does not drain
    QtyBeyondOuch,  // OUCH takes 1 to 999,999 shares in all
    Lost,           // the session broke before it arrived
};

/// The rejection that a strategy gets for an order that never arrived.
[[nodiscard]] oms::Rejection lost(const oms::Order& order) noexcept;

struct GatewayOptions {
    oms::OrdersOptions orders;
    risk::RiskOptions risk;
    risk::FirmShare* firm = nullptr;          // outlives the gateway; null: the firm's only gateway
    std::uint32_t outbox_messages_max = 256;  // in addition to the room to cancel everything
};

/// Time and reference price of a message to send.
struct Moment {
    Nanos now;
    Price reference_price;  // of the instrument; 0 when there is no reliable one
};

struct GatewayCounters {
    std::uint64_t enters = 0;
    std::uint64_t replaces = 0;
    std::uint64_t cancels = 0;
    std::array<std::uint64_t, risk::kRejectReasons> rejected_by_risk{};  // by RejectReason
    std::uint64_t rejected_by_orders = 0;
    std::uint64_t rejected_by_gateway = 0;
    std::uint64_t reports = 0;
    std::uint64_t unreadable_reports = 0;

    friend bool operator==(const GatewayCounters&, const GatewayCounters&) = default;
};

class OuchGateway {
  public:
    [[nodiscard]] static Expected<OuchGateway> create(const GatewayOptions& options);

    [[nodiscard]] const oms::Orders& orders() const noexcept { return orders_; }
    [[nodiscard]] const risk::RiskGate& risk() const noexcept { return risk_; }
    [[nodiscard]] const GatewayCounters& counters() const noexcept { return counters_; }
    [[nodiscard]] std::uint32_t waiting() const noexcept { return outbox_.size(); }
    /// For a replacement, the original's if known.
    [[nodiscard]] InstrumentId instrument_of(const oms::Intent& intent) const noexcept {
        const oms::Order* const original = orders_.find(intent.original);
        return original == nullptr ? intent.instrument : original->instrument;
    }

    /// Allows trading in the instrument.
    [[nodiscard]] Expected<void> allow(InstrumentId instrument, Symbol symbol,
                                       const risk::Limits& limits);

    /// Sends a strategy's request, or returns who refused it (RejectedBy::Nobody: it is in the
    /// outbox). Stamps Risk and Encode, unless an earlier message of the same tick has.
    template <timing::TickSource T>
    oms::Rejection send(const oms::Intent& intent, const Moment& moment,
                        timing::StageStamps& stamps, const T& ticks) noexcept {
        const bool is_first = stamps.at(timing::Stage::Encode) == 0;
        Draft draft;
        const oms::Rejection rejection = prepare(intent, moment, draft);
        if (is_first) {
            stamps.stamp(timing::Stage::Risk, ticks);
        }
        if (rejection.is_refusal()) [[unlikely]] {
            return rejection;
        }
        commit(draft, moment.now);
        if (is_first) {
            stamps.stamp(timing::Stage::Encode, ticks);
        }
        return {};
    }

    /// Runs the whole path of send() with an order or a replacement and then undoes it: no message
    /// waits, no id is used, nothing is counted or taken from the firm's limits. It warms the
    /// caches (docs/techniques/warm-path.md). Returns who would have refused.
    oms::Rejection rehearse(const oms::Intent& intent, const Moment& moment) noexcept;

    /// Cancels all open orders, or those of one instrument; each order at most once.
    void cancel_all(Nanos now) noexcept;
    void cancel_all(InstrumentId instrument, Nanos now) noexcept;

    /// One message of the venue.
    Report on_message(Bytes message) noexcept;

    // Operator's commands, and the engine's stops; see RiskGate.
    void stop(risk::TradingMode mode, risk::StopReason reason) noexcept {
        risk_.stop(mode, reason);
    }
    void open() noexcept { risk_.open(); }
    [[nodiscard]] Expected<void> override_limits(InstrumentId instrument, const risk::Limits& wider,
                                                 Nanos until) {
        return risk_.override_limits(instrument, wider, until);
    }

    /// Sets the instrument's mark. A loss beyond the limit stops trading.
    void mark(InstrumentId instrument, Price price) noexcept {
        orders_.mark(instrument, price);
        risk_.watch(orders_.account());
    }

    /// The session broke: nothing is sent until on_reconnected(); the outbox is dropped, because
    /// its messages count as sent and not arrived.
    void on_disconnected() noexcept;
    /// The first message of a session; Report::is_account_answer marks its answer.
    void query_account() noexcept;
    /// The next session has replayed its replies. Calls lost(const oms::Order&) for each order that
    /// never arrived. Orders left open by an earlier process are canceled, and all orders if
    /// trading was stopped in the meantime.
    template <class Lost>
    void on_reconnected(Nanos now, Lost&& lost) noexcept {
        orders_.on_reconnected(std::forward<Lost>(lost));
        give_back_to_firm();
        const bool was_recovering = std::exchange(is_recovering_, false);
        if (was_recovering || risk_.mode() != risk::TradingMode::Open) {
            cancel_all(now);
        }
    }

    /// Call before the first session of an account that an earlier process may have traded: until
    /// on_reconnected(), orders that the venue reports are taken over as ours.
    void begin_recovery() noexcept {
        is_recovering_ = true;
        on_disconnected();
    }
    [[nodiscard]] bool is_recovering() const noexcept { return is_recovering_; }
    /// The first report with is_trouble(); a default Report when there was none.
    [[nodiscard]] const Report& trouble() const noexcept { return trouble_; }

    template <class Sink>
    void for_each_outgoing(Sink&& sink) {
        outbox_.drain(sink);
    }

  private:
    OuchGateway(const GatewayOptions& options, oms::Orders orders, risk::RiskGate risk);

    /// A completed intent: the order to send unless a check refuses it.
    struct Draft {
        oms::Intent::Kind kind = oms::Intent::Kind::Enter;
        oms::NewOrder order;  // of a replacement: instrument and side are the original's
        oms::ReplaceOrder replacement;
        Qty open_qty_added;
        std::uint64_t open_value_added = 0;
        bool is_short = false;
    };

    // Not inlined, so that a rehearsal runs the same instructions as an order.
    [[nodiscard, gnu::noinline]] oms::Rejection prepare(const oms::Intent& intent,
                                                        const Moment& moment,
                                                        Draft& draft) noexcept;
    [[nodiscard]] oms::RequestStatus draft_order(const oms::Intent& intent, Draft& draft) noexcept;
    [[nodiscard]] oms::RequestStatus draft_enter(const oms::Intent& intent, Draft& draft) noexcept;
    [[nodiscard]] oms::RequestStatus draft_replace(const oms::Intent& intent,
                                                   Draft& draft) noexcept;
    [[nodiscard]] GatewayReject check_sendable(const Draft& draft) const noexcept;
    [[nodiscard]] risk::RejectReason check_risk(const Draft& draft, const Moment& moment) noexcept;
    [[nodiscard]] risk::RejectReason ask_firm(const Draft& draft) noexcept;
    void give_back_to_firm() noexcept;
    oms::Rejection refuse(const oms::Intent& intent, oms::RejectedBy by,
                          std::uint16_t code) noexcept;

    [[gnu::noinline]] void commit(const Draft& draft, Nanos now) noexcept;
    void encode_enter(const oms::NewOrder& order, bool is_short) noexcept;
    void encode_replace(const oms::ReplaceOrder& order, TimeInForce time_in_force) noexcept;
    void cancel_with_partner(ClOrdId id, Nanos now) noexcept;
    void try_cancel(ClOrdId id, Nanos now) noexcept;

    oms::Orders orders_;
    risk::RiskGate risk_;
    risk::FirmShare* firm_;
    risk::FirmOrder reserved_{.orders = 0};  // of the firm, for open orders
    std::vector<Symbol> symbols_;            // by InstrumentId; blank: not allowed
    std::size_t cancel_reserve_bytes_;
    Outbox outbox_;
    wire::ouch50::EnterOrder enter_;  // with the fields that never change filled in
    wire::ouch50::ReplaceOrderRequest replace_;
    bool is_recovering_ = false;
    Report trouble_;
    GatewayCounters counters_;
};

}  // namespace hotpath::gateway
