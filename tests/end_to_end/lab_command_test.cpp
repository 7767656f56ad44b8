// `hotpath lab` starts hotpath-lab beside it, builds it in a build folder, and says elsewhere what is missing.
#include <cstdlib>
#include <filesystem>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/end_to_end/command_line.hpp"

namespace hotpath::end_to_end {
namespace {

using testing::HasSubstr;
namespace fs = std::filesystem;

class LabCommand : public testing::Test {
  protected:
    void SetUp() override {
        fs::create_directories(work_.path("bin"));
        fs::copy_file(HOTPATH_EXECUTABLE, work_.path("bin/hotpath"));
    }
    void write_program(const std::string& name, const std::string& text) const {
        work_.write(name, "#!/bin/sh\n" + text);
        fs::permissions(work_.path(name), fs::perms::owner_all);
    }

    Workshop work_;
};

TEST_F(LabCommand, PassesItsArgumentsAndTheExitCode) {
    write_program("bin/hotpath-lab", "echo \"$@\"\nexit 7\n");
    const Outcome run =
        work_.run(work_.name("bin/hotpath"), {"lab", "run", "replay", "--opt", "O2", "--help"});
    EXPECT_EQ(run.out, "run replay --opt O2 --help\n");
    EXPECT_EQ(run.err, "");
    EXPECT_EQ(run.exit_code, 7);
    EXPECT_EQ(work_.run(work_.name("bin/hotpath"), {"lab", "--help"}).out, "--help\n");
    EXPECT_EQ(work_.run(work_.name("bin/hotpath"), {"lab"}).out, "\n");
}

TEST_F(LabCommand, IsBuiltOnceInABuildFolder) {
    work_.write("CMakeCache.txt", "");
    fs::create_directories(work_.path("tools"));
    write_program("tools/cmake",
                  "echo \"cmake $@\"\ncat >\"$2/bin/hotpath-lab\" <<END\n#!/bin/sh\n"
                  "echo started\nEND\nchmod +x \"$2/bin/hotpath-lab\"\n");
    const std::string path =
        "PATH=" + work_.name("tools") + ":" + (std::getenv("PATH") ? std::getenv("PATH") : "");
    const Outcome first =
        work_.run("/usr/bin/env", {path, work_.name("bin/hotpath"), "lab", "list"});
    EXPECT_EQ(first.out, "started\n") << first.err;
    EXPECT_THAT(first.err, HasSubstr("hotpath lab: building hotpath-lab for the first time"));
    EXPECT_THAT(first.err, HasSubstr("--target hotpath-lab\n"));
    const Outcome second =
        work_.run("/usr/bin/env", {path, work_.name("bin/hotpath"), "lab", "list"});
    EXPECT_EQ(second.out, "started\n");
    EXPECT_EQ(second.err, "");
}

TEST_F(LabCommand, SaysThatItNeedsACheckout) {
    const Outcome run = work_.run(work_.name("bin/hotpath"), {"lab", "list"});
    EXPECT_EQ(run.exit_code, 1);
    EXPECT_EQ(run.out, "");
    EXPECT_THAT(run.err, HasSubstr("hotpath lab: hotpath-lab is not beside "));
    EXPECT_THAT(run.err, HasSubstr("the laboratory needs the Hotpath sources"));
}

}  // namespace
}  // namespace hotpath::end_to_end
