// A strategy that sees its place in the queue, in a trader: at a venue, replayed, and at two venues.
#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

#include <gtest/gtest.h>

#include "hotpath/strategy/market_maker.hpp"
#include "hotpath/strategy/multi_venue.hpp"
#include "hotpath/trader/trader.hpp"
#include "tests/support/ilink_trader_world.hpp"
#include "tests/support/input_records.hpp"
#include "tests/support/place_check.hpp"
#include "tests/support/trader_world.hpp"

namespace hotpath::trader {
namespace {

/// A market maker that does not move while one of its orders has less than this ahead of it.
class PatientMaker : public strategy::MarketMaker {
  public:
    static constexpr bool kFollowsQueue = true;
    static constexpr TotalQty kNearFront{150};

    explicit PatientMaker(const strategy::MarketMakerOptions& options) : MarketMaker(options) {}

    void on_book(const book::BookView& book, const strategy::QueueContext& context,
                 oms::Intents& intents) noexcept {
        places.check(book, context);
        const bool is_near_front =
            std::ranges::any_of(context.orders.open_orders(), [&](ClOrdId id) {
                const auto ahead = context.queue_ahead_qty(id);
                return ahead && *ahead < kNearFront;
            });
        held += is_near_front ? 1U : 0U;
        if (!is_near_front) {
            MarketMaker::on_book(book, context, intents);
        }
    }

    support::PlaceCheck places;
    std::uint64_t held = 0;
};
static_assert(strategy::QueueAwareStrategy<PatientMaker>);

using LoggedPatient = Trader<PatientMaker, timing::NoTicks, support::LogRecorder>;

/// In the world's place of a market maker's trader.
class PatientTrader : public LoggedPatient {
  public:
    [[nodiscard]] static Expected<PatientTrader> create(const TraderOptions& options,
                                                        const strategy::MarketMaker& maker) {
        auto trader = LoggedPatient::create(options, PatientMaker(maker.options()));
        if (!trader) {
            return std::unexpected(trader.error());
        }
        return PatientTrader(std::move(*trader));
    }

  private:
    explicit PatientTrader(LoggedPatient trader) : LoggedPatient(std::move(trader)) {}
};

class PatientMakers : public ReplaySubjects {
  public:
    using Subject = TraderSubject<PatientMaker>;

    [[nodiscard]] Expected<std::unique_ptr<ReplaySubject>> make(const Start&) override {
        TraderOptions options = support::trader_at_the_venue();
        options.account.password = protocols::to_alpha<10>(protocols::kHiddenPassword);
        options.drop_copy->password = options.account.password;
        auto trader = Subject::Replayed::create(
            options, PatientMaker({.instruments_max = 3, .quote_qty = {100}}));
        if (!trader) {
            return std::unexpected(trader.error());
        }
        return std::make_unique<Subject>(std::move(*trader));
    }
};

class PatientTraders : public testing::Test {
  protected:
    void SetUp() override {
        support::log_all(world, log);
        world.trade_with_faults();
        world.trade_with_faults();
    }

    support::InputLog log;
    support::BasicTraderWorld<PatientTrader> world;
};

TEST_F(PatientTraders, SeeThePlaceOfEveryOrderInTheBooks) {
    const PatientMaker& maker = world.trader().engine().strategy();
    EXPECT_EQ(maker.places.wrong, 0U);
    EXPECT_GT(maker.places.known, 10U);
    EXPECT_GT(maker.held, 0U);
}

/// Over iLink 3 an order keeps its OrderID when it is replaced: CME's books have it under another
/// priority, ITCH under another reference number.
class PatientTradersOverIlink : public testing::TestWithParam<bool> {};

TEST_P(PatientTradersOverIlink, SeeThePlaceOfEveryOrderInTheBooks) {
    const TraderOptions over_itch = support::ilink_trader_at_the_venue();
    support::BasicTraderWorld<PatientTrader> world(
        GetParam() ? support::mdp3_trader_at_the_venue(feed::Mdp3Depth::ByOrder, over_itch)
                   : over_itch,
        support::venue_of_ilink_traders());
    support::InputLog log;
    support::log_all(world, log);
    for (int day = 0; day < 2; ++day) {
        world.trade_with_faults();
        world.make_market();
        world.advance_ms(500);
        for (int n = 0; n < 20; ++n) {  // it follows the market
            world.other_enters('B', 499'000 + n * 10, 10);
            world.other_enters('S', 501'000 - n * 10, 10);
            world.advance_ms(10);
        }
    }
    const auto& engine = world.trader().engine();
    EXPECT_EQ(engine.strategy().places.wrong, 0U);
    EXPECT_GT(engine.strategy().places.known, 20U);
    EXPECT_GT(engine.strategy().held, 0U);
}
INSTANTIATE_TEST_SUITE_P(EachFeedOfOrders, PatientTradersOverIlink, testing::Bool(),
                         [](const auto& is_mdp3) { return is_mdp3.param ? "Mdp3" : "Itch"; });

TEST_F(PatientTraders, DecideTheSameInAReplay) {
    PatientMakers traders;
    const support::Replayed replayed = support::replay(log, traders);
    EXPECT_FALSE(replayed.difference.has_value());
    EXPECT_EQ(replayed.counters.inputs, world.trader().inputs());
}

/// A patient market maker at each of two venues.
struct PatientLegs {
    using Leg = PatientMaker;

    [[nodiscard]] static constexpr std::size_t venues() noexcept { return 2; }
    [[nodiscard]] static Leg leg(std::size_t) { return Leg({.instruments_max = 3}); }
    [[nodiscard]] static std::optional<strategy::VenueTurn> next_turn() noexcept { return {}; }
};

TEST(PatientLegsAtTwoVenues, HaveTheirPlacesInEachEngine) {
    const auto trader = Trader<PatientLegs>::create(
        {{support::trader_at_the_venue(), support::trader_at_the_venue()},
         risk::FirmLimits{
             .open_orders_max = 8, .open_value_max = {1ULL << 40U}, .messages_max = 99},
         risk::FirmExposureLimits{.gross_max = {1LL << 40}, .net_max = {1LL << 40}}},
        PatientLegs{});
    ASSERT_TRUE(trader) << trader.error().message;
    const strategy::QueuePlaces& first = trader->at(0).engine().queue_places();
    const strategy::QueuePlaces& second = trader->at(1).engine().queue_places();
    EXPECT_NE(&first, &second);
    EXPECT_EQ(first.size() + second.size(), 0U);
}

}  // namespace
}  // namespace hotpath::trader
