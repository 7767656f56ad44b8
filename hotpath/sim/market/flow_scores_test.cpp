// LOB-Bench's statistics against an obvious twin: books as maps of all orders, every event kept,
// every mean summed again, on generated days; and by hand on a few events.

#include "hotpath/sim/market/flow_scores.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/protocols/nasdaq/itch50/decode.hpp"
#include "hotpath/sim/market/flow_statistics.hpp"
#include "hotpath/sim/market/instruments.hpp"
#include "hotpath/sim/market/market_generator.hpp"

namespace hotpath::sim::market {
namespace {

namespace itch50 = protocols::nasdaq::itch50;

using Bins = std::vector<std::pair<std::int64_t, std::uint64_t>>;

Bins bins_of(const ScoreHistogram& histogram) {
    Bins bins;
    histogram.for_each_bin(
        [&](std::int64_t number, std::uint64_t count) { bins.emplace_back(number, count); });
    return bins;
}

ScoreHistogram histogram_of(const std::vector<std::int64_t>& values) {
    ScoreHistogram histogram;
    for (const std::int64_t value : values) {
        histogram.record(value);
    }
    return histogram;
}

/// What one event leaves for the twin to count.
struct Seen {
    char kind;  // L, C, M
    Side side;
    std::int64_t price;
    std::int64_t qty;
    std::int64_t time;
    std::array<std::int64_t, 4> before{};  // bid, its quantity, ask, its quantity; 0 when empty
    std::array<std::int64_t, 4> after{};
    std::int64_t level;
    std::int64_t bid_five = 0;
};

/// All events of instrument 1 between open and close, with obvious books.
class ObviousFlow : public itch50::NullListener {
  public:
    std::vector<Seen> seen;
    std::vector<std::int64_t> times_to_cancel;
    std::vector<std::int64_t> times_to_first_fill;

    void on_add_order(const itch50::AddOrder& m) { add(m); }
    void on_add_order_mpid(const itch50::AddOrderMpid& m) { add(m); }
    void on_order_executed(const itch50::OrderExecuted& m) { execute(m); }
    void on_order_executed_with_price(const itch50::OrderExecutedWithPrice& m) { execute(m); }
    void on_order_cancel(const itch50::OrderCancel& m) {
        change('C', m.load_order_reference_number(), m.load_cancelled_shares(), time_of(m));
    }
    void on_order_delete(const itch50::OrderDelete& m) {
        take(m.load_order_reference_number(), time_of(m));
    }
    void on_order_replace(const itch50::OrderReplace& m) {
        Order order = orders_.at(m.load_original_order_reference_number());
        take(m.load_original_order_reference_number(), time_of(m));
        order.price = m.load_price();
        order.qty = m.load_shares();
        order.time = time_of(m);
        order.is_filled = false;
        enter(m.load_new_order_reference_number(), order);
    }

  private:
    struct Order {
        Side side;
        std::int64_t price;
        std::int64_t qty;
        std::int64_t time;
        bool is_filled = false;
    };

    static std::int64_t time_of(const auto& m) {
        return static_cast<std::int64_t>(m.load_timestamp());
    }
    static bool counts(std::int64_t time) {
        constexpr std::int64_t kHour = 3'600 * kNanosPerSecond;
        return time >= kHour * 19 / 2 && time < kHour * 16;
    }

