#pragma once
/// BookSums: the checksum of each traded symbol's book and its last message, computed while idle in
/// steps of a few orders, because a checksum reads every order of its book.
///
///   sums.begin_when_due(now, every);               one round in `every`
///   if (!has_news) sums.step(symbols, engine);     in each idle turn
///   sums.note(status);                             copies the sums into the status
///
/// A book that changes before its last step is begun again, after the other books of the round have
/// had their turn; until it rests for long enough it keeps the sum, and the message, of an earlier
/// round. The checksum is that of book/book_checksum.hpp: the venue's and `hotpath replay`'s are
/// made the same way, and are equal at the same message. Threads: the trading thread. Allocation:
/// none. Complexity: a step visits at most `visits_max` levels and orders.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "hotpath/book/checksum_walk.hpp"
#include "hotpath/core/symbol.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/engine/book_version.hpp"
#include "hotpath/live/status/status.hpp"
#include "hotpath/protocols/nasdaq/feed/itch_feed.hpp"

namespace hotpath::live {

class BookSums {
  public:
    /// Half a microsecond or so when every order is in no cache.
    static constexpr std::uint32_t kVisitsMax = 8;
    static constexpr std::uint32_t kWholeBook = 0xffff'ffff;

    void begin_when_due(Time now, Nanos every) noexcept {
        if (now >= due_) {
            due_ = now + every;
            wanted_.fill(true);
            is_round_over_ = false;
        }
    }

    [[nodiscard]] bool is_round_over() const noexcept { return is_round_over_; }

    /// How many levels and orders it has visited.
    template <class Engine>
    std::uint32_t step(std::span<const Symbol> symbols, const Engine& engine,
                       std::uint32_t visits_max = kVisitsMax) noexcept {
        if (is_round_over_) {
            return 0;
        }
        const std::size_t count = std::min(symbols.size(), sums_.size());
        if (!walked_ || version_ != engine::version_of(engine, *walked_) ||
            engine.feed().is_stale()) {
            begin_next(symbols.first(count), engine);
        }
        if (!walked_) {
            return 0;
        }
        const std::uint32_t visits = walk_.step(engine.books(), visits_max);
        if (walk_.is_done()) {
            finish({.checksum = walk_.value(), .next_seq = engine.feed().next_sequence_number()});
        }
        return visits;
    }

    /// At once: when nothing is traded any more.
    template <class Feed>
    void make_all(std::span<const Symbol> symbols, const Feed& feed) noexcept {
        walked_.reset();
        is_round_over_ = true;
        for (std::size_t place = 0; place < symbols.size() && place < sums_.size(); ++place) {
            const auto instrument = feed.market().directory().find(symbols[place]);
            const bool is_whole = instrument && !feed.is_stale();
            sums_[place] = is_whole ? BookSum{.checksum = feed.books().checksum(*instrument),
                                              .next_seq = feed.next_sequence_number()}
                                    : BookSum{};
        }
    }

    void note(TradeStatus& status) const noexcept {
        for (std::uint32_t n = 0; n < status.positions_count; ++n) {
            status.positions[n].book = sums_[n];
        }
    }

  private:
    /// The next symbol without a sum of this round.
    template <class Engine>
    void begin_next(std::span<const Symbol> symbols, const Engine& engine) noexcept {
        walked_.reset();
        for (std::size_t n = 0; n < symbols.size(); ++n) {
            place_ = place_ + 1 < symbols.size() ? place_ + 1 : 0;
            if (wanted_[place_]) {
                return begin(symbols[place_], engine);
            }
        }
        is_round_over_ = true;
    }

    template <class Engine>
    void begin(Symbol symbol, const Engine& engine) noexcept {
        const auto instrument = engine.feed().market().directory().find(symbol);
        if (!instrument || engine.feed().is_stale()) {
            return finish({});
        }
        walked_ = *instrument;
        version_ = engine::version_of(engine, *instrument);
        walk_.begin(engine.books(), *instrument);
    }

    void finish(const BookSum& sum) noexcept {
        sums_[place_] = sum;
        wanted_[place_] = false;
        walked_.reset();
    }

    std::array<BookSum, TradeStatus::kPositionsMax> sums_{};
    std::array<bool, TradeStatus::kPositionsMax> wanted_{};  // in this round, and not made yet
    bool is_round_over_ = true;
    std::size_t place_ = 0;  // of the symbol whose turn it is, or was last
    std::optional<InstrumentId> walked_{};
    engine::BookVersion version_{};  // of its book, when the walk began
    book::ChecksumWalk walk_{};
    Time due_{};  // the next round
};

}  // namespace hotpath::live
