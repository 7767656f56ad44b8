// `hotpath journal` as an operator uses it: what is in a journal, whether it is whole, and the
// repair by hand.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hotpath/journal/file_storage.hpp"
#include "hotpath/journal/files.hpp"
#include "hotpath/journal/snapshot.hpp"
#include "tests/end_to_end/command_line.hpp"
#include "tests/support/journal_days.hpp"

namespace hotpath {
namespace {

namespace fs = std::filesystem;
using end_to_end::Outcome;
using end_to_end::Workshop;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

constexpr std::uint64_t kDayRecords = 60;

class JournalCommand : public ::testing::Test {
  protected:
    void SetUp() override {
        auto storage = open_folder();
        support::write_day(*storage, kDayRecords);
        segments_ = journal::list_files(*storage)->segments;
        ASSERT_GE(segments_.size(), 3U);
    }
    [[nodiscard]] std::unique_ptr<journal::FileStorage> open_folder() const {
        return std::move(*journal::FileStorage::open_folder(folder_, journal::Opening::ReadWrite));
    }
    [[nodiscard]] std::string segment(std::size_t i) const {
        return (folder_ / journal::segment_name(segments_[i])).string();
    }
    void flip(const std::string& file, std::streamoff at) const {
        std::fstream stream(file, std::ios::in | std::ios::out | std::ios::binary);
        stream.seekg(at);
        const char byte = static_cast<char>(stream.get());
        stream.seekp(at);
        stream.put(static_cast<char>(byte ^ 1));
    }
    [[nodiscard]] Outcome run(std::vector<std::string> words) const {
        words.insert(words.begin(), "journal");
        return workshop_.hotpath(words);
    }

    Workshop workshop_;
    fs::path folder_ = workshop_.path("day");
    std::vector<std::uint64_t> segments_;
};

TEST_F(JournalCommand, DumpShowsOneLineARecord) {
    const Outcome outcome = run({"dump", folder_.string(), "--from", "7", "--count", "3"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_EQ(std::ranges::count(outcome.out, '\n'), 4);
    EXPECT_THAT(outcome.out, HasSubstr("           7   00:00:00.000007000          7 "));
    EXPECT_EQ(std::ranges::count(run({"dump", folder_.string()}).out, '\n'),
              static_cast<std::ptrdiff_t>(kDayRecords) + 1);
}

TEST_F(JournalCommand, DumpOfASegmentStaysInIt) {
    const Outcome outcome = run({"dump", segment(1)});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_EQ(std::ranges::count(outcome.out, '\n'),
              static_cast<std::ptrdiff_t>(segments_[2] - segments_[1]) + 1);
}

TEST_F(JournalCommand, DumpAsJsonHasExactlyThePromisedKeysAndWholePayloads) {
    const Outcome outcome =
        run({"dump", folder_.string(), "--json", workshop_.name("records.json")});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, IsEmpty());
    const auto json = workshop_.read_json("records.json");
    ASSERT_EQ(json.size(), kDayRecords);
    EXPECT_THAT(end_to_end::keys_of(json[0]), ElementsAre("seq", "time_ns", "type", "flags",
                                                          "epoch", "segment", "offset", "payload"));
    EXPECT_EQ(json[59]["seq"], 60);
    EXPECT_EQ(json[59]["payload"].get<std::string>().size(), support::day_payload(60).size() * 2);
}

TEST_F(JournalCommand, DumpSaysWhereItMetDamageAfterWhatIsBeforeIt) {
    flip(segment(1), 100);
    const Outcome outcome = run({"dump", folder_.string()});
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_EQ(std::ranges::count(outcome.out, '\n'), static_cast<std::ptrdiff_t>(segments_[1]));
    EXPECT_THAT(outcome.err,
                StartsWith("hotpath journal: " + segment(1) + ": at byte 64, record "));
}

TEST_F(JournalCommand, VerifyCountsAWholeJournal) {
    const auto storage = open_folder();
    ASSERT_TRUE(journal::write_snapshot(
                    *storage, {.seq = 40, .chain = **journal::chain_behind(*storage, 40)}, {})
                    .has_value());
    const Outcome outcome =
        run({"verify", folder_.string(), "--json", workshop_.name("verify.json")});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("60, 1 to 60"));
    const auto json = workshop_.read_json("verify.json");
    EXPECT_THAT(
        end_to_end::keys_of(json),
        ElementsAre("records", "first_seq", "last_seq", "payload_bytes", "state_hashes",
                    "trader_inputs", "segments", "epoch", "sealed", "torn_tail_bytes", "snapshots",
                    "snapshots_ahead", "snapshots_foreign", "archive", "damage"));
    EXPECT_EQ(json["records"], kDayRecords);
    EXPECT_EQ(json["segments"], segments_.size());
    EXPECT_EQ(json["snapshots"].size(), 1U);
    EXPECT_EQ(json["damage"].size(), 0U);
}

TEST_F(JournalCommand, VerifyTellsATornTailFromDamage) {
    const std::string last = segment(segments_.size() - 1);
    const auto storage = open_folder();
    auto reader = journal::JournalReader::open(*storage);
    journal::Record record;
    while (*reader->next(record)) {
    }
    flip(last, static_cast<std::streamoff>(reader->stop().offset) - 20);
    const Outcome outcome = run({"verify", folder_.string()});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("59, 1 to 59"));
    EXPECT_THAT(outcome.out, HasSubstr("torn tail of "));
}

TEST_F(JournalCommand, VerifyNamesEveryDamageAndFails) {
    const auto storage = open_folder();
    ASSERT_TRUE(journal::write_snapshot(
                    *storage, {.seq = 40, .chain = **journal::chain_behind(*storage, 40)}, {})
                    .has_value());
    flip((folder_ / journal::snapshot_name(40)).string(), 20);
    flip(segment(1), 300);
    const Outcome outcome = run({"verify", folder_.string()});
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_EQ(std::ranges::count(outcome.err, '\n'), 2) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr(segment(1) + ": at byte "));
    EXPECT_THAT(outcome.err, HasSubstr("the header is damaged"));
}

