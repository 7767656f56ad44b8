#pragma once
/// LastChange: a ChangeRecorder that keeps what the last command changed, for tests that give a
/// command first and compare afterwards.
///
/// Threads: one. Allocation: none. Tests only.

#include "hotpath/book/book_change.hpp"
#include "hotpath/book/order_books.hpp"
#include "hotpath/book/types.hpp"
#include "hotpath/core/units.hpp"

namespace hotpath::support {

template <book::MarketBooks Books>
class LastChange {
  public:
    explicit LastChange(Books& books) noexcept : recorder_(books) {}

    [[nodiscard]] const book::BookChange& last() const noexcept { return last_; }

    void add(const book::OrderView& order) noexcept { last_ = recorder_.add(order); }
    void execute(OrderId id, Qty qty) noexcept { last_ = recorder_.execute(id, qty); }
    void reduce(OrderId id, Qty qty) noexcept { last_ = recorder_.reduce(id, qty); }
    void remove(OrderId id) noexcept { last_ = recorder_.remove(id); }
    void replace(OrderId original, const book::Replacement& replacement) noexcept {
        last_ = recorder_.replace(original, replacement);
    }

  private:
    book::ChangeRecorder<Books> recorder_;
    book::BookChange last_;
};

}  // namespace hotpath::support
