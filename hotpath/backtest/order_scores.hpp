#pragma once
/// OrderScores: how well a fill model foretold what became of real orders.
///
///   filled ratio    executed shares / shown shares
///   Brier score     mean over orders of (model's filled ratio - recorded filled ratio)^2
///                   0: every order right; the recording's own mean as forecast gives its variance
///   time to fill    from the order's arrival to its first execution, of orders that have one
///
/// An order counts from the message that shows it until the message that ends it or replaces it: what a
/// model would have executed later is not seen. Threads: one owner. Allocation: a time per executed
/// order. Complexity: add() O(1). Source: Brier, Verification of forecasts expressed in terms of
/// probability, Monthly Weather Review 78 (1950).

#include <cstdint>
#include <optional>
#include <vector>

#include "hotpath/core/units.hpp"

namespace hotpath::backtest {

/// One order's executions, as recorded or as a model gave them.
struct OrderFills {
    Qty executed_qty{};
    std::optional<Time> first{};
};

class OrderScores {
  public:
    /// `shown_qty` must be above 0.
    void add(Qty shown_qty, Time arrival, const OrderFills& recorded, const OrderFills& model);
    void add(const OrderScores& other);

    [[nodiscard]] std::uint64_t orders() const noexcept { return orders_; }
    /// 0 without orders.
    [[nodiscard]] double brier_score() const noexcept;
    [[nodiscard]] double recorded_fill_ratio() const noexcept { return ratio(recorded_.executed); }
    [[nodiscard]] double model_fill_ratio() const noexcept { return ratio(model_.executed); }
    /// The nearest-rank quantile, 0 < q <= 1; no value without executed orders. O(n log n).
    [[nodiscard]] std::optional<Nanos> recorded_time_to_fill(double q) const;
    [[nodiscard]] std::optional<Nanos> model_time_to_fill(double q) const;

  private:
    struct Account {
        std::uint64_t executed = 0;
        std::vector<Nanos> times{};

        void add(Time arrival, const OrderFills& fills);
        void add(const Account& other);
    };
    [[nodiscard]] double ratio(std::uint64_t executed) const noexcept;

    std::uint64_t orders_ = 0;
    std::uint64_t shown_ = 0;
    double squares_ = 0;
    Account recorded_;
    Account model_;
};

}  // namespace hotpath::backtest
