// Bytes have sources: siblings of a file, members of an archive, sizes and names.
#include "hotpath/capture/byte_source.hpp"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zip.h>

#include "hotpath/capture/byte_sink.hpp"
#include "hotpath/capture/input_file.hpp"
#include "tests/support/capture_files.hpp"
#include "tests/support/temporary_directory.hpp"

namespace hotpath::capture {
namespace {

namespace fs = std::filesystem;
using support::bytes_of;
using support::OwnedBytes;
using ::testing::HasSubstr;

using Members = std::vector<std::pair<std::string, std::string>>;  // name, contents

class ByteSourceTest : public ::testing::Test {
  protected:
    void write_packed(const std::string& name, const std::string& text) const {
        auto sink = ByteSink::create(folder_ / name);
        ASSERT_TRUE(sink.has_value());
        ASSERT_TRUE((*sink)->write(bytes_of(text)).has_value());
        ASSERT_TRUE((*sink)->close().has_value());
    }
    void write_archive(const std::string& name, const Members& members) const {
        zip_t* archive = zip_open((folder_ / name).c_str(), ZIP_CREATE | ZIP_TRUNCATE, nullptr);
        ASSERT_NE(archive, nullptr);
        for (const auto& [member, text] : members) {
            zip_file_add(archive, member.c_str(),
                         zip_source_buffer(archive, text.data(), text.size(), 0), 0);
        }
        ASSERT_EQ(zip_close(archive), 0);
    }
    [[nodiscard]] std::unique_ptr<ByteSource> open(const std::string& name) const {
        auto source = ByteSource::open(folder_ / name);
        EXPECT_TRUE(source.has_value()) << source.error().message;
        return source ? std::move(*source) : nullptr;
    }
    [[nodiscard]] std::string refusal(const std::string& name) const {
        const auto source = ByteSource::open(folder_ / name);
        return source ? "" : source.error().message;
    }
    static std::string read(ByteSource& source, std::size_t room = 1'000) {
        std::string all;
        OwnedBytes piece(room);
        for (auto got = source.read(piece); got && *got > 0; got = source.read(piece)) {
            all.append(reinterpret_cast<const char*>(piece.data()), *got);
        }
        return all;
    }

