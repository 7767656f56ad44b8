// Databento DBN through the program: a generated day, written as DBN of each version and replayed,
// has the books of the original; and what cannot be read is one line.
#include <ostream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hotpath/capture/byte_sink.hpp"
#include "tests/end_to_end/command_line.hpp"
#include "tests/end_to_end/real_files.hpp"
#include "tests/support/capture_files.hpp"
#include "tests/support/dbn_day.hpp"
#include "tests/support/itch_to_dbn.hpp"

namespace hotpath {
namespace {

using end_to_end::Outcome;
using end_to_end::Workshop;
using support::DbnFile;
using support::DbnFileOptions;
using support::ItchToDbn;
using ::testing::HasSubstr;
using ::testing::Not;

class DbnCommands : public ::testing::Test {
  protected:
    void generate() {
        const Outcome made = workshop_.hotpath({"generate", "--messages", "60000", "--instruments",
                                                "8", "--seed", "7", workshop_.name("day.itch")});
        ASSERT_EQ(made.exit_code, 0) << made.err;
        end_to_end::for_each_message(workshop_.path("day.itch"), [&](Bytes message) {
            support::append(frames_, support::framed(message));
        });
    }
    void write(const std::string& name, Bytes bytes) const {
        auto sink = capture::ByteSink::create(workshop_.path(name));
        ASSERT_TRUE(sink && (*sink)->write(bytes) && (*sink)->close());
    }
    [[nodiscard]] nlohmann::ordered_json replayed(const std::string& name) const {
        const Outcome outcome = workshop_.hotpath(
            {"replay", workshop_.name(name), "--json", workshop_.name("result.json")});
        EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
        return workshop_.read_json("result.json");
    }

    Workshop workshop_;
    support::OwnedBytes frames_;
};

struct Written {
    std::uint8_t version;
    const char* dataset;
    const char* name;

