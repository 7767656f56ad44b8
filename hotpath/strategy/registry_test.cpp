// The list of strategies that commands offer: the house's and a program's own, each with a
// description of its parameters that holds together.
#include "hotpath/strategy/registry.hpp"

#include <array>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hotpath/strategy/latency_arbitrage_entry.hpp"
#include "hotpath/strategy/market_maker_entry.hpp"
#include "hotpath/strategy/own_types.hpp"
#include "hotpath/strategy/taker_entries.hpp"

namespace hotpath::strategy {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// Describes itself; refuses a threshold of 13.
class Own : public NullStrategy {
  public:
    static constexpr std::string_view kName = "own";
    static constexpr std::string_view kSummary = "does what its test needs";
    struct Options {
        Qty qty{100};
        Nanos pause{1'500};
        std::int64_t edge = 25;
        std::int64_t threshold = 4;
        Symbol hedge{};
        std::uint16_t instruments_max = 0;
    };
    static void visit(Options& options, auto& parameters) {
        parameters.shares({"qty", 1, 1'000, "shares"}, options.qty);
        parameters.micros({"pause_us", 0, 1'000, "between orders"}, options.pause);
        parameters.dollars({"edge_dollars", 0, 1, "a share"}, options.edge);
        parameters.integer({"threshold_percent", 1, 50, "of the mid"}, options.threshold);
        parameters.symbol({"hedge", "the other symbol"}, options.hedge);
    }
    static Expected<Own> create(const Options& options) {
        return options.threshold == 13 ? fail("own: threshold_percent must not be 13")
                                       : Expected<Own>(Own(options));
    }

  private:
    explicit Own(const Options& options) : options_(options) {}

    Options options_;
};

/// Without a create(): its constructor takes the options.
struct Follower : NullStrategy {
    static constexpr std::string_view kName = "follower";
    static constexpr std::string_view kSummary = "sees its places";
    static constexpr bool kFollowsQueue = true;
    struct Options {};
    static void visit(Options&, auto&) {}
    explicit Follower(const Options&) {}
};

[[nodiscard]] Registry with(std::vector<Registration> own) {
    return std::move(*Registry::create(own));
}

TEST(Registry, HasTheHousesStrategiesAndThenTheProgramsOwn) {
    EXPECT_THAT(with({}).names(), ElementsAre("null", "market_maker", "pairs", "momentum",
                                              "trend_following", "latency_arbitrage"));
    const Registry registry = with({registration_of<Own>()});
    EXPECT_EQ(registry.names().back(), "own");
    EXPECT_THAT(registry.one_venue_names(),
                ElementsAre("null", "market_maker", "pairs", "momentum", "trend_following", "own"));
    EXPECT_EQ(registry.choice_of("own")->summary(), "does what its test needs");
    EXPECT_FALSE(registry.choice_of("no_strategy"));
}

TEST(Registry, MakesEveryStrategyOfItsDefaults) {
    const std::array symbols{*Symbol::from("KO")};
    const Registry registry = with({registration_of<Own>()});
    for (const Registration& registration : registry.all()) {
        StrategyChoice choice(registration);
        EXPECT_EQ(choice.name(), registration.name);
        if (choice.options_of<PairsTrading>() != nullptr) {
            std::vector<Parameter> legs = choice.parameters();
            legs[0].symbol = *Symbol::from("KO");
            legs[1].symbol = *Symbol::from("PEP");
            choice.assign(legs);
        }
        choice.fit({.instruments_max = 10, .symbols = symbols});
        const bool is_one_venue = choice.venues() == 1;
        EXPECT_EQ(make_strategy(choice).has_value(), is_one_venue) << choice.name();
        const auto legs = make_legs(choice);
        ASSERT_TRUE(legs) << legs.error().message;
        EXPECT_EQ(legs->venues(), choice.venues());
        EXPECT_EQ(legs->get<ArbitrageLegs>() != nullptr, choice.venues() == 2);
    }
}

TEST(Registry, RefusesANameThatTwoHave) {
    const std::array twice{registration_of<Own>(), registration_of<Own>()};
    const auto registry = Registry::create(twice);
    ASSERT_FALSE(registry);
    EXPECT_EQ(registry.error().message,
              "strategy own: kName must be one that no other strategy has");
    Registration taken = registration_of<Own>();
    taken.name = "momentum";
    ASSERT_FALSE(Registry::create(std::span(&taken, 1)));
}

TEST(Registry, RefusesANameThatIsNoKey) {
    for (const char* name : {"", "Own", "own-1", "1st", "_own", "own strategy", "\xc3\xb6wn",
                             "a23456789012345678901234567890123"}) {
        Registration registration = registration_of<Own>();
        registration.name = name;
        const auto registry = Registry::create(std::span(&registration, 1));
        ASSERT_FALSE(registry) << name;
        EXPECT_THAT(registry.error().message, HasSubstr("kName must be a lower-case letter"));
    }
    EXPECT_TRUE(is_plain_name("a2345678901234567890123456789012"));
}

template <std::int64_t Default>
struct Wrong : NullStrategy {
    static constexpr std::string_view kName = "wrong";
    static constexpr std::string_view kSummary = "has a description that contradicts itself";
    struct Options {
        std::int64_t first = Default;
        std::int64_t second = 2;
    };
    static void visit(Options& options, auto& parameters) {
        parameters.integer({"first", 1, 5, "the first"}, options.first);
        parameters.integer({Default == 1 ? "first" : "second", 1, 5, "another"}, options.second);
    }
    explicit Wrong(const Options&) {}
};

TEST(Registry, RefusesADefaultOutsideItsRangeAndAKeyOfTwo) {
    const std::array outside{registration_of<Wrong<6>>()};
    EXPECT_EQ(Registry::create(outside).error().message,
              "strategy wrong: parameter first: the default must be from 1 to 5, got 6");
    const std::array twice{registration_of<Wrong<1>>()};
    EXPECT_EQ(Registry::create(twice).error().message,
              "strategy wrong: parameter first: a key must be used once, and not be name or "
              "symbols");
    const std::array fine{registration_of<Wrong<5>>()};
    EXPECT_TRUE(Registry::create(fine));
}

TEST(StrategyChoice, ShowsItsParametersAsDescribed) {
    const std::vector<Parameter> all = StrategyChoice(registration_of<Own>()).parameters();
    ASSERT_EQ(all.size(), 5U);
    EXPECT_EQ(all[0].key, "qty");
    EXPECT_EQ(all[0].most, 1'000);
    EXPECT_EQ(all[0].value, 100);
    EXPECT_EQ(all[0].meaning, "shares");
    EXPECT_TRUE(all[0].is_size);
    EXPECT_FALSE(all[3].is_size) << "an integer does not scale";
    EXPECT_EQ(all[1].value, 1) << "microseconds";
    EXPECT_EQ(all[2].kind, ParameterKind::Dollars);
    EXPECT_EQ(all[2].value, 25);
    EXPECT_EQ(all[2].most, 10'000) << "price units";
    EXPECT_EQ(all[4].kind, ParameterKind::Symbol);
}

TEST(Registry, EveryStrategyThatTradesSaysWhichParametersAreItsSize) {
    const Registry registry = with({});
    for (const Registration& registration : registry.all()) {
        const std::vector<Parameter> all = StrategyChoice(registration).parameters();
        EXPECT_EQ(std::ranges::any_of(all, &Parameter::is_size), registration.name != "null")
            << registration.name;
    }
}

TEST(StrategyChoice, TakesValuesAndKeepsTheOthers) {
    StrategyChoice choice(registration_of<Own>());
    std::vector<Parameter> some = choice.parameters();
    some.erase(some.begin() + 3);
    some[0].value = 7;
    some[2].value = 99;
    some[3].symbol = *Symbol::from("PEP");
    choice.assign(some);
    choice.fit({.instruments_max = 12});
    const Own::Options& options = *choice.options_of<Own>();
    EXPECT_EQ(options.qty, Qty{7});
    EXPECT_EQ(options.pause, Nanos{1'500}) << "a value that stays keeps its nanoseconds";
    EXPECT_EQ(options.edge, 99);
    EXPECT_EQ(options.threshold, 4);
    EXPECT_EQ(options.hedge, *Symbol::from("PEP"));
    EXPECT_EQ(options.instruments_max, 12);
    EXPECT_EQ(choice.options_of<Momentum>(), nullptr);
}

TEST(StrategyChoice, ChoosesSymbolsForParametersThatAreBlank) {
    const Symbol ko = *Symbol::from("KO");
    const Symbol pep = *Symbol::from("PEP");
    const std::array both{ko, pep};
    StrategyChoice pairs = *with({}).choice_of("pairs");
    std::vector<Parameter> legs = pairs.parameters();
    legs[0].symbol = pep;
    StrategyChoice second_given = pairs;
    std::swap(legs[0].symbol, legs[1].symbol);
    second_given.assign(legs);
    pairs.choose_symbols(both);
    EXPECT_EQ(pairs.options_of<PairsTrading>()->first, ko);
    EXPECT_EQ(pairs.options_of<PairsTrading>()->second, pep);
    second_given.choose_symbols(both);
    EXPECT_EQ(second_given.options_of<PairsTrading>()->first, ko) << "PEP is taken";
    EXPECT_EQ(second_given.options_of<PairsTrading>()->second, pep);
    StrategyChoice alone = *with({}).choice_of("pairs");
    alone.choose_symbols(std::span(&ko, 1));
    EXPECT_EQ(alone.options_of<PairsTrading>()->second, Symbol{}) << "there is no other";
}

TEST(StrategyChoice, ACopyHasOptionsOfItself) {
    StrategyChoice first(registration_of<Own>());
    StrategyChoice second = first;
    std::vector<Parameter> all = first.parameters();
    all[0].value = 7;
    first.assign(all);
    EXPECT_EQ(second.parameters()[0].value, 100);
    second = first;
    EXPECT_EQ(second.parameters()[0].value, 7);
    EXPECT_EQ(StrategyChoice().name(), "null");
}

TEST(StrategyChoice, PassesOnWhatTheStrategyRefuses) {
    StrategyChoice choice(registration_of<Own>());
    EXPECT_TRUE(choice.options().check());
    std::vector<Parameter> all = choice.parameters();
    all[3].value = 13;
    choice.assign(all);
    EXPECT_EQ(choice.options().check().error().message, "own: threshold_percent must not be 13");
    EXPECT_EQ(make_strategy(choice).error().message, "own: threshold_percent must not be 13");
}

TEST(StrategyChoice, SaysWhetherItsStrategyFollowsTheQueue) {
    const StrategyChoice follower(registration_of<Follower>());
    EXPECT_TRUE(follower.follows_queue());
    EXPECT_TRUE(make_strategy(follower)->follows_queue());
    const StrategyChoice other(registration_of<Own>());
    EXPECT_FALSE(other.follows_queue());
    EXPECT_FALSE(make_strategy(other)->follows_queue());
}

TEST(OwnTypes, AreMadeOfTheirOwnOptionsAndNoOther) {
    const Registry registry = with({});
    const auto made_of = [&](const char* name) {
        return make_own<std::size_t>(
            OwnTypes{}, *registry.choice_of(name), []<class S>(std::type_identity<S>, auto make) {
                return Expected<std::size_t>(make()->options().quote_qty.value);
            });
    };
    ASSERT_TRUE(made_of("market_maker"));
    EXPECT_EQ(**made_of("market_maker"), 100U);
    EXPECT_FALSE(made_of("momentum"));
}

TEST(Units, AreTheEndsOfKeys) {
    EXPECT_EQ(unit_of("pause_ms"), "ms");
    EXPECT_EQ(unit_of("spread_bps_max"), "basis points");
    EXPECT_EQ(unit_of("half_spread_dollars"), "dollars");
    EXPECT_EQ(unit_of("hedge_milli"), "thousandths");
    EXPECT_EQ(unit_of("quote_qty"), "");
    EXPECT_EQ(unit_of("inventory_max"), "");
}

}  // namespace
}  // namespace hotpath::strategy
