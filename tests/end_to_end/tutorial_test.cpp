// The programs printed in tutorials are the compiled ones.

#include <cstddef>
#include <fstream>
#include <iterator>
#include <string>

#include <gtest/gtest.h>

namespace hotpath {
namespace {

std::string text_of(const std::string& path) {
    std::ifstream file(HOTPATH_SOURCE_DIR "/" + path);
    return {std::istreambuf_iterator<char>(file), {}};
}

TEST(Tutorial, PrintsTheProgramsThatAreCompiled) {
    const std::string tutorial = text_of("docs/guide/your-first-strategy.md");
    for (const char* name : {"leaner.hpp", "main.cpp"}) {
        const std::string program = text_of(std::string("docs/examples/leaner/") + name);
        ASSERT_FALSE(program.empty()) << name;
        EXPECT_NE(tutorial.find("```cpp\n" + program + "```"), std::string::npos)
            << "docs/examples/leaner/" << name << " and the tutorial differ";
    }
}

TEST(Readme, PrintsTheStrategyThatIsCompiled) {
    const std::string readme = text_of("README.md");
    const std::size_t begin = readme.find("```cpp\n");
    ASSERT_NE(begin, std::string::npos);
    const std::size_t code = begin + std::string("```cpp\n").size();
    const std::string printed = readme.substr(code, readme.find("```\n", code) - code);
    ASSERT_FALSE(printed.empty());
    EXPECT_NE(text_of("hotpath/strategy/readme_example_test.cpp").find(printed), std::string::npos)
        << "README.md and hotpath/strategy/readme_example_test.cpp differ";
}

}  // namespace
}  // namespace hotpath
