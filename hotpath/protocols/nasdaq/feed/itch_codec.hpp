#pragma once
/// ItchCodec: the one place where ITCH 5.0's terms become the core's: messages to calls of a sink.
///
/// Side, price and quantity are translated only here; messages without a consequence for books and
/// trades fall to wire's NullListener. Snapshots are GLIMPSE 5.0. Threads: any. Allocation: none.
/// Complexity: O(1) a message. Source: Nasdaq TotalView-ITCH 5.0 and GLIMPSE 5.0 specifications.

#include <cstddef>
#include <cstdint>

#include "hotpath/book/types.hpp"
#include "hotpath/core/bytes.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/feed/feed_codec.hpp"
#include "hotpath/feed/look_ahead.hpp"
#include "hotpath/feed/sequenced_packets.hpp"
#include "hotpath/protocols/decode_status.hpp"
#include "hotpath/protocols/nasdaq/feed/symbol_filter.hpp"
#include "hotpath/protocols/nasdaq/glimpse50/end_of_snapshot.hpp"
#include "hotpath/protocols/nasdaq/itch50/codes.hpp"
#include "hotpath/protocols/nasdaq/itch50/decode.hpp"
#include "hotpath/protocols/nasdaq/itch50/foreign.hpp"

namespace hotpath::feed {

/// Unknown when ITCH has no such state. The exchange has a copy of this function: neither library
/// may include the other, book does not use ITCH, and wire has no states.
[[nodiscard]] constexpr book::TradingState to_trading_state(char itch_state) noexcept {
    namespace state = protocols::nasdaq::itch50::trading_state;
    switch (itch_state) {
        case state::kHalted:
            return book::TradingState::Halted;
        case state::kPaused:
            return book::TradingState::Paused;
        case state::kQuotationOnly:
            return book::TradingState::QuotationOnly;
        case state::kTrading:
            return book::TradingState::Trading;
        default:
            return book::TradingState::Unknown;
    }
}

/// load_timestamp() by one load: its six bytes are the last of eight that begin with the tracking
/// number.
[[nodiscard]] inline Time to_venue_time(const auto& message) noexcept {
    constexpr std::size_t kTrackingNumberAt = 3;
    constexpr std::uint64_t kTimestamp = (std::uint64_t{1} << 48U) - 1;
    const std::byte* const eight_bytes = message.bytes().data() + kTrackingNumberAt;
    return {static_cast<std::int64_t>(load_be<std::uint64_t>(eight_bytes) & kTimestamp)};
}

[[nodiscard]] inline InstrumentId to_instrument(const auto& message) noexcept {
    return {message.load_stock_locate()};
}

/// For AddOrder and AddOrderMpid, which differ in the attribution only.
[[nodiscard]] inline book::OrderView to_order(const auto& add) noexcept {
    return {.id = {add.load_order_reference_number()},
            .instrument = to_instrument(add),
            .side = protocols::nasdaq::itch50::to_side(add.load_buy_sell_indicator()),
            .price = protocols::nasdaq::itch50::to_price(add.load_price()),
            .leaves_qty = {add.load_shares()}};
}

/// Lives for one message, on the stack.
template <CodecSink Sink>
class ItchTranslator : public protocols::nasdaq::itch50::NullListener {
  public:
    explicit ItchTranslator(Sink& sink) noexcept : sink_(sink) {}

    void on_add_order(const protocols::nasdaq::itch50::AddOrder& m) noexcept {
        sink_.add(to_order(m), m.load_stock(), to_venue_time(m));
    }
    void on_add_order_mpid(const protocols::nasdaq::itch50::AddOrderMpid& m) noexcept {
        sink_.add(to_order(m), m.load_stock(), to_venue_time(m));
    }

    void on_order_executed(const protocols::nasdaq::itch50::OrderExecuted& m) noexcept {
        sink_.execute({.id = {m.load_order_reference_number()},
                       .qty = {m.load_executed_shares()},
                       .match_id = {m.load_match_number()}},
                      to_venue_time(m));
    }
    void on_order_executed_with_price(
        const protocols::nasdaq::itch50::OrderExecutedWithPrice& m) noexcept {
        sink_.execute({.id = {m.load_order_reference_number()},
                       .qty = {m.load_executed_shares()},
                       .match_id = {m.load_match_number()},
                       .kind = TradeKind::DisplayedAtPrice,
                       .printable = m.load_printable() == 'Y',
                       .price = protocols::nasdaq::itch50::to_price(m.load_execution_price())},
                      to_venue_time(m));
    }

    void on_order_cancel(const protocols::nasdaq::itch50::OrderCancel& m) noexcept {
        sink_.reduce({m.load_order_reference_number()}, {m.load_cancelled_shares()},
                     to_venue_time(m));
    }
    void on_order_delete(const protocols::nasdaq::itch50::OrderDelete& m) noexcept {
        sink_.remove({m.load_order_reference_number()}, to_venue_time(m));
    }
    void on_order_replace(const protocols::nasdaq::itch50::OrderReplace& m) noexcept {
        sink_.replace({m.load_original_order_reference_number()},
                      {.id = {m.load_new_order_reference_number()},
                       .qty = {m.load_shares()},
                       .price = protocols::nasdaq::itch50::to_price(m.load_price())},
                      to_venue_time(m));
    }

