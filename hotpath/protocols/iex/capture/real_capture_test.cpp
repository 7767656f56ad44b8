// The first 5,000 packets of IEX DEEP of 2023-10-02 (../shared/data): every message counted, every level
// and trade compared with other readers' answers, and the books of the translated stream with the obvious
// ones after every packet.
#include <array>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/capture/byte_source.hpp"
#include "hotpath/capture/packet_reader.hpp"
#include "hotpath/protocols/iex/capture/channel.hpp"
#include "hotpath/protocols/nasdaq/itch50/decode.hpp"
#include "tests/support/capture_files.hpp"
#include "tests/support/data_files.hpp"
#include "tests/support/itch_levels.hpp"
#include "tests/support/temporary_directory.hpp"

namespace hotpath::capture::iex {
namespace {

using namespace support;

constexpr auto kCapture = "iex/iex_deep_20231002_5000_packets.pcap.gz";

/// The packets of the capture, one by one.
template <class Fn>
void for_each_packet(Fn&& fn) {
    auto source = ByteSource::open(*licensed_data(kCapture));
    ASSERT_TRUE(source);
    ReadBuffer input(std::move(*source));
    static_cast<void>(input.refill());
    auto packets = open_pcap(std::move(input));
    ASSERT_TRUE(packets);
    for (auto packet = (*packets)->next(); packet && *packet; packet = (*packets)->next()) {
        fn(**packet);
    }
}

/// The messages of DEEP, in order: fn(listener's message) and the packet's times.
template <class Listener>
void decode_packet(const Packet& packet, Listener& listener) {
    deep::SegmentReader segment;
    ASSERT_EQ(segment.open(unwrap_udp(packet.bytes, packet.link).payload),
              protocols::DecodeStatus::Ok);
    deep::MessageCursor messages = segment.messages();
    for (Bytes message; messages.next(message);) {
        ASSERT_EQ(deep::decode(message, listener), protocols::DecodeStatus::Ok);
    }
}

/// The books as the messages say them, and what there was.
struct Obvious {
    template <Side BookSide>
    void on_message(const deep::PriceLevelUpdate<BookSide>& m) {
        ++types[m.load_message_type()];
        incomplete += (m.load_event_flags() & 1) == 0 ? 1 : 0;
        const std::string symbol = m.load_symbol().str();
        symbols.insert(symbol);
        auto& side = books[{symbol, BookSide}];
        if (m.load_size() == 0) {
            side.erase(m.load_price());
        } else {
            side[m.load_price()] = m.load_size();
        }
        if (side.empty()) {
            books.erase({symbol, BookSide});
        }
    }
    void on_message(const deep::TradeReport& m) {
        ++types['T'];
        shares += m.load_size();
        shares_by_trade[static_cast<std::uint64_t>(m.load_trade_id())] += m.load_size();
    }
    template <class Other>
    void on_message(const Other&) {
        ++types[Other::kType];
    }

