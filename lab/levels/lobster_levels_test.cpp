// The book by price against LOBSTER's: see lobster_oracle_test.cpp for the oracle and its one
// liberty.
#include <array>
#include <utility>

#include <gtest/gtest.h>

#include "lab/levels/l2_book.hpp"
#include "tests/end_to_end/lobster_files.hpp"
#include "tests/end_to_end/real_files.hpp"
#include "tests/support/data_files.hpp"

namespace hotpath {
namespace {

using end_to_end::kLobsterLevels;

class VisibleLevels {
  public:
    void apply(const end_to_end::LobsterLine& event) {
        if (event.type < 1 || event.type > 4) {
            return;  // hidden executions, crosses and halts leave the book as it is
        }
        const std::uint64_t before =
            book_.level({.side = event.side, .price = event.price}).qty.value;
        ASSERT_TRUE(event.type == 1 || before >= event.size.value)
            << "more taken than shown, time " << event.time;
        const std::uint64_t after =
            event.type == 1 ? before + event.size.value : before - event.size.value;
        set(event.side, event.price, after);
    }

    /// Makes the window five levels again; false when the row says otherwise than the events.
    [[nodiscard]] bool agree_with(Side side, const end_to_end::LobsterSide& expected) {
        std::array<book::Level, kLobsterLevels + 1> levels{};
        const std::size_t count = book_.depth(side, levels);
        if (count > kLobsterLevels) {
            set(side, levels[kLobsterLevels].price, 0);
        }
        bool agrees = true;
        for (std::size_t i = 0; i < kLobsterLevels; ++i) {
            if (i >= count) {
                set(side, expected[i].price, expected[i].qty.value);  // it entered from below
            } else {
                agrees &= levels[i].price == expected[i].price && levels[i].qty == expected[i].qty;
            }
        }
        return agrees;
    }

  private:
    void set(Side side, Price price, std::uint64_t qty) {
        if (price.value != 0) {
            ASSERT_TRUE(book_.set_level(
                side, {.price = price, .qty = {qty}, .orders = qty == 0 ? 0U : 1U}));
        }
    }

    book::L2Book book_ = *book::L2Book::create({.levels_max = 16});
};

TEST(LobsterOracleByLevel, EveryRowOfGooglesFiveLevelsAgrees) {
    const auto zip = support::licensed_data(end_to_end::kGoogle);
    if (!zip) {
        GTEST_SKIP() << support::missing_data(end_to_end::kGoogle);
    }
    const end_to_end::LobsterDay day = end_to_end::read_lobster_day(*zip);
    ASSERT_EQ(day.rows.size(), 112'673U);
    VisibleLevels visible;
    for (std::size_t i = 0; i < day.rows.size(); ++i) {
        if (i > 0) {
            visible.apply(day.events[i]);  // the first row is where the window begins
        }
        for (const Side side : {Side::Buy, Side::Sell}) {
            ASSERT_TRUE(visible.agree_with(side, day.rows[i].side(side))) << "row " << i + 1;
        }
    }
}

}  // namespace
}  // namespace hotpath
