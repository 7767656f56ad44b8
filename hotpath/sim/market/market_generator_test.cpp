#include "hotpath/sim/market/market_generator.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/core/checksum.hpp"
#include "hotpath/protocols/nasdaq/itch50/messages.hpp"

namespace hotpath::sim::market {
namespace {

namespace itch50 = protocols::nasdaq::itch50;

constexpr std::uint64_t kGoldenOne = 5'940'729'462'030'080'460ULL;
constexpr std::uint64_t kGoldenHundred = 7'050'094'674'235'818'315ULL;

MarketGenerator make(const MarketOptions& options) {
    auto generator = MarketGenerator::create(options);
    EXPECT_TRUE(generator.has_value());
    return std::move(*generator);
}

template <class Fn>
void for_each_message(const MarketOptions& options, Fn&& fn) {
    MarketGenerator generator = make(options);
    for (Bytes message = generator.next(); !message.empty(); message = generator.next()) {
        fn(message);
    }
}

std::uint64_t hash_of(const MarketOptions& options) {
    Checksum checksum;
    for_each_message(options, [&](Bytes message) { checksum.add(message); });
    return checksum.value();
}

char type_of(Bytes message) {
    return std::to_integer<char>(message.front());
}

std::int64_t time_of(Bytes message) {
    return static_cast<std::int64_t>(itch50::SystemEvent::at(message.data()).load_timestamp());
}

std::map<char, std::uint64_t> mix_of(const MarketOptions& options) {
    std::map<char, std::uint64_t> mix;
    for_each_message(options, [&](Bytes message) { ++mix[type_of(message)]; });
    return mix;
}

std::string system_events_of(const MarketOptions& options) {
    std::string events;
    for_each_message(options, [&](Bytes message) {
        if (type_of(message) == 'S') {
            events += itch50::SystemEvent::at(message.data()).load_event_code();
        }
    });
    return events;
}

TEST(MarketGenerator, MakesExactlyTheMessagesAskedFor) {
    for (const MarketOptions& options :
         {MarketOptions{.seed = 1, .messages = messages_min(1), .instruments = 1},
          MarketOptions{.seed = 2, .messages = 10'000, .instruments = 1},
          MarketOptions{.seed = 3, .messages = messages_min(3'000), .instruments = 3'000},
          MarketOptions{.seed = 4, .messages = 50'001, .instruments = 17}}) {
        MarketGenerator generator = make(options);
        std::uint64_t messages = 0;
        while (!generator.next().empty()) {
            ++messages;
        }
        EXPECT_EQ(messages, options.messages) << options.instruments << " instruments";
        EXPECT_EQ(generator.messages_made(), options.messages);
        EXPECT_TRUE(generator.next().empty()) << "the end is the end";
    }
}

TEST(MarketGenerator, SameOptionsGiveTheSameBytesOnEveryCompiler) {
    // Golden values: GCC and Clang, -O0 and -O3, must agree. A change here is a new version of the
    // generator; everything measured on generated days must be measured again.
    EXPECT_EQ(hash_of({.seed = 1, .messages = 10'000, .instruments = 1}), kGoldenOne);
    EXPECT_EQ(hash_of({.seed = 7, .messages = 200'000, .instruments = 100}), kGoldenHundred);
}

TEST(MarketGenerator, AnotherSeedIsAnotherDay) {
    EXPECT_NE(hash_of({.seed = 1, .messages = 10'000, .instruments = 5}),
              hash_of({.seed = 2, .messages = 10'000, .instruments = 5}));
}

TEST(MarketGenerator, TheFirstInstrumentsHaveTheNamesAskedForAndEachIsThereOnce) {
    MarketOptions options{.seed = 1, .messages = 10'000, .instruments = 5};
    const Symbol invented = make(options).symbol({4});
    const std::array names{*Symbol::from("AAPL"), invented};
    options.names = names;
    MarketGenerator named = make(options);
    std::vector<Symbol> symbols;
    for (std::uint16_t n = 1; n <= options.instruments; ++n) {
        symbols.push_back(named.symbol({n}));
    }
    EXPECT_EQ(symbols[0], *Symbol::from("AAPL"));
    EXPECT_EQ(symbols[1], invented);
    std::ranges::sort(symbols);
    EXPECT_EQ(std::ranges::adjacent_find(symbols), symbols.end());
    std::map<std::uint16_t, Symbol> listed;
    for (Bytes message = named.next(); !message.empty(); message = named.next()) {
        if (type_of(message) == 'R') {
            const auto& directory = itch50::StockDirectory::at(message.data());
            listed[directory.load_stock_locate()] = directory.load_stock();
        }
    }
    EXPECT_EQ(listed.at(1), *Symbol::from("AAPL"));
}

TEST(MarketGenerator, BlocksHoldTheSameMessagesAsOneByOne) {
    const MarketOptions options{.seed = 5, .messages = 20'000, .instruments = 10};
    MarketGenerator blocks = make(options);
    MarketGenerator singles = make(options);
    std::vector<std::byte> storage(1'000);
    for (Bytes block = blocks.next_block(storage); !block.empty();
         block = blocks.next_block(storage)) {
        while (!block.empty()) {
            const std::size_t length = load_be<std::uint16_t>(block.data());
            const Bytes expected = singles.next();
            const Bytes message = block.subspan(2, length);
            ASSERT_TRUE(std::ranges::equal(message, expected));
            block = block.subspan(2 + length);
        }
    }
    EXPECT_TRUE(singles.next().empty());
}

TEST(MarketGenerator, ADayInSmallHasEverythingThatADayHas) {
    const MarketOptions options{.seed = 11, .messages = 10'000, .instruments = 1};
    EXPECT_EQ(system_events_of(options), "OSQMEC");
    const auto mix = mix_of(options);
    for (const char type : std::string("SRHYVAFEXDUPQI")) {
        EXPECT_TRUE(mix.contains(type)) << type;
    }
    EXPECT_EQ(mix.at('Q'), 3U) << "opening, halt and closing cross";
}

TEST(MarketGenerator, TheMixIsThatOfARealDay) {
    constexpr std::uint64_t kMessages = 300'000;
    const auto mix = mix_of({.seed = 12, .messages = kMessages, .instruments = 50});
    const auto share = [&](char type) {
        return 100.0 * static_cast<double>(mix.at(type)) / static_cast<double>(kMessages);
    };
    EXPECT_GT(share('A') + share('F'), 44);
    EXPECT_LT(share('A') + share('F'), 49);
    EXPECT_GT(share('D'), 40);
    EXPECT_LT(share('D'), 46);
    EXPECT_GT(share('E'), 3);
    EXPECT_LT(share('E'), 7);
    EXPECT_GT(share('U'), 1);
    EXPECT_LT(share('U'), 5);
}

TEST(MarketGenerator, TimesNeverGoBack) {
    std::int64_t last = 0;
    for_each_message({.seed = 13, .messages = 100'000, .instruments = 20}, [&](Bytes message) {
        ASSERT_LE(last, time_of(message));
        last = time_of(message);
    });
    EXPECT_LT(last, 24 * 3'600 * kNanosPerSecond);
}

TEST(MarketGenerator, SymbolsAreDistinctAndInTheOrderOfTheirIds) {
    const MarketGenerator generator = make({.seed = 14, .messages = 200'000, .instruments = 8'000});
    for (std::uint16_t id = 2; id <= 8'000; ++id) {
        ASSERT_LT(generator.symbol({static_cast<std::uint16_t>(id - 1)}), generator.symbol({id}));
    }
}

TEST(MarketGenerator, ActivityIsUnequal) {
    std::map<std::uint16_t, std::uint64_t> messages;
    for_each_message({.seed = 15, .messages = 200'000, .instruments = 500}, [&](Bytes message) {
        ++messages[itch50::SystemEvent::at(message.data()).load_stock_locate()];
    });
    std::vector<std::uint64_t> sorted;
    for (const auto& [instrument, count] : messages) {
        sorted.push_back(count);
    }
    std::ranges::sort(sorted, std::greater{});
    EXPECT_GT(sorted[0], sorted[100] * 5) << "the first has many times what the hundredth has";
    EXPECT_GT(sorted[100], sorted[450]);
}

TEST(MarketGenerator, ATenthOfTheMessagesAreOrdersAliveAtTheClose) {
    MarketGenerator generator = make({.seed = 16, .messages = 400'000, .instruments = 200});
    std::uint32_t live_max = 0;
    while (!generator.next().empty()) {
        live_max = std::max(live_max, generator.live_orders());
    }
    EXPECT_GT(live_max, 400'000U * 6 / 100);
    EXPECT_LT(live_max, 400'000U * 11 / 100);
}

TEST(MarketGenerator, RefusesADayWithoutRoomForItsInstruments) {
    EXPECT_FALSE(MarketGenerator::create({.seed = 1, .messages = 1'000, .instruments = 1}));
    EXPECT_FALSE(MarketGenerator::create({.seed = 1, .messages = 20'000'000, .instruments = 0}));
    const auto refused =
        MarketGenerator::create({.seed = 1, .messages = 20'000'000, .instruments = 10'001});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().message, "a market must have 1 to 10000 instruments, got 10001");
}

}  // namespace
}  // namespace hotpath::sim::market
