// The same intents by OUCH and by FIX: the same market data to the byte, the same fills, the same
// orders and positions, whatever crosses on the way; and the FIX venue's journal gives all of it
// again, from the beginning and from a snapshot.

#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "tests/fix_orders/two_protocols.hpp"
#include "tests/support/seeds.hpp"

namespace hotpath {
namespace {

using oms::Intent;
using support::FixWire;
using support::kTraded;
using support::kTraders;
using support::Market;
using support::OuchWire;

class Flow {
  public:
    explicit Flow(std::uint64_t seed) : random_(seed) {}

    /// A request of a trader with these open orders.
    template <class Gateway>
    Intent next(Gateway& gateway) {
        const auto open = gateway.orders().open_orders();
        constexpr std::size_t kOpenMax = 24;
        const std::uint64_t choice = open.size() > kOpenMax ? 9 : random_.below(10);
        if (open.size() < 4 || choice < 4) {
            return enter(gateway.orders().next_id());
        }
        const ClOrdId id = open[random_.below(open.size())];
        if (choice < 6) {
            return {.kind = Intent::Kind::Replace,
                    .id = gateway.orders().next_id(),
                    .original = id,
                    .qty = qty(),
                    .price = other_price(gateway.orders().find(id)->price)};
        }
        if (choice < 8) {
            return {.kind = Intent::Kind::Reduce, .id = id, .qty = qty()};
        }
        return {.kind = Intent::Kind::Cancel, .id = id};
    }
    [[nodiscard]] bool is_time(std::uint64_t of) { return random_.below(of) == 0; }
    [[nodiscard]] std::uint16_t trader() {
        return static_cast<std::uint16_t>(random_.below(kTraders));
    }

  private:
    Intent enter(ClOrdId id) {
        constexpr TimeInForce kTerms[] = {TimeInForce::Day, TimeInForce::Day, TimeInForce::Day,
                                          TimeInForce::Ioc, TimeInForce::Fok};
        const TimeInForce terms = kTerms[random_.below(std::size(kTerms))];
        return {.kind = Intent::Kind::Enter,
                .side = random_.below(2) == 0 ? Side::Buy : Side::Sell,
                .time_in_force = terms,
                .instrument = kTraded,
                .is_post_only = terms == TimeInForce::Day && random_.below(4) == 0,
                .id = id,
                .qty = qty(),
                .price = price()};
    }
    /// At the same price a FIX venue lets less keep its place, and OUCH does not:
    /// docs/design/fix-orders.md.
    Price other_price(Price original) {
        const Price other = price();
        return other == original ? other + 100 : other;
    }
    Qty qty() { return {static_cast<std::uint32_t>(1 + random_.below(100))}; }
    Price price() {
        return {support::kReference + 100 * (static_cast<std::int64_t>(random_.below(9)) - 4)};
    }

