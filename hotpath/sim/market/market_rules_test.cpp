// Every message of generated days against the rules of a real feed, with books of the test's own
// (std::map, std::set): what a reader of these days may rely on.

#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>

#include <gtest/gtest.h>

#include "hotpath/protocols/nasdaq/itch50/decode.hpp"
#include "hotpath/sim/market/instruments.hpp"
#include "hotpath/sim/market/market_generator.hpp"
#include "tests/support/seeds.hpp"

namespace hotpath::sim::market {
namespace {

namespace itch50 = protocols::nasdaq::itch50;

struct RestingOrder {
    std::uint16_t instrument;
    Side side;
    Price price;
    std::uint32_t qty;
};

/// Breaks of the rules, counted by rule.
class RuleBook : public itch50::NullListener {
  public:
    std::map<std::string, int> breaks;
    std::uint64_t executions = 0;
    std::uint64_t crosses_with_orders = 0;

    void on_stock_directory(const itch50::StockDirectory& m) {
        expect(listed_.insert(m.load_stock_locate()).second, "an instrument is listed once");
    }
    void on_stock_trading_action(const itch50::StockTradingAction& m) {
        if (m.load_trading_state() == 'T') {
            halted_.erase(m.load_stock_locate());
        } else {
            halted_.insert(m.load_stock_locate());
        }
    }
    void on_add_order(const itch50::AddOrder& m) { add_message(m); }
    void on_add_order_mpid(const itch50::AddOrderMpid& m) { add_message(m); }
    void on_order_executed(const itch50::OrderExecuted& m) {
        expect(!halted_.contains(m.load_stock_locate()), "nothing executes in a halt");
        execute(m);
    }
    void on_order_executed_with_price(const itch50::OrderExecutedWithPrice& m) {
        crosses_with_orders += m.load_printable() == 'N' ? 1U : 0U;
        execute(m);
    }
    void on_order_cancel(const itch50::OrderCancel& m) {
        const auto order = find(m.load_order_reference_number());
        if (order != orders_.end()) {
            expect(m.load_cancelled_shares() > 0, "a cancel takes off something");
            expect(m.load_cancelled_shares() < order->second.qty, "a cancel leaves something");
            order->second.qty -= m.load_cancelled_shares();
        }
    }
    void on_order_delete(const itch50::OrderDelete& m) {
        const auto order = find(m.load_order_reference_number());
        if (order != orders_.end()) {
            remove(order);
        }
    }
    void on_order_replace(const itch50::OrderReplace& m) {
        const auto order = find(m.load_original_order_reference_number());
        if (order == orders_.end()) {
            return;
        }
        RestingOrder replaced = order->second;
        remove(order);
        replaced.price = {m.load_price()};
        replaced.qty = m.load_shares();
        add(m.load_new_order_reference_number(), replaced);
    }
    void on_trade(const itch50::Trade& m) { match(m.load_match_number()); }
    void on_cross_trade(const itch50::CrossTrade& m) { match(m.load_match_number()); }

  private:
    using Orders = std::unordered_map<std::uint64_t, RestingOrder>;
    // Best first: the key is the price for asks, minus the price for bids; references ascending.
    using SideBook = std::map<std::int64_t, std::set<std::uint64_t>>;

    void expect(bool holds, const char* rule) { breaks[rule] += holds ? 0 : 1; }

    void add_message(const auto& m) {
        const Side side = m.load_buy_sell_indicator() == 'B' ? Side::Buy : Side::Sell;
        expect(listed_.contains(m.load_stock_locate()), "orders are of listed instruments");
        add(m.load_order_reference_number(), {.instrument = m.load_stock_locate(),
                                              .side = side,
                                              .price = {m.load_price()},
                                              .qty = m.load_shares()});
    }

