// A trader's journal, replayed, gives the same bytes; and what is not the same is found.
#include "hotpath/trader/input_replay.hpp"

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/protocols/cme/ilink3/client.hpp"
#include "tests/support/faulty_day.hpp"
#include "tests/support/fix_messages.hpp"
#include "tests/support/input_records.hpp"
#include "tests/support/no_alloc_scope.hpp"
#include "tests/support/seeds.hpp"
#include "tests/support/trader_world.hpp"

namespace hotpath::trader {
namespace {

using support::InputLog;
using LoggedWorld = support::BasicTraderWorld<support::LoggedTrader>;

constexpr strategy::MarketMakerOptions kQuotes{.instruments_max = 3, .quote_qty = {100}};

class Replaying : public testing::Test {
  protected:
    void trade() {
        support::log_all(world, log);
        world.trade_with_faults();
    }
    [[nodiscard]] std::optional<Difference> difference(
        const TraderOptions& options = support::trader_at_the_venue(),
        const strategy::MarketMakerOptions& quotes = kQuotes) {
        return difference_up_to(log.entries.size(), options, quotes);
    }
    [[nodiscard]] std::optional<Difference> difference_up_to(
        std::size_t count, const TraderOptions& options = support::trader_at_the_venue(),
        const strategy::MarketMakerOptions& quotes = kQuotes) {
        support::MarketMakers traders(options, quotes);
        const support::Replayed replayed = support::replay(log, traders, count);
        counters = replayed.counters;
        return replayed.difference;
    }
    [[nodiscard]] InputLog::Entry& nth_of_type(LogType type, std::size_t n) {
        for (InputLog::Entry& entry : log.entries) {
            if (entry.type == type && n-- == 0) {
                return entry;
            }
        }
        throw std::out_of_range("there are fewer records of this type");
    }