    Random random_;
};

bool is_same(const oms::Fill& a, const oms::Fill& b) {
    return a.id == b.id && a.side == b.side && a.last_qty == b.last_qty &&
           a.last_price == b.last_price && a.leaves_qty == b.leaves_qty && a.position == b.position;
}

/// States, quantities and positions; a cancel that FIX refuses and OUCH ignores leaves no trace.
void expect_same_orders(support::Market<OuchWire>& ouch, support::Market<FixWire>& fix,
                        std::uint16_t trader) {
    const oms::Orders& a = ouch.gateway(trader).orders();
    const oms::Orders& b = fix.gateway(trader).orders();
    ASSERT_EQ(a.next_id(), b.next_id());
    ASSERT_EQ(a.position(kTraded).position, b.position(kTraded).position);
    ASSERT_EQ(a.open_orders().size(), b.open_orders().size());
    for (const ClOrdId id : a.open_orders()) {
        const oms::Order* const other = b.find(id);
        ASSERT_NE(other, nullptr);
        EXPECT_EQ(a.find(id)->state, other->state) << id.value;
        EXPECT_EQ(a.find(id)->leaves_qty, other->leaves_qty) << id.value;
        EXPECT_EQ(a.find(id)->cum_qty, other->cum_qty) << id.value;
        EXPECT_EQ(a.find(id)->price, other->price) << id.value;
        EXPECT_EQ(a.find(id)->venue_id, other->venue_id) << id.value;
    }
}

void expect_same_answers(support::Market<OuchWire>& ouch, support::Market<FixWire>& fix,
                         std::uint16_t trader) {
    const std::vector<oms::Fill> a = ouch.answer(trader);
    const std::vector<oms::Fill> b = fix.answer(trader);
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t i = 0; i < a.size(); ++i) {
        EXPECT_TRUE(is_same(a[i], b[i])) << a[i].id.value;
    }
    expect_same_orders(ouch, fix, trader);
}

TEST(FixAndOuch, TheSameOrdersGiveTheSameTrades) {
    Flow flow(support::seed_of_this_test(21));
    Market<OuchWire> ouch;
    Market<FixWire> fix;
    const std::uint64_t rounds =
        support::rounds_of_this_run({.usual = 20'000, .long_run = 100'000});
    for (std::uint64_t round = 0; round < rounds && !testing::Test::HasFailure(); ++round) {
        const std::uint16_t trader = flow.trader();
        const Intent intent = flow.next(ouch.gateway(trader));
        EXPECT_EQ(ouch.send(trader, intent), fix.send(trader, intent));
        if (flow.is_time(3)) {
            EXPECT_EQ(ouch.arrive(trader), fix.arrive(trader)) << "market data";
        }
        if (flow.is_time(3)) {
            expect_same_answers(ouch, fix, trader);
        }
    }
    for (std::uint16_t trader = 0; trader < kTraders; ++trader) {
        EXPECT_EQ(ouch.arrive(trader), fix.arrive(trader));
    }
    for (std::uint16_t trader = 0; trader < kTraders; ++trader) {
        expect_same_answers(ouch, fix, trader);
    }
    EXPECT_EQ(ouch.log().exchange().counters().executions,
              fix.log().exchange().counters().executions);
    EXPECT_GT(fix.log().exchange().counters().executions, rounds / 50);
}

/// Applies the records from `first` on; each must be possible with the outputs before it.
void replay(const std::vector<support::Message>& records, std::size_t first, std::size_t last,
            exchange::VenueLog& log) {
    for (std::size_t n = first; n < last; ++n) {
        exchange::Input input;
        ASSERT_EQ(exchange::decode(records[n], input), protocols::DecodeStatus::Ok);
        ASSERT_EQ(log.apply(input), exchange::ApplyStatus::Ok) << n;
        log.clear_outputs();
    }
}

TEST(FixAndOuch, TheJournalGivesTheSameReportsAgain) {
    Flow flow(support::seed_of_this_test(22));
    Market<FixWire> market;
    for (int round = 0; round < 3'000; ++round) {
        const std::uint16_t trader = flow.trader();
        static_cast<void>(market.send(trader, flow.next(market.gateway(trader))));
        market.arrive(trader);
        market.answer(trader);
    }
    const auto& records = market.records();
    const auto create = [] {
        return std::move(*exchange::VenueLog::create(support::market_options(), nullptr,
                                                     support::market_desks()));
    };
    exchange::VenueLog whole = create();
    replay(records, 0, records.size(), whole);
    EXPECT_EQ(whole.output_checksum(), market.log().output_checksum());
    EXPECT_EQ(whole.state_checksum(), market.log().state_checksum());

    exchange::VenueLog half = create();
    replay(records, 0, records.size() / 2, half);
    StateWriter state;
    half.save(state);
    exchange::VenueLog rest = create();
    StateReader reader(state.bytes());
    rest.load(reader);
    ASSERT_TRUE(reader.is_done());
    replay(records, records.size() / 2, records.size(), rest);
    EXPECT_EQ(rest.output_checksum(), market.log().output_checksum());
    EXPECT_EQ(rest.state_checksum(), market.log().state_checksum());
}

}  // namespace
}  // namespace hotpath
