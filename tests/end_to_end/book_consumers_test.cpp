// Consumers of books, on every available recording: a book by price kept from changes, places in
// line, conflation, the symbol filter, the checker of crossed books.
#include <algorithm>
#include <array>
#include <initializer_list>
#include <map>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/book/queue_positions.hpp"
#include "hotpath/feed/cross_checker.hpp"
#include "hotpath/feed/listeners.hpp"
#include "hotpath/protocols/nasdaq/feed/itch_feed.hpp"
#include "lab/conflation/conflator.hpp"
#include "lab/levels/l2_book.hpp"
#include "tests/end_to_end/real_files.hpp"
#include "tests/reference/reference_books.hpp"
#include "tests/support/data_files.hpp"

namespace hotpath {
namespace {

/// Runs the test on each recording that is there; skips visibly when none is.
void for_each_recording(std::initializer_list<const char*> recordings, auto&& test) {
    std::size_t found = 0;
    for (const char* const name : recordings) {
        if (const auto file = support::licensed_data(name)) {
            ++found;
            SCOPED_TRACE(name);
            test(*file);
        }
    }
    if (found == 0) {
        GTEST_SKIP() << support::missing_data(*recordings.begin());
    }
}

void for_each_recording(auto&& test) {
    for_each_recording({end_to_end::kApple, end_to_end::kSynthetic, end_to_end::kGoogle}, test);
}

/// Books by price of every instrument, from nothing but the levels that changes name.
class LevelFollower : public feed::NullListener {
  public:
    explicit LevelFollower(const book::L3Books& books) : books_(books) {}

    void on_change(const book::BookChange& change, Time) noexcept {
        book::L2Book& followed = book_of(change.instrument());
        for (const book::Level& level : book::levels_changed(books_, change)) {
            ASSERT_TRUE(followed.set_level(change.side(), level));
        }
        std::array<book::Level, kDepth> expected{};
        std::array<book::Level, kDepth> levels{};
        ASSERT_EQ(followed.depth(change.side(), levels),
                  books_.depth(change.instrument(), change.side(), expected));
        ASSERT_EQ(levels, expected);
        ++changes;
    }

    std::uint64_t changes = 0;

  private:
    static constexpr std::uint32_t kLevelsMax = 4'096;
    static constexpr std::size_t kDepth = 32;

    book::L2Book& book_of(InstrumentId instrument) {
        const auto found = followed_.find(instrument);
        return found != followed_.end()
                   ? found->second
                   : followed_
                         .emplace(instrument, *book::L2Book::create({.levels_max = kLevelsMax}))
                         .first->second;
    }

