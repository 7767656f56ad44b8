// Places in line kept event by event, against walking the twin's queue in order.

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/book/l3_books.hpp"
#include "hotpath/book/queue_positions.hpp"
#include "tests/reference/reference_books.hpp"
#include "tests/support/book_events.hpp"
#include "tests/support/last_change.hpp"
#include "tests/support/no_alloc_scope.hpp"
#include "tests/support/seeds.hpp"

namespace hotpath::book {
namespace {

constexpr BooksOptions kBounds{
    .orders_max = 4'000, .levels_max = 1'000, .instruments_max = 4, .huge_pages = HugePages::Never};
constexpr std::uint32_t kWatchedMax = 40;

/// Every order before ours at its price, in the order of the queue.
TotalQty walked_ahead(const ReferenceBooks& twin, const OrderView& ours) {
    TotalQty ahead;
    bool is_reached = false;
    twin.for_each_order(ours.instrument, ours.side, [&](const OrderView& each) {
        is_reached |= each.id == ours.id;
        if (!is_reached && each.price == ours.price) {
            ahead += each.leaves_qty;
        }
    });
    EXPECT_TRUE(is_reached);
    return ahead;
}

class Watchers {
  public:
    explicit Watchers(std::uint64_t seed)
        : events_({.instruments = 3, .prices = 6, .orders_wanted = 400}, seed) {}

    void run_one_event() {
        events_.next(books_, [&](auto verb) {
            const NoAllocScope scope;
            verb(recorder_);
            positions_.on_change(recorder_.last(), books_);
            ASSERT_EQ(scope.allocations(), 0U);
            verb(twin_);
        });
        follow_ids(recorder_.last());
        if (events_.random().one_in(8)) {
            watch_or_unwatch(events_.aimed_id(books_));
        }
    }

    /// All, or only those of the side that the last event may have moved.
    void compare(bool is_all) const {
        ASSERT_EQ(positions_.size(), ours_.size());
        const BookChange& change = recorder_.last();
        for (const OrderId id : ours_) {
            const auto position = positions_.find(id);
            ASSERT_TRUE(position) << id.value;
            if (!is_all && (position->order.instrument != change.instrument() ||
                            position->order.side != change.side())) {
                continue;
            }
            ASSERT_EQ(position->order, twin_.find(id));
            ASSERT_EQ(position->queue_ahead_qty, walked_ahead(twin_, position->order)) << id.value;
            ASSERT_EQ(position->queue_ahead_qty, books_.queue_ahead_qty(id)) << id.value;
        }
    }

    std::uint64_t compared = 0;
    std::uint64_t replaced = 0;
    std::uint64_t executed = 0;

  private:
    /// Which orders are watched now, said by the twin alone.
    void follow_ids(const BookChange& change) {
        const auto found = std::ranges::find(ours_, change.before.id);
        if (found == ours_.end()) {
            return;
        }
        compared += ours_.size();
        if (change.verb == BookVerb::Replace && change.changed_book()) {
            *found = change.after.id;
            ++replaced;
        }
        executed += change.verb == BookVerb::Execute ? 1U : 0U;
        if (!twin_.find(*found)) {
            ours_.erase(found);
        }
    }

    void watch_or_unwatch(OrderId id) {
        if (std::ranges::find(ours_, id) != ours_.end()) {
            if (events_.random().one_in(4)) {
                ASSERT_TRUE(positions_.unwatch(id));
                std::erase(ours_, id);
            }
            return;
        }
        const WatchStatus status = positions_.watch(books_, id);
        ASSERT_EQ(status == WatchStatus::UnknownOrder, !twin_.find(id).has_value());
        ASSERT_EQ(status == WatchStatus::Full, twin_.find(id) && ours_.size() == kWatchedMax);
        if (status == WatchStatus::Ok) {
            ours_.push_back(id);
        }
    }

    support::RandomBookEvents events_;
    L3Books books_ = *L3Books::create(kBounds);
    ReferenceBooks twin_ = *ReferenceBooks::create(kBounds);
    support::LastChange<L3Books> recorder_{books_};
    QueuePositions positions_{{.instruments_max = 4, .orders_max = kWatchedMax}};
    std::vector<OrderId> ours_;
};

TEST(QueuePositionsProperty, EveryPlaceInLineIsWhatAWalkOfTheTwinsQueueFinds) {
    Watchers watchers(support::seed_of_this_test(1));
    const std::uint64_t events =
        support::rounds_of_this_run({.usual = 100'000, .long_run = 3'000'000});
    for (std::uint64_t i = 0; i < events; ++i) {
        ASSERT_NO_FATAL_FAILURE(watchers.run_one_event()) << "event " << i;
        ASSERT_NO_FATAL_FAILURE(watchers.compare(i % 100 == 0)) << "event " << i;
    }
    EXPECT_GT(watchers.compared, events / 10);
    EXPECT_GT(watchers.replaced, events / 200);
    EXPECT_GT(watchers.executed, events / 200);
}

}  // namespace
}  // namespace hotpath::book
