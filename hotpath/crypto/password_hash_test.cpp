// Passwords as they are stored: RFC 7914's own vector, what is right and wrong, which texts are refused.

#include "hotpath/crypto/password_hash.hpp"

#include <array>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace hotpath::crypto {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

/// The least that is allowed: tests need not wait.
constexpr ScryptCost kCheap{.log2_n = 10, .r = 1, .p = 1};

TEST(PasswordHash, IsOfItsPasswordInAnyCaseAndOfNoOther) {
    const auto hash = PasswordHash::make("Wonder7!", kCheap);
    ASSERT_TRUE(hash) << hash.error().message;
    for (const char* right : {"Wonder7!", "WONDER7!", "wonder7!"}) {
        EXPECT_TRUE(hash->is_of(right)) << right;
    }
    for (const char* wrong : {"", "Wonder7", "Wonder7!!", "Wonder7! ", "Wander7!"}) {
        EXPECT_FALSE(hash->is_of(wrong)) << wrong;
    }
    EXPECT_FALSE(hash->is_of(std::string(65, 'A'))) << "longer than any password";
}

TEST(PasswordHash, IsReadFromItsText) {
    const auto hash = PasswordHash::make("SECRET", {});
    ASSERT_TRUE(hash) << hash.error().message;
    EXPECT_THAT(hash->text(), StartsWith("scrypt$ln=15,r=8,p=1$"));
    EXPECT_THAT(hash->text(), Not(HasSubstr("SECRET")));
    const auto again = PasswordHash::parse(hash->text());
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(again->text(), hash->text());
    EXPECT_TRUE(again->is_of("SECRET"));
    EXPECT_FALSE(again->is_of("SECRETS"));
}

/// Python's hashlib.scrypt(b"WONDERLAND", salt=bytes(range(16)), n=1024, r=8, p=1, dklen=32).
TEST(PasswordHash, IsScryptAsOthersComputeIt) {
    const auto hash = PasswordHash::parse(
        "scrypt$ln=10,r=8,p=1$AAECAwQFBgcICQoLDA0ODw$0Vylw/G4oyzvwiMzM5pwDCp9azjpSt7kxyRP4/7HfDs");
    ASSERT_TRUE(hash) << hash.error().message;
    EXPECT_TRUE(hash->is_of("WONDERLAND"));
    EXPECT_FALSE(hash->is_of("WONDERLANE"));
}

TEST(PasswordHash, TwoOfOnePasswordHaveOtherSalts) {
    EXPECT_NE(PasswordHash::make("SECRET", kCheap)->text(),
              PasswordHash::make("SECRET", kCheap)->text());
}

TEST(PasswordHash, OfNoPasswordIsOfNone) {
    const PasswordHash none = PasswordHash::of_no_password(kCheap);
    EXPECT_FALSE(none.is_of(""));
    EXPECT_FALSE(none.is_of("SECRET"));
    EXPECT_EQ(none.cost().log2_n, kCheap.log2_n);
}

TEST(PasswordHash, ATextOfAnotherFormIsRefusedWithoutBeingShown) {
    const std::string salt = "AAECAwQFBgcICQoLDA0ODw";
    const std::string hash = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8";
    const std::string fine = "scrypt$ln=10,r=8,p=1$" + salt + "$" + hash;
    ASSERT_TRUE(PasswordHash::parse(fine));
    for (const std::string& text :
         {std::string(), std::string("SECRET"), "argon2id" + fine.substr(6), fine + "AA",
          fine.substr(0, fine.size() - 2), fine + "$", "scrypt$ln=10,r=8$" + salt + "$" + hash,
          "scrypt$ln=10,r=8,p=1,q=1$" + salt + "$" + hash,
          "scrypt$ln=10,r=8,p=x$" + salt + "$" + hash, "scrypt$ln=10,r=8,p=1$" + salt,
          "scrypt$ln=10,r=8,p=1$$" + hash, "scrypt$ln=10,r=8,p=1$A?ECAwQFBgcICQoLDA0ODw$" + hash}) {
        const auto parsed = PasswordHash::parse(text);
        ASSERT_FALSE(parsed) << text;
        EXPECT_THAT(parsed.error().message, HasSubstr("as `hotpath password` prints it"));
        EXPECT_THAT(parsed.error().message, Not(HasSubstr(hash)));
    }
}

TEST(PasswordHash, ACostThatIsTooLowOrTakesTooMuchMemoryIsRefused) {
    const std::string rest = "$AAECAwQFBgcICQoLDA0ODw$AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8";
    for (const char* cost : {"ln=9,r=8,p=1", "ln=21,r=8,p=1", "ln=10,r=0,p=1", "ln=10,r=17,p=1",
                             "ln=10,r=8,p=0", "ln=10,r=8,p=5", "ln=20,r=8,p=1"}) {
        const auto parsed = PasswordHash::parse(std::string("scrypt$") + cost + rest);
        ASSERT_FALSE(parsed) << cost;
        EXPECT_THAT(parsed.error().message, HasSubstr("must be ln=10..20")) << cost;
    }
    EXPECT_FALSE(PasswordHash::make("SECRET", {.log2_n = 9}));
    EXPECT_FALSE(PasswordHash::make("", kCheap));
    EXPECT_FALSE(PasswordHash::make(std::string(65, 'A'), kCheap));
}

TEST(PasswordHash, RandomTextIsOfItsLengthAndNeverTheSame) {
    const auto first = random_text(10);
    const auto second = random_text(10);
    ASSERT_TRUE(first && second);
    EXPECT_EQ(first->size(), 10U);
    EXPECT_NE(*first, *second);
    std::string secret = *first;
    erase(secret);
    EXPECT_TRUE(secret.empty());
}

}  // namespace
}  // namespace hotpath::crypto
