#include "bench/book_ladder/level_flow.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <memory>
#include <optional>

#include "hotpath/capture/message_stream.hpp"
#include "hotpath/core/assert.hpp"
#include "hotpath/protocols/nasdaq/feed/itch_feed.hpp"
#include "hotpath/sim/market/market_generator.hpp"
#include "tests/end_to_end/lobster_files.hpp"

namespace hotpath::bench {
namespace {

constexpr std::uint64_t kSeed = 1;
constexpr std::size_t kBlockBytes = std::size_t{1} << 16U;

/// Higher is nearer to the touch.
std::int64_t rank_of(Side side, Price price) {
    return sign(side) * price.value;
}

/// The simplest book, best first: it classifies each update.
class DayWriter {
  public:
    void write(Side side, const book::Level& level, Time time, bool is_seen = true) {
        Levels& levels = levels_[side_index(side)];
        const std::int64_t rank = rank_of(side, level.price);
        const std::optional<std::int64_t> best = best_rank(levels);
        const auto at = levels.lower_bound(rank);
        const std::uint64_t before = at != levels.end() && at->first == rank ? at->second : 0;
        if (before == level.qty.value && before == 0) {
            return;
        }
        day_.contexts.push_back(
            {.time = time,
             .levels = static_cast<std::uint32_t>(levels.size()),
             .better_levels = static_cast<std::uint32_t>(std::distance(levels.begin(), at)),
             .ticks_from_best = (best.value_or(rank) - rank) / kTick,
             .is_seen = is_seen});
        if (level.qty.value == 0) {
            levels.erase(at);
        } else {
            levels.insert_or_assign(rank, level.qty.value);
        }
        const bool is_best_changed = best != best_rank(levels);
        day_.updates.push_back(
            {.level = level,
             .side = side,
             .kind = is_best_changed ? LevelKind::BestChanged : kind_of(before, level.qty.value)});
    }

    [[nodiscard]] std::uint64_t qty(Side side, Price price) const {
        const Levels& levels = levels_[side_index(side)];
        const auto found = levels.find(rank_of(side, price));
        return found == levels.end() ? 0 : found->second;
    }
    /// Best first; those after the first `from`.
    [[nodiscard]] std::vector<Price> prices(Side side, std::size_t from = 0) const {
        std::vector<Price> prices;
        for (const auto& [rank, qty] : levels_[side_index(side)]) {
            if (from > 0) {
                --from;
            } else {
                prices.push_back({sign(side) * rank});
            }
        }
        return prices;
    }
    /// Best first, none deeper than `last`.
    [[nodiscard]] std::vector<Price> prices_to(Side side, Price last) const {
        std::vector<Price> prices;
        for (const auto& [rank, qty] : levels_[side_index(side)]) {
            if (rank < rank_of(side, last)) {
                break;
            }
            prices.push_back({sign(side) * rank});
        }
        return prices;
    }

    [[nodiscard]] LevelDay take() { return std::move(day_); }

  private:
    using Levels = std::map<std::int64_t, std::uint64_t, std::greater<>>;

    [[nodiscard]] static std::optional<std::int64_t> best_rank(const Levels& levels) {
        return levels.empty() ? std::nullopt : std::optional(levels.begin()->first);
    }
    [[nodiscard]] static LevelKind kind_of(std::uint64_t before, std::uint64_t after) {
        if (before == 0) {
            return LevelKind::NewLevel;
        }
        if (after == 0) {
            return LevelKind::Remove;
        }
        return after > before ? LevelKind::Add : LevelKind::Reduce;
    }

    std::array<Levels, 2> levels_;
    LevelDay day_;
};

/// Listens to the feed.
class ItchFollower : public feed::NullListener {
  public:
    explicit ItchFollower(const book::L3Books& books) : books_(books) {}

    void on_change(const book::BookChange& change, Time time) {
        if (instrument_ == InstrumentId{}) {
            instrument_ = change.instrument();
        }
        if (change.instrument() == instrument_) {
            for (const book::Level& level : book::levels_changed(books_, change)) {
                writer.write(change.side(), level, time);
            }
        }
    }

    DayWriter writer;

  private:
    const book::L3Books& books_;
    InstrumentId instrument_{};
};

Expected<feed::ItchBooks> make_books() {
    return feed::ItchBooks::create({.orders_max = 500'000, .levels_max = 200'000});
}

/// LOBSTER's events, and what its rows say beyond them.
class LobsterFollower {
  public:
    explicit LobsterFollower(LobsterDepth depth) : depth_(depth) {}

    void first(const end_to_end::LobsterRow& row) {
        for (const Side side : {Side::Buy, Side::Sell}) {
            agree(side, row.side(side));
        }
    }
    void next(const end_to_end::LobsterLine& event, const end_to_end::LobsterRow& row) {
        time_ = {std::strtoll(event.time.c_str(), nullptr, 10) * kNanosPerSecond};
        if (event.type >= 1 && event.type <= 4) {  // the others leave the book as it is
            const std::uint64_t before = writer.qty(event.side, event.price);
            HOTPATH_ASSERT(event.type == 1 || before >= event.size.value,
                           "what is taken was shown");
            set(event.side, event.price,
                event.type == 1 ? before + event.size.value : before - event.size.value, true);
        }
        first(row);
    }

    DayWriter writer;

