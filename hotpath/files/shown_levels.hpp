#pragma once
/// ShownLevels: the first N levels of one book as last exported, and whether they have
/// changed since.
///
/// A side with fewer levels shows price 0, quantity 0 for the rest; a book never shown is all
/// zeros. An update changes one side, so that only this one is read; every update of the book must
/// come here. Threads: one owner. Allocation: at construction. Complexity: take() is O(N).

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "hotpath/book/l3_books.hpp"

namespace hotpath::files {

class ShownLevels {
  public:
    /// One level's ask and bid.
    struct Cells {
        book::Level ask, bid;
    };

    explicit ShownLevels(std::size_t levels) : cells_(levels) {}

    [[nodiscard]] std::span<const Cells> cells() const noexcept { return cells_; }

    /// Takes over the side that this update changed, the first time both; true when a price or a
    /// quantity differs from before. `scratch` has room for as many levels.
    [[nodiscard]] bool take(const book::L3Books& books, const book::BookUpdate& update,
                            std::span<book::Level> scratch) {
        const bool other_changed =
            !std::exchange(is_taken_, true) &&
            take_side(books, update.instrument, opposite(update.side), scratch);
        return take_side(books, update.instrument, update.side, scratch) || other_changed;
    }

  private:
    [[nodiscard]] bool take_side(const book::L3Books& books, InstrumentId instrument, Side side,
                                 std::span<book::Level> scratch) {
        const std::size_t filled = books.depth(instrument, side, scratch.first(cells_.size()));
        const auto cell = side == Side::Sell ? &Cells::ask : &Cells::bid;
        bool is_changed = false;
        for (std::size_t i = 0; i < cells_.size(); ++i) {
            const book::Level now = i < filled ? scratch[i] : book::Level{};
            book::Level& shown = cells_[i].*cell;
            is_changed |= now.price != shown.price || now.qty != shown.qty;
            shown = now;
        }
        return is_changed;
    }

    bool is_taken_ = false;
    std::vector<Cells> cells_;
};

}  // namespace hotpath::files