    void on_trade(const protocols::nasdaq::itch50::Trade& m) noexcept {
        sink_.trade(
            {.kind = TradeKind::Hidden,
             .resting_side = protocols::nasdaq::itch50::to_side(m.load_buy_sell_indicator()),
             .instrument = to_instrument(m),
             .price = protocols::nasdaq::itch50::to_price(m.load_price()),
             .qty = {m.load_shares()},
             .match_id = {m.load_match_number()},
             .venue_time = to_venue_time(m)},
            m.load_stock());
    }
    /// A cross without shares only reports that there was none.
    void on_cross_trade(const protocols::nasdaq::itch50::CrossTrade& m) noexcept {
        if (m.load_shares() == 0) {
            return;
        }
        sink_.trade({.kind = TradeKind::Cross,
                     .instrument = to_instrument(m),
                     .price = protocols::nasdaq::itch50::to_price(m.load_cross_price()),
                     .qty = {m.load_shares()},
                     .match_id = {m.load_match_number()},
                     .venue_time = to_venue_time(m)},
                    m.load_stock());
    }

    void on_stock_directory(const protocols::nasdaq::itch50::StockDirectory& m) noexcept {
        sink_.name(to_instrument(m), m.load_stock(), to_venue_time(m));
    }
    void on_stock_trading_action(const protocols::nasdaq::itch50::StockTradingAction& m) noexcept {
        sink_.set_trading_state(to_instrument(m), m.load_stock(),
                                to_trading_state(m.load_trading_state()), to_venue_time(m));
    }
    void on_operational_halt(const protocols::nasdaq::itch50::OperationalHalt& m) noexcept {
        sink_.set_trading_state(to_instrument(m), m.load_stock(),
                                to_trading_state(m.load_operational_halt_action()),
                                to_venue_time(m));
    }
    void on_system_event(const protocols::nasdaq::itch50::SystemEvent& m) noexcept {
        sink_.system_event(m.load_event_code(), to_venue_time(m));
    }

  private:
    Sink& sink_;
};

struct ItchCodec {
    using Packets = MoldUdp64Packets;
    using Filter = SymbolFilter;

    template <CodecSink Sink>
    [[gnu::always_inline]] static protocols::DecodeStatus decode(Bytes message,
                                                                 Sink& sink) noexcept {
        ItchTranslator<Sink> translator(sink);
        return protocols::nasdaq::itch50::decode(message, translator);
    }

    [[nodiscard]] static char type_of(Bytes message) noexcept {
        return ShortestMessage::at(message.data()).load_message_type();
    }
    [[nodiscard]] static Time time_of(Bytes message) noexcept {
        return to_venue_time(ShortestMessage::at(message.data()));
    }

    template <class Books>
    [[gnu::always_inline]] static void prefetch(const Books& books, const std::byte* message,
                                                book::PrefetchStep step) noexcept {
        static_assert(protocols::nasdaq::itch50::AddOrder::kLength <= kBytesAhead);
        // Every message of an order has its reference number at the same place, so that the first
        // step need not ask for the type, a branch that is mispredicted every other time. In other
        // messages the eight bytes are something else, and prefetching for them does no harm.
        const OrderMessage& order = OrderMessage::at(message);
        if (step != book::PrefetchStep::Table && is_add(order)) {
            books.prefetch_add(to_order(protocols::nasdaq::itch50::AddOrder::at(message)), step);
        } else {
            books.prefetch({order.load_order_reference_number()}, to_instrument(order), step);
        }
    }

    [[nodiscard]] static bool is_foreign(std::uint64_t given, std::uint64_t decoded) noexcept {
        return protocols::nasdaq::itch50::is_foreign(given, decoded);
    }

    [[nodiscard]] static bool is_end_of_snapshot(Bytes message) noexcept {
        return protocols::nasdaq::glimpse50::is_end_of_snapshot(message);
    }
    [[nodiscard]] static protocols::DecodeStatus decode_end_of_snapshot(
        Bytes message, std::uint64_t& next_sequence_number) noexcept {
        return protocols::nasdaq::glimpse50::decode_end_of_snapshot(message, next_sequence_number);
    }

  private:
    /// Every message begins with these fields, and every message of one order with those.
    using ShortestMessage = protocols::nasdaq::itch50::SystemEvent;
    using OrderMessage = protocols::nasdaq::itch50::OrderDelete;

    [[nodiscard]] static bool is_add(const OrderMessage& message) noexcept {
        const char type = message.load_message_type();
        return type == protocols::nasdaq::itch50::AddOrder::kType ||
               type == protocols::nasdaq::itch50::AddOrderMpid::kType;
    }
};

static_assert(ReplayCodec<ItchCodec> && EndedSnapshotCodec<ItchCodec>);

}  // namespace hotpath::feed