  private:
    void set(Side side, Price price, std::uint64_t qty, bool is_seen) {
        const std::uint32_t orders = qty == 0 ? 0 : 1;  // a file by price does not tell
        writer.write(side, {.price = price, .qty = {qty}, .orders = orders}, time_, is_seen);
    }

    /// The book gets the row's levels and no other in front of the last of them; of a row with
    /// fewer levels than it has room for, no other at all.
    void agree(Side side, const end_to_end::LobsterSide& expected) {
        const bool is_full = expected.back().qty.value != 0;
        const auto is_expected = [&](Price price) {
            return std::ranges::any_of(
                expected, [&](const book::Level& level) { return level.price == price; });
        };
        for (const Price price :
             is_full ? writer.prices_to(side, expected.back().price) : writer.prices(side)) {
            if (!is_expected(price)) {
                set(side, price, 0, false);
            }
        }
        for (const book::Level& level : expected) {
            if (level.qty.value != 0 && writer.qty(side, level.price) != level.qty.value) {
                set(side, level.price, level.qty.value, false);
            }
        }
        if (depth_ == LobsterDepth::Five) {
            for (const Price price : writer.prices(side, expected.size())) {
                set(side, price, 0, false);
            }
        }
        check(side, expected);
    }

    /// Every row, both sides: the recording is what LOBSTER published.
    void check(Side side, const end_to_end::LobsterSide& expected) const {
        const bool is_full = expected.back().qty.value != 0;
        const std::vector<Price> ours =
            is_full ? writer.prices_to(side, expected.back().price) : writer.prices(side);
        std::size_t levels = 0;
        for (const book::Level& level : expected) {
            if (level.qty.value != 0) {
                HOTPATH_ASSERT(levels < ours.size() && ours[levels] == level.price &&
                                   writer.qty(side, level.price) == level.qty.value,
                               "the book has the levels of the row");
                ++levels;
            }
        }
        HOTPATH_ASSERT(levels == ours.size(), "the book has no level that the row has not");
    }

    LobsterDepth depth_;
    Time time_{};
};

}  // namespace

Expected<LevelDay> read_itch_day(const std::filesystem::path& file) {
    auto stream = capture::open(file);
    auto books = make_books();
    if (!stream || !books) {
        return std::unexpected(stream ? books.error() : stream.error());
    }
    ItchFollower follower(books->books());
    auto block = (*stream)->next_block();
    for (; block && !block->empty(); block = (*stream)->next_block()) {
        (void)books->replay_block(*block, follower);
    }
    if (!block) {
        return std::unexpected(block.error());
    }
    return follower.writer.take();
}

LevelDay read_lobster_levels(const std::filesystem::path& zip, LobsterDepth depth) {
    const end_to_end::LobsterDay day = end_to_end::read_lobster_day(zip);
    LobsterFollower follower(depth);
    for (std::size_t i = 0; i < day.rows.size(); ++i) {
        if (i == 0) {
            follower.first(day.rows[i]);  // where the window begins
        } else {
            follower.next(day.events[i], day.rows[i]);
        }
    }
    return follower.writer.take();
}

Expected<LevelDay> generate_level_day(std::uint64_t messages) {
    auto generator = sim::market::MarketGenerator::create(
        {.seed = kSeed, .messages = messages, .instruments = 1});
    auto books = make_books();
    if (!generator || !books) {
        return std::unexpected(generator ? books.error() : generator.error());
    }
    ItchFollower follower(books->books());
    std::vector<std::byte> room(kBlockBytes);
    for (Bytes block; !(block = generator->next_block(room)).empty();) {
        (void)books->replay_block(block, follower);
    }
    return follower.writer.take();
}

LevelFlow cut(const LevelDay& day, TimeSpan span) {
    LevelFlow flow;
    std::array<bool, 2> has_level{};
    for (std::size_t i = 0; i < day.updates.size() && day.contexts[i].time < span.to; ++i) {
        flow.levels_max = std::max(flow.levels_max, day.contexts[i].levels + 1);
        const bool has_begun = has_level[0] && has_level[1];
        has_level[side_index(day.updates[i].side)] = true;
        if (!has_begun || day.contexts[i].time < span.from) {
            flow.before.push_back(day.updates[i]);
        } else {
            flow.timed.push_back(day.updates[i]);
            flow.contexts.push_back(day.contexts[i]);
        }
    }
    return flow;
}

LevelFlow deepened(const LevelFlow& flow, std::uint32_t levels) {
    LevelFlow deep = flow;
    for (const Side side : {Side::Buy, Side::Sell}) {
        std::int64_t rank = rank_of(side, flow.timed.front().level.price);
        for (const auto* part : {&flow.before, &flow.timed}) {
            for (const LevelUpdate& each : *part) {
                rank = each.side == side ? std::min(rank, rank_of(side, each.level.price)) : rank;
            }
        }
        for (std::uint32_t i = 0; i < levels; ++i) {
            rank -= kTick;
            deep.before.push_back(
                {.level = {.price = {sign(side) * rank}, .qty = {100}, .orders = 1}, .side = side});
        }
    }
    deep.levels_max = flow.levels_max + levels;
    return deep;
}

std::filesystem::path licensed_file(const std::string& name) {
    const char* const data = std::getenv("HOTPATH_DATA");
    const std::filesystem::path folder =
        data != nullptr ? data : HOTPATH_SOURCE_DIR "/../shared/data";
    return std::filesystem::exists(folder / name) ? folder / name : std::filesystem::path{};
}

}  // namespace hotpath::bench
