// A window over a source, and the lines of a text in it, whatever pieces the source gives.
#include "hotpath/capture/text_lines.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "tests/support/seeds.hpp"

namespace hotpath::capture {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

/// Gives a text in pieces of at most so many bytes, and then ends or is damaged.
class PiecemealSource final : public ByteSource {
  public:
    struct Options {
        std::size_t piece = 1;
        bool is_damaged = false;
        Compression compression = Compression::None;
    };
    PiecemealSource(std::string text, const Options& options)
        : text_(std::move(text)), options_(options) {}

    const std::string& name() const override { return name_; }
    std::string content_name() const override { return name_; }
    Compression compression() const override { return options_.compression; }
    std::uint64_t stored_offset() const override { return at_; }
    std::uint64_t stored_size() const override { return text_.size(); }
    Expected<std::size_t> read(MutableBytes room) override {
        EXPECT_FALSE(is_ended_) << "a source is not read after its end";
        const std::size_t count = std::min({room.size(), text_.size() - at_, options_.piece});
        is_ended_ = count == 0;
        if (is_ended_ && options_.is_damaged) {
            return fail("piecemeal: damaged");
        }
        std::ranges::copy(std::as_bytes(std::span(text_)).subspan(at_, count), room.begin());
        at_ += count;
        return count;
    }

