// The question: what does the risk check of an order cost, all controls on? Orders of sixteen
// instruments pass it one after the other, every microsecond one; nothing is refused, so every
// control is asked. `floor` compares quantity, notional, distance and position with limits that it
// finds in an array, and keeps nothing in time. `firm_...` ask the limits of several engines on top
// and give back what they took, as if each order were over at once: from a share of their own, by
// atomic additions, under a mutex. Of `..._contended` an engine on the other core does nothing else
// meanwhile.

#include "bench/tick_to_order/risk_check.hpp"

#include <atomic>
#include <cstdlib>
#include <memory>
#include <utility>
#include <vector>

#include "bench/counted_time.hpp"
#include "bench/messaging/two_cores.hpp"
#include "hotpath/core/assert.hpp"
#include "hotpath/core/random.hpp"
#include "hotpath/risk/risk_gate.hpp"
#include "hotpath/risk/shared_limits.hpp"
#include "hotpath/timing/tsc_clock.hpp"
#include "tests/support/locked_limits.hpp"
#include "tests/support/wide_limits.hpp"

namespace hotpath::bench {
namespace {

constexpr std::uint16_t kInstruments = 16;
constexpr std::size_t kOrders = 4'096;
constexpr std::uint64_t kRounds = 500;
constexpr Time kOpening{34'200 * kNanosPerSecond};
constexpr Nanos kBetween{1'000};
constexpr Nanos kWindow{1'000'000};

struct Checks {
    std::vector<risk::OrderCheck> orders;
    risk::Exposure exposure{.position = {500}, .open_qty = 300, .open_orders = 3};
    risk::Account account{.net_value = {1'000'000},
                          .gross_value = {5'000'000},
                          .open_value = {Money{1'000'000}, Money{2'000'000}},
                          .traded_value = {9'000'000},
                          .pnl = {-1'000},
                          .open_orders = 9,
                          .messages = 1'000,
                          .executions = 10};
};

risk::Limits limits() {
    risk::Limits limits = support::wide_limits();
    limits.tick = 100;
    limits.fine_below = {10'000};
    return limits;
}

risk::RiskOptions options() {
    risk::RiskOptions options = support::wide_risk(kInstruments);
    constexpr risk::RateLimit kRate{.messages_max = 2'000, .window = kWindow};
    options.pace = {.orders = kRate,
                    .cancels = kRate,
                    .duplicates = kRate,
                    .repeated_executions = kRate,
                    .instrument_window = kWindow};
    return options;
}

std::shared_ptr<Checks> make_checks() {
    auto checks = std::make_shared<Checks>();
    Random random(2'026);
    for (std::size_t i = 0; i < kOrders; ++i) {
        const Price mid{100'000 + 10'000 * static_cast<std::int64_t>(random.below(10))};
        const Qty qty{100 * (1 + static_cast<std::uint32_t>(random.below(10)))};
        const Price price = mid + 100 * static_cast<std::int64_t>(random.below(9)) - 400;
        checks->orders.push_back(
            {.instrument = {static_cast<std::uint16_t>(1 + random.below(kInstruments))},
             .side = random.below(2) == 0 ? Side::Buy : Side::Sell,
             .qty = qty,
             .price = price,
             .reference_price = mid,
             .open_qty_added = qty,
             .open_value_added = price * qty});
    }
    return checks;
}

/// passes(order, now) for every order of all rounds; the answer is how many did.
template <class Passes>
Measurement run(const Checks& checks, const timing::TscClock& clock, Passes&& passes) {
    std::uint64_t passed = 0;
    Time now = kOpening;
    const std::uint64_t begin = clock.ticks();
    for (std::uint64_t round = 0; round < kRounds; ++round) {
        for (const risk::OrderCheck& order : checks.orders) {
            now = now + kBetween;
            passed += passes(order, now) ? 1U : 0U;
        }
    }
    const std::uint64_t end = clock.ticks();
    return {.answer = passed, .items = kRounds * kOrders, .elapsed_ticks = end - begin};
}

risk::RiskGate make_gate() {
    auto gate = risk::RiskGate::create(options());
    HOTPATH_ASSERT(gate.has_value(), "all limits are set");
    for (std::uint16_t id = 1; id <= kInstruments; ++id) {
        HOTPATH_ASSERT(gate->set_limits({id}, limits()).has_value(), "good limits");
    }
    return std::move(*gate);
}

[[gnu::noinline]] std::uint64_t measured_risk_check(risk::RiskGate& gate, const Checks& checks) {
    std::uint64_t passed = 0;
    Time now = kOpening;
    for (const risk::OrderCheck& order : checks.orders) {
        now = now + kBetween;
        passed +=
            gate.check(order, checks.exposure, checks.account, now) == risk::RejectReason::None;
    }
    return passed;
}

Measurement run_gate(const Checks& checks, const timing::TscClock& clock) {
    risk::RiskGate gate = make_gate();
    return run(checks, clock, [&](const risk::OrderCheck& order, Time now) {
        return gate.check(order, checks.exposure, checks.account, now) == risk::RejectReason::None;
    });
}

// One firm, asked by engines of several threads in three ways. engine() is what one of them asks.
constexpr risk::FirmLimits kFirm{.open_orders_max = 100'000,
                                 .open_value_max = {risk::SharedLimits::kLimitMax},
                                 .messages_max = risk::SharedLimits::kLimitMax};

struct AtomicFirm {
    risk::SharedLimits limits{kFirm};
    risk::SharedLimits& engine() { return limits; }
};
struct LockedFirm {
    support::LockedLimits limits{kFirm};
    support::LockedLimits& engine() { return limits; }
};
struct FirmOfShares {
    static constexpr risk::FirmLimits kBlock{
        .open_orders_max = 16, .open_value_max = {std::int64_t{1} << 32U}, .messages_max = 256};
    risk::SharedLimits limits{kFirm};
    risk::FirmShare engine() { return {limits, kBlock}; }
};

template <class Engine>
bool passes_firm(Engine& engine, const risk::OrderCheck& order) {
    const risk::FirmOrder taken{.value = order.open_value_added};
    const bool has_room = engine.try_reserve(taken) == risk::FirmLimit::None;
    if (has_room) {
        engine.release(taken);
    }
    return has_room;
}

template <class Engine>
Measurement run_both(Engine& engine, const Checks& checks, const timing::TscClock& clock) {
    risk::RiskGate gate = make_gate();
    return run(checks, clock, [&](const risk::OrderCheck& order, Time now) {
        return gate.check(order, checks.exposure, checks.account, now) ==
                   risk::RejectReason::None &&
               passes_firm(engine, order);
    });
}

template <class Firm>
Measurement run_firm(const Checks& checks, const timing::TscClock& clock) {
    Firm firm;
    auto&& engine = firm.engine();
    return run_both(engine, checks, clock);
}

template <class Firm>
Measurement run_firm_contended(const Checks& checks, const timing::TscClock& clock) {
    Firm firm;
    std::atomic<bool> is_over{false};
    OtherThread other([&] {
        auto&& engine = firm.engine();
        while (!is_over.load(std::memory_order_relaxed)) {
            (void)passes_firm(engine, checks.orders.front());
        }
    });
    other.start();
    auto&& engine = firm.engine();
    const Measurement measured = run_both(engine, checks, clock);
    is_over = true;
    return measured;
}

Measurement run_floor(const Checks& checks, const timing::TscClock& clock) {
    const std::vector<risk::Limits> all(kInstruments + 1, limits());
    return run(checks, clock, [&](const risk::OrderCheck& order, Time) {
        const risk::Limits& limits = all[order.instrument.value];
        const Money notional = order.price * order.qty;
        const auto width = order.reference_price.value / 10'000 * limits.collar_bps.value;
        const SignedQty position = sign(order.side) * checks.exposure.position +
                                   SignedQty{static_cast<std::int64_t>(checks.exposure.open_qty)} +
                                   to_signed(order.qty);
        return order.qty <= limits.order_qty_max && notional <= limits.order_notional_max &&
               std::abs(order.price - order.reference_price) <= width &&
               position <= limits.position_max;
    });
}

}  // namespace

CountedChecks count_risk_checks() {
    const auto checks = make_checks();
    risk::RiskGate gate = make_gate();
    return {.orders = checks->orders.size(),
            .passed = timed([&] { return measured_risk_check(gate, *checks); })};
}

Expected<Test> risk_check_test() {
    const auto clock = timing::TscClock::create();
    if (!clock) {
        return std::unexpected(clock.error());
    }
    const auto checks = make_checks();
    const auto subject = [&](const char* name, auto measure, bool is_compared) {
        return Subject{name, "passed", [=, c = *clock] { return measure(*checks, c); },
                       is_compared};
    };
    return Test{
        .name = "risk_check",
        .unit = "ns/order",
        .subjects = {subject("hotpath", run_gate, true), subject("floor", run_floor, true),
                     subject("firm_shares", run_firm<FirmOfShares>, false),
                     subject("firm_atomic", run_firm<AtomicFirm>, false),
                     subject("firm_locked", run_firm<LockedFirm>, false),
                     subject("firm_shares_contended", run_firm_contended<FirmOfShares>, false),
                     subject("firm_atomic_contended", run_firm_contended<AtomicFirm>, false),
                     subject("firm_locked_contended", run_firm_contended<LockedFirm>, false)}};
}

}  // namespace hotpath::bench
