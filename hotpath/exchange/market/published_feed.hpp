#pragma once
/// PublishedFeed: what a publisher beside the venue takes of its ITCH feed: the venue as it is when
/// the publisher begins, then each message of the packets that leave, once.
///
///   feed.begin(exchange, on_message);        the instruments' states and open orders, as ITCH
///   feed.on_packet(moldudp64, on_message);   each packet that leaves, in sequence
///
/// Messages of before begin()'s moment are left out: they are in the venue as it was. Threads: one
/// owner. Allocation: none. Complexity: begin() O(instruments + open orders), a packet O(messages).

#include <algorithm>
#include <cstdint>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/exchange/exchange.hpp"
#include "hotpath/exchange/market/trading_state_codes.hpp"
#include "hotpath/exchange/market/venue.hpp"
#include "hotpath/exchange/orders/session_names.hpp"
#include "hotpath/protocols/decode_status.hpp"
#include "hotpath/protocols/nasdaq/itch50/listing.hpp"
#include "hotpath/protocols/nasdaq/itch50/messages.hpp"
#include "hotpath/protocols/nasdaq/moldudp64/packet_reader.hpp"

namespace hotpath::exchange {

class PublishedFeed {
  public:
    /// on_message(Bytes): the state of each listed instrument and an Add Order for each open order,
    /// as the feed would give them to a receiver that begins now.
    template <class OnMessage>
    void begin(const Exchange& exchange, OnMessage&& on_message) {
        session_ = session_of_day(exchange.venue().first_session, exchange.day().number);
        next_seq_ = exchange.next_seq();
        for (std::uint32_t id = 1; id <= exchange.books().instruments_max(); ++id) {
            const InstrumentId instrument{static_cast<std::uint16_t>(id)};
            if (exchange.symbol(instrument) != Symbol{}) {
                load(exchange, instrument, on_message);
            }
        }
    }

    /// on_message(Bytes) for each new message. False: the packet has none, of any age.
    template <class OnMessage>
    bool on_packet(Bytes packet, OnMessage&& on_message) {
        protocols::nasdaq::moldudp64::PacketReader reader;
        if (reader.open(packet) != protocols::DecodeStatus::Ok || reader.message_count() == 0) {
            return false;
        }
        if (!reader.is_of(session_)) {
            session_ = reader.session();
            next_seq_ = 1;
        }
        std::uint64_t seq = reader.sequence_number();
        protocols::FrameCursor messages = reader.messages();
        for (Bytes message; messages.next(message); ++seq) {
            if (seq >= next_seq_) {
                on_message(message);
            }
        }
        next_seq_ = std::max(next_seq_, seq);
        return true;
    }

  private:
    template <class OnMessage>
    static void load(const Exchange& exchange, InstrumentId instrument, OnMessage& on_message) {
        const Symbol& symbol = exchange.symbol(instrument);
        protocols::nasdaq::itch50::StockTradingAction action;
        action.store_stock_locate(instrument.value);
        protocols::nasdaq::itch50::fill_trading_action(
            action, symbol, to_itch_code(exchange.books().trading_state(instrument)));
        on_message(action.bytes());
        for (const Side side : {Side::Buy, Side::Sell}) {
            exchange.books().for_each_order(instrument, side, [&](const book::OrderView& order) {
                protocols::nasdaq::itch50::AddOrder add;
                add.store_stock_locate(instrument.value);
                add.store_order_reference_number(order.id.value);
                add.store_buy_sell_indicator(
                    protocols::nasdaq::itch50::to_buy_sell_indicator(side));
                add.store_shares(order.leaves_qty.value);
                add.store_stock(symbol);
                add.store_price(static_cast<std::uint32_t>(order.price.value));
                on_message(add.bytes());
            });
        }
    }

    SessionName session_{};
    std::uint64_t next_seq_ = 1;
};

}  // namespace hotpath::exchange
