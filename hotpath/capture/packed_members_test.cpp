// Gzip and Zstandard files of several parts, and what follows the last one.
#include <cstddef>
#include <string>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hotpath/capture/byte_sink.hpp"
#include "hotpath/capture/byte_source.hpp"
#include "tests/support/capture_files.hpp"
#include "tests/support/temporary_directory.hpp"

namespace hotpath::capture {
namespace {

using support::bytes_of;
using support::OwnedBytes;
using support::operator+;
using ::testing::HasSubstr;

class PackedMembers : public ::testing::TestWithParam<const char*> {
  protected:
    /// The text as a whole packed file.
    [[nodiscard]] OwnedBytes packed(const std::string& text) const {
        const auto path = folder_ / (std::string("part") + GetParam());
        auto sink = ByteSink::create(path);
        EXPECT_TRUE(sink && (*sink)->write(bytes_of(text)) && (*sink)->close());
        return support::read_file(path);
    }
    /// Reads the file by so many bytes; "!" and the error follow its contents.
    [[nodiscard]] std::string unpacked(const OwnedBytes& file, std::size_t room = 7) const {
        const auto path = folder_ / "whole";
        support::write_file(path, file);
        auto source = ByteSource::open(path);
        if (!source) {
            return "!" + source.error().message;
        }
        OwnedBytes piece(room);
        for (std::string all;;) {
            const auto got = (*source)->read(piece);
            if (!got) {
                return all + "!" + got.error().message;
            }
            if (*got == 0) {
                EXPECT_EQ((*source)->stored_offset(), file.size());
                return all;
            }
            all.append(reinterpret_cast<const char*>(piece.data()), *got);
        }
    }

    support::TemporaryDirectory folder_;
};
INSTANTIATE_TEST_SUITE_P(, PackedMembers, ::testing::Values(".gz", ".zst"),
                         [](const auto& test) { return std::string(test.param + 1); });

TEST_P(PackedMembers, AreReadOneAfterTheOther) {
    const OwnedBytes file = packed("first ") + packed("") + packed("second");
    for (const std::size_t room : {1U, 5U, 6U, 7U, 12U, 13U, 4'096U}) {
        EXPECT_EQ(unpacked(file, room), "first second") << room;
    }
}

TEST_P(PackedMembers, CutOffInTheSecondSaySoBehindTheFirst) {
    const OwnedBytes first = packed("first ");
    const OwnedBytes second = packed("second");
    for (std::size_t length = 1; length < second.size(); ++length) {
        const std::string read = unpacked(first + Bytes(second).first(length));
        EXPECT_TRUE(read.starts_with("first ")) << read;
        EXPECT_THAT(read, HasSubstr("whole: "));
        EXPECT_THAT(read, HasSubstr(" data is cut off at byte " +
                                    std::to_string(first.size() + length) + " of the file (byte " +
                                    std::to_string(read.find('!')) + " of its contents)"));
    }
}

TEST_P(PackedMembers, ThatFillTheRoomExactlyEndWithoutAnError) {
    EXPECT_EQ(unpacked(packed("0123456"), 7), "0123456");
    EXPECT_EQ(unpacked(packed(std::string(200'000, 'x')), 100'000), std::string(200'000, 'x'));
}

class GzipMembers : public PackedMembers {};
INSTANTIATE_TEST_SUITE_P(, GzipMembers, ::testing::Values(".gz"), [](const auto&) { return "gz"; });

TEST_P(GzipMembers, MayBePaddedWithZerosBetweenAndBehindThem) {
    const OwnedBytes zeros(513);
    EXPECT_EQ(unpacked(packed("first ") + zeros + packed("second")), "first second");
    EXPECT_EQ(unpacked(packed("first") + zeros), "first");
    EXPECT_EQ(unpacked(packed("first") + OwnedBytes(1) + packed(" second") + OwnedBytes(1)),
              "first second");
}

TEST_P(GzipMembers, WithOtherBytesBehindThemAreReadAndRefused) {
    const OwnedBytes whole = packed("first");
    for (const OwnedBytes& behind : {bytes_of("x"), OwnedBytes(3) + bytes_of("x")}) {
        EXPECT_THAT(unpacked(whole + behind),
                    HasSubstr("whole: the gzip data ends, but more bytes follow near byte "));
        EXPECT_THAT(unpacked(whole + behind), HasSubstr(" of the file (byte 5 of its contents)"));
        EXPECT_TRUE(unpacked(whole + behind).starts_with("first!"));
    }
}

}  // namespace
}  // namespace hotpath::capture
