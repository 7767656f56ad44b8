#include "hotpath/sim/market/flash_crash.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>

#include <gtest/gtest.h>

#include "hotpath/protocols/nasdaq/itch50/decode.hpp"
#include "hotpath/sim/market/market_generator.hpp"

namespace hotpath::sim::market {
namespace {

namespace itch50 = protocols::nasdaq::itch50;

constexpr Time kBefore = time_of_day(14, 38);
constexpr Time kAfter = time_of_day(15, 30);

/// What traded around the crash, by instrument.
class Around : public itch50::NullListener {
  public:
    struct Prices {
        std::int64_t before = 0;
        std::int64_t lowest = std::numeric_limits<std::int64_t>::max();
        std::int64_t after = 0;
    };

    std::map<std::uint16_t, Prices> prices;
    std::uint64_t messages_before = 0;  // in three minutes
    std::uint64_t messages_falling = 0;
    std::uint64_t messages = 0;
    std::uint64_t bought = 0;  // shares of resting sell orders, while the values fall
    std::uint64_t sold = 0;

    void on_add_order(const itch50::AddOrder& m) { add(m); }
    void on_add_order_mpid(const itch50::AddOrderMpid& m) { add(m); }
    void on_order_replace(const itch50::OrderReplace& m) {
        Order order = orders_[m.load_original_order_reference_number()];
        order.price = m.load_price();
        orders_[m.load_new_order_reference_number()] = order;
    }
    void on_order_executed(const itch50::OrderExecuted& m) {
        const Order& order = orders_[m.load_order_reference_number()];
        const Time now{static_cast<std::int64_t>(m.load_timestamp())};
        trade(m.load_stock_locate(), order.price, now);
        if (is_falling(now)) {
            (order.is_buy ? sold : bought) += m.load_executed_shares();
        }
    }

    void count(Time now) {
        ++messages;
        const Nanos length = FlashCrash::kBottom - FlashCrash::kBegins;
        messages_before += now >= kBefore && now < kBefore + length ? 1U : 0U;
        messages_falling += is_falling(now) ? 1U : 0U;
    }

  private:
    struct Order {
        std::int64_t price = 0;
        bool is_buy = true;
    };

    static bool is_falling(Time now) { return FlashCrash{.happens = true}.is_falling(now); }

    void add(const auto& m) {
        orders_[m.load_order_reference_number()] = {.price = m.load_price(),
                                                    .is_buy = m.load_buy_sell_indicator() == 'B'};
    }
    void trade(std::uint16_t locate, std::int64_t price, Time now) {
        Prices& of = prices[locate];
        if (now < FlashCrash::kBegins) {
            of.before = price;
        } else if (now < FlashCrash::kEnds) {
            of.lowest = std::min(of.lowest, price);
        } else if (now < kAfter) {
            of.after = price;
        }
    }

    std::map<std::uint64_t, Order> orders_;
};

Around around(bool has_flash_crash, std::uint64_t seed) {
    auto generator = MarketGenerator::create(
        {.seed = seed, .messages = 300'000, .instruments = 5, .has_flash_crash = has_flash_crash});
    EXPECT_TRUE(generator.has_value());
    Around found;
    for (Bytes message = generator->next(); !message.empty(); message = generator->next()) {
        found.count(
            {static_cast<std::int64_t>(itch50::SystemEvent::at(message.data()).load_timestamp())});
        EXPECT_EQ(itch50::decode(message, found), protocols::DecodeStatus::Ok);
    }
    return found;
}

/// They follow the values as orders come, so a quiet instrument falls less.
TEST(FlashCrash, PricesFallByUpToATenthAndComeBack) {
    for (const std::uint64_t seed : {1U, 2U, 3U}) {
        bool is_deep = false;
        const Around found = around(true, seed);
        EXPECT_EQ(found.messages, 300'000U);
        ASSERT_EQ(found.prices.size(), 5U);
        for (const auto& [locate, prices] : found.prices) {
            EXPECT_LT(prices.lowest * 100, prices.before * 97) << seed << ", " << locate;
            is_deep = is_deep || prices.lowest * 100 < prices.before * 92;
            EXPECT_GT(prices.lowest * 100, prices.before * 80) << seed << ", " << locate;
            EXPECT_GT(prices.after * 100, prices.before * 95) << seed << ", " << locate;
        }
        EXPECT_TRUE(is_deep) << seed;
    }
}

TEST(FlashCrash, MessagesComeFasterAndTakersSell) {
    const Around found = around(true, 1);
    EXPECT_GT(found.messages_falling, 3 * found.messages_before);
    EXPECT_GT(found.sold, 3 * found.bought);
}

TEST(FlashCrash, AUsualDayHasNone) {
    const Around found = around(false, 1);
    EXPECT_LT(found.messages_falling, 3 * found.messages_before);
    for (const auto& [locate, prices] : found.prices) {
        EXPECT_GT(prices.lowest * 100, prices.before * 96) << locate;
    }
}

}  // namespace
}  // namespace hotpath::sim::market
