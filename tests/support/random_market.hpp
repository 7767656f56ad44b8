#pragma once
/// A random market with a venue in it, for tests of engines: packets of several ITCH messages about
/// a few instruments, and OUCH answers to whatever an engine sends, in any order that one session
/// allows. What it does next depends on its seed and on the orders it was sent.
///
///   RandomMarket market(seed);
///   engine.on_packet(market.packet(), now);
///   market.on_order(session, bytes);                   of the engine
///   while (market.has_reply()) { engine.on_order_bytes(market.reply().bytes, now);
///   market.pop_reply(); }
///
/// Threads: one. Allocation: everywhere. Tests only.

#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <vector>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/random.hpp"
#include "hotpath/core/symbol.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/protocols/nasdaq/itch50/messages.hpp"
#include "hotpath/protocols/nasdaq/moldudp64/packet_writer.hpp"
#include "hotpath/protocols/nasdaq/ouch50/codes.hpp"
#include "hotpath/protocols/nasdaq/ouch50/decode.hpp"
#include "hotpath/protocols/nasdaq/ouch50/replies.hpp"
#include "tests/support/trading_day.hpp"

namespace hotpath::support {

class RandomMarket : public protocols::nasdaq::ouch50::NullRequestListener {
  public:
    static constexpr std::uint16_t kInstruments = 3;

    struct Reply {
        std::uint8_t session = 0;
        std::vector<std::byte> bytes;
    };

    explicit RandomMarket(std::uint64_t seed)
        : random_(seed),
          session_(protocols::to_alpha<protocols::nasdaq::moldudp64::kSessionLength>("RANDOM")) {
        for (std::uint16_t locate = 1; locate <= kInstruments; ++locate) {
            say(TestFeed::directory(locate, symbol(locate)));
            say(TestFeed::state(locate, symbol(locate), 'T'));
            for (int i = 0; i < 6; ++i) {
                add(locate, i % 2 == 0 ? Side::Buy : Side::Sell);
            }
        }
    }

    static Symbol symbol(std::uint16_t locate) {
        constexpr std::array<std::string_view, kInstruments> kSymbols{"AAA", "BBB", "CCC"};
        return *Symbol::from(kSymbols[locate - 1]);
    }

    /// The next packet: what has happened since the last, and a few new things. Good until the
    /// next call.
    Bytes packet() {
        for (std::uint64_t i = 1 + random_.below(4); i > 0; --i) {
            happen();
        }
        protocols::nasdaq::moldudp64::PacketWriter writer(buffer_, session_, sequence_);
        while (!waiting_.empty() && writer.try_append(waiting_.front())) {
            waiting_.pop_front();
            ++sequence_;
        }
        return writer.finish();
    }

    void on_order(std::uint8_t session, Bytes message) {
        of_ = session;
        static_cast<void>(protocols::nasdaq::ouch50::decode_request(message, *this));
    }
    [[nodiscard]] bool has_reply() const { return !replies_.empty(); }
    [[nodiscard]] const Reply& reply() const { return replies_.front(); }
    void pop_reply() { replies_.pop_front(); }

    // An engine's requests.
    void on_enter_order(const protocols::nasdaq::ouch50::EnterOrder& m,
                        protocols::nasdaq::ouch50::Appendage) {
        if (random_.below(20) == 0) {
            protocols::nasdaq::ouch50::OrderRejected rejected;
            rejected.store_user_ref_num(m.load_user_ref_num());
            rejected.store_reason(1);
            return answer(rejected);
        }
        const std::uint64_t id = next_id_++;
        protocols::nasdaq::ouch50::OrderAccepted reply = accepted(m);
        reply.store_order_reference_number(id);
        answer(reply);
        const Side side = protocols::nasdaq::ouch50::to_side(m.load_side());
        for (std::uint16_t locate = 1; locate <= kInstruments; ++locate) {
            if (m.load_symbol() == symbol(locate)) {
                show({.id = id,
                      .locate = locate,
                      .side = side,
                      .price = static_cast<std::uint32_t>(m.load_price()),
                      .shares = m.load_quantity(),
                      .total = m.load_quantity(),
                      .session = of_,
                      .user_ref_num = m.load_user_ref_num()});
            }
        }
    }
    void on_replace_order_request(const protocols::nasdaq::ouch50::ReplaceOrderRequest& m,
                                  protocols::nasdaq::ouch50::Appendage) {
        Order* const original = find_own(m.load_orig_user_ref_num());
        const std::uint32_t executed = original == nullptr ? 0 : original->total - original->shares;
        if (original == nullptr || m.load_quantity() <= executed) {
            return;  // the venue ignores it
        }
        const std::uint32_t leaves_qty = m.load_quantity() - executed;
        protocols::nasdaq::ouch50::OrderReplaced reply = replaced(m, leaves_qty);
        reply.store_order_reference_number(next_id_);
        answer(reply);
        Order next = *original;
        remove(*original);
        next.id = next_id_++;
        next.user_ref_num = m.load_user_ref_num();
        next.price = static_cast<std::uint32_t>(m.load_price());
        next.shares = leaves_qty;
        next.total = m.load_quantity();
        show(next);
    }
    void on_cancel_order_request(const protocols::nasdaq::ouch50::CancelOrderRequest& m) {
        if (Order* const order = find_own(m.load_user_ref_num()); order != nullptr) {
            answer(canceled(m.load_user_ref_num(), order->shares));
            remove(*order);
        }
    }
    void on_account_query_request(const protocols::nasdaq::ouch50::AccountQueryRequest&) {
        answer(protocols::nasdaq::ouch50::AccountQueryResponse{});
    }

