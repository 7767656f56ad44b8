// LOBSTER published, beside the events of a day, the best five levels after each of them: an oracle
// for the book that nobody here wrote. The events leave out what happens below the fifth level and
// before 09:30, so a level that enters the window from below is taken from the row
// (data/lobster/PROVENANCE.md); everything else must follow from the events.
#include <array>
#include <map>
#include <optional>
#include <utility>

#include <gtest/gtest.h>

#include "hotpath/book/l3_books.hpp"
#include "tests/end_to_end/lobster_files.hpp"
#include "tests/end_to_end/real_files.hpp"
#include "tests/reference/reference_books.hpp"
#include "tests/support/data_files.hpp"

namespace hotpath {
namespace {

using end_to_end::kLobsterLevels;
using end_to_end::LobsterLine;
using end_to_end::LobsterRow;

constexpr InstrumentId kInstrument{1};

/// The five visible levels, kept in books of ours. What a level held when it entered from below is
/// one nameless order.
template <class Books>
class VisibleBook {
  public:
    explicit VisibleBook(Books books) : books_(std::move(books)) {}

    void apply(const LobsterLine& event) {
        switch (event.type) {
            case 1:
                add({event.order_id}, event);
                break;
            case 2:
            case 3:
            case 4:
                take(event);
                break;
            default:
                break;  // hidden executions, crosses and halts leave the book as it is
        }
    }

    /// Makes the window five levels again; false when the row says otherwise than the events.
    [[nodiscard]] bool agree_with(const LobsterRow& row) {
        const bool bids_agree = agree_with(Side::Buy, row.bids);
        const bool asks_agree = agree_with(Side::Sell, row.asks);
        return bids_agree && asks_agree;
    }

    [[nodiscard]] std::size_t levels_adopted() const { return levels_adopted_; }
    [[nodiscard]] const book::BookCounters& counters() const { return books_.counters(); }

  private:
    void add(OrderId id, const LobsterLine& event) {
        books_.add({.id = id,
                    .instrument = kInstrument,
                    .side = event.side,
                    .price = event.price,
                    .leaves_qty = event.size});
    }

    void take(const LobsterLine& event) {
        const bool is_known = books_.find({event.order_id}).has_value();
        const OrderId id =
            is_known ? OrderId{event.order_id} : nameless_[{event.side, event.price}];
        if (event.type == 4) {
            books_.execute(id, event.size);
        } else if (event.type == 3 && is_known) {
            books_.remove(id);
        } else {
            books_.reduce(id, event.size);
        }
    }

    bool agree_with(Side side, const end_to_end::LobsterSide& expected) {
        std::array<book::Level, kLobsterLevels + 1> levels{};
        const std::size_t count = books_.depth(kInstrument, side, levels);
        if (count > kLobsterLevels) {
            forget_level(side, levels[kLobsterLevels].price);
        }
        bool agrees = true;
        for (std::size_t i = 0; i < kLobsterLevels; ++i) {
            if (i < count) {
                agrees &= levels[i].price == expected[i].price && levels[i].qty == expected[i].qty;
            } else if (expected[i].qty.value != 0) {
                adopt_level(side, expected[i]);
            }
        }
        return agrees;
    }

    void adopt_level(Side side, const book::Level& level) {
        const OrderId id{next_nameless_++};
        books_.add({.id = id,
                    .instrument = kInstrument,
                    .side = side,
                    .price = level.price,
                    .leaves_qty = {static_cast<std::uint32_t>(level.qty.value)}});
        nameless_[{side, level.price}] = id;
        ++levels_adopted_;
    }

    void forget_level(Side side, Price price) {
        std::vector<OrderId> gone;
        books_.for_each_order(kInstrument, side, [&](const book::OrderView& order) {
            if (order.price == price) {
                gone.push_back(order.id);
            }
        });
        for (const OrderId id : gone) {
            books_.remove(id);
        }
    }

    static constexpr std::uint64_t kFirstNameless = std::uint64_t{1} << 40U;

    Books books_;
    std::map<std::pair<Side, Price>, OrderId> nameless_;
    std::uint64_t next_nameless_ = kFirstNameless;
    std::size_t levels_adopted_ = 0;
};

template <class Books>
class LobsterOracle : public ::testing::Test {};

using AllBooks = ::testing::Types<book::L3Books, book::ReferenceBooks>;
TYPED_TEST_SUITE(LobsterOracle, AllBooks);

TYPED_TEST(LobsterOracle, EveryRowOfGooglesFiveLevelsAgrees) {
    const auto zip = support::licensed_data(end_to_end::kGoogle);
    if (!zip) {
        GTEST_SKIP() << support::missing_data(end_to_end::kGoogle);
    }
    const end_to_end::LobsterDay day = end_to_end::read_lobster_day(*zip);
    ASSERT_EQ(day.events.size(), 112'673U);
    ASSERT_EQ(day.rows.size(), 112'673U);

    VisibleBook<TypeParam> visible(
        TypeParam::create({.orders_max = 100'000, .levels_max = 10'000, .instruments_max = 1})
            .value());
    ASSERT_TRUE(visible.agree_with(day.rows.front()));
    for (std::size_t i = 1; i < day.rows.size(); ++i) {
        visible.apply(day.events[i]);
        ASSERT_TRUE(visible.agree_with(day.rows[i]))
            << "row " << i + 1 << ", time " << day.events[i].time;
    }
    EXPECT_EQ(visible.counters().unknown_orders, 0U);
    EXPECT_EQ(visible.counters().over_executions, 0U);
    this->RecordProperty("levels_from_below", static_cast<int>(visible.levels_adopted()));
}

}  // namespace
}  // namespace hotpath
