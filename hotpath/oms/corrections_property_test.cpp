// Executions that are corrected and broken afterwards, against orders with the right terms from
// once: position, cash, fees, turnover and what the account is worth are the same.
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "hotpath/oms/orders.hpp"
#include "tests/support/seeds.hpp"

namespace hotpath::oms {
namespace {

constexpr InstrumentId kCorrected{1};
constexpr std::uint32_t kTold = 200;

struct Truth {
    ClOrdId id{};
    Side side = Side::Buy;
    Qty qty{};
    Price price{};
    Liquidity liquidity = Liquidity::Other;
    bool is_broken = false;
};

Orders make_orders() {
    return std::move(*Orders::create({.instruments_max = 1,
                                      .orders_remembered = 1'024,
                                      .open_orders_max = 512,
                                      .executions_remembered = 1'024,
                                      .fees = {.added = {-2}, .removed = {3}, .other = {1}}}));
}

void report(Orders& orders, const Truth& truth) {
    orders.enter({.id = truth.id,
                  .instrument = kCorrected,
                  .side = truth.side,
                  .qty = {1'000},
                  .price = {100'000}});
    orders.on_accepted(
        {.id = truth.id, .venue_id = {truth.id.value}, .qty = {1'000}, .price = {100'000}});
    Fill fill;
    orders.on_executed({.id = truth.id,
                        .match = {truth.id.value},
                        .qty = truth.qty,
                        .price = truth.price,
                        .liquidity = truth.liquidity},
                       fill);
}

Truth random_truth(Random& random, std::uint32_t id) {
    return {.id = {id},
            .side = random.one_in(2) ? Side::Buy : Side::Sell,
            .qty = {1 + static_cast<std::uint32_t>(random.below(900))},
            .price = {1 + static_cast<std::int64_t>(random.below(200'000))},
            .liquidity = static_cast<Liquidity>(random.below(3))};
}

TEST(CorrectionsProperty, ACorrectedExecutionEqualsOneReportedCorrectly) {
    Random random(support::seed_of_this_test(61));
    const std::uint64_t rounds = support::rounds_of_this_run({.usual = 64, .long_run = 10'000});
    for (std::uint64_t round = 0; round < rounds; ++round) {
        Orders corrected = make_orders();
        std::vector<Truth> truths;
        for (std::uint32_t id = 1; id <= kTold; ++id) {
            truths.push_back(random_truth(random, id));
            report(corrected, truths.back());
            Truth& changed = truths[random.below(truths.size())];
            if (random.one_in(6) && !changed.is_broken) {
                changed.is_broken = true;
                ASSERT_EQ(corrected.on_broken(changed.id, {changed.id.value}), ReportStatus::Ok);
            } else if (!changed.is_broken) {
                const Truth other = random_truth(random, 0);
                const bool is_same = other.qty == changed.qty && other.price == changed.price;
                changed.qty = other.qty;
                changed.price = other.price;
                ASSERT_EQ(corrected.on_corrected(
                              {changed.id, {changed.id.value}, changed.qty, changed.price}),
                          is_same ? ReportStatus::Duplicate : ReportStatus::Ok);
            }
            const Position& held = corrected.position(kCorrected);
            ASSERT_EQ(corrected.account().pnl,
                      held.realized_pnl() + held.unrealized_pnl(held.mark) - held.fees);
        }
        Orders told = make_orders();
        for (const Truth& truth : truths) {
            if (!truth.is_broken) {
                report(told, truth);
            }
        }
        told.mark(kCorrected, {77'777});
        corrected.mark(kCorrected, {77'777});
        const Position& a = corrected.position(kCorrected);
        const Position& b = told.position(kCorrected);
        ASSERT_EQ(a.position, b.position);
        ASSERT_EQ(a.cash, b.cash);
        ASSERT_EQ(a.fees, b.fees);
        ASSERT_EQ(a.bought_qty, b.bought_qty);
        ASSERT_EQ(a.sold_qty, b.sold_qty);
        ASSERT_EQ(corrected.account().traded_value, told.account().traded_value);
        ASSERT_EQ(corrected.account().net_value, told.account().net_value);
        ASSERT_EQ(corrected.account().gross_value, told.account().gross_value);
        ASSERT_EQ(corrected.account().pnl, told.account().pnl);
    }
}

}  // namespace
}  // namespace hotpath::oms
