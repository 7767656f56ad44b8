// CME MDP 3.0 through the program: a generated day, written as a capture of a channel and replayed,
// has the books and the trades of the same day in ITCH; lost packets are recovered by the other line
// or by the loops; and what cannot be read is one line.
#include <array>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hotpath/capture/byte_source.hpp"
#include "hotpath/capture/packet_reader.hpp"
#include "hotpath/capture/pcap_writer.hpp"
#include "hotpath/protocols/cme/mdp3/packet_header.hpp"
#include "hotpath/protocols/nasdaq/feed/itch_feed.hpp"
#include "tests/end_to_end/command_line.hpp"
#include "tests/end_to_end/real_files.hpp"
#include "tests/support/backtest_config.hpp"

namespace hotpath {
namespace {

using end_to_end::Outcome;
using end_to_end::Workshop;
using ::testing::HasSubstr;

constexpr std::uint16_t kPortA = 14'310;
constexpr std::uint16_t kPortB = 15'310;
constexpr std::uint16_t kPortDefinitions = 14'311;
constexpr std::uint16_t kPortOrders = 14'312;

/// An order of a book, in its place; without its id, which the protocols have their own of.
struct Row {
    Side side = Side::Buy;
    Price price{};
    Qty qty{};

    friend bool operator==(const Row&, const Row&) = default;
    friend void PrintTo(const Row& row, std::ostream* out) {
        *out << (row.side == Side::Buy ? "buy " : "sell ") << row.qty.value << " at "
             << row.price.value;
    }
};

struct Volumes : feed::NullListener {
    void on_trade(const feed::Trade& trade) noexcept {
        if (trade.printable) {
            traded[trade.instrument.value] += trade.qty.value;
        }
    }
    std::map<std::uint16_t, std::uint64_t> traded;
};

/// A file's books and volumes, by symbol.
struct Market {
    std::map<std::string, std::vector<Row>> books;
    std::map<std::string, std::vector<book::Level>> levels;  // the ten best of each side, by qty
    std::map<std::string, std::uint64_t> volumes;
};

struct Datagram {
    capture::Destination to;
    Bytes payload;
    Time time{};
    [[nodiscard]] std::uint32_t number() const {
        return protocols::cme::mdp3::PacketHeader::at(payload.data()).load_msg_seq_num();
    }
};

class Mdp3Commands : public ::testing::Test {
  protected:
    void generate(const std::string& name, const std::string& format) const {
        const Outcome made =
            workshop_.hotpath({"generate", "--messages", "60000", "--instruments", "8", "--seed",
                               "7", "--format", format, workshop_.name(name)});
        ASSERT_EQ(made.exit_code, 0) << made.err;
    }
    [[nodiscard]] nlohmann::ordered_json replayed(const std::string& name) const {
        const Outcome outcome = workshop_.hotpath(
            {"replay", workshop_.name(name), "--json", workshop_.name("result.json")});
        EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
        return workshop_.read_json("result.json");
    }
    /// The file's books after `messages` of an hour before noon, when they are full.
    [[nodiscard]] Market market_of(const std::string& name, std::int64_t until_ns) const {
        auto books = feed::ItchBooks::create({.orders_max = 100'000,
                                              .levels_max = 100'000,
                                              .instruments_max = 100,
                                              .huge_pages = HugePages::Never});
        Volumes volumes;
        end_to_end::for_each_message(workshop_.path(name), [&](Bytes message) {
            if (feed::ItchCodec::time_of(message).value <= until_ns) {
                books->on_message(message, volumes);
            }
        });
        Market market;
        books->directory().for_each([&](InstrumentId id, const feed::Instrument& instrument) {
            const std::string symbol = instrument.symbol.str();
            market.volumes[symbol] = volumes.traded[id.value];
            for (const Side side : {Side::Buy, Side::Sell}) {
                books->books().for_each_order(id, side, [&](const book::OrderView& order) {
                    market.books[symbol].push_back({side, order.price, order.leaves_qty});
                });
                std::array<book::Level, 10> best{};
                const std::size_t depth = books->books().depth(id, side, best);
                for (std::size_t i = 0; i < depth; ++i) {
                    market.levels[symbol].push_back({best[i].price, best[i].qty, 1});
                }
            }
        });
        return market;
    }
    /// Copies a capture without the packets that `is_lost`.
    void copy_without(const std::string& from, const std::string& to,
                      const std::function<bool(const Datagram&)>& is_lost) const {
        capture::ReadBuffer input(*capture::ByteSource::open(workshop_.path(from)));
        ASSERT_TRUE(input.refill());
        auto packets = capture::open_pcap(std::move(input));
        ASSERT_TRUE(packets);
        auto writer = capture::PcapWriter::create(workshop_.path(to));
        ASSERT_TRUE(writer);
        for (auto packet = (*packets)->next(); packet && *packet; packet = (*packets)->next()) {
            const capture::Datagram datagram =
                capture::unwrap_udp((*packet)->bytes, (*packet)->link);
            const Datagram seen{datagram.destination, datagram.payload, (*packet)->since_1970};
            if (!is_lost(seen)) {
                ASSERT_TRUE((*writer)->write_datagram(seen.to, seen.payload, seen.time));
            }
        }
        ASSERT_TRUE((*writer)->close());
    }

