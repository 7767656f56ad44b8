// The program holds no path of the machine that built it: an installed one has no source tree.
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace hotpath {
namespace {

TEST(SourcePaths, AreNotInTheProgram) {
#if !defined(NDEBUG) || defined(__SANITIZE_ADDRESS__)
    GTEST_SKIP() << "a build with debug information or a sanitizer names its sources";
#endif
    std::ifstream file(HOTPATH_EXECUTABLE, std::ios::binary);
    const std::string program{std::istreambuf_iterator<char>(file), {}};
    ASSERT_GT(program.size(), 100'000U);
    EXPECT_NE(program.find("hotpath/trader/trader.hpp"), std::string::npos)
        << "assertions name their files";
    for (const std::string_view path :
         {HOTPATH_SOURCE_DIR "/hotpath/", HOTPATH_SOURCE_DIR "/apps/"}) {
        const std::size_t at = program.find(path);
        EXPECT_EQ(at, std::string::npos) << program.substr(at, 120);
    }
}

}  // namespace
}  // namespace hotpath
