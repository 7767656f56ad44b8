// The log between its journal and its gate: every input is a record, its outputs wait for it.

#include "hotpath/exchange/server/journaled_log.hpp"

#include <vector>

#include <gtest/gtest.h>

#include "hotpath/protocols/nasdaq/itch50/listing.hpp"
#include "hotpath/protocols/nasdaq/itch50/messages.hpp"
#include "tests/support/venue_clients.hpp"

namespace hotpath::exchange {
namespace {

using support::small_venue;

constexpr Time kOpening{34'200'000'000'000};

class JournaledLogTest : public testing::Test {
  protected:
    void list(std::uint16_t instrument, Time at) {
        protocols::nasdaq::itch50::StockDirectory directory;
        directory.store_stock_locate(instrument);
        protocols::nasdaq::itch50::fill_directory(directory,
                                                  *Symbol::from(instrument == 1 ? "AAPL" : "GOOG"));
        apply({.time = at, .event = event::Publication{directory.bytes()}});
    }
    void apply(const Input& input) {
        log_.apply(input);
        log_.hold_back();
    }
    [[nodiscard]] std::vector<InputRecord> records() {
        std::vector<InputRecord> taken;
        log_.for_each_record([&](const InputRecord& record) { taken.push_back(record); });
        return taken;
    }
    /// The number of outputs that may leave now.
    [[nodiscard]] std::size_t release(std::uint64_t seq) {
        std::size_t outputs = 0;
        log_.release(seq, [&](const Output& output) {
            EXPECT_EQ(output.kind, OutputKind::Packet);
            ++outputs;
        });
        return outputs;
    }

    VenueServerOptions options_ = completed(small_venue(1));
    JournaledLog log_{*VenueLog::create(options_.exchange, nullptr), options_};
};

TEST_F(JournaledLogTest, AnInputIsARecordAndItsOutputsWaitForIt) {
    list(1, kOpening);
    list(2, kOpening);
    EXPECT_EQ(log_.last_seq(), 2U);
    const std::vector<InputRecord> made = records();
    ASSERT_EQ(made.size(), 2U);
    EXPECT_EQ(made[1].seq, 2U);
    EXPECT_TRUE(records().empty()) << "each once";
    EXPECT_EQ(log_.waiting_outputs(), 2U);
    EXPECT_EQ(release(1), 1U);
    EXPECT_EQ(log_.durable_seq(), 1U);
    EXPECT_FALSE(log_.release(1, [](const Output&) {})) << "that is known";
    EXPECT_EQ(release(2), 1U);
    EXPECT_EQ(log_.waiting_outputs(), 0U);
}

TEST_F(JournaledLogTest, ARecordHasTheTimeOfTheLogWhichNeverGoesBack) {
    log_.move_midnight(Nanos{1'000});
    list(1, kOpening);
    EXPECT_EQ(log_.time_of_day(kOpening), kOpening - Nanos{1'000});
    EXPECT_EQ(log_.log().time(), kOpening - Nanos{1'000});
    list(2, kOpening - Nanos{500});
    const std::vector<InputRecord> made = records();
    EXPECT_EQ(made[0].time, made[1].time);
    Input input;
    ASSERT_EQ(decode(made[1].bytes, input), protocols::DecodeStatus::Ok);
    EXPECT_EQ(input.time, log_.log().time());
}

TEST_F(JournaledLogTest, HasRoomWhileJournalRecordsAndGateHave) {
    EXPECT_TRUE(log_.has_room());
    log_.set_room({.bytes = kInputLengthMax});
    EXPECT_TRUE(log_.has_room());
    list(1, kOpening);
    EXPECT_FALSE(log_.has_room()) << "the record has taken the journal's room";
    EXPECT_TRUE(log_.has_room_for_outputs_of(1));
    log_.set_room({});
    static_cast<void>(records());
    while (log_.has_room()) {
        list(1, kOpening);
        static_cast<void>(records());
    }
    EXPECT_LT(log_.waiting_outputs(), options_.gate.outputs_max) << "the last one had its room";
    static_cast<void>(release(log_.last_seq()));
    EXPECT_TRUE(log_.has_room());
}

TEST_F(JournaledLogTest, RecordsFillTheirRoomUntilTheJournalTakesThem) {
    options_.record_bytes_max = 2 * kInputLengthMax;
    JournaledLog narrow(*VenueLog::create(options_.exchange, nullptr), options_);
    EXPECT_TRUE(narrow.has_room_for_outputs_of(2));
    narrow.apply({.time = kOpening, .event = event::EndOfSession{}});
    narrow.hold_back();
    EXPECT_FALSE(narrow.has_room_for_outputs_of(2));
    EXPECT_TRUE(narrow.has_room());
    narrow.for_each_record([](const InputRecord&) {});
    EXPECT_TRUE(narrow.has_room_for_outputs_of(2));
}

TEST_F(JournaledLogTest, ItsRecordsBringAnotherToWhereItIs) {
    list(1, kOpening);
    list(2, kOpening);
    JournaledLog replayed(*VenueLog::create(options_.exchange, nullptr), options_);
    for (const InputRecord& record : records()) {
        Input input;
        ASSERT_EQ(decode(record.bytes, input), protocols::DecodeStatus::Ok);
        ASSERT_EQ(replayed.replay(input), ApplyStatus::Ok);
        replayed.end_replay(record.seq);
    }
    EXPECT_EQ(replayed.last_seq(), 2U);
    EXPECT_EQ(replayed.log().state_checksum(), log_.log().state_checksum());
    replayed.start(3);
    EXPECT_EQ(replayed.durable_seq(), 2U);
}

}  // namespace
}  // namespace hotpath::exchange