  private:
    struct Order {
        std::uint64_t id = 0;
        std::uint16_t locate = 0;
        Side side = Side::Buy;
        std::uint32_t price = 0;
        std::uint32_t shares = 0;
        std::uint32_t total = 0;
        std::uint8_t session = 0;
        std::uint32_t user_ref_num = 0;  // 0: another participant's
    };

    static constexpr std::uint32_t kMid = 100'000;
    static constexpr std::uint32_t kTick = 100;

    template <class Message>
    void say(const Message& message) {
        const Bytes bytes = message.bytes();
        waiting_.emplace_back(bytes.begin(), bytes.end());
    }
    template <class Message>
    void answer(const Message& message) {
        const Bytes bytes = message.bytes();
        replies_.push_back({of_, {bytes.begin(), bytes.end()}});
    }

    void happen() {
        const auto locate = static_cast<std::uint16_t>(1 + random_.below(kInstruments));
        switch (random_.below(12)) {
            case 0:
                return halt_or_resume(locate);
            case 1:
            case 2:
            case 3:
                return execute();
            case 4:
            case 5:
            case 6:
            case 7:
                return remove_somebodys();
            default:
                return add(locate, random_.below(2) == 0 ? Side::Buy : Side::Sell);
        }
    }

    // Bids below the middle and asks above it: never crossed.
    void add(std::uint16_t locate, Side side) {
        const auto away = static_cast<std::uint32_t>(kTick * (1 + random_.below(8)));
        show({.id = next_id_++,
              .locate = locate,
              .side = side,
              .price = side == Side::Buy ? kMid - away : kMid + away,
              .shares = static_cast<std::uint32_t>(100 * (1 + random_.below(5)))});
    }
    void show(const Order& order) {
        protocols::nasdaq::itch50::AddOrder m =
            TestFeed::add(order.locate, order.id, order.side, order.price);
        m.store_shares(order.shares);
        m.store_stock(symbol(order.locate));
        say(m);
        orders_.push_back(order);
    }
    void remove(Order& order) {
        say(TestFeed::remove(order.locate, order.id));
        order = orders_.back();
        orders_.pop_back();
    }
    void remove_somebodys() {
        if (orders_.empty()) {
            return;
        }
        Order& order = orders_[random_.below(orders_.size())];
        if (order.user_ref_num == 0 && orders_.size() > 12) {
            remove(order);
        }
    }
    void execute() {
        if (orders_.empty()) {
            return;
        }
        Order& order = orders_[random_.below(orders_.size())];
        const bool is_whole = random_.below(2) == 0 || order.shares < 2;
        const std::uint32_t shares = is_whole ? order.shares : order.shares / 2;
        protocols::nasdaq::itch50::OrderExecuted m;
        m.store_stock_locate(order.locate);
        m.store_order_reference_number(order.id);
        m.store_executed_shares(shares);
        m.store_match_number(++match_);
        say(m);
        if (order.user_ref_num != 0) {
            of_ = order.session;
            protocols::nasdaq::ouch50::OrderExecuted fill =
                executed(order.user_ref_num, shares, match_);
            fill.store_price(order.price);
            answer(fill);
        }
        order.shares -= shares;
        if (order.shares == 0) {
            order = orders_.back();
            orders_.pop_back();
        }
    }
    void halt_or_resume(std::uint16_t locate) {
        bool& is_halted = halted_[locate - 1];
        if (is_halted || random_.below(4) == 0) {
            is_halted = !is_halted;
            say(TestFeed::state(locate, symbol(locate), is_halted ? 'H' : 'T'));
        }
    }

    Order* find_own(std::uint32_t user_ref_num) {
        const auto order = std::ranges::find_if(orders_, [&](const Order& each) {
            return each.session == of_ && each.user_ref_num == user_ref_num;
        });
        return order == orders_.end() ? nullptr : &*order;
    }

    Random random_;
    protocols::nasdaq::moldudp64::Session session_;
    std::array<std::byte, 1'500> buffer_{};
    std::uint64_t sequence_ = 1;
    std::uint64_t next_id_ = 1;
    std::uint64_t match_ = 0;
    std::uint8_t of_ = 0;  // the session at hand
    std::array<bool, kInstruments> halted_{};
    std::vector<Order> orders_;
    std::deque<std::vector<std::byte>> waiting_;
    std::deque<Reply> replies_;
};

}  // namespace hotpath::support
