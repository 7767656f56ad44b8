#include "hotpath/exchange/market/snapshot_books.hpp"

#include <algorithm>

#include "hotpath/core/assert.hpp"
#include "hotpath/exchange/market/trading_state_codes.hpp"
#include "hotpath/exchange/market/venue.hpp"
#include "hotpath/protocols/nasdaq/itch50/codes.hpp"
#include "hotpath/protocols/nasdaq/itch50/decode.hpp"
#include "hotpath/protocols/nasdaq/itch50/listing.hpp"
#include "hotpath/protocols/nasdaq/moldudp64/packet_reader.hpp"

namespace hotpath::exchange {

namespace itch50 = protocols::nasdaq::itch50;
using book::OrderView;
using book::TradingState;
using protocols::nasdaq::glimpse50::PieceKind;
using protocols::nasdaq::glimpse50::SnapshotPiece;

namespace {

constexpr SnapshotPiece kNothing{.kind = PieceKind::Nothing};

template <class Message>
[[nodiscard]] SnapshotPiece written(const Message& message, MutableBytes room) noexcept {
    std::ranges::copy(message.bytes(), room.begin());
    return {.kind = PieceKind::Message, .length = message.bytes().size()};
}

[[nodiscard]] bool is_same_level(const OrderView& a, const OrderView& b) noexcept {
    return a.instrument == b.instrument && a.side == b.side && a.price == b.price;
}

}  // namespace

/// The orders and instruments touched by an input. Their new state is in the exchange.
class SnapshotBooks::Changes : public itch50::NullListener {
  public:
    Changes(SnapshotBooks& books, const Exchange& exchange) : books_(books), exchange_(exchange) {}

    void on_add_order(const itch50::AddOrder& m) noexcept { changed(m); }
    void on_add_order_mpid(const itch50::AddOrderMpid& m) noexcept { changed(m); }
    void on_order_executed(const itch50::OrderExecuted& m) noexcept { changed(m); }
    void on_order_executed_with_price(const itch50::OrderExecutedWithPrice& m) noexcept {
        changed(m);
    }
    void on_order_cancel(const itch50::OrderCancel& m) noexcept { changed(m); }
    void on_order_delete(const itch50::OrderDelete& m) noexcept { changed(m); }
    void on_order_replace(const itch50::OrderReplace& m) noexcept {
        books_.copy_changed_order(exchange_, {m.load_original_order_reference_number()});
        books_.copy_changed_order(exchange_, {m.load_new_order_reference_number()});
    }
    void on_stock_directory(const itch50::StockDirectory& m) noexcept { instrument_changed(m); }
    void on_stock_trading_action(const itch50::StockTradingAction& m) noexcept {
        instrument_changed(m);
    }

  private:
    template <class Message>
    void changed(const Message& m) noexcept {
        books_.copy_changed_order(exchange_, {m.load_order_reference_number()});
    }
    template <class Message>
    void instrument_changed(const Message& m) noexcept {
        books_.copy_changed_instrument(exchange_, {m.load_stock_locate()});
    }

