#include "apps/hotpath/config/symbol_list.hpp"

#include <fstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hotpath/text/numbers.hpp"
#include "tests/support/temporary_directory.hpp"

namespace hotpath::app {
namespace {

using ::testing::HasSubstr;

std::string shown(const Expected<std::vector<Symbol>>& symbols) {
    return symbols ? text::symbols_text(*symbols, 100) : symbols.error().message;
}

TEST(SymbolList, WordsAreSortedAndEachIsTakenOnce) {
    EXPECT_EQ(shown(parse_symbols("MSFT,AAPL, MSFT ,,BRK.A")), "AAPL, BRK.A, MSFT");
}

TEST(SymbolList, NoTextIsNoFilter) {
    const auto symbols = parse_symbols("");
    ASSERT_TRUE(symbols);
    EXPECT_TRUE(symbols->empty());
}

TEST(SymbolList, AListWithoutASymbolIsAnError) {
    EXPECT_EQ(shown(parse_symbols(" , ,")),
              "--filter must name at least one symbol;  , , has none");
}

TEST(SymbolList, AWordTooLongIsNamed) {
    EXPECT_EQ(shown(parse_symbols("AAPL,MUCHTOOLONG")),
              "--filter: must be a symbol of 1 to 8 characters, got MUCHTOOLONG");
}

TEST(SymbolList, AFileHoldsASymbolALine) {
    const support::TemporaryDirectory folder;
    const std::string path = folder / "names.txt";
    std::ofstream(path) << "MSFT\r\n\n  AAPL\nGOOG";
    EXPECT_EQ(shown(parse_symbols("@" + path)), "AAPL, GOOG, MSFT");
}

TEST(SymbolList, TheLineOfAFileIsNamed) {
    const support::TemporaryDirectory folder;
    const std::string path = folder / "names.txt";
    std::ofstream(path) << "MSFT\nAAPL,GOOG\n";
    EXPECT_EQ(shown(parse_symbols("@" + path)),
              path + ":2: must be a symbol of 1 to 8 characters, got AAPL,GOOG");
}

TEST(SymbolList, AFileThatCannotBeReadIsNamed) {
    const support::TemporaryDirectory folder;
    const std::string path = folder / "none.txt";
    EXPECT_EQ(shown(parse_symbols("@" + path)),
              "cannot read " + path + ": No such file or directory");
    EXPECT_THAT(shown(parse_symbols("@" + folder.path().string())), HasSubstr("cannot read"));
}

}  // namespace
}  // namespace hotpath::app