    const book::L3Books& books_;
    std::map<InstrumentId, book::L2Book> followed_;
};

TEST(BookConsumers, ABookByPriceFollowsFromTheChangesOfEveryRecording) {
    for_each_recording([](const std::filesystem::path& file) {
        auto feed = *feed::ItchBooks::create({});
        LevelFollower follower(feed.books());
        end_to_end::for_each_message(file,
                                     [&](Bytes message) { feed.on_message(message, follower); });
        EXPECT_EQ(follower.changes, feed.books().counters().applied);
        EXPECT_GT(follower.changes, 1'000U);
    });
}

/// Takes every seventh order for ours and keeps its place in line.
class QueueFollower : public feed::NullListener {
  public:
    explicit QueueFollower(const book::L3Books& books) : books_(books) {}

    void on_change(const book::BookChange& change, Time) noexcept {
        positions_.on_change(change, books_);
        const auto found = std::ranges::find(ours_, change.before.id);
        if (found != ours_.end()) {
            *found = change.after.id;
            if (change.after.leaves_qty.value == 0) {  // its id may come back: LOBSTER
                ours_.erase(found);
            }
        }
        if (change.verb == book::BookVerb::Add && ++added_ % 7 == 0 &&
            positions_.watch(books_, change.after.id) == book::WatchStatus::Ok) {
            ours_.push_back(change.after.id);
        }
    }

    /// Against a walk of the twin's queue, in order.
    void compare_with(const book::ReferenceBooks& twin) {
        std::erase_if(ours_, [&](OrderId id) { return !twin.find(id).has_value(); });
        ASSERT_EQ(positions_.size(), ours_.size());
        for (const OrderId id : ours_) {
            const auto position = positions_.find(id);
            ASSERT_TRUE(position);
            ASSERT_EQ(position->order, twin.find(id));
            ASSERT_EQ(position->queue_ahead_qty, walked_ahead(twin, position->order));
            ++compared;
        }
    }

    std::uint64_t compared = 0;

  private:
    static TotalQty walked_ahead(const book::ReferenceBooks& twin, const book::OrderView& ours) {
        TotalQty ahead;
        bool is_reached = false;
        twin.for_each_order(ours.instrument, ours.side, [&](const book::OrderView& each) {
            is_reached |= each.id == ours.id;
            if (!is_reached && each.price == ours.price) {
                ahead += each.leaves_qty;
            }
        });
        return ahead;
    }

    const book::L3Books& books_;
    book::QueuePositions positions_{{.orders_max = 64}};
    std::vector<OrderId> ours_;
    std::uint64_t added_ = 0;
};

TEST(BookConsumers, PlacesInLineAreThoseOfTheTwinOnEveryRecording) {
    for_each_recording([](const std::filesystem::path& file) {
        auto feed = *feed::ItchBooks::create({});
        auto twin = *feed::BasicItchBooks<book::ReferenceBooks>::create({});
        QueueFollower follower(feed.books());
        feed::NullListener ignored;
        std::uint64_t messages = 0;
        end_to_end::for_each_message(file, [&](Bytes message) {
            feed.on_message(message, follower);
            twin.on_message(message, ignored);
            if (++messages % 250 == 0) {
                follower.compare_with(twin.books());
            }
        });
        EXPECT_GT(follower.compared, 500U);
    });
}

TEST(BookConsumers, ASlowConsumerEndsWithTheBooksOfEveryRecording) {
    struct Slow : feed::NullListener {
        void on_book(const book::BookUpdate& update, Time) noexcept { conflator.on_book(update); }
        book::Conflator conflator{{}};
    };
    for_each_recording([](const std::filesystem::path& file) {
        auto feed = *feed::ItchBooks::create({});
        Slow slow;
        std::map<InstrumentId, book::BookDepth<5>> seen;
        std::uint64_t folded = 0;
        const auto look = [&](const book::Conflated& news, const book::BookDepth<5>& depth) {
            seen[news.instrument] = depth;
            folded += news.updates;
        };
        std::uint64_t messages = 0;
        end_to_end::for_each_message(file, [&](Bytes message) {
            feed.on_message(message, slow);
            if (++messages % 1'000 == 0) {
                book::drain<5>(slow.conflator, feed.books(), 1, look);
            }
        });
        book::drain<5>(slow.conflator, feed.books(), 16'000, look);
        EXPECT_EQ(folded, feed.books().counters().applied);
        for (const auto& [instrument, depth] : seen) {
            EXPECT_EQ(depth, book::depth_of<5>(feed.books(), instrument));
        }
        EXPECT_FALSE(seen.empty());
    });
}

TEST(BookConsumers, TheBookOfOneWantedNameIsThatOfTheWholeRecording) {
    for_each_recording([](const std::filesystem::path& file) {
        auto whole = *feed::ItchBooks::create({});
        feed::NullListener ignored;
        end_to_end::for_each_message(file,
                                     [&](Bytes message) { whole.on_message(message, ignored); });
        whole.directory().for_each([&](InstrumentId id, const feed::Instrument& instrument) {
            auto one =
                *feed::FilteredItchBooks::create({}, feed::SymbolFilter({instrument.symbol}));
            end_to_end::for_each_message(file,
                                         [&](Bytes message) { one.on_message(message, ignored); });
            EXPECT_EQ(one.books().checksum(), whole.books().checksum(id));
            EXPECT_EQ(one.directory().size(), 1U);
        });
    });
}

std::vector<feed::Crossing> crossings_of(const std::filesystem::path& file) {
    auto feed = *feed::ItchBooks::create({});
    feed::CrossChecker<book::L3Books> checker(feed.books(), {});
    end_to_end::for_each_message(file, [&](Bytes message) { feed.on_message(message, checker); });
    return {checker.findings().begin(), checker.findings().end()};
}

TEST(BookConsumers, BooksOfRealMarketsAreNeverCrossed) {
    for_each_recording({end_to_end::kApple, end_to_end::kGoogle},
                       [](const std::filesystem::path& file) {
                           for (const feed::Crossing& crossing : crossings_of(file)) {
                               ADD_FAILURE() << feed::to_sentence(crossing, {});
                           }
                       });
}

/// Orders drawn at random cross: the message, the orders and the prices are named.
TEST(BookConsumers, TheMessageThatCrossedASyntheticBookIsNamed) {
    for_each_recording({end_to_end::kSynthetic}, [](const std::filesystem::path& file) {
        const std::vector<feed::Crossing> crossings = crossings_of(file);
        ASSERT_EQ(crossings.size(), 3U);  // one an instrument: none is apart again
        EXPECT_EQ(
            feed::to_sentence(crossings[0], {}),
            "message 39 (A, add order) at 09:30:12.073458724 crossed instrument 2: sell order "
            "664380, 100 at 5.3500, meets buy order 133680, 4500 at 5.3833; trading");
    });
}

}  // namespace
}  // namespace hotpath
