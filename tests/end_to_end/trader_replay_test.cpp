// Journals of live traders, one of each strategy, replay to the committed checksums in every build;
// and with a limit or an output changed, the first difference is printed. How they were recorded:
// tests/golden/traders/record.py.
#include <filesystem>
#include <fstream>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "hotpath/capture/byte_source.hpp"
#include "hotpath/journal/file_storage.hpp"
#include "hotpath/journal/record.hpp"
#include "hotpath/journal/recovery.hpp"
#include "hotpath/journal/writer.hpp"
#include "hotpath/live/run/journal.hpp"
#include "hotpath/trader/input_log.hpp"
#include "tests/end_to_end/command_line.hpp"

namespace hotpath::end_to_end {
namespace {

namespace fs = std::filesystem;

const fs::path kGolden = fs::path(HOTPATH_SOURCE_DIR) / "tests/golden";
const fs::path kTraders = kGolden / "traders";
/// A demo of a build whose demos ran an engine without sessions: `hotpath generate --messages 1200
/// --instruments 2`, its times from 09:30 on divided by 2,000, in `hotpath demo --journal`.
const fs::path kEarlierDemo = kGolden / "earlier_demo";

/// NAME.SEGMENT.zst of the folder, as SEGMENT in `into`.
void unpack(const std::string& name, const fs::path& into, const fs::path& from = kTraders) {
    fs::create_directories(into);
    for (const fs::directory_entry& entry : fs::directory_iterator(from)) {
        const std::string file = entry.path().filename().string();
        if (!file.starts_with(name + ".") || entry.path().extension() != ".zst") {
            continue;
        }
        auto source = capture::ByteSource::open(entry.path());
        ASSERT_TRUE(source.has_value()) << source.error().message;
        std::ofstream segment(into / file.substr(name.size() + 1, file.size() - name.size() - 5),
                              std::ios::binary);
        std::vector<std::byte> room(65'536);
        for (auto count = (*source)->read(room); count && *count > 0;
             count = (*source)->read(room)) {
            segment.write(reinterpret_cast<const char*>(room.data()),
                          static_cast<std::streamsize>(*count));
        }
    }
}

struct OwnedRecord {
    journal::RecordType type = 0;
    std::vector<std::byte> payload{};
};
/// A change of a record's type and payload.
using Change = std::function<void(OwnedRecord&)>;

/// The same journal but for what `change` does, whole by its checksums.
void write_changed(const fs::path& from, const fs::path& to, const Change& change) {
    auto source = journal::FileStorage::open_folder(from, journal::Opening::ReadOnly);
    auto target = journal::FileStorage::open_folder(to, journal::Opening::ReadWrite);
    ASSERT_TRUE(source.has_value() && target.has_value());
    auto recovery = journal::recover(**target, journal::RecoveryMode::CutTornTail);
    ASSERT_TRUE(recovery.has_value());
    const journal::JournalOptions options{.ack_mode = journal::AckMode::PageCache,
                                          .segment_bytes = std::uint64_t{4} << 20U};
    journal::SpareKeeper spares(**target, options.segment_bytes, options.spares);
    auto writer = journal::JournalWriter::open(**target, spares, *recovery, options, {1});
    ASSERT_TRUE(writer.has_value());
    auto reader = journal::JournalReader::open(**source);
    journal::Record record;
    for (auto more = reader->next(record); more && *more; more = reader->next(record)) {
        OwnedRecord owned{.type = record.type,
                          .payload = {record.payload.begin(), record.payload.end()}};
        change(owned);
        journal::AppendStatus status = journal::AppendStatus::Busy;
        while (status == journal::AppendStatus::Busy) {
            status = (*writer)->append(owned.type, record.time, owned.payload);
            static_cast<void>((*writer)->poll());
            static_cast<void>(spares.poll());
        }
        ASSERT_EQ(status, journal::AppendStatus::Done);
    }
    ASSERT_TRUE((*writer)->close({2}).has_value());
}

/// Replaces a text of the same length everywhere in a configuration.
Change configured(std::string from, std::string to) {
    EXPECT_EQ(from.size(), to.size());
    return [from = std::move(from), to = std::move(to)](OwnedRecord& record) {
        if (record.type != trader::kStartRecord) {
            return;
        }
        auto* const text = reinterpret_cast<char*>(record.payload.data());
        const std::size_t at = std::string_view(text, record.payload.size()).find(from);
        ASSERT_NE(at, std::string_view::npos);
        std::ranges::copy(to, text + at);
    };
}

/// Trading is left with orders that reduce.
OwnedRecord loss_latch() {
    const trader::LogHead head = trader::encode(trader::ModeChange{
        .number = 7, .mode = risk::TradingMode::ReducingOnly, .reason = risk::StopReason::Loss});
    return {.type = trader::kModeRecord, .payload = {head.begin(), head.end()}};
}

OwnedRecord why_record(std::string_view why) {
    const trader::LogHead head = trader::encode(trader::Why{.number = 7});
    OwnedRecord record{.type = trader::kWhyRecord, .payload = {head.begin(), head.end()}};
    const auto text = std::as_bytes(std::span(why));
    record.payload.insert(record.payload.end(), text.begin(), text.end());
    return record;
}

class TraderReplay : public testing::TestWithParam<const char*> {
  protected:
    [[nodiscard]] Outcome replay(const std::string& folder) const {
        return shop.hotpath({"journal", "replay", shop.name(folder), "--json", shop.name("out")});
    }
    [[nodiscard]] Outcome replay_changed(const Change& change) const {
        unpack("market_maker", shop.path("journal"));
        write_changed(shop.path("journal"), shop.path("changed"), change);
        return replay("changed");
    }
    Workshop shop;
};

TEST_P(TraderReplay, GivesTheCommittedChecksums) {
    unpack(GetParam(), shop.path("journal"));
    const Outcome outcome = replay("journal");
    EXPECT_EQ(outcome.exit_code, 0) << outcome.out << outcome.err;
    EXPECT_NE(outcome.out.find("identical"), std::string::npos) << outcome.out;
    std::ifstream file(kTraders / "checksums.json");
    const auto golden = nlohmann::ordered_json::parse(file)[GetParam()];
    EXPECT_EQ(shop.read_json("out"), golden);
    EXPECT_GT(golden["outputs"]["order entry"]["bytes"], 1'000) << "it has traded";
    const Outcome verified = shop.hotpath({"journal", "verify", shop.name("journal")});
    EXPECT_EQ(verified.exit_code, 0) << verified.err;
    EXPECT_NE(verified.out.find("trader's inputs"), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(Strategies, TraderReplay,
                         testing::Values("market_maker", "pairs", "momentum", "trend_following"));

TEST_F(TraderReplay, TheJournalOfAnEarlierBuildsDemoGivesTheCommittedChecksums) {
    unpack("demo", shop.path("journal"), kEarlierDemo);
    const Outcome outcome = replay("journal");
    EXPECT_EQ(outcome.exit_code, 0) << outcome.out << outcome.err;
    EXPECT_NE(outcome.out.find("identical"), std::string::npos) << outcome.out;
    std::ifstream file(kEarlierDemo / "checksums.json");
    EXPECT_EQ(shop.read_json("out"), nlohmann::ordered_json::parse(file)["demo"]);
}

TEST_F(TraderReplay, AnotherLimitOfAnEarlierBuildsDemoIsFound) {
    unpack("demo", shop.path("journal"), kEarlierDemo);
    write_changed(shop.path("journal"), shop.path("changed"),
                  configured("order_qty = 100", "order_qty = 99 "));
    const Outcome outcome = replay("changed");
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_NE(outcome.out.find("first difference   input 41 "), std::string::npos) << outcome.out;
    EXPECT_NE(outcome.out.find("order entry replayed nothing"), std::string::npos);
}

TEST_F(TraderReplay, AnotherLimitIsShownAtTheFirstOrderItRefuses) {
    const Outcome outcome =
        replay_changed(configured("order_qty_max = 1000", "order_qty_max = 99  "));
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_NE(outcome.out.find("first difference   input "), std::string::npos) << outcome.out;
    EXPECT_NE(outcome.out.find("order entry recorded enter order "), std::string::npos);
    EXPECT_NE(outcome.out.find("order entry replayed nothing"), std::string::npos);
    EXPECT_NE(outcome.err.find("differ from the recorded outputs"), std::string::npos);
    EXPECT_EQ(shop.read_json("out")["identical"], false);
}

TEST_F(TraderReplay, AnotherQuoteIsShownWithItsFields) {
    const Outcome outcome = replay_changed(configured("half_spread = 100", "half_spread = 200"));
    EXPECT_EQ(outcome.exit_code, 1);
    const std::size_t recorded = outcome.out.find("order entry recorded enter order ");
    const std::size_t replayed = outcome.out.find("order entry replayed enter order ");
    ASSERT_NE(recorded, std::string::npos) << outcome.out;
    ASSERT_NE(replayed, std::string::npos) << outcome.out;
    EXPECT_NE(outcome.out.find("first difference   input "), std::string::npos) << outcome.out;
    EXPECT_NE(outcome.out.substr(recorded, 60), outcome.out.substr(replayed, 60));
}

TEST_F(TraderReplay, AChangedByteOfAnOutputIsShownWithItsPlace) {
    bool is_changed = false;
    const Outcome outcome = replay_changed([&](OwnedRecord& record) {
        constexpr std::size_t kQuantityAt = trader::kLogHeadLength + 3 + 9;
        if (!is_changed && record.type == trader::kOutputRecord &&
            record.payload.size() > kQuantityAt + 30 &&
            record.payload[trader::kLogHeadLength + 3] == std::byte{'O'}) {
            is_changed = true;
            record.payload[kQuantityAt] ^= std::byte{1};
        }
    });
    EXPECT_TRUE(is_changed);
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_NE(outcome.out.find("order entry byte 12 of "), std::string::npos) << outcome.out;
}

TEST_F(TraderReplay, AFirstRecordThatCannotBeReadIsSaidAndNotTakenForAVenues) {
    unpack("market_maker", shop.path("journal"));
    const std::string segment = "journal/00000000000000000001.journal";
    std::string bytes = shop.read(segment);
    bytes.at(journal::kSegmentHeaderBytes + journal::kRecordHeaderBytes) ^= '\x01';
    shop.write(segment, bytes);
    const Outcome outcome = replay("journal");
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_NE(outcome.err.find("record 1: "), std::string::npos) << outcome.err;
    EXPECT_EQ(outcome.err.find("--json"), std::string::npos) << outcome.err;
}

TEST_F(TraderReplay, ARecordThatIsNoneIsFoundByVerify) {
    unpack("market_maker", shop.path("journal"));
    write_changed(shop.path("journal"), shop.path("changed"), [](OwnedRecord& record) {
        if (record.type == trader::kInputRecord) {
            record.payload[8] = std::byte{0x77};
        }
    });
    const Outcome outcome = shop.hotpath({"journal", "verify", shop.name("changed")});
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_NE(outcome.err.find("must be a trader's: malformed"), std::string::npos);
}

TEST_F(TraderReplay, ADumpSaysItInWords) {
    unpack("market_maker", shop.path("journal"));
    const Outcome outcome = shop.hotpath({"journal", "dump", shop.name("journal")});
    EXPECT_EQ(outcome.exit_code, 0);
    for (const char* words :
         {"start of build", "packet of line A: messages", "order entry: login of ALICE",
          "received on order entry: order", "enter order", "output of", "bytes of order entry",
          "command: stop", "killed for shut down, it stops"}) {
        EXPECT_NE(outcome.out.find(words), std::string::npos) << words;
    }
    EXPECT_EQ(outcome.out.find("WONDERLAND"), std::string::npos);
}

/// Adds a change of the trading mode behind everything.
TEST_F(TraderReplay, TheLastLatchIsFoundWithoutReadingAll) {
    unpack("market_maker", shop.path("journal"));
    auto latch = live::read_last_latch(shop.path("journal"));
    ASSERT_TRUE(latch.has_value()) << latch.error().message;
    EXPECT_FALSE(latch->has_value()) << "a stop in order is none";
    std::uint64_t inputs = 0;
    write_changed(shop.path("journal"), shop.path("changed"), [&](OwnedRecord& record) {
        if (record.type == trader::kInputRecord && ++inputs == 500) {
            record = loss_latch();
        }
    });
    latch = live::read_last_latch(shop.path("changed"));
    ASSERT_TRUE(latch.has_value());
    // The journal has two traders: the second began open again.
    EXPECT_FALSE(latch->has_value());
    fs::remove_all(shop.path("changed"));
    std::uint64_t starts = 0;
    write_changed(shop.path("journal"), shop.path("changed"), [&](OwnedRecord& record) {
        starts += record.type == trader::kStartRecord ? 1U : 0U;
        if (record.type == trader::kInputRecord && starts == 2) {
            record = loss_latch();
        }
    });
    latch = live::read_last_latch(shop.path("changed"));
    ASSERT_TRUE(latch.has_value() && latch->has_value());
    EXPECT_EQ((**latch).mode, risk::TradingMode::ReducingOnly);
    EXPECT_EQ((**latch).reason, risk::StopReason::Loss);
    EXPECT_EQ((**latch).why, "") << "the journal of an older program";
    fs::remove_all(shop.path("changed"));
    bool is_latched = false;
    write_changed(shop.path("journal"), shop.path("changed"), [&](OwnedRecord& record) {
        starts -= record.type == trader::kStartRecord ? 1U : 0U;
        if (record.type == trader::kInputRecord && starts == 0 && is_latched) {
            record = why_record("positions differ");
        }
        if (record.type == trader::kInputRecord && starts == 0 &&
            !std::exchange(is_latched, true)) {
            record = loss_latch();
        }
    });
    latch = live::read_last_latch(shop.path("changed"));
    ASSERT_TRUE(latch.has_value() && latch->has_value());
    EXPECT_EQ((**latch).why, "positions differ");
}

}  // namespace
}  // namespace hotpath::end_to_end
