#pragma once
/// Every order of ours, from the request to the last report, and the positions they make.
///
/// Orders live in a table indexed by ClOrdId modulo its size, so that a closed order stays known
/// until the id comes round again: a late or duplicate report finds its order. What open orders may
/// still execute is counted from the moment they are sent; while a replacement is in flight the
/// larger of the two quantities counts. A session delivers its reports in order (SoupBinTCP does);
/// what cannot be is counted and answered with a status. Threads: one. Allocation: at create().
/// Complexity: O(1) a call.

#include <cstdint>
#include <span>
#include <vector>

#include "hotpath/core/error.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/oms/executions.hpp"
#include "hotpath/oms/order.hpp"
#include "hotpath/oms/position.hpp"
#include "hotpath/risk/risk_gate.hpp"

namespace hotpath::oms {

struct OrdersOptions {
    std::uint16_t instruments_max = 0;             // ids 1 to instruments_max
    std::uint32_t orders_remembered = 65'536;      // a power of two, above open_orders_max
    std::uint32_t open_orders_max = 1'024;         // replacements in flight count too
    std::uint32_t executions_remembered = 65'536;  // to know a duplicate and to undo a broken trade
};

struct OrdersCounters {
    std::uint64_t entered = 0;  // replacements are not entered but replace
    std::uint64_t replaces = 0;
    std::uint64_t cancels = 0;
    std::uint64_t accepted = 0;
    std::uint64_t rejected = 0;
    std::uint64_t executions = 0;
    std::uint64_t broken = 0;
    std::uint64_t duplicates = 0;
    std::uint64_t late = 0;
    std::uint64_t unknown_orders = 0;
    std::uint64_t over_executions = 0;
    std::uint64_t mismatches = 0;
};

class Orders {
  public:
    [[nodiscard]] static Expected<Orders> create(const OrdersOptions& options);

    /// Null when `id` was never ours or is forgotten.
    [[nodiscard]] const Order* find(ClOrdId id) const noexcept;
    [[nodiscard]] std::span<const ClOrdId> open_orders() const noexcept { return open_; }
    [[nodiscard]] const Position& position(InstrumentId instrument) const noexcept;
    [[nodiscard]] std::uint16_t instruments_max() const noexcept;
    [[nodiscard]] ClOrdId next_id() const noexcept { return next_id_; }
    [[nodiscard]] const OrdersCounters& counters() const noexcept { return counters_; }

    /// What the risk check must know before an order of this side is sent.
    [[nodiscard]] risk::Exposure exposure(InstrumentId instrument, Side side) const noexcept;
    /// What sending this replacement adds to it.
    [[nodiscard]] Qty open_qty_added(const ReplaceOrder& order) const noexcept;

    [[nodiscard]] RequestStatus may_enter(const NewOrder& order) const noexcept;
    [[nodiscard]] RequestStatus may_replace(const ReplaceOrder& order) const noexcept;
    [[nodiscard]] RequestStatus may_cancel(ClOrdId id) const noexcept;

    // Requests, recorded as they are sent; the matching may_* said Ok.
    void enter(const NewOrder& order) noexcept;
    void replace(const ReplaceOrder& order) noexcept;
    void cancel(ClOrdId id) noexcept;
    /// Ids below `id` are used up: by a refused intent, or by the session before a restart.
    void skip_ids_below(ClOrdId id) noexcept;

    // Reports. `fill` is written only when the status is Ok or OverExecution.
    ReportStatus on_accepted(const Accepted& report) noexcept;
    ReportStatus on_replaced(const Replaced& report) noexcept;
    ReportStatus on_executed(const Executed& report, Fill& fill) noexcept;
    ReportStatus on_canceled(ClOrdId id, Qty qty) noexcept;
    ReportStatus on_rejected(ClOrdId id) noexcept;
    ReportStatus on_cancel_rejected(ClOrdId id) noexcept;
    ReportStatus on_broken(ClOrdId id, MatchId match) noexcept;

  private:
    explicit Orders(const OrdersOptions& options);

    [[nodiscard]] std::size_t slot_of(ClOrdId id) const noexcept { return id.value & mask_; }
    [[nodiscard]] Order* find_mutable(ClOrdId id) noexcept;
    [[nodiscard]] Order& at(ClOrdId id) noexcept;
    [[nodiscard]] RequestStatus may_open(ClOrdId id) const noexcept;
    [[nodiscard]] Qty worst_open_qty(const Order& order) const noexcept;
    [[nodiscard]] Order& predecessor_of(const Order& order) noexcept;

    Order& open(const Order& order) noexcept;
    void close(Order& order, OrderState state) noexcept;
    void close_chain(Order& order, OrderState state) noexcept;
    void recount(Order& order) noexcept;
    void settle(Order& order) noexcept;
    void take_executed(Order& order, Qty qty) noexcept;
    ReportStatus missing(ClOrdId id) noexcept;
    ReportStatus count(ReportStatus status) noexcept;

    std::uint32_t mask_;
    std::uint32_t open_orders_max_;
    ClOrdId next_id_{1};
    std::vector<Order> slots_;         // by id modulo size
    std::vector<ClOrdId> open_;        // capacity open_orders_max, never grows
    std::vector<Position> positions_;  // by InstrumentId
    Executions executions_;
    OrdersCounters counters_;
};

}  // namespace hotpath::oms
