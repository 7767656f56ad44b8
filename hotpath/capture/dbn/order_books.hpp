#pragma once
/// The orders of an MBO recording, and the ITCH messages that each record makes of them.
///
///   A add            A                       C after F    E, or C where the fill has another price
///   C cancel         X, or D when all is taken
///   M modify         X when only the size falls, else U: the order loses its place; after F
///                    first E, but A and then E when its whole display was filled and is refreshed
///   R clear          D of every order        T, F, N      nothing: they change no book
///   F_LAST           P for what no displayed order traded; the books must not be crossed
///
/// ITCH ranks the orders of a price by their reference number. A dataset of the ITCH family keeps
/// the venue's ids, which rank them so (ADR 3). Of others the order of arrival ranks: an id is kept
/// only if it is above all before it, else the next number is given. Threads: one owner. Allocation:
/// a node an order and a level. Complexity: O(log levels) a record; a clear is O(orders log orders)
/// of its instrument.

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "hotpath/capture/dbn/itch_output.hpp"
#include "hotpath/capture/dbn/pending_trades.hpp"
#include "hotpath/capture/dbn/price.hpp"
#include "hotpath/capture/message_stream.hpp"
#include "hotpath/protocols/dbn/records.hpp"

namespace hotpath::capture::dbn {

class OrderBooks {
  public:
    OrderBooks(std::string_view dataset, ItchOutput& out, StreamStats& stats)
        : out_(out), stats_(stats), ids_rank_(dataset.ends_with(".ITCH")) {}

    [[nodiscard]] Outcome apply(const protocols::dbn::MboMsg& record, const Listing& listing);

    /// Books of an instrument in this state may be crossed: before an opening orders are not matched.
    void set_matching(const Listing& listing, bool is_matching) {
        book_of(listing).is_matching = is_matching;
    }

    /// The end of the recording: trades of an event that has not ended.
    void finish(const Listing& listing);

  private:
    struct Order {
        OrderId reference{};
        Side side = Side::Buy;
        Price4 price{};
        Qty leaves_qty{};
    };
    struct Book {
        std::unordered_map<std::uint64_t, Order> orders;  // by the venue's id
        std::array<std::map<Price4, std::uint64_t>, 2> levels;
        PendingTrades trades;
        bool is_matching = true;
    };
    using Orders = std::unordered_map<std::uint64_t, Order>;
    /// One record and whose it is.
    struct Event {
        const protocols::dbn::MboMsg& record;
        const Listing& listing;
        Book& book;
    };

    [[nodiscard]] Book& book_of(const Listing& listing);
    [[nodiscard]] Outcome act(const Event& event);
    [[nodiscard]] Outcome add(const Event& event);
    [[nodiscard]] Outcome cancel(const Event& event);
    [[nodiscard]] Outcome modify(const Event& event);
    [[nodiscard]] Outcome trade(const Event& event);
    [[nodiscard]] Outcome top_of_book(const Event& event);
    [[nodiscard]] Outcome end(const Event& event);

    /// The order of the record, as new.
    [[nodiscard]] Outcome put(const Event& event, std::uint64_t id);
    [[nodiscard]] Outcome show(const Event& event, std::uint64_t id, std::uint64_t rank,
                               Order order);
    [[nodiscard]] Outcome replace(const Event& event, Order& order, Order now);
    [[nodiscard]] Outcome refresh(const Event& event, const Order& used_up, Qty in_between,
                                  const Order& now);
    [[nodiscard]] Outcome show_next(const Event& event, const Order& next);
    /// As far as the event has fills of the record's order. Returns how much.
    Qty execute(const Event& event, const Order& order, Qty qty_max);
    /// Executions as far as the event has fills of the order, the rest is canceled.
    void take_off(const Event& event, Orders::iterator found, Qty qty);
    void change_level(Book& book, const Order& order, std::int64_t qty);
    /// Every order, or those of one side.
    void clear(const Event& event, MaybeSide side);
    [[nodiscard]] Checked<OrderId> next_reference(std::uint64_t id);

    ItchOutput& out_;
    StreamStats& stats_;
    bool ids_rank_;
    std::uint64_t reference_max_ = 0;  // given so far
    std::vector<Book> books_;          // by locate
};

}  // namespace hotpath::capture::dbn
