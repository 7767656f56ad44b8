#include "hotpath/capture/lobster.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zip.h>

#include "hotpath/protocols/nasdaq/itch50/decode.hpp"
#include "tests/support/capture_files.hpp"
#include "tests/support/temporary_directory.hpp"

namespace hotpath::capture {
namespace {

using namespace support;
namespace itch50 = protocols::nasdaq::itch50;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(LobsterLine, IsReadExactly) {
    const auto event = parse_lobster_line("34200.015105074,4,15818974,300,5794000,-1");
    ASSERT_TRUE(event);
    EXPECT_EQ(*event, (LobsterEvent{.time = {34'200'015'105'074},
                                    .type = LobsterType::Execution,
                                    .order_id = {15818974},
                                    .size = {300},
                                    .price = {5794000},
                                    .side = Side::Sell}));
}

TEST(LobsterLine, HasItsTimeInNanoseconds) {
    const auto nanos = [](std::string_view time) {
        const auto event = parse_lobster_line(std::string(time) + ",1,1,1,1,1");
        return event ? event->time.value : -1;
    };
    EXPECT_EQ(nanos("34200.05990197"), 34'200'059'901'970);
    EXPECT_EQ(nanos("57599.999999999"), 57'599'999'999'999);
    EXPECT_EQ(nanos("34200.000000001"), 34'200'000'000'001);
    EXPECT_EQ(nanos("34200.1"), 34'200'100'000'000);
    EXPECT_EQ(nanos("34200."), 34'200'000'000'000);
    EXPECT_EQ(nanos("34200"), 34'200'000'000'000);
    EXPECT_EQ(nanos("0.000000001"), 1);
    EXPECT_EQ(nanos("34200.123456789000"), 34'200'123'456'789) << "zeros beyond nanoseconds";
    EXPECT_EQ(nanos("43002.632812672004"), 43'002'632'812'672) << "of LOBSTER's AMZN sample";
    EXPECT_EQ(nanos("34200.1234567894999"), 34'200'123'456'789) << "rounded down";
    EXPECT_EQ(nanos("34200.1234567895"), 34'200'123'456'790) << "rounded up";
    EXPECT_EQ(nanos("34200.9999999994"), 34'200'999'999'999);
    EXPECT_EQ(nanos("34200.9999999995"), 34'201'000'000'000) << "carried to the next second";
    EXPECT_EQ(nanos("34199.999999999999"), 34'200'000'000'000);
    EXPECT_EQ(nanos("34200.123456789x"), -1);
    EXPECT_EQ(nanos("34200.1.2"), -1);
    EXPECT_EQ(nanos("34200.12x"), -1);
    EXPECT_EQ(nanos("-1.5"), -1);
    EXPECT_EQ(nanos("3.42e4"), -1);
    EXPECT_EQ(nanos(""), -1);
    EXPECT_EQ(nanos("999999.0"), -1) << "no such time of a day";
}

TEST(LobsterLine, ThatIsNoEventSaysWhy) {
    const auto reason = [](std::string_view line) {
        const auto event = parse_lobster_line(line);
        return event ? std::string("none") : std::string(event.error());
    };
    EXPECT_THAT(reason("1.0,1,1,1,1"), HasSubstr("six columns"));
    EXPECT_THAT(reason("1.0,1,1,1,1,1,1"), HasSubstr("six columns"));
    EXPECT_THAT(reason("1.0,8,1,1,1,1"), HasSubstr("type"));
    EXPECT_THAT(reason("1.0,0,1,1,1,1"), HasSubstr("type"));
    EXPECT_THAT(reason("1.0,1,x,1,1,1"), HasSubstr("order id"));
    EXPECT_THAT(reason("1.0,1,1,4294967296,1,1"), HasSubstr("size"));
    EXPECT_THAT(reason("1.0,1,1,1,-5,1"), HasSubstr("price"));
    EXPECT_THAT(reason("1.0,1,1,1,4294967296,1"), HasSubstr("price"));
    EXPECT_THAT(reason("1.0,1,1,1,1,0"), HasSubstr("direction"));
    EXPECT_EQ(reason("1.0,7,0,0,-1,-1"), "none") << "a halt";
    EXPECT_EQ(reason("1.0,6,-1,200,5794000,-1"), "none") << "a cross";
}

TEST(LobsterTicker, IsWhatTheFileNameBeginsWith) {
    EXPECT_EQ(lobster_ticker("GOOG_2012-06-21_34200000_57600000_message_5.csv"), "GOOG");
    EXPECT_EQ(lobster_ticker("BRK.B_2012-06-21_message_5.csv.gz"), "BRK.B");
    EXPECT_EQ(lobster_ticker("messages.csv"), "LOBSTER");
    EXPECT_EQ(lobster_ticker("my_file.csv"), "LOBSTER");
    EXPECT_EQ(lobster_ticker("_.csv"), "LOBSTER");
}

/// Each message as one short word.
struct Transcript : itch50::NullListener {
    void on_system_event(const itch50::SystemEvent& m) { say("S", m.load_event_code()); }
    void on_stock_directory(const itch50::StockDirectory& m) {
        words.push_back("R " + m.load_stock().str());
    }
    void on_stock_trading_action(const itch50::StockTradingAction& m) {
        say("H", m.load_trading_state());
    }
    void on_add_order(const itch50::AddOrder& m) {
        words.push_back("A " + std::to_string(m.load_order_reference_number()) + ' ' +
                        m.load_buy_sell_indicator() + std::to_string(m.load_shares()) + '@' +
                        std::to_string(m.load_price()));
        EXPECT_EQ(m.load_stock_locate(), 1);
    }
    void on_order_executed(const itch50::OrderExecuted& m) {
        say("E", m, m.load_executed_shares());
    }
    void on_order_cancel(const itch50::OrderCancel& m) { say("X", m, m.load_cancelled_shares()); }
    void on_order_delete(const itch50::OrderDelete& m) { say("D", m, 0); }
    void on_trade(const itch50::Trade& m) {
        words.push_back("P " + std::to_string(m.load_shares()));
    }
    void on_cross_trade(const itch50::CrossTrade& m) { say("Q", m.load_cross_type()); }