    static constexpr std::int64_t kNoon = 12 * 3'600 * 1'000'000'000LL;
    Workshop workshop_;
};

TEST_F(Mdp3Commands, ACaptureByOrderReplaysToTheBooksAndTradesOfTheItchDay) {
    generate("day.itch", "itch");
    generate("day.pcap.zst", "mdp3");
    const Market itch = market_of("day.itch", kNoon);
    const Market mdp3 = market_of("day.pcap.zst", kNoon);
    EXPECT_EQ(mdp3.books.size(), 8U);
    EXPECT_EQ(mdp3.books, itch.books);
    EXPECT_EQ(mdp3.volumes, itch.volumes);

    const auto result = replayed("day.pcap.zst");
    const auto original = replayed("day.itch");
    EXPECT_EQ(result["open_orders"], original["open_orders"]);
    EXPECT_EQ(result["instruments"], 8);
    EXPECT_EQ(result["book_basis"], "every order");
    EXPECT_EQ(result["unknown_orders"], 0);
    EXPECT_EQ(result["duplicate_orders"], 0);
    EXPECT_EQ(result["decode_errors"], 0);
    EXPECT_EQ(result["sequence_gaps"], 0);
    EXPECT_GT(result["counters"]["file"]["duplicate_messages"], 10'000) << "line B";
    EXPECT_GT(result["by_type"].value("E", 0), 100) << "trades are of the orders that traded";
}

TEST_F(Mdp3Commands, ACaptureByPriceReplaysToTheTenBestLevelsOfTheItchDay) {
    generate("day.itch", "itch");
    generate("day.pcap", "mdp3-by-price");
    const Market itch = market_of("day.itch", kNoon);
    const Market mdp3 = market_of("day.pcap", kNoon);
    EXPECT_EQ(mdp3.levels.size(), 8U);
    EXPECT_EQ(mdp3.levels, itch.levels);
    EXPECT_EQ(mdp3.volumes, itch.volumes);
    const auto result = replayed("day.pcap");
    EXPECT_EQ(result["book_levels"], 10);
    EXPECT_EQ(result["unknown_orders"], 0);
}

TEST_F(Mdp3Commands, ABacktestOfACaptureByPriceNeedsAFillModelByPriceAndALevelThatGrowsStays) {
    generate("day.pcap", "mdp3-by-price");
    const auto result = replayed("day.pcap");
    EXPECT_GT(result["by_type"].value("U", 0), 1'000);
    const auto said_of = [&](const std::string& model) {
        workshop_.write("b.toml", support::backtest_config(
                                      {.data = "files = [\"" + workshop_.name("day.pcap") + "\"]",
                                       .fills = model,
                                       .symbols = "\"NONE\""}));
        return workshop_.hotpath({"backtest", "-c", workshop_.name("b.toml")}).err;
    };
    EXPECT_THAT(said_of("exact"), HasSubstr("fills.model must be a model by price"));
    EXPECT_THAT(said_of("back_of_line"), HasSubstr("no message of NONE"));
}

TEST_F(Mdp3Commands, PacketsThatOneLineLosesComeFromTheOther) {
    generate("day.pcap", "mdp3");
    copy_without("day.pcap", "lossy.pcap", [](const Datagram& packet) {
        return (packet.to.port == kPortA && packet.number() % 3 == 0) ||
               (packet.to.port == kPortB && packet.number() % 3 == 1);
    });
    const Market whole = market_of("day.pcap", kNoon);
    const Market lossy = market_of("lossy.pcap", kNoon);
    EXPECT_EQ(lossy.books, whole.books);
    EXPECT_EQ(lossy.volumes, whole.volumes);
    EXPECT_EQ(replayed("lossy.pcap")["sequence_gaps"], 0);
}

/// The loops come again after 65,536 messages.
TEST_F(Mdp3Commands, PacketsThatBothLinesLoseAreRecoveredByTheNextLoopOfSnapshots) {
    const auto made = [&](const std::string& name, const std::string& format) {
        return workshop_.hotpath({"generate", "--messages", "120000", "--instruments", "8",
                                  "--format", format, workshop_.name(name)});
    };
    ASSERT_EQ(made("day.itch", "itch").exit_code, 0);
    ASSERT_EQ(made("day.pcap", "mdp3").exit_code, 0);
    copy_without("day.pcap", "lossy.pcap", [](const Datagram& packet) {
        const bool is_line = packet.to.port == kPortA || packet.to.port == kPortB;
        return is_line && packet.number() > 30'000 && packet.number() < 30'050;
    });
    constexpr std::int64_t kBeforeTheClose = 15 * 3'600 * 1'000'000'000LL;
    EXPECT_EQ(market_of("lossy.pcap", kBeforeTheClose).books,
              market_of("day.itch", kBeforeTheClose).books);
    const auto result = replayed("lossy.pcap");
    EXPECT_EQ(result["sequence_gaps"], 1);
    EXPECT_EQ(result["unknown_orders"], 0);
    EXPECT_GT(result["counters"]["file"]["snapshot_records"], 100);
}

TEST_F(Mdp3Commands, WhatIsMissingIsSaidInOneLine) {
    generate("day.pcap", "mdp3");
    const auto error_without = [&](const std::function<bool(const Datagram&)>& is_lost) {
        copy_without("day.pcap", "part.pcap", is_lost);
        const Outcome outcome = workshop_.hotpath({"replay", workshop_.name("part.pcap")});
        EXPECT_EQ(outcome.exit_code, 1);
        return outcome.err;
    };
    EXPECT_THAT(error_without([](const Datagram& p) { return p.to.port == kPortDefinitions; }),
                HasSubstr("no whole loop of instrument definitions"));
    EXPECT_THAT(error_without([](const Datagram& p) { return p.to.port == kPortOrders; }),
                HasSubstr("no whole loop of snapshots by order (message 53)"));
    EXPECT_THAT(
        error_without([](const Datagram& p) { return p.to.port == kPortA || p.to.port == kPortB; }),
        HasSubstr("no incremental packets of MDP 3.0"));
    EXPECT_THAT(error_without([](const Datagram& p) {
                    return (p.to.port == kPortA || p.to.port == kPortB) && p.number() == 20'000;
                }),
                HasSubstr("MDP 3.0 packet 20000 is missing on both lines"));
}

}  // namespace
}  // namespace hotpath
