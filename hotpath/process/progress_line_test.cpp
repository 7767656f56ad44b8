// Texts of the progress line: parts, rates, the estimate of the end, the bar.
#include "hotpath/process/progress_line.hpp"

#include <cstdio>

#include <gtest/gtest.h>
#include <unistd.h>

namespace hotpath::process {
namespace {

TEST(ProgressLine, SaysDaysMessagesAndTheEstimateOfTheEnd) {
    EXPECT_EQ(progress_text(
                  {.done = 1, .total = 5, .share = 0.25, .messages = 12'000'000, .elapsed_s = 10},
                  "days"),
              "1 of 5 days, 1.2 M messages/s, ends in about 30 s");
}

TEST(ProgressLine, ADayThatWasDoneBeforeDoesNotShortenTheEstimate) {
    // A quarter of the whole in ten seconds, and another quarter is to come.
    EXPECT_EQ(progress_text({.done = 3,
                             .total = 4,
                             .share = 0.75,
                             .messages = 1'000'000,
                             .elapsed_s = 10,
                             .share_before = 0.5},
                            "points"),
              "3 of 4 points, 0.1 M messages/s, ends in about 10 s");
}

TEST(ProgressLine, EstimatesNothingBeforeOnePercent) {
    EXPECT_EQ(
        progress_text({.total = 5, .share = 0.009, .messages = 500'000, .elapsed_s = 1}, "days"),
        "0 of 5 days, 0.5 M messages/s");
    EXPECT_EQ(progress_text({.total = 5}, "days"), "0 of 5 days");
}

TEST(ProgressLine, WorkWithoutMessagesHasNoRateOfThem) {
    EXPECT_EQ(progress_text({.done = 1, .total = 4, .share = 0.25, .elapsed_s = 10}, "objects"),
              "1 of 4 objects, ends in about 30 s");
}

TEST(ProgressLine, DurationsAreRound) {
    EXPECT_EQ(rough_duration(0.2), "0 s");
    EXPECT_EQ(rough_duration(89.4), "89 s");
    EXPECT_EQ(rough_duration(91), "2 min");
    EXPECT_EQ(rough_duration(89 * 60), "89 min");
    EXPECT_EQ(rough_duration(90 * 60), "1 h 30 min");
    EXPECT_EQ(rough_duration(25 * 3'600), "25 h 0 min");
}

TEST(ProgressLine, TheBarIsAsLongAsTheShare) {
    EXPECT_EQ(bar_text("guard", 0.5, "done"), "guard  [===============               ]  50%  done");
    EXPECT_EQ(bar_text("guard", 0, "x").find('='), std::string::npos);
    EXPECT_EQ(bar_text("guard", 1.2, "x").find(' ', 8), bar_text("guard", 1, "x").find(' ', 8))
        << "a share above the whole does not make the bar longer";
}

/// A file in the place of standard error, until it is destroyed.
class ErrorInFile {
  public:
    ErrorInFile() : file_(std::tmpfile()), saved_(::dup(STDERR_FILENO)) {
        ::dup2(::fileno(file_), STDERR_FILENO);
    }
    ErrorInFile(const ErrorInFile&) = delete;
    ErrorInFile& operator=(const ErrorInFile&) = delete;
    ~ErrorInFile() {
        ::dup2(saved_, STDERR_FILENO);
        ::close(saved_);
        std::fclose(file_);
    }
    [[nodiscard]] long bytes() const { return std::ftell(file_); }

  private:
    std::FILE* file_;
    int saved_;
};

TEST(ProgressLine, AShortRunPrintsNothing) {
    const ErrorInFile error;
    {
        ProgressLine line({.label = "sweep", .parts = "points", .total = 2});
        line.on_progress(0, 0.5, 1'000);
        line.on_finished(0);
        line.on_finished(1);
        ReadProgressLine file("replay");
        file.update({.done = 1, .total = 2, .messages = 3});
    }
    EXPECT_EQ(error.bytes(), 0);
}

TEST(ProgressLine, ElsewhereThanOnATerminalALineIsDueOnceInHalfAMinute) {
    const ErrorInFile error;
    TerminalLine line;
    EXPECT_FALSE(line.is_terminal());
    EXPECT_FALSE(line.is_due());
    EXPECT_GE(line.elapsed_s(), 0);
    line.draw("rewritten", "a plain line");
    EXPECT_EQ(error.bytes(), 13) << "no line is cleared, none rewritten";
}

}  // namespace
}  // namespace hotpath::process
