// docs/LIFE_OF_AN_ORDER.md and LIFE_OF_AN_ORDER_AT_THE_VENUE.md name a file and a function for every
// stage; this keeps the pages true.
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace hotpath {
namespace {

namespace fs = std::filesystem;

const fs::path kRoot = HOTPATH_SOURCE_DIR;

std::string text_of(const fs::path& path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
}

struct Stage {
    std::string line;
    std::string file;
    std::vector<std::string> symbols;
};

/// The rows `| what happens | [file](../file) | `symbol`, `symbol` |` of the pages' tables.
std::vector<Stage> stages() {
    const std::regex row(R"(^\|.*\]\(\.\./([^)]+)\)\s*\|(.*)\|\s*$)");
    const std::regex symbol(R"(`([A-Za-z0-9_:~]+)`)");
    std::vector<Stage> found;
    std::istringstream pages(text_of(kRoot / "docs" / "LIFE_OF_AN_ORDER.md") +
                             text_of(kRoot / "docs" / "LIFE_OF_AN_ORDER_AT_THE_VENUE.md"));
    for (std::string line; std::getline(pages, line);) {
        std::smatch match;
        if (!std::regex_match(line, match, row)) {
            continue;
        }
        Stage stage{.line = line, .file = match[1], .symbols = {}};
        const std::string cells = match[2];
        for (std::sregex_iterator at(cells.begin(), cells.end(), symbol), end; at != end; ++at) {
            stage.symbols.push_back((*at)[1]);
        }
        found.push_back(stage);
    }
    return found;
}

TEST(LifeOfAnOrder, NamesAFileAndAFunctionForEveryStage) {
    EXPECT_GE(stages().size(), 60U);
    for (const Stage& stage : stages()) {
        EXPECT_TRUE(fs::is_regular_file(kRoot / stage.file)) << stage.line;
        EXPECT_FALSE(stage.symbols.empty()) << stage.line;
    }
}

TEST(LifeOfAnOrder, NamesOnlyFunctionsThatTheirFilesHold) {
    for (const Stage& stage : stages()) {
        const std::string code = text_of(kRoot / stage.file);
        for (const std::string& symbol : stage.symbols) {
            const std::string last =
                symbol.substr(symbol.rfind(':') + 1);  // Class::function is looked up by function
            EXPECT_TRUE(std::regex_search(code, std::regex("\\b" + last + "\\b")))
                << stage.file << " does not hold " << symbol;
        }
    }
}

}  // namespace
}  // namespace hotpath
