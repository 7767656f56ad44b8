#pragma once
/// Support for the engine's tests: options for a few instruments, a feed that makes packets, one
/// message each, and the venue's replies.
///
/// Tests only. Threads: the test's. Allocation: none after construction, so that a test can count
/// the engine's own.

#include <array>
#include <cstdint>
#include <string_view>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/symbol.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/engine/engine_options.hpp"
#include "hotpath/wire/itch50/messages.hpp"
#include "hotpath/wire/moldudp64/packet_writer.hpp"
#include "hotpath/wire/ouch50/codes.hpp"
#include "hotpath/wire/ouch50/replies.hpp"
#include "hotpath/wire/ouch50/requests.hpp"

namespace hotpath::support {

inline engine::EngineOptions small_engine_options() {
    engine::EngineOptions options;
    options.books = {.orders_max = 1'000,
                     .levels_max = 1'000,
                     .instruments_max = 10,
                     .huge_pages = HugePages::Never};
    options.feed.lines.store.messages_max = 64;
    options.gap_patience = options.feed.requests.gap_timeout;
    return options;
}

class TestFeed {
  public:
    explicit TestFeed(std::string_view session = "TEST")
        : session_(wire::to_alpha<wire::moldudp64::kSessionLength>(session)) {}

    template <class Message>
    Bytes packet(const Message& message) {
        wire::moldudp64::PacketWriter writer(buffer_, session_, sequence_);
        static_cast<void>(writer.try_append(message.bytes()));
        ++sequence_;
        return writer.finish();
    }
    Bytes heartbeat() {
        return wire::moldudp64::PacketWriter(buffer_, session_, sequence_).finish();
    }
    Bytes end() {
        return wire::moldudp64::PacketWriter(buffer_, session_, sequence_).finish_session();
    }
    void lose_one() { ++sequence_; }

    static wire::itch50::StockDirectory directory(std::uint16_t locate, Symbol symbol) {
        wire::itch50::StockDirectory m;
        m.store_stock_locate(locate);
        m.store_stock(symbol);
        return m;
    }
    static wire::itch50::StockTradingAction state(std::uint16_t locate, Symbol symbol, char state) {
        wire::itch50::StockTradingAction m;
        m.store_stock_locate(locate);
        m.store_stock(symbol);
        m.store_trading_state(state);
        return m;
    }
    static wire::itch50::AddOrder add(std::uint16_t locate, std::uint64_t id, Side side,
                                      std::uint32_t price) {
        wire::itch50::AddOrder m;
        m.store_stock_locate(locate);
        m.store_order_reference_number(id);
        m.store_buy_sell_indicator(side == Side::Buy ? 'B' : 'S');
        m.store_shares(100);
        m.store_stock(*Symbol::from("ABCD"));
        m.store_price(price);
        return m;
    }
    static wire::itch50::OrderDelete remove(std::uint16_t locate, std::uint64_t id) {
        wire::itch50::OrderDelete m;
        m.store_stock_locate(locate);
        m.store_order_reference_number(id);
        return m;
    }

  private:
    wire::moldudp64::Session session_;
    std::array<std::byte, 1'500> buffer_{};
    std::uint64_t sequence_ = 1;
};

inline wire::ouch50::OrderAccepted accepted(const wire::ouch50::EnterOrder& order) {
    wire::ouch50::OrderAccepted m;
    m.store_user_ref_num(order.load_user_ref_num());
    m.store_quantity(order.load_quantity());
    m.store_price(order.load_price());
    m.store_order_reference_number(order.load_user_ref_num());
    m.store_order_state(wire::ouch50::order_state::kLive);
    return m;
}

inline wire::ouch50::OrderReplaced replaced(const wire::ouch50::ReplaceOrderRequest& order,
                                            std::uint32_t leaves_qty) {
    wire::ouch50::OrderReplaced m;
    m.store_orig_user_ref_num(order.load_orig_user_ref_num());
    m.store_user_ref_num(order.load_user_ref_num());
    m.store_quantity(leaves_qty);
    m.store_price(order.load_price());
    m.store_order_reference_number(order.load_user_ref_num());
    m.store_order_state(wire::ouch50::order_state::kLive);
    return m;
}

inline wire::ouch50::OrderCanceled canceled(std::uint32_t id, std::uint32_t qty) {
    wire::ouch50::OrderCanceled m;
    m.store_user_ref_num(id);
    m.store_quantity(qty);
    return m;
}

inline wire::ouch50::OrderExecuted executed(std::uint32_t id, std::uint32_t qty,
                                            std::uint64_t match) {
    wire::ouch50::OrderExecuted m;
    m.store_user_ref_num(id);
    m.store_quantity(qty);
    m.store_price(100'000);
    m.store_match_number(match);
    return m;
}

}  // namespace hotpath::support
