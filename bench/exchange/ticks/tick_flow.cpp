#include "bench/exchange/ticks/tick_flow.hpp"

#include "hotpath/core/random.hpp"

namespace hotpath::bench {
namespace {

constexpr std::uint64_t kSeed = 4;
constexpr std::int64_t kStart = 15'000 * kCent;
constexpr std::int64_t kFloor = 100 * kCent;
constexpr std::int64_t kAfterFloor = 10'000 * kCent;
constexpr std::uint64_t kMoveUnits = 10'000;  // from half a dollar down to half a dollar up
constexpr Nanos kApart{10'000};

class Walk {
  public:
    [[nodiscard]] Tick next() {
        units_ += static_cast<std::int64_t>(random_.below(kMoveUnits + 1)) -
                  static_cast<std::int64_t>(kMoveUnits / 2);
        if (units_ < kFloor) {
            units_ = kAfterFloor;
        }
        time_ = time_ + kApart;
        const Price bid{units_ / kCent * kCent};
        const auto spread = static_cast<std::int64_t>(1 + random_.below(2)) * kCent;
        return {.bid = bid,
                .ask = bid + spread,
                .bid_qty = shown_qty(),
                .ask_qty = shown_qty(),
                .time = time_};
    }

  private:
    [[nodiscard]] Qty shown_qty() { return {static_cast<std::uint32_t>(50 + random_.below(451))}; }

    Random random_{kSeed};
    std::int64_t units_ = kStart;
    Time time_{};
};

}  // namespace

TickFlow make_tick_flow(const TickPlan& plan) {
    TickFlow flow{.plan = plan, .resting = {}, .ticks = {}};
    Walk walk;
    flow.resting.reserve(plan.resting_pairs);
    for (std::size_t i = 0; i < plan.resting_pairs; ++i) {
        flow.resting.push_back(walk.next());
    }
    flow.ticks.reserve(plan.ticks);
    for (std::size_t i = 0; i < plan.ticks; ++i) {
        flow.ticks.push_back(walk.next());
    }
    return flow;
}

}  // namespace hotpath::bench