    std::map<char, int> types;
    std::set<std::string> symbols;
    PriceLevels books;
    std::map<std::uint64_t, std::uint64_t> shares_by_trade;
    std::uint64_t shares = 0;
    int incomplete = 0;
};

class RealDeepCapture : public ::testing::Test {
  protected:
    void SetUp() override {
        if (!licensed_data(kCapture)) {
            GTEST_SKIP() << missing_data(kCapture);
        }
    }
};

TEST_F(RealDeepCapture, HasTheMessagesThatItsProvenanceSays) {
    Obvious read;
    for_each_packet([&](const Packet& packet) { decode_packet(packet, read); });
    EXPECT_EQ(read.types, (std::map<char, int>{{'P', 11'594},
                                               {'O', 11'317},
                                               {'H', 11'311},
                                               {'I', 11'309},
                                               {'8', 1'526},
                                               {'5', 1'226},
                                               {'T', 37},
                                               {'D', 3},
                                               {'S', 2}}));
    EXPECT_EQ(read.shares, 2'947U);
    EXPECT_EQ(read.incomplete, 0);
    EXPECT_EQ(read.symbols.size(), 207U);
}

TEST_F(RealDeepCapture, MakesTheObviousBooksAfterEveryPacket) {
    Obvious obvious;
    ItchLevels translated;
    StreamStats stats;
    Channel channel(stats);
    std::uint64_t time = 0;
    const auto take = [&] {
        protocols::FrameCursor frames(channel.block().bytes());
        for (Bytes message; frames.next(message);) {
            ASSERT_EQ(protocols::nasdaq::itch50::decode(message, translated),
                      protocols::DecodeStatus::Ok);
            const std::uint64_t now =
                protocols::nasdaq::itch50::SystemEvent::at(message.data()).load_timestamp();
            ASSERT_GE(now, time);
            time = now;
        }
        channel.block().clear();
    };
    std::uint64_t events = 0;
    for_each_packet([&](const Packet& packet) {
        decode_packet(packet, obvious);
        const Datagram datagram = unwrap_udp(packet.bytes, packet.link);
        ASSERT_TRUE(channel.try_packet(datagram.payload, datagram.destination, packet.since_1970));
        const bool has_changed = !channel.block().bytes().empty();
        take();
        if (has_changed) {
            ++events;
            ASSERT_EQ(translated.books(), obvious.books) << "packet " << events;
        }
    });
    channel.finish(CaptureEnd::Whole);
    take();
    EXPECT_GT(events, 2'700U);
    EXPECT_EQ(translated.books(), obvious.books);
    EXPECT_EQ(translated.shares_by_trade, obvious.shares_by_trade) << "each trade once, whole";
    EXPECT_EQ(stats.records, 48'325U);
    EXPECT_EQ(stats.unread_records, 11'594U + 11'309U);
    EXPECT_EQ(stats.skipped_events, 0U);
    EXPECT_EQ(stats.sequence_gaps, 0U);
    EXPECT_EQ(stats.duplicate_messages, 0U);
}

TEST_F(RealDeepCapture, EndsWithTheBooksOfTheOtherReaders) {
    ItchLevels translated;
    const ReadBack read = read_back(*licensed_data(kCapture));
    EXPECT_EQ(read.error, "");
    EXPECT_EQ(read.stats.packets, 5'000U);
    EXPECT_EQ(read.stats.feed_packets, 5'000U);
    protocols::FrameCursor frames(read.frames);
    for (Bytes message; frames.next(message);) {
        ASSERT_EQ(protocols::nasdaq::itch50::decode(message, translated),
                  protocols::DecodeStatus::Ok);
    }
    const PriceLevels books = translated.books();
    struct Best {
        std::string_view symbol;
        std::pair<std::int64_t, std::uint64_t> bid;
        std::pair<std::int64_t, std::uint64_t> ask;
    };
    for (const auto& [symbol, bid, ask] : {Best{"TQQQ", {35'6600, 200}, {35'6800, 200}},
                                           Best{"SOXL", {18'9900, 100}, {19'0100, 200}},
                                           Best{"VOO", {392'1100, 10}, {392'2100, 10}}}) {
        const auto side = [&, name = std::string(symbol)](Side of) -> const auto& {
            return books.at({name, of});
        };
        EXPECT_EQ((std::pair<std::int64_t, std::uint64_t>(*side(Side::Buy).rbegin())), bid)
            << symbol;
        EXPECT_EQ((std::pair<std::int64_t, std::uint64_t>(*side(Side::Sell).begin())), ask)
            << symbol;
    }
    std::map<std::string, int> sides;
    for (const auto& [side, levels] : books) {
        ++sides[side.first];
    }
    EXPECT_EQ(std::ranges::count_if(sides, [](const auto& side) { return side.second == 2; }), 142);
}

/// The rows that the other reader wrote of its five symbols, in the words of its columns.
struct FiveSymbols {
    template <Side BookSide>
    void on_message(const deep::PriceLevelUpdate<BookSide>& m) {
        if (const std::string symbol = m.load_symbol().str(); kSymbols.contains(symbol)) {
            levels.push_back(std::to_string(BookSide == Side::Buy ? 0 : 1) + ',' +
                             std::to_string(m.load_timestamp()) + ",PRL," + symbol + ',' +
                             decimal(m.load_price()) + ',' + std::to_string(m.load_size()) + ",R," +
                             std::to_string(m.load_event_flags()));
        }
    }
    void on_message(const deep::TradeReport& m) {
        if (const std::string symbol = m.load_symbol().str(); kSymbols.contains(symbol)) {
            EXPECT_EQ(m.load_sale_condition_flags(), 0x60) << "EXTENDED_HOURS|ODD_LOT";
            trades.push_back(std::to_string(m.load_timestamp()) + ",T," + symbol + ',' +
                             std::to_string(m.load_size()) + ',' + decimal(m.load_price()) + ',' +
                             std::to_string(m.load_trade_id()) + ",EXTENDED_HOURS|ODD_LOT");
        }
    }
    template <class Other>
    void on_message(const Other&) {}

    static std::string decimal(std::int64_t price) {
        std::string digits = std::to_string(price) + "00";
        return digits.insert(digits.size() - 6, ".");
    }

    inline static const std::set<std::string> kSymbols{"AAPL", "MSFT", "TSLA", "GOOGL", "AMZN"};
    std::vector<std::string> levels;
    std::vector<std::string> trades;
};

/// The rows without their heading and without the two times of the packet.
std::vector<std::string> rows_of(const std::string& name) {
    std::ifstream file(*licensed_data("iex/" + name));
    std::vector<std::string> rows;
    std::string line;
    std::getline(file, line);
    while (std::getline(file, line)) {
        const std::size_t second = line.find(',', line.find(',') + 1);
        const std::string row = line.substr(second + 1);
        rows.push_back(row.substr(0, row.find_last_not_of('\r') + 1));
    }
    return rows;
}

TEST_F(RealDeepCapture, HasTheRowsThatAnotherReaderWroteOfFiveSymbols) {
    FiveSymbols found;
    for_each_packet([&](const Packet& packet) { decode_packet(packet, found); });
    EXPECT_EQ(found.levels, rows_of("expected_five_symbols_prl.csv"));
    EXPECT_EQ(found.trades, rows_of("expected_five_symbols_trd.csv"));
    EXPECT_EQ(found.levels.size(), 2U);
    EXPECT_EQ(found.trades.size(), 6U);
}

TEST_F(RealDeepCapture, CutAnywhereGivesAPrefixAndNamesTheByte) {
    const TemporaryDirectory folder;
    const OwnedBytes stored = read_file(*licensed_data(kCapture));
    const ReadBack whole = read_back(*licensed_data(kCapture));
    for (std::size_t length = 4'000; length < stored.size(); length += 9'973) {
        write_file(folder / "cut.pcap.gz", Bytes(stored).first(length));
        const ReadBack read = read_back(folder / "cut.pcap.gz");
        EXPECT_TRUE(is_prefix(read.frames, whole.frames)) << length;
        EXPECT_NE(read.error.find("cut off at byte"), std::string::npos) << length << read.error;
    }
}

}  // namespace
}  // namespace hotpath::capture::iex
