// The stop that an earlier trader left in its journal: which one holds, in whose words.
#include "hotpath/live/run/journal.hpp"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/process/journal_file.hpp"
#include "tests/support/temporary_directory.hpp"

namespace hotpath::live {
namespace {

using risk::StopReason;
using risk::TradingMode;
using trader::ModeChange;

class LastLatch : public ::testing::Test {
  protected:
    void SetUp() override { open(); }

    void open() {
        auto file = process::JournalFile::open(
            folder_ / "journal",
            {.ack_mode = journal::AckMode::PageCache, .segment_bytes = std::uint64_t{1} << 20U});
        ASSERT_TRUE(file) << file.error().message;
        file_ = std::move(*file);
    }
    void close() {
        ASSERT_TRUE(file_->close());
        file_.reset();
    }

    void start(const trader::event::StopTrading& latch = {.mode = TradingMode::Open}) {
        add(trader::kStartRecord, encode(trader::Start{.now = {1}, .latch = latch}, false));
    }
    void change(TradingMode mode, StopReason reason, trader::Venue venue = 0,
                bool is_stopping = false) {
        ModeChange changed{.now = {2}, .venue = venue, .mode = mode, .reason = reason};
        changed.is_stopping = is_stopping;
        add(trader::kModeRecord, encode(changed));
    }
    void why(std::string_view text, trader::Venue venue = 0) {
        add(trader::kWhyRecord, encode(trader::Why{.venue = venue, .text = text}), text);
    }

    /// Closes the journal and reads its last latch.
    [[nodiscard]] std::optional<LatchedStop> latch(std::size_t venues = 1) {
        close();
        auto read = read_last_latch(folder_ / "journal", venues);
        EXPECT_TRUE(read) << read.error().message;
        open();
        return read ? *read : std::nullopt;
    }

    support::TemporaryDirectory folder_;

  private:
    template <class Head>
    void add(trader::LogType type, const Head& head, std::string_view text = {}) {
        std::vector<std::byte> payload(head.begin(), head.end());
        const Bytes more = std::as_bytes(std::span(text));
        payload.insert(payload.end(), more.begin(), more.end());
        ASSERT_EQ(file_->writer().append(type, {3}, payload, journal::Space::Reserve),
                  journal::AppendStatus::Done);
        while (file_->maintain()) {
        }
    }

    std::unique_ptr<process::JournalFile> file_;
};

TEST_F(LastLatch, AnEmptyJournalAndAnOpenTraderLeaveNone) {
    EXPECT_FALSE(latch());
    start();
    EXPECT_FALSE(latch());
}

TEST_F(LastLatch, AStopHoldsUntilItIsOpened) {
    start();
    change(TradingMode::Killed, StopReason::Journal);
    const auto stopped = latch();
    ASSERT_TRUE(stopped);
    EXPECT_EQ(stopped->mode, TradingMode::Killed);
    EXPECT_EQ(stopped->reason, StopReason::Journal);
    change(TradingMode::Open, StopReason::Operator);
    EXPECT_FALSE(latch());
}

TEST_F(LastLatch, AStopInOrderDoesNotOutliveItsProcess) {
    start();
    change(TradingMode::Killed, StopReason::Operator, 0, true);
    EXPECT_FALSE(latch());
}

TEST_F(LastLatch, WordsBelongToTheStopBeforeThem) {
    start();
    change(TradingMode::ReducingOnly, StopReason::Operator);
    why("the account's loss is above its limit");
    const auto stopped = latch();
    ASSERT_TRUE(stopped);
    EXPECT_EQ(stopped->why, "the account's loss is above its limit");
}

TEST_F(LastLatch, AStartSaysWhatItTookOver) {
    start({.mode = TradingMode::ReducingOnly, .reason = StopReason::Operator});
    const auto stopped = latch();
    ASSERT_TRUE(stopped);
    EXPECT_EQ(stopped->mode, TradingMode::ReducingOnly);
    start();
    EXPECT_FALSE(latch()) << "the next trader began open";
}

TEST_F(LastLatch, OfSeveralVenuesTheStrictestHolds) {
    start();
    change(TradingMode::ReducingOnly, StopReason::Operator, 0);
    change(TradingMode::Killed, StopReason::Journal, 1);
    const auto first = latch(1);
    ASSERT_TRUE(first);
    EXPECT_EQ(first->mode, TradingMode::ReducingOnly);
    const auto both = latch(2);
    ASSERT_TRUE(both);
    EXPECT_EQ(both->mode, TradingMode::Killed);
}

TEST_F(LastLatch, TheCommandMakesItHoldAgain) {
    EXPECT_EQ((LatchedStop{{.mode = TradingMode::Killed}, ""}).command().action,
              trader::OperatorAction::Kill);
    const trader::OperatorCommand reduce =
        LatchedStop{{.mode = TradingMode::ReducingOnly, .reason = StopReason::Journal}, ""}
            .command();
    EXPECT_EQ(reduce.action, trader::OperatorAction::ReduceOnly);
    EXPECT_EQ(reduce.origin, trader::OperatorOrigin::Restart);
    EXPECT_EQ(reduce.reason, StopReason::Journal);
}

TEST_F(LastLatch, AFolderThatIsNotThereIsAnError) {
    EXPECT_FALSE(read_last_latch(folder_ / "nowhere"));
}

}  // namespace
}  // namespace hotpath::live
