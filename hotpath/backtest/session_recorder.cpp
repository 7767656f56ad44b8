#include "hotpath/backtest/session_recorder.hpp"

#include <type_traits>

#include "hotpath/book/l3_books.hpp"
#include "hotpath/exchange/orders/order_ids.hpp"
#include "hotpath/sim/session/session_ends.hpp"
#include "hotpath/trader/venue_sessions.hpp"

namespace hotpath::backtest {

SessionRecorder::SessionRecorder(const RunOptions& options, const trader::TraderOptions& trader)
    : RunRecorder(options.sample_every, options.engine.mark_spread_max),
      framing_(sim::session::order_ends(options.sessions->orders).framing),
      codec_({.instruments_max = options.engine.books.instruments_max,
              .orders_remembered = options.engine.orders.orders_remembered},
             trader::codec_options(trader)),
      symbols_(std::size_t{options.engine.books.instruments_max} + 1),
      ids_at_venue_(symbols_.size()) {}

void SessionRecorder::on_venue_reply(const sim::session::ServedVenue& venue, Bytes piece) {
    const auto head = sim::session::PieceHead::of(piece);
    if (head.port != trader::Port::OrderEntry || head.kind != sim::session::PieceKind::Bytes) {
        return;
    }
    const auto note = [&]<class Event>(const Event& event) {
        if constexpr (std::is_same_v<Event, oms::Executed>) {
            executed_.push_back(event);
        } else if constexpr (std::is_same_v<Event, oms::Accepted> ||
                             std::is_same_v<Event, oms::Replaced>) {
            note_placed(venue, event.id);
        }
    };
    static_cast<void>(codec_.decode(framing_.reply(sim::session::bytes_of_piece(piece)), note));
}

/// The order is the last in its queue: one message of a session is one command.
void SessionRecorder::note_placed(const sim::session::ServedVenue& venue, ClOrdId id) {
    OrderRecord* const order = find(id);
    if (order == nullptr) {
        return;
    }
    const book::L3Books& books = venue.books();
    const auto last = books.back(at_venue(venue.exchange(), order->instrument),
                                 {.side = order->side, .price = order->price});
    if (last && !exchange::is_background(last->id) && last->id > newest_) {
        newest_ = last->id;
        order->queue_ahead = books.queue_ahead_qty(last->id);
    }
}

InstrumentId SessionRecorder::at_venue(const exchange::Exchange& exchange, InstrumentId id) {
    InstrumentId& found = ids_at_venue_[id.value];
    for (std::size_t n = 1; found.value == 0 && n < symbols_.size(); ++n) {
        const InstrumentId listed{static_cast<std::uint16_t>(n)};
        found = exchange.symbol(listed) == symbols_[id.value] ? listed : InstrumentId{};
    }
    return found;
}

void SessionRecorder::take_execution(std::uint64_t booked) {
    std::optional<oms::Executed> execution;
    for (; booked_ < booked && !executed_.empty(); ++booked_) {
        execution = executed_.front();
        executed_.pop_front();
    }
    expect(execution);
}

}  // namespace hotpath::backtest
