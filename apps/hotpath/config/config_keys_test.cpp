// Every key of every configuration, found by asking the readers themselves: an unknown key is
// answered with those that are known, and a value of the wrong kind with what is allowed. Each
// number has a range, takes nothing outside it, and the examples state it.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <toml++/toml.h>

#include "apps/hotpath/exchange/config.hpp"
#include "hotpath/backtest/config/config_file.hpp"
#include "hotpath/live/config/trade_config.hpp"
#include "tests/support/temporary_directory.hpp"

namespace hotpath::app {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

const fs::path kExamples = fs::path(HOTPATH_SOURCE_DIR) / "docs" / "examples";

/// A configuration that is fine, and what its reader says of a text.
struct Reader {
    std::string name;
    fs::path example;
    toml::table base;
    std::function<std::string(const std::string& text)> said;
};

[[nodiscard]] std::string said_by_exchange(const std::string& text) {
    static const support::TemporaryDirectory folder;
    std::ofstream(folder / "exchange.toml") << text;
    const auto read = read_exchange_config(folder / "exchange.toml");
    return read ? "" : read.error().message;
}

[[nodiscard]] std::string said_by_trade(const std::string& text) {
    static const strategy::Registry strategies = *strategy::Registry::create();
    const auto read = live::parse_trade_config(text, "trader.toml", strategies);
    return read ? "" : read.error().message;
}

/// With the trader beside it that the example names.
[[nodiscard]] std::string said_by_backtest(const std::string& text) {
    static const strategy::Registry strategies = *strategy::Registry::create();
    static const support::TemporaryDirectory folder;
    fs::copy_file(kExamples / "trader.toml", folder / "trader.toml",
                  fs::copy_options::overwrite_existing);
    std::ofstream(folder / "backtest.toml") << text;
    const auto read = backtest::read_backtest_config(folder / "backtest.toml", strategies);
    return read ? "" : read.error().message;
}

[[nodiscard]] Reader reader_of(const std::string& file, const std::string& strategy = "") {
    const fs::path example = kExamples / file;
    Reader reader{.name = file + " " + strategy,
                  .example = example,
                  .base = toml::parse_file(example.string()),
                  .said = file.starts_with("exchange")   ? said_by_exchange
                          : file.starts_with("backtest") ? said_by_backtest
                                                         : said_by_trade};
    if (!strategy.empty()) {
        // A strategy has room for its samples of every instrument.
        reader.base.at_path("trading").as_table()->insert_or_assign("instruments_max", 4);
        reader.base.insert_or_assign("strategy", toml::parse(strategy));
    }
    return reader;
}

[[nodiscard]] std::vector<Reader> all_readers() {
    const toml::table trader = toml::parse_file((kExamples / "trader.toml").string());
    const std::string symbol = trader.at_path("trading.symbols[0]").value<std::string>().value();
    std::vector<Reader> readers;
    readers.push_back(reader_of("exchange.toml"));
    readers.push_back(reader_of("exchange-day.toml"));
    readers.push_back(reader_of("trader.toml"));
    readers.push_back(reader_of("trader-two-venues.toml"));
    readers.push_back(reader_of("backtest.toml"));
    readers.push_back(reader_of("trader.toml", "name = \"market_maker\""));
    readers.push_back(reader_of("trader.toml", "name = \"momentum\""));
    readers.push_back(reader_of("trader.toml", "name = \"trend_following\""));
    readers.push_back(reader_of(
        "trader.toml", "name = \"pairs\"\nfirst = \"" + symbol + "\"\nsecond = \"OTHER\""));
    toml::array both{symbol, "OTHER"};
    readers.back().base.at_path("trading").as_table()->insert_or_assign("symbols", both);
    return readers;
}

[[nodiscard]] toml::table* table_at(toml::table& root, const std::string& path) {
    return path.empty() ? &root : root.at_path(path).as_table();
}

/// What the reader says with `key = literal` in this table; the literal as it is typed.
[[nodiscard]] std::string said_with(const Reader& reader, const std::string& path,
                                    const std::string& key, const std::string& literal) {
    constexpr std::string_view kPlace = "'LITERAL'";
    toml::table copy = reader.base;
    table_at(copy, path)->insert_or_assign(key, "LITERAL");
    std::ostringstream written;
    written << copy << '\n';
    std::string text = written.str();
    const std::size_t at = text.find(kPlace);
    EXPECT_NE(at, std::string::npos) << text;
    return reader.said(text.replace(at, kPlace.size(), literal));
}

/// Paths of all tables: "", "venue", "schedule[2]", "second_venue.fees".
void collect_tables(const toml::table& table, const std::string& path,
                    std::vector<std::string>& paths) {
    paths.push_back(path);
    for (const auto& [key, node] : table) {
        const std::string inner = path + (path.empty() ? "" : ".") + std::string(key.str());
        if (const toml::table* below = node.as_table()) {
            collect_tables(*below, inner, paths);
        }
        if (const toml::array* array = node.as_array()) {
            for (std::size_t n = 0; n < array->size(); ++n) {
                if (const toml::table* element = array->get(n)->as_table()) {
                    collect_tables(*element, inner + "[" + std::to_string(n) + "]", paths);
                }
            }
        }
    }
}

[[nodiscard]] std::vector<std::string> known_keys(const Reader& reader, const std::string& path) {
    const std::string said = said_with(reader, path, "unknown_key", "1");
    const std::string words = "known keys: ";
    const std::size_t begin = said.find(words);
    std::vector<std::string> keys;
    if (begin == std::string::npos || said.find("only these tables") != std::string::npos) {
        EXPECT_THAT(said, HasSubstr("unknown key ")) << path;
        return keys;
    }
    std::istringstream text(said.substr(begin + words.size()));
    for (std::string key; std::getline(text >> std::ws, key, ',');) {
        keys.push_back(key);
    }
    EXPECT_FALSE(keys.empty()) << path;
    return keys;
}

struct Number {
    std::string table;
    std::string key;
    std::string range;  // "1 to 1,000"
    bool is_whole = false;
    double least = 0;
    double most = 0;
};

[[nodiscard]] double to_number(std::string text) {
    std::erase(text, ',');
    return std::stod(text);
}

/// Of one table, or of all.
[[nodiscard]] std::vector<Number> numbers_of(const Reader& reader, const std::string& only = "*") {
    static const std::regex kAllowed(
        "must be a (whole )?number from (-?[0-9.,e+]+) to ([0-9.,e+]*[0-9])");
    std::vector<std::string> paths;
    collect_tables(reader.base, "", paths);
    std::vector<Number> numbers;
    std::erase_if(paths, [&](const std::string& path) { return only != "*" && path != only; });
    for (const std::string& path : paths) {
        for (const std::string& key : known_keys(reader, path)) {
            const std::string said = said_with(reader, path, key, "[[]]");
            EXPECT_EQ(said.find(": unknown key "), std::string::npos)
                << said << ": a wrong value of " << path << "." << key;
            std::smatch found;
            if (std::regex_search(said, found, kAllowed)) {
                numbers.push_back({.table = path,
                                   .key = key,
                                   .range = found[2].str() + " to " + found[3].str(),
                                   .is_whole = found[1].matched,
                                   .least = to_number(found[2]),
                                   .most = to_number(found[3])});
            } else {
                EXPECT_EQ(said.find(" number "), std::string::npos) << said;
            }
        }
    }
    return numbers;
}

/// As TOML has it: a range's bound without its commas, a real with a point.
[[nodiscard]] std::string literal_of(double value, bool is_whole) {
    std::ostringstream text;
    text << std::fixed;
    text.precision(is_whole ? 0 : 4);
    text << value;
    return text.str();
}

TEST(ConfigurationKeys, EveryNumberHasARangeAndTakesNothingElse) {
    for (const Reader& reader : all_readers()) {
        ASSERT_EQ(reader.said((std::ostringstream() << reader.base << '\n').str()), "")
            << reader.name;
        const std::vector<Number> numbers = numbers_of(reader);
        ASSERT_GT(numbers.size(), 20U) << reader.name;
        for (const Number& number : numbers) {
            const std::string what = reader.name + ": " + number.table + "." + number.key;
            std::vector<std::string> wrong{"nan", "\"\"", "\"1\"", "inf", "true"};
            if (number.least > -1) {
                wrong.emplace_back("-1");
                wrong.emplace_back("-1.5");
            }
            if (number.is_whole) {
                wrong.emplace_back("1e3");
                wrong.emplace_back("1.0");
            }
            if (number.most < 9e18) {
                wrong.push_back(literal_of(number.most + 1, number.is_whole));
                wrong.emplace_back("1e30");
            }
            if (number.least > 1) {
                wrong.push_back(literal_of(number.least - 1, number.is_whole));
            }
            for (const std::string& literal : wrong) {
                const std::string said = said_with(reader, number.table, number.key, literal);
                EXPECT_THAT(said, HasSubstr(number.key + " must be ")) << what << " = " << literal;
                EXPECT_THAT(said, HasSubstr("number from " + number.range)) << what;
            }
            for (const char* literal : {"99999999999999999999", "", "1e", "--1"}) {
                EXPECT_THAT(said_with(reader, number.table, number.key, literal),
                            HasSubstr(".toml: line "))
                    << what << " = " << literal;
            }
            for (const double bound : {number.least, number.most}) {
                const std::string said = said_with(
                    reader, number.table, number.key,
                    bound < 9e18 ? literal_of(bound, number.is_whole) : "9223372036854775807");
                EXPECT_EQ(said.find("number from " + number.range), std::string::npos)
                    << what << ": " << said;
            }
        }
    }
}

/// Every value of every other table is of the wrong kind, or all keys are missing.
void spoil(toml::table& table, const std::string& path, const std::string& spared,
           bool is_missing) {
    std::vector<std::string> keys;
    for (auto&& [key, node] : table) {
        const std::string inner = path + (path.empty() ? "" : ".") + std::string(key.str());
        if (toml::table* below = node.as_table()) {
            spoil(*below, inner, spared, is_missing);
        } else if (toml::array* array = node.as_array(); array && node.is_array_of_tables()) {
            for (std::size_t n = 0; n < array->size(); ++n) {
                spoil(*array->get(n)->as_table(), inner + "[" + std::to_string(n) + "]", spared,
                      is_missing);
            }
        } else if (path != spared) {
            keys.emplace_back(key.str());
        }
    }
    for (const std::string& key : keys) {
        if (is_missing) {
            table.erase(key);
        } else {
            table.insert_or_assign(key, toml::array{toml::array{}});
        }
    }
}

TEST(ConfigurationKeys, AMisspeltKeyIsSaidBeforeEveryOtherError) {
    for (const Reader& reader : all_readers()) {
        std::vector<std::string> paths;
        collect_tables(reader.base, "", paths);
        for (const std::string& path : paths) {
            if (known_keys(reader, path).empty()) {
                continue;  // it has tables alone
            }
            for (const bool is_missing : {false, true}) {
                toml::table copy = reader.base;
                spoil(copy, "", path, is_missing);
                table_at(copy, path)->insert_or_assign("misspelt_key", 1);
                const std::string said = reader.said((std::ostringstream() << copy << '\n').str());
                EXPECT_THAT(said, HasSubstr(": unknown key ")) << reader.name << " " << path;
                EXPECT_THAT(said, HasSubstr("misspelt_key")) << reader.name << " " << path;
            }
        }
    }
}

TEST(ConfigurationKeys, TheNearestKnownNameIsSaid) {
    EXPECT_THAT(said_by_backtest("[data]\ngenerated_dayz = 1\n"),
                HasSubstr("unknown key data.generated_dayz; the nearest is generated_days; known"));
    EXPECT_THAT(said_by_backtest("[latenzy]\nfeed_us = 1\n"),
                HasSubstr("unknown table [latenzy]; the nearest is latency; known tables: "));
    EXPECT_THAT(said_by_trade("[strategy]\nname = \"momentum\"\nlookbak = 1\n"),
                HasSubstr("unknown key strategy.lookbak; the nearest is lookback; known"));
    EXPECT_THAT(said_by_trade("[strategy]\nnmae = \"momentum\"\n"),
                HasSubstr("unknown key strategy.nmae; the nearest is name; known"));
}

TEST(ConfigurationKeys, MissingLimitsAreSaidTogether) {
    Reader reader = reader_of("trader.toml");
    for (const char* key :
         {"limits.tick", "limits.jump_bps", "account_limits.net_max", "pace.cancels_max"}) {
        const std::string path = key;
        table_at(reader.base, path.substr(0, path.find('.')))
            ->erase(path.substr(path.find('.') + 1));
    }
    EXPECT_EQ(reader.said((std::ostringstream() << reader.base << '\n').str()),
              "trader.toml: limits.tick, limits.jump_bps, account_limits.net_max, "
              "pace.cancels_max are missing");
}

/// The comment of a key in its table of an example: "" when the key is not there.
[[nodiscard]] std::string line_of(const fs::path& example, const std::string& table,
                                  const std::string& key) {
    const std::string name = table.substr(0, table.find('['));
    std::ifstream file(example);
    std::string inside;
    std::string found;
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with('[')) {
            const std::size_t begin = line.find_first_not_of('[');
            inside = line.substr(begin, line.find(']') - begin);
        }
        if (inside == name && line.starts_with(key + " = ") && found.empty()) {
            found = line;
        }
    }
    return found;
}

