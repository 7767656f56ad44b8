// `hotpath replay --filter`: the books of a few instruments are those of the whole market's replay.
#include <sstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/end_to_end/command_line.hpp"

namespace hotpath {
namespace {

using end_to_end::Outcome;
using end_to_end::Workshop;
using nlohmann::ordered_json;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

class ReplayWithFilter : public ::testing::Test {
  protected:
    void SetUp() override {
        const Outcome made = workshop_.hotpath({"generate", "--messages", "20000", "--instruments",
                                                "8", "--seed", "11", workshop_.name("day.itch")});
        ASSERT_EQ(made.exit_code, 0) << made.err;
        ASSERT_EQ(replay({"--trades", workshop_.name("all.csv")}).exit_code, 0);
        std::istringstream rows(workshop_.read("all.csv"));
        std::string row;
        std::getline(rows, row);
        while (std::getline(rows, row)) {
            const auto begin = row.find(',') + 1;
            const std::string symbol = row.substr(begin, row.find(',', begin) - begin);
            if (std::ranges::find(symbols_, symbol) == symbols_.end()) {
                symbols_.push_back(symbol);
            }
        }
        ASSERT_GE(symbols_.size(), 3U);
    }

    [[nodiscard]] Outcome replay(std::vector<std::string> options) const {
        options.insert(options.begin(), {"replay", workshop_.name("day.itch")});
        return workshop_.hotpath(options);
    }
    [[nodiscard]] ordered_json json_of(std::vector<std::string> options) const {
        options.insert(options.end(), {"--json", workshop_.name("r.json")});
        const Outcome outcome = replay(options);
        EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
        return workshop_.read_json("r.json");
    }
    /// The rows of all.csv of these symbols, under its header.
    [[nodiscard]] std::string trades_of(const std::vector<std::string>& symbols) const {
        std::istringstream rows(workshop_.read("all.csv"));
        std::string row;
        std::getline(rows, row);
        std::string kept = row + "\n";
        while (std::getline(rows, row)) {
            for (const std::string& symbol : symbols) {
                kept += row.find("," + symbol + ",") != std::string::npos ? row + "\n" : "";
            }
        }
        return kept;
    }

    Workshop workshop_;
    std::vector<std::string> symbols_;
};

TEST_F(ReplayWithFilter, KeepsTheTradesOfTheseInstrumentsAlone) {
    const std::string filter = symbols_[2] + "," + symbols_[0];
    ASSERT_EQ(replay({"--filter", filter, "--trades", workshop_.name("t.csv")}).exit_code, 0);
    EXPECT_EQ(workshop_.read("t.csv"), trades_of({symbols_[0], symbols_[2]}));
}

TEST_F(ReplayWithFilter, TheBookIsThatOfTheWholeMarketsReplay) {
    const std::vector<std::string> book{"--symbol", symbols_[1], "--out"};
    for (const std::string& filter : {std::string(), symbols_[1] + "," + symbols_[0]}) {
        std::vector<std::string> options = book;
        options.push_back(workshop_.name(filter.empty() ? "all_book.csv" : "few_book.csv"));
        if (!filter.empty()) {
            options.insert(options.end(), {"--filter", filter});
        }
        ASSERT_EQ(replay(options).exit_code, 0);
    }
    EXPECT_GT(workshop_.read("all_book.csv").size(), 1'000U);
    EXPECT_TRUE(workshop_.read("all_book.csv") == workshop_.read("few_book.csv"));
}

TEST_F(ReplayWithFilter, CountsWhatItKeepsOut) {
    const ordered_json all = json_of({});
    EXPECT_FALSE(all.contains("messages_filtered"));
    const ordered_json few = json_of({"--filter", symbols_[0]});
    EXPECT_EQ(few["messages"], all["messages"]);
    EXPECT_EQ(few["instruments"], 1);
    EXPECT_EQ(few["unknown_orders"], 0);
    std::uint64_t decoded = 0;
    for (const auto& [type, count] : few["by_type"].items()) {
        decoded += count.get<std::uint64_t>();
    }
    EXPECT_EQ(decoded + few["messages_filtered"].get<std::uint64_t>(), 20'000U);
    EXPECT_LT(decoded, 19'000U);
    EXPECT_EQ(few["unknown_symbols"], ordered_json::array());
}

TEST_F(ReplayWithFilter, AFileHoldsTheSymbolsToo) {
    workshop_.write("names.txt", symbols_[1] + "\n" + symbols_[0] + "\n");
    const ordered_json by_file = json_of({"--filter", "@" + workshop_.name("names.txt")});
    const ordered_json by_words = json_of({"--filter", symbols_[0] + "," + symbols_[1]});
    EXPECT_EQ(by_file["book_checksum"], by_words["book_checksum"]);
    EXPECT_EQ(by_file["messages_filtered"], by_words["messages_filtered"]);
}

TEST_F(ReplayWithFilter, ASymbolThatIsNotTradedIsSaidAtTheEnd) {
    const Outcome outcome =
        replay({"--filter", symbols_[0] + ",NOTHERE", "--json", workshop_.name("r.json")});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("1 of the filter's symbols is not traded here: NOTHERE"));
    EXPECT_THAT(workshop_.read_json("r.json")["unknown_symbols"], ElementsAre("NOTHERE"));
}

TEST_F(ReplayWithFilter, NoneThatIsTradedIsAnError) {
    const Outcome outcome = replay({"--filter", "NOTHERE,NORHERE"});
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_EQ(std::ranges::count(outcome.err, '\n'), 1);
    EXPECT_THAT(outcome.err,
                HasSubstr("none of the filter's symbols is traded here: NORHERE, NOTHERE"));
}

TEST_F(ReplayWithFilter, TheExportedSymbolMustBeAmongThem) {
    const Outcome outcome = replay({"--filter", symbols_[0], "--symbol", symbols_[1]});
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_THAT(outcome.err, HasSubstr("is not among the symbols of --filter"));
}

TEST_F(ReplayWithFilter, BadListsAreExplained) {
    EXPECT_THAT(replay({"--filter", "A,MUCHTOOLONG"}).err, HasSubstr("got MUCHTOOLONG"));
    EXPECT_EQ(replay({"--filter", "A,MUCHTOOLONG"}).exit_code, 2);
    const Outcome missing = replay({"--filter", "@" + workshop_.name("none.txt")});
    EXPECT_EQ(missing.exit_code, 1);
    EXPECT_THAT(missing.err, HasSubstr("none.txt: No such file or directory"));
    workshop_.write("bad.txt", "A\nB C D E F G\n");
    EXPECT_THAT(replay({"--filter", "@" + workshop_.name("bad.txt")}).err, HasSubstr("bad.txt:2:"));
}

}  // namespace
}  // namespace hotpath
