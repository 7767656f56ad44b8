#include "hotpath/sim/flow/arrivals.hpp"

#include <algorithm>
#include <cmath>

namespace hotpath::sim::flow {

namespace {

constexpr double kNanosOfSecond = 1e9;
constexpr double kLongestGap = 3'600;  // a second's worth of overflow is never near

}  // namespace

Expected<Arrivals> Arrivals::create(const ArrivalOptions& options) {
    if (!(options.per_second > 0) || !(options.per_second <= 10'000'000)) {
        return fail("arrivals: the rate must be above 0 and at most 10,000,000 a second");
    }
    if (!(options.branching >= 0) || !(options.branching < 1)) {
        return fail("arrivals: the branching ratio must be at least 0 and below 1");
    }
    if (options.excitement_lasts <= Nanos{}) {
        return fail("arrivals: the decay time of the excitation must be above 0");
    }
    return Arrivals(options);
}

Arrivals::Arrivals(const ArrivalOptions& options) noexcept
    : random_(options.seed),
      background_(options.per_second * (1 - options.branching)),
      decay_(kNanosOfSecond / static_cast<double>(options.excitement_lasts.value)),
      jump_(options.branching * decay_) {}

double Arrivals::exponential() noexcept {
    return -std::log(1 - random_.unit_double());
}

/// The first of two: the background's next, and the next that is excited, if there is one before
/// the excitement is over.
Nanos Arrivals::next_gap() noexcept {
    double gap = exponential() / background_;
    if (excited_ > 0) {
        const double left = 1 - decay_ * exponential() / excited_;
        gap = left > 0 ? std::min(gap, -std::log(left) / decay_) : gap;
    }
    gap = std::min(gap, kLongestGap);
    excited_ = excited_ * std::exp(-decay_ * gap) + jump_;
    return {static_cast<std::int64_t>(gap * kNanosOfSecond)};
}

}  // namespace hotpath::sim::flow
