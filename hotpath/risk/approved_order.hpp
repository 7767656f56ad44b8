#pragma once
/// ApprovedOrder: an order or a replacement that has passed RiskGate::check. Only the gate makes an
/// Approval, only an Approval makes an ApprovedOrder, and nothing encodes an order from anything
/// else: so the compiler proves that no order is sent past the risk check.
///
///   OrderCheck --RiskGate::check--> Approval: an ApprovedOrder, or why not
///
/// Threads: values; the view refers to its order. Allocation: none.

#include <cstdint>

#include "hotpath/core/assert.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/risk/limits.hpp"

namespace hotpath::risk {

/// An order about to be sent, and what the gate must know about it. A replacement is checked with
/// its new open quantity.
struct OrderCheck {
    ClOrdId id{};
    ClOrdId original{};  // the order that it replaces; 0: a new order
    InstrumentId instrument{};
    Side side = Side::Buy;
    TimeInForce time_in_force = TimeInForce::Day;
    bool is_post_only = false;
    bool is_short = false;          // a sell that the position does not cover
    bool would_self_match = false;  // it could trade with an open order of ours
    Qty qty{};                      // to be open
    Qty total_qty{};                // the same and what was executed before
    Price price{};
    Price reference_price{};   // mid of the market; 0 when there is no reliable one
    Qty open_qty_added{};      // added to the worst case: a new order's quantity, a
                               // replacement's excess
    Money open_value_added{};  // the same in money

    /// Not a replacement: one order more is open.
    [[nodiscard]] constexpr bool is_new() const noexcept { return original.value == 0; }
};

/// A view of the checked order: valid until the maker of the OrderCheck changes it.
class ApprovedOrder {
  public:
    [[nodiscard]] const OrderCheck& operator*() const noexcept { return *order_; }
    [[nodiscard]] const OrderCheck* operator->() const noexcept { return order_; }

  private:
    friend class Approval;
    explicit ApprovedOrder(const OrderCheck& order) noexcept : order_(&order) {}

    const OrderCheck* order_;
};

/// The gate's answer.
class Approval {
  public:
    /// RejectReason::None: approved.
    [[nodiscard]] RejectReason reason() const noexcept { return reason_; }
    [[nodiscard]] bool is_approved() const noexcept { return reason_ == RejectReason::None; }
    /// is_approved() is true.
    [[nodiscard]] ApprovedOrder order() const noexcept {
        HOTPATH_ASSERT(is_approved(), "only an approved order may be sent");
        return ApprovedOrder(*order_);
    }

    friend bool operator==(const Approval& a, RejectReason reason) noexcept {
        return a.reason_ == reason;
    }

  private:
    friend class RiskGate;
    Approval(RejectReason reason, const OrderCheck& order) noexcept
        : order_(&order), reason_(reason) {}

    const OrderCheck* order_;
    RejectReason reason_;
};

}  // namespace hotpath::risk