TEST_F(JournalCommand, VerifySeesThatTheBeginningIsMissing) {
    fs::remove(segment(0));
    const Outcome outcome = run({"verify", folder_.string()});
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_THAT(outcome.err, HasSubstr("no snapshot covers the records before it"));
}

TEST_F(JournalCommand, RepairTruncateCutsAndKeepsBesideAndThenAllIsWhole) {
    flip(segment(1), 300);
    const Outcome repaired = run({"verify", folder_.string(), "--repair-truncate"});
    EXPECT_EQ(repaired.exit_code, 0) << repaired.err;
    EXPECT_THAT(repaired.out, HasSubstr("put aside: " + segment(1) + ".damaged"));
    EXPECT_THAT(repaired.out, HasSubstr("put aside: " + segment(2) + ".cut"));
    EXPECT_TRUE(fs::exists(segment(1) + ".damaged"));
    EXPECT_EQ(run({"verify", folder_.string()}).exit_code, 0);
    EXPECT_THAT(run({"verify", segment(0), "--repair-truncate"}).err,
                HasSubstr("repaired as a whole"));
}

TEST_F(JournalCommand, AWriterAtWorkForbidsTheRepairAndNothingElse) {
    const auto storage = open_folder();
    EXPECT_EQ(run({"verify", folder_.string()}).exit_code, 0);
    const Outcome outcome = run({"verify", folder_.string(), "--repair-truncate"});
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_THAT(outcome.err, HasSubstr("another process is writing this journal"));
}

TEST_F(JournalCommand, WrongUseAndWrongInputAreTold) {
    EXPECT_EQ(run({}).exit_code, 2);
    EXPECT_EQ(run({"dump"}).exit_code, 2);
    EXPECT_EQ(run({"verify", folder_.string(), "--from", "3"}).exit_code, 2);
    EXPECT_THAT(run({"dump", workshop_.name("nothing")}).err,
                HasSubstr("No such file or directory"));
    workshop_.write("text", "x");
    EXPECT_THAT(run({"dump", workshop_.name("text")}).err, HasSubstr("must be a journal's folder"));
    fs::create_directory(workshop_.path("empty"));
    EXPECT_THAT(run({"verify", workshop_.name("empty")}).err,
                HasSubstr("the folder holds no journal"));
    EXPECT_THAT(run({"dump", folder_.string(), "--from", "99"}).err,
                HasSubstr("the journal ends with record 60"));
}

}  // namespace
}  // namespace hotpath
