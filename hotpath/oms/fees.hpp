#pragma once
/// The fees of executions: rates by liquidity, per share and by value, in tiers of the shares
/// executed, with a minimum per order.
///
///   fee of an execution = rate of a share x shares + rate of value x price x shares
///   fee of an order     = the larger of the sum of its executions' fees, and the minimum
///
/// Negative is a rebate, a rate as well as a fee. The product is exact in 128 bits; the part by
/// value is rounded to a unit of money (1/10,000 dollar), halves away from zero. A rate whose fee
/// does not fit 64 bits is our bug: configurations have ranges. Threads: one. Allocation: at
/// construction. Complexity: O(tiers), at most 15.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "hotpath/core/error.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/oms/order.hpp"

namespace hotpath::oms {

/// A part of a value, in 1/10,000 dollar a million dollars: 278,000 is 27.80 dollars a million, and
/// 1,000,000 a basis point.
struct ValueRate {
    std::int64_t value = 0;

    friend constexpr auto operator<=>(ValueRate, ValueRate) = default;
};

/// Rates of value, by Liquidity.
struct ValueFees {
    ValueRate added{};
    ValueRate removed{};
    ValueRate other{};

    friend constexpr bool operator==(const ValueFees&, const ValueFees&) = default;
};

/// The properties of an execution on which its fee depends.
struct FeeTerms {
    Liquidity liquidity = Liquidity::Other;
    Qty qty{};
    Price price{};
};

/// Rates of one share, and of value, by Liquidity; negative is a rebate.
struct Fees {
    Price added{};
    Price removed{};
    Price other{};  // crosses, and executions without a liquidity flag
    ValueFees of_value{};

    [[nodiscard]] constexpr Price of(Liquidity liquidity) const {
        return liquidity == Liquidity::Added     ? added
               : liquidity == Liquidity::Removed ? removed
                                                 : other;
    }
    [[nodiscard]] constexpr ValueRate of_value_by(Liquidity liquidity) const {
        return liquidity == Liquidity::Added     ? of_value.added
               : liquidity == Liquidity::Removed ? of_value.removed
                                                 : of_value.other;
    }
    /// Returns the fee of one execution.
    [[nodiscard]] Money fee(const FeeTerms& terms) const noexcept;

    friend constexpr bool operator==(const Fees&, const Fees&) = default;
};

/// The rates of executions before which this many shares have been executed.
struct FeeTier {
    TotalQty from{};
    Fees fees{};
};

inline constexpr std::size_t kFeeTiersMax = 15;

/// Tiers ascend; the first from 0 ends them. Before the first one OrdersOptions::fees hold.
struct FeeRules {
    std::array<FeeTier, kFeeTiersMax> tiers{};
    TotalQty shares_before{};  // executed before the day, that count for the tiers
    Money order_min{};         // of each order that has an execution; 0: none

    [[nodiscard]] std::span<const FeeTier> used_tiers() const noexcept;
};

/// Fails with one line if the tiers do not ascend or the minimum is below 0.
[[nodiscard]] Expected<void> validate(const FeeRules& rules);

/// The rates by tier.
class FeeSchedule {
  public:
    FeeSchedule(const Fees& first, const FeeRules& rules);

    /// Returns the index of the tier after this many shares of the day.
    [[nodiscard]] std::uint8_t tier(TotalQty executed_today) const noexcept;
    /// Returns the fee of one execution at the rates of this tier.
    [[nodiscard]] Money fee(const FeeTerms& terms, std::uint8_t tier) const noexcept {
        return tiers_[tier].fees.fee(terms);
    }

  private:
    std::array<FeeTier, kFeeTiersMax + 1> tiers_{};  // the first from 0
    std::uint8_t last_tier_ = 0;
    TotalQty shares_before_;
};

/// The fees that each order pays beyond those of its executions, to reach the minimum.
///
/// An entry an order, in the slot of its id; a later id takes the slot over. A replacement is an
/// order, too. Threads: one. Allocation: at construction, none without a
/// minimum. Complexity: O(1).
class OrderMinimums {
  public:
    /// `slots`: a power of two, above the orders that can be open.
    OrderMinimums(Money order_min, std::uint32_t slots);

    /// Takes an execution of the order with this fee. Returns what is to be paid besides it, which
    /// is below 0 when later executions make earlier top-ups unnecessary.
    [[nodiscard]] Money on_executed(ClOrdId id, Money fee) noexcept {
        return entries_.empty() ? Money{} : add(id, fee, 1);
    }
    /// Takes an execution back. Returns the same; 0 for an order no longer remembered.
    [[nodiscard]] Money on_broken(ClOrdId id, Money fee) noexcept {
        return entries_.empty() ? Money{} : add(id, -fee, -1);
    }

  private:
    struct Entry {
        ClOrdId id{};
        std::int32_t executions = 0;
        Money fees{};    // of the executions
        Money top_up{};  // paid besides
    };

    [[nodiscard]] Money add(ClOrdId id, Money fees, std::int32_t executions) noexcept;

    Money order_min_;
    std::vector<Entry> entries_;  // by id modulo size
};

}  // namespace hotpath::oms
