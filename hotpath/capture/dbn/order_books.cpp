#include "hotpath/capture/dbn/order_books.hpp"

#include <limits>
#include <utility>

#include <fmt/format.h>

#include "hotpath/protocols/dbn/codes.hpp"

namespace hotpath::capture::dbn {

namespace {

namespace action = protocols::dbn::action;
namespace flag = protocols::dbn::flag;
using protocols::dbn::MboMsg;

/// The reference of an order that the recording has not added. No order has it, so that the reader
/// of the messages counts an unknown order.
constexpr OrderId kUnknownReference{0};

bool has(const MboMsg& record, std::uint8_t flags) {
    return (record.load_flags() & flags) != 0;
}

/// A publisher of the best prices alone names no orders: one for each side.
std::uint64_t top_of_book_id(Side side) {
    return std::numeric_limits<std::uint64_t>::max() - side_index(side);
}

std::unexpected<std::string> refuse(std::string reason) {
    return std::unexpected(std::move(reason));
}

}  // namespace

OrderBooks::Book& OrderBooks::book_of(const Listing& listing) {
    if (books_.size() <= listing.locate) {
        books_.resize(std::size_t{listing.locate} + 1);
    }
    return books_[listing.locate];
}

Outcome OrderBooks::apply(const MboMsg& record, const Listing& listing) {
    const Event event{record, listing, book_of(listing)};
    if (auto outcome = act(event); !outcome) {
        return outcome;
    }
    return has(record, flag::kLast) ? end(event) : Outcome{};
}

Outcome OrderBooks::act(const Event& event) {
    const bool is_top = has(event.record, flag::kTopOfBook);
    switch (event.record.load_action()) {
        case action::kAdd:
        case action::kModify:
            if (is_top) {
                return top_of_book(event);
            }
            return event.record.load_action() == action::kAdd ? add(event) : modify(event);
        case action::kCancel:
            return is_top ? top_of_book(event) : cancel(event);
        case action::kTrade:
        case action::kFill:
            return trade(event);
        case action::kClear:
            clear(event, std::nullopt);
            return {};
        case action::kNone:
            return {};
        default:
            return refuse(unknown_action(event.record.load_action()));
    }
}

Outcome OrderBooks::add(const Event& event) {
    const std::uint64_t id = event.record.load_order_id();
    if (event.book.orders.contains(id)) {
        return refuse(fmt::format("order {} is added, and is open already", id));
    }
    return put(event, id);
}

Outcome OrderBooks::put(const Event& event, std::uint64_t id) {
    const MboMsg& record = event.record;
    const MaybeSide side = to_side(record.load_side());
    if (!side) {
        return refuse(fmt::format("side {:?} of an order must be A or B", record.load_side()));
    }
    if (record.load_size() == 0 || record.load_size() == protocols::dbn::kUndefinedSize) {
        return refuse(
            fmt::format("size {} of order {} must be 1 to 4294967294", record.load_size(), id));
    }
    const auto price = to_price4(record.load_price());
    if (!price) {
        return refuse(price.error());
    }
    // The id of a top of the book is ours, and ranks nothing.
    const std::uint64_t rank = has(record, flag::kTopOfBook) ? 0 : id;
    return show(event, id, rank,
                {.side = *side, .price = *price, .leaves_qty = {record.load_size()}});
}

Outcome OrderBooks::show(const Event& event, std::uint64_t id, std::uint64_t rank, Order order) {
    const auto reference = next_reference(rank);
    if (!reference) {
        return refuse(reference.error());
    }
    order.reference = *reference;
    event.book.orders.emplace(id, order);
    change_level(event.book, order, std::int64_t{order.leaves_qty.value});
    out_.add(event.listing, {order.reference, order.side, order.price, order.leaves_qty});
    return {};
}

Outcome OrderBooks::cancel(const Event& event) {
    const std::uint64_t id = event.record.load_order_id();
    const Qty qty{event.record.load_size()};
    const auto order = event.book.orders.find(id);
    if (order == event.book.orders.end()) {
        out_.remove(event.listing, kUnknownReference);
        return {};
    }
    if (qty > order->second.leaves_qty) {
        return refuse(fmt::format("{} of order {} are canceled, and only {} are open", qty.value,
                                  id, order->second.leaves_qty.value));
    }
    if (qty.value == 0) {
        out_.skip_no_shares(event.listing);
        return {};
    }
    take_off(event, order, qty);
    return {};
}

/// An order that is not known is added, as the official example of a book does: a recording may
/// begin after it was entered.
Outcome OrderBooks::modify(const Event& event) {
    const MboMsg& record = event.record;
    const std::uint64_t id = record.load_order_id();
    const auto found = event.book.orders.find(id);
    if (found == event.book.orders.end()) {
        ++stats_.implied_adds;
        return put(event, id);
    }
    Order& order = found->second;
    if (to_side(record.load_side()) != order.side) {
        return refuse(fmt::format("order {} changes its side", id));
    }
    const auto price = to_price4(record.load_price());
    if (!price) {
        return refuse(price.error());
    }
    const Qty qty{record.load_size()};
    const Qty filled = event.book.trades.filled_of(id);
    const Qty executed = std::min(filled, order.leaves_qty);
    if (*price == order.price && qty <= order.leaves_qty - executed) {
        take_off(event, found, order.leaves_qty - qty);
        return {};
    }
    if (qty.value == 0 || qty.value == protocols::dbn::kUndefinedSize) {
        return refuse(fmt::format("size {} of order {} must be 1 to 4294967294", qty.value, id));
    }
    ids_rank_ = false;  // from now on: the order has its id, and another place
    const Order now{.side = order.side, .price = *price, .leaves_qty = qty};
    if (executed == order.leaves_qty) {
        return refresh(event, Order(order), filled - executed, now);
    }
    take_off(event, found, executed);
    return replace(event, order, now);
}

Outcome OrderBooks::replace(const Event& event, Order& order, Order now) {
    const auto reference = next_reference(event.record.load_order_id());
    if (!reference) {
        return refuse(reference.error());
    }
    now.reference = *reference;
    change_level(event.book, order, -std::int64_t{order.leaves_qty.value});
    change_level(event.book, now, std::int64_t{now.leaves_qty.value});
    out_.replace(event.listing, order.reference,
                 {now.reference, now.side, now.price, now.leaves_qty});
    order = now;
    return {};
}

/// What an order shows after its display was used up is behind the others, and so was what it showed and
/// traded in between.
Outcome OrderBooks::refresh(const Event& event, const Order& used_up, Qty in_between,
                            const Order& now) {
    if (in_between.value > 0) {
        const Order next{.side = used_up.side, .price = used_up.price, .leaves_qty = in_between};
        if (auto shown = show_next(event, next); !shown) {
            return shown;
        }
    }
    return show_next(event, now);
}

/// Before it the one that is used up is executed; its price is not left empty in between, as at the venue,
/// where all this is one event.
Outcome OrderBooks::show_next(const Event& event, const Order& next) {
    const std::uint64_t id = event.record.load_order_id();
    const Order used_up = event.book.orders.extract(id).mapped();
    if (auto shown = show(event, id, id, next); !shown) {
        return shown;
    }
    change_level(event.book, used_up, -std::int64_t{used_up.leaves_qty.value});
    if (execute(event, used_up, used_up.leaves_qty) < used_up.leaves_qty) {
        out_.remove(event.listing, used_up.reference);
    }
    return {};
}

/// Held until the record that takes the quantity off the order, or the end of the event.
Outcome OrderBooks::trade(const Event& event) {
    const MboMsg& record = event.record;
    const auto price = to_price4(record.load_price());
    if (!price) {
        return refuse(price.error());
    }
    const Qty qty{record.load_size()};
    if (qty.value == 0) {
        out_.skip_no_shares(event.listing);
        return {};
    }
    const char side = record.load_side();
    PendingTrades& trades = event.book.trades;
    const bool has_room = record.load_action() == action::kFill
                              ? trades.on_fill(record.load_order_id(), to_side(side), *price, qty)
                              : trades.on_trade(resting_side(side), *price, qty);
    return has_room ? Outcome{} : refuse(too_many_trades());
}

/// The record is all there is of its side; with an undefined price there is nothing.
Outcome OrderBooks::top_of_book(const Event& event) {
    const MaybeSide side = to_side(event.record.load_side());
    if (!side) {
        return refuse(
            fmt::format("side {:?} of an order must be A or B", event.record.load_side()));
    }
    clear(event, side);
    const bool is_gone = event.record.load_action() == action::kCancel ||
                         event.record.load_price() == protocols::dbn::kUndefinedPrice;
    return is_gone ? Outcome{} : put(event, top_of_book_id(*side));
}

Outcome OrderBooks::end(const Event& event) {
    finish(event.listing);
    const auto& [bids, asks] = event.book.levels;
    if (event.book.is_matching && !bids.empty() && !asks.empty() &&
        bids.rbegin()->first > asks.begin()->first) {
        return refuse(crossed(event.listing, bids.rbegin()->first, asks.begin()->first));
    }
    return {};
}

void OrderBooks::finish(const Listing& listing) {
    book_of(listing).trades.finish(
        [&](Side resting, Price4 price, Qty qty) { out_.trade(listing, resting, price, qty); });
}

void OrderBooks::take_off(const Event& event, Orders::iterator found, Qty qty) {
    if (qty.value == 0) {
        return;
    }
    Order& order = found->second;
    const Qty canceled = qty - execute(event, order, qty);
    change_level(event.book, order, -std::int64_t{qty.value});
    order.leaves_qty -= qty;
    if (canceled.value > 0 && order.leaves_qty.value > 0) {
        out_.reduce(event.listing, order.reference, canceled);
    } else if (canceled.value > 0) {
        out_.remove(event.listing, order.reference);
    }
    if (order.leaves_qty.value == 0) {
        event.book.orders.erase(found);
    }
}

Qty OrderBooks::execute(const Event& event, const Order& order, Qty qty_max) {
    const std::uint64_t id = event.record.load_order_id();
    return event.book.trades.take_fills(id, qty_max, [&](Qty part, Price4 price) {
        if (price == order.price) {
            out_.execute(event.listing, order.reference, part);
        } else {
            out_.execute_at(event.listing, order.reference, part, price);
        }
    });
}

void OrderBooks::change_level(Book& book, const Order& order, std::int64_t qty) {
    auto& levels = book.levels[side_index(order.side)];
    const auto level = levels.try_emplace(order.price, 0).first;
    level->second += static_cast<std::uint64_t>(qty);
    if (level->second == 0) {
        levels.erase(level);
    }
}

/// In the order of their references: what a hash table gives differs between machines.
void OrderBooks::clear(const Event& event, MaybeSide side) {
    std::vector<std::pair<OrderId, std::uint64_t>> gone;
    for (const auto& [id, order] : event.book.orders) {
        if (!side || order.side == *side) {
            gone.emplace_back(order.reference, id);
        }
    }
    std::ranges::sort(gone);
    for (const auto& [reference, id] : gone) {
        const auto order = event.book.orders.find(id);
        change_level(event.book, order->second, -std::int64_t{order->second.leaves_qty.value});
        event.book.orders.erase(order);
        out_.remove(event.listing, reference);
    }
}

Checked<OrderId> OrderBooks::next_reference(std::uint64_t id) {
    if (ids_rank_ && id != kUnknownReference.value) {
        reference_max_ = std::max(reference_max_, id);
        return OrderId{id};
    }
    if (reference_max_ == std::numeric_limits<std::uint64_t>::max()) {
        return refuse("order ids leave no number for another order");
    }
    reference_max_ = std::max(id, reference_max_ + 1);
    return OrderId{reference_max_};
}

}  // namespace hotpath::capture::dbn
