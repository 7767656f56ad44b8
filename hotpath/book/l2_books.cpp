#include "hotpath/book/l2_books.hpp"

#include <algorithm>
#include <utility>

#include "hotpath/book/order_books.hpp"

namespace hotpath::book {

static_assert(MarketBooks<L2Books>);

namespace {

/// Two ladders a side: of its pages, and of its levels between the ticks.
std::size_t ladder_count(const L2BooksOptions& options) {
    return std::size_t{options.instruments_max} * 4;
}

/// With the instrument 0, which stays empty.
std::size_t instrument_count(const L2BooksOptions& options) {
    return std::size_t{options.instruments_max} + 1;
}

}  // namespace

Expected<L2Books> L2Books::create(const L2BooksOptions& options) {
    if (options.orders_max == 0 || options.orders_max > 1U << 28U) {
        return fail("books by price: orders_max must be 1..268,435,456");
    }
    if (options.pages_max == 0 || options.pages_max > PricePages::kPagesMax) {
        return fail("books by price: pages_max must be 1..33,554,432");
    }
    if (options.instruments_max == 0) {
        return fail("books by price: instruments_max must be at least 1");
    }
    if (options.tick == 0 || options.tick > 1'000'000) {
        return fail("books by price: tick must be 1..1,000,000 price units");
    }
    Expected<Arena> arena = Arena::create(memory_bytes(options), options.huge_pages);
    if (!arena) {
        return std::unexpected(std::move(arena.error()));
    }
    if (options.prefault) {
        arena->prefault();
    }
    return L2Books(options, std::move(*arena));
}

L2Books::L2Books(const L2BooksOptions& options, Arena arena)
    : arena_(std::move(arena)),
      orders_(arena_, options.orders_max, options.dense_ids),
      pages_(arena_, options.pages_max, options.tick),
      rungs_(arena_, options.pages_max, ladder_count(options)),
      best_(arena_.allocate<Rung>(instrument_count(options) * 2)),
      recent_(arena_.allocate<RecentPages>(instrument_count(options) * 2)),
      ladders_(arena_.allocate<SideLadders>(instrument_count(options) * 2)),
      has_off_grid_(arena_.allocate<bool>(instrument_count(options) * 2)),
      trading_states_(arena_.allocate<TradingState>(instrument_count(options))),
      instruments_max_(options.instruments_max) {
    std::ranges::fill(best_, Rung{});
    std::ranges::fill(ladders_, SideLadders{});
}

std::size_t L2Books::memory_bytes(const L2BooksOptions& options) {
    const std::size_t instruments = instrument_count(options);
    return OpenOrders::arena_bytes(options.orders_max, options.dense_ids) +
           PricePages::arena_bytes(options.pages_max) +
           LadderMemory::arena_bytes(options.pages_max, ladder_count(options)) +
           Arena::bytes_for<Rung>(instruments * 2) +
           Arena::bytes_for<RecentPages>(instruments * 2) +
           Arena::bytes_for<SideLadders>(instruments * 2) +
           Arena::bytes_for<bool>(instruments * 2) + Arena::bytes_for<TradingState>(instruments);
}

Level L2Books::level_view(std::uint32_t level) const noexcept {
    const LevelTotals totals = pages_.totals(level);
    return {.price = pages_.price_of(level), .qty = totals.qty(), .orders = totals.orders()};
}

OrderView L2Books::order_view(OrderId id, const OpenOrder& order) const noexcept {
    const BookSide side = pages_.header_of(order.level).key.side();
    return {.id = id,
            .instrument = side.instrument(),
            .side = side.side(),
            .price = pages_.price_of(order.level),
            .leaves_qty = order.leaves_qty};
}

TradingState L2Books::trading_state(InstrumentId instrument) const noexcept {
    return trading_states_[is_known(instrument) ? instrument.value : 0];
}

Level L2Books::best(InstrumentId instrument, Side side) const noexcept {
    const Rung best = best_[side_of(instrument, side).index()];
    return best.level == kNoLevel ? Level{} : level_view(best.level);
}

Bbo L2Books::bbo(InstrumentId instrument) const noexcept {
    return {.bid = best(instrument, Side::Buy), .ask = best(instrument, Side::Sell)};
}

std::uint32_t L2Books::find_level(BookSide side, Price price) const noexcept {
    const SideLadders& ladders = ladders_[side.index()];
    if (!pages_.is_on_grid(price)) {
        return ladders.off_grid.find(rungs_, side.rank_of(price)).level;
    }
    const std::uint32_t slot = pages_.slot_of(side, price);
    const Rank rank = ladder_rank_of(PricePages::number_of(slot));
    const std::uint32_t page = ladders.pages.find(rungs_, rank).level;
    return page == kNoLevel ? kNoLevel : PricePages::level_at(page, slot);
}

Level L2Books::level(InstrumentId instrument, LevelKey key) const noexcept {
    const std::uint32_t level =
        is_in_range(key.price) ? find_level(side_of(instrument, key.side), key.price) : kNoLevel;
    return level == kNoLevel ? Level{.price = key.price} : level_view(level);
}

std::size_t L2Books::depth(InstrumentId instrument, Side side,
                           std::span<Level> levels) const noexcept {
    std::size_t count = 0;
    visit_from_best(instrument, side, [&](const Level& level) {
        if (count == levels.size()) {
            return false;
        }
        levels[count++] = level;
        return true;
    });
    return count;
}

std::size_t L2Books::level_count(InstrumentId instrument, Side side) const noexcept {
    const SideLadders& ladders = ladders_[side_of(instrument, side).index()];
    std::size_t count = ladders.off_grid.size();
    ladders.pages.for_each_from_best(rungs_, [&](std::uint32_t page) {
        const PageHeader& header = pages_.header_of(page * PricePages::kPageLevels);
        count += static_cast<std::size_t>(std::popcount(header.occupied));
        return true;
    });
    return count;
}

std::optional<OrderView> L2Books::find(OrderId id) const noexcept {
    const OpenOrder* order = orders_.find(id);
    return order == nullptr ? std::nullopt : std::optional(order_view(id, *order));
}

void L2Books::set_trading_state(InstrumentId instrument, TradingState state) noexcept {
    if (is_known(instrument)) {
        trading_states_[instrument.value] = state;
    }
}

}  // namespace hotpath::book
