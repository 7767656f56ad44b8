#pragma once
/// Mdp3VenueFeed: the MDP 3.0 channel of a venue: the packets of its ITCH feed in, as they leave, and
/// the packets of the channel's groups out.
///
///   feed.begin(exchange, moment, send);       the venue as it is: instruments, states, and books
///   feed.on_packet(moldudp64, moment, send);  each packet that leaves on the ITCH lines
///   feed.on_timer(moment, send);              at next_deadline(): loops, heartbeats
///
/// After begin() with a first_packet above 1 or with open orders a ChannelReset empties the books of
/// receivers and the open orders follow, so that numbers go on after a restart. It is beside the
/// venue: nothing of it is journaled, and no command depends on it. send(Mdp3Group, Bytes) gets each
/// packet. Threads: one owner. Allocation: create() only. Complexity: that of Mdp3Market; a timer
/// sends one instrument of each loop.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/exchange/exchange.hpp"
#include "hotpath/exchange/market/trading_state_codes.hpp"
#include "hotpath/exchange/mdp3/mdp3_market.hpp"
#include "hotpath/exchange/orders/session_names.hpp"
#include "hotpath/wire/decode_status.hpp"
#include "hotpath/wire/itch50/listing.hpp"
#include "hotpath/wire/itch50/messages.hpp"
#include "hotpath/wire/moldudp64/packet_reader.hpp"

namespace hotpath::exchange {

enum class Mdp3Group : std::uint8_t {
    Incremental,  // on both lines
    Definitions,
    Orders,  // snapshots by order
    Levels,  // snapshots by price, trading states
};
inline constexpr std::size_t kMdp3Groups = 4;

struct Mdp3VenueFeedOptions {
    Mdp3MarketOptions market;
    Nanos definitions_interval{5 * kNanosPerSecond};  // from loop to loop
    Nanos snapshot_interval{50'000'000};              // from instrument to instrument of each loop
    Nanos heartbeat_interval{kNanosPerSecond};        // without an incremental packet
};

class Mdp3VenueFeed {
  public:
    /// The owner's clock, and the time that packets bear, in nanoseconds since 1970.
    struct Moment {
        Time now{};
        std::uint64_t utc_ns = 0;
    };

    [[nodiscard]] static Expected<Mdp3VenueFeed> create(const Mdp3VenueFeedOptions& options);

    [[nodiscard]] const Mdp3Market& market() const noexcept { return market_; }
    /// The number of the next incremental packet: the first_packet of the next start.
    [[nodiscard]] std::uint32_t next_packet_number() const noexcept {
        return market_.next_packet_number();
    }
    [[nodiscard]] Time next_deadline() const noexcept {
        return std::min({heartbeat_at_, definitions_at_, snapshot_at_});
    }

    template <class Send>
    void begin(const Exchange& exchange, Moment moment, Send&& send);
    /// A MoldUDP64 packet of the venue, in sequence. Messages before begin()'s moment are left out.
    template <class Send>
    void on_packet(Bytes packet, Moment moment, Send&& send);
    template <class Send>
    void on_timer(Moment moment, Send&& send);

  private:
    Mdp3VenueFeed(Mdp3Market market, const Mdp3VenueFeedOptions& options)
        : options_(options), market_(std::move(market)) {}

    /// A sink of the incremental feed that notes when it was used.
    template <class Send>
    [[nodiscard]] auto lines(Moment moment, Send& send) noexcept {
        return [this, moment, &send](Bytes packet) {
            heartbeat_at_ = moment.now + options_.heartbeat_interval;
            send(Mdp3Group::Incremental, packet);
        };
    }
    template <class Send>
    void load(const Exchange& exchange, InstrumentId instrument, Moment moment, Send&& lines);
    [[nodiscard]] static SessionName session_of(const Exchange& exchange) noexcept;

