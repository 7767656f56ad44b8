// The programs printed in tutorials are the compiled ones.

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

}  // namespace
}  // namespace hotpath