    void say(const char* word, char code) { words.push_back(std::string(word) + ' ' + code); }
    void say(const char* word, const auto& message, std::uint32_t qty) {
        words.push_back(std::string(word) + ' ' +
                        std::to_string(message.load_order_reference_number()) +
                        (qty == 0 ? "" : ' ' + std::to_string(qty)));
        last_timestamp = message.load_timestamp();
    }

    std::vector<std::string> words;
    std::uint64_t last_timestamp = 0;
};

class LobsterFile : public ::testing::Test {
  protected:
    std::vector<std::string> transcribe(std::string_view text,
                                        std::string_view name = "GOOG_x_message_5.csv") {
        write_file(folder_ / name, bytes_of(text));
        result_ = read_back(folder_ / name);
        Transcript transcript;
        protocols::FrameCursor frames(result_.frames);
        for (Bytes message; frames.next(message);) {
            EXPECT_EQ(itch50::decode(message, transcript), protocols::DecodeStatus::Ok);
        }
        EXPECT_EQ(result_.stats.messages, transcript.words.size());
        return transcript.words;
    }
    /// Without what every file begins and ends with.
    std::vector<std::string> events(std::string_view text) {
        auto words = transcribe(text);
        if (words.size() < 6) {
            return {"too short"};
        }
        return {words.begin() + 4, words.end() - 2};
    }

