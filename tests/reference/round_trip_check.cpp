#include "tests/reference/round_trip_check.hpp"

#include <algorithm>
#include <optional>

#include "hotpath/exchange/orders/order_ids.hpp"
#include "hotpath/protocols/nasdaq/itch50/codes.hpp"
#include "hotpath/protocols/nasdaq/itch50/decode.hpp"
#include "hotpath/protocols/nasdaq/moldudp64/packet_reader.hpp"

namespace hotpath::sim::flow {

namespace itch50 = protocols::nasdaq::itch50;
using exchange::background_match_id;
using exchange::background_order_id;

namespace {

[[nodiscard]] InstrumentId instrument_of(Bytes message) {
    return {load_be<std::uint16_t>(message.data() + 1)};
}

}  // namespace

/// The execution of a recorded message, in the venue's numbers.
struct RoundTripCheck::Expectation : itch50::NullListener {
    explicit Expectation(const book::L3Books& recording_before) : recording(recording_before) {}

    void on_order_executed(const itch50::OrderExecuted& m) { expect(m); }
    void on_order_executed_with_price(const itch50::OrderExecutedWithPrice& m) { expect(m); }

    template <class Executed>
    void expect(const Executed& m) {
        if (m.load_order_reference_number() > exchange::kReferenceMax ||
            m.load_match_number() > exchange::kReferenceMax) {
            return;
        }
        const OrderId id = background_order_id(m.load_order_reference_number());
        const std::optional<book::OrderView> order = recording.find(id);
        if (order && m.load_executed_shares() != 0) {
            trade = {.id = id,
                     .qty = std::min(Qty{m.load_executed_shares()}, order->leaves_qty),
                     .match = background_match_id(m.load_match_number())};
        }
    }

    const book::L3Books& recording;
    Trade trade{};
};

/// Builds books of what the venue publishes, and remembers executions.
struct RoundTripCheck::Publication : itch50::NullListener {
    explicit Publication(book::L3Books& books_to_build) : books(books_to_build) {}

    void on_add_order(const itch50::AddOrder& m) { add(m); }
    void on_add_order_mpid(const itch50::AddOrderMpid& m) { add(m); }
    void on_order_executed(const itch50::OrderExecuted& m) { execute(m); }
    void on_order_executed_with_price(const itch50::OrderExecutedWithPrice& m) { execute(m); }
    void on_order_cancel(const itch50::OrderCancel& m) {
        books.reduce({m.load_order_reference_number()}, {m.load_cancelled_shares()});
    }
    void on_order_delete(const itch50::OrderDelete& m) {
        books.remove({m.load_order_reference_number()});
    }
    void on_order_replace(const itch50::OrderReplace& m) {
        books.replace({m.load_original_order_reference_number()},
                      {.id = {m.load_new_order_reference_number()},
                       .qty = {m.load_shares()},
                       .price = itch50::to_price(m.load_price())});
    }

    template <class Add>
    void add(const Add& m) {
        books.add({.id = {m.load_order_reference_number()},
                   .instrument = {m.load_stock_locate()},
                   .side = itch50::to_side(m.load_buy_sell_indicator()),
                   .price = itch50::to_price(m.load_price()),
                   .leaves_qty = {m.load_shares()}});
    }

    template <class Executed>
    void execute(const Executed& m) {
        trade = {.id = {m.load_order_reference_number()},
                 .qty = {m.load_executed_shares()},
                 .match = {m.load_match_number()}};
        books.execute(trade.id, trade.qty);
    }

    book::L3Books& books;
    Trade trade{};
};

Expected<RoundTripCheck> RoundTripCheck::create(const RoundTripOptions& options) {
    Expected<exchange::Exchange> exchange = exchange::Exchange::create(
        {.books = options.books, .sessions_max = 1, .session_orders_max = 1});
    if (!exchange) {
        return std::unexpected(std::move(exchange.error()));
    }
    return create(options, std::move(*exchange));
}

Expected<RoundTripCheck> RoundTripCheck::create(const RoundTripOptions& options,
                                                exchange::Exchange&& exchange) {
    if (options.books_compared_every == 0) {
        return fail("round trip: books_compared_every must be at least 1");
    }
    Expected<RecordedFlow> flow = RecordedFlow::create(options.books);
    if (!flow) {
        return std::unexpected(std::move(flow.error()));
    }
    Expected<book::L3Books> published = book::L3Books::create(options.books);
    if (!published) {
        return std::unexpected(std::move(published.error()));
    }
    RoundTripCheck check(std::move(*flow), std::move(exchange), std::move(*published));
    check.books_compared_every_ = options.books_compared_every;
    check.next_seq_ = check.exchange_.next_seq();
    return check;
}

void RoundTripCheck::on_message(Bytes message) noexcept {
    ++report_.messages;
    Expectation expectation(flow_.recording());
    static_cast<void>(itch50::decode(message, expectation));
    if (flow_.on_message(message, exchange_) != protocols::DecodeStatus::Ok) {
        return;
    }
    read_feed(expectation.trade);
    const InstrumentId instrument = instrument_of(message);
    note_comparison(exchange_.books().bbo(instrument) == recording().bbo(instrument));
    if (report_.messages % books_compared_every_ == 0) {
        compare_books(instrument);
    }
}

void RoundTripCheck::finish() noexcept {
    const std::uint64_t recorded = recording().checksum();
    note_comparison(exchange_.books().checksum() == recorded);
    note_comparison(published_.checksum() == recorded);
}

void RoundTripCheck::read_feed(const Trade& expected) noexcept {
    report_.recorded_executions += expected == Trade{} ? 0U : 1U;
    for (const Bytes bytes : exchange_.feed_packets()) {
        protocols::nasdaq::moldudp64::PacketReader packet;
        if (packet.open(bytes) != protocols::DecodeStatus::Ok ||
            packet.sequence_number() != next_seq_) {
            ++report_.malformed_packets;
            continue;
        }
        next_seq_ = packet.next_sequence_number();
        protocols::FrameCursor messages = packet.messages();
        for (Bytes message; messages.next(message);) {
            read_published(message, expected);
        }
    }
    exchange_.clear_feed();
}

void RoundTripCheck::read_published(Bytes message, const Trade& expected) noexcept {
    Publication publication(published_);
    static_cast<void>(itch50::decode(message, publication));
    if (publication.trade == Trade{}) {
        return;
    }
    if (publication.trade == expected) {
        ++report_.reproduced_executions;
    } else {
        ++report_.other_executions;
    }
}

void RoundTripCheck::compare_books(InstrumentId instrument) noexcept {
    const std::uint64_t recorded = recording().checksum(instrument);
    note_comparison(exchange_.books().checksum(instrument) == recorded);
    note_comparison(published_.checksum(instrument) == recorded);
}

void RoundTripCheck::note_comparison(bool are_equal) noexcept {
    ++report_.book_comparisons;
    if (!are_equal) {
        ++report_.book_differences;
        report_.first_difference =
            report_.first_difference == 0 ? report_.messages : report_.first_difference;
    }
}

}  // namespace hotpath::sim::flow
