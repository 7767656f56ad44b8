#include "hotpath/backtest/comparison.hpp"

#include <algorithm>
#include <array>
#include <compare>
#include <map>
#include <span>
#include <utility>

namespace hotpath::backtest {

namespace {

/// How far an order of the same terms is looked for.
constexpr std::size_t kLookAhead = 64;

[[nodiscard]] Nanos apart(Time a, Time b) {
    return a < b ? b - a : a - b;
}

/// Orders of one symbol and side, by index.
using Lane = std::vector<std::size_t>;
struct Lanes {
    Lane backtest{};
    Lane live{};
};

/// Pairs the orders of one symbol and side.
class LanePairing {
  public:
    LanePairing(const SessionOrders& backtest, const SessionOrders& live, Nanos within)
        : backtest_(backtest), live_(live), within_(within) {}

    void pair(const Lanes& lanes, std::vector<OrderPair>& pairs) const {
        std::span<const std::size_t> tests(lanes.backtest);
        std::span<const std::size_t> lives(lanes.live);
        while (!tests.empty() && !lives.empty()) {
            const auto [skip_tests, skip_lives] = skips(tests, lives);
            take_alone(tests, skip_tests, &OrderPair::backtest, pairs);
            take_alone(lives, skip_lives, &OrderPair::live, pairs);
            if (skip_tests + skip_lives == 0) {
                pairs.push_back({.backtest = tests.front(), .live = lives.front()});
                tests = tests.subspan(1);
                lives = lives.subspan(1);
            }
        }
        take_alone(tests, tests.size(), &OrderPair::backtest, pairs);
        take_alone(lives, lives.size(), &OrderPair::live, pairs);
    }

  private:
    using Left = std::span<const std::size_t>;

    static void take_alone(Left& left, std::size_t count,
                           std::optional<std::size_t> OrderPair::* side,
                           std::vector<OrderPair>& pairs) {
        for (const std::size_t index : left.first(count)) {
            pairs.emplace_back().*side = index;
        }
        left = left.subspan(count);
    }

    [[nodiscard]] bool is_near(const SessionOrder& a, const SessionOrder& b) const {
        return apart(a.sent, b.sent) <= within_;
    }
    [[nodiscard]] bool is_same(const SessionOrder& a, const SessionOrder& b) const {
        return a.price == b.price && a.qty == b.qty && is_near(a, b);
    }

    /// How many orders of each list have no partner before the next pair; none: the first two are
    /// one.
    [[nodiscard]] std::pair<std::size_t, std::size_t> skips(Left tests, Left lives) const {
        const SessionOrder& test = backtest_[tests.front()];
        const SessionOrder& live = live_[lives.front()];
        const std::size_t skip_tests = distance(live, backtest_, tests);
        const std::size_t skip_lives = distance(test, live_, lives);
        if (skip_tests == 0 || (skip_tests == kLookAhead && skip_lives == kLookAhead)) {
            const bool is_pair = is_near(test, live);
            const bool is_test_first = test.sent < live.sent;
            return {!is_pair && is_test_first ? 1U : 0U, !is_pair && !is_test_first ? 1U : 0U};
        }
        return skip_tests <= skip_lives ? std::pair{skip_tests, std::size_t{0}}
                                        : std::pair{std::size_t{0}, skip_lives};
    }

    /// To the next order of the same terms; kLookAhead when there is none near.
    [[nodiscard]] std::size_t distance(const SessionOrder& order, const SessionOrders& among,
                                       Left left) const {
        const Left near = left.first(std::min(left.size(), kLookAhead));
        const auto found = std::ranges::find_if(
            near, [&](std::size_t index) { return is_same(order, among[index]); });
        return found == near.end() ? kLookAhead : static_cast<std::size_t>(found - near.begin());
    }

