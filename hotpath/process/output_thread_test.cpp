#include "hotpath/process/output_thread.hpp"

#include <array>
#include <atomic>
#include <csignal>
#include <fstream>
#include <sstream>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/support/temporary_directory.hpp"

namespace hotpath::process {
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
    EXPECT_EQ(output.lines_lost(), 5U + static_cast<unsigned>(kept)) << "they were not read";
    out.restore();
    error.restore();
}

TEST(OutputThread, OutputThatWaitedForAReaderArrivesCompleteAndInOrder) {
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

TEST(OutputThread, APipeAsOutputIsWrittenIfItHasAReaderAndSkippedOtherwise) {
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

TEST(OutputThread, AReportIsMadeByTheWritersThreadAndNotAtAllWhenItIsReplaced) {
    PipedStream out(STDOUT_FILENO);
    const auto here = std::this_thread::get_id();
    std::atomic<bool> may_go_on = false;
    std::atomic<bool> is_busy = false;
    std::atomic<int> made = 0;
    const auto numbered_report = [&](int n) {
        return [&, n] {
            ++made;
            return OutputThread::Report{.line = std::this_thread::get_id() == here
                                                    ? "here\n"
                                                    : fmt::format("report {}\n", n)};
        };
    };
    OutputThread output({.program = "test"});
    output.report_from([&] {
        is_busy = true;
        is_busy.notify_one();
        may_go_on.wait(false);
        return OutputThread::Report{.line = "first\n"};
    });
    is_busy.wait(false);
    for (int n = 0; n < 100; ++n) {
        output.report_from(numbered_report(n));  // does not wait for the writer
    }
    may_go_on = true;
    may_go_on.notify_one();
    EXPECT_TRUE(out.read(16).starts_with("first\nreport 99\n"));
    EXPECT_TRUE(output.finish_from(numbered_report(100)));
    out.restore();
    EXPECT_EQ(made, 2);
    EXPECT_EQ(output.lines_lost(), 0U);
}

TEST(OutputThread, AReportWithoutRoomIsCounted) {
    PipedStream out(STDOUT_FILENO);
    OutputThread output({.program = "test", .patience = Nanos{50'000'000}});
    out.fill();
    EXPECT_TRUE(output.print("taken by the writer\n"));
    int kept = 0;
    while (output.print(numbered(kept))) {
        ++kept;
    }
    const std::uint64_t before = output.lines_lost();
    EXPECT_TRUE(output.finish_from([] { return OutputThread::Report{.line = "health\n"}; }));
    EXPECT_GT(output.lines_lost(), before + static_cast<unsigned>(kept)) << "the report as well";
    out.restore();
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
}  // namespace hotpath::process
