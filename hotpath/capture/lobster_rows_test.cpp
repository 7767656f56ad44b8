// Rows of an order book file, and the estimate of a book without one against an obvious twin.
#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hotpath/capture/lobster_book.hpp"
#include "hotpath/capture/lobster_estimate.hpp"
#include "hotpath/capture/lobster_orders.hpp"
#include "hotpath/core/random.hpp"
#include "tests/support/dbn_day.hpp"
#include "tests/support/memory_source.hpp"
#include "tests/support/seeds.hpp"

namespace hotpath::capture {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

/// "asks 10x1 11x2 bids 9x3 of 2", or the reason.
std::string row_text(std::string_view line) {
    LobsterRow row;
    row.sides[0] = row.sides[1] = {{.price = {1}, .qty = {1}}};  // of an earlier row
    if (const auto parsed = parse_lobster_row(line, row); !parsed) {
        return std::string(parsed.error());
    }
    std::string text = "asks";
    for (const LobsterLevel& level : row.side(Side::Sell)) {
        text += " " + std::to_string(level.price.value) + "x" + std::to_string(level.qty.value);
    }
    text += " bids";
    for (const LobsterLevel& level : row.side(Side::Buy)) {
        text += " " + std::to_string(level.price.value) + "x" + std::to_string(level.qty.value);
    }
    return text + " of " + std::to_string(row.levels_max);
}

constexpr const char* kColumns = "a row must have four columns for each of 1 to 1000 levels";
constexpr const char* kNumbers = "prices and sizes must be whole numbers in range";
constexpr const char* kOrder = "the levels of a side must be ordered best first, empty ones last";
constexpr const char* kPrices = "the price of a level must be 0 to 4294967295";

TEST(LobsterRows, HaveAsksAndBidsBestFirst) {
    EXPECT_EQ(row_text("10,1,9,3"), "asks 10x1 bids 9x3 of 1");
    EXPECT_EQ(row_text("10,1,9,3,11,2,8,4"), "asks 10x1 11x2 bids 9x3 8x4 of 2");
    EXPECT_EQ(row_text("10,1,-9999999999,0,11,2,-9999999999,0"), "asks 10x1 11x2 bids of 2");
    EXPECT_EQ(row_text("9999999999,0,9,3,9999999999,0,8,4"), "asks bids 9x3 8x4 of 2");
    EXPECT_EQ(row_text("4294967295,4294967295,0,1"), "asks 4294967295x4294967295 bids 0x1 of 1");
}

TEST(LobsterRows, ThatAreNoneSayWhy) {
    for (const char* const line : {"", "1,2,3", "1,2,3,4,5", "1,2,3,4,5,6,7"}) {
        EXPECT_EQ(row_text(line), kColumns) << line;
    }
    for (const char* const line :
         {",,,", "10,1,9,", "10,1,x,3", "10,1.5,9,3", "10,-1,9,3", "10,4294967296,9,3", " 10,1,9,3",
          "10,1,9,3x", "9223372036854775808,1,9,3"}) {
        EXPECT_EQ(row_text(line), kNumbers) << line;
    }
    for (const char* const line : {"-1,1,9,3", "4294967296,1,9,3", "10,1,-1,3"}) {
        EXPECT_EQ(row_text(line), kPrices) << line;
    }
    for (const char* const line : {"10,1,9,3,10,1,8,1", "10,1,9,3,9,1,8,1", "10,1,9,3,11,1,9,1",
                                   "10,1,9,3,11,1,10,1", "10,0,9,3,11,1,8,1"}) {
        EXPECT_EQ(row_text(line), kOrder) << line;
    }
}

TEST(LobsterRows, HaveAThousandLevelsAtMost) {
    const auto line = [](std::size_t levels) {
        std::string text;
        for (std::size_t i = 0; i < levels; ++i) {
            text += (i == 0 ? "" : ",") + std::to_string(5'000 + i) + ",1," +
                    std::to_string(4'999 - i) + ",1";
        }
        return text;
    };
    LobsterRow row;
    ASSERT_TRUE(parse_lobster_row(line(1'000), row).has_value());
    EXPECT_TRUE(row.is_full(Side::Buy));
    EXPECT_TRUE(row.is_full(Side::Sell));
    EXPECT_EQ(row_text(line(1'001)), kColumns);
    ASSERT_TRUE(parse_lobster_row("10,0,9,3", row).has_value());
    EXPECT_TRUE(row.is_full(Side::Buy));
    EXPECT_FALSE(row.is_full(Side::Sell));
}

TEST(LobsterRows, OfAFileHaveAsManyColumnsAsTheFirst) {
    const std::string text = "10,1,9,3\n11,1,9,3\n10,1,9,3,11,1,8,1\n10,1,9,3\n";
    LobsterBookReader reader(ReadBuffer(std::make_unique<MemorySource>(
        "book.csv", Bytes(reinterpret_cast<const std::byte*>(text.data()), text.size()))));
    LobsterRow row;
    ASSERT_TRUE(*reader.next(row));
    ASSERT_TRUE(*reader.next(row));
    EXPECT_EQ(row.side(Side::Sell)[0].price.value, 11);
    for (int tries = 0; tries < 2; ++tries) {
        const auto refused = reader.next(row);
        ASSERT_FALSE(refused.has_value());
        EXPECT_EQ(
            refused.error().message,
            "book.csv: line 3 (byte 18) is not a row of a LOBSTER order book file: a row must "
            "have as many columns as the first row; all before it was read; copy or download "
            "the file again, or remove it: without it the book is an estimate");
    }
}

/// The twin of LobsterOrders: a list that is searched.
class ListedOrders {
  public:
    [[nodiscard]] std::optional<LobsterOrder> find(OrderId id) const {
        const auto found = std::ranges::find(orders_, id, &LobsterOrder::id);
        return found == orders_.end() ? std::nullopt : std::optional(*found);
    }
    [[nodiscard]] std::optional<LobsterOrder> front(Side side) const {
        std::optional<LobsterOrder> best;
        for (const LobsterOrder& order : orders_) {
            const bool is_first = !best || is_better(side, order.price, best->price) ||
                                  (order.price == best->price && order.id < best->id);
            if (order.side == side && is_first) {
                best = order;
            }
        }
        return best;
    }
    void add(const LobsterOrder& order) {
        remove(order.id);
        orders_.push_back(order);
    }
    void reduce(OrderId id, Qty qty) {
        const auto found = std::ranges::find(orders_, id, &LobsterOrder::id);
        if (found != orders_.end() && found->leaves_qty > qty) {
            found->leaves_qty -= qty;
        } else {
            remove(id);
        }
    }
    void remove(OrderId id) {
        std::erase_if(orders_, [&](const auto& o) { return o.id == id; });
    }

  private:
    std::vector<LobsterOrder> orders_;
};

TEST(LobsterOrders, AreThoseOfAList) {
    Random random(support::seed_of_this_test(103));
    LobsterOrders orders;
    ListedOrders twin;
    for (int step = 0; step < 3'000; ++step) {
        const OrderId id{1 + random.below(12)};
        const Qty qty{static_cast<std::uint32_t>(1 + random.below(9))};
        const Side side = random.one_in(2) ? Side::Buy : Side::Sell;
        const Price price{static_cast<std::int64_t>(100 + random.below(4))};
        const LobsterOrder order{.id = id, .side = side, .price = price, .leaves_qty = qty};
        switch (random.below(4)) {
            case 0:
                orders.reduce(id, qty);
                twin.reduce(id, qty);
                break;
            case 1:
                orders.remove(id);
                twin.remove(id);
                break;
            default:
                orders.add(order);
                twin.add(order);
        }
        const auto found = orders.find(id);
        const auto wanted = twin.find(id);
        ASSERT_EQ(found.has_value(), wanted.has_value()) << step;
        ASSERT_TRUE(!found || (found->leaves_qty == wanted->leaves_qty &&
                               found->price == wanted->price && found->side == wanted->side));
        const auto other = twin.front(opposite(side));
        const bool is_crossed =
            other && (side == Side::Buy ? other->price <= price : other->price >= price);
        ASSERT_EQ(orders.forgotten_against(side, price),
                  is_crossed ? std::optional(other->id) : std::nullopt);
        const auto first = twin.front(side);
        const bool is_before = first && (is_better(side, first->price, price) ||
                                         (first->price == price && first->id < id));
        ASSERT_EQ(orders.forgotten_before(order),
                  is_before ? std::optional(first->id) : std::nullopt);
    }
}

/// Events in, the messages as words out.
class EstimateTest : public ::testing::Test {
  protected:
    std::vector<std::string> apply(LobsterType type, std::uint64_t id, std::uint32_t size,
                                   std::int64_t price, Side side) {
        estimate_.apply({.time = {},
                         .type = type,
                         .order_id = {id},
                         .size = {size},
                         .price = {price},
                         .side = side});
        support::ItchWords listener;
        protocols::FrameCursor frames(out_.block());
        for (Bytes message; frames.next(message);) {
            static_cast<void>(protocols::nasdaq::itch50::decode(message, listener));
        }
        out_.clear_block();
        return listener.words;
    }

    StreamStats stats_;
    LobsterItch out_{*Symbol::from("ABC"), stats_};
    LobsterEstimate estimate_{out_};
};

TEST_F(EstimateTest, EventsOfKnownOrdersAreTheirMessages) {
    EXPECT_THAT(apply(LobsterType::Add, 1, 30, 100, Side::Buy), ElementsAre("A 1 B30@100"));
    EXPECT_THAT(apply(LobsterType::PartialCancel, 1, 10, 100, Side::Buy), ElementsAre("X 1 10"));
    EXPECT_THAT(apply(LobsterType::Execution, 1, 5, 100, Side::Buy), ElementsAre("E 1 5"));
    EXPECT_THAT(apply(LobsterType::Delete, 1, 15, 100, Side::Buy), ElementsAre("D 1"));
    EXPECT_EQ(stats_.implied_adds + stats_.implied_deletes + stats_.skipped_events, 0U);
}

TEST_F(EstimateTest, APartialCancelOfAllIsADelete) {
    for (const std::uint32_t size : {30U, 31U}) {
        (void)apply(LobsterType::Add, 1, 30, 100, Side::Buy);
        EXPECT_THAT(apply(LobsterType::PartialCancel, 1, size, 100, Side::Buy), ElementsAre("D 1"));
    }
    (void)apply(LobsterType::Add, 1, 30, 100, Side::Buy);
    EXPECT_THAT(apply(LobsterType::PartialCancel, 1, 29, 100, Side::Buy), ElementsAre("X 1 29"));
}

TEST_F(EstimateTest, CancelsAndDeletesOfUnknownOrdersAreCountedAlone) {
    EXPECT_THAT(apply(LobsterType::PartialCancel, 9, 1, 100, Side::Buy), IsEmpty());
    EXPECT_THAT(apply(LobsterType::Delete, 9, 1, 100, Side::Buy), IsEmpty());
    EXPECT_EQ(stats_.skipped_events, 2U);
    EXPECT_EQ(to_text(out_.skips()),
              "2 events of unknown orders (the first: order 9 at 00:00:00.000000000)");
}

TEST_F(EstimateTest, AnExecutedOrderThatWasNeverAddedGetsItsAddFirst) {
    EXPECT_THAT(apply(LobsterType::Execution, 5, 7, 100, Side::Sell),
                ElementsAre("A 5 S7@100", "E 5 7"));
    EXPECT_EQ(stats_.implied_adds, 1U);
    EXPECT_THAT(apply(LobsterType::Delete, 5, 7, 100, Side::Sell), IsEmpty()) << "it is used up";
}

TEST_F(EstimateTest, AnOrderThatWouldHaveTradedIsGone) {
    (void)apply(LobsterType::Add, 1, 10, 100, Side::Sell);
    (void)apply(LobsterType::Add, 2, 10, 101, Side::Sell);
    (void)apply(LobsterType::Add, 3, 10, 102, Side::Sell);
    EXPECT_THAT(apply(LobsterType::Add, 4, 5, 101, Side::Buy),
                ElementsAre("D 1", "D 2", "A 4 B5@101"));
    EXPECT_EQ(stats_.implied_deletes, 2U);
}

TEST_F(EstimateTest, AnOrderBeforeTheExecutedOneIsGone) {
    (void)apply(LobsterType::Add, 1, 10, 100, Side::Buy);
    (void)apply(LobsterType::Add, 2, 10, 100, Side::Buy);
    (void)apply(LobsterType::Add, 3, 10, 101, Side::Buy);
    (void)apply(LobsterType::Add, 4, 10, 99, Side::Buy);
    EXPECT_THAT(apply(LobsterType::Execution, 2, 4, 100, Side::Buy),
                ElementsAre("D 3", "D 1", "E 2 4"));
    EXPECT_THAT(apply(LobsterType::Execution, 2, 6, 100, Side::Buy), ElementsAre("E 2 6"));
}

}  // namespace
}  // namespace hotpath::capture
