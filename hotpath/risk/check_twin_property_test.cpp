// All limits at once against one after the other: two gates with the same past, one asked by check()
// and one by check_in_turn(), give the same answers, the first of several reasons included, and stay
// the same. Orders break no limit, one or several.

#include <array>
#include <cstdint>
#include <limits>

#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "hotpath/risk/risk_gate.hpp"
#include "tests/support/seeds.hpp"
#include "tests/support/wide_limits.hpp"

namespace hotpath::risk {
namespace {

constexpr std::uint16_t kInstruments = 4;  // the last has no limits
constexpr FirmLimits kFirm{
    .open_orders_max = 12, .open_value_max = {700'000'000}, .messages_max = 20'000};
constexpr FirmLimits kBlock{
    .open_orders_max = 4, .open_value_max = {1'000'000}, .messages_max = 100};

Limits limits_of(std::uint16_t id) {
    return {.order_qty_max = {900},
            .order_notional_max = {80'000'000},
            .tick = 100,
            .fine_below = {id == 2 ? 99'000 : 0},
            .collar_bps = {200},
            .drift_bps = {150},
            .position_max = {3'000},
            .open_orders_max = 20,
            .messages_max = 7,
            .may_sell_short = id == 1};
}

/// One side of the comparison: its own firm, too.
struct Seat {
    SharedLimits firm{kFirm};
    SharedExposure firm_exposure{{.gross_max = {500'000'000}, .net_max = {120'000'000}}};
    FirmShare share{firm, kBlock};
    ExposureShare exposure_share{firm_exposure, {1'000'000}};
    RiskGate gate;

    explicit Seat(bool has_firm)
        : gate(make(has_firm ? &share : nullptr, has_firm ? &exposure_share : nullptr)) {
        for (std::uint16_t id = 1; id < kInstruments; ++id) {
            EXPECT_TRUE(gate.set_limits({id}, limits_of(id)).has_value());
        }
    }
    static RiskGate make(FirmShare* firm, ExposureShare* exposure) {
        RiskOptions options = support::wide_risk(kInstruments);
        options.account = {.gross_max = {600'000'000},
                           .net_max = {500'000'000},
                           .traded_max = {900'000'000},
                           .loss_max = {1'000},
                           .open_orders_max = 30,
                           .messages_per_fill_max = 5,
                           .messages_free = 100};
        options.pace = {.orders = {.messages_max = 12, .window = {900}},
                        .cancels = {.messages_max = 4, .window = {100}},
                        .duplicates = {.messages_max = 2, .window = {700}},
                        .repeated_executions = {.messages_max = 3, .window = {2'000}},
                        .instrument_window = {600}};
        options.firm = firm;
        options.firm_exposure = exposure;
        auto made = RiskGate::create(options);
        EXPECT_TRUE(made.has_value());
        return std::move(*made);
    }
};

struct Asked {
    OrderCheck order;
    Exposure exposure;
    Account account;
};

class TwoGates {
  public:
    TwoGates(std::uint64_t seed, bool has_firm)
        : at_once_(has_firm), in_turn_(has_firm), random_(seed) {}

    void step() {
        const std::uint64_t most = random_.one_in(40) ? 5'000 : 220;
        now_ = now_ + Nanos{static_cast<std::int64_t>(random_.below(most)) -
                            (random_.one_in(30) ? 300 : 0)};
        if (random_.one_in(8)) {
            return happen();
        }
        const Asked asked = random_.one_in(4) ? last_ : any_order();
        last_ = asked;
        const Approval a = at_once_.gate.check(asked.order, asked.exposure, asked.account, now_);
        const Approval b =
            in_turn_.gate.check_in_turn(asked.order, asked.exposure, asked.account, now_);
        ASSERT_EQ(a.reason(), b.reason()) << reason_name(a.reason()) << reason_name(b.reason());
        ++reasons_[static_cast<std::size_t>(a.reason())];
        expect_equal();
    }

    [[nodiscard]] std::uint64_t count(RejectReason reason) const {
        return reasons_[static_cast<std::size_t>(reason)];
    }

  private:
    void expect_equal() const {
        ASSERT_EQ(at_once_.gate.mode(), in_turn_.gate.mode());
        ASSERT_EQ(at_once_.gate.stop_reason(), in_turn_.gate.stop_reason());
        ASSERT_EQ(at_once_.gate.counters(), in_turn_.gate.counters());
        for (const FirmLimit limit : kFirmLimits) {
            ASSERT_EQ(at_once_.firm.taken(limit), in_turn_.firm.taken(limit));
        }
        for (std::size_t level = 0; level < kExposureLevels; ++level) {
            ASSERT_EQ(at_once_.firm_exposure.sum(level), in_turn_.firm_exposure.sum(level));
        }
    }

    /// Something else than an order, to both.
    void happen() {
        const std::uint64_t what = random_.below(14);
        const InstrumentId instrument = any_instrument();
        const bool is_reducing = random_.one_in(3);
        const Account few{.open_value = {Money{100'000}, Money{200'000}}, .open_orders = 3};
        for (Seat* seat : {&at_once_, &in_turn_}) {
            RiskGate& gate = seat->gate;
            if (what < 4) {
                gate.on_execution(instrument);
            } else if (what < 6) {
                gate.on_cancel(now_);
            } else if (what < 8) {
                (void)gate.override_limits(instrument, limits_of(1), now_ + Nanos{900});
            } else if (what == 8) {
                gate.stop(is_reducing ? TradingMode::ReducingOnly : TradingMode::Killed,
                          StopReason::Operator);
            } else if (what < 12) {
                gate.resume();
            } else {
                gate.release_closed(few);
            }
        }
        expect_equal();
    }

    InstrumentId any_instrument() {
        return {static_cast<std::uint16_t>(random_.one_in(50) ? random_.below(kInstruments + 3)
                                                              : 1 + random_.below(3))};
    }

    Asked any_order() {
        const Price mid{100'000 + 100 * static_cast<std::int64_t>(random_.below(20))};
        const Qty qty{100 * (1 + static_cast<std::uint32_t>(random_.below(7)))};
        const Price price = mid + 100 * (static_cast<std::int64_t>(random_.below(11)) - 5);
        Asked asked{
            .order = {.original = {random_.one_in(2) ? 1U : 0U},
                      .instrument = any_instrument(),
                      .side = random_.one_in(2) ? Side::Buy : Side::Sell,
                      .qty = qty,
                      .price = price,
                      .reference_price = mid,
                      .open_qty_added = qty,
                      .open_value_added = price * qty},
            .exposure = {.position = {static_cast<std::int64_t>(random_.below(2'000)) - 1'000},
                         .open_qty = random_.below(1'000),
                         .open_orders = static_cast<std::uint32_t>(random_.below(20))},
            .account = {
                .net_value = {static_cast<std::int64_t>(random_.below(200'000'000)) - 100'000'000},
                .gross_value = {static_cast<std::int64_t>(random_.below(300'000'000))},
                .open_value = {Money{1'000'000}, Money{2'000'000}},
                .traded_value = {static_cast<std::int64_t>(random_.below(500'000'000))},
                .open_orders = static_cast<std::uint32_t>(random_.below(30)),
                .messages = random_.below(150),
                .executions = 10}};
        for (std::uint64_t breaks = random_.below(6); breaks >= 4; --breaks) {
            break_something(asked);
        }
        return asked;
    }

    void break_something(Asked& asked) {
        constexpr std::int64_t kHuge = std::numeric_limits<std::int64_t>::max();
        OrderCheck& order = asked.order;
        Account& account = asked.account;
        switch (random_.below(20)) {
            case 0:
                order.qty = {
                    random_.one_in(2) ? 0U : 900U + static_cast<std::uint32_t>(random_.below(2))};
                break;
            case 1:
                order.price = order.price + (random_.one_in(2) ? 1 : -order.price.value);
                break;
            case 2:
                order.price = {random_.one_in(2) ? kHuge / 200 * 100 : -100};
                break;
            case 3:
                order.price = {98'900 + static_cast<std::int64_t>(random_.below(200))};
                break;
            case 4:
                order.qty = {800};
                break;
            case 5:
                order.reference_price = {random_.one_in(2) ? 0 : -1};
                break;
            case 6:
                order.reference_price = {random_.one_in(3) ? kHuge : order.price.value / 100 * 98};
                break;
            case 7:
                order.is_short = true;
                break;
            case 8:
                order.would_self_match = true;
                break;
            case 9:
                asked.exposure.position = {random_.one_in(2) ? 2'900 : -2'900};
                break;
            case 10:
                asked.exposure.open_orders = 20;
                break;
            case 11:
                account.open_orders = 30;
                break;
            case 12:
                account.traded_value = {900'000'000 - order.open_value_added.value};
                break;
            case 13:
                account.messages = 150 + random_.below(3);
                break;
            case 14:
                account.gross_value = {600'000'000 - order.open_value_added.value};
                break;
            case 15:
                account.net_value = {random_.one_in(2) ? 499'000'000 : -499'000'000};
                break;
            case 16:
                account.gross_value = {kHuge};
                account.open_value = {Money{kHuge}, Money{kHuge}};
                break;
            case 17:
                account.pnl = {-1'000 - static_cast<std::int64_t>(random_.below(2))};
                break;
            case 18:
                order.open_qty_added = {};
                order.open_value_added = {};
                break;
            default:
                order.price = order.price + 1'900;  // far from the others of its window
                break;
        }
    }

    Seat at_once_;
    Seat in_turn_;
    Random random_;
    Time now_{1'000'000};
    Asked last_{};
    std::array<std::uint64_t, kRejectReasons> reasons_{};
};

TEST(RiskCheckTwin, AllLimitsAtOnceGiveTheReasonOfTheLimitsInTurn) {
    const std::uint64_t steps =
        support::rounds_of_this_run({.usual = 1'000'000, .long_run = 30'000'000});
    Random seeds(support::seed_of_this_test(45));
    std::array<std::uint64_t, kRejectReasons> counted{};
    for (const bool has_firm : {false, true}) {
        TwoGates gates(seeds.next(), has_firm);
        for (std::uint64_t i = 0; i < steps && !HasFailure(); ++i) {
            gates.step();
        }
        for (std::size_t reason = 0; reason < kRejectReasons; ++reason) {
            counted[reason] += gates.count(static_cast<RejectReason>(reason));
        }
    }
    EXPECT_GT(counted[0], steps / 20) << "approved";
    for (std::size_t reason = 1; reason < kRejectReasons; ++reason) {
        EXPECT_GT(counted[reason], 20U) << reason_name(static_cast<RejectReason>(reason));
    }
}

}  // namespace
}  // namespace hotpath::risk