    const SessionOrders& backtest_;
    const SessionOrders& live_;
    Nanos within_;
};

[[nodiscard]] Qty filled(const SessionOrder& order) {
    Qty sum{};
    for (const SessionFill& fill : order.fills) {
        sum += fill.qty;
    }
    return sum;
}

[[nodiscard]] Cause cause_of_fills(const SessionOrder& test, const SessionOrder& live,
                                   Nanos tolerance) {
    const bool is_same_quantity =
        std::ranges::equal(test.fills, live.fills, {}, &SessionFill::qty, &SessionFill::qty);
    if (filled(test) != filled(live) || !is_same_quantity) {
        return Cause::Queue;
    }
    if (!std::ranges::equal(test.fills, live.fills, {}, &SessionFill::price, &SessionFill::price)) {
        return Cause::Price;
    }
    const auto is_simultaneous = [&](const SessionFill& a, const SessionFill& b) {
        return apart(a.at, b.at) <= tolerance;
    };
    if (!std::ranges::equal(test.fills, live.fills, is_simultaneous)) {
        return Cause::Time;
    }
    return std::ranges::equal(test.fills, live.fills, {}, &SessionFill::fee, &SessionFill::fee)
               ? Cause::None
               : Cause::Fee;
}

[[nodiscard]] Cause cause_of(const SessionOrder& test, const SessionOrder& live, Nanos tolerance) {
    if (test.price != live.price) {
        return Cause::Price;
    }
    if (test.qty != live.qty) {
        return Cause::Quantity;
    }
    if (test.is_rejected != live.is_rejected) {
        return Cause::Reject;
    }
    if (apart(test.sent, live.sent) > tolerance) {
        return Cause::Time;
    }
    return cause_of_fills(test, live, tolerance);
}

[[nodiscard]] Cause cause_of(const OrderPair& pair, const SessionOrders& backtest,
                             const SessionOrders& live, Nanos tolerance) {
    if (!pair.live) {
        return Cause::OnlyBacktest;
    }
    return pair.backtest ? cause_of(backtest[*pair.backtest], live[*pair.live], tolerance)
                         : Cause::OnlyLive;
}

[[nodiscard]] Lane& lane_of(Lanes& lanes, bool is_live) {
    return is_live ? lanes.live : lanes.backtest;
}

[[nodiscard]] std::vector<OrderPair> pairs_of(const SessionOrders& backtest,
                                              const SessionOrders& live, Nanos within) {
    std::map<std::pair<std::string_view, Side>, Lanes> lanes;
    for (const bool is_live : {false, true}) {
        const SessionOrders& orders = is_live ? live : backtest;
        for (std::size_t n = 0; n < orders.size(); ++n) {
            lane_of(lanes[{orders[n].symbol.view(), orders[n].side}], is_live).push_back(n);
        }
    }
    std::vector<OrderPair> pairs;
    for (const auto& [_, each] : lanes) {
        LanePairing(backtest, live, within).pair(each, pairs);
    }
    const auto time_of = [&](const OrderPair& pair) {
        const Time test = pair.backtest ? backtest[*pair.backtest].sent : kNever;
        return std::min(test, pair.live ? live[*pair.live].sent : kNever);
    };
    std::ranges::stable_sort(pairs, {}, time_of);
    return pairs;
}

[[nodiscard]] SymbolSums& sums_of_symbol(SessionSums& sums, Symbol symbol) {
    const auto at = std::ranges::lower_bound(sums.symbols, symbol.view(), {},
                                             [](const SymbolSums& of) { return of.symbol.view(); });
    return at != sums.symbols.end() && at->symbol == symbol
               ? *at
               : *sums.symbols.insert(at, SymbolSums{.symbol = symbol});
}

}  // namespace

SessionOrders orders_of(const DayResult& day) {
    SessionOrders orders;
    std::map<std::uint32_t, std::size_t> places;
    for (const OrderRecord& order : day.orders) {
        const InstrumentResult* const instrument = find_instrument(day, order.instrument);
        places[order.id.value] = orders.size();
        orders.push_back({.id = order.id,
                          .symbol = instrument == nullptr ? Symbol{} : instrument->symbol,
                          .side = order.side,
                          .qty = order.total_qty,
                          .price = order.price,
                          .sent = order.entered,
                          .is_rejected = order.is_rejected});
    }
    for (const FillRecord& fill : day.fills) {
        if (const auto place = places.find(fill.order.value); place != places.end()) {
            orders[place->second].fills.push_back({.at = fill.at,
                                                   .qty = fill.qty,
                                                   .price = fill.price,
                                                   .liquidity = fill.liquidity,
                                                   .fee = fill.fee});
        }
    }
    return orders;
}

SessionSums sums_of(const SessionOrders& orders) {
    SessionSums sums{.orders = orders.size()};
    for (const SessionOrder& order : orders) {
        SymbolSums& of = sums_of_symbol(sums, order.symbol);
        sums.rejected += order.is_rejected ? 1U : 0U;
        for (const SessionFill& fill : order.fills) {
            const Money cash = fill.price * -signed_qty(order.side, fill.qty);
            ++sums.fills;
            sums.shares += fill.qty;
            sums.cash += cash;
            sums.fees += fill.fee;
            of.position += signed_qty(order.side, fill.qty);
            of.cash += cash;
            of.fees += fill.fee;
        }
    }
    return sums;
}

std::string_view name(Cause cause) noexcept {
    constexpr std::array<std::string_view, 9> kNames{"none",
                                                     "only in the backtest",
                                                     "only in the live session",
                                                     "price",
                                                     "quantity",
                                                     "rejected",
                                                     "time",
                                                     "queue",
                                                     "fee"};
    return kNames[static_cast<std::size_t>(cause)];
}

Comparison compare(const SessionOrders& backtest, const SessionOrders& live,
                   const ComparisonOptions& options) {
    Comparison found{.pairs = pairs_of(backtest, live, options.pair_within),
                     .backtest = sums_of(backtest),
                     .live = sums_of(live)};
    for (std::size_t n = 0; n < found.pairs.size(); ++n) {
        OrderPair& pair = found.pairs[n];
        pair.cause = cause_of(pair, backtest, live, options.time_tolerance);
        if (pair.backtest && pair.live) {
            found.sent_apart_max = std::max(
                found.sent_apart_max, apart(backtest[*pair.backtest].sent, live[*pair.live].sent));
        }
        if (pair.cause != Cause::None) {
            ++found.differences;
            found.first_difference = found.first_difference.value_or(n);
        }
    }
    return found;
}

}  // namespace hotpath::backtest
