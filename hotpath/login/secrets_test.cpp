// Who may read a file with a password, and where passwords come from.

#include "hotpath/login/secrets.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include <gtest/gtest.h>

#include "tests/support/temporary_directory.hpp"

namespace hotpath::login {
namespace {

namespace fs = std::filesystem;

class Secrets : public testing::Test {
  protected:
    [[nodiscard]] fs::path file(const std::string& text, fs::perms mode) const {
        const fs::path path = folder_ / "file.toml";
        std::ofstream(path) << text;
        fs::permissions(path, mode);
        return path;
    }

    support::TemporaryDirectory folder_;
};

constexpr fs::perms kOwner = fs::perms::owner_read | fs::perms::owner_write;

TEST_F(Secrets, AConfigurationWithOneIsItsOwnersAlone) {
    for (const std::string text :
         {"[[user]]\npassword = \"A\"\n", "[[user]]\npassword_hash = \"scrypt$\"\n",
          "[venue]\ndrop_copy_password = \"A\"\n", "[second_venue.account]\npassword = \"A\"\n"}) {
        EXPECT_TRUE(check_secrets(file(text, kOwner))) << text;
        for (const fs::perms more : {fs::perms::group_read, fs::perms::others_read,
                                     fs::perms::group_write, fs::perms::others_write}) {
            const fs::path open = file(text, kOwner | more);
            const auto checked = check_secrets(open);
            ASSERT_FALSE(checked) << text;
            EXPECT_TRUE(checked.error().message.ends_with(": chmod 600 " + open.string()))
                << checked.error().message;
            EXPECT_EQ(checked.error().message.find('\n'), std::string::npos) << "one line";
        }
    }
}

TEST_F(Secrets, AConfigurationWithoutAnyMayBeRead) {
    for (const std::string text :
         {"[account]\npassword_env = \"X\"\n", "[account]\npassword_file = \"x\"\n",
          "password = 1\n", "this is no TOML"}) {
        EXPECT_TRUE(check_secrets(file(text, kOwner | fs::perms::others_read))) << text;
    }
    EXPECT_TRUE(check_secrets(folder_ / "is_not_there")) << "its reader says so";
}

TEST_F(Secrets, APasswordIsReadFromAPrivateFilesFirstLine) {
    const auto read = read_password({.file = file("SECRET\r\nmore\n", kOwner)});
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(*read, "SECRET");
    const auto open = read_password({.file = file("SECRET\n", kOwner | fs::perms::group_read)});
    ASSERT_FALSE(open);
    EXPECT_NE(open.error().message.find("got mode 0640: chmod 600 "), std::string::npos)
        << open.error().message;
    EXPECT_FALSE(read_password({.file = file("", kOwner)}));
    EXPECT_FALSE(read_password({.file = folder_ / "is_not_there"}));
}

TEST_F(Secrets, APasswordIsReadFromTheEnvironment) {
    ::setenv("HOTPATH_SECRETS_TEST", "SECRET", 1);
    EXPECT_EQ(read_password({.variable = "HOTPATH_SECRETS_TEST"}).value_or(""), "SECRET");
    ::unsetenv("HOTPATH_SECRETS_TEST");
    const auto missing = read_password({.variable = "HOTPATH_SECRETS_TEST"});
    ASSERT_FALSE(missing);
    EXPECT_EQ(missing.error().message,
              "the environment variable HOTPATH_SECRETS_TEST must hold the password");
}

}  // namespace
}  // namespace hotpath::login
