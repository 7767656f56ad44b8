#include <filesystem>
#include <iterator>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zlib.h>
#include <zstd.h>

#include "hotpath/capture/itch_file_writer.hpp"
#include "tests/support/capture_files.hpp"
#include "tests/support/temporary_directory.hpp"

namespace hotpath::capture {
namespace {

using namespace support;

OwnedBytes gzipped(Bytes bytes) {
    OwnedBytes out(compressBound(static_cast<uLong>(bytes.size())) + 64);
    z_stream zlib{};
    deflateInit2(&zlib, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
    zlib.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(bytes.data()));
    zlib.avail_in = static_cast<uInt>(bytes.size());
    zlib.next_out = reinterpret_cast<Bytef*>(out.data());
    zlib.avail_out = static_cast<uInt>(out.size());
    deflate(&zlib, Z_FINISH);
    out.resize(zlib.total_out);
    deflateEnd(&zlib);
    return out;
}

OwnedBytes zstd_compressed(Bytes bytes) {
    OwnedBytes out(ZSTD_compressBound(bytes.size()));
    out.resize(ZSTD_compress(out.data(), out.size(), bytes.data(), bytes.size(), 3));
    return out;
}

class ItchFile : public ::testing::Test {
  protected:
    ReadBack read(Bytes contents, std::string_view name = "day.itch") {
        write_file(folder_ / name, contents);
        return read_back(folder_ / name);
    }

