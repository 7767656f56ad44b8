// InstrumentDirectory: names by id, ids by name, one of each a session, bounds.

#include "hotpath/feed/instrument_directory.hpp"

#include <string>

#include <gtest/gtest.h>

namespace hotpath::feed {
namespace {

constexpr Symbol symbol(const char* text) {
    return *Symbol::from(text);
}

TEST(InstrumentDirectory, FindsNamesByIdAndIdsByName) {
    InstrumentDirectory directory(10);
    EXPECT_TRUE(directory.admits({3}, symbol("AAPL")));
    EXPECT_TRUE(directory.contains({3}));
    EXPECT_EQ(directory[{3}].symbol, symbol("AAPL"));
    EXPECT_EQ(directory[{3}].scale.units_per_currency, 10'000U);
    EXPECT_EQ(directory.find(symbol("AAPL")), InstrumentId{3});
    EXPECT_EQ(directory.find(symbol("MSFT")), std::nullopt);
    EXPECT_EQ(directory.find(Symbol{}), std::nullopt);
}

TEST(InstrumentDirectory, AnIdKeepsItsFirstSymbolInASession) {
    InstrumentDirectory directory(10);
    EXPECT_TRUE(directory.admits({3}, symbol("FB")));
    EXPECT_FALSE(directory.admits({3}, symbol("META")));
    EXPECT_FALSE(directory.admits({3}, Symbol{}));
    EXPECT_TRUE(directory.admits({3}, symbol("FB")));
    EXPECT_EQ(directory.size(), 1U);
    EXPECT_EQ(directory.find(symbol("META")), std::nullopt);
    EXPECT_EQ(directory.symbol_mismatches(), 2U);
}

TEST(InstrumentDirectory, ASymbolKeepsItsFirstIdInASession) {
    InstrumentDirectory directory(10);
    EXPECT_TRUE(directory.admits({3}, symbol("AAPL")));
    EXPECT_FALSE(directory.admits({4}, symbol("AAPL")));
    EXPECT_FALSE(directory.contains({4}));
    EXPECT_EQ(directory.find(symbol("AAPL")), InstrumentId{3});
    EXPECT_EQ(directory.symbol_mismatches(), 1U);
}

TEST(InstrumentDirectory, AnotherSessionPairsAnewAndOldNamesStayReadable) {
    InstrumentDirectory directory(10);
    EXPECT_TRUE(directory.admits({3}, symbol("AAPL")));
    directory.begin_session();
    EXPECT_EQ(directory.size(), 0U);
    EXPECT_FALSE(directory.contains({3}));
    EXPECT_EQ(directory.find(symbol("AAPL")), std::nullopt);
    EXPECT_EQ(directory[{3}].symbol, symbol("AAPL"));
    EXPECT_TRUE(directory.admits({4}, symbol("AAPL")));
    EXPECT_TRUE(directory.admits({3}, symbol("MSFT")));
    EXPECT_EQ(directory[{3}].symbol, symbol("MSFT"));
    EXPECT_EQ(directory.symbol_mismatches(), 0U);
}

TEST(InstrumentDirectory, IdsOutsideItsBoundAndMessagesWithoutASymbolNameNothing) {
    InstrumentDirectory directory(10);
    EXPECT_TRUE(directory.admits({0}, symbol("AAPL")));
    EXPECT_TRUE(directory.admits({11}, symbol("AAPL")));
    EXPECT_TRUE(directory.admits({5}, Symbol{}));
    EXPECT_TRUE(directory.admits({6}, Symbol{.characters = {}}));
    EXPECT_EQ(directory.size(), 0U);
    EXPECT_FALSE(directory.contains({6}));
    EXPECT_FALSE(directory.contains({11}));
    EXPECT_EQ(directory[{11}].symbol, Symbol{});
    EXPECT_EQ(directory.symbol_mismatches(), 0U);
}

TEST(InstrumentDirectory, VisitsNamedInstrumentsByAscendingId) {
    InstrumentDirectory directory(10);
    EXPECT_TRUE(directory.admits({10}, symbol("Z")));
    EXPECT_TRUE(directory.admits({1}, symbol("A")));
    std::string visited;
    directory.for_each([&](InstrumentId id, const Instrument& instrument) {
        visited += std::to_string(id.value) + instrument.symbol.str();
    });
    EXPECT_EQ(visited, "1A10Z");
}

}  // namespace
}  // namespace hotpath::feed