    SnapshotBooks& books_;
    const Exchange& exchange_;
};

Expected<SnapshotBooks> SnapshotBooks::create(book::BooksOptions options) {
    options.prefault = false;
    Expected<book::L3Books> copy = book::L3Books::create(options);
    if (!copy) {
        return std::unexpected(std::move(copy.error()));
    }
    return SnapshotBooks(std::move(*copy));
}

protocols::SequencedStoreOptions SnapshotBooks::room(const book::BooksOptions& options) {
    constexpr std::uint64_t kOfInstrument =
        itch50::StockDirectory::kLength + itch50::StockTradingAction::kLength;
    return {.messages_max = options.orders_max + std::uint32_t{2} * options.instruments_max + 1,
            .bytes_max = std::uint64_t{options.orders_max} * itch50::AddOrder::kLength +
                         options.instruments_max * kOfInstrument +
                         protocols::nasdaq::glimpse50::EndOfSnapshot::kLength,
            .message_length_max = kMessageMax};
}

void SnapshotBooks::begin_snapshot() noexcept {
    HOTPATH_ASSERT(phase_ == Phase::Done && copy_.open_orders() == 0,
                   "finish one snapshot before starting the next");
    phase_ = Phase::Copying;
    is_whole_ = true;
    day_ = step_.exchange->day().number;
    instrument_ = {1};
    side_ = Side::Buy;
    last_.reset();
    copy_instrument(*step_.exchange, instrument_);
}

SnapshotPiece SnapshotBooks::next_piece(MutableBytes room) noexcept {
    if (phase_ == Phase::Copying) {
        return copy_piece(*step_.exchange);
    }
    if (is_waiting(step_.durable_seq)) {
        return {.kind = PieceKind::Wait};
    }
    switch (phase_) {
        case Phase::Directory:
            return write_directory(room);
        case Phase::States:
            return write_state(room);
        case Phase::Orders:
            return write_order(room);
        case Phase::Copying:
        case Phase::Done:
            break;
    }
    return {.kind = PieceKind::End};
}

SnapshotPiece SnapshotBooks::copy_piece(const Exchange& exchange) noexcept {
    const book::L3Books& books = exchange.books();
    const std::optional<OrderView> next =
        last_ ? books.next_after(*last_) : books.front(instrument_, side_);
    if (next) {
        add(*next);
        last_ = next;
    } else {
        advance_copy(exchange);
    }
    return is_whole_ ? kNothing : SnapshotPiece{.kind = PieceKind::Broken};
}

/// After the last order of a side.
void SnapshotBooks::advance_copy(const Exchange& exchange) noexcept {
    last_.reset();
    if (!advance_side()) {
        fix();
    } else if (side_ == Side::Buy) {
        copy_instrument(exchange, instrument_);
    }
}

void SnapshotBooks::fix() noexcept {
    phase_ = Phase::Directory;
    instrument_ = {1};
    side_ = Side::Buy;
    feed_seq_ = step_.exchange->next_seq();
    fixed_at_ = step_.last_seq;
    time_ = step_.now;
}

void SnapshotBooks::copy_instrument(const Exchange& exchange, InstrumentId instrument) noexcept {
    const InstrumentTable& instruments = exchange.venue().instruments;
    listings_[instrument.value] = {.symbol = instruments.symbol(instrument),
                                   .is_listed = instruments.is_listed(instrument)};
    copy_.set_trading_state(instrument, exchange.books().trading_state(instrument));
}

void SnapshotBooks::follow(const Exchange& exchange, std::span<const Bytes> packets) noexcept {
    is_whole_ = is_whole_ && exchange.day().number == day_;
    Changes changes(*this, exchange);
    for (const Bytes packet : packets) {
        protocols::nasdaq::moldudp64::PacketReader reader;
        const bool is_own = reader.open(packet) == protocols::DecodeStatus::Ok;
        HOTPATH_ASSERT(is_own, "the venue's packet must decode");
        protocols::FrameCursor messages = reader.messages();
        for (Bytes message; messages.next(message);) {
            // A recording's administrative messages go out as they are: what is none changes
            // nothing.
            static_cast<void>(itch50::decode(message, changes));
        }
    }
    keep_cursor_on_an_order();
}

void SnapshotBooks::copy_changed_instrument(const Exchange& exchange,
                                            InstrumentId instrument) noexcept {
    if (instrument.value != 0 && instrument <= instrument_) {
        copy_instrument(exchange, instrument);
    }
}

/// An order ahead of the cursor is left to it.
void SnapshotBooks::copy_changed_order(const Exchange& exchange, OrderId id) noexcept {
    const std::optional<OrderView> live = exchange.books().find(id);
    const std::optional<OrderView> copied = copy_.find(id);
    if (live == copied) {
        return;
    }
    if (live && copied && is_same_level(*live, *copied) && live->leaves_qty < copied->leaves_qty) {
        copy_.reduce(id, copied->leaves_qty - live->leaves_qty);  // its place in line is found
        return;
    }
    if (copied) {
        copy_.remove(id);
    }
    if (live && is_behind_cursor(*live)) {
        add(*live);
    }
}

void SnapshotBooks::add(const OrderView& order) noexcept {
    is_whole_ = copy_.add(order).status == book::BookStatus::Ok && is_whole_;
}

bool SnapshotBooks::is_behind_cursor(const OrderView& order) const noexcept {
    if (order.instrument != instrument_) {
        return order.instrument < instrument_;
    }
    if (order.side != side_) {
        return order.side < side_;
    }
    if (!last_ || order.price == last_->price) {
        return last_ && order.id <= last_->id;
    }
    return is_better(side_, order.price, last_->price);
}

/// So that the way on from the cursor stays short: from an order that is there, or from the front
/// of a level of which nothing has been copied.
void SnapshotBooks::keep_cursor_on_an_order() noexcept {
    if (!last_) {
        return;
    }
    const std::optional<OrderView> there = copy_.find(last_->id);
    if (!there || !is_same_level(*there, *last_)) {
        const book::LevelKey level{.side = side_, .price = last_->price};
        last_ = copy_.back(instrument_, level).value_or(*last_);
    }
}

SnapshotPiece SnapshotBooks::write_directory(MutableBytes room) noexcept {
    const Listing& listing = listings_[instrument_.value];
    const auto message = [&] {
        auto directory = begin<itch50::StockDirectory>(instrument_);
        itch50::fill_directory(directory, listing.symbol);
        return directory;
    };
    const SnapshotPiece piece = listing.is_listed ? written(message(), room) : kNothing;
    if (!advance_instrument()) {
        phase_ = Phase::States;
        instrument_ = {1};
    }
    return piece;
}

SnapshotPiece SnapshotBooks::write_state(MutableBytes room) noexcept {
    const Listing& listing = listings_[instrument_.value];
    const TradingState state = copy_.trading_state(instrument_);
    const auto message = [&] {
        auto action = begin<itch50::StockTradingAction>(instrument_);
        itch50::fill_trading_action(action, listing.symbol, to_itch_code(state));
        return action;
    };
    const bool is_told = listing.is_listed && state != TradingState::Unknown;
    const SnapshotPiece piece = is_told ? written(message(), room) : kNothing;
    if (!advance_instrument()) {
        phase_ = Phase::Orders;
        instrument_ = {1};
    }
    return piece;
}

SnapshotPiece SnapshotBooks::write_order(MutableBytes room) noexcept {
    const std::optional<OrderView> order = copy_.front(instrument_, side_);
    if (!order) {
        phase_ = advance_side() ? Phase::Orders : Phase::Done;
        return kNothing;
    }
    auto message = begin<itch50::AddOrder>(instrument_);
    message.store_order_reference_number(order->id.value);
    message.store_buy_sell_indicator(itch50::to_buy_sell_indicator(side_));
    message.store_shares(order->leaves_qty.value);
    message.store_stock(listings_[instrument_.value].symbol);
    message.store_price(static_cast<std::uint32_t>(order->price.value));
    copy_.remove(order->id);
    return written(message, room);
}

template <class Message>
Message SnapshotBooks::begin(InstrumentId instrument) const noexcept {
    Message message;
    message.store_stock_locate(instrument.value);
    message.store_timestamp(static_cast<std::uint64_t>(time_.value));
    return message;
}

bool SnapshotBooks::advance_side() noexcept {
    if (side_ == Side::Buy) {
        side_ = Side::Sell;
        return true;
    }
    side_ = Side::Buy;
    return advance_instrument();
}

bool SnapshotBooks::advance_instrument() noexcept {
    if (instrument_.value >= copy_.instruments_max()) {
        return false;
    }
    ++instrument_.value;
    return true;
}

}  // namespace hotpath::exchange
