#pragma once
/// ChecksumWalk: L3Books::checksum(instrument) in steps of a few levels and orders, so that a
/// trading thread computes it between packets without being away for long.
///
///   walk.begin(books, instrument);
///   while (!walk.is_done()) { walk.step(books, 8);  ... }   // as long as the book is the same
///   publish(walk.value());
///
/// The book must not change between begin() and the last step: a caller that cannot exclude it
/// compares a version of the book before each step, and begins again. The value is that of
/// book_checksum.hpp. Threads: one owner. Allocation: none. Complexity: a step at most
/// `visits_max` levels and orders, with a cache line each.

#include <cstdint>

#include "hotpath/book/book_checksum.hpp"
#include "hotpath/book/l3_books.hpp"
#include "hotpath/book/types.hpp"
#include "hotpath/core/checksum.hpp"
#include "hotpath/core/units.hpp"

namespace hotpath::book {

class ChecksumWalk {
  public:
    [[nodiscard]] bool is_done() const noexcept { return is_done_; }
    /// The whole book's, once it is done.
    [[nodiscard]] std::uint64_t value() const noexcept { return checksum_.value(); }

    void begin(const L3Books& books, InstrumentId instrument) noexcept {
        checksum_ = {};
        instrument_ = instrument;
        is_done_ =
            !books.has_orders(instrument, Side::Buy) && !books.has_orders(instrument, Side::Sell);
        if (!is_done_) {
            checksum_.add(instrument.value);
            begin_side(books, Side::Buy);
        }
    }

    /// How many levels and orders it has visited: fewer than `visits_max` only when it is done.
    std::uint32_t step(const L3Books& books, std::uint32_t visits_max) noexcept {
        std::uint32_t visits = 0;
        for (; visits < visits_max && !is_done_; ++visits) {
            if (order_) {
                visit_order(books);
            } else {
                visit_level(books);
            }
        }
        return visits;
    }

  private:
    [[nodiscard]] LevelKey key() const noexcept { return {.side = side_, .price = level_.price}; }

    void begin_side(const L3Books& books, Side side) noexcept {
        side_ = side;
        level_ = books.best(instrument_, side);
        order_ = {};
        checksum_.add(books.level_count(instrument_, side));
        if (level_.orders == 0) {
            end_side(books);
        }
    }

    void end_side(const L3Books& books) noexcept {
        order_ = {};
        if (side_ == Side::Buy) {
            begin_side(books, Side::Sell);
        } else {
            is_done_ = true;
        }
    }

    /// All levels of a side, and then its orders.
    void visit_level(const L3Books& books) noexcept {
        add_level(checksum_, level_);
        level_ = books.next_level(instrument_, key());
        if (level_.orders == 0) {
            level_ = books.best(instrument_, side_);
            order_ = books.first_in_line(instrument_, key());
        }
    }

    void visit_order(const L3Books& books) noexcept {
        add_order(checksum_, books.at(order_));
        order_ = books.next_in_line(order_);
        if (!order_) {
            level_ = books.next_level(instrument_, key());
            if (level_.orders == 0) {
                return end_side(books);
            }
            order_ = books.first_in_line(instrument_, key());
        }
        books.prefetch(order_);
    }

    Checksum checksum_{};
    InstrumentId instrument_{};
    Side side_ = Side::Buy;
    Level level_{};            // to be visited, or that of order_
    L3Books::Cursor order_{};  // to be visited; none while levels are
    bool is_done_ = true;
};

}  // namespace hotpath::book
