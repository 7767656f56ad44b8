#include "hotpath/core/symbol.hpp"

#include <gtest/gtest.h>

namespace hotpath {
namespace {

TEST(Symbol, IsPaddedWithSpacesAndSeenWithoutThem) {
    const Symbol symbol = Symbol::from("AAPL").value();
    EXPECT_EQ(symbol.view(), "AAPL");
    EXPECT_EQ(symbol.str(), "AAPL");
    EXPECT_EQ(std::string_view(symbol.characters.data(), 8), "AAPL    ");
}

TEST(Symbol, HasOneToEightCharacters) {
    EXPECT_EQ(Symbol::from(""), std::nullopt);
    EXPECT_EQ(Symbol::from("A")->view(), "A");
    EXPECT_EQ(Symbol::from("ABCDEFGH")->view(), "ABCDEFGH");
    EXPECT_EQ(Symbol::from("ABCDEFGHI"), std::nullopt) << "nothing is cut";
}

TEST(Symbol, KeepsSpacesInside) {
    EXPECT_EQ(Symbol::from("A B")->view(), "A B");
}

TEST(Symbol, ADefaultOneIsEmpty) {
    EXPECT_EQ(Symbol{}.view(), "");
}

TEST(Symbol, ComparesAsText) {
    EXPECT_EQ(Symbol::from("MSFT"), Symbol::from("MSFT"));
    EXPECT_LT(Symbol::from("AAPL"), Symbol::from("MSFT"));
    EXPECT_LT(Symbol::from("A"), Symbol::from("AA"));
}

}  // namespace
}  // namespace hotpath
