// Against the vectors of the standards, and what each refuses.

#include <algorithm>
#include <array>
#include <cstdint>
#include <fstream>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/crypto/base64.hpp"
#include "hotpath/crypto/ed25519.hpp"
#include "hotpath/crypto/hmac_sha256.hpp"
#include "hotpath/crypto/sha256.hpp"

namespace hotpath::crypto {
namespace {

Bytes bytes_of(std::string_view text) {
    return std::as_bytes(std::span(text));
}

std::vector<std::byte> from_hex(std::string_view text) {
    std::vector<std::byte> bytes;
    for (std::size_t i = 0; i + 1 < text.size(); i += 2) {
        bytes.push_back(
            static_cast<std::byte>(std::stoi(std::string(text.substr(i, 2)), nullptr, 16)));
    }
    return bytes;
}

template <class Items>
std::string to_hex(const Items& items) {
    std::string text;
    for (const auto item : items) {
        constexpr std::string_view kDigits = "0123456789abcdef";
        const auto value = static_cast<unsigned>(item);
        text += kDigits[value / 16];
        text += kDigits[value % 16];
    }
    return text;
}

TEST(Base64, IsThatOfRfc4648) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 7> kVectors{{
        {"", ""},
        {"f", "Zg=="},
        {"fo", "Zm8="},
        {"foo", "Zm9v"},
        {"foob", "Zm9vYg=="},
        {"fooba", "Zm9vYmE="},
        {"foobar", "Zm9vYmFy"},
    }};
    for (const auto& [text, encoded] : kVectors) {
        EXPECT_EQ(encode_base64(bytes_of(text)), encoded);
        for (const std::string_view form :
             {encoded, encoded.substr(0, encoded.find_last_not_of('=') + 1)}) {
            const auto decoded = decode_base64(form);
            ASSERT_TRUE(decoded) << form;
            EXPECT_EQ(to_hex(*decoded), to_hex(bytes_of(text))) << form;
        }
    }
    EXPECT_EQ(to_hex(*decode_base64("-_-_")), to_hex(*decode_base64("+/+/")));
    for (const std::string_view wrong :
         {"Z", "Zg=", "Zm9v\n", "Zm 9v", "Z===", "=", "====", "Zm9v====", "Zg=a", "Zg==Zg=="}) {
        EXPECT_FALSE(decode_base64(wrong)) << wrong;
    }
}

TEST(Sha256, IsThatOfFips180) {
    const auto digest = [](std::string_view text, std::size_t piece) {
        Sha256 hash;
        for (Bytes rest = bytes_of(text); !rest.empty();) {
            const std::size_t bytes = std::min(piece, rest.size());
            hash.add(rest.first(bytes));
            rest = rest.subspan(bytes);
        }
        return to_hex(hash.finish());
    };
    for (const std::size_t piece : {1U, 63U, 1'000U}) {
        EXPECT_EQ(digest("", piece),
                  "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
        EXPECT_EQ(digest("abc", piece),
                  "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        EXPECT_EQ(digest(std::string(1'000'000, 'a'), piece),
                  "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
    }
}

TEST(HmacSha256, IsThatOfRfc4231) {
    struct Vector {
        std::string key;
        std::string text;
        std::string digest;
    };
    const std::array<Vector, 4> vectors{{
        {std::string(40, '\0'), "4869205468657265",
         "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"},
        {"4a656665", "7768617420646f2079612077616e7420666f72206e6f7468696e673f",
         "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"},
        {"0102030405060708090a0b0c0d0e0f10111213141516171819", "",
         "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"},
        {"", "", "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"},
    }};
    std::string twenty_0b;
    std::string fifty_cd;
    std::string long_key;
    for (int i = 0; i < 131; ++i) {
        twenty_0b += i < 20 ? "0b" : "";
        fifty_cd += i < 50 ? "cd" : "";
        long_key += "aa";
    }
    const std::array<std::pair<std::string, std::string>, 4> inputs{{
        {twenty_0b, vectors[0].text},
        {vectors[1].key, vectors[1].text},
        {vectors[2].key, fifty_cd},
        {long_key, to_hex(bytes_of("Test Using Larger Than Block-Size Key - Hash Key First"))},
    }};
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        const auto hmac = HmacSha256::create(from_hex(inputs[i].first));
        ASSERT_TRUE(hmac);
        const auto text = from_hex(inputs[i].second);
        const std::string_view view(reinterpret_cast<const char*>(text.data()), text.size());
        EXPECT_EQ(to_hex(hmac->digest(view)), vectors[i].digest) << i;
        EXPECT_EQ(to_hex(hmac->digest(view)), vectors[i].digest) << "the second time";
        EXPECT_TRUE(is_same(hmac->digest(view), hmac->digest(view)));
        EXPECT_FALSE(is_same(hmac->digest(view), hmac->digest("another text")));
    }
    EXPECT_FALSE(HmacSha256::create({}));
}

TEST(Ed25519, IsThatOfRfc8032) {
    const auto key = Ed25519Key::of(
        from_hex("c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7"));
    ASSERT_TRUE(key);
    const auto text = from_hex("af82");
    const Ed25519Signature signature = key->sign(text);
    EXPECT_EQ(to_hex(signature),
              "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae6"
              "7f760984dc6594a7c15e9716ed28dc027beceea1ec40a");
    const Ed25519PublicKey public_key = Ed25519PublicKey::of(*key);
    EXPECT_TRUE(public_key.verify(text, signature));
    EXPECT_FALSE(public_key.verify(from_hex("af83"), signature));
    EXPECT_FALSE(public_key.verify(text, Bytes(signature).first(63)));
    EXPECT_FALSE(Ed25519Key::of(text));
}

// openssl genpkey -algorithm ed25519; openssl pkey -pubout; openssl genpkey -algorithm x25519
constexpr std::string_view kPrivatePem =
    "-----BEGIN PRIVATE KEY-----\n"
    "MC4CAQAwBQYDK2VwBCIEIMWqjfQ/n4N77bdELzHct7Fm04U1B28JS4XOOi4LRFj3\n"
    "-----END PRIVATE KEY-----\n";
constexpr std::string_view kPublicPem =
    "-----BEGIN PUBLIC KEY-----\n"
    "MCowBQYDK2VwAyEA/FHNjmIYoaONpH7QAjDwWAgW7RO6MwOsXeuRFUiQgCU=\n"
    "-----END PUBLIC KEY-----\n";

TEST(Ed25519, IsReadFromAFileOrRefusedByName) {
    const std::string folder = ::testing::TempDir();
    const std::string file = folder + "hotpath-ed25519.pem";
    std::ofstream(file) << kPrivatePem;
    const auto key = Ed25519Key::read(file);
    ASSERT_TRUE(key) << key.error().message;
    std::ofstream(file, std::ios::trunc) << kPublicPem;
    const auto public_key = Ed25519PublicKey::read(file);
    ASSERT_TRUE(public_key) << public_key.error().message;
    EXPECT_TRUE(public_key->verify(bytes_of("text"), key->sign(bytes_of("text"))));

    const auto wrong = Ed25519Key::read(file);
    ASSERT_FALSE(wrong);
    EXPECT_NE(wrong.error().message.find(file), std::string::npos);
    EXPECT_NE(wrong.error().message.find("not a private key of Ed25519"), std::string::npos);
    EXPECT_FALSE(Ed25519PublicKey::parse(kPrivatePem));
    EXPECT_FALSE(Ed25519Key::parse("no key"));
    EXPECT_NE(Ed25519Key::read(folder + "hotpath-none.pem").error().message.find("cannot be read"),
              std::string::npos);
}

}  // namespace
}  // namespace hotpath::crypto