    TemporaryDirectory folder_;
    ReadBack result_;
};

TEST_F(LobsterFile, BecomesAWholeDayOfOneInstrument) {
    EXPECT_THAT(
        transcribe("34200.1,1,7,100,5853300,1\n34200.2,3,7,100,5853300,1\n"),
        ElementsAre("S O", "R GOOG", "H T", "S Q", "A 7 B100@5853300", "D 7", "S M", "S C"));
    EXPECT_EQ(result_.format, Format::Lobster);
    EXPECT_EQ(result_.error, "");
}

TEST_F(LobsterFile, HasEachTypeOfEventTranslated) {
    EXPECT_THAT(events("1.0,1,7,100,5000,1\n1.1,2,7,40,5000,1\n1.2,4,7,10,5000,1\n1.3,5,0,3,5001,-"
                       "1\n1.4,3,7,50,5000,1\n"
                       "2.0,7,0,0,-1,-1\n2.1,7,0,0,0,-1\n2.2,7,0,0,1,-1\n3.0,6,-1,9,5000,-1\n57600,"
                       "6,-1,9,5000,-1\n"),
                ElementsAre("A 7 B100@5000", "X 7 40", "E 7 10", "P 3", "D 7", "H H", "H Q", "H T",
                            "Q O", "Q C"));
}

TEST_F(LobsterFile, MayHaveWindowsLineEndsAMarkInFrontAndNoLastLineEnd) {
    EXPECT_THAT(events("\xef\xbb\xbf"
                       "1.0,1,7,100,5000,1\r\n\r\n1.1,3,7,100,5000,1"),
                ElementsAre("A 7 B100@5000", "D 7"));
    EXPECT_EQ(result_.error, "");
}

TEST_F(LobsterFile, GetsTheAddOfAnExecutedOrderThatItNeverAdded) {
    EXPECT_THAT(events("1.0,4,7,4,5000,1\n1.1,4,7,300,5000,1\n"),
                ElementsAre("A 7 B4@5000", "E 7 4", "A 7 B300@5000", "E 7 300"));
    EXPECT_EQ(result_.stats.implied_adds, 2U);
}

TEST_F(LobsterFile, LosesCancelsAndDeletesOfOrdersThatItNeverAdded) {
    EXPECT_THAT(events("1.0,1,7,4,5000,1\n1.1,2,8,300,5000,1\n1.2,3,9,1,5000,1\n"),
                ElementsAre("A 7 B4@5000"));
    EXPECT_EQ(result_.stats.skipped_events, 2U);
}

TEST_F(LobsterFile, ForgetsOrdersThatALaterAddWouldHaveTradedWith) {
    EXPECT_THAT(events("1.0,1,7,4,5000,-1\n1.1,1,8,4,5001,-1\n1.2,1,9,1,5000,1\n"),
                ElementsAre("A 7 S4@5000", "A 8 S4@5001", "D 7", "A 9 B1@5000"));
    EXPECT_EQ(result_.stats.implied_deletes, 1U);
}

TEST_F(LobsterFile, ForgetsOrdersThatAnExecutionShowsToBeGone) {
    EXPECT_THAT(events("1.0,1,5,4,5001,1\n1.1,1,6,4,5000,1\n1.2,1,7,4,5000,1\n1.3,1,8,4,5000,1\n1."
                       "4,4,7,4,5000,1\n"),
                ElementsAre("A 5 B4@5001", "A 6 B4@5000", "A 7 B4@5000", "A 8 B4@5000", "D 5",
                            "D 6", "E 7 4"));
    EXPECT_EQ(result_.stats.implied_deletes, 2U);
}

TEST_F(LobsterFile, WithABadLineGivesWhatIsBeforeAndThenNamesTheLine) {
    const auto words =
        transcribe("1.0,1,7,4,5000,1\n1.1,1,8,4,5001,1\n1.2,1,9,oops,5000,1\n1.3,1,10,4,5000,1\n");
    EXPECT_EQ(words.back(), "A 8 B4@5001");
    EXPECT_THAT(result_.error, HasSubstr("line 3 (byte 34) is not a LOBSTER event"));
}

TEST_F(LobsterFile, WithBytesThatAreNoTextBehindItsFirstLineIsReadUpToThem) {
    const auto words = transcribe(std::string("1.0,1,7,4,5000,1\n\x01\0\xff\n", 21));
    EXPECT_EQ(words.back(), "A 7 B4@5000");
    EXPECT_THAT(result_.error, HasSubstr("line 2 (byte 17) is not a LOBSTER event"));
}

TEST_F(LobsterFile, CutOffAtAnyByteNeverGivesAnEventThatWasNotInIt) {
    const std::string text = "1.0,1,7,4,5000,1\n1.1,1,8,4,5001,-1\n1.2,1,9,11,5000,-1\n";
    const auto whole = transcribe(text);
    for (std::size_t length = 1; length < text.size(); ++length) {
        auto words = transcribe(std::string_view(text).substr(0, length), "CUT_x_message_5.csv");
        const bool is_ended = !words.empty() && words.back() == "S C";
        words.resize(words.size() - (is_ended ? 2 : 0));
        for (std::size_t at = 0; at < words.size(); ++at) {
            EXPECT_TRUE(words[at] == whole[at] || words[at] == "R CUT") << length;
        }
        EXPECT_EQ(is_ended, result_.error.empty());
    }
}

TEST_F(LobsterFile, WithALineThatNeverEndsIsRefusedInConstantMemory) {
    transcribe("1.0,1,7,4,5000,1\n" + std::string(3'000'000, '9'));
    EXPECT_THAT(result_.error, HasSubstr("line 2 (byte 17) is not a LOBSTER event"));
}

struct ZipMember {
    std::string name;
    std::string text;
};

void write_zip(const std::filesystem::path& path, const std::vector<ZipMember>& members) {
    zip_t* archive = zip_open(path.c_str(), ZIP_CREATE | ZIP_TRUNCATE, nullptr);
    ASSERT_NE(archive, nullptr);
    for (const ZipMember& member : members) {
        zip_source_t* source =
            zip_source_buffer(archive, member.text.data(), member.text.size(), 0);
        zip_file_add(archive, member.name.c_str(), source, 0);
    }
    ASSERT_EQ(zip_close(archive), 0);
}

constexpr auto kMessages = "1.0,1,7,100,5000,1\n";

class LobsterZip : public ::testing::Test {
  protected:
    ReadBack read(const std::vector<ZipMember>& members) {
        write_zip(folder_ / "day.zip", members);
        return read_back(folder_ / "day.zip");
    }
    TemporaryDirectory folder_;
};

TEST_F(LobsterZip, IsReadAsItWasShipped) {
    const ReadBack read = this->read({{"GOOG_x_orderbook_5.csv", "1,2,3,4\n"},
                                      {"folder/GOOG_x_message_5.csv", kMessages},
                                      {"readme.txt", "x"}});
    EXPECT_EQ(read.error, "");
    EXPECT_EQ(read.messages, 7U);
    EXPECT_EQ(Symbol::from("GOOG"),
              itch50::StockDirectory::at(&read.frames[2 + 12 + 2]).load_stock());
    EXPECT_EQ(read.progress.bytes_read, read.progress.bytes_total);
}

TEST_F(LobsterZip, MayHoldAnyOneFile) {
    const ReadBack read =
        this->read({{"day.itch", std::string(reinterpret_cast<const char*>(sample_frames(4).data()),
                                             sample_frames(4).size())}});
    EXPECT_TRUE(read.frames == sample_frames(4));
}

TEST_F(LobsterZip, WithoutAMessageFileSaysWhatItHolds) {
    EXPECT_THAT(read({{"a.txt", "x"}, {"b.txt", "y"}}).error,
                HasSubstr("among its members: a.txt, b.txt"));
    EXPECT_THAT(read({{"GOOG_x_orderbook_5.csv", "1,2,3,4\n"}}).error,
                HasSubstr("is a LOBSTER orderbook file"));
    EXPECT_THAT(read({{"A_x_message_5.csv", kMessages}, {"B_x_message_5.csv", kMessages}}).error,
                HasSubstr("has 2 message files"));
}

TEST_F(LobsterZip, CutOffAtAnyByteIsRefused) {
    write_zip(folder_ / "day.zip", {{"GOOG_x_message_5.csv", kMessages}});
    const OwnedBytes whole = read_file(folder_ / "day.zip");
    for (std::size_t length = 1; length < whole.size(); ++length) {
        write_file(folder_ / "cut.zip", Bytes(whole).first(length));
        EXPECT_THAT(read_back(folder_ / "cut.zip").error, HasSubstr("cut.zip")) << length;
    }
}

TEST_F(LobsterZip, WithADamagedMemberSaysSo) {
    write_zip(folder_ / "day.zip", {{"GOOG_x_message_5.csv", kMessages}});
    OwnedBytes bytes = read_file(folder_ / "day.zip");
    bytes[14] ^= std::byte{1};  // the checksum in the local header
    for (std::size_t at = 15; at < bytes.size(); ++at) {
        if (load_be<std::uint32_t>(&bytes[at]) == 0x504B0102) {  // and in the directory
            bytes[at + 16] ^= std::byte{1};
            break;
        }
    }
    write_file(folder_ / "day.zip", bytes);
    EXPECT_THAT(read_back(folder_ / "day.zip").error, HasSubstr("the zip member is damaged"));
}

}  // namespace
}  // namespace hotpath::capture
