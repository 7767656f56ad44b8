#include "hotpath/live/config/fees_config.hpp"

#include <string>

#include <gtest/gtest.h>

#include "hotpath/messages/fees_text.hpp"

namespace hotpath::live {
namespace {

using oms::Fees;

/// The fees of a text, or the message about it.
struct ReadFees {
    oms::OrdersOptions orders{};
    std::string said{};
};

ReadFees read(const std::string& text, const std::string& name = "fees") {
    ReadFees fees;
    const auto done = read_fees_config("trader.toml", toml::parse(text), name, fees.orders);
    fees.said = done ? "" : done.error().message;
    return fees;
}

TEST(FeesConfig, RatesAreDollarsAShareAndDollarsAMillion) {
    const ReadFees fees = read(
        "[fees]\nadded = -0.002\nremoved = 0.003\nremoved_per_million = 27.8\norder_min = 1.0\n");
    EXPECT_EQ(fees.said, "");
    EXPECT_EQ(fees.orders.fees.added, Price{-20});
    EXPECT_EQ(fees.orders.fees.removed, Price{30});
    EXPECT_EQ(fees.orders.fees.of_value.removed, oms::ValueRate{278'000});
    EXPECT_EQ(fees.orders.fee_rules.order_min, Money{10'000});
    EXPECT_EQ(messages::fees_text(fees.orders),
              "$-0.002 a share added, $0.003 removed, $0 other, and $0, $27.8, $0 a million "
              "dollars; at least $1 an order");
}

TEST(FeesConfig, ATierHasTheRatesOfTheTableUnlessItHasOthers) {
    const ReadFees fees = read(
        "[fees]\nadded = -0.002\nremoved = 0.003\nshares_before = 500\n"
        "[[fees.tiers]]\nfrom_shares = 1_000\nadded = -0.0025\n"
        "[[fees.tiers]]\nfrom_shares = 2_000\nremoved = 0.0028\n");
    EXPECT_EQ(fees.said, "");
    EXPECT_EQ(fees.orders.fee_rules.shares_before, TotalQty{500});
    ASSERT_EQ(fees.orders.fee_rules.used_tiers().size(), 2U);
    EXPECT_EQ(fees.orders.fee_rules.tiers[0].from, TotalQty{1'000});
    EXPECT_EQ(fees.orders.fee_rules.tiers[0].fees, (Fees{.added = {-25}, .removed = {30}}));
    EXPECT_EQ(fees.orders.fee_rules.tiers[1].fees, (Fees{.added = {-20}, .removed = {28}}));
}

TEST(FeesConfig, EveryMistakeIsOneLineWithTheKey) {
    EXPECT_EQ(read("[fees]\nadded = 1.5\n").said,
              "trader.toml: fees.added must be a number from -1 to 1, got 1.5");
    EXPECT_EQ(read("[fees]\nadded = 0.00001\n").said,
              "trader.toml: fees.added must be a number with up to 4 decimals, got 1e-05");
    EXPECT_EQ(read("[fees]\nother_per_million = -100_001.0\n").said,
              "trader.toml: fees.other_per_million must be a number from -100,000 to 100,000, got "
              "-100001.0");
    EXPECT_EQ(read("[fees]\norder_min = -1\n").said,
              "trader.toml: fees.order_min must be a number from 0 to 1,000, got -1");
    EXPECT_EQ(
        read("[fees]\ntiers = 7\n").said,
        "trader.toml: fees.tiers must be tables [[fees.tiers]], at most 15, got another value");
    EXPECT_EQ(read("[[fees.tiers]]\nadded = 0.1\n").said,
              "trader.toml: fees.tiers[1].from_shares is missing");
    EXPECT_EQ(read("[[fees.tiers]]\nfrom_shares = 5\n[[fees.tiers]]\nfrom_shares = 5\n").said,
              "trader.toml: fees.tiers[2].from_shares must be above that of the tier before (5), "
              "got 5");
    EXPECT_TRUE(read("[[fees.tiers]]\nfrom_shares = 5\nspread = 1\n")
                    .said.starts_with("trader.toml: unknown key fees.tiers[1].spread; known keys"));
}

TEST(FeesConfig, OfTwoVenuesAreByShareOnly) {
    const ReadFees shares = read("[fees]\nremoved = 0.003\n");
    EXPECT_TRUE(check_fees_by_share("trader.toml", "fees", shares.orders));
    for (const char* more : {"removed_per_million = 20.0", "order_min = 1.0"}) {
        const ReadFees fees = read(std::string("[fees]\n") + more);
        ASSERT_EQ(fees.said, "");
        EXPECT_FALSE(check_fees_by_share("trader.toml", "fees", fees.orders)) << more;
    }
}

}  // namespace
}  // namespace hotpath::live
