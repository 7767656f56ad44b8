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
#include "hotpath/protocols/nasdaq/itch50/messages.hpp"
#include "hotpath/protocols/nasdaq/moldudp64/packet_writer.hpp"
#include "hotpath/protocols/nasdaq/ouch50/codes.hpp"
#include "hotpath/protocols/nasdaq/ouch50/replies.hpp"
#include "hotpath/protocols/nasdaq/ouch50/requests.hpp"

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
        : session_(protocols::to_alpha<protocols::nasdaq::moldudp64::kSessionLength>(session)) {}

    template <class Message>
    Bytes packet(const Message& message) {
        protocols::nasdaq::moldudp64::PacketWriter writer(buffer_, session_, sequence_);
        static_cast<void>(writer.try_append(message.bytes()));
        ++sequence_;
        return writer.finish();
    }
    Bytes heartbeat() {
        return protocols::nasdaq::moldudp64::PacketWriter(buffer_, session_, sequence_).finish();
    }
    Bytes end() {
        return protocols::nasdaq::moldudp64::PacketWriter(buffer_, session_, sequence_)
            .finish_session();
    }
    void lose_one() { ++sequence_; }

    static protocols::nasdaq::itch50::StockDirectory directory(std::uint16_t locate,
                                                               Symbol symbol) {
        protocols::nasdaq::itch50::StockDirectory m;
        m.store_stock_locate(locate);
        m.store_stock(symbol);
        return m;
    }
    static protocols::nasdaq::itch50::StockTradingAction state(std::uint16_t locate, Symbol symbol,
                                                               char state) {
        protocols::nasdaq::itch50::StockTradingAction m;
        m.store_stock_locate(locate);
        m.store_stock(symbol);
        m.store_trading_state(state);
        return m;
    }
    static protocols::nasdaq::itch50::AddOrder add(std::uint16_t locate, std::uint64_t id,
                                                   Side side, std::uint32_t price) {
        protocols::nasdaq::itch50::AddOrder m;
        m.store_stock_locate(locate);
        m.store_order_reference_number(id);
        m.store_buy_sell_indicator(side == Side::Buy ? 'B' : 'S');
        m.store_shares(100);
        m.store_stock(*Symbol::from("ABCD"));
        m.store_price(price);
        return m;
    }
    static protocols::nasdaq::itch50::OrderDelete remove(std::uint16_t locate, std::uint64_t id) {
        protocols::nasdaq::itch50::OrderDelete m;
        m.store_stock_locate(locate);
        m.store_order_reference_number(id);
        return m;
    }

  private:
    protocols::nasdaq::moldudp64::Session session_;
    std::array<std::byte, 1'500> buffer_{};
    std::uint64_t sequence_ = 1;
};

inline protocols::nasdaq::ouch50::OrderAccepted accepted(
    const protocols::nasdaq::ouch50::EnterOrder& order) {
    protocols::nasdaq::ouch50::OrderAccepted m;
    m.store_user_ref_num(order.load_user_ref_num());
    m.store_quantity(order.load_quantity());
    m.store_price(order.load_price());
    m.store_order_reference_number(order.load_user_ref_num());
    m.store_order_state(protocols::nasdaq::ouch50::order_state::kLive);
    return m;
}

inline protocols::nasdaq::ouch50::OrderReplaced replaced(
    const protocols::nasdaq::ouch50::ReplaceOrderRequest& order, std::uint32_t leaves_qty) {
    protocols::nasdaq::ouch50::OrderReplaced m;
    m.store_orig_user_ref_num(order.load_orig_user_ref_num());
    m.store_user_ref_num(order.load_user_ref_num());
    m.store_quantity(leaves_qty);
    m.store_price(order.load_price());
    m.store_order_reference_number(order.load_user_ref_num());
    m.store_order_state(protocols::nasdaq::ouch50::order_state::kLive);
    return m;
}

inline protocols::nasdaq::ouch50::OrderCanceled canceled(std::uint32_t id, std::uint32_t qty) {
    protocols::nasdaq::ouch50::OrderCanceled m;
    m.store_user_ref_num(id);
    m.store_quantity(qty);
    return m;
}

inline protocols::nasdaq::ouch50::OrderExecuted executed(std::uint32_t id, std::uint32_t qty,
                                                         std::uint64_t match) {
    protocols::nasdaq::ouch50::OrderExecuted m;
    m.store_user_ref_num(id);
    m.store_quantity(qty);
    m.store_price(100'000);
    m.store_match_number(match);
    return m;
}

}  // namespace hotpath::support
