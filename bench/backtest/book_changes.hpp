#pragma once
/// BookChanges: what the messages of a day do to its orders, for those who have no ITCH decoder.
///
///   BookChanges changes;
///   changes.on_message(message, [](const OrderChange& change) { ... });
///
/// A replacement is a removal and an addition; all but the last change of a message are marked.
/// Threads: one owner. Allocation: a table of the open orders. Complexity: O(1) a message.

#include <cstdint>
#include <map>
#include <unordered_map>

#include "hotpath/core/assert.hpp"
#include "hotpath/core/bytes.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/protocols/nasdaq/itch50/codes.hpp"
#include "hotpath/protocols/nasdaq/itch50/decode.hpp"

namespace hotpath::bench::backtests {

struct OrderChange {
    enum class Kind : std::uint8_t { Add, Reduce, Execute, Remove };

    Kind kind = Kind::Add;
    Side side = Side::Buy;
    bool is_last = true;  // of its message
    InstrumentId instrument{};
    OrderId id{};
    Price price{};
    Qty qty{};     // added, or taken
    Qty leaves{};  // afterwards
    Time time{};
};

class BookChanges {
  public:
    /// sink(const OrderChange&) for each change; none of a message that changes no order. The
    /// message is of a day without faults.
    template <class Sink>
    void on_message(Bytes message, Sink&& sink) {
        Listener<Sink> listener(open_, sink);
        const auto status = protocols::nasdaq::itch50::decode(message, listener);
        HOTPATH_ASSERT(status == protocols::DecodeStatus::Ok, "a day holds messages of ITCH 5.0");
    }
    /// Those that are open, with their instruments, by id.
    [[nodiscard]] std::map<OrderId, InstrumentId> open_orders() const {
        std::map<OrderId, InstrumentId> orders;
        for (const auto& [id, order] : open_) {
            orders.emplace(OrderId{id}, order.instrument);
        }
        return orders;
    }

  private:
    struct Open {
        InstrumentId instrument{};
        Side side = Side::Buy;
        Price price{};
        Qty leaves{};
    };
    using OpenOrders = std::unordered_map<std::uint64_t, Open>;

    template <class Sink>
    class Listener : public protocols::nasdaq::itch50::NullListener {
      public:
        Listener(OpenOrders& open, Sink& sink) : open_(open), sink_(sink) {}

        void on_add_order(const protocols::nasdaq::itch50::AddOrder& m) { add(m); }
        void on_add_order_mpid(const protocols::nasdaq::itch50::AddOrderMpid& m) { add(m); }
        void on_order_executed(const protocols::nasdaq::itch50::OrderExecuted& m) {
            take(m, OrderChange::Kind::Execute, {m.load_executed_shares()});
        }
        void on_order_executed_with_price(
            const protocols::nasdaq::itch50::OrderExecutedWithPrice& m) {
            take(m, OrderChange::Kind::Execute, {m.load_executed_shares()});
        }
        void on_order_cancel(const protocols::nasdaq::itch50::OrderCancel& m) {
            take(m, OrderChange::Kind::Reduce, {m.load_cancelled_shares()});
        }
        void on_order_delete(const protocols::nasdaq::itch50::OrderDelete& m) {
            remove(m, m.load_order_reference_number(), true);
        }
        void on_order_replace(const protocols::nasdaq::itch50::OrderReplace& m) {
            const Open original = remove(m, m.load_original_order_reference_number(), false);
            open(m, {m.load_new_order_reference_number()},
                 {.instrument = original.instrument,
                  .side = original.side,
                  .price = protocols::nasdaq::itch50::to_price(m.load_price()),
                  .leaves = {m.load_shares()}});
        }

      private:
        template <class Message>
        static Time time_of(const Message& m) {
            return {static_cast<std::int64_t>(m.load_timestamp())};
        }
        Open& at(std::uint64_t reference) {
            const auto found = open_.find(reference);
            HOTPATH_ASSERT(found != open_.end(), "a day holds the add of every order");
            return found->second;
        }
        template <class Add>
        void add(const Add& m) {
            open(m, {m.load_order_reference_number()},
                 {.instrument = {m.load_stock_locate()},
                  .side = protocols::nasdaq::itch50::to_side(m.load_buy_sell_indicator()),
                  .price = protocols::nasdaq::itch50::to_price(m.load_price()),
                  .leaves = {m.load_shares()}});
        }
        template <class Message>
        void open(const Message& m, OrderId id, const Open& order) {
            open_.insert_or_assign(id.value, order);
            sink_(OrderChange{.kind = OrderChange::Kind::Add,
                              .side = order.side,
                              .instrument = order.instrument,
                              .id = id,
                              .price = order.price,
                              .qty = order.leaves,
                              .leaves = order.leaves,
                              .time = time_of(m)});
        }
        template <class Message>
        void take(const Message& m, OrderChange::Kind kind, Qty qty) {
            const OrderId id{m.load_order_reference_number()};
            Open& order = at(id.value);
            HOTPATH_ASSERT(qty <= order.leaves, "a day takes no more than an order has");
            order.leaves -= qty;
            const OrderChange change{.kind = kind,
                                     .side = order.side,
                                     .instrument = order.instrument,
                                     .id = id,
                                     .price = order.price,
                                     .qty = qty,
                                     .leaves = order.leaves,
                                     .time = time_of(m)};
            if (order.leaves == Qty{}) {
                open_.erase(id.value);
            }
            sink_(change);
        }
        template <class Message>
        Open remove(const Message& m, std::uint64_t reference, bool is_last) {
            const Open order = at(reference);
            open_.erase(reference);
            sink_(OrderChange{.kind = OrderChange::Kind::Remove,
                              .side = order.side,
                              .is_last = is_last,
                              .instrument = order.instrument,
                              .id = {reference},
                              .price = order.price,
                              .qty = order.leaves,
                              .leaves = {},
                              .time = time_of(m)});
            return order;
        }

        OpenOrders& open_;
        Sink& sink_;
    };

    OpenOrders open_;
};

}  // namespace hotpath::bench::backtests