    void add(std::uint64_t id, const RestingOrder& order) {
        expect(id == last_id_ + 1, "references are new, dense and increasing");
        last_id_ = id;
        expect(order.qty > 0, "an order has a quantity");
        expect(order.price.value > 0 && order.price.value % tick_units(order.price) == 0,
               "prices are on ticks");
        orders_.emplace(id, order);
        book(order)[key(order)].insert(id);
        const SideBook& other = sides_[{order.instrument, opposite(order.side)}];
        expect(other.empty() || key(order) + other.begin()->first > 0, "books never cross");
    }

    void execute(const auto& m) {
        ++executions;
        match(m.load_match_number());
        const auto order = find(m.load_order_reference_number());
        if (order == orders_.end()) {
            return;
        }
        const SideBook& side = book(order->second);
        expect(side.begin()->first == key(order->second), "executions are at the best price");
        expect(*side.begin()->second.begin() == order->first, "executions are first in queue");
        expect(m.load_executed_shares() > 0, "an execution has a quantity");
        expect(m.load_executed_shares() <= order->second.qty, "no more executes than rests");
        order->second.qty -= m.load_executed_shares();
        if (order->second.qty == 0) {
            remove(order);
        }
    }

    void match(std::uint64_t number) {
        expect(number > last_match_, "match numbers increase");
        last_match_ = number;
    }

    Orders::iterator find(std::uint64_t id) {
        const auto order = orders_.find(id);
        expect(order != orders_.end(), "no reference is unknown");
        return order;
    }

    void remove(Orders::iterator order) {
        SideBook& side = book(order->second);
        const auto level = side.find(key(order->second));
        level->second.erase(order->first);
        if (level->second.empty()) {
            side.erase(level);
        }
        orders_.erase(order);
    }

    static std::int64_t key(const RestingOrder& order) {
        return -sign(order.side) * order.price.value;
    }
    SideBook& book(const RestingOrder& order) { return sides_[{order.instrument, order.side}]; }

    Orders orders_;
    std::map<std::pair<std::uint16_t, Side>, SideBook> sides_;
    std::set<std::uint16_t> listed_;
    std::set<std::uint16_t> halted_;
    std::uint64_t last_id_ = 0;
    std::uint64_t last_match_ = 0;
};

void expect_rules_kept(const MarketOptions& options) {
    auto generator = MarketGenerator::create(options);
    ASSERT_TRUE(generator);
    RuleBook rules;
    for (Bytes message = generator->next(); !message.empty(); message = generator->next()) {
        ASSERT_EQ(itch50::decode(message, rules), protocols::DecodeStatus::Ok);
    }
    for (const auto& [rule, breaks] : rules.breaks) {
        EXPECT_EQ(breaks, 0) << rule << ", seed " << options.seed;
    }
    EXPECT_GT(rules.executions, 0U);
    EXPECT_GT(rules.crosses_with_orders, 0U);
}

TEST(MarketRules, ADayOfOneInstrumentKeepsThem) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        expect_rules_kept({.seed = seed, .messages = 10'000, .instruments = 1});
    }
}

TEST(MarketRules, ADayOfManyInstrumentsKeepsThem) {
    const std::uint64_t messages = support::is_long_run() ? 20'000'000 : 200'000;
    const std::uint64_t seed = support::seed_of_this_test(101);
    expect_rules_kept({.seed = seed, .messages = messages, .instruments = 2'000});
    expect_rules_kept({.seed = seed + 1, .messages = messages, .instruments = 60});
}

TEST(MarketRules, ADayWithAFlashCrashKeepsThem) {
    expect_rules_kept({.seed = 7, .messages = 150'000, .instruments = 10, .has_flash_crash = true});
}

TEST(MarketRules, TheShortestDaysKeepThem) {
    for (const std::uint32_t instruments : {1U, 2U, 50U, 400U}) {
        expect_rules_kept({.seed = 31 + instruments,
                           .messages = messages_min(instruments) + 500,
                           .instruments = instruments});
    }
}

}  // namespace
}  // namespace hotpath::sim::market
