#include "apps/hotpath/output_thread.hpp"

#include <array>
#include <csignal>
#include <fstream>
#include <sstream>
#include <utility>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/support/temporary_directory.hpp"

namespace hotpath::app {
namespace {

/// A pipe in the place of one of this process's streams, until it is destroyed.
class PipedStream {
  public:
    explicit PipedStream(int stream) : stream_(stream), saved_(::dup(stream)) {
        std::array<int, 2> ends{};
        EXPECT_EQ(::pipe2(ends.data(), O_CLOEXEC), 0);
        read_ = ends[0];
        ::dup2(ends[1], stream);
        ::close(ends[1]);
    }
    PipedStream(const PipedStream&) = delete;
    PipedStream& operator=(const PipedStream&) = delete;
    ~PipedStream() {
        restore();
        ::close(read_);
    }
    void restore() {
        if (saved_ >= 0) {
            ::dup2(saved_, stream_);
            ::close(saved_);
            saved_ = -1;
        }
    }
    /// At least so many bytes, or everything up to the end.
    std::string read(std::size_t bytes) const {
        std::string text;
        std::array<char, 65'536> room{};
        while (text.size() < bytes) {
            const ssize_t count = ::read(read_, room.data(), room.size());
            if (count <= 0) {
                break;
            }
            text.append(room.data(), static_cast<std::size_t>(count));
        }
        return text;
    }
    /// Nothing more fits.
    void fill() const {
        const std::string path = "/proc/self/fd/" + std::to_string(read_);
        const int writer = ::open(path.c_str(), O_WRONLY | O_NONBLOCK | O_CLOEXEC);
        while (::write(writer, "-", 1) == 1) {
        }
        ::close(writer);
    }
    void close_reader() { ::close(std::exchange(read_, -1)); }