    friend void PrintTo(const Written& written, std::ostream* out) {
        *out << "version " << int{written.version} << " of " << written.dataset << ", "
             << written.name;
    }
};

class DbnRoundTrip : public DbnCommands, public ::testing::WithParamInterface<Written> {};

INSTANTIATE_TEST_SUITE_P(EachVersion, DbnRoundTrip,
                         ::testing::Values(Written{1, "XNAS.ITCH", "day.dbn"},
                                           Written{2, "XNAS.ITCH", "day.dbn.zst"},
                                           Written{3, "XNAS.ITCH", "day.dbn.zst"},
                                           Written{3, "XNYS.PILLAR", "day.dbn.gz"}));

TEST_P(DbnRoundTrip, ReplaysToTheBooksAndTradesOfTheOriginalDay) {
    generate();
    const auto original = replayed("day.itch");
    write(GetParam().name, ItchToDbn::file(frames_, {.version = GetParam().version,
                                                     .dataset = GetParam().dataset,
                                                     .start = support::kItchToDbnMidnight})
                               .bytes());
    const auto dbn = replayed(GetParam().name);
    EXPECT_EQ(dbn["book_checksum"], original["book_checksum"]);
    EXPECT_EQ(dbn["open_orders"], original["open_orders"]);
    EXPECT_EQ(dbn["instruments"], 8);
    // Its records begin with the first order; the original's messages with the start of the day.
    EXPECT_GE(dbn["first_time_ns"], original["first_time_ns"]);
    EXPECT_EQ(dbn["book_basis"], "every order");
    EXPECT_EQ(dbn["unknown_orders"], 0);
    EXPECT_EQ(dbn["duplicate_orders"], 0);
    EXPECT_EQ(dbn["decode_errors"], 0);
    const auto count = [](const nlohmann::ordered_json& json, const std::string& types) {
        std::uint64_t sum = 0;
        for (const char type : types) {
            sum += json["by_type"].value(std::string(1, type), 0U);
        }
        return sum;
    };
    EXPECT_EQ(count(dbn, "EC"), count(original, "EC"));
    EXPECT_EQ(count(dbn, "P"), count(original, "PQ")) << "a cross is a trade without a side";
    EXPECT_EQ(count(dbn, "AF"), count(original, "AFU"));
    EXPECT_GT(dbn["counters"]["file"]["records"], 60'000);
}

TEST_P(DbnRoundTrip, HasTheBooksOfTheOriginalInTheMiddleOfTheDay) {
    generate();
    const auto checksum = [&](const std::string& name) {
        const Outcome outcome =
            workshop_.hotpath({"replay", workshop_.name(name), "--until", "12:00:00", "--json",
                               workshop_.name("result.json")});
        EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
        return workshop_.read_json("result.json")["book_checksum"];
    };
    write(GetParam().name,
          ItchToDbn::file(frames_, {.version = GetParam().version, .dataset = GetParam().dataset})
              .bytes());
    EXPECT_EQ(checksum(GetParam().name), checksum("day.itch"));
}

TEST_F(DbnCommands, ReplayOfLevelsSaysWhatTheBookIs) {
    using protocols::dbn::Mbp10Msg;
    write("levels.dbn",
          support::dbn_file<Mbp10Msg>(
              {support::mbp<Mbp10Msg>('A', 'B', {}, {{5000, 10}, {4990, 5}}, {{5100, 7}})},
              support::dbn_day_options(protocols::dbn::schema::kMbp10))
              .bytes());
    const Outcome outcome = workshop_.hotpath(
        {"replay", workshop_.name("levels.dbn"), "--json", workshop_.name("result.json")});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(outcome.out,
                HasSubstr("by price: each of the 10 best levels of a side is one order"));
    const auto json = workshop_.read_json("result.json");
    EXPECT_EQ(json["book_basis"], "by price");
    EXPECT_EQ(json["book_levels"], 10);
    EXPECT_EQ(json["open_orders"], 3);
    EXPECT_EQ(json["counters"]["file"]["book_rows"], 1);
}

TEST_F(DbnCommands, ReplayShowsErrorsOfTheGatewayAndRecordsThatAreSkipped) {
    DbnFile file(support::dbn_day_options());
    file.add(protocols::dbn::ErrorMsgV2{});
    file.add(support::mbo('A', 1, 'B', 5000, 1));
    std::vector<std::byte> bar(56);
    bar[0] = std::byte{14};
    bar[1] = std::byte{0x20};
    file.add_bytes(bar);
    write("day.dbn", file.bytes());
    const Outcome outcome = workshop_.hotpath({"replay", workshop_.name("day.dbn")});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("has 1 error records of its gateway"));
    EXPECT_THAT(outcome.out, HasSubstr("1 records of types that are not read were skipped"));
}

TEST_F(DbnCommands, DemoTradesOnARecording) {
    generate();
    write("day.dbn.zst", ItchToDbn::file(frames_, {}).bytes());
    const Outcome outcome = workshop_.hotpath(
        {"demo", workshop_.name("day.dbn.zst"), "--report", workshop_.name("report.html")});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(outcome.out + outcome.err, HasSubstr("day.dbn.zst (Databento DBN)"));
}

TEST_F(DbnCommands, StatisticsCountsARecording) {
    generate();
    write("day.dbn", ItchToDbn::file(frames_, {}).bytes());
    const Outcome outcome = workshop_.hotpath(
        {"statistics", workshop_.name("day.dbn"), "--json", workshop_.name("result.json")});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
}

TEST_F(DbnCommands, WhatCannotBeReadIsOneLineThatNamesTheFile) {
    const auto expect_line = [&](const DbnFile& file, const std::string& part) {
        write("bad.dbn", file.bytes());
        const Outcome outcome = workshop_.hotpath({"replay", workshop_.name("bad.dbn")});
        EXPECT_EQ(outcome.exit_code, 1);
        EXPECT_THAT(outcome.err, HasSubstr(workshop_.name("bad.dbn") + ": " + part));
        EXPECT_EQ(std::ranges::count(outcome.err, '\n'), 1) << outcome.err;
    };
    const auto options = support::dbn_day_options();
    expect_line(support::dbn_file<protocols::dbn::MboMsg>(
                    {support::mbo('A', 1, 'B', 5000, 1, 0x80, 99)}, options),
                "record 1 (mbo, instrument 99, byte ");
    auto price = support::mbo('A', 1, 'B', 5000, 1);
    price.store_price(1);
    expect_line(support::dbn_file<protocols::dbn::MboMsg>({price}, options),
                "record 1 (mbo, instrument 7, byte ");
    DbnFileOptions bars = options;
    bars.schema = 5;
    expect_line(DbnFile(bars), "is a DBN recording of schema ohlcv-1s");
    DbnFile cut(options);
    cut.add_bytes(std::vector<std::byte>(1, std::byte{14}));
    expect_line(cut, "cut off at byte ");
}

}  // namespace
}  // namespace hotpath
