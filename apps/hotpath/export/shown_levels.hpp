#pragma once
/// ShownLevels: the first N levels of one book as last exported, and whether they have
/// changed since.
///
/// A side with fewer levels shows price 0, quantity 0 for the rest; a book never shown is all
/// zeros. Threads: one owner. Allocation: at construction. Complexity: take() is O(N).

#include <cstddef>
#include <span>
#include <vector>

#include "hotpath/book/l3_books.hpp"

namespace hotpath::app {

class ShownLevels {
  public:
    /// One level's ask and bid.
    struct Cells {
        book::Level ask, bid;
    };

    explicit ShownLevels(std::size_t levels) : cells_(levels) {}

    [[nodiscard]] std::span<const Cells> cells() const noexcept { return cells_; }

    /// Takes over the book as it is; true when a price or a quantity differs from before. `scratch`
    /// has room for as many levels.
    [[nodiscard]] bool take(const book::L3Books& books, InstrumentId instrument,
                            std::span<book::Level> scratch) {
        const bool asks_changed = take_side(books, instrument, Side::Sell, scratch);
        const bool bids_changed = take_side(books, instrument, Side::Buy, scratch);
        return asks_changed || bids_changed;
    }

  private:
    [[nodiscard]] bool take_side(const book::L3Books& books, InstrumentId instrument, Side side,
                                 std::span<book::Level> scratch) {
        const std::size_t filled = books.depth(instrument, side, scratch.first(cells_.size()));
        bool is_changed = false;
        for (std::size_t i = 0; i < cells_.size(); ++i) {
            const book::Level now = i < filled ? scratch[i] : book::Level{};
            book::Level& shown = side == Side::Sell ? cells_[i].ask : cells_[i].bid;
            is_changed |= now.price != shown.price || now.qty != shown.qty;
            shown = now;
        }
        return is_changed;
    }

    std::vector<Cells> cells_;
};

}  // namespace hotpath::app
