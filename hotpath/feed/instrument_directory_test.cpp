// InstrumentDirectory: names by id, ids by name, bounds.

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
    directory.name({3}, symbol("AAPL"));
    EXPECT_TRUE(directory.contains({3}));
    EXPECT_EQ(directory[{3}].symbol, symbol("AAPL"));
    EXPECT_EQ(directory[{3}].scale.units_per_currency, 10'000U);
    EXPECT_EQ(directory.find(symbol("AAPL")), InstrumentId{3});
    EXPECT_EQ(directory.find(symbol("MSFT")), std::nullopt);
    EXPECT_EQ(directory.find(Symbol{}), std::nullopt);
}

TEST(InstrumentDirectory, ALaterNameReplacesTheEarlier) {
    InstrumentDirectory directory(10);
    directory.name({3}, symbol("FB"));
    directory.name({3}, symbol("META"));
    EXPECT_EQ(directory.size(), 1U);
    EXPECT_EQ(directory.find(symbol("FB")), std::nullopt);
}

TEST(InstrumentDirectory, IgnoresIdsOutsideItsBoundAndEmptyNames) {
    InstrumentDirectory directory(10);
    directory.name({0}, symbol("AAPL"));
    directory.name({11}, symbol("AAPL"));
    directory.name({5}, Symbol{});
    EXPECT_EQ(directory.size(), 0U);
    EXPECT_FALSE(directory.contains({11}));
    EXPECT_EQ(directory[{11}].symbol, Symbol{});
}

TEST(InstrumentDirectory, VisitsNamedInstrumentsByAscendingId) {
    InstrumentDirectory directory(10);
    directory.name({10}, symbol("Z"));
    directory.name({1}, symbol("A"));
    std::string visited;
    directory.for_each([&](InstrumentId id, const Instrument& instrument) {
        visited += std::to_string(id.value) + instrument.symbol.str();
    });
    EXPECT_EQ(visited, "1A10Z");
}

}  // namespace
}  // namespace hotpath::feed
