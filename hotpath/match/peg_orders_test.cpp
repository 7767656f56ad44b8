// Pegged orders (Nasdaq rule 4703(d), Pegging): the price that a peg has from the displayed quote,
// and which peg of a line trades next.

#include "hotpath/match/peg_orders.hpp"

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace hotpath::match {
namespace {

constexpr InstrumentId kPegged{2};
constexpr Conditions kMid{.peg = Peg::Mid};

[[nodiscard]] constexpr Conditions primary(std::int64_t offset) {
    return {.peg = Peg::Primary, .peg_offset = offset};
}

[[nodiscard]] PegReference quote(std::int64_t bid, std::int64_t ask) {
    return PegReference::of({.bid = {.price = {bid}, .qty = {100}, .orders = bid == 0 ? 0U : 1U},
                             .ask = {.price = {ask}, .qty = {100}, .orders = ask == 0 ? 0U : 1U}});
}

// ---- the price

TEST(PegReference, IsTheQuoteUnlessThatIsLockedOrCrossed) {
    EXPECT_EQ(quote(100, 101).bid, Price{100});
    EXPECT_EQ(quote(100, 101).ask, Price{101});
    for (const std::int64_t ask : {100, 99}) {
        EXPECT_EQ(quote(100, ask).bid, std::nullopt) << ask;
        EXPECT_EQ(quote(100, ask).ask, std::nullopt) << ask;
    }
}

TEST(PegReference, HasOnlyTheSideThatIsQuoted) {
    EXPECT_EQ(quote(100, 0).bid, Price{100});
    EXPECT_EQ(quote(100, 0).ask, std::nullopt);
    EXPECT_EQ(quote(0, 100).bid, std::nullopt);
    EXPECT_EQ(quote(0, 100).ask, Price{100});
}

TEST(PegPrice, MidpointBetweenTwoTicksIsRoundedAwayFromTheOtherSide) {
    EXPECT_EQ(quote(100, 104).price_of(Side::Buy, kMid), Price{102});
    EXPECT_EQ(quote(100, 104).price_of(Side::Sell, kMid), Price{102});
    EXPECT_EQ(quote(100, 103).price_of(Side::Buy, kMid), Price{101});
    EXPECT_EQ(quote(100, 103).price_of(Side::Sell, kMid), Price{102});
}

TEST(PegPrice, MidpointNeedsBothSides) {
    EXPECT_EQ(quote(100, 0).price_of(Side::Buy, kMid), std::nullopt);
    EXPECT_EQ(quote(0, 100).price_of(Side::Sell, kMid), std::nullopt);
}

TEST(PegPrice, PrimaryIsTheOwnSidesBestLessAggressiveByTheOffset) {
    EXPECT_EQ(quote(100, 110).price_of(Side::Buy, primary(0)), Price{100});
    EXPECT_EQ(quote(100, 110).price_of(Side::Buy, primary(3)), Price{97});
    EXPECT_EQ(quote(100, 110).price_of(Side::Sell, primary(0)), Price{110});
    EXPECT_EQ(quote(100, 110).price_of(Side::Sell, primary(3)), Price{113});
}

TEST(PegPrice, PrimaryNeedsItsOwnSideAlone) {
    EXPECT_EQ(quote(100, 0).price_of(Side::Buy, primary(0)), Price{100});
    EXPECT_EQ(quote(100, 0).price_of(Side::Sell, primary(0)), std::nullopt);
    EXPECT_EQ(quote(0, 110).price_of(Side::Buy, primary(0)), std::nullopt);
}

TEST(PegPrice, AnOffsetBeyondAllPricesEndsAtTheLast) {
    EXPECT_EQ(quote(100, 110).price_of(Side::Buy, primary(101)), Price{0});
    EXPECT_EQ(quote(100, 110).price_of(Side::Sell, primary(book::kPriceMax.value)),
              book::kPriceMax);
}

TEST(PegPrice, IsNeverBeyondTheOrdersLimit) {
    const auto price = [](Side side, std::int64_t limit) {
        HeldRecord peg{};
        peg.order = {.id = {1}, .instrument = kPegged, .side = side, .qty = {10}, .price = {limit}};
        peg.conditions = kMid;
        return pegged_price(peg, quote(100, 110));
    };
    EXPECT_EQ(price(Side::Buy, 106), Price{105});
    EXPECT_EQ(price(Side::Buy, 105), Price{105});
    EXPECT_EQ(price(Side::Buy, 104), Price{104});
    EXPECT_EQ(price(Side::Sell, 104), Price{105});
    EXPECT_EQ(price(Side::Sell, 106), Price{106});
}

// An ask may rest above the upper band, and then the middle may be above it too: no trade is.
TEST(PegPrice, IsNeverBeyondThePriceBands) {
    const book::Bbo wide{.bid = {.price = {100}, .qty = {100}, .orders = 1},
                         .ask = {.price = {110}, .qty = {100}, .orders = 1}};
    const auto low = PegReference::of(wide, {.lower = {90}, .upper = {103}});
    EXPECT_EQ(low.price_of(Side::Buy, kMid), Price{103});
    EXPECT_EQ(low.price_of(Side::Sell, kMid), Price{105}) << "it trades with nothing there";
    const auto high = PegReference::of(wide, {.lower = {107}, .upper = {120}});
    EXPECT_EQ(high.price_of(Side::Sell, kMid), Price{107});
    EXPECT_EQ(high.price_of(Side::Buy, kMid), Price{105});
}

// ---- the line

class PegLine : public testing::Test {
  protected:
    std::uint32_t add(std::uint64_t place, Side side, std::int64_t limit,
                      const Conditions& asked = kMid, InstrumentId instrument = kPegged) {
        HeldRecord record{};
        record.order = {
            .id = {place}, .instrument = instrument, .side = side, .qty = {10}, .price = {limit}};
        record.conditions = asked;
        record.place = {place};
        record.standing = Standing::Pegged;
        const std::uint32_t index = held.add(record);
        pegs.insert(held, index);
        return index;
    }
    void remove(std::uint32_t index) {
        pegs.remove(held, index);
        held.remove(index);
    }
    [[nodiscard]] std::vector<std::uint64_t> line(Side side) const {
        std::vector<std::uint64_t> places;
        pegs.for_each(held, kPegged, side,
                      [&](std::uint32_t index) { places.push_back(held[index].place.value); });
        return places;
    }
    /// Place and price of the next to trade; {0, 0}: none.
    [[nodiscard]] std::pair<std::uint64_t, std::int64_t> best(Side side,
                                                              const PegReference& quoted) const {
        const auto found = pegs.best(held, kPegged, side, quoted);
        return found ? std::pair(held[found->index].place.value, found->price.value)
                     : std::pair<std::uint64_t, std::int64_t>(0, 0);
    }

    using Places = std::vector<std::uint64_t>;
    using Best = std::pair<std::uint64_t, std::int64_t>;

    HeldOrders held{16};
    PegOrders pegs{3, 3};
};

TEST_F(PegLine, IsInOrderOfPlacesWhateverTheOrderOfArrival) {
    add(5, Side::Buy, 200);
    add(9, Side::Buy, 200);
    add(7, Side::Buy, 200);  // before the last
    EXPECT_EQ(line(Side::Buy), (Places{5, 7, 9}));
    EXPECT_TRUE(line(Side::Sell).empty());
    pegs.remove(held, held.find({9}));
    add(3, Side::Buy, 200);  // before all
    EXPECT_EQ(line(Side::Buy), (Places{3, 5, 7}));
}

TEST_F(PegLine, StaysLinkedWhenItsFirstMiddleOrLastLeaves) {
    for (const std::uint64_t leaving : {1U, 2U, 3U}) {
        const std::uint32_t each[]{add(1, Side::Sell, 0), add(2, Side::Sell, 0),
                                   add(3, Side::Sell, 0)};
        remove(each[leaving - 1]);
        const std::uint32_t last = add(4, Side::Sell, 0);
        Places expected{1, 2, 3, 4};
        std::erase(expected, leaving);
        EXPECT_EQ(line(Side::Sell), expected);
        for (std::size_t n = 0; n < 3; ++n) {
            n == leaving - 1 ? remove(last) : remove(each[n]);
        }
        EXPECT_TRUE(line(Side::Sell).empty());
    }
}

TEST_F(PegLine, OneThatIsPutBackAtALaterPlaceIsTheLast) {
    const std::uint32_t first = add(1, Side::Buy, 200);
    add(2, Side::Buy, 200);
    pegs.remove(held, first);
    held.move_to(first, {9});
    pegs.insert(held, first);
    EXPECT_EQ(line(Side::Buy), (Places{2, 9}));
    EXPECT_EQ(held[first].next, kNotHeld);
}

TEST_F(PegLine, IsFullForItsSideAndInstrumentAlone) {
    const std::uint32_t first = add(1, Side::Buy, 200);
    add(2, Side::Buy, 200);
    EXPECT_FALSE(pegs.is_full(kPegged, Side::Buy));
    add(3, Side::Buy, 200);
    EXPECT_TRUE(pegs.is_full(kPegged, Side::Buy));
    EXPECT_FALSE(pegs.is_full(kPegged, Side::Sell));
    EXPECT_FALSE(pegs.is_full({1}, Side::Buy));
    EXPECT_FALSE(pegs.is_full({3}, Side::Buy));
    remove(first);
    EXPECT_FALSE(pegs.is_full(kPegged, Side::Buy));
}

TEST_F(PegLine, TheFirstOfTheBestPriceTradesNext) {
    add(1, Side::Buy, 103);
    add(2, Side::Buy, 200);
    add(3, Side::Buy, 200);
    EXPECT_EQ(best(Side::Buy, quote(100, 110)), (Best{2, 105})) << "the first is limited to 103";
    EXPECT_EQ(best(Side::Buy, quote(100, 106)), (Best{1, 103})) << "and is at the middle here";
    EXPECT_EQ(best(Side::Sell, quote(100, 110)), (Best{0, 0}));
    EXPECT_EQ(best(Side::Buy, quote(100, 0)), (Best{0, 0})) << "without an ask there is no middle";
}

TEST_F(PegLine, OfLimitedPegsTheBetterPriceIsFirstAndAtOnePriceTheEarlier) {
    add(1, Side::Sell, 108);
    add(2, Side::Sell, 107);
    add(3, Side::Sell, 107);
    EXPECT_EQ(best(Side::Sell, quote(100, 110)), (Best{2, 107}));
}

TEST_F(PegLine, AMidpointIsAheadOfAPrimaryThatCameEarlier) {
    add(1, Side::Sell, 0, primary(0));
    add(2, Side::Sell, 0, primary(1));
    EXPECT_EQ(best(Side::Sell, quote(100, 110)), (Best{1, 110}));
    add(3, Side::Sell, 0, kMid);
    EXPECT_EQ(best(Side::Sell, quote(100, 110)), (Best{3, 105}));
    EXPECT_EQ(best(Side::Sell, quote(0, 110)), (Best{1, 110})) << "no middle: the primaries trade";
}

TEST_F(PegLine, PegsOfAnotherInstrumentAreInAnotherLine) {
    add(1, Side::Buy, 200, kMid, {1});
    add(2, Side::Buy, 200, kMid, {3});
    EXPECT_EQ(best(Side::Buy, quote(100, 110)), (Best{0, 0}));
}

}  // namespace
}  // namespace hotpath::match
