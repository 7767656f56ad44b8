#pragma once
/// BookSums: the checksum of each traded symbol's book and its last message, computed one book at a
/// time while idle, because a checksum reads every order of its book.
///
///   sums.begin_when_due(now, every);              one round in `every`
///   if (!has_news) sums.make_next(symbols, feed); in each idle turn
///   sums.note(status);                            copies the sums into the status
///
/// The checksum is that of book/book_checksum.hpp: the venue's and `hotpath replay`'s are made the
/// same way, and are equal at the same message. Threads: the trading thread. Allocation: none.
/// Complexity: O(orders of one book) a turn.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "apps/hotpath/trade/status.hpp"
#include "hotpath/core/symbol.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/feed/itch/itch_feed.hpp"

namespace hotpath::app {

class BookSums {
  public:
    void begin_when_due(Time now, Nanos every) noexcept {
        if (now >= due_) {
            due_ = now + every;
            next_ = 0;
        }
    }
    void make_next(std::span<const Symbol> symbols, const feed::FilteredItchFeed& feed) noexcept {
        if (next_ < symbols.size() && next_ < sums_.size()) {
            make(next_, symbols[next_], feed);
            ++next_;
        }
    }
    /// At once: when nothing is traded any more.
    void make_all(std::span<const Symbol> symbols, const feed::FilteredItchFeed& feed) noexcept {
        for (next_ = 0; next_ < symbols.size() && next_ < sums_.size();) {
            make_next(symbols, feed);
        }
    }
    void note(TradeStatus& status) const noexcept {
        for (std::uint32_t n = 0; n < status.positions_count; ++n) {
            status.positions[n].book = sums_[n];
        }
    }

  private:
    void make(std::size_t place, Symbol symbol, const feed::FilteredItchFeed& feed) noexcept {
        const auto instrument = feed.market().directory().find(symbol);
        const bool is_whole = instrument && !feed.is_stale();
        sums_[place] = is_whole ? BookSum{.checksum = feed.books().checksum(*instrument),
                                          .next_seq = feed.next_sequence_number()}
                                : BookSum{};
    }

    std::array<BookSum, TradeStatus::kPositionsMax> sums_{};
    std::size_t next_ = TradeStatus::kPositionsMax;  // in this round
    Time due_{};                                     // the next round
};

}  // namespace hotpath::app
