#pragma once
/// Conservation: an account of one order-entry session, kept from the bytes of that session alone,
/// against which a trader's own record is held after every event. It shares no code with `oms`.
///
///   Conservation account({.limits = ..., .fees = {...})};
///   account.on_request(bytes);   what the trader sends
///   account.on_reply(bytes);     what it receives
///   EXPECT_EQ(account.fault(engine.orders(), directory), "");
///
/// Checked sums: shares entered = open + executed + canceled; executions = position; cash +
/// position x mark - fees = profit and loss; each open order, here and there; and no limit is
/// exceeded by what is sent, all of it executed. Threads: the test's. Allocation: free. Tests only.

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/symbol.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/feed/instrument_directory.hpp"
#include "hotpath/oms/orders.hpp"
#include "hotpath/protocols/nasdaq/ouch50/codes.hpp"
#include "hotpath/protocols/nasdaq/ouch50/decode.hpp"
#include "hotpath/risk/limits.hpp"

namespace hotpath::support {

class Conservation : public protocols::nasdaq::ouch50::NullRequestListener,
                     public protocols::nasdaq::ouch50::NullReplyListener {
  public:
    struct Options {
        risk::Limits limits;
        risk::AccountLimits account;
        oms::Fees fees{};
    };
    struct Held {
        SignedQty position{};
        Money cash{};
        Money fees{};
        std::uint64_t bought_qty = 0;
        std::uint64_t sold_qty = 0;
    };
    /// Shares that came under an order's own id.
    struct Order {
        Symbol symbol{};
        Side side = Side::Buy;
        std::uint64_t qty = 0;
        std::uint64_t executed = 0;
        std::uint64_t canceled = 0;
        std::int64_t price = 0;
        std::uint64_t venue_id = 0;
        std::uint32_t original = 0;   // of a replacement
        std::uint32_t successor = 0;  // asked for, not answered
        bool is_answered = false;

        [[nodiscard]] std::uint64_t open() const { return qty - executed - canceled; }
    };
    struct Execution {
        std::uint64_t qty = 0;
        std::int64_t price = 0;
    };

    explicit Conservation(const Options& options) : options_(options) {}

    [[nodiscard]] const std::map<std::uint32_t, Order>& open_orders() const { return open_; }
    [[nodiscard]] const std::map<Symbol, Held>& held() const { return held_; }
    /// By match number.
    [[nodiscard]] const std::map<std::uint64_t, Execution>& executions() const {
        return executions_;
    }
    [[nodiscard]] std::uint64_t entered_qty() const { return entered_qty_; }
    [[nodiscard]] std::uint64_t executed_qty() const { return executed_qty_; }
    [[nodiscard]] std::uint64_t canceled_qty() const { return canceled_qty_; }
    [[nodiscard]] std::uint64_t orders() const { return orders_sent_; }
    [[nodiscard]] std::int64_t position_most() const { return position_most_; }

    void on_request(Bytes message) {
        note(protocols::nasdaq::ouch50::decode_request(message, *this) ==
                 protocols::DecodeStatus::Ok,
             "a request that cannot be read");
    }
    void on_reply(Bytes message) {
        note(protocols::nasdaq::ouch50::decode_reply(message, *this) == protocols::DecodeStatus::Ok,
             "a reply that cannot be read");
    }

    /// The first thing that does not add up, in words; empty while everything does.
    [[nodiscard]] std::string fault(const oms::Orders& trader,
                                    const feed::InstrumentDirectory& directory) {
        if (fault_.empty()) {
            compare_positions(trader, directory);
            compare_orders(trader);
            note(entered_qty_ == executed_qty_ + canceled_qty_ + open_qty(),
                 "entered is not open + executed + canceled");
        }
        return fault_;
    }

    // The session's messages.
    void on_enter_order(const protocols::nasdaq::ouch50::EnterOrder& m,
                        protocols::nasdaq::ouch50::Appendage) {
        ++orders_sent_;
        add(m.load_user_ref_num(), {.symbol = m.load_symbol(),
                                    .side = protocols::nasdaq::ouch50::to_side(m.load_side()),
                                    .qty = m.load_quantity(),
                                    .price = static_cast<std::int64_t>(m.load_price())});
    }
    void on_replace_order_request(const protocols::nasdaq::ouch50::ReplaceOrderRequest& m,
                                  protocols::nasdaq::ouch50::Appendage) {
        const auto original = open_.find(m.load_orig_user_ref_num());
        if (!note(original != open_.end(), "an order that is not open is replaced")) {
            return;
        }
        ++orders_sent_;
        original->second.successor = m.load_user_ref_num();
        add(m.load_user_ref_num(), {.symbol = original->second.symbol,
                                    .side = original->second.side,
                                    .qty = m.load_quantity() - executed_under(original->first),
                                    .price = static_cast<std::int64_t>(m.load_price()),
                                    .original = original->first});
    }
    void on_order_accepted(const protocols::nasdaq::ouch50::OrderAccepted& m,
                           protocols::nasdaq::ouch50::Appendage) {
        if (Order* order = find(m.load_user_ref_num())) {
            order->is_answered = true;
            order->venue_id = m.load_order_reference_number();
            cancel_if(m.load_order_state() == protocols::nasdaq::ouch50::order_state::kDead,
                      m.load_user_ref_num());
        }
    }
    void on_order_replaced(const protocols::nasdaq::ouch50::OrderReplaced& m,
                           protocols::nasdaq::ouch50::Appendage) {
        if (Order* order = find(m.load_user_ref_num())) {
            if (Order* original = find(m.load_orig_user_ref_num())) {
                original->successor = 0;
                cancel_if(true, m.load_orig_user_ref_num());
            }
            entered_qty_ += m.load_quantity() - order->qty;  // the venue's word counts
            order->qty = m.load_quantity();
            order->price = static_cast<std::int64_t>(m.load_price());
            order->venue_id = m.load_order_reference_number();
            order->is_answered = true;
            cancel_if(m.load_order_state() == protocols::nasdaq::ouch50::order_state::kDead,
                      m.load_user_ref_num());
        }
    }
    void on_order_executed(const protocols::nasdaq::ouch50::OrderExecuted& m,
                           protocols::nasdaq::ouch50::Appendage) {
        Order* order = find(m.load_user_ref_num());
        const std::uint64_t qty = m.load_quantity();
        if (order == nullptr || !note(qty <= order->open(), "more is executed than is open")) {
            return;
        }
        const auto price = static_cast<std::int64_t>(m.load_price());
        const bool is_new = executions_.insert({m.load_match_number(), {qty, price}}).second;
        note(is_new, "a match number comes twice");
        order->executed += qty;
        executed_qty_ += qty;
        executed_of_[m.load_user_ref_num()] += qty;
        carry_over(order->successor, qty);
        book(*order, static_cast<std::int64_t>(qty), price, m.load_liquidity_flag());
        close_if_done(m.load_user_ref_num());
    }
    void on_order_canceled(const protocols::nasdaq::ouch50::OrderCanceled& m) {
        cancel(m.load_user_ref_num(), m.load_quantity());
    }
    void on_aiq_canceled(const protocols::nasdaq::ouch50::AiqCanceled& m) {
        cancel(m.load_user_ref_num(), m.load_decrement_shares());
    }
    void on_order_rejected(const protocols::nasdaq::ouch50::OrderRejected& m) {
        if (Order* order = find(m.load_user_ref_num())) {
            if (Order* original = order->original == 0 ? nullptr : find(order->original)) {
                original->successor = 0;
            }
            cancel_if(true, m.load_user_ref_num());
        }
    }

    /// The session broke, and the next one has replayed all: unanswered requests never arrived.
    void on_unanswered_lost() {
        std::vector<std::uint32_t> lost;
        for (auto& [id, order] : open_) {
            order.successor = 0;
            if (!order.is_answered) {
                lost.push_back(id);
            }
        }
        for (const std::uint32_t id : lost) {
            cancel_if(true, id);
        }
    }

  private:
    /// False, and the words are kept, when it is not so.
    bool note(bool is_so, const std::string& otherwise) {
        if (!is_so && fault_.empty()) {
            fault_ = otherwise;
        }
        return is_so;
    }
    [[nodiscard]] Order* find(std::uint32_t id) {
        const auto order = open_.find(id);
        note(order != open_.end(), "the venue speaks of an order that is not open");
        return order == open_.end() ? nullptr : &order->second;
    }
    /// By the order and those it has replaced: OUCH's quantities are totals.
    [[nodiscard]] std::uint64_t executed_under(std::uint32_t id) const {
        std::uint64_t sum = 0;
        while (id != 0) {
            const auto executed = executed_of_.find(id);
            sum += executed == executed_of_.end() ? 0 : executed->second;
            const auto original = original_of_.find(id);
            id = original == original_of_.end() ? 0 : original->second;
        }
        return sum;
    }
    [[nodiscard]] std::uint64_t open_qty() const {
        std::uint64_t sum = 0;
        for (const auto& [id, order] : open_) {
            sum += order.open();
        }
        return sum;
    }

    void add(std::uint32_t id, const Order& order) {
        note(order.qty <= options_.limits.order_qty_max.value, "beyond order_qty_max");
        note(order.qty * static_cast<std::uint64_t>(order.price) <=
                 options_.limits.order_notional_max.bits(),
             "beyond order_notional_max");
        note(order.price % options_.limits.tick == 0 ||
                 order.price < options_.limits.fine_below.value,
             "a price off the tick");
        open_.insert({id, order});
        original_of_[id] = order.original;
        entered_qty_ += order.qty;
        check_exposure(order);
    }
    /// With every open order of the side executed and none of the other.
    void check_exposure(const Order& sent) {
        SignedQty worst = sign(sent.side) * held_[sent.symbol].position;
        std::uint64_t of_symbol = 0;
        std::uint64_t all = 0;
        for (const auto& [id, order] : open_) {
            const bool counts = order.original == 0 || order.is_answered;
            all += counts ? 1U : 0U;
            of_symbol += counts && order.symbol == sent.symbol ? 1U : 0U;
            if (order.symbol == sent.symbol && order.side == sent.side && order.successor == 0) {
                worst += SignedQty{static_cast<std::int64_t>(order.open())};
            }
        }
        note(worst <= options_.limits.position_max, "beyond position_max");
        note(of_symbol <= options_.limits.open_orders_max, "beyond open_orders_max of a symbol");
        note(all <= options_.account.open_orders_max, "beyond open_orders_max of the account");
    }

    void cancel(std::uint32_t id, std::uint64_t qty) {
        Order* order = find(id);
        if (order != nullptr && note(qty <= order->open(), "more is canceled than is open")) {
            order->canceled += qty;
            canceled_qty_ += qty;
            close_if_done(id);
        }
    }
    void cancel_if(bool is_over, std::uint32_t id) {
        if (is_over) {
            cancel(id, open_.at(id).open());
        }
    }
    /// An order that ends takes with it the replacement that has not been answered.
    void close_if_done(std::uint32_t id) {
        const auto order = open_.find(id);
        if (order == open_.end() || order->second.open() != 0) {
            return;
        }
        const std::uint32_t successor = order->second.successor;
        open_.erase(order);
        cancel_if(successor != 0 && open_.contains(successor), successor);
    }

    /// Quantity executed by an order is no longer available to its replacement.
    void carry_over(std::uint32_t successor, std::uint64_t qty) {
        if (const auto replacement = open_.find(successor); replacement != open_.end()) {
            const std::uint64_t taken = std::min(qty, replacement->second.qty);
            replacement->second.qty -= taken;
            entered_qty_ -= taken;
        }
    }
    void book(const Order& order, std::int64_t qty, std::int64_t price, char liquidity) {
        namespace flag = protocols::nasdaq::ouch50::liquidity_flag;
        Held& held = held_[order.symbol];
        held.position += {order.side == Side::Buy ? qty : -qty};
        held.cash += {order.side == Side::Buy ? -qty * price : qty * price};
        const Price fee = liquidity == flag::kAdded || liquidity == flag::kNonDisplayedAdded
                              ? options_.fees.added
                          : liquidity == flag::kRemoved ? options_.fees.removed
                                                        : options_.fees.other;
        held.fees += {qty * fee.value};
        (order.side == Side::Buy ? held.bought_qty : held.sold_qty) +=
            static_cast<std::uint64_t>(qty);
        position_most_ = std::max(position_most_, std::abs(held.position.value));
        note(magnitude(held.position) <= options_.limits.position_max,
             "a position beyond its limit");
    }

    void compare_positions(const oms::Orders& trader, const feed::InstrumentDirectory& directory) {
        Money pnl;
        for (const auto& [symbol, held] : held_) {
            const auto instrument = directory.find(symbol);
            if (!note(instrument.has_value(), "an instrument without a name")) {
                return;
            }
            const oms::Position& own = trader.position(*instrument);
            note(own.position == held.position, "another position than the executions make");
            note(own.cash == held.cash, "other cash than the executions make");
            note(own.fees == held.fees, "other fees than the executions make");
            note(own.bought_qty == held.bought_qty && own.sold_qty == held.sold_qty,
                 "other shares bought and sold than the executions make");
            pnl += held.cash + own.mark * held.position - held.fees;
        }
        note(trader.account().pnl == pnl, "profit and loss is not cash + position x mark - fees");
    }
    void compare_orders(const oms::Orders& trader) {
        note(trader.open_orders().size() == open_.size(), "another number of open orders");
        for (const ClOrdId id : trader.open_orders()) {
            const auto own = open_.find(id.value);
            if (note(own != open_.end(), "an open order that should be closed")) {
                note(trader.find(id)->leaves_qty.value == own->second.open(),
                     "another open quantity of an order");
            }
        }
    }

    Options options_;
    std::map<std::uint32_t, Order> open_;
    std::map<std::uint32_t, std::uint64_t> executed_of_;
    std::map<std::uint32_t, std::uint32_t> original_of_;
    std::map<Symbol, Held> held_;
    std::map<std::uint64_t, Execution> executions_;
    std::uint64_t orders_sent_ = 0;
    std::uint64_t entered_qty_ = 0;
    std::uint64_t executed_qty_ = 0;
    std::uint64_t canceled_qty_ = 0;
    std::int64_t position_most_ = 0;
    std::string fault_;
};

}  // namespace hotpath::support