    Mdp3VenueFeedOptions options_;
    Mdp3Market market_;
    SessionName session_{};       // of the ITCH feed
    std::uint64_t next_seq_ = 1;  // its next message
    Time heartbeat_at_{};
    Time definitions_at_{};
    Time snapshot_at_{};
};

template <class Send>
void Mdp3VenueFeed::begin(const Exchange& exchange, Moment moment, Send&& send) {
    const auto incremental = lines(moment, send);
    session_ = session_of(exchange);
    next_seq_ = exchange.next_seq();
    for (std::uint32_t id = 1; id <= exchange.books().instruments_max(); ++id) {
        const InstrumentId instrument{static_cast<std::uint16_t>(id)};
        if (exchange.symbol(instrument) != Symbol{}) {
            load(exchange, instrument, moment, incremental);
        }
    }
    if (market_.next_packet_number() > 1) {
        market_.reset_channel(moment.utc_ns, incremental);
    }
    heartbeat_at_ = moment.now;
    definitions_at_ = moment.now;
    snapshot_at_ = moment.now;
}

/// The instrument as the venue's feed would give it to a receiver that begins now.
template <class Send>
void Mdp3VenueFeed::load(const Exchange& exchange, InstrumentId instrument, Moment moment,
                         Send&& lines) {
    const Symbol& symbol = exchange.symbol(instrument);
    wire::itch50::StockTradingAction action;
    action.store_stock_locate(instrument.value);
    wire::itch50::fill_trading_action(action, symbol,
                                      to_itch_code(exchange.books().trading_state(instrument)));
    market_.on_message(action.bytes(), moment.utc_ns, lines);
    for (const Side side : {Side::Buy, Side::Sell}) {
        exchange.books().for_each_order(instrument, side, [&](const book::OrderView& order) {
            wire::itch50::AddOrder add;
            add.store_stock_locate(instrument.value);
            add.store_order_reference_number(order.id.value);
            add.store_buy_sell_indicator(wire::itch50::to_buy_sell_indicator(side));
            add.store_shares(order.leaves_qty.value);
            add.store_stock(symbol);
            add.store_price(static_cast<std::uint32_t>(order.price.value));
            market_.on_message(add.bytes(), moment.utc_ns, lines);
            market_.drop_event();
        });
    }
}

template <class Send>
void Mdp3VenueFeed::on_packet(Bytes packet, Moment moment, Send&& send) {
    wire::moldudp64::PacketReader reader;
    if (reader.open(packet) != wire::DecodeStatus::Ok || reader.message_count() == 0) {
        return;
    }
    if (!reader.is_of(session_)) {
        session_ = reader.session();
        next_seq_ = 1;
    }
    const auto incremental = lines(moment, send);
    std::uint64_t seq = reader.sequence_number();
    wire::FrameCursor messages = reader.messages();
    for (Bytes message; messages.next(message); ++seq) {
        if (seq >= next_seq_) {
            market_.on_message(message, moment.utc_ns, incremental);
        }
    }
    next_seq_ = std::max(next_seq_, seq);
    market_.end_event(moment.utc_ns, incremental);
}

template <class Send>
void Mdp3VenueFeed::on_timer(Moment moment, Send&& send) {
    const auto group = [&](Mdp3Group of) {
        return [&send, of](Bytes packet) { send(of, packet); };
    };
    if (moment.now >= heartbeat_at_) {
        market_.heartbeat(moment.utc_ns, lines(moment, send));
    }
    if (moment.now >= definitions_at_) {
        definitions_at_ = moment.now + options_.definitions_interval;
        market_.publish_definitions(moment.utc_ns, group(Mdp3Group::Definitions));
    }
    if (moment.now >= snapshot_at_) {
        snapshot_at_ = moment.now + options_.snapshot_interval;
        market_.publish_snapshot(moment.utc_ns, group(Mdp3Group::Orders));
        market_.publish_levels(moment.utc_ns, group(Mdp3Group::Levels));
    }
}

}  // namespace hotpath::exchange