    support::TemporaryDirectory folder_;
};

TEST_F(ByteSourceTest, APlainFileIsGivenFromItsFirstByteInRoomsOfAnySize) {
    write_packed("a.bin", "0123456789");
    for (const std::size_t room : {1U, 2U, 3U, 4U, 5U, 9U, 10U, 11U}) {
        const auto source = open("a.bin");
        EXPECT_EQ(source->stored_offset(), 0U) << "what was read to recognise it comes again";
        EXPECT_EQ(read(*source, room), "0123456789") << room;
        EXPECT_EQ(source->stored_offset(), 10U);
        EXPECT_EQ(source->stored_size(), 10U);
    }
    write_packed("short.bin", "012");
    EXPECT_EQ(read(*open("short.bin")), "012") << "shorter than a magic number";
    EXPECT_EQ(open("a.bin")->name(), (folder_ / "a.bin").string());
    EXPECT_EQ(open("a.bin")->content_name(), "a.bin");
    EXPECT_EQ(open("a.bin")->compression(), Compression::None);
}

TEST_F(ByteSourceTest, ASiblingIsTheFileBesideItUnpacked) {
    write_packed("other.csv", "plain text");
    write_packed("other.csv.gz", "gzip text");
    write_packed("a.csv", "x");
    write_packed("a.csv.gz", "x");
    write_packed("a.csv.zst", "x");
    for (const char* const name : {"a.csv", "a.csv.gz", "a.csv.zst"}) {
        const auto source = open(name);
        const auto sibling = source->open_sibling("other.csv");
        ASSERT_TRUE(sibling.has_value() && *sibling != nullptr);
        EXPECT_EQ(read(**sibling), "plain text");
        const auto packed = source->open_sibling("other.csv.gz");
        ASSERT_TRUE(packed.has_value() && *packed != nullptr);
        EXPECT_EQ(read(**packed), "gzip text");
        const auto none = source->open_sibling("missing.csv");
        ASSERT_TRUE(none.has_value());
        EXPECT_EQ(*none, nullptr);
    }
    support::write_file(folder_ / "empty.csv", {});
    const auto empty = open("a.csv")->open_sibling("empty.csv");
    ASSERT_FALSE(empty.has_value()) << "there, and not readable";
    EXPECT_THAT(empty.error().message, HasSubstr("empty.csv: the file is empty"));
}

TEST_F(ByteSourceTest, AnArchivesSiblingIsBesideTheMemberAndElseBesideTheArchive) {
    write_archive("day.zip", {{"in/A_message_1.csv", "messages"},
                              {"in/inside.csv", "inside"},
                              {"top.csv", "another folder"}});
    write_packed("beside.csv", "beside");
    write_packed("inside.csv", "not this one");
    const auto source = open("day.zip");
    EXPECT_EQ(source->name(), (folder_ / "day.zip").string() + " (in/A_message_1.csv)");
    EXPECT_EQ(source->content_name(), "A_message_1.csv");
    EXPECT_EQ(source->compression(), Compression::Zip);
    EXPECT_EQ(read(*source), "messages");
    EXPECT_EQ(read(**source->open_sibling("inside.csv")), "inside");
    EXPECT_EQ(read(**source->open_sibling("beside.csv")), "beside");
    EXPECT_EQ(*source->open_sibling("top.csv"), nullptr);
}

TEST_F(ByteSourceTest, AnArchivesMemberIsTheMessageFileOrTheOnlyOne) {
    write_archive("one.zip", {{"folder/", ""}, {"anything.bin", "it"}});
    EXPECT_EQ(read(*open("one.zip")), "it") << "a folder is no member";
    write_archive("message.zip", {{"a.txt", "a"}, {"B_message_5.csv", "it"}, {"c.txt", "c"}});
    EXPECT_EQ(read(*open("message.zip")), "it");
    write_archive("messages.zip", {{"A_message_5.csv", "a"}, {"B_message_5.csv", "b"}});
    EXPECT_THAT(refusal("messages.zip"),
                HasSubstr("messages.zip: has 2 message files (A_message_5.csv, B_message_5.csv); "
                          "unpack it and give one"));
    write_archive("none.zip", {{"A_message_5.txt", "a"}, {"B_messages_5.csv", "b"}});
    EXPECT_THAT(refusal("none.zip"),
                HasSubstr("no LOBSTER message file (TICKER_..._message_LEVEL.csv) among its "
                          "members: A_message_5.txt, B_messages_5.csv; unpack it"));
    Members many;
    for (const char name : {'a', 'b', 'c', 'd', 'e', 'f'}) {
        many.emplace_back(std::string(1, name), "x");
    }
    write_archive("six.zip", many);
    EXPECT_THAT(refusal("six.zip"), HasSubstr("members: a, b, c, d, e, ...; unpack it"));
    many.pop_back();
    write_archive("five.zip", many);
    EXPECT_THAT(refusal("five.zip"), HasSubstr("members: a, b, c, d, e; unpack it"));
    support::write_file(folder_ / "empty.zip",
                        bytes_of(std::string("PK\x05\x06", 4) + std::string(18, '\0')));
    EXPECT_THAT(refusal("empty.zip"), HasSubstr("among its members: nothing; unpack it"));
}

TEST_F(ByteSourceTest, AnArchivesProgressIsInProportionToTheMember) {
    const std::string text(100'000, 'x');
    write_archive("day.zip", {{"a.bin", text}});
    const auto source = open("day.zip");
    EXPECT_EQ(source->stored_offset(), 0U);
    EXPECT_GT(source->stored_size(), 0U);
    EXPECT_LT(source->stored_size(), text.size());
    OwnedBytes half(text.size() / 2);
    std::size_t done = 0;
    while (done < half.size()) {
        done += *source->read(MutableBytes(half).subspan(done));
    }
    EXPECT_EQ(source->stored_offset(), source->stored_size() / 2);
    EXPECT_EQ(read(*source).size(), text.size() / 2);
    EXPECT_EQ(source->stored_offset(), source->stored_size());
}

TEST_F(ByteSourceTest, AMagicNumberIsOneOnlyWhenItIsWhole) {
    for (const std::string text : {"\x1f", "\x1f\x8c", "PK\x03\x05", "PK\x05\x05", "\x28\xb5\x2f",
                                   "\x28\xb5\x2f\xfc", "\x60\x2a\x4d\x18", "\x50\x2a\x4d\x19"}) {
        support::write_file(folder_ / "a.bin", bytes_of(text));
        const auto source = open("a.bin");
        ASSERT_NE(source, nullptr);
        EXPECT_EQ(source->compression(), Compression::None);
        EXPECT_EQ(read(*source), text);
    }
    for (const char first : {'\x50', '\x5f'}) {
        support::write_file(folder_ / "a.bin",
                            bytes_of(std::string(1, first) + std::string("\x2a\x4d\x18", 3)));
        EXPECT_EQ(open("a.bin")->compression(), Compression::Zstd) << "a skippable frame";
    }
}

TEST_F(ByteSourceTest, AnInputFileKnowsItsSizeOffsetAndNames) {
    write_packed("a.bin", "0123456789");
    const auto file = InputFile::open(folder_ / "a.bin");
    ASSERT_TRUE(file.has_value());
    EXPECT_EQ((*file)->size(), 10U);
    EXPECT_EQ((*file)->file_name(), "a.bin");
    OwnedBytes room(7);
    EXPECT_EQ(*(*file)->read(room), 7U);
    EXPECT_EQ((*file)->offset(), 7U);
    EXPECT_EQ(*(*file)->read(room), 3U) << "less only at the end";
    EXPECT_EQ(*(*file)->read(room), 0U);
    EXPECT_EQ((*file)->offset(), 10U);
}

TEST_F(ByteSourceTest, OneDamagedByteOfAPackedFileIsAnErrorAfterTheContentsBeforeIt) {
    std::string text;
    for (int i = 0; i < 3'000; ++i) {
        text += std::to_string(i * i);
    }
    for (const char* const name : {"a.gz", "a.zst"}) {
        write_packed(name, text);
        const OwnedBytes whole = support::read_file(folder_ / name);
        for (std::size_t at = 0; at < whole.size(); at += 97) {
            OwnedBytes damaged = whole;
            damaged[at] ^= std::byte{0x08};
            support::write_file(folder_ / "damaged", damaged);
            auto source = ByteSource::open(folder_ / "damaged");
            if (!source || (*source)->compression() == Compression::None) {
                continue;  // the magic number was hit
            }
            OwnedBytes room(500);
            std::string got;
            std::string error;
            while (error.empty()) {
                const auto piece = (*source)->read(room);
                if (!piece) {
                    error = piece.error().message;
                } else if (*piece == 0) {
                    break;
                } else {
                    got.append(reinterpret_cast<const char*>(room.data()), *piece);
                }
            }
            // Bytes without an error are those that were written: a field without a checksum was hit.
            EXPECT_TRUE(!error.empty() || got == text) << name << " " << at;
            EXPECT_TRUE(error.empty() || error.starts_with((folder_ / "damaged").string()));
        }
    }
}

}  // namespace
}  // namespace hotpath::capture