    std::map<std::int64_t, std::int64_t> levels(Side side) const {  // by -sign * price: best first
        std::map<std::int64_t, std::int64_t> levels;
        for (const auto& [id, order] : orders_) {
            if (order.side == side) {
                levels[-sign(side) * order.price] += order.qty;
            }
        }
        return levels;
    }
    std::array<std::int64_t, 4> touch() const {
        const auto bids = levels(Side::Buy);
        const auto asks = levels(Side::Sell);
        if (bids.empty() || asks.empty()) {
            return {};
        }
        return {-bids.begin()->first, bids.begin()->second, asks.begin()->first,
                asks.begin()->second};
    }
    Seen before(char kind, const Order& order, std::int64_t qty, std::int64_t time) const {
        std::int64_t level = 1;
        for (const auto& [rank, total] : levels(order.side)) {
            level += rank < -sign(order.side) * order.price ? 1 : 0;
        }
        return {.kind = kind,
                .side = order.side,
                .price = order.price,
                .qty = qty,
                .time = time,
                .before = touch(),
                .level = level};
    }
    void after(Seen event) {
        if (!counts(event.time)) {
            return;
        }
        event.after = touch();
        int left = 5;
        for (const auto& [rank, total] : levels(Side::Buy)) {
            event.bid_five += left-- > 0 ? total : 0;
        }
        seen.push_back(event);
    }

    void add(const auto& m) {
        enter(m.load_order_reference_number(),
              {.side = m.load_buy_sell_indicator() == 'B' ? Side::Buy : Side::Sell,
               .price = m.load_price(),
               .qty = m.load_shares(),
               .time = time_of(m)});
    }
    void enter(std::uint64_t id, const Order& order) {
        const Seen event = before('L', order, order.qty, order.time);
        orders_.emplace(id, order);
        after(event);
    }
    void execute(const auto& m) {
        Order& order = orders_.at(m.load_order_reference_number());
        if (counts(time_of(m)) && !order.is_filled) {
            times_to_first_fill.push_back(time_of(m) - order.time);
            order.is_filled = true;
        }
        change('M', m.load_order_reference_number(), m.load_executed_shares(), time_of(m));
    }
    void take(std::uint64_t id, std::int64_t time) {
        if (counts(time)) {
            times_to_cancel.push_back(time - orders_.at(id).time);
        }
        change('C', id, orders_.at(id).qty, time);
    }
    void change(char kind, std::uint64_t id, std::int64_t qty, std::int64_t time) {
        Order& order = orders_.at(id);
        const Seen event = before(kind, order, qty, time);
        order.qty -= qty;
        if (order.qty == 0) {
            orders_.erase(id);
        }
        after(event);
    }

