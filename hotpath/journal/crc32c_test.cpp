#include "hotpath/journal/crc32c.hpp"

#include <array>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "tests/support/seeds.hpp"

namespace hotpath::journal {
namespace {

Bytes text_bytes(std::string_view text) {
    return std::as_bytes(std::span(text));
}

// RFC 3720, B.4, and the check value of the catalogue of parametrised CRC algorithms.
TEST(Crc32c, GivesThePublishedNumbers) {
    std::array<std::byte, 32> zeros{};
    std::array<std::byte, 32> ones{};
    std::array<std::byte, 32> rising{};
    for (std::size_t i = 0; i < rising.size(); ++i) {
        ones[i] = std::byte{0xff};
        rising[i] = static_cast<std::byte>(i);
    }
    for (const auto crc : {crc32c, crc32c_portable}) {
        EXPECT_EQ(crc(text_bytes("123456789"), 0), 0xe3069283U);
        EXPECT_EQ(crc(zeros, 0), 0x8a9136aaU);
        EXPECT_EQ(crc(ones, 0), 0x62a8ab43U);
        EXPECT_EQ(crc(rising, 0), 0x46dd794eU);
        EXPECT_EQ(crc({}, 0), 0U);
    }
}

TEST(Crc32c, TheInstructionAndTheTablesAgreeAtEveryLengthAndAlignment) {
    if (!has_crc32c_instruction()) {
        GTEST_SKIP() << "this processor has no CRC32C instruction";
    }
    Random random(support::seed_of_this_test(1));
    std::vector<std::byte> bytes(600);
    for (std::byte& byte : bytes) {
        byte = static_cast<std::byte>(random.next());
    }
    for (std::size_t from = 0; from < 9; ++from) {
        for (std::size_t size = 0; from + size <= bytes.size(); ++size) {
            const Bytes some = Bytes(bytes).subspan(from, size);
            const auto before = static_cast<std::uint32_t>(random.next());
            ASSERT_EQ(crc32c(some, before), crc32c_portable(some, before)) << from << ' ' << size;
        }
    }
}

TEST(Crc32c, ContinuesWhereItStopped) {
    const Bytes all = text_bytes("one record behind another");
    for (std::size_t cut = 0; cut <= all.size(); ++cut) {
        EXPECT_EQ(crc32c(all.subspan(cut), crc32c(all.first(cut))), crc32c(all));
    }
}

}  // namespace
}  // namespace hotpath::journal
