// Every entry comes back from its bytes, and bytes that are none are refused.
#include "hotpath/trader/input_log.hpp"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

namespace hotpath::trader {
namespace {

using protocols::DecodeStatus;
using ByteVector = std::vector<std::byte>;

constexpr Time kTime{1'234'567};

template <class Head>
[[nodiscard]] ByteVector joined(const Head& head, Bytes rest = {}) {
    ByteVector bytes(head.begin(), head.end());
    bytes.insert(bytes.end(), rest.begin(), rest.end());
    return bytes;
}

[[nodiscard]] DecodeStatus decoded(LogType type, Bytes payload, LogRecord& record) {
    return decode(type, kTime, payload, record);
}
[[nodiscard]] DecodeStatus status_of(LogType type, Bytes payload) {
    LogRecord ignored;
    return decoded(type, payload, ignored);
}

const ByteVector kBytes{std::byte{1}, std::byte{2}, std::byte{3}};

TEST(InputLog, AStartComesBack) {
    const Start start{
        .build_id = 7,
        .config_hash = 8,
        .now = kTime,
        .venue = 3,
        .subject = Subject::Engine,
        .latch = {.mode = risk::TradingMode::ReducingOnly, .reason = risk::StopReason::Loss},
        .text = "[account]\n"};
    const ByteVector payload =
        joined(encode(start, true), std::as_bytes(std::span(start.text.data(), 10)));
    LogRecord record;
    ASSERT_EQ(decoded(kStartRecord, payload, record), DecodeStatus::Ok);
    EXPECT_TRUE(record.has_more);
    const auto& back = std::get<Start>(record.entry);
    EXPECT_EQ(back.build_id, 7U);
    EXPECT_EQ(back.config_hash, 8U);
    EXPECT_EQ(back.now, kTime);
    EXPECT_EQ(back.venue, 3);
    EXPECT_EQ(back.subject, Subject::Engine);
    EXPECT_EQ(back.latch.mode, risk::TradingMode::ReducingOnly);
    EXPECT_EQ(back.latch.reason, risk::StopReason::Loss);
    EXPECT_EQ(back.text, start.text);
}

/// One of each alternative.
[[nodiscard]] std::vector<Event> one_of_each() {
    return {event::Timer{},
            event::Packet{feed::Line::B, kBytes},
            event::Received{Port::DropCopy, kBytes},
            event::Connected{Port::Glimpse},
            event::Disconnected{Port::DropCopy},
            event::Written{Port::DropCopy, 512},
            event::RequestsTaken{},
            event::Kill{},
            event::Stop{},
            event::StopTrading{risk::TradingMode::ReducingOnly, risk::StopReason::Loss},
            OperatorCommand{.action = OperatorAction::Cancel,
                            .number = 5,
                            .symbol = *Symbol::from("AAPL"),
                            .by = protocols::to_alpha<6>("NIGHT")},
            event::LoopPacket{feed::FeedLoop::States, kBytes}};
}

/// As a journal has it.
[[nodiscard]] ByteVector recorded(const Input& input, bool has_more = false) {
    std::array<std::byte, kOperatorCommandLength> of_command{};
    const auto* command = std::get_if<OperatorCommand>(&input.event);
    return joined(encode(input, has_more),
                  command == nullptr ? bytes_of(input.event) : encode(*command, of_command));
}

TEST(InputLog, AnInputOfEachKindComesBack) {
    const std::vector<Event> events = one_of_each();
    for (std::size_t n = 0; n < events.size(); ++n) {
        ASSERT_EQ(events[n].index(), n) << "one of each";
        const ByteVector payload =
            recorded({.number = 99, .now = kTime, .venue = 1, .event = events[n]});
        LogRecord record;
        ASSERT_EQ(decoded(kInputRecord, payload, record), DecodeStatus::Ok) << n;
        EXPECT_FALSE(record.has_more);
        const auto& back = std::get<Input>(record.entry);
        EXPECT_EQ(back.number, 99U);
        EXPECT_EQ(back.now, kTime);
        EXPECT_EQ(back.venue, 1);
        EXPECT_EQ(back.event.index(), n);
        EXPECT_EQ(recorded(back), payload) << "every field";
        EXPECT_TRUE(std::ranges::equal(bytes_of(back.event), bytes_of(events[n])));
    }
    EXPECT_EQ(events.size(), std::variant_size_v<Event>);
}

/// The fields of a stop and of an operator's command, not only their bytes.
TEST(InputLog, CommandsComeBackWithTheirFields) {
    LogRecord record;
    const event::StopTrading stop{risk::TradingMode::ReducingOnly, risk::StopReason::Loss};
    ASSERT_EQ(decoded(kInputRecord, recorded({.event = stop}), record), DecodeStatus::Ok);
    const auto stopped = std::get<event::StopTrading>(std::get<Input>(record.entry).event);
    EXPECT_EQ(stopped.mode, stop.mode);
    EXPECT_EQ(stopped.reason, stop.reason);
    ASSERT_EQ(decoded(kInputRecord, recorded({.event = one_of_each()[10]}), record),
              DecodeStatus::Ok);
    const auto command = std::get<OperatorCommand>(std::get<Input>(record.entry).event);
    EXPECT_EQ(command.action, OperatorAction::Cancel);
    EXPECT_EQ(command.symbol.str(), "AAPL");
    EXPECT_EQ(command.number, 5U);
}

TEST(InputLog, AFixConnectionComesBackWithItsStart) {
    const SessionStart start{.utc = {1'764'158'400'000'000'000}, .next_number = 57};
    const Input input{.number = 1, .event = event::Connected{Port::OrderEntry, start}};
    SessionStartRoom room{};
    const ByteVector payload = joined(encode(input, false), encode(start, room));
    LogRecord record;
    ASSERT_EQ(decoded(kInputRecord, payload, record), DecodeStatus::Ok);
    const auto back = std::get<event::Connected>(std::get<Input>(record.entry).event);
    EXPECT_EQ(back.port, Port::OrderEntry);
    EXPECT_EQ(back.start, start);
    const ByteVector of_default = joined(encode(input, false), encode(SessionStart{}, room));
    EXPECT_EQ(status_of(kInputRecord, of_default), DecodeStatus::Malformed)
        << "that is a record without bytes";
    EXPECT_EQ(status_of(kInputRecord, Bytes(payload).first(payload.size() - 1)),
              DecodeStatus::Malformed);
}

TEST(InputLog, AnIlinkConnectionComesBackWithItsUuid) {
    const SessionStart start{.utc = {1'764'158'400'000'000'000},
                             .next_number = 57,
                             .uuid = 1'764'158'400'000'000,
                             .is_negotiated = true};
    const Input input{.number = 1, .event = event::Connected{Port::OrderEntry, start}};
    SessionStartRoom room{};
    ByteVector payload = joined(encode(input, false), encode(start, room));
    LogRecord record;
    ASSERT_EQ(decoded(kInputRecord, payload, record), DecodeStatus::Ok);
    EXPECT_EQ(std::get<event::Connected>(std::get<Input>(record.entry).event).start, start);
    payload.back() = std::byte{2};
    EXPECT_EQ(status_of(kInputRecord, payload), DecodeStatus::Malformed);
    payload.back() = std::byte{1};
    std::fill_n(payload.end() - 9, 8, std::byte{0});
    EXPECT_EQ(status_of(kInputRecord, payload), DecodeStatus::Malformed)
        << "without a UUID it is FIX's";
}

TEST(InputLog, AnIlinkConnectionComesBackWithTheUuidBefore) {
    const SessionStart start{.utc = {1'764'158'400'000'000'000},
                             .next_number = 57,
                             .uuid = 1'764'158'400'000'000,
                             .former_uuid = 1'764'158'300'000'000,
                             .former_end = 12};
    const Input input{.number = 1, .event = event::Connected{Port::OrderEntry, start}};
    SessionStartRoom room{};
    ByteVector payload = joined(encode(input, false), encode(start, room));
    LogRecord record;
    ASSERT_EQ(decoded(kInputRecord, payload, record), DecodeStatus::Ok);
    EXPECT_EQ(std::get<event::Connected>(std::get<Input>(record.entry).event).start, start);
    std::fill_n(payload.end() - 12, 8, std::byte{0});
    ASSERT_EQ(decoded(kInputRecord, payload, record), DecodeStatus::Ok)
        << "reports of before the first Negotiate";
    EXPECT_EQ(std::get<event::Connected>(std::get<Input>(record.entry).event).start.former_end,
              start.former_end);
    std::fill_n(payload.end() - 4, 4, std::byte{0});
    EXPECT_EQ(status_of(kInputRecord, payload), DecodeStatus::Malformed)
        << "without one the record is shorter";
}

TEST(InputLog, OutputsStampsModesAndLossesComeBack) {
    LogRecord record;
    const Output output{.number = 5, .venue = 2, .port = OutputPort::Requests, .bytes = kBytes};
    const ByteVector payload = joined(encode(output), kBytes);
    ASSERT_EQ(decoded(kOutputRecord, payload, record), DecodeStatus::Ok);
    EXPECT_EQ(std::get<Output>(record.entry).port, OutputPort::Requests);
    EXPECT_EQ(std::get<Output>(record.entry).venue, 2);
    EXPECT_TRUE(std::ranges::equal(std::get<Output>(record.entry).bytes, kBytes));

    const Stamps stamps{.number = 6, .venue = 0, .ticks = {1, 2, 3, 4, 5, 6, 7}};
    ASSERT_EQ(decoded(kStampsRecord, encode(stamps), record), DecodeStatus::Ok);
    EXPECT_EQ(std::get<Stamps>(record.entry).ticks, stamps.ticks);

    const ModeChange change{.number = 7,
                            .now = kTime,
                            .venue = 1,
                            .mode = risk::TradingMode::Killed,
                            .reason = risk::StopReason::Journal,
                            .is_stopping = true};
    ASSERT_EQ(decoded(kModeRecord, encode(change), record), DecodeStatus::Ok);
    EXPECT_EQ(std::get<ModeChange>(record.entry).mode, change.mode);
    EXPECT_EQ(std::get<ModeChange>(record.entry).reason, change.reason);
    EXPECT_TRUE(std::get<ModeChange>(record.entry).is_stopping);

    ASSERT_EQ(decoded(kLostRecord, encode(Lost{.number = 8, .now = kTime, .venue = 4}), record),
              DecodeStatus::Ok);
    EXPECT_EQ(std::get<Lost>(record.entry).number, 8U);
    EXPECT_EQ(std::get<Lost>(record.entry).venue, 4);

    const std::string words = "positions differ";
    const Bytes text = std::as_bytes(std::span(words));
    const auto why =
        joined(encode(Why{.number = 9, .venue = 1}), ByteVector(text.begin(), text.end()));
    ASSERT_EQ(decoded(kWhyRecord, why, record), DecodeStatus::Ok);
    EXPECT_EQ(std::get<Why>(record.entry).number, 9U);
    EXPECT_EQ(std::get<Why>(record.entry).venue, 1);
    EXPECT_EQ(std::get<Why>(record.entry).text, words);
}

[[nodiscard]] ByteVector bytes_of(std::initializer_list<int> values) {
    ByteVector bytes;
    for (const int value : values) {
        bytes.push_back(static_cast<std::byte>(value));
    }
    return bytes;
}

TEST(InputLog, TheBytesAreThoseOfTheDrawing) {
    const Input input{.number = 0x0102'0304'0506'0708,
                      .venue = 9,
                      .event = event::Written{Port::DropCopy, 0x0A0B'0C0D}};
    EXPECT_EQ(joined(encode(input, true)),
              bytes_of({8, 7, 6, 5, 4, 3, 2, 1, 5, 9, 2, 1, 0x0D, 0x0C, 0x0B, 0x0A}));
    const ModeChange change{.number = 1,
                            .venue = 2,
                            .mode = risk::TradingMode::Killed,
                            .reason = risk::StopReason::Operator,
                            .is_stopping = true};
    EXPECT_EQ(joined(encode(change)), bytes_of({1, 0, 0, 0, 0, 0, 0, 0, 2, 2, 1, 1, 0, 0, 0, 0}));
}

TEST(InputLog, LengthsThatAreNoneAreRefused) {
    EXPECT_EQ(status_of(kStartRecord, ByteVector(kStartHeadLength - 1)), DecodeStatus::Truncated);
    EXPECT_EQ(status_of(kInputRecord, ByteVector(kLogHeadLength - 1)), DecodeStatus::Truncated);
    EXPECT_EQ(status_of(kOutputRecord, ByteVector(kLogHeadLength - 1)), DecodeStatus::Truncated);
    EXPECT_EQ(status_of(kStampsRecord, ByteVector(kStampsLength - 1)), DecodeStatus::Truncated);
    EXPECT_EQ(status_of(kStampsRecord, ByteVector(kStampsLength + 1)), DecodeStatus::Oversized);
    EXPECT_EQ(status_of(kModeRecord, ByteVector(kLogHeadLength + 1)), DecodeStatus::Oversized);
    EXPECT_EQ(status_of(kLostRecord, ByteVector(kLogHeadLength + 1)), DecodeStatus::Oversized);
    EXPECT_EQ(status_of(kInputRecord, ByteVector(kLogRecordMax + 1)), DecodeStatus::Oversized);
    EXPECT_EQ(status_of(kStartRecord - 1, ByteVector(kLogHeadLength)), DecodeStatus::UnknownType);
    EXPECT_EQ(status_of(kWhyRecord, ByteVector(kLogHeadLength + kWhyTextMax + 1)),
              DecodeStatus::Malformed);
    EXPECT_EQ(status_of(kWhyRecord + 1, ByteVector(kLogHeadLength)), DecodeStatus::UnknownType);
}

/// Of the first 16 bytes each byte that must be one of a few is set to 0xff.
TEST(InputLog, ValuesThatAreNoneAreRefused) {
    const auto with = [](auto head, std::size_t at, std::uint8_t value) {
        head[at] = std::byte{value};
        return joined(head);
    };
    const Input timer{.number = 1};
    for (const std::size_t at : {8U, 9U, 10U, 11U, 12U}) {
        EXPECT_EQ(status_of(kInputRecord, with(encode(timer, false), at, 0xff)),
                  DecodeStatus::Malformed)
            << at;
    }
    EXPECT_EQ(status_of(kInputRecord, joined(encode(timer, false), kBytes)),
              DecodeStatus::Malformed)
        << "a timer has no bytes";
    EXPECT_EQ(status_of(kInputRecord, encode(timer, true)), DecodeStatus::Malformed)
        << "nothing cannot go on";
    const Input kill{.number = 1, .event = event::Kill{}};
    for (const std::size_t at : {10U, 12U}) {  // another command, a value
        EXPECT_EQ(status_of(kInputRecord, with(encode(kill, false), at, 0xff)),
                  DecodeStatus::Malformed)
            << at;
    }
    EXPECT_EQ(status_of(kInputRecord, with(encode(kill, false), 10, 0)), DecodeStatus::Malformed)
        << "no command";
    const Input stop{.number = 1, .event = event::StopTrading{}};
    for (const std::size_t at : {12U, 13U, 14U}) {  // reason, mode, nothing
        EXPECT_EQ(status_of(kInputRecord, with(encode(stop, false), at, 0xff)),
                  DecodeStatus::Malformed)
            << at;
    }
    const Input command{.number = 1, .event = OperatorCommand{}};
    EXPECT_EQ(status_of(kInputRecord, joined(encode(command, false), kBytes)),
              DecodeStatus::Malformed)
        << "no operator's command";
    EXPECT_EQ(status_of(kOutputRecord, with(encode(Output{}), 8, kVenuesMax)),
              DecodeStatus::Malformed);
    EXPECT_EQ(status_of(kModeRecord, with(encode(ModeChange{}), 8, kVenuesMax)),
              DecodeStatus::Malformed);
    for (const std::size_t at : {9U, 10U, 15U}) {
        EXPECT_EQ(status_of(kOutputRecord, with(encode(Output{}), at, 0xff)),
                  DecodeStatus::Malformed)
            << at;
        EXPECT_EQ(status_of(kModeRecord, with(encode(ModeChange{}), at, 0xff)),
                  DecodeStatus::Malformed)
            << at;
        EXPECT_EQ(status_of(kStampsRecord, with(encode(Stamps{}), at, 0xff)),
                  DecodeStatus::Malformed)
            << at;
        EXPECT_EQ(status_of(kLostRecord, with(encode(Lost{}), at, 0xff)), DecodeStatus::Malformed)
            << at;
    }
    for (const std::size_t at : {17U, 18U, 19U, 20U, 21U, 23U}) {
        EXPECT_EQ(status_of(kStartRecord, with(encode(Start{}, false), at, 0xff)),
                  DecodeStatus::Malformed)
            << at;
    }
}

}  // namespace
}  // namespace hotpath::trader
