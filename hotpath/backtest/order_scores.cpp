#include "hotpath/backtest/order_scores.hpp"

#include <algorithm>
#include <cmath>

namespace hotpath::backtest {

namespace {

[[nodiscard]] double filled_ratio(Qty executed, Qty shown) {
    return static_cast<double>(executed.value) / static_cast<double>(shown.value);
}

[[nodiscard]] std::optional<Nanos> quantile(std::vector<Nanos> times, double q) {
    if (times.empty()) {
        return std::nullopt;
    }
    const auto rank = static_cast<std::size_t>(std::ceil(q * static_cast<double>(times.size())));
    const std::size_t place = std::clamp<std::size_t>(rank, 1, times.size()) - 1;
    std::ranges::nth_element(times, times.begin() + static_cast<std::ptrdiff_t>(place));
    return times[place];
}

}  // namespace

void OrderScores::Account::add(Time arrival, const OrderFills& fills) {
    executed += fills.executed_qty.value;
    if (fills.first) {
        times.push_back(*fills.first - arrival);
    }
}

void OrderScores::Account::add(const Account& other) {
    executed += other.executed;
    times.insert(times.end(), other.times.begin(), other.times.end());
}

void OrderScores::add(Qty shown_qty, Time arrival, const OrderFills& recorded,
                      const OrderFills& model) {
    const double error = filled_ratio(model.executed_qty, shown_qty) -
                         filled_ratio(recorded.executed_qty, shown_qty);
    ++orders_;
    shown_ += shown_qty.value;
    squares_ += error * error;
    recorded_.add(arrival, recorded);
    model_.add(arrival, model);
}

void OrderScores::add(const OrderScores& other) {
    orders_ += other.orders_;
    shown_ += other.shown_;
    squares_ += other.squares_;
    recorded_.add(other.recorded_);
    model_.add(other.model_);
}

double OrderScores::brier_score() const noexcept {
    return orders_ == 0 ? 0 : squares_ / static_cast<double>(orders_);
}

double OrderScores::ratio(std::uint64_t executed) const noexcept {
    return shown_ == 0 ? 0 : static_cast<double>(executed) / static_cast<double>(shown_);
}

std::optional<Nanos> OrderScores::recorded_time_to_fill(double q) const {
    return quantile(recorded_.times, q);
}

std::optional<Nanos> OrderScores::model_time_to_fill(double q) const {
    return quantile(model_.times, q);
}

}  // namespace hotpath::backtest