  private:
    int stream_;
    int saved_;
    int read_ = -1;
};

std::string text_of(const std::filesystem::path& file) {
    std::ostringstream text;
    text << std::ifstream(file).rdbuf();
    return text.str();
}

std::string numbered(int n) {
    return "line " + std::to_string(n) + std::string(90, '.') + "\n";
}

TEST(OutputThread, WritesLinesInOrderAndTheLastReport) {
    const support::TemporaryDirectory folder;
    PipedStream out(STDOUT_FILENO);
    PipedStream error(STDERR_FILENO);
    {
        OutputThread output({.program = "test", .json = folder / "state.json"});
        EXPECT_TRUE(output.print("first\n"));
        EXPECT_TRUE(output.log("complaint\n"));
        EXPECT_TRUE(output.finish({.line = "last\n", .json = "{}"}));
        EXPECT_FALSE(output.print("too late\n"));
        EXPECT_EQ(output.lines_lost(), 1U);
    }
    out.restore();
    error.restore();
    EXPECT_EQ(out.read(1'000), "first\nlast\n");
    EXPECT_EQ(error.read(1'000), "complaint\n");
    EXPECT_EQ(text_of(folder / "state.json"), "{}");
}

TEST(OutputThread, ThePrinterNeverWaitsForAReaderAndLostLinesAreCounted) {
    PipedStream out(STDOUT_FILENO);
    PipedStream error(STDERR_FILENO);
    OutputThread output({.program = "test", .patience = Nanos{50'000'000}});
    out.fill();
    EXPECT_TRUE(output.print(numbered(0)));
    EXPECT_TRUE(output.log("the line before this one has been taken\n"));
    EXPECT_EQ(error.read(1).back(), '\n');
    int kept = 1;
    while (output.print(numbered(kept))) {
        ++kept;
    }
    const int more = 5;
    for (int n = 1; n < more; ++n) {
        EXPECT_FALSE(output.print(numbered(kept + n)));
    }
    EXPECT_EQ(output.lines_lost(), 5U);
    EXPECT_TRUE(output.finish({}));
    EXPECT_EQ(output.lines_lost(), 5U + static_cast<unsigned>(kept)) << "nobody read them";
    out.restore();
    error.restore();
}

TEST(OutputThread, WhatWaitedForAReaderComesWholeAndInOrder) {
    PipedStream out(STDOUT_FILENO);
    OutputThread output({.program = "test"});
    out.fill();
    std::string expected;
    for (int n = 0; n < 500; ++n) {
        expected += numbered(n);
        EXPECT_TRUE(output.print(numbered(n)));
    }
    std::string text = out.read(65'536 + expected.size());
    EXPECT_EQ(text.substr(text.find('l')), expected);
    EXPECT_TRUE(output.finish({}));
    out.restore();
    EXPECT_EQ(output.lines_lost(), 0U);
}

TEST(OutputThread, AFullPipeHoldsUpNeitherTheOtherStreamNorTheEnd) {
    const support::TemporaryDirectory folder;
    PipedStream out(STDOUT_FILENO);
    PipedStream error(STDERR_FILENO);
    {
        OutputThread output(
            {.program = "test", .json = folder / "state.json", .patience = Nanos{50'000'000}});
        out.fill();
        EXPECT_TRUE(output.print(numbered(1) + numbered(2)));
        EXPECT_TRUE(output.log("complaint\n"));
        EXPECT_EQ(error.read(1), "complaint\n");
        EXPECT_TRUE(output.finish({.line = "last\n", .json = "{}"}));
        EXPECT_EQ(output.lines_lost(), 3U);
    }
    out.restore();
    error.restore();
    EXPECT_EQ(text_of(folder / "state.json"), "{}");
}

TEST(OutputThread, LinesForAReaderThatIsGoneOrADiskThatIsFullAreCounted) {
    {
        PipedStream out(STDOUT_FILENO);
        ::signal(SIGPIPE, SIG_IGN);
        out.close_reader();
        OutputThread output({.program = "test"});
        EXPECT_TRUE(output.print("a\nb\n"));
        EXPECT_TRUE(output.finish({.line = "c\n"}));
        EXPECT_EQ(output.lines_lost(), 3U);
        out.restore();
    }
    const int saved = ::dup(STDOUT_FILENO);
    const int full = ::open("/dev/full", O_WRONLY | O_CLOEXEC);
    ::dup2(full, STDOUT_FILENO);
    {
        OutputThread output({.program = "test"});
        EXPECT_TRUE(output.print("a\n"));
        EXPECT_TRUE(output.finish({.line = "b\n"}));
        EXPECT_EQ(output.lines_lost(), 2U);
    }
    ::dup2(saved, STDOUT_FILENO);
    ::close(saved);
    ::close(full);
}

TEST(OutputThread, AFileThatCannotBeWrittenIsLoggedAndIsTheErrorOfTheLastReport) {
    const support::TemporaryDirectory folder;
    PipedStream error(STDERR_FILENO);
    {
        OutputThread output({.program = "test", .json = folder / "nowhere" / "state.json"});
        output.report({.json = "{}"});
        const std::string line = error.read(1);
        EXPECT_TRUE(line.starts_with("test: cannot write ")) << line;
        const auto finished = output.finish({.json = "{}"});
        ASSERT_FALSE(finished);
        EXPECT_TRUE(finished.error().message.ends_with("No such file or directory"));
    }
    error.restore();
}

TEST(OutputThread, APipeInThePlaceOfTheFileIsWrittenWhenItHasAReaderAndPassedOverWhenNot) {
    const support::TemporaryDirectory folder;
    const std::string pipe = (folder / "state.pipe").string();
    ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
    {
        OutputThread output({.program = "test", .json = pipe});
        EXPECT_TRUE(output.finish({.json = "{1}"})) << "without a reader";
    }
    const int reader = ::open(pipe.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    {
        OutputThread output({.program = "test", .json = pipe});
        EXPECT_TRUE(output.finish({.json = "{2}"}));
    }
    std::array<char, 16> room{};
    EXPECT_EQ(::read(reader, room.data(), room.size()), 3);
    EXPECT_EQ(std::string(room.data(), 3), "{2}");
    ::close(reader);
}

TEST(OutputThread, ASourceIsAskedByTheWritersThread) {
    PipedStream out(STDOUT_FILENO);
    const auto here = std::this_thread::get_id();
    OutputThread output({.program = "test",
                         .source =
                             [here] {
                                 return OutputThread::Report{
                                     .line =
                                         std::this_thread::get_id() == here ? "here\n" : "there\n"};
                             },
                         .every = Nanos{1'000'000}});
    EXPECT_TRUE(out.read(12).starts_with("there\nthere\n"));
    EXPECT_TRUE(output.finish({}));
    out.restore();
}

}  // namespace
}  // namespace hotpath::app