    support::TemporaryDirectory folder_;
};

class ItchFileOfEachCompression : public ItchFile,
                                  public ::testing::WithParamInterface<std::string_view> {
  protected:
    std::filesystem::path path() const { return folder_ / ("day.itch" + std::string(GetParam())); }
};
INSTANTIATE_TEST_SUITE_P(, ItchFileOfEachCompression, ::testing::Values("", ".gz", ".zst"),
                         [](const auto& test) {
                             return test.param.empty() ? "plain"
                                                       : std::string(test.param.substr(1));
                         });

TEST_P(ItchFileOfEachCompression, IsReadBackAsItWasWrittenInBlocksOfWholeMessages) {
    constexpr std::uint64_t kMessages = 120'000;  // more than three blocks
    auto writer = ItchFileWriter::create(path());
    ASSERT_TRUE(writer) << writer.error().message;
    for (std::uint64_t index = 0; index < kMessages; ++index) {
        ASSERT_TRUE((*writer)->write(sample_message(index)));
    }
    ASSERT_TRUE((*writer)->close());
    EXPECT_EQ((*writer)->bytes_written(), std::filesystem::file_size(path()));

    const ReadBack read = read_back(path());
    EXPECT_EQ(read.error, "");
    EXPECT_EQ(read.messages, kMessages);
    EXPECT_EQ(read.stats.messages, kMessages);
    EXPECT_EQ(read.format, Format::ItchFile);
    EXPECT_TRUE(read.frames == sample_frames(kMessages));
    EXPECT_GT(read.blocks, 3U);
    EXPECT_LE(read.block_bytes_max, std::size_t{1} << 20U);
    EXPECT_EQ(read.progress.bytes_read, std::filesystem::file_size(path()));
    EXPECT_EQ(read.progress.bytes_total, std::filesystem::file_size(path()));
}

TEST_P(ItchFileOfEachCompression, CutOffAtAnyByteGivesWhatIsBeforeAndThenNamesTheByte) {
    constexpr std::uint64_t kMessages = 24;
    auto writer = ItchFileWriter::create(path());
    for (std::uint64_t index = 0; index < kMessages; ++index) {
        ASSERT_TRUE((*writer)->write(sample_message(index)));
    }
    ASSERT_TRUE((*writer)->close());
    const OwnedBytes stored = read_file(path());
    const OwnedBytes contents = sample_frames(kMessages);
    for (std::size_t length = 1; length < stored.size(); ++length) {
        const ReadBack read =
            this->read(Bytes(stored).first(length), "cut.itch" + std::string(GetParam()));
        EXPECT_TRUE(is_prefix(read.frames, contents)) << length;
        const bool is_boundary =
            read.frames.size() == length;  // a whole number of messages is a whole plain file
        if (GetParam().empty() && is_boundary) {
            EXPECT_EQ(read.error, "") << length;
        } else {
            EXPECT_NE(read.error.find("cut.itch"), std::string::npos) << length << read.error;
            EXPECT_TRUE(read.error.find("byte") != std::string::npos) << length << read.error;
            EXPECT_EQ(read.error.find('\n'), std::string::npos);
        }
    }
}

TEST_P(ItchFileOfEachCompression, WithAFlippedBitNeverGivesMessagesThatWereNotInIt) {
    constexpr std::uint64_t kMessages = 24;
    auto writer = ItchFileWriter::create(path());
    for (std::uint64_t index = 0; index < kMessages; ++index) {
        ASSERT_TRUE((*writer)->write(sample_message(index)));
    }
    ASSERT_TRUE((*writer)->close());
    const OwnedBytes stored = read_file(path());
    for (std::size_t at = 0; at < stored.size(); ++at) {
        OwnedBytes flipped = stored;
        flipped[at] ^= std::byte{0x10};
        const ReadBack read = this->read(flipped, "flipped.itch" + std::string(GetParam()));
        // Plain files have no checksum: there only the framing can be judged, and nothing may
        // crash.
        if (!GetParam().empty() && read.error.empty()) {
            EXPECT_TRUE(read.frames == sample_frames(kMessages)) << at;
        }
    }
}

TEST_F(ItchFile, OfOneCompressionAfterTheOtherIsRecognisedByItsBytesNotItsName) {
    const OwnedBytes frames = sample_frames(8);
    EXPECT_TRUE(read(gzipped(frames), "day.zst").frames == frames);
    EXPECT_TRUE(read(zstd_compressed(frames), "day.gz").frames == frames);
    EXPECT_TRUE(read(frames, "day.pcap").frames == frames);
}

TEST_F(ItchFile, MayBeSeveralGzipMembersOrZstdFramesOneAfterTheOther) {
    const OwnedBytes frames = sample_frames(8);
    const Bytes first = Bytes(frames).first(100);  // in the middle of a message
    const Bytes second = Bytes(frames).subspan(100);
    EXPECT_TRUE(read(gzipped(first) + gzipped(second)).frames == frames);
    EXPECT_TRUE(read(gzipped(first) + gzipped(second) + OwnedBytes(512)).frames == frames)
        << "padded by a tape";
    EXPECT_TRUE(read(zstd_compressed(first) + zstd_compressed(second)).frames == frames);
    OwnedBytes skippable = {std::byte{0x50}, std::byte{0x2a}, std::byte{0x4d},
                            std::byte{0x18}, std::byte{1},    std::byte{0},
                            std::byte{0},    std::byte{0},    std::byte{9}};
    EXPECT_TRUE(read(skippable + zstd_compressed(frames)).frames == frames) << "as pzstd writes";
}

TEST_F(ItchFile, WithAWrongGzipChecksumIsReadAndThenRefused) {
    OwnedBytes stored = gzipped(sample_frames(8));
    stored[stored.size() - 8] ^= std::byte{1};
    const ReadBack read = this->read(stored);
    EXPECT_TRUE(read.frames == sample_frames(8));
    EXPECT_NE(read.error.find("the gzip data is damaged (incorrect data check)"), std::string::npos)
        << read.error;
}

TEST_F(ItchFile, WithBytesBehindItsGzipDataIsReadAndThenRefused) {
    const ReadBack read = this->read(gzipped(sample_frames(8)) + bytes_of("trailing"));
    EXPECT_TRUE(read.frames == sample_frames(8));
    EXPECT_NE(read.error.find("more bytes follow"), std::string::npos) << read.error;
}

TEST_F(ItchFile, EndsAtAMessageOfLengthZero) {
    const OwnedBytes frames = sample_frames(8);
    const ReadBack ended = read(frames + OwnedBytes(2));
    EXPECT_EQ(ended.error, "");
    EXPECT_TRUE(ended.frames == frames);
    EXPECT_EQ(ended.messages, 8U);
    const ReadBack padded = read(frames + OwnedBytes(65));
    EXPECT_EQ(padded.error, "");
    EXPECT_TRUE(padded.frames == frames);
}

TEST_F(ItchFile, OfNothingButTheEndMarkIsAnEmptySession) {
    const ReadBack read = this->read(OwnedBytes(2));
    EXPECT_TRUE(read.is_opened);
    EXPECT_EQ(read.error, "");
    EXPECT_EQ(read.messages, 0U);
}

TEST_F(ItchFile, ThatGoesOnBehindItsEndMarkSaysWhere) {
    const OwnedBytes frames = sample_frames(2);
    const ReadBack read = this->read(frames + OwnedBytes(2) + frames);
    EXPECT_TRUE(read.frames == frames);
    EXPECT_NE(read.error.find("the session ends"), std::string::npos) << read.error;
    EXPECT_NE(read.error.find("byte " + std::to_string(frames.size() + 3)), std::string::npos)
        << read.error;
}

TEST_F(ItchFile, WhoseLengthsAreAllZeroIsMended) {
    OwnedBytes frames = sample_frames(100'000);
    const OwnedBytes expected = frames;
    for (std::size_t at = 0; at < frames.size();) {
        const std::size_t length = load_be<std::uint16_t>(&frames[at]);
        store_be(&frames[at], std::uint16_t{0});
        at += 2 + length;
    }
    const ReadBack read = this->read(frames);
    EXPECT_EQ(read.error, "");
    EXPECT_TRUE(read.frames == expected);
}

TEST_F(ItchFile, HandsOnOneOddMessageWhenTheNextIsInItsPlace) {
    OwnedBytes odd(20, std::byte{'A'});      // an add has 36 bytes
    OwnedBytes unknown(30, std::byte{'z'});  // no such type
    const OwnedBytes frames = sample_frames(2) + framed(odd) + sample_frames(2) + framed(unknown) +
                              framed(unknown) + sample_frames(1) + framed(unknown);
    const ReadBack read = this->read(frames);
    EXPECT_EQ(read.error, "");
    EXPECT_TRUE(read.frames == frames);
    EXPECT_EQ(read.messages, 9U);
}

TEST_F(ItchFile, OfMostlyUnknownMessagesIsAnotherProtocol) {
    OwnedBytes file = framed(sample_message(0));
    for (int n = 0; n < 53; ++n) {
        file = file + framed(OwnedBytes(20, std::byte{'z'}));
    }
    const ReadBack foreign = read(file);
    EXPECT_EQ(foreign.messages, 0U);
    EXPECT_THAT(foreign.error,
                ::testing::HasSubstr("day.itch: 53 of 54 messages are not ITCH 5.0 (unknown type "
                                     "or wrong length), more than half: this is another protocol"));
}

TEST_F(ItchFile, WhoseFramingIsLostSaysAtWhichByte) {
    const OwnedBytes good = sample_frames(10);
    const OwnedBytes garbage(4000, std::byte{0xEE});
    const ReadBack read = this->read(good + garbage + good);
    EXPECT_TRUE(read.frames == good);
    EXPECT_NE(read.error.find("damaged at byte " + std::to_string(good.size())), std::string::npos)
        << read.error;
}

TEST_F(ItchFile, KeepsGivingItsErrorAndItsEnd) {
    write_file(folder_ / "cut.itch", Bytes(sample_frames(4)).first(100));
    auto stream = open(folder_ / "cut.itch");
    ASSERT_TRUE(stream);
    ASSERT_TRUE((*stream)->next_block());
    const auto first = (*stream)->next_block();
    const auto second = (*stream)->next_block();
    ASSERT_FALSE(first);
    ASSERT_FALSE(second);
    EXPECT_EQ(first.error().message, second.error().message);

    write_file(folder_ / "whole.itch", sample_frames(4));
    stream = open(folder_ / "whole.itch");
    ASSERT_TRUE((*stream)->next_block());
    EXPECT_TRUE((*stream)->next_block().value().empty());
    EXPECT_TRUE((*stream)->next_block().value().empty());
}

TEST_F(ItchFile, CannotBeWrittenWhereThereIsNoDirectory) {
    const auto writer = create(folder_ / "none" / "day.itch");
    ASSERT_FALSE(writer);
    EXPECT_NE(writer.error().message.find("its directory does not exist"), std::string::npos);
    EXPECT_NE(create(folder_.path()).error().message.find("is a directory"), std::string::npos);
}

TEST_P(ItchFileOfEachCompression, HasItsNameWhenItIsClosedAndUntilThenTheOlderOneIsThere) {
    const auto files = [this] {
        return std::distance(std::filesystem::directory_iterator(folder_.path()),
                             std::filesystem::directory_iterator());
    };
    const OwnedBytes older = sample_frames(1);
    write_file(path(), older);
    const auto size = std::filesystem::file_size(path());
    {
        auto writer = ItchFileWriter::create(path());
        ASSERT_TRUE(writer) << writer.error().message;
        ASSERT_TRUE((*writer)->write(sample_message(0)));
        EXPECT_EQ(files(), 2) << "and the part";
    }  // not closed
    EXPECT_EQ(files(), 1);
    EXPECT_EQ(std::filesystem::file_size(path()), size);
    std::filesystem::remove(path());
    write_file(folder_ / "target", older);
    std::filesystem::create_symlink(folder_ / "target", path());
    auto writer = ItchFileWriter::create(path());
    ASSERT_TRUE(writer) << writer.error().message;
    ASSERT_TRUE((*writer)->write(sample_message(0)));
    ASSERT_TRUE((*writer)->close());
    EXPECT_TRUE(std::filesystem::is_symlink(path()));
    EXPECT_EQ(files(), 2);
    EXPECT_EQ(read_back(path()).messages, 1U);
}

TEST_F(ItchFile, OnAFullDiskSaysSoWhenWrittenOrClosed) {
    if (!std::filesystem::exists("/dev/full")) {
        GTEST_SKIP() << "this system has no /dev/full";
    }
    auto writer = ItchFileWriter::create("/dev/full");
    ASSERT_TRUE(writer);
    ASSERT_TRUE((*writer)->write(sample_message(0)));
    const auto closed = (*writer)->close();
    ASSERT_FALSE(closed);
    EXPECT_NE(closed.error().message.find("the disk is full"), std::string::npos)
        << closed.error().message;
}

}  // namespace
}  // namespace hotpath::capture