  private:
    std::string name_ = "piecemeal";
    std::string text_;
    Options options_;
    std::size_t at_ = 0;
    bool is_ended_ = false;
};

ReadBuffer buffer_of(std::string text, const PiecemealSource::Options& options = {},
                     std::size_t capacity = 16) {
    return ReadBuffer(std::make_unique<PiecemealSource>(std::move(text), options), capacity);
}

std::string shown(const ReadBuffer& buffer) {
    const Bytes bytes = buffer.available();
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

TEST(ReadBuffer, FillsItselfSlidesAndKnowsItsPlace) {
    ReadBuffer buffer = buffer_of("0123456789abcdefghij");
    EXPECT_EQ(shown(buffer), "");
    EXPECT_TRUE(buffer.refill());
    EXPECT_EQ(shown(buffer), "0123456789abcdef") << "filled, however small the pieces";
    EXPECT_FALSE(buffer.refill()) << "there is no room";
    EXPECT_FALSE(buffer.is_ended());
    buffer.consume(10);
    EXPECT_EQ(buffer.offset(), 10U);
    EXPECT_EQ(buffer.place(), "byte 10");
    EXPECT_EQ(buffer.place(3), "byte 13");
    EXPECT_EQ(shown(buffer), "abcdef");
    EXPECT_TRUE(buffer.refill());
    EXPECT_EQ(shown(buffer), "abcdefghij");
    EXPECT_TRUE(buffer.is_ended());
    EXPECT_FALSE(buffer.refill());
    buffer.consume(10);
    EXPECT_EQ(buffer.offset(), 20U);
    EXPECT_EQ(shown(buffer), "");
    EXPECT_FALSE(buffer.damage().has_value());
    EXPECT_EQ(buffer.progress().bytes_read, 20U);
    EXPECT_EQ(buffer.progress().bytes_total, 20U);
}

TEST(ReadBuffer, HasWhatIsRequiredOrSaysThatItIsNotThere) {
    ReadBuffer buffer = buffer_of("0123456789", {.piece = 3});
    EXPECT_TRUE(buffer.require(0));
    EXPECT_EQ(shown(buffer), "") << "nothing is read for nothing";
    EXPECT_TRUE(buffer.require(10));
    EXPECT_FALSE(buffer.require(11));
    buffer.consume(4);
    EXPECT_TRUE(buffer.require(6));
    EXPECT_FALSE(buffer.require(7));
    EXPECT_EQ(shown(buffer), "456789");
}

TEST(ReadBuffer, EndsAtDamageAfterAllBeforeIt) {
    ReadBuffer buffer = buffer_of("01234", {.piece = 2, .is_damaged = true});
    EXPECT_FALSE(buffer.require(6));
    EXPECT_EQ(shown(buffer), "01234");
    EXPECT_TRUE(buffer.is_ended());
    ASSERT_TRUE(buffer.damage().has_value());
    EXPECT_EQ(buffer.damage()->message, "piecemeal: damaged");
    EXPECT_FALSE(buffer.refill());
}

TEST(ReadBuffer, OfACompressedFileCountsItsContents) {
    ReadBuffer buffer = buffer_of("01234", {.compression = Compression::Gzip});
    EXPECT_TRUE(buffer.require(5));
    buffer.consume(2);
    EXPECT_EQ(buffer.place(1), "byte 3 of its contents");
    EXPECT_EQ(buffer.name(), "piecemeal");
    EXPECT_EQ(buffer.source().compression(), Compression::Gzip);
}

std::vector<std::string> lines_of(const std::string& text,
                                  const PiecemealSource::Options& options = {},
                                  std::size_t length_max = 8) {
    TextLines lines(buffer_of(text, options), length_max);
    std::vector<std::string> all;
    while (const auto line = lines.next()) {
        all.emplace_back(*line);
    }
    EXPECT_FALSE(lines.next().has_value()) << "and at the end again";
    return all;
}

TEST(TextLines, EndWithALineFeedACarriageReturnBeforeItOrTheFile) {
    EXPECT_THAT(lines_of("a\nbc\r\nd"), ElementsAre("a", "bc", "d"));
    EXPECT_THAT(lines_of("a\n"), ElementsAre("a"));
    EXPECT_THAT(lines_of("a\r"), ElementsAre("a"));
    EXPECT_THAT(lines_of("a\rb\n"), ElementsAre("a\rb"));
    EXPECT_THAT(lines_of(""), IsEmpty());
}

TEST(TextLines, OfNothingAreLeftOut) {
    EXPECT_THAT(lines_of("\n\r\n\na\n\n\r\nb\n\n"), ElementsAre("a", "b"));
    EXPECT_THAT(lines_of("\n\n"), IsEmpty());
    EXPECT_THAT(lines_of(" \n"), ElementsAre(" "));
}

TEST(TextLines, LoseAUtf8MarkAtTheBeginningOnly) {
    EXPECT_THAT(lines_of("\xef\xbb\xbf"
                         "a\nb\n"),
                ElementsAre("a", "b"));
    EXPECT_THAT(lines_of("a\n\xef\xbb\xbf"
                         "b\n"),
                ElementsAre("a",
                            "\xef\xbb\xbf"
                            "b"));
    EXPECT_THAT(lines_of("\xef\xbb\xbf\na\n"), ElementsAre("a"));
}

TEST(TextLines, LongerThanTheLimitAreCutIntoPiecesOfIt) {
    EXPECT_THAT(lines_of("1234567\n"), ElementsAre("1234567"));
    EXPECT_THAT(lines_of("12345678"), ElementsAre("12345678")) << "the limit itself, at the end";
    EXPECT_THAT(lines_of("123456789\n"), ElementsAre("12345678", "9"));
    EXPECT_THAT(lines_of("12345678123456781\n"), ElementsAre("12345678", "12345678", "1"));
}

TEST(TextLines, CutOffByDamageAreNotGiven) {
    EXPECT_THAT(lines_of("a\nb", {.piece = 1, .is_damaged = true}), ElementsAre("a"));
    TextLines lines(buffer_of("a\nb", {.piece = 1, .is_damaged = true}), 8);
    while (lines.next()) {
    }
    EXPECT_TRUE(lines.input().damage().has_value());
}

TEST(TextLines, KnowTheirNumberAndPlace) {
    TextLines lines(buffer_of("ab\n\ncde\nf"), 8);
    EXPECT_EQ(*lines.next(), "ab");
    EXPECT_EQ(lines.place(), "line 1 (byte 0)");
    EXPECT_EQ(*lines.next(), "cde");
    EXPECT_EQ(lines.place(), "line 3 (byte 4)") << "an empty line counts";
    EXPECT_EQ(*lines.next(), "f");
    EXPECT_EQ(lines.place(), "line 4 (byte 8)");
}

/// The twin: the whole text at once.
std::vector<std::string> lines_by_hand(const std::string& text) {
    std::vector<std::string> lines;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        std::string line = text.substr(at, end - at);
        while (line.ends_with('\r')) {
            line.pop_back();
        }
        if (!line.empty()) {
            lines.push_back(line);
        }
        at = end + 1;
    }
    return lines;
}

TEST(TextLines, AreTheSameInPiecesOfAnySize) {
    Random random(support::seed_of_this_test(83));
    for (int round = 0; round < 200; ++round) {
        std::string text;
        for (std::uint64_t n = random.below(60); n > 0; --n) {
            text += random.one_in(4) ? "\n" : random.one_in(8) ? "\r\n" : "x";
        }
        const PiecemealSource::Options options{.piece = 1 + random.below(9)};
        TextLines lines(buffer_of(text, options, 70), 64);
        std::vector<std::string> all;
        while (const auto line = lines.next()) {
            all.emplace_back(*line);
        }
        ASSERT_EQ(all, lines_by_hand(text)) << round;
    }
}

}  // namespace
}  // namespace hotpath::capture
