// A file that is written: whole under its name or not there, compressed by its name's ending.
#include "hotpath/capture/output_file.hpp"

#include <algorithm>
#include <csignal>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "hotpath/capture/byte_sink.hpp"
#include "hotpath/capture/byte_source.hpp"
#include "tests/support/capture_files.hpp"
#include "tests/support/temporary_directory.hpp"

namespace hotpath::capture {
namespace {

namespace fs = std::filesystem;
using support::bytes_of;
using support::OwnedBytes;
using ::testing::EndsWith;
using ::testing::HasSubstr;

class OutputFileTest : public ::testing::Test {
  protected:
    [[nodiscard]] OutputFile create() const {
        auto file = OutputFile::create(path_);
        EXPECT_TRUE(file.has_value()) << file.error().message;
        return std::move(*file);
    }
    [[nodiscard]] std::string contents() const {
        std::ifstream file(path_, std::ios::binary);
        return {std::istreambuf_iterator<char>(file), {}};
    }
    [[nodiscard]] std::size_t files() const {
        return static_cast<std::size_t>(
            std::distance(fs::directory_iterator(folder_.path()), fs::directory_iterator()));
    }

    support::TemporaryDirectory folder_;
    fs::path path_ = folder_ / "day.itch";
};

TEST_F(OutputFileTest, HasItsNameOnceItIsClosed) {
    OutputFile file = create();
    ASSERT_TRUE(file.write(bytes_of("some ")).has_value());
    ASSERT_TRUE(file.write(bytes_of("bytes")).has_value());
    EXPECT_EQ(file.bytes_written(), 10U);
    EXPECT_FALSE(fs::exists(path_));
    EXPECT_EQ(files(), 1U);
    ASSERT_TRUE(file.close().has_value());
    EXPECT_EQ(contents(), "some bytes");
    EXPECT_EQ(files(), 1U) << "no part is left";
    EXPECT_TRUE(file.close().has_value()) << "again, to no effect";
    EXPECT_EQ(contents(), "some bytes");
}

TEST_F(OutputFileTest, ThatIsNotClosedLeavesTheOlderOneAsItWas) {
    std::ofstream(path_) << "older";
    {
        OutputFile file = create();
        ASSERT_TRUE(file.write(bytes_of("newer")).has_value());
        EXPECT_EQ(contents(), "older");
    }
    EXPECT_EQ(contents(), "older");
    EXPECT_EQ(files(), 1U);
    OutputFile file = create();
    ASSERT_TRUE(file.write(bytes_of("newer")).has_value());
    ASSERT_TRUE(file.close().has_value());
    EXPECT_EQ(contents(), "newer");
}

TEST_F(OutputFileTest, IsMovedWithItsPart) {
    {
        OutputFile first = create();
        ASSERT_TRUE(first.write(bytes_of("abc")).has_value());
        OutputFile second(std::move(first));
        EXPECT_EQ(second.bytes_written(), 3U);
        ASSERT_TRUE(second.write(bytes_of("def")).has_value());
        ASSERT_TRUE(second.close().has_value());
    }
    EXPECT_EQ(contents(), "abcdef");
}

TEST_F(OutputFileTest, TwoOfOneNameDoNotMeet) {
    OutputFile one = create();
    OutputFile two = create();
    ASSERT_TRUE(one.write(bytes_of("one")).has_value());
    ASSERT_TRUE(two.write(bytes_of("two")).has_value());
    ASSERT_TRUE(one.close().has_value());
    EXPECT_EQ(contents(), "one");
    ASSERT_TRUE(two.close().has_value());
    EXPECT_EQ(contents(), "two");
}

TEST_F(OutputFileTest, ThroughALinkReplacesWhatTheLinkLeadsTo) {
    std::ofstream(folder_ / "target") << "older";
    fs::create_symlink(folder_ / "target", path_);
    OutputFile file = create();
    ASSERT_TRUE(file.write(bytes_of("newer")).has_value());
    ASSERT_TRUE(file.close().has_value());
    EXPECT_TRUE(fs::is_symlink(path_));
    EXPECT_EQ(contents(), "newer");
}

TEST_F(OutputFileTest, ThatIsAPipeIsWrittenDirectly) {
    ASSERT_EQ(::mkfifo(path_.c_str(), 0600), 0);
    const int reader = ::open(path_.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    ASSERT_GE(reader, 0);
    OutputFile file = create();
    ASSERT_TRUE(file.write(bytes_of("now")).has_value());
    std::string got(3, '?');
    EXPECT_EQ(::read(reader, got.data(), 3), 3) << "before it is closed";
    EXPECT_EQ(got, "now");
    EXPECT_TRUE(file.close().has_value());
    EXPECT_TRUE(fs::is_fifo(path_));
    ::close(reader);
}

TEST_F(OutputFileTest, ThatCannotBeCreatedSaysWhatToDo) {
    const auto error = [](const fs::path& path) {
        const auto file = OutputFile::create(path);
        return file ? "" : file.error().message;
    };
    EXPECT_EQ(error(folder_ / "missing" / "day.itch"),
              (folder_ / "missing" / "day.itch").string() +
                  ": cannot be created: its directory does not exist; make it first (mkdir -p)");
    EXPECT_EQ(error(folder_.path()),
              folder_.path().string() + ": is a directory; give a file name in it");
    std::ofstream(folder_ / "file") << "";
    EXPECT_EQ(
        error(folder_.path() / "file" / "day.itch"),
        (folder_.path() / "file" / "day.itch").string() + ": cannot be created: Not a directory");
    EXPECT_THAT(error(folder_ / std::string(300, 'x')), EndsWith(": File name too long"));
}

/// Lowers the limit of a file's size for a scope.
class SmallFiles {
  public:
    explicit SmallFiles(rlim_t bytes) {
        ::getrlimit(RLIMIT_FSIZE, &old_);
        const struct rlimit lower{.rlim_cur = bytes, .rlim_max = old_.rlim_max};
        ::setrlimit(RLIMIT_FSIZE, &lower);
        handler_ = ::signal(SIGXFSZ, SIG_IGN);
    }
    SmallFiles(const SmallFiles&) = delete;
    SmallFiles& operator=(const SmallFiles&) = delete;
    ~SmallFiles() {
        ::setrlimit(RLIMIT_FSIZE, &old_);
        (void)::signal(SIGXFSZ, handler_);
    }

  private:
    struct rlimit old_{};
    void (*handler_)(int) = SIG_DFL;
};

TEST_F(OutputFileTest, AFailureIsFinalNamesTheByteAndLeavesNothing) {
    std::ofstream(path_) << "older";
    OutputFile file = create();
    {
        const SmallFiles limit(4);
        const auto written = file.write(bytes_of("123456"));
        ASSERT_FALSE(written.has_value());
        EXPECT_EQ(written.error().message,
                  path_.string() + ": cannot be written after byte 4: File too large");
    }
    EXPECT_EQ(file.bytes_written(), 4U);
    EXPECT_FALSE(file.write(bytes_of("7")).has_value()) << "although there would be room now";
    EXPECT_FALSE(file.write({}).has_value());
    EXPECT_FALSE(file.close().has_value());
    EXPECT_EQ(contents(), "older");
    EXPECT_EQ(files(), 1U);
}

TEST_F(OutputFileTest, AFullDiskSaysSo) {
    auto file = OutputFile::create("/dev/full");
    if (!file) {
        GTEST_SKIP() << file.error().message;
    }
    const auto written = file->write(bytes_of("x"));
    ASSERT_FALSE(written.has_value());
    EXPECT_EQ(
        written.error().message,
        "/dev/full: cannot be written after byte 0: the disk is full; free some space or write "
        "elsewhere");
    EXPECT_TRUE(fs::exists("/dev/full"));
}

/// Everything that a source gives, read in rooms of so many bytes.
std::string read_all(const fs::path& path, std::size_t room) {
    auto source = ByteSource::open(path);
    EXPECT_TRUE(source.has_value()) << source.error().message;
    std::string all;
    OwnedBytes piece(room);
    for (;;) {
        const auto got = (*source)->read(piece);
        EXPECT_TRUE(got.has_value()) << got.error().message;
        if (!got || *got == 0) {
            EXPECT_EQ((*source)->stored_offset(), (*source)->stored_size());
            return all;
        }
        all.append(reinterpret_cast<const char*>(piece.data()), *got);
    }
}

struct SinkCase {
    const char* name;
    Compression compression;
};

class ByteSinkTest : public ::testing::TestWithParam<SinkCase> {};
INSTANTIATE_TEST_SUITE_P(
    , ByteSinkTest,
    ::testing::Values(SinkCase{"plain.bin", Compression::None},
                      SinkCase{"packed.gz", Compression::Gzip},
                      SinkCase{"packed.zst", Compression::Zstd}),
    [](const auto& test) {
        return std::string(fs::path(test.param.name).extension().string()).substr(1);
    });

/// Bytes that no compression makes much smaller.
OwnedBytes noise(std::size_t size) {
    OwnedBytes bytes(size);
    std::uint32_t state = 1;
    for (std::byte& byte : bytes) {
        state = state * 1'664'525 + 1'013'904'223;
        byte = static_cast<std::byte>(state >> 24U);
    }
    return bytes;
}

TEST_P(ByteSinkTest, IsReadBackAsItWasWrittenInPiecesOfAnySize) {
    const support::TemporaryDirectory folder;
    const fs::path path = folder / GetParam().name;
    for (const std::size_t size : {std::size_t{1}, std::size_t{4}, std::size_t{5},
                                   std::size_t{128} << 10U, std::size_t{300'001}}) {
        const OwnedBytes bytes = noise(size);
        auto sink = ByteSink::create(path);
        ASSERT_TRUE(sink.has_value());
        for (std::size_t at = 0; at < size;) {
            const std::size_t piece = std::min(size - at, at + 1);
            ASSERT_TRUE((*sink)->write(Bytes(bytes).subspan(at, piece)).has_value());
            at += piece;
        }
        ASSERT_TRUE((*sink)->close().has_value());
        EXPECT_EQ((*sink)->bytes_written(), fs::file_size(path));
        const std::string wanted(reinterpret_cast<const char*>(bytes.data()), size);
        for (const std::size_t room : {std::size_t{3}, std::size_t{1} << 20U}) {
            EXPECT_TRUE(read_all(path, room) == wanted) << size << " in rooms of " << room;
        }
        EXPECT_EQ((*ByteSource::open(path))->compression(), GetParam().compression);
        EXPECT_EQ((*ByteSource::open(path))->content_name(), GetParam().name);
    }
}

TEST_P(ByteSinkTest, ThatCannotBeWrittenIsAnErrorAtTheLatestAtItsClose) {
    const support::TemporaryDirectory folder;
    const fs::path path = folder / GetParam().name;
    auto sink = ByteSink::create(path);
    ASSERT_TRUE(sink.has_value());
    const SmallFiles limit(100);
    const auto written = (*sink)->write(noise(10'000));
    const auto closed = (*sink)->close();
    ASSERT_FALSE(closed.has_value());
    EXPECT_THAT(closed.error().message, HasSubstr("cannot be written after byte 100"));
    EXPECT_EQ(written.has_value(), GetParam().compression != Compression::None)
        << "a compression holds back this little";
    EXPECT_FALSE(fs::exists(path));
}

}  // namespace
}  // namespace hotpath::capture
