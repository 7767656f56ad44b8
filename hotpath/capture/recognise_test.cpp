// A file's first bytes name its format: each format, its near misses, and the advice for strangers.
#include "hotpath/capture/recognise.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hotpath/capture/lobster.hpp"
#include "hotpath/capture/lobster_book.hpp"
#include "hotpath/capture/skips.hpp"
#include "hotpath/capture/unnamed_ids.hpp"
#include "hotpath/core/random.hpp"
#include "tests/support/capture_files.hpp"
#include "tests/support/seeds.hpp"

namespace hotpath::capture {
namespace {

using namespace std::string_view_literals;
using ::testing::HasSubstr;

std::optional<Content> content(std::string_view head) {
    const auto known = recognise(std::as_bytes(std::span(head)));
    return known ? std::optional(*known) : std::nullopt;
}

std::string refused(std::string_view head) {
    const auto known = recognise(std::as_bytes(std::span(head)));
    return known ? "" : known.error();
}

TEST(Recognise, KnowsEachFormatByItsFirstBytes) {
    EXPECT_EQ(content("\xd4\xc3\xb2\xa1"sv), Content::Pcap);
    EXPECT_EQ(content("\xa1\xb2\xc3\xd4"sv), Content::Pcap);
    EXPECT_EQ(content("\x4d\x3c\xb2\xa1"sv), Content::Pcap);
    EXPECT_EQ(content("\xa1\xb2\x3c\x4d"sv), Content::Pcap);
    EXPECT_EQ(content("\x0a\x0d\x0d\x0a"sv), Content::Pcapng);
    EXPECT_EQ(content("\x0a\x0d\x0d"sv), std::nullopt) << "a byte is missing";
    EXPECT_EQ(content("DBN\x01"sv), Content::Dbn);
    EXPECT_EQ(content("DBN\x1f"sv), Content::Dbn);
    EXPECT_EQ(content("DBN"sv), std::nullopt);
    EXPECT_EQ(content("DBN is text"sv), std::nullopt);
    EXPECT_EQ(content("34200.1,1,2,3,4,-1\n"sv), Content::Lobster);
    EXPECT_EQ(content("34200.1,1,2,3,4,-1\r\nanything"sv), Content::Lobster);
    EXPECT_EQ(content("\xef\xbb\xbf"
                      "34200.1,1,2,3,4,-1"sv),
              Content::Lobster);
    EXPECT_EQ(content("time,symbol,bid,ask\n1,2"sv), Content::Quotes);
    EXPECT_EQ(content("TIME,BID\n"sv), Content::Quotes);
    EXPECT_EQ(content("ask"sv), Content::Quotes);
    EXPECT_EQ(content("time,last\nbid,ask\n"sv), std::nullopt) << "the second line";
}

TEST(Recognise, KnowsItchByATypeWithItsLength) {
    const auto frame = support::framed(support::sample_message(0));
    std::string head(reinterpret_cast<const char*>(frame.data()), frame.size());
    EXPECT_EQ(content(head), Content::LengthPrefixed);
    EXPECT_EQ(content(head.substr(0, 3)), Content::LengthPrefixed);
    EXPECT_EQ(content(head.substr(0, 2)), std::nullopt) << "the type is missing";
    head[1] = static_cast<char>(head[1] + 1);
    EXPECT_EQ(content(head), std::nullopt) << "another length";
    head[1] = 0;
    EXPECT_EQ(content(head), Content::ZeroPrefixed);
    EXPECT_EQ(content("\0\0"sv), Content::LengthPrefixed) << "the end mark alone";
    EXPECT_EQ(content("\0\0\0"sv), std::nullopt);
    EXPECT_EQ(content("\0\1"sv), std::nullopt);
    EXPECT_EQ(content("\0"sv), std::nullopt);
    EXPECT_EQ(content(""sv), std::nullopt);
}

TEST(Recognise, AdvisesOnStrangers) {
    for (const auto& [head, advice] : {std::pair{"%PDF-1.7"sv, "is a PDF document"},
                                       {"\x89PNG\r\n"sv, "is a picture"},
                                       {"\x89HDF\r\n"sv, "is an HDF5 file"},
                                       {"SQLite format 3\0"sv, "is a SQLite database"},
                                       {"Rar!\x1a\x07"sv, "is a RAR archive"},
                                       {"\x1f\x8b\x08"sv, "is compressed twice"},
                                       {"\x28\xb5\x2f\xfd"sv, "is compressed twice"},
                                       {"PK\x03\x04"sv, "is an archive within a compressed file"},
                                       {"snoop\0\0\0"sv, "is a Solaris snoop capture"},
                                       {"\xa1\xb2\xcd\x34"sv, "is a modified (Kuznetzov) pcap"},
                                       {"\0\x05T"sv, "looks like ITCH 4.1 or older"},
                                       {"\0\x06S"sv, "looks like ITCH 4.1 or older"}}) {
        EXPECT_THAT(refused(head), HasSubstr(advice));
    }
    std::string tar(300, '\1');
    tar.replace(257, 5, "ustar");
    EXPECT_THAT(refused(tar), HasSubstr("is a tar archive"));
    tar.replace(257, 5, "ustax");
    EXPECT_THAT(refused(tar), HasSubstr("is not a known format"));
}

TEST(Recognise, ShowsTheFirstEightBytesOfWhatItDoesNotKnow) {
    EXPECT_THAT(refused("\1\2\3"sv), HasSubstr("(it begins with 01 02 03); hotpath reads"));
    EXPECT_THAT(refused("\1\2\3\4\5\6\7\xff\x09"sv),
                HasSubstr("(it begins with 01 02 03 04 05 06 07 ff); hotpath reads"));
}

TEST(Recognise, TextIsAsciiWithAtMostHalfOfOtherLetters) {
    EXPECT_THAT(refused("some text\t\f\r\n~"sv), HasSubstr("is a text file"));
    EXPECT_THAT(refused("aa\xe4\xe4"sv), HasSubstr("is a text file"));
    EXPECT_THAT(refused("aa\xe4\xe4\xe4"sv), HasSubstr("is not a known format"));
    EXPECT_THAT(refused("text\x7f"sv), HasSubstr("is not a known format"));
    EXPECT_THAT(refused("text\x1b"sv), HasSubstr("is not a known format"));
    EXPECT_THAT(refused(std::string(512, 'x') + "\x1b"), HasSubstr("is a text file"))
        << "the first 512 bytes are looked at";
    EXPECT_THAT(refused(std::string(511, 'x') + "\x1b"), HasSubstr("is not a known format"));
}

TEST(Recognise, SaysWhichTextItIs) {
    EXPECT_THAT(refused("1,2,3,4\n"sv), HasSubstr("is a LOBSTER orderbook file"));
    EXPECT_THAT(refused("1,2,3,-4,5,6,7,8\n"sv), HasSubstr("is a LOBSTER orderbook file"));
    EXPECT_THAT(refused("1,2,3\n"sv), HasSubstr("is a text file, but not a LOBSTER"));
    EXPECT_THAT(refused("1,2,3,x\n"sv), HasSubstr("is a text file, but not a LOBSTER"));
    EXPECT_THAT(refused(" \t\r\n<html>"sv), HasSubstr("is a web page or XML"));
    EXPECT_THAT(refused("x<html>"sv), HasSubstr("is a text file, but not a LOBSTER"));
    EXPECT_THAT(refused("1,9,1,1,1,1\n"sv),
                HasSubstr("line 1 is not a LOBSTER event: type must be 1 to 7; if it is a header"));
}

TEST(LobsterLimits, TimeTypeSizeAndPriceAreTakenUpToTheirLimits) {
    const auto is_event = [](std::string_view line) {
        return parse_lobster_line(line).has_value();
    };
    EXPECT_TRUE(is_event("172800,1,1,1,1,1")) << "48 hours";
    EXPECT_FALSE(is_event("172801,1,1,1,1,1"));
    EXPECT_TRUE(is_event("1,1,1,1,1,1"));
    EXPECT_TRUE(is_event("1,7,1,1,1,1"));
    EXPECT_FALSE(is_event("1,256,1,1,1,1"));
    EXPECT_TRUE(is_event("1,1,18446744073709551615,4294967295,4294967295,-1"));
    EXPECT_FALSE(is_event("1,1,18446744073709551616,1,1,1"));
    EXPECT_FALSE(is_event("1,1,1,4294967296,1,1"));
    EXPECT_FALSE(is_event("1,1,1,1,4294967296,1"));
    EXPECT_FALSE(is_event("1,1,-2,1,1,1"));
    EXPECT_TRUE(is_event("1,1,1,0,0,1"));
    EXPECT_FALSE(is_event("1,1,1,-1,1,1"));
    for (const auto& [price, is_halt] :
         {std::pair("-2", false), {"-1", true}, {"0", true}, {"1", true}, {"2", false}}) {
        EXPECT_EQ(is_event("1,7,1,1," + std::string(price) + ",1"), is_halt) << price;
    }
    EXPECT_FALSE(is_event("1,1,1,1,1,"));
    EXPECT_FALSE(is_event(",1,1,1,1,1"));
    EXPECT_FALSE(is_event("1,1,1,1,1,+1"));
    EXPECT_FALSE(is_event("1,1,1 ,1,1,1"));
}

TEST(LobsterNames, GiveTheTickerAndTheOtherFile) {
    EXPECT_EQ(lobster_ticker("EIGHTCHA_x"), "EIGHTCHA");
    EXPECT_EQ(lobster_ticker("NINECHARS_x"), "LOBSTER");
    EXPECT_EQ(lobster_ticker("A0Z9.-+=#_x").size(), 7U) << "nine characters: LOBSTER";
    EXPECT_EQ(lobster_ticker("A.-+=#_x"), "A.-+=#");
    EXPECT_EQ(lobster_ticker("A@_x"), "LOBSTER");
    EXPECT_EQ(lobster_ticker("A[_x"), "LOBSTER");
    EXPECT_EQ(lobster_ticker("_x"), "LOBSTER");
    EXPECT_EQ(lobster_book_name("A_message_5.csv"), "A_orderbook_5.csv");
    EXPECT_EQ(lobster_book_name("a_message_b_message_5.csv.gz"), "a_message_b_orderbook_5.csv.gz");
    EXPECT_EQ(lobster_book_name("A_messages_5.csv"), std::nullopt);
}

TEST(SkipCounts, AreByKindWithTheFirstInWords) {
    Skips skips;
    int asked = 0;
    const auto first = [&](const char* words) {
        return [&asked, words] {
            ++asked;
            return std::string(words);
        };
    };
    skips.note("halts", 0, first("never"));
    EXPECT_TRUE(skips.all().empty());
    EXPECT_EQ(to_text(skips.all()), "");
    skips.note("halts", 2, first("line 1"));
    skips.note("crosses", 1, first("line 2"));
    skips.note("halts", 3, first("line 3"));
    EXPECT_EQ(asked, 2);
    EXPECT_EQ(to_text(skips.all()), "5 halts (the first: line 1); 1 crosses (the first: line 2)");
}

TEST(ClockText, HasHoursToNanoseconds) {
    EXPECT_EQ(clock_text({0}), "00:00:00.000000000");
    EXPECT_EQ(clock_text({34'200'000'000'001}), "09:30:00.000000001");
    EXPECT_EQ(clock_text({86'399'999'999'999}), "23:59:59.999999999");
    EXPECT_EQ(clock_text({3'661'000'000'000}), "01:01:01.000000000");
    EXPECT_EQ(clock_text({90'000'000'000'000}), "25:00:00.000000000");
}

constexpr auto kNoneIsLive = [](std::uint64_t) { return false; };

TEST(UnnamedIds, AreTakenFromTheNewestGapBelowTheHighestFromItsTop) {
    UnnamedIds ids;
    ids.on_named({10});
    ids.on_named({14});
    EXPECT_EQ(ids.next({0}, kNoneIsLive).value, 13U);
    EXPECT_EQ(ids.next({0}, kNoneIsLive).value, 12U);
    EXPECT_EQ(ids.next({0}, kNoneIsLive).value, 11U);
    EXPECT_EQ(ids.next({0}, kNoneIsLive).value, 9U) << "the gap before";
}

TEST(UnnamedIds, AreAboveTheOneThatTheyMustFollow) {
    UnnamedIds ids;
    ids.on_named({10});
    ids.on_named({20});
    EXPECT_EQ(ids.next({18}, kNoneIsLive).value, 19U);
    EXPECT_EQ(ids.next({18}, kNoneIsLive).value, 21U) << "18 is not above 18";
    EXPECT_EQ(ids.next({17}, kNoneIsLive).value, 18U);
    EXPECT_EQ(ids.next({20}, kNoneIsLive).value, 22U);
}

TEST(UnnamedIds, WithoutAGapAreAboveTheHighest) {
    UnnamedIds ids;
    ids.on_named({1});
    ids.on_named({2});
    EXPECT_EQ(ids.next({0}, kNoneIsLive).value, 3U);
    EXPECT_EQ(ids.next({0}, kNoneIsLive).value, 4U);
    ids.on_named({10});
    EXPECT_EQ(ids.next({0}, [](std::uint64_t id) { return id == 9 || id == 8; }).value, 7U)
        << "live ids are passed over";
    EXPECT_EQ(ids.next({9}, [](std::uint64_t id) { return id == 11; }).value, 12U);
}

TEST(UnnamedIds, KeepTheLargestGapForLater) {
    UnnamedIds ids;
    ids.on_named({100});  // 1 to 99
    ids.on_named({103});  // 101 and 102
    ids.on_named({105});  // 104
    EXPECT_EQ(ids.next({0}, kNoneIsLive).value, 104U);
    EXPECT_EQ(ids.next({0}, kNoneIsLive).value, 99U);
    ids.on_named({104});
    EXPECT_EQ(ids.next({0}, kNoneIsLive).value, 98U) << "a lower name changes nothing";
}

TEST(UnnamedIds, AreNeverGivenTwiceNorNamedBeforeNorLive) {
    Random random(support::seed_of_this_test(97));
    for (int round = 0; round < 50; ++round) {
        UnnamedIds ids;
        std::set<std::uint64_t> used;  // named or given, both live
        const auto is_live = [&](std::uint64_t id) { return used.contains(id); };
        for (int step = 0; step < 60; ++step) {
            if (random.one_in(2)) {
                const std::uint64_t id = 1 + random.below(300);
                ids.on_named({id});
                used.insert(id);
            } else {
                // Another order's id, or none.
                const std::uint64_t behind = used.empty() ? 0 : random.below(*used.rbegin() + 1);
                const std::uint64_t id = ids.next({behind}, is_live).value;
                ASSERT_FALSE(used.contains(id)) << id;
                ASSERT_GT(id, behind) << "round " << round;
                used.insert(id);
            }
        }
    }
}

}  // namespace
}  // namespace hotpath::capture
