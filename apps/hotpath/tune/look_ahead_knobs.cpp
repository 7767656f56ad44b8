#include "apps/hotpath/tune/look_ahead_knobs.hpp"

#include <array>
#include <chrono>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "hotpath/book/book_checksum.hpp"
#include "hotpath/core/checksum.hpp"
#include "hotpath/feed/itch/itch_feed.hpp"

namespace hotpath::app::tune {

namespace {

using feed::LookAheadDistances;

constexpr std::array kCandidates{LookAheadDistances{},
                                 feed::kNoLookAhead,
                                 LookAheadDistances{.table = 8, .order = 4, .level = 2},
                                 LookAheadDistances{.table = 16, .order = 8, .level = 4},
                                 LookAheadDistances{.table = 24, .order = 12, .level = 6},
                                 LookAheadDistances{.table = 48, .order = 24, .level = 12},
                                 LookAheadDistances{.table = 64, .order = 32, .level = 16},
                                 LookAheadDistances{.table = 32, .order = 16, .level = 0},
                                 LookAheadDistances{.table = 32, .order = 0, .level = 0}};

/// Books by price have no step for a level: a candidate that is only without it is the default.
template <class Books>
[[nodiscard]] bool is_of(const LookAheadDistances& distances) {
    return Books::kLastPrefetch == book::PrefetchStep::Level || distances.order == 0 ||
           distances.level != 0;
}

template <class Books>
[[nodiscard]] std::string words_of(const LookAheadDistances& distances) {
    if (distances == feed::kNoLookAhead) {
        return "none";
    }
    return Books::kLastPrefetch == book::PrefetchStep::Level
               ? fmt::format("{} / {} / {}", distances.table, distances.order, distances.level)
               : fmt::format("{} / {}", distances.table, distances.order);
}

/// A checksum of every level and order.
[[nodiscard]] std::uint64_t answer_of(const book::L3Books& books) {
    return books.checksum();
}
/// A checksum of every level: books by price have no orders in line.
[[nodiscard]] std::uint64_t answer_of(const book::L2Books& books) {
    Checksum checksum;
    checksum.add(books.open_orders());
    for (std::uint32_t id = 1; id <= books.instruments_max(); ++id) {
        for (const Side side : {Side::Buy, Side::Sell}) {
            books.for_each_level(InstrumentId{static_cast<std::uint16_t>(id)}, side,
                                 [&](const book::Level& level) { add_level(checksum, level); });
        }
    }
    return checksum.value();
}

/// Replays the market in the same memory, run after run.
template <class Books>
class Replays {
  public:
    Replays(const Market& market, feed::BasicItchBooks<Books> books)
        : market_(market), books_(std::move(books)) {}

    [[nodiscard]] CandidateRun run(const LookAheadDistances& distances) {
        books_.set_look_ahead(distances);
        feed::NullListener ignored;
        const auto begin = std::chrono::steady_clock::now();
        static_cast<void>(books_.replay_block(market_.day, ignored));
        const std::chrono::duration<double, std::nano> took =
            std::chrono::steady_clock::now() - begin;
        const std::uint64_t answer = answer_of(books_.books());
        static_cast<void>(books_.replay_block(market_.end, ignored));
        return {.ns = took.count() / static_cast<double>(market_.messages), .answer = answer};
    }

  private:
    const Market& market_;
    feed::BasicItchBooks<Books> books_;
};

template <class Books>
[[nodiscard]] Expected<Knob> knob_of(const Market& market, const typename Books::Options& size,
                                     Knob knob) {
    auto books = feed::BasicItchBooks<Books>::create(size);
    if (!books) {
        return std::unexpected(books.error());
    }
    if (books->look_ahead() == feed::kNoLookAhead) {
        return fail(market.description + ": its books fit the caches: take more messages");
    }
    auto replays = std::make_shared<Replays<Books>>(market, std::move(*books));
    static_assert(kCandidates[1] == feed::kNoLookAhead);
    knob.control = 1;
    for (const LookAheadDistances& distances : kCandidates) {
        if (is_of<Books>(distances)) {
            knob.candidates.push_back(
                {.words = words_of<Books>(distances),
                 .run = [replays, distances] { return replays->run(distances); }});
        }
    }
    return knob;
}

}  // namespace

std::span<const LookAheadDistances> look_ahead_candidates() noexcept {
    return kCandidates;
}

Expected<Knob> look_ahead_by_order(const Market& market) {
    return knob_of<book::L3Books>(market, market.by_order(),
                                  {.name = "look-ahead of books by order: table / order / level",
                                   .key = "look_ahead",
                                   .unit = "ns a message"});
}

Expected<Knob> look_ahead_by_price(const Market& market) {
    return knob_of<book::L2Books>(
        market, market.by_price(),
        {.name = "look-ahead of books by price: table / order", .key = "", .unit = "ns a message"});
}

}  // namespace hotpath::app::tune
