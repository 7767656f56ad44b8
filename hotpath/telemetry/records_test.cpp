// What comes out of decode() can be used; a foreign record is distinguished from one that is
// damaged.
#include <cstring>
#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/telemetry/decode.hpp"

namespace hotpath::telemetry {
namespace {

template <class Record>
[[nodiscard]] RecordStatus decoded(const Record& record) {
    Record into;
    return decode(std::as_bytes(std::span(&record, 1)), into);
}

struct Heard {
    void on_stages(const StageRecord& record) { stages.push_back(record); }
    void on_state(const StateRecord& record) { states.push_back(record); }
    void on_instrument(const InstrumentRecord& record) { rows.push_back(record); }

    std::vector<StageRecord> stages{};
    std::vector<StateRecord> states{};
    std::vector<InstrumentRecord> rows{};
};

template <class Record>
[[nodiscard]] RecordStatus heard(const Record& record, Heard& listener) {
    return decode(std::as_bytes(std::span(&record, 1)), listener);
}

TEST(Records, EachKindReachesItsListener) {
    Heard listener;
    StageRecord stages;
    stages.stamps[0] = 7;
    const InstrumentRecord row{.row = 1, .rows = 2, .position = {-300}};
    EXPECT_EQ(heard(stages, listener), RecordStatus::Ok);
    EXPECT_EQ(heard(StateRecord{.events = 9}, listener), RecordStatus::Ok);
    EXPECT_EQ(heard(row, listener), RecordStatus::Ok);
    ASSERT_TRUE(listener.stages.size() == 1 && listener.states.size() == 1 &&
                listener.rows.size() == 1);
    EXPECT_EQ(listener.stages[0].at(timing::Stage::Rx), 7U);
    EXPECT_EQ(listener.states[0].events, 9U);
    EXPECT_EQ(listener.rows[0].position, SignedQty{-300});
}

TEST(Records, AnotherVersionAndAnotherKindAreUnknownAndNotDamaged) {
    StageRecord record;
    record.header.version = kRecordVersion + 1;
    EXPECT_EQ(decoded(record), RecordStatus::Unknown);
    record = {};
    record.header.kind = static_cast<RecordKind>(4);
    EXPECT_EQ(decoded(record), RecordStatus::Unknown);
    Heard listener;
    EXPECT_EQ(heard(record, listener), RecordStatus::Unknown);
    EXPECT_TRUE(listener.stages.empty());
}

TEST(Records, EveryCutLengthIsDamaged) {
    const StateRecord record;
    const auto bytes = std::as_bytes(std::span(&record, 1));
    for (std::size_t length = 0; length < bytes.size(); ++length) {
        StateRecord into;
        EXPECT_EQ(decode(bytes.first(length), into), RecordStatus::Damaged) << length;
    }
}

TEST(Records, AKindInAnothersLengthIsDamaged) {
    StageRecord record;
    record.header.kind = RecordKind::State;
    Heard listener;
    EXPECT_EQ(heard(record, listener), RecordStatus::Damaged);
}

TEST(Records, ValuesOutOfTheirBoundsAreDamaged) {
    EXPECT_EQ(decoded(StageRecord{.event = static_cast<EventKind>(5)}), RecordStatus::Damaged);
    EXPECT_EQ(decoded(StageRecord{.is_sent = 2}), RecordStatus::Damaged);
    EXPECT_EQ(decoded(StateRecord{.tick_ratio = {0, 1}}), RecordStatus::Damaged);
    EXPECT_EQ(decoded(StateRecord{.tick_ratio = {1, 0}}), RecordStatus::Damaged);
    EXPECT_EQ(decoded(StateRecord{.tick_ratio = {~std::uint64_t{0}, 1}}), RecordStatus::Damaged);
    EXPECT_EQ(decoded(StateRecord{.mode = static_cast<TradingMode>(3)}), RecordStatus::Damaged);
    EXPECT_EQ(decoded(StateRecord{.is_stale = 7}), RecordStatus::Damaged);
    EXPECT_EQ(decoded(StateRecord{.rows = kInstrumentsMax}), RecordStatus::Ok);
    EXPECT_EQ(decoded(StateRecord{.rows = kInstrumentsMax + 1}), RecordStatus::Damaged);
    EXPECT_EQ(decoded(InstrumentRecord{.row = 1, .rows = 1}), RecordStatus::Damaged);
    EXPECT_EQ(decoded(InstrumentRecord{.row = 64, .rows = 65}), RecordStatus::Damaged);
}

TEST(Records, TextsCannotSpeakToATerminal) {
    StateRecord record;
    record.name = Text<32>::of("\x1b[2Jname\xff");
    StateRecord into;
    ASSERT_EQ(decode(std::as_bytes(std::span(&record, 1)), into), RecordStatus::Ok);
    EXPECT_EQ(into.name.view(), "?[2Jname?");
    InstrumentRecord row{.row = 0, .rows = 1};
    std::memcpy(row.symbol.characters.data(), "A\nB\0    ", 8);
    InstrumentRecord row_into;
    ASSERT_EQ(decode(std::as_bytes(std::span(&row, 1)), row_into), RecordStatus::Ok);
    EXPECT_EQ(row_into.symbol.view(), "A?B?");
}

TEST(Records, ATextIsCutToFit) {
    EXPECT_EQ(Text<4>::of("abcdef").view(), "abcd");
    EXPECT_EQ(Text<4>::of("ab").view(), "ab");
    EXPECT_EQ(Text<4>{}.view(), "");
}

}  // namespace
}  // namespace hotpath::telemetry
