// InstrumentTable: an id has one symbol and a symbol one id, whichever order they come in.

#include "hotpath/exchange/market/instrument_table.hpp"

#include <initializer_list>
#include <string_view>

#include <gtest/gtest.h>

namespace hotpath::exchange {
namespace {

class InstrumentTableTest : public testing::Test {
  protected:
    static Symbol symbol(std::string_view text) { return *Symbol::from(text); }
    static InstrumentId id(std::uint16_t value) { return {value}; }

    InstrumentTable table_{3};
};

TEST_F(InstrumentTableTest, APairIsListedOnceAndStays) {
    EXPECT_EQ(table_.instruments_max(), 3U);
    EXPECT_EQ(table_.listed(), 0U);
    EXPECT_FALSE(table_.is_listed(id(2)));
    EXPECT_TRUE(table_.list(id(2), symbol("AAPL")));
    EXPECT_TRUE(table_.list(id(2), symbol("AAPL"))) << "the same pair again";
    EXPECT_EQ(table_.listed(), 1U);
    EXPECT_TRUE(table_.is_listed(id(2)));
    EXPECT_EQ(table_.symbol(id(2)), symbol("AAPL"));
    EXPECT_EQ(table_.find(symbol("AAPL")), id(2));
    EXPECT_EQ(table_.find(symbol("MSFT")), id(0));
}

TEST_F(InstrumentTableTest, NeitherAnIdNorASymbolChangesItsPartner) {
    ASSERT_TRUE(table_.list(id(1), symbol("AAPL")));
    EXPECT_FALSE(table_.list(id(1), symbol("MSFT"))) << "the id has a symbol";
    EXPECT_FALSE(table_.list(id(2), symbol("AAPL"))) << "the symbol has an id";
    EXPECT_FALSE(table_.is_listed(id(2)));
    EXPECT_EQ(table_.find(symbol("MSFT")), id(0));
    EXPECT_EQ(table_.symbol(id(1)), symbol("AAPL"));
}

TEST_F(InstrumentTableTest, IdsOutOfRangeAreNoInstrument) {
    EXPECT_TRUE(table_.list(id(3), symbol("LAST"))) << "the highest id";
    for (const std::uint16_t value : std::initializer_list<std::uint16_t>{0, 4, 65'535}) {
        EXPECT_FALSE(table_.list(id(value), symbol("AAPL"))) << value;
        EXPECT_FALSE(table_.is_listed(id(value))) << value;
        EXPECT_EQ(table_.symbol(id(value)), Symbol{}) << value;
    }
    EXPECT_EQ(table_.listed(), 1U);
    EXPECT_EQ(table_.find(symbol("AAPL")), id(0));
}

TEST_F(InstrumentTableTest, ASymbolIsAssignedTheWantedIdOrTheLowestFreeOne) {
    EXPECT_EQ(table_.lowest_free(), id(1));
    EXPECT_EQ(table_.assign(symbol("BBB"), id(2)), id(2)) << "wanted and free";
    EXPECT_EQ(table_.assign(symbol("BBB"), id(1)), id(2)) << "it keeps its id";
    EXPECT_EQ(table_.assign(symbol("AAA"), id(2)), id(1)) << "wanted, but another symbol's";
    EXPECT_EQ(table_.lowest_free(), id(3));
    EXPECT_EQ(table_.assign(symbol("CCC"), id(4)), id(3)) << "wanted, but out of range";
    EXPECT_EQ(table_.lowest_free(), id(0));
    EXPECT_EQ(table_.assign(symbol("DDD"), id(0)), id(0)) << "every id has a symbol";
    EXPECT_EQ(table_.assign(symbol("CCC"), id(1)), id(3)) << "a listed one is found when full";
    EXPECT_EQ(table_.listed(), 3U);
}

TEST_F(InstrumentTableTest, AHaltIsOfOneIdAndNeedsNoListing) {
    EXPECT_FALSE(table_.is_operationally_halted(id(1)));
    table_.set_operationally_halted(id(1), true);
    EXPECT_TRUE(table_.is_operationally_halted(id(1)));
    EXPECT_FALSE(table_.is_operationally_halted(id(2)));
    ASSERT_TRUE(table_.list(id(1), symbol("AAPL")));
    EXPECT_TRUE(table_.is_operationally_halted(id(1))) << "the halt was there before the listing";
    table_.set_operationally_halted(id(1), false);
    EXPECT_FALSE(table_.is_operationally_halted(id(1)));
    EXPECT_TRUE(table_.is_listed(id(1)));
}

}  // namespace
}  // namespace hotpath::exchange
