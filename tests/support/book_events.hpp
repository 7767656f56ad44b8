#pragma once
/// Random commands for books: adds, executions, reductions, deletes and replaces, most of them of
/// orders that are open, some of them wrong.
///
///   RandomBookEvents events(flow, seed);
///   events.next(books, [&](auto verb) { verb(books); verb(twin); });
///
/// The verb is a command with its arguments bound, to be given to as many books as are compared.
/// Threads: one. Allocation: none. Tests only.

#include <cstdint>
#include <optional>

#include "hotpath/book/types.hpp"
#include "hotpath/core/random.hpp"
#include "hotpath/core/units.hpp"

namespace hotpath::support {

struct BookFlow {
    std::uint16_t instruments = 4;
    std::uint64_t prices = 8;             // of either side, so that queues are long
    std::uint64_t orders_wanted = 1'000;  // open at one time, about
};

class RandomBookEvents {
  public:
    RandomBookEvents(const BookFlow& flow, std::uint64_t seed) : flow_(flow), random_(seed) {}

    [[nodiscard]] Random& random() { return random_; }
    [[nodiscard]] OrderId last_id() const { return {last_id_}; }

    /// `books` hold the open orders.
    void next(const auto& books, auto&& give) {
        if (random_.below(2 * flow_.orders_wanted) >= books.open_orders()) {
            return random_.one_in(4) ? replace(books, give) : add(books, give);
        }
        const OrderId id = aimed_id(books);
        const Qty qty = some_qty();
        switch (random_.below(4)) {
            case 0:
                return give([=](auto& each) { return each.reduce(id, qty); });
            case 1:
                return give([=](auto& each) { return each.remove(id); });
            default:
                return give([=](auto& each) { return each.execute(id, qty); });
        }
    }

    /// Half the time the first in some queue; else a recent id: open, gone or never used.
    [[nodiscard]] OrderId aimed_id(const auto& books) {
        const InstrumentId instrument{
            static_cast<std::uint16_t>(1 + random_.below(flow_.instruments))};
        const std::optional<book::OrderView> front = books.front(instrument, some_side());
        if (front && random_.one_in(2)) {
            return front->id;
        }
        const std::uint64_t back = random_.below(3 * flow_.orders_wanted);
        return {last_id_ > back ? last_id_ - back : back};
    }

  private:
    void add(const auto& books, auto& give) {
        const book::OrderView order{
            .id = random_.one_in(20) ? aimed_id(books) : next_id(),  // a duplicate, or late and low
            .instrument = {static_cast<std::uint16_t>(random_.below(flow_.instruments + 1U))},
            .side = some_side(),
            .price = some_price(),
            .leaves_qty = some_qty()};
        give([order](auto& each) { return each.add(order); });
    }

    void replace(const auto& books, auto& give) {
        const OrderId original = aimed_id(books);
        const book::Replacement replacement{.id = random_.one_in(10) ? aimed_id(books) : next_id(),
                                            .qty = some_qty(),
                                            .price = some_price()};
        give([=](auto& each) { return each.replace(original, replacement); });
    }

    OrderId next_id() { return {last_id_ += 1 + random_.below(3)}; }
    Side some_side() { return random_.one_in(2) ? Side::Buy : Side::Sell; }
    Price some_price() { return {static_cast<std::int64_t>(random_.below(flow_.prices)) * 100}; }
    Qty some_qty() { return {static_cast<std::uint32_t>(random_.below(200))}; }

    BookFlow flow_;
    Random random_;
    std::uint64_t last_id_ = 0;
};

}  // namespace hotpath::support
