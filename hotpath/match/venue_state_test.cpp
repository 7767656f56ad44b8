// The saved state of held orders and instruments: every field comes back, and bytes that no matcher
// could have written are refused.
#include "hotpath/match/venue_state.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/book/l3_books.hpp"
#include "hotpath/core/state_bytes.hpp"
#include "hotpath/match/venue_books.hpp"
#include "tests/support/small_venue.hpp"

namespace hotpath::match {
namespace {

using Books = VenueBooks<book::L3Books>;

constexpr InstrumentId kSaved{2};

Books make_books() {
    return std::move(*Books::create(support::kSmallVenue));
}

std::vector<std::byte> saved(const Books& books) {
    StateWriter writer;
    save_venue_books(writer, books);
    return {writer.bytes().begin(), writer.bytes().end()};
}

/// False when the bytes are refused, or some are left.
bool is_loaded(Books& books, Bytes state) {
    StateReader reader(state);
    load_venue_books(reader, books);
    return reader.is_done();
}

HeldRecord record_of(std::uint64_t id, Side side, Standing standing, const Conditions& asked) {
    HeldRecord record{};
    record.order = {.id = {id},
                    .instrument = kSaved,
                    .side = side,
                    .qty = {500},
                    .price = {10'000 + static_cast<std::int64_t>(id)}};
    record.conditions = asked;
    record.place = {id};
    record.standing = standing;
    record.leaves_qty = {300};
    return record;
}

/// One of each standing.
std::array<HeldRecord, 5> one_of_each() {
    return {record_of(1, Side::Buy, Standing::Displayed,
                      {.owner = {7},
                       .self_trade = SelfTrade::Decrement,
                       .lifetime = Lifetime::GoodTillCanceled,
                       .is_post_only = true}),
            record_of(2, Side::Sell, Standing::Hidden, {.is_hidden = true, .min_qty = {200}}),
            record_of(3, Side::Buy, Standing::Pegged, {.peg = Peg::Primary, .peg_offset = 50}),
            record_of(4, Side::Sell, Standing::Stopped,
                      {.owner = {8}, .self_trade = SelfTrade::CancelOldest, .stop_price = {9'000}}),
            record_of(5, Side::Buy, Standing::Crossing, {.cross = CrossKind::Closing})};
}

Books with_one_of_each() {
    Books books = make_books();
    for (const HeldRecord& record : one_of_each()) {
        EXPECT_TRUE(books.try_rest(record)) << record.order.id.value;
    }
    return books;
}

/// As a loader does with the displayed orders, before the rest.
void show_displayed(Books& books) {
    const HeldRecord shown = one_of_each().front();
    EXPECT_EQ(books.plain()
                  .mutable_books()
                  .add({.id = shown.place,
                        .instrument = kSaved,
                        .side = shown.order.side,
                        .price = shown.order.price,
                        .leaves_qty = shown.leaves_qty})
                  .status,
              book::BookStatus::Ok);
}

TEST(VenueBooksState, OneOrderOfEachStandingComesBackWithAllItsFields) {
    const Books books = with_one_of_each();
    const std::vector<std::byte> state = saved(books);
    Books loaded = make_books();
    show_displayed(loaded);
    ASSERT_TRUE(is_loaded(loaded, state));
    EXPECT_EQ(loaded.state(kSaved).held, 5U);
    for (const HeldRecord& record : one_of_each()) {
        const std::uint32_t index = loaded.held().find(record.order.id);
        ASSERT_NE(index, kNotHeld) << record.order.id.value;
        const HeldRecord& found = loaded.held()[index];
        EXPECT_EQ(found.conditions, record.conditions) << record.order.id.value;
        EXPECT_EQ(found.standing, record.standing);
        EXPECT_EQ(found.place, record.place);
        EXPECT_EQ(found.order.instrument, kSaved);
        EXPECT_EQ(found.order.side, record.order.side);
        EXPECT_EQ(found.order.qty, record.order.qty) << "as entered";
        EXPECT_EQ(found.order.price, record.order.price);
        EXPECT_EQ(loaded.view_of(index).leaves_qty, record.leaves_qty) << record.order.id.value;
    }
    EXPECT_EQ(saved(loaded), state);
}

TEST(VenueBooksState, AnIcebergComesBackWithItsReserve) {
    Books books = make_books();
    HeldRecord iceberg = record_of(1, Side::Buy, Standing::Displayed, {.display_qty = {100}});
    iceberg.place = {9};
    ASSERT_TRUE(books.try_rest(iceberg));
    const std::uint32_t index = books.held().find({1});
    EXPECT_EQ(books.view_of(index).leaves_qty, Qty{100});
    EXPECT_EQ(books.view_of(index).reserve_qty, Qty{200});
    Books loaded = make_books();
    ASSERT_EQ(loaded.plain()
                  .mutable_books()
                  .add({.id = {9},
                        .instrument = kSaved,
                        .side = Side::Buy,
                        .price = {10'001},
                        .leaves_qty = {100}})
                  .status,
              book::BookStatus::Ok);
    ASSERT_TRUE(is_loaded(loaded, saved(books)));
    const std::uint32_t again = loaded.held().find({1});
    ASSERT_NE(again, kNotHeld);
    EXPECT_EQ(loaded.held()[again].place, OrderId{9});
    EXPECT_EQ(loaded.view_of(again).leaves_qty, Qty{100});
    EXPECT_EQ(loaded.view_of(again).reserve_qty, Qty{200});
    EXPECT_EQ(saved(loaded), saved(books));
}

TEST(VenueBooksState, AnInstrumentComesBackWithRulesBandsPhaseAndTrades) {
    Books books = make_books();
    books.state(kSaved) = {.rules = {.tick = 100, .lot = 10, .takes_orders_in_halt = true},
                           .bands = {.lower = {9'000}, .upper = {11'000}},
                           .phase = Phase::Halted,
                           .limit_state = LimitState::AskAtLower,
                           .trade_high = Price{10'500},
                           .trade_low = Price{9'500},
                           .cross_price = Price{10'000},
                           .cross_qty = {700}};
    Books loaded = make_books();
    ASSERT_TRUE(is_loaded(loaded, saved(books)));
    const InstrumentState& state = loaded.state(kSaved);
    EXPECT_EQ(state.rules, books.state(kSaved).rules);
    EXPECT_EQ(state.bands, books.state(kSaved).bands);
    EXPECT_EQ(state.phase, Phase::Halted);
    EXPECT_EQ(state.limit_state, LimitState::AskAtLower);
    EXPECT_EQ(state.trade_high, Price{10'500});
    EXPECT_EQ(state.trade_low, Price{9'500});
    EXPECT_EQ(state.cross_price, Price{10'000});
    EXPECT_EQ(state.cross_qty, TotalQty{700});
    EXPECT_FALSE(loaded.state({1}).trade_high) << "what an instrument does not have stays absent";
    EXPECT_FALSE(loaded.state({1}).cross_price);
}

// Each cut of the state is refused: nothing missing reads as a smaller venue.
TEST(VenueBooksState, ACutStateIsRefused) {
    const std::vector<std::byte> state = saved(with_one_of_each());
    for (std::size_t length = 0; length < state.size(); ++length) {
        Books loaded = make_books();
        show_displayed(loaded);
        ASSERT_FALSE(is_loaded(loaded, Bytes(state).first(length))) << length << " bytes";
    }
}

// A byte that is changed is refused, or gives a state that is saved with that byte.
TEST(VenueBooksState, AChangedByteIsRefusedOrKept) {
    const std::vector<std::byte> state = saved(with_one_of_each());
    std::size_t refused = 0;
    for (std::size_t at = 0; at < state.size(); ++at) {
        std::vector<std::byte> changed = state;
        changed[at] ^= std::byte{0xFF};
        Books loaded = make_books();
        show_displayed(loaded);
        if (!is_loaded(loaded, changed)) {
            ++refused;
            continue;
        }
        std::vector<std::byte> again = saved(loaded);
        if (changed[at] != again[at]) {
            ASSERT_LE(state[at], std::byte{1}) << "byte " << at;
            again[at] = changed[at];  // a bool is read as 0 or 1, no price as absent
        }
        ASSERT_EQ(again, changed) << "byte " << at;
    }
    EXPECT_GT(refused, 50U);
}

TEST(VenueBooksState, RulesThatNoVenueHasAreRefused) {
    for (const bool is_tick : {true, false}) {
        Books books = make_books();
        books.state({1}).rules = {.tick = is_tick ? 0 : 1, .lot = is_tick ? 1U : 0U};
        Books loaded = make_books();
        EXPECT_FALSE(is_loaded(loaded, saved(books)));
        EXPECT_EQ(loaded.state({1}).rules, InstrumentRules{}) << "a tick of 0 would divide by zero";
    }
}

TEST(VenueBooksState, AnOrderThatIsThereAlreadyIsRefused) {
    const std::vector<std::byte> state = saved(with_one_of_each());
    Books loaded = with_one_of_each();
    EXPECT_FALSE(is_loaded(loaded, state));
}

TEST(VenueBooksState, ADisplayedOrderThatTheBooksDoNotShowIsRefused) {
    Books loaded = make_books();
    EXPECT_FALSE(is_loaded(loaded, saved(with_one_of_each())));
}

}  // namespace
}  // namespace hotpath::match
