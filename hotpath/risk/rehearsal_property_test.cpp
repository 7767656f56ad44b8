// A gate that is asked rehearsals between its checks answers as one that is not: whatever they
// would have taken of its windows, limits and modes.
#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "hotpath/risk/risk_gate.hpp"
#include "tests/support/seeds.hpp"
#include "tests/support/wide_limits.hpp"

namespace hotpath::risk {
namespace {

constexpr std::uint16_t kInstruments = 3;

Limits tight_limits(std::uint32_t qty_max) {
    Limits limits = support::wide_limits();
    limits.order_qty_max = {qty_max};
    limits.drift_bps = {30};
    limits.messages_max = 6;
    return limits;
}

/// Every window is full now and then.
RiskGate tight_gate() {
    RiskOptions options = support::wide_risk(kInstruments);
    options.account.loss_max = {1'000};
    options.pace = {.orders = {.messages_max = 8, .window = {400}},
                    .cancels = {.messages_max = 4, .window = {100}},
                    .duplicates = {.messages_max = 2, .window = {300}},
                    .repeated_executions = {.messages_max = 3, .window = {2'000}},
                    .instrument_window = {500}};
    auto gate = RiskGate::create(options);
    EXPECT_TRUE(gate.has_value());
    for (std::uint16_t id = 1; id <= kInstruments; ++id) {
        EXPECT_TRUE(gate->set_limits({id}, tight_limits(4)).has_value());
    }
    return std::move(*gate);
}

OrderCheck any_order(Random& random) {
    const Qty qty{1 + static_cast<std::uint32_t>(random.below(5))};
    const Price price{100'000 + 100 * static_cast<std::int64_t>(random.below(5))};
    return {.instrument = {static_cast<std::uint16_t>(1 + random.below(kInstruments))},
            .side = random.one_in(2) ? Side::Buy : Side::Sell,
            .qty = qty,
            .price = price,
            .reference_price = {100'000},
            .open_qty_added = qty,
            .open_value_added = price * qty};
}

Account any_account(Random& random) {
    return {.pnl = {random.one_in(200) ? -1'001 : 0}};
}

void rehearse(RiskGate& gate, Random& random, Time now) {
    for (std::uint64_t times = random.below(4); times > 0; --times) {
        const OrderCheck order = any_order(random);
        const auto rehearsal =
            gate.rehearse(order.instrument, {order.instrument, order.side, order.price, order.qty});
        static_cast<void>(gate.check(order, {}, any_account(random), now));
    }
}

class TwoGates {
  public:
    explicit TwoGates(std::uint64_t seed) : random_(seed), whims_(seed + 1) {}

    void step() {
        now_ =
            now_ + Nanos{static_cast<std::int64_t>(random_.below(random_.one_in(50) ? 2'000 : 60))};
        rehearse(rehearsing_, whims_, now_ + Nanos{static_cast<std::int64_t>(whims_.below(3'000))});
        switch (random_.below(12)) {
            case 0:
                return both([&](RiskGate& gate, Random& random) {
                    gate.on_execution(any_order(random).instrument);
                });
            case 1:
                return both([&](RiskGate& gate, Random&) { gate.on_cancel(now_); });
            case 2:
                return both([&](RiskGate& gate, Random& random) {
                    if (random.one_in(3)) {
                        static_cast<void>(gate.override_limits(any_order(random).instrument,
                                                               tight_limits(5), now_ + Nanos{700}));
                    }
                });
            case 3:
                return both([&](RiskGate& gate, Random& random) {
                    if (random.one_in(4)) {
                        gate.resume();
                    }
                });
            default:
                return check();
        }
    }
    [[nodiscard]] const std::array<std::uint64_t, kRejectReasons>& reasons() const {
        return reasons_;
    }

  private:
    /// Of the same random numbers.
    template <class Act>
    void both(Act&& act) {
        Random again = random_;
        act(plain_, random_);
        act(rehearsing_, again);
    }
    void check() {
        const OrderCheck order = any_order(random_);
        const Account account = any_account(random_);
        const RejectReason reason = plain_.check(order, {}, account, now_).reason();
        ASSERT_EQ(rehearsing_.check(order, {}, account, now_), reason);
        ASSERT_EQ(rehearsing_.mode(), plain_.mode());
        ASSERT_EQ(rehearsing_.stop_reason(), plain_.stop_reason());
        ASSERT_EQ(rehearsing_.counters(), plain_.counters());
        ++reasons_[static_cast<std::size_t>(reason)];
    }

    RiskGate plain_ = tight_gate();
    RiskGate rehearsing_ = tight_gate();
    Random random_;
    Random whims_;
    Time now_{1'000'000};
    std::array<std::uint64_t, kRejectReasons> reasons_{};
};

TEST(RiskRehearsalProperty, NoAnswerIsAnother) {
    TwoGates gates(support::seed_of_this_test(11));
    const std::uint64_t steps =
        support::rounds_of_this_run({.usual = 300'000, .long_run = 20'000'000});
    for (std::uint64_t i = 0; i < steps && !testing::Test::HasFailure(); ++i) {
        SCOPED_TRACE(i);
        gates.step();
    }
    for (const RejectReason reason :
         {RejectReason::None, RejectReason::KillSwitch, RejectReason::OrderQty,
          RejectReason::ReducingOnly, RejectReason::InstrumentRate, RejectReason::PriceDrift,
          RejectReason::Duplicate, RejectReason::MessageRate}) {
        EXPECT_GT(gates.reasons()[static_cast<std::size_t>(reason)], steps / 20'000)
            << reason_name(reason);
    }
}

}  // namespace
}  // namespace hotpath::risk