    std::map<std::uint64_t, Order> orders_;
};

bool is_two_sided(const std::array<std::int64_t, 4>& touch) {
    return touch[0] != 0;
}

std::int64_t imbalance_of(const Seen& e) {
    std::int64_t change = 0;
    change += e.after[0] >= e.before[0] ? e.after[1] : 0;
    change -= e.after[0] <= e.before[0] ? e.before[1] : 0;
    change -= e.after[2] <= e.before[2] ? e.after[3] : 0;
    change += e.after[2] >= e.before[2] ? e.before[3] : 0;
    return change;
}

class FlowScoresTwin : public testing::Test {
  protected:
    void SetUp() override {
        auto generator = MarketGenerator::create({.seed = 9, .messages = 6'000, .instruments = 1});
        ASSERT_TRUE(generator);
        for (Bytes m = generator->next(); !m.empty(); m = generator->next()) {
            statistics_.on_message(m);
            ASSERT_EQ(itch50::decode(m, flow_), protocols::DecodeStatus::Ok);
        }
        for (const Seen& event : flow_.seen) {
            if (is_two_sided(event.before) && is_two_sided(event.after)) {
                two_sided_.push_back(event);
            }
        }
        ASSERT_GT(two_sided_.size(), 3'000U);
    }

    const FlowScores& scores() const { return statistics_.part(DayPart::Continuous).scores; }
    template <class Keep, class Value>
    Bins expected(Keep keep, Value value) const {
        std::vector<std::int64_t> values;
        for (const Seen& event : flow_.seen) {
            if (keep(event)) {
                values.push_back(value(event));
            }
        }
        return bins_of(histogram_of(values));
    }

    FlowStatistics statistics_;
    ObviousFlow flow_;
    std::vector<Seen> two_sided_;
};

TEST_F(FlowScoresTwin, BooksAfterEveryEventAreTheSame) {
    const auto two_sided = [](const Seen& e) { return is_two_sided(e.after); };
    EXPECT_EQ(bins_of(scores().spread_ticks), expected(two_sided, [](const Seen& e) {
                  return (e.after[2] - e.after[0]) / tick_units({e.after[0]});
              }));
    EXPECT_EQ(bins_of(scores().imbalance_1000), expected(two_sided, [](const Seen& e) {
                  return (e.after[1] - e.after[3]) * 1'000 / (e.after[1] + e.after[3]);
              }));
    EXPECT_EQ(bins_of(scores().qty_at_best[0]),
              expected(two_sided, [](const Seen& e) { return e.after[1]; }));
    EXPECT_EQ(bins_of(scores().qty_at_best[1]),
              expected(two_sided, [](const Seen& e) { return e.after[3]; }));
    EXPECT_EQ(bins_of(scores().qty_at_five[0]),
              expected(two_sided, [](const Seen& e) { return e.bid_five; }));
}

TEST_F(FlowScoresTwin, TimesAreTheSame) {
    std::vector<std::int64_t> gaps;
    for (std::size_t i = 1; i < flow_.seen.size(); ++i) {
        gaps.push_back(flow_.seen[i].time - flow_.seen[i - 1].time);
    }
    EXPECT_EQ(bins_of(scores().inter_arrival_ns), bins_of(histogram_of(gaps)));
    EXPECT_EQ(bins_of(scores().time_to_cancel_ns), bins_of(histogram_of(flow_.times_to_cancel)));
    EXPECT_EQ(bins_of(scores().time_to_first_fill_ns),
              bins_of(histogram_of(flow_.times_to_first_fill)));
}

TEST_F(FlowScoresTwin, PlacesOfOrdersAreTheSame) {
    for (const Side side : {Side::Buy, Side::Sell}) {
        for (const char kind : {'L', 'C'}) {
            const auto keep = [&](const Seen& e) {
                return e.kind == kind && e.side == side && is_two_sided(e.before);
            };
            const auto i = static_cast<std::size_t>(side);
            const FlowScores& s = scores();
            const auto& depth = kind == 'L' ? s.limit_depth_half_ticks : s.cancel_depth_half_ticks;
            const auto& level = kind == 'L' ? s.limit_level : s.cancel_level;
            EXPECT_EQ(bins_of(depth[i]), expected(keep, [](const Seen& e) {
                          return std::abs(2 * e.price - e.before[0] - e.before[2]) /
                                 tick_units({e.price});
                      }));
            EXPECT_EQ(bins_of(level[i]), expected(keep, [](const Seen& e) { return e.level; }));
        }
    }
}

TEST_F(FlowScoresTwin, ImbalancesOfAHundredEventsAreTheSame) {
    std::vector<std::int64_t> all;
    std::array<std::vector<std::int64_t>, 3> next;
    for (std::size_t i = 99; i < two_sided_.size(); ++i) {
        std::int64_t sum = 0;
        for (std::size_t j = i - 99; j <= i; ++j) {
            sum += imbalance_of(two_sided_[j]);
        }
        all.push_back(sum / 100);
        if (i + 1 < two_sided_.size()) {
            const Seen& e = two_sided_[i + 1];
            const std::int64_t moved = e.after[0] + e.after[2] - e.before[0] - e.before[2];
            next[moved < 0 ? 0 : moved == 0 ? 1 : 2].push_back(sum / 100);
        }
    }
    EXPECT_EQ(bins_of(scores().flow_imbalance), bins_of(histogram_of(all)));
    for (std::size_t way = 0; way < 3; ++way) {
        EXPECT_EQ(bins_of(scores().flow_imbalance_next[way]), bins_of(histogram_of(next[way])));
    }
}

TEST_F(FlowScoresTwin, TradedQuantitiesAMinuteAreTheSame) {
    std::map<std::int64_t, std::int64_t> by_second;
    for (const Seen& e : flow_.seen) {
        if (e.kind == 'M') {
            by_second[e.time / kNanosPerSecond] += e.qty;
        }
    }
    std::vector<std::int64_t> values;
    for (const auto& [second, qty] : by_second) {
        values.push_back(qty * 60);
    }
    values.pop_back();  // the last second is still open
    EXPECT_EQ(bins_of(scores().qty_per_minute), bins_of(histogram_of(values)));
}

TEST_F(FlowScoresTwin, ResponsesOfThePriceAreTheSame) {
    std::array<PriceResponse, FlowScores::kResponses> expected{};
    for (std::size_t i = 0; i < two_sided_.size(); ++i) {
        const Seen& e = two_sided_[i];
        const std::int64_t best = e.side == Side::Buy ? e.before[0] : e.before[2];
        if (sign(e.side) * (best - e.price) > 0) {
            continue;  // behind the best price
        }
        const bool moves = e.after[0] + e.after[2] != e.before[0] + e.before[2];
        const std::size_t first = e.kind == 'M' ? 0 : e.kind == 'L' ? 2 : 4;
        const std::int64_t way = e.kind == 'L' ? sign(e.side) : -sign(e.side);
        PriceResponse& response = expected[first + (moves ? 1 : 0)];
        for (std::size_t k = 0; k < PriceResponse::kLags.size(); ++k) {
            const std::size_t last = i + PriceResponse::kLags[k] - 1;
            if (last < two_sided_.size()) {
                const Seen& later = two_sided_[last];
                response.twice_moved[k] +=
                    way * (later.after[0] + later.after[2] - e.before[0] - e.before[2]);
                ++response.events[k];
            }
        }
    }
    for (std::size_t i = 0; i < FlowScores::kResponses; ++i) {
        EXPECT_EQ(scores().responses[i].events, expected[i].events) << i;
        EXPECT_EQ(scores().responses[i].twice_moved, expected[i].twice_moved) << i;
    }
}

TEST(ScoreHistogram, EveryNumberIsInTheBinOfItsEighthOfAnOctave) {
    for (const std::int64_t sign_of : {1, -1}) {
        for (std::int64_t value = 1; value < (std::int64_t{1} << 40); value += 1 + value / 13) {
            const Bins bins = bins_of(histogram_of({sign_of * value}));
            ASSERT_EQ(bins.size(), 1U);
            const std::int64_t number = sign_of * bins[0].first;
            ASSERT_LE(number, value);
            ASSERT_LE(value - number, value < 16 ? 0 : value / 8) << value;
        }
    }
    EXPECT_EQ(bins_of(histogram_of({0})), (Bins{{0, 1}}));
    EXPECT_EQ(bins_of(histogram_of({-3, 5, -3})), (Bins{{-3, 2}, {5, 1}}));
}

TEST(FlowScores, TheBusiestInstrumentHasItsOwnDispersion) {
    FlowScores scores;
    for (std::int64_t i = 0; i < 1'000; ++i) {
        // Instrument 1 is even, instrument 2 comes in bursts of a hundred; both a thousand times.
        scores.on_event({.time = {i * 1'000'000'000}, .instrument = {1}});
        scores.on_event({.time = {i / 100 * 100'000'000'000 + i % 100}, .instrument = {2}});
    }
    EXPECT_EQ(scores.busiest().instrument.value, 1) << "the first of equals";
    EXPECT_NEAR(scores.busiest().dispersions[3].index(), 0, 0.02);
    scores.on_event({.time = {1'000'000'000'000}, .instrument = {2}});
    EXPECT_EQ(scores.busiest().instrument.value, 2);
    EXPECT_GT(scores.busiest().dispersions[3].index(), 50);
}

}  // namespace
}  // namespace hotpath::sim::market
