#pragma once
/// BooksAhead: warms the caches for the messages of a recording that come soon, in the books that
/// each of them changes: the recording's own, the venue's, the trader's.
///
/// The target of a feed::LookAhead. By order all three have an order under the number that the
/// venue gives the recording's; by price only the recording's books have its numbers. A number that
/// is not there is prefetched in vain: no result depends on it. The tables that find an order are
/// as large as their bounds and always looked ahead for; orders and levels when they are many, in
/// all the books together.
/// Threads: the run's. Allocation: none. Complexity: O(1) a message and step.

#include <cstddef>
#include <cstdint>
#include <span>

#include "hotpath/book/l3_books.hpp"
#include "hotpath/book/types.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/exchange/orders/order_ids.hpp"
#include "hotpath/feed/look_ahead.hpp"
#include "hotpath/protocols/nasdaq/itch50/codes.hpp"
#include "hotpath/protocols/nasdaq/itch50/messages.hpp"

namespace hotpath::backtest {

class BooksAhead {
  public:
    static constexpr book::PrefetchStep kLastPrefetch = book::PrefetchStep::Level;

    /// The recording's own books first. The object views the list.
    BooksAhead(std::span<const book::L3Books* const> books,
               const feed::LookAheadOptions& options) noexcept
        : books_(books), options_(options) {}

    [[nodiscard]] feed::LookAheadDistances look_ahead() const noexcept {
        std::uint64_t open_orders = 0;
        for (const book::L3Books* const books : books_) {
            open_orders += books->open_orders();
        }
        const feed::LookAheadDistances& all = options_.distances;
        return options_.is_worth_it(open_orders)
                   ? all
                   : feed::LookAheadDistances{.table = all.table, .order = 0, .level = 0};
    }

    /// Any kBytesAhead bytes will do.
    void prefetch(const std::byte* message, book::PrefetchStep step) const noexcept {
        using protocols::nasdaq::itch50::AddOrder;
        using protocols::nasdaq::itch50::
            OrderDelete;  // the shortest with a reference, which all have there
        static_assert(AddOrder::kLength <= feed::kBytesAhead);
        const auto& order = OrderDelete::at(message);
        const OrderId id = exchange::background_order_id(order.load_order_reference_number());
        const InstrumentId instrument{order.load_stock_locate()};
        const bool is_add = order.load_message_type() == AddOrder::kType;
        for (const book::L3Books* const books : books_) {
            if (step != book::PrefetchStep::Table && is_add) {
                const auto& add = AddOrder::at(message);
                books->prefetch_add(
                    {.id = id,
                     .instrument = instrument,
                     .side = protocols::nasdaq::itch50::to_side(add.load_buy_sell_indicator()),
                     .price = protocols::nasdaq::itch50::to_price(add.load_price()),
                     .leaves_qty = {add.load_shares()}},
                    step);
            } else {
                books->prefetch(id, instrument, step);
            }
        }
    }

  private:
    std::span<const book::L3Books* const> books_;
    feed::LookAheadOptions options_;
};

}  // namespace hotpath::backtest