    LoggedWorld world;
    InputLog log;
    ReplayCounters counters;
};

TEST_F(Replaying, TheSameInputsGiveTheSameBytes) {
    trade();
    EXPECT_FALSE(difference().has_value());
    EXPECT_EQ(counters.starts, 1U);
    EXPECT_EQ(counters.inputs, world.trader().inputs());
    EXPECT_GT(counters.output_bytes[0], 300U);
    EXPECT_GT(counters.output_bytes[3], 0U) << "requests, too";
    EXPECT_EQ(counters.unsent, 0U);
    EXPECT_EQ(counters.unknown, 0U);
}

TEST_F(Replaying, NoPasswordIsWrittenDown) {
    trade();
    for (const InputLog::Entry& entry : log.entries) {
        const std::string_view text(reinterpret_cast<const char*>(entry.payload.data()),
                                    entry.payload.size());
        EXPECT_EQ(text.find("SECRET"), std::string_view::npos);
        EXPECT_EQ(text.find("WATCH"), std::string_view::npos);
    }
}

TEST_F(Replaying, AChangedByteOfAnInputIsFound) {
    trade();
    std::size_t found = 0;
    for (std::size_t n = 0; n < 400 && !found; ++n) {
        InputLog::Entry& entry = log.entries[n];
        if (entry.type != kInputRecord || entry.payload.size() < 80) {
            continue;
        }
        entry.payload.back() ^= std::byte{0x40};  // of an order's price, some time
        found += difference().has_value() ? 1U : 0U;
        entry.payload.back() ^= std::byte{0x40};
    }
    EXPECT_EQ(found, 1U);
}

TEST_F(Replaying, AChangedByteOfAnOutputIsFoundAtItsInput) {
    trade();
    InputLog::Entry& output = nth_of_type(kOutputRecord, 5);
    output.payload.back() ^= std::byte{1};
    const auto found = difference();
    ASSERT_TRUE(found.has_value());
    EXPECT_EQ(found->input.number, load_le<std::uint64_t>(output.payload.data()));
    EXPECT_NE(found->recorded.venues[0].outputs, found->replayed.venues[0].outputs);
    EXPECT_EQ(found->status, ApplyStatus::Ok);
}

TEST_F(Replaying, AnotherQuantityIsFoundAtTheFirstOrder) {
    trade();
    strategy::MarketMakerOptions quotes = kQuotes;
    quotes.quote_qty = {99};
    const auto found = difference(support::trader_at_the_venue(), quotes);
    ASSERT_TRUE(found.has_value());
    EXPECT_EQ(found->recorded.venues[0].outputs[0].size(),
              found->replayed.venues[0].outputs[0].size());
    EXPECT_NE(found->recorded.venues[0].outputs[0], found->replayed.venues[0].outputs[0]);
}

TEST_F(Replaying, AStricterLimitIsFound) {
    trade();
    TraderOptions options = support::trader_at_the_venue();
    options.engine.limits.order_qty_max = {99};
    const auto found = difference(options);
    ASSERT_TRUE(found.has_value());
    EXPECT_GT(found->recorded.venues[0].outputs[0].size(),
              found->replayed.venues[0].outputs[0].size());
}

TEST_F(Replaying, AMissingInputIsAHole) {
    trade();
    const auto second = std::ranges::find_if(
        log.entries, [](const InputLog::Entry& entry) { return entry.type == kInputRecord; });
    log.entries.erase(second);
    const auto found = difference();
    ASSERT_TRUE(found.has_value());
    EXPECT_EQ(found->status, ApplyStatus::Hole);
    EXPECT_EQ(found->input.number, 2U);
}

TEST_F(Replaying, WhatCannotHaveHappenedIsADifferenceAndNoCrash) {
    trade();
    TraderOptions no_copy = support::trader_at_the_venue();
    no_copy.drop_copy.reset();
    auto found = difference(no_copy);
    ASSERT_TRUE(found.has_value());
    EXPECT_EQ(found->status, ApplyStatus::NoSuchPort);
    for (InputLog::Entry& entry : log.entries) {
        if (entry.type == kInputRecord &&
            entry.payload[8] == static_cast<std::byte>(InputKind::Written)) {
            store_le(&entry.payload[12], std::uint32_t{60'000});
            break;
        }
    }
    found = difference();
    ASSERT_TRUE(found.has_value());
    EXPECT_EQ(found->status, ApplyStatus::NothingToWrite);
}

TEST_F(Replaying, TheOperatorsCommandsAndTheModeAreReplayed) {
    trade();
    world.trader().stop_trading(
        {.mode = risk::TradingMode::ReducingOnly, .reason = risk::StopReason::Heartbeat},
        world.venue.now);
    world.advance_ms(100);
    world.trader().kill(world.venue.now);
    world.advance_ms(100);
    world.trader().stop(world.venue.now);
    world.advance_ms(1'000);
    EXPECT_FALSE(difference().has_value());
    EXPECT_EQ(counters.modes, 2U);
    EXPECT_EQ(counters.by_kind[static_cast<std::size_t>(InputKind::Command)], 3U);
    nth_of_type(kModeRecord, 0).payload[10] = static_cast<std::byte>(risk::StopReason::Loss);
    ASSERT_TRUE(difference().has_value()) << "another reason is a difference";
}

/// Killed anywhere, its journal is as far as it goes one of the same trader.
TEST_F(Replaying, CutBehindAnyRecordItIsStillTheSame) {
    trade();
    std::uint64_t unsent = 0;
    for (std::size_t count = 0; count <= log.entries.size(); ++count) {
        ASSERT_FALSE(difference_up_to(count).has_value()) << count << " records";
        unsent += counters.unsent;
    }
    EXPECT_GT(unsent, 0U) << "some cuts are between an input and what it put out";
}

TEST_F(Replaying, AnInputCutInTwoDidNotHappen) {
    support::log_all(world, log);
    world.make_market();
    world.advance_ms(500);
    std::vector<std::byte> packet(3 * kPieceMax);  // whatever it says
    world.trader().on_packet({.line = feed::Line::A, .bytes = packet, .now = world.venue.now});
    ASSERT_FALSE(difference().has_value());
    EXPECT_EQ(counters.inputs, world.trader().inputs());
    EXPECT_FALSE(difference_up_to(log.entries.size() - 1).has_value());
    EXPECT_EQ(counters.unheard, 1U);
    EXPECT_EQ(counters.inputs + 1, world.trader().inputs());
}

TEST_F(Replaying, AFullChannelStopsTradingAndSaysSo) {
    trade();
    log.slots_free = 40;
    EXPECT_GT(world.open_orders(), 0U);
    world.make_market();
    world.advance_ms(2'000);
    EXPECT_TRUE(world.trader().engine().is_killed());
    EXPECT_EQ(world.trader().engine().gateway().risk().stop_reason(), risk::StopReason::Journal);
    EXPECT_EQ(world.open_orders(), 0U) << "what was open is canceled, though no journal keeps it";
    EXPECT_FALSE(difference().has_value());
    EXPECT_EQ(counters.lost, 1U);
    EXPECT_LT(counters.inputs, world.trader().inputs());
    const InputLog::Entry& last = log.entries.back();
    EXPECT_EQ(last.type, kModeRecord) << "there was room left to say why";
    EXPECT_EQ(last.payload[10], static_cast<std::byte>(risk::StopReason::Journal));
}

TEST_F(Replaying, WhatIsNoJournalOfATraderIsAnError) {
    support::MarketMakers traders(support::trader_at_the_venue(), kQuotes);
    InputReplay replay(traders);
    const LogHead head = encode(Input{.number = 1}, false);
    EXPECT_FALSE(replay.add(1, kInputRecord, {}, head)) << "it has no start";
    EXPECT_FALSE(replay.add(1, kInputRecord, {}, Bytes(head).first(3)));
    EXPECT_TRUE(replay.add(1, 1, {}, {})) << "another's record is counted";
    EXPECT_EQ(replay.counters().unknown, 1U);
}

/// Hears of everything and has room for it.
struct Nowhere {
    bool try_write(LogType, Time, Bytes, Bytes, std::size_t) noexcept { return true; }
};

TEST(InputRecording, AllocatesNothing) {
    InputRecorder<Nowhere> recorder;
    const std::vector<std::byte> bytes(10'000);
    const NoAllocScope scope;
    recorder.on_input({.number = 1, .event = event::Packet{.bytes = bytes}});
    recorder.on_output({.number = 1, .bytes = bytes});
    recorder.on_mode({.number = 1});
    EXPECT_EQ(scope.allocations(), 0U);
}

// Places in protocols::OrderEntries.
constexpr std::size_t kOuch = 0;
constexpr std::size_t kFix = 1;
constexpr std::size_t kIlink = 2;

/// A recorder's log of the outputs of order entry over a protocol.
struct RecordedOutputs {
    explicit RecordedOutputs(std::size_t at) : protocol(static_cast<std::uint8_t>(at)) {}

    void connect() { take(event::Connected{.start = {.uuid = protocol == kIlink ? 7U : 0U}}); }
    void receive() { take(event::Received{}); }
    void send(Bytes bytes) {
        recorder.on_output({.number = 1, .protocol = protocol, .bytes = bytes});
    }
    /// Where the output's ring ends a message comes in two pieces.
    void send_in_two(Bytes bytes, std::size_t first) {
        send(bytes.first(first));
        send(bytes.subspan(first));
    }
    /// The only record.
    [[nodiscard]] std::vector<std::byte> recorded() const {
        EXPECT_EQ(log.entries.size(), 1U);
        if (log.entries.empty()) {
            return {};
        }
        const Bytes payload = Bytes(log.entries.back().payload).subspan(kLogHeadLength);
        return {payload.begin(), payload.end()};
    }

    /// Its own record is the first, and not kept.
    void take(const Event& event) {
        log.entries.clear();
        recorder.on_input({.number = 1, .event = event});
        EXPECT_EQ(log.entries.size(), 1U);
        log.entries.clear();
    }

    std::uint8_t protocol;
    InputLog log{};
    support::LogRecorder recorder{support::InputLogChannel{&log}};
};

TEST(InputRecording, HidesThePasswordOfALoginInTwoPieces) {
    protocols::nasdaq::soupbintcp::LoginRequest login;
    login.store_username(protocols::to_alpha<6>("ALICE"));
    login.store_password(protocols::to_alpha<10>("WONDERLAND"));
    protocols::nasdaq::soupbintcp::LoginRequest shown = login;
    shown.store_password(protocols::to_alpha<10>(protocols::kHiddenPassword));
    const Bytes bytes(login.bytes());
    RecordedOutputs outputs(kOuch);
    for (std::size_t first = 0; first <= bytes.size(); ++first) {
        outputs.connect();
        outputs.send_in_two(bytes, first);
        EXPECT_TRUE(std::ranges::equal(outputs.recorded(), shown.bytes())) << first;
    }
}

TEST(InputRecording, HidesThePasswordOfAFixLogonInTwoPieces) {
    const auto logon_with = [](const std::string& password) {
        return support::fix_message("FIX.4.4",
                                    "35=A|34=1|49=ALICE|52=20251126-12:00:00.000|56=VENUE|98=0|"
                                    "108=30|554=" +
                                        password + "|");
    };
    const std::string logon = logon_with("WONDERLAND");
    const std::string shown = logon_with("**********");
    const Bytes bytes = std::as_bytes(std::span(logon));
    RecordedOutputs outputs(kFix);
    for (std::size_t first = 0; first <= bytes.size(); ++first) {
        outputs.connect();
        outputs.send_in_two(bytes, first);
        EXPECT_TRUE(std::ranges::equal(outputs.recorded(), std::as_bytes(std::span(shown))))
            << first;
    }
}

/// What an iLink 3 client sends at the begin of a connection, with this byte in place of each of the
/// signature.
[[nodiscard]] std::vector<std::byte> ilink_log_on(std::uint8_t signature, bool is_negotiated) {
    struct EndSigner final : protocols::cme::ilink3::Signer {
        explicit EndSigner(std::uint8_t with) : each(with) {}
        protocols::cme::ilink3::Signature sign(std::string_view) noexcept override {
            protocols::cme::ilink3::Signature made;
            made.fill(each);
            return made;
        }
        std::uint8_t each;
    };
    EndSigner signer(signature);
    auto client = *protocols::cme::ilink3::IlinkClient::create(
        {.access_key_id = "KEY", .session = "ABC", .firm = "F"}, signer);
    client.begin_session({.uuid = 7, .is_negotiated = is_negotiated});
    client.on_connected({1'000});
    return {client.output().begin(), client.output().end()};
}

/// Negotiate begins a connection; Establish follows what is received.
TEST(InputRecording, HidesTheSignaturesOfAnIlinkLogOnInTwoPieces) {
    const std::vector<std::byte> negotiate = ilink_log_on(9, false);
    const std::vector<std::byte> establish = ilink_log_on(9, true);
    RecordedOutputs outputs(kIlink);
    for (std::size_t first = 1; first <= negotiate.size(); ++first) {
        outputs.connect();
        outputs.send_in_two(negotiate, first);
        EXPECT_EQ(outputs.recorded(), ilink_log_on(0, false)) << first;
        outputs.receive();
        outputs.send_in_two(establish, first);
        EXPECT_EQ(outputs.recorded(), ilink_log_on(0, true)) << first;
        outputs.connect();  // a UUID that was negotiated before
        outputs.send_in_two(establish, first);
        EXPECT_EQ(outputs.recorded(), ilink_log_on(0, true)) << first;
    }
}

/// Where the output's ring ends an order comes in two pieces, and the second may begin with any byte.
TEST(InputRecording, ChangesNoByteOfWhatFollowsALogOn) {
    const std::string logon = support::fix_message("FIX.4.4", "35=A|34=1|49=A|56=V|98=0|108=30|");
    const std::vector<std::byte> establish = ilink_log_on(9, true);
    const protocols::nasdaq::soupbintcp::LoginRequest login;
    const std::array<Bytes, 3> log_ons{login.bytes(), std::as_bytes(std::span(logon)), establish};
    for (const std::size_t protocol : {kOuch, kFix, kIlink}) {
        RecordedOutputs outputs(protocol);
        for (unsigned first = 0; first < 256; ++first) {
            std::vector<std::byte> piece(200, std::byte{7});
            piece[0] = static_cast<std::byte>(first);
            outputs.connect();
            outputs.send(log_ons[protocol]);
            outputs.receive();
            outputs.send(piece);
            EXPECT_EQ(outputs.recorded(), piece) << protocol << " " << first;
        }
    }
}

TEST(InputRecording, ChangesNoByteOfAnIlinkSessionThatEndsBeforeItIsEstablished) {
    RecordedOutputs outputs(kIlink);
    outputs.connect();
    outputs.send(ilink_log_on(9, false));
    const std::vector<std::byte> terminate(24, std::byte{24});
    for (int again = 0; again < 2; ++again) {
        outputs.receive();
        outputs.send(terminate);
        EXPECT_EQ(outputs.recorded(), terminate);
    }
}

TEST(InputRecording, ALogonThatIsTooLongIsNotKeptAndHidesNothingElse) {
    RecordedOutputs outputs(kFix);
    outputs.connect();
    const std::vector<std::byte> endless(2'000, std::byte{'8'});
    outputs.send(endless);
    EXPECT_TRUE(outputs.log.entries.empty());
    outputs.receive();
    const std::vector<std::byte> order(50, std::byte{'9'});
    outputs.send(order);
    EXPECT_EQ(outputs.recorded(), order);
}

TEST(InputReplayProperty, AnyFaultyDayReplays) {
    const std::uint64_t first = support::seed_of_this_test(1);
    const std::uint64_t seeds = support::rounds_of_this_run({.usual = 40, .long_run = 1'000});
    std::uint64_t starts = 0;
    for (std::uint64_t seed = first; seed < first + seeds; ++seed) {
        SCOPED_TRACE(seed);
        InputLog log;
        support::FaultyDay<LoggedWorld> day(seed);
        support::log_all(day.world, log);
        day.run(200);
        support::MarketMakers traders(support::trader_at_the_venue(), kQuotes);
        const support::Replayed replayed = support::replay(log, traders);
        ASSERT_FALSE(replayed.difference.has_value())
            << "input " << replayed.difference->input.number;
        starts += replayed.counters.starts;
    }
    EXPECT_GT(starts, seeds) << "some traders were replaced";
}

}  // namespace
}  // namespace hotpath::trader
