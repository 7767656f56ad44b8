// `hotpath new`: the whole project or nothing. That it builds and trades is tested by
// tests/consumer/new_project.sh.
#include "apps/hotpath/new/project.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "apps/hotpath/embedded_files.hpp"
#include "tests/support/temporary_directory.hpp"

namespace hotpath::app {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::UnorderedElementsAre;

[[nodiscard]] std::string content_of(const fs::path& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

class NewProject : public testing::Test {
  protected:
    [[nodiscard]] std::string refusal(const ProjectOptions& options) const {
        const auto written = write_project(options, strategies_);
        return written ? "" : written.error().message;
    }
    [[nodiscard]] static std::vector<std::string> names_in(const fs::path& folder) {
        std::vector<std::string> names;
        for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
            names.push_back(entry.path().filename().string());
        }
        return names;
    }

    strategy::Registry strategies_ = *strategy::Registry::create();
    support::TemporaryDirectory work_;
};

TEST_F(NewProject, IsTheTemplateUnderAnotherName) {
    const auto folder = write_project(
        {.name = "mean_revert", .folder = work_ / "mine", .prefix = "/opt/leaner"}, strategies_);
    ASSERT_TRUE(folder) << folder.error().message;
    EXPECT_EQ(*folder, work_ / "mine");
    EXPECT_THAT(
        names_in(*folder),
        UnorderedElementsAre("CMakeLists.txt", "README.md", "backtest.toml", "main.cpp",
                             "mean_revert.hpp", "mean_revert.toml", "mean_revert_test.cpp"));
    for (const std::string& name : names_in(*folder)) {
        const std::string text = content_of(*folder / name);
        EXPECT_THAT(text, HasSubstr("mean_revert")) << name;
        EXPECT_THAT(text, Not(HasSubstr("Leaner"))) << name;
        EXPECT_EQ(text.find("leaner") != std::string::npos, name == "CMakeLists.txt")
            << name << ": of the path alone";
    }
    EXPECT_THAT(content_of(*folder / "mean_revert.hpp"), HasSubstr("class MeanRevert : public"));
    EXPECT_THAT(content_of(*folder / "CMakeLists.txt"),
                HasSubstr("set(HOTPATH_PREFIX \"/opt/leaner\" CACHE PATH"));
    EXPECT_THAT(names_in(work_.path()), UnorderedElementsAre("mine")) << "nothing beside it";
}

TEST_F(NewProject, IsTheExampleOfTheDocuments) {
    const fs::path example = fs::path(HOTPATH_SOURCE_DIR) / "docs/examples/leaner";
    for (const EmbeddedFile& file : project_template()) {
        EXPECT_EQ(file.text, content_of(example / file.name)) << file.name;
    }
    EXPECT_EQ(project_template().size(), names_in(example).size());
}

TEST_F(NewProject, TakesAnEmptyFolderAndNoOther) {
    fs::create_directory(work_ / "empty");
    EXPECT_EQ(refusal({.name = "mine", .folder = work_ / "empty" / ""}), "");
    const std::string said = " it must not exist, or be an empty folder";
    EXPECT_EQ(refusal({.name = "mine", .folder = work_ / "empty"}),
              "cannot write " + (work_ / "empty").string() + ":" + said);
    std::ofstream(work_ / "file") << "mine";
    EXPECT_EQ(refusal({.name = "mine", .folder = work_ / "file"}),
              "cannot write " + (work_ / "file").string() + ":" + said);
    EXPECT_EQ(content_of(work_ / "file"), "mine");
}

TEST_F(NewProject, LeavesNothingWhereItCannotWrite) {
    EXPECT_THAT(refusal({.name = "mine", .folder = work_ / "none" / "mine"}),
                HasSubstr("none/mine: No such file or directory"));
    EXPECT_TRUE(names_in(work_.path()).empty());
}

TEST_F(NewProject, RefusesTheNameOfAStrategy) {
    EXPECT_EQ(refusal({.name = "momentum", .folder = work_ / "momentum"}),
              "NAME must be one that no strategy has yet, got 'momentum'");
    EXPECT_TRUE(names_in(work_.path()).empty());
}

TEST(ProjectNames, FitAFileATargetAndAType) {
    for (const char* name : {"leaner", "mean_revert_2", "x", "main", "vector", "orders"}) {
        EXPECT_EQ(check_project_name(name), "") << name;
    }
    for (const char* name : {"Leaner", "mean-revert", "2fast", "_x", "x_", "x__y", "../x", "x y",
                             "a23456789012345678901234567890123"}) {
        EXPECT_THAT(check_project_name(name), HasSubstr("must be a lower-case letter")) << name;
    }
    for (const char* name : {"test", "all", "hotpath", "price", "options"}) {
        EXPECT_THAT(check_project_name(name), HasSubstr("neither CMake nor Hotpath uses")) << name;
    }
}

TEST(ProjectNames, BecomeClasses) {
    EXPECT_EQ(class_name("leaner"), "Leaner");
    EXPECT_EQ(class_name("mean_revert_2x"), "MeanRevert2x");
}

TEST(ProjectPrefix, IsAnInstallationOrABuildFolder) {
    const support::TemporaryDirectory work;
    const fs::path program = work / "bin" / "hotpath";
    EXPECT_EQ(own_prefix(program), "");
    std::ofstream(work / "hotpathConfig.cmake") << "";
    EXPECT_EQ(own_prefix(program), work.path().string());
    EXPECT_EQ(own_prefix(work / "a;b" / "bin" / "hotpath"), "") << "CMake would read two paths";
}

}  // namespace
}  // namespace hotpath::app
