// Two runs of one program have one checksum, and a text has one that its bytes and their order decide.
#include "hotpath/process/program_checksum.hpp"

#include <filesystem>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

namespace hotpath::process {
namespace {

TEST(ProgramChecksum, IsThatOfTheExecutablesBytes) {
    std::ostringstream bytes;
    bytes << std::ifstream(own_executable(), std::ios::binary).rdbuf();
    ASSERT_FALSE(bytes.view().empty());
    EXPECT_EQ(program_checksum().value_or(0), hash_of_text(bytes.view()));
    EXPECT_EQ(build_id(), hash_of_text(bytes.view()));
}

TEST(ProgramChecksum, TheExecutableIsThisTest) {
    EXPECT_EQ(std::filesystem::path(own_executable()).filename(), "process_test");
}

TEST(ProgramChecksum, TextsThatDifferHaveOtherChecksums) {
    EXPECT_EQ(hash_of_text("symbols = [\"A\"]"), hash_of_text("symbols = [\"A\"]"));
    EXPECT_NE(hash_of_text("ab"), hash_of_text("ba"));
    EXPECT_NE(hash_of_text(""), hash_of_text(std::string_view("\0", 1)));
}

}  // namespace
}  // namespace hotpath::process
