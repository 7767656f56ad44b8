// docs/reference/backtest-statistics.md says what the report says: each definition, in this order.
#include "hotpath/backtest/statistics/definitions.hpp"

#include <fstream>
#include <set>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

namespace hotpath::backtest {
namespace {

/// The text of the page that the table makes, between its marks.
std::string expected_table() {
    std::string table = "| name | key | definition | unit | source |\n|---|---|---|---|---|\n";
    for (const Definition& definition : definitions()) {
        for (const std::string_view cell : {definition.name, definition.key, definition.formula,
                                            definition.unit, definition.source}) {
            table += "| ";
            for (const char c : cell) {
                table += c == '|' ? std::string("\\|") : std::string(1, c);
            }
            table += cell.empty() ? "" : " ";
        }
        table += "|\n";
    }
    return table;
}

TEST(Definitions, ThePageHoldsTheTable) {
    std::ifstream file(HOTPATH_SOURCE_DIR "/docs/reference/backtest-statistics.md");
    std::stringstream text;
    text << file.rdbuf();
    EXPECT_NE(text.str().find(expected_table()), std::string::npos)
        << "docs/reference/backtest-statistics.md must hold exactly this table:\n"
        << expected_table();
}

TEST(Definitions, HaveAKeyOfTheirOwnANameAndAFormula) {
    std::set<std::string_view> keys;
    for (const Definition& definition : definitions()) {
        EXPECT_TRUE(keys.insert(definition.key).second) << definition.key;
        EXPECT_FALSE(definition.name.empty()) << definition.key;
        EXPECT_FALSE(definition.formula.empty()) << definition.key;
    }
}

}  // namespace
}  // namespace hotpath::backtest
