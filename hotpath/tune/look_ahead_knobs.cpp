#include "hotpath/tune/look_ahead_knobs.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "hotpath/book/book_checksum.hpp"
#include "hotpath/core/checksum.hpp"
#include "hotpath/feed/itch/itch_feed.hpp"
#include "hotpath/text/numbers.hpp"

namespace hotpath::tune {

namespace {

using feed::LookAheadDistances;
using feed::LookAheadOptions;

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

    [[nodiscard]] CandidateRun run(const LookAheadOptions& options) {
        books_.set_look_ahead(options);
        feed::NullListener ignored;
        const auto begin = std::chrono::steady_clock::now();
        static_cast<void>(books_.replay_block(market_.day, ignored));
        const std::chrono::duration<double, std::nano> took =
            std::chrono::steady_clock::now() - begin;
        const std::uint64_t answer = answer_of(books_.books());
        open_orders_ = books_.books().open_orders();
        static_cast<void>(books_.replay_block(market_.end, ignored));
        return {.ns = took.count() / static_cast<double>(market_.messages), .answer = answer};
    }

    /// At the end of the last run.
    [[nodiscard]] std::uint32_t open_orders() const noexcept { return open_orders_; }

  private:
    const Market& market_;
    feed::BasicItchBooks<Books> books_;
    std::uint32_t open_orders_ = 0;
};

template <class Books>
[[nodiscard]] Expected<Knob> knob_of(const Market& market, const typename Books::Options& size,
                                     Knob knob) {
    auto books = feed::BasicItchBooks<Books>::create(size);
    if (!books) {
        return std::unexpected(books.error());
    }
    auto replays = std::make_shared<Replays<Books>>(market, std::move(*books));
    static_assert(kCandidates[1] == feed::kNoLookAhead);
    knob.control = 1;
    for (const LookAheadDistances& distances : kCandidates) {
        if (is_of<Books>(distances)) {
            knob.candidates.push_back(
                {.words = words_of<Books>(distances), .run = [replays, distances] {
                     return replays->run({.distances = distances, .orders_min = 0});
                 }});
        }
    }
    return knob;
}

constexpr std::array<std::uint32_t, 7> kOrdersMinCandidates{
    LookAheadOptions{}.orders_min, 0, 4'096, 16'384, 65'536, 131'072, 262'144};

/// One candidate after the other on the same books.
template <class Books>
class Growth {
  public:
    [[nodiscard]] Expected<void> add(const Market& market, const typename Books::Options& size) {
        auto books = feed::BasicItchBooks<Books>::create(size);
        if (!books) {
            return std::unexpected(books.error());
        }
        replays_.emplace_back(market, std::move(*books));
        return {};
    }

    [[nodiscard]] CandidateRun run(std::uint32_t orders_min) {
        CandidateRun mean;
        Checksum checksum;
        for (Replays<Books>& replays : replays_) {
            const CandidateRun run = replays.run({.distances = {}, .orders_min = orders_min});
            mean.ns += run.ns / static_cast<double>(replays_.size());
            checksum.add(run.answer);
        }
        mean.answer = checksum.value();
        return mean;
    }

    [[nodiscard]] std::uint32_t open_orders_max() const {
        return std::ranges::max_element(replays_, {}, &Replays<Books>::open_orders)->open_orders();
    }

  private:
    std::vector<Replays<Books>> replays_{};
};

template <class Books>
[[nodiscard]] Expected<OrdersMinKnob> orders_min_of(std::shared_ptr<Growth<Books>> growth,
                                                    OrdersMinKnob made) {
    static_cast<void>(growth->run(0));  // the memory's first use, and how many orders there are
    for (const std::uint32_t orders : kOrdersMinCandidates) {
        if (made.orders_min.empty() || orders < growth->open_orders_max()) {
            made.orders_min.push_back(orders);
            made.knob.candidates.push_back(
                {.words = orders == 0 ? std::string("always")
                                      : "from " + text::grouped(std::uint64_t{orders}),
                 .run = [growth, orders] { return growth->run(orders); }});
        }
    }
    return made;
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

Expected<OrdersMinKnob> orders_min_by_order(std::span<const Market> markets) {
    auto growth = std::make_shared<Growth<book::L3Books>>();
    for (const Market& market : markets) {
        if (auto added = growth->add(market, market.by_order()); !added) {
            return std::unexpected(added.error());
        }
    }
    return orders_min_of(std::move(growth),
                         {.knob = {.name = "open orders from which books by order look ahead",
                                   .key = "look_ahead",
                                   .unit = "ns a message"}});
}

Expected<OrdersMinKnob> orders_min_by_price(std::span<const Market> markets) {
    auto growth = std::make_shared<Growth<book::L2Books>>();
    for (const Market& market : markets) {
        if (auto added = growth->add(market, market.by_price()); !added) {
            return std::unexpected(added.error());
        }
    }
    return orders_min_of(std::move(growth),
                         {.knob = {.name = "open orders from which books by price look ahead",
                                   .key = "",
                                   .unit = "ns a message"}});
}

}  // namespace hotpath::tune
