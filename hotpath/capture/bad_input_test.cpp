#include <ostream>

#include <gtest/gtest.h>
#include <unistd.h>

#include "tests/support/capture_files.hpp"
#include "tests/support/temporary_directory.hpp"

namespace hotpath::capture {
namespace {

using namespace support;

/// One line that begins with the file's name and says `what`.
void expect_helpful(const std::string& error, const std::filesystem::path& path,
                    std::string_view what) {
    EXPECT_TRUE(error.starts_with(path.string())) << error;
    EXPECT_NE(error.find(what), std::string::npos) << error;
    EXPECT_EQ(error.find('\n'), std::string::npos) << error;
}

struct BadFile {
    std::string_view name;
    std::string_view contents;
    std::string_view says;
};

void PrintTo(const BadFile& file, std::ostream* out) {
    *out << file.name;
}

class BadInput : public ::testing::TestWithParam<BadFile> {
  protected:
    TemporaryDirectory folder_;
};

using namespace std::string_view_literals;
INSTANTIATE_TEST_SUITE_P(
    , BadInput,
    ::testing::Values(
        BadFile{"empty.itch", ""sv, "the file is empty"},
        BadFile{"one_byte.itch", "\x00"sv, "too few"},
        BadFile{"notes.txt", "Buy low, sell high.\n"sv, "is a text file"},
        BadFile{"paper.pdf", "%PDF-1.7\n%\xe2\xe3\xcf\xd3"sv, "is a PDF document"},
        BadFile{"page.gz", "<!DOCTYPE html><html>404</html>"sv, "is a web page"},
        BadFile{"page2.gz", "\n  <html>404</html>"sv, "is a web page"},
        BadFile{"orderbook_1.csv", "5859400,200,5853300,18\n"sv,
                "is a LOBSTER orderbook file; give the message file"},
        BadFile{"orderbook_2.csv", "5859400,200,5853300,18,9999999999,0,-9999999999,0\r\n"sv,
                "LOBSTER orderbook file"},
        BadFile{"header.csv", "time,type,id,size,price,direction\n1,1,1,1,1,1\n"sv,
                "if it is a header line"},
        BadFile{"prices.csv", "Date,Open,Close\n2020-01-02,1,2\n"sv,
                "is a text file, but not a LOBSTER"},
        BadFile{"random.bin", "\xde\xad\xbe\xef\xde\xad\xbe\xef\xde\xad"sv,
                "begins with de ad be ef"},
        BadFile{"zeros.bin", "\0\0\0\0\0\0\0\0"sv, "not a known format"},
        BadFile{"older.itch", "\0\x05T\0\0\x61\x62\0\x06S\0\0\0\0O"sv, "ITCH 4.1"},
        BadFile{"day.xz", "\xfd\x37zXZ\0\0"sv, "compressed with xz"},
        BadFile{"day.bz2", "BZh91AY&SY"sv, "compressed with bzip2"},
        BadFile{"day.7z", "7z\xbc\xaf\x27\x1c"sv, "7-Zip"},
        BadFile{"day.parquet", "PAR1\x15\x04"sv, "Parquet"},
        BadFile{"program", "\x7f\x45LF\2\1\1\0"sv, "is a program"},
        BadFile{"cut.gz", "\x1f\x8b"sv, "cut off at byte 2"},
        BadFile{"cut.zst", "\x28\xb5\x2f\xfd"sv, "cut off at byte 4"},
        BadFile{"not.gz", "\x1f\x8bHello, world"sv, "gzip data is damaged"},
        BadFile{"not.zst", "\x28\xb5\x2f\xfd\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"sv,
                "Zstandard"},
        BadFile{"cut.zip", "PK\x03\x04\x14\0\0\0"sv, "the zip archive is cut off or damaged"},
        BadFile{"cut.pcap", "\xd4\xc3\xb2\xa1\2\0\4\0"sv,
                "cut off at byte 0, in the pcap file header"},
        BadFile{"modified.pcap", "\x34\xcd\xb2\xa1\2\0\4\0"sv, "Kuznetzov"}),
    [](const auto& test) {
        std::string name(test.param.name);
        std::ranges::replace_if(
            name, [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; }, '_');
        return name;
    });

TEST_P(BadInput, IsRefusedWithOneHelpfulLine) {
    const auto path = folder_ / GetParam().name;
    write_file(path, std::as_bytes(std::span(GetParam().contents)));
    const ReadBack read = read_back(path);
    EXPECT_FALSE(read.is_opened);
    expect_helpful(read.error, path, GetParam().says);
}

TEST(BadPath, ThatDoesNotExistIsRefused) {
    expect_helpful(read_back("/nowhere/day.itch").error, "/nowhere/day.itch",
                   "there is no such file");
}

TEST(BadPath, ThatIsADirectoryIsRefused) {
    const TemporaryDirectory folder;
    expect_helpful(read_back(folder.path()).error, folder.path(),
                   "is a directory; give one of the files in it");
}

TEST(BadPath, ThatMayNotBeReadIsRefused) {
    if (::geteuid() == 0) {
        GTEST_SKIP() << "root may read everything";
    }
    const TemporaryDirectory folder;
    write_file(folder / "day.itch", sample_frames(1));
    std::filesystem::permissions(folder / "day.itch", std::filesystem::perms::none);
    expect_helpful(read_back(folder / "day.itch").error, folder / "day.itch", "permission denied");
}

TEST(BadPath, ThatGoesThroughAFileIsRefused) {
    const TemporaryDirectory folder;
    write_file(folder / "file", sample_frames(1));
    const auto path = folder.path() / "file" / "day.itch";
    expect_helpful(read_back(path).error, path, "cannot be opened: Not a directory");
}

TEST(GoodInput, MayComeThroughAPipe) {
    int ends[2];
    ASSERT_EQ(::pipe(ends), 0);
    const OwnedBytes frames = sample_frames(100);
    ASSERT_EQ(::write(ends[1], frames.data(), frames.size()), static_cast<ssize_t>(frames.size()));
    ::close(ends[1]);
    const ReadBack read = read_back("/dev/fd/" + std::to_string(ends[0]));
    ::close(ends[0]);
    EXPECT_EQ(read.error, "");
    EXPECT_TRUE(read.frames == frames);
    EXPECT_EQ(read.progress.bytes_total, 0U);
}

}  // namespace
}  // namespace hotpath::capture
