// The licensed files of ../shared/data (or HOTPATH_DATA): every one is read to its end and every
// message decodes.
#include <map>

#include <gtest/gtest.h>

#include "hotpath/protocols/nasdaq/itch50/decode.hpp"
#include "tests/support/capture_files.hpp"
#include "tests/support/data_files.hpp"

namespace hotpath::capture {
namespace {

using namespace support;

std::map<char, int> types_of(const ReadBack& read) {
    protocols::nasdaq::itch50::NullListener listener;
    std::map<char, int> types;
    protocols::FrameCursor frames(read.frames);
    for (Bytes message; frames.next(message);) {
        EXPECT_EQ(protocols::nasdaq::itch50::decode(message, listener),
                  protocols::DecodeStatus::Ok);
        ++types[std::to_integer<char>(message.front())];
    }
    EXPECT_FALSE(frames.is_truncated());
    return types;
}

TEST(RealItchFile, OfAppleHasTenThousandMessagesOfTheTypesItsProvenanceSays) {
    constexpr auto kName = "itch50/aapl_20200130_premarket/aapl_20200130_first10k.itch";
    const auto path = licensed_data(kName);
    if (!path) {
        GTEST_SKIP() << missing_data(kName);
    }
    const ReadBack read = read_back(*path);
    EXPECT_EQ(read.error, "");
    EXPECT_EQ(read.messages, 10'000U);
    EXPECT_EQ(types_of(read), (std::map<char, int>{{'A', 4758},
                                                   {'D', 4083},
                                                   {'E', 849},
                                                   {'P', 240},
                                                   {'L', 52},
                                                   {'U', 7},
                                                   {'X', 6},
                                                   {'F', 2},
                                                   {'R', 1},
                                                   {'H', 1},
                                                   {'Y', 1}}));
}

TEST(RealItchFile, OfADaysBeginningHasItsThousandMessages) {
    constexpr auto kName = "itch50/tv_20191230_first1000/tv_20191230_first1000.itch";
    const auto path = licensed_data(kName);
    if (!path) {
        GTEST_SKIP() << missing_data(kName);
    }
    const ReadBack read = read_back(*path);
    EXPECT_EQ(read.error, "");
    EXPECT_EQ(types_of(read), (std::map<char, int>{{'S', 1}, {'R', 993}, {'H', 3}, {'Y', 3}}));
}

TEST(RealItchFile, WithZerosForItsLengthsReadsAsTheOneWithItsLengthsMended) {
    constexpr auto kName = "itch50/ritch_synthetic";
    const auto folder = licensed_data(kName);
    if (!folder) {
        GTEST_SKIP() << missing_data(kName);
    }
    const ReadBack zeros = read_back(*folder / "ex20101224.TEST_ITCH_50");
    const ReadBack mended = read_back(*folder / "ex20101224_fixed_len.itch");
    EXPECT_EQ(zeros.error, "");
    EXPECT_EQ(mended.error, "");
    EXPECT_EQ(zeros.messages, 12'012U);
    EXPECT_TRUE(zeros.frames == mended.frames);
    EXPECT_FALSE(types_of(zeros).empty());
}

TEST(RealCaptures, OfThreeVenuesHaveMessagesOfSixteenTypesThatAllDecode) {
    const auto folder = licensed_data("pcap");
    if (!folder) {
        GTEST_SKIP() << missing_data("pcap");
    }
    std::map<std::string, std::uint64_t> messages_by_venue;
    std::map<char, int> types;
    for (const auto& file : std::filesystem::recursive_directory_iterator(*folder)) {
        if (file.path().extension() != ".pcap") {
            continue;
        }
        const ReadBack read = read_back(file.path());
        EXPECT_EQ(read.error, "") << file.path();
        EXPECT_EQ(read.stats.feed_packets, read.stats.packets) << file.path();
        const std::string venue = file.path().parent_path().filename();
        messages_by_venue[venue.substr(0, venue.find('.'))] += read.messages;
        for (const auto& [type, count] : types_of(read)) {
            types[type] += count;
        }
    }
    EXPECT_EQ(messages_by_venue,
              (std::map<std::string, std::uint64_t>{{"Nasdaq", 71}, {"Bx", 56}, {"Psx", 51}}));
    EXPECT_EQ(types.size(), 16U);
}

TEST(RealLobsterFile, OfGoogleIsReadFromItsZipAsShipped) {
    constexpr auto kName = "lobster/LOBSTER_SampleFile_GOOG_2012-06-21_5.zip";
    const auto path = licensed_data(kName);
    if (!path) {
        GTEST_SKIP() << missing_data(kName);
    }
    const ReadBack read = read_back(*path);
    EXPECT_EQ(read.error, "");
    EXPECT_EQ(read.format, Format::Lobster);
    auto types = types_of(read);
    EXPECT_EQ(types['R'], 1);
    EXPECT_EQ(types['S'], 4);
    EXPECT_EQ(types['H'], 1);
    EXPECT_EQ(types['P'], 3913);
    EXPECT_EQ(types['E'], 7765);
    const StreamStats& stats = read.stats;
    EXPECT_EQ(stats.book_rows, 112'673U);
    EXPECT_EQ(stats.book_corrections, 0U) << "the events explain every level in view";
    EXPECT_EQ(stats.skipped_events, 0U);
    EXPECT_EQ(types['A'], static_cast<int>(54'907 + stats.implied_adds));
    EXPECT_EQ(types['X'] + types['D'],
              static_cast<int>(46'088 + stats.implied_deletes + stats.implied_reductions));
    EXPECT_EQ(protocols::nasdaq::itch50::StockDirectory::at(&read.frames[16]).load_stock().view(),
              "GOOG");
}

}  // namespace
}  // namespace hotpath::capture