TEST(ConfigurationKeys, TheExamplesStateEveryRange) {
    std::map<std::string, std::string> missing;
    for (const char* file : {"exchange.toml", "exchange-day.toml", "trader.toml",
                             "trader-two-venues.toml", "backtest.toml"}) {
        const Reader reader = reader_of(file);
        for (const Number& number : numbers_of(reader)) {
            // The example of two venues shows what the other one does not.
            if (number.table.starts_with("second_venue") ||
                (reader.example.stem() == "trader-two-venues" &&
                 !line_of(kExamples / "trader.toml", number.table, number.key).empty())) {
                continue;
            }
            const std::string line = line_of(reader.example, number.table, number.key);
            const std::string stated = line.substr(std::min(line.find('#'), line.size()));
            if (!line.empty() && !stated.contains(number.range)) {
                const std::string name = number.table.substr(0, number.table.find('['));
                missing[std::string(file) + " " + name + " " + number.key] = number.range;
            }
        }
    }
    for (const auto& [key, range] : missing) {
        ADD_FAILURE() << "state the range in the comment: " << key << " # " << range;
    }
}

TEST(ConfigurationKeys, ThePageOfTheTraderStatesTheRangesOfEveryStrategy) {
    std::ifstream file(kExamples.parent_path() / "guide" / "trader.md");
    const std::string page{std::istreambuf_iterator<char>(file), {}};
    for (const Reader& reader : all_readers()) {
        const auto strategy = reader.base.at_path("strategy.name").value<std::string>();
        if (!strategy) {
            continue;  // a venue
        }
        for (const Number& number : numbers_of(reader, "strategy")) {
            const std::string row =
                "| `" + strategy.value() + "` | `" + number.key + "` | " + number.range + " |\n";
            EXPECT_TRUE(page.contains(row)) << "docs/guide/trader.md lacks: " << row;
        }
    }
}

}  // namespace
}  // namespace hotpath::app
