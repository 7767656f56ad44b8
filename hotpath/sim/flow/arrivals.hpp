#pragma once
/// Arrivals: when the next order of a generated background comes, in real time.
///
///   Poisson   at a constant rate, each on its own
///   Hawkes    each excites more of the same for a while, as in real markets: of `branching` of
///             them the cause is one before, so the bursts are 1 / (1 - branching)^2 times as
///             uneven as Poisson's over long times; the rate in the long run is the same
///
/// Mathematics of a simulation: what a venue makes of the times is in its journal. Threads: one
/// owner. Allocation: none. Complexity: O(1). Source: A. Dassios and H. Zhao, Exact simulation of
/// Hawkes process with exponentially decaying intensity, 2013.

#include <cstdint>

#include "hotpath/core/error.hpp"
#include "hotpath/core/random.hpp"
#include "hotpath/core/units.hpp"

namespace hotpath::sim::flow {

struct ArrivalOptions {
    std::uint64_t seed = 1;
    double per_second = 1'000;          // in the long run
    double branching = 0;               // 0: Poisson; below 1
    Nanos excitement_lasts{1'000'000};  // how long one arrival excites others, on average
};

class Arrivals {
  public:
    [[nodiscard]] static Expected<Arrivals> create(const ArrivalOptions& options);

    /// From one arrival to the next.
    [[nodiscard]] Nanos next_gap() noexcept;

  private:
    explicit Arrivals(const ArrivalOptions& options) noexcept;

    [[nodiscard]] double exponential() noexcept;

    Random random_;
    double background_;   // a second: of those that nothing excited
    double decay_;        // a second
    double jump_;         // of the intensity, at each arrival
    double excited_ = 0;  // intensity above the background's
};

}  // namespace hotpath::sim::flow
