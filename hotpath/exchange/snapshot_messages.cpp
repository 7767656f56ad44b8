#include "hotpath/exchange/snapshot_messages.hpp"

#include <cstdint>
#include <utility>

#include "hotpath/core/assert.hpp"
#include "hotpath/exchange/trading_state_codes.hpp"
#include "hotpath/exchange/venue.hpp"
#include "hotpath/wire/glimpse50/end_of_snapshot.hpp"
#include "hotpath/wire/itch50/codes.hpp"
#include "hotpath/wire/itch50/messages.hpp"

namespace hotpath::exchange {

namespace itch50 = wire::itch50;
using book::TradingState;

namespace {

class SnapshotWriter {
  public:
    SnapshotWriter(const Exchange::Venue& venue, Nanos now, wire::SequencedStore& stream)
        : venue_(venue), now_(now), stream_(stream) {}

    void write_directory() {
        for_each_instrument([&](InstrumentId instrument) {
            auto message = begin<itch50::StockDirectory>(instrument);
            message.store_stock(venue_.instruments.symbol(instrument));
            append(message.bytes());
        });
    }

    void write_trading_states() {
        for_each_instrument([&](InstrumentId instrument) {
            const TradingState state = venue_.matcher.books().trading_state(instrument);
            if (state == TradingState::Unknown) {
                return;
            }
            auto message = begin<itch50::StockTradingAction>(instrument);
            message.store_stock(venue_.instruments.symbol(instrument));
            message.store_trading_state(to_itch_code(state));
            append(message.bytes());
        });
    }

    void write_orders() {
        for_each_instrument([&](InstrumentId instrument) {
            for (const Side side : {Side::Buy, Side::Sell}) {
                venue_.matcher.books().for_each_order(
                    instrument, side, [&](const book::OrderView& order) { write_order(order); });
            }
        });
    }

    void write_end(std::uint64_t next_seq) {
        wire::glimpse50::EndOfSnapshot message;
        message.store_itch_sequence_number(wire::glimpse50::to_characters(next_seq));
        append(message.bytes());
        stream_.end_session();
    }

  private:
    void for_each_instrument(auto&& visit) const {
        for (std::uint32_t id = 1; id <= venue_.instruments.instruments_max(); ++id) {
            const InstrumentId instrument{static_cast<std::uint16_t>(id)};
            if (venue_.instruments.is_listed(instrument)) {
                visit(instrument);
            }
        }
    }

    void write_order(const book::OrderView& order) {
        auto message = begin<itch50::AddOrder>(order.instrument);
        message.store_order_reference_number(order.id.value);
        message.store_buy_sell_indicator(itch50::to_buy_sell_indicator(order.side));
        message.store_shares(order.leaves_qty.value);
        message.store_stock(venue_.instruments.symbol(order.instrument));
        message.store_price(static_cast<std::uint32_t>(order.price.value));
        append(message.bytes());
    }

    template <class Message>
    [[nodiscard]] Message begin(InstrumentId instrument) const {
        Message message;
        message.store_stock_locate(instrument.value);
        message.store_timestamp(static_cast<std::uint64_t>(now_.value));
        return message;
    }

    void append(Bytes message) {
        const bool is_taken = stream_.try_append(message);
        HOTPATH_ASSERT(is_taken, "the stream was made for this snapshot");
    }

    const Exchange::Venue& venue_;
    Nanos now_;
    wire::SequencedStore& stream_;
};

}  // namespace

Expected<wire::SequencedStore> make_snapshot(const Exchange& exchange, Nanos now) {
    const Exchange::Venue& venue = exchange.venue();
    const std::uint32_t messages_max = venue.matcher.books().open_orders() +
                                       std::uint32_t{2} * venue.instruments.instruments_max() + 1;
    Expected<wire::SequencedStore> stream = wire::SequencedStore::create(
        {.messages_max = messages_max,
         .bytes_max = std::uint64_t{messages_max} * kSnapshotMessageMax,
         .message_length_max = kSnapshotMessageMax});
    if (!stream) {
        return std::unexpected(std::move(stream.error()));
    }
    SnapshotWriter writer(venue, now, *stream);
    writer.write_directory();
    writer.write_trading_states();
    writer.write_orders();
    writer.write_end(exchange.next_seq());
    return stream;
}

}  // namespace hotpath::exchange
