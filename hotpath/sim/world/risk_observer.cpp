#include "hotpath/sim/world/risk_observer.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "hotpath/protocols/nasdaq/ouch50/codes.hpp"
#include "hotpath/protocols/nasdaq/ouch50/decode.hpp"
#include "hotpath/sim/world/order_terms.hpp"

namespace hotpath::sim::world {

namespace {

namespace ouch50 = protocols::nasdaq::ouch50;

}  // namespace

template <class Message>
RiskObserver::Sent RiskObserver::sent(const Message& message) {
    const OrderTerms terms = terms_of(message);
    return {.instrument = terms.instrument,
            .is_buy = terms.is_buy,
            .price = terms.price,
            .open = terms.qty};
}

class RiskObserver::Requests : public ouch50::NullRequestListener {
  public:
    Requests(RiskObserver& observer, Time now) : observer_(observer), now_(now) {}

    void on_enter_order(const ouch50::EnterOrder& m, ouch50::Appendage) {
        Sent order = sent(m);
        order.is_own = true;
        const std::int64_t left = observer_.position_[order.instrument] -
                                  observer_.open_qty(order.instrument, false) - order.open;
        if (m.load_side() == ouch50::side::kSell && left < 0) {
            observer_.find_out(
                fmt::format("order {} is an unmarked short sale", m.load_user_ref_num()));
        }
        observer_.check(m.load_user_ref_num(), order, true);
        observer_.open_[m.load_user_ref_num()] = order;
        observer_.check_pace(order.instrument, now_);
    }
    void on_replace_order_request(const ouch50::ReplaceOrderRequest& m, ouch50::Appendage) {
        const auto found = observer_.open_.find(m.load_orig_user_ref_num());
        if (found == observer_.open_.end()) {
            return observer_.find_out(
                fmt::format("order {} replaces one that is not open", m.load_user_ref_num()));
        }
        const Sent& original = found->second;
        const Sent order{.instrument = original.instrument,
                         .is_buy = original.is_buy,
                         .is_own = true,
                         .price = static_cast<std::int64_t>(m.load_price()),
                         .open = std::int64_t{m.load_quantity()} - original.executed,
                         .executed = original.executed,
                         .original = found->first};
        found->second.successor = m.load_user_ref_num();
        observer_.check(m.load_user_ref_num(), order, false);
        observer_.open_[m.load_user_ref_num()] = order;
        observer_.check_pace(order.instrument, now_);
    }

  private:
    RiskObserver& observer_;
    Time now_;
};

class RiskObserver::Replies : public ouch50::NullReplyListener {
  public:
    explicit Replies(RiskObserver& observer) : observer_(observer) {}

    /// For an order sent before the trader's last restart.
    void on_order_accepted(const ouch50::OrderAccepted& m, ouch50::Appendage) {
        if (!is_live(m)) {
            return observer_.forget(m.load_user_ref_num());
        }
        const OrderTerms terms = terms_of(m);
        Sent& order = observer_.open_[m.load_user_ref_num()];
        order.instrument = terms.instrument;
        order.is_buy = terms.is_buy;
        order.open = order.is_answered ? order.open : terms.qty;
        order.is_answered = true;
    }
    void on_order_replaced(const ouch50::OrderReplaced& m, ouch50::Appendage) {
        const auto found = observer_.open_.find(m.load_orig_user_ref_num());
        const std::int64_t executed = found == observer_.open_.end() ? 0 : found->second.executed;
        if (found != observer_.open_.end()) {
            observer_.open_.erase(found);
        }
        if (!is_live(m)) {
            observer_.open_.erase(m.load_user_ref_num());
            return;
        }
        Sent replacement = sent(m);
        replacement.is_answered = true;
        replacement.is_own = is_own(m.load_user_ref_num());
        replacement.executed = executed;
        observer_.open_[m.load_user_ref_num()] = replacement;
    }
    void on_order_executed(const ouch50::OrderExecuted& m, ouch50::Appendage) {
        observer_.execute(m.load_user_ref_num(), m.load_match_number(), m.load_quantity());
    }
    void on_broken_trade(const ouch50::BrokenTrade& m) {
        observer_.take_back(m.load_user_ref_num(), m.load_match_number());
    }
    void on_order_canceled(const ouch50::OrderCanceled& m) {
        observer_.take_off(m.load_user_ref_num(), m.load_quantity());
    }
    void on_aiq_canceled(const ouch50::AiqCanceled& m) {
        observer_.take_off(m.load_user_ref_num(), m.load_decrement_shares());
    }
    void on_order_rejected(const ouch50::OrderRejected& m) {
        const auto found = observer_.open_.find(m.load_user_ref_num());
        if (found == observer_.open_.end()) {
            return;
        }
        if (const auto original = observer_.open_.find(found->second.original);
            original != observer_.open_.end()) {
            original->second.successor = 0;
        }
        observer_.open_.erase(found);
    }
    /// All older replies have arrived: unanswered requests never did.
    void on_account_query_response(const ouch50::AccountQueryResponse&) {
        std::vector<std::uint32_t> lost;
        for (auto& [number, order] : observer_.open_) {
            if (!order.is_answered) {
                lost.push_back(number);
            }
            order.successor = 0;
        }
        for (const std::uint32_t number : lost) {
            observer_.open_.erase(number);
        }
    }

  private:
    [[nodiscard]] bool is_own(std::uint32_t number) const {
        const auto found = observer_.open_.find(number);
        return found != observer_.open_.end() && found->second.is_own;
    }

    RiskObserver& observer_;
};

void RiskObserver::on_request(Bytes message, Time now) {
    Requests requests(*this, now);
    static_cast<void>(ouch50::decode_request(message, requests));
}

void RiskObserver::on_reply(Bytes message) {
    Replies replies(*this);
    static_cast<void>(ouch50::decode_reply(message, replies));
}

void RiskObserver::find_out(std::string words) {
    verdict_->find(Invariant::RiskLimitsHold, trader_ + ": " + std::move(words));
}

void RiskObserver::check(std::uint32_t number, const Sent& order, bool is_new) {
    const risk::Limits& limits = options_.limits;
    if (order.open <= 0 || order.open > std::int64_t{limits.order_qty_max.value}) {
        find_out(fmt::format("order {} is of {} shares", number, order.open));
    }
    if (order.price <= 0 ||
        (order.price >= limits.fine_below.value && order.price % limits.tick != 0)) {
        find_out(fmt::format("order {} has the price {}", number, order.price));
    }
    if (Money{order.open * order.price} > limits.order_notional_max) {
        find_out(fmt::format("order {} exceeds the notional limit", number));
    }
    // A replacement stands beside its original until it is answered: the larger one counts.
    const auto original = open_.find(order.original);
    const std::int64_t beside = original == open_.end() ? 0 : original->second.open;
    const std::int64_t added = std::max<std::int64_t>(0, order.open - beside);
    const std::int64_t held = signed_qty(order.is_buy, position_[order.instrument]);
    const std::int64_t worst = held + open_qty(order.instrument, order.is_buy) + added;
    if (worst > limits.position_max.value) {
        find_out(fmt::format("order {} may give a position of {}, limit {}", number, worst,
                             limits.position_max.value));
    }
    check_stops(number, order.instrument, worst);
    if (is_new && open_orders(order.instrument) >= limits.open_orders_max) {
        find_out(fmt::format("order {} exceeds the open orders of its instrument", number));
    }
    if (is_new && open_orders(0) >= options_.account.open_orders_max) {
        find_out(fmt::format("order {} exceeds the open orders", number));
    }
}

/// `worst`: the position, in the order's direction, when everything open there executes.
void RiskObserver::check_stops(std::uint32_t number, std::uint16_t instrument, std::int64_t worst) {
    if (is_killed_) {
        find_out(fmt::format("order {} was sent after an operator's kill", number));
    }
    if (is_canceled_[instrument]) {
        find_out(fmt::format("order {} is of an instrument that an operator canceled", number));
    }
    if (is_reducing_only_ && worst > 0) {
        find_out(fmt::format("order {} may give a position of {} while only reducing is allowed",
                             number, worst));
    }
}

void RiskObserver::on_command(const trader::OperatorCommand& command) noexcept {
    switch (command.action) {
        case trader::OperatorAction::Kill:
            is_killed_ = true;
            return;
        case trader::OperatorAction::ReduceOnly:
            is_reducing_only_ = true;
            return;
        case trader::OperatorAction::Cancel:
            is_canceled_[instrument_of(command.symbol).value] = true;
            return;
        case trader::OperatorAction::Resume:
            is_killed_ = false;
            is_reducing_only_ = false;
            is_canceled_ = {};
            return;
        case trader::OperatorAction::Status:
        case trader::OperatorAction::AcceptGap:
        case trader::OperatorAction::Override:
            return;
    }
}

void RiskObserver::check_pace(std::uint16_t instrument, Time now) {
    ++orders_sent_;
    const auto check = [&](std::deque<Time>& sent, const risk::RateLimit& limit) {
        sent.push_back(now);
        while (sent.front() <= now - limit.window) {
            sent.pop_front();
        }
        if (sent.size() > limit.messages_max) {
            find_out(fmt::format("{} orders and replacements in {} ns", sent.size(),
                                 limit.window.value));
        }
    };
    check(messages_[0], options_.pace.orders);
    check(messages_[instrument], {.messages_max = options_.limits.messages_max,
                                  .window = options_.pace.instrument_window});
}

/// At worst; of an order and its replacement the larger.
std::int64_t RiskObserver::open_qty(std::uint16_t instrument, bool is_buy) const {
    std::int64_t qty = 0;
    for (const auto& [number, order] : open_) {
        const bool is_counted =
            order.instrument == instrument && order.is_buy == is_buy && is_first(order);
        if (is_counted) {
            const auto successor = open_.find(order.successor);
            qty += std::max(order.open, successor == open_.end() ? 0 : successor->second.open);
        }
    }
    return qty;
}

std::size_t RiskObserver::open_orders(std::uint16_t instrument) const {
    std::size_t count = 0;
    for (const auto& [number, order] : open_) {
        const bool is_of = instrument == 0 || order.instrument == instrument;
        count += is_of && is_first(order) ? 1U : 0U;
    }
    return count;
}

std::size_t RiskObserver::own_open_orders() const {
    return static_cast<std::size_t>(std::ranges::count_if(open_, [this](const auto& entry) {
        return entry.second.is_own && is_first(entry.second);
    }));
}

std::int64_t RiskObserver::own_open_value() const {
    std::int64_t value = 0;
    for (const auto& [number, order] : open_) {
        if (order.is_own && is_first(order)) {
            const auto successor = open_.find(order.successor);
            const std::int64_t then =
                successor == open_.end() ? 0 : successor->second.open * successor->second.price;
            value += std::max(order.open * order.price, then);
        }
    }
    return value;
}

void RiskObserver::execute(std::uint32_t number, std::uint64_t match, std::int64_t qty) {
    const auto found = open_.find(number);
    if (found == open_.end()) {
        return find_out(fmt::format("an execution of order {}, which is not open", number));
    }
    Sent& order = found->second;
    position_[order.instrument] += signed_qty(order.is_buy, qty);
    executed_[{number, match}] = {order.instrument, signed_qty(order.is_buy, qty)};
    order.executed += qty;
    if (const auto successor = open_.find(order.successor); successor != open_.end()) {
        successor->second.executed += qty;
        successor->second.open -= std::min(successor->second.open, qty);
    }
    take_off(number, qty);
}

/// The order has nothing more to execute for it.
void RiskObserver::take_back(std::uint32_t number, std::uint64_t match) {
    const auto found = executed_.find({number, match});
    if (found == executed_.end()) {
        return find_out(fmt::format("match {} of order {} is broken and unknown", match, number));
    }
    position_[found->second.first] -= found->second.second;
    executed_.erase(found);
}

void RiskObserver::take_off(std::uint32_t number, std::int64_t qty) {
    const auto found = open_.find(number);
    if (found == open_.end()) {
        return;
    }
    found->second.open -= qty;
    if (found->second.open <= 0) {
        forget(number);
    }
}

/// With the replacement that never will be.
void RiskObserver::forget(std::uint32_t number) {
    const auto found = open_.find(number);
    if (found != open_.end()) {
        const std::uint32_t successor = found->second.successor;
        open_.erase(found);
        open_.erase(successor);
    }
}

}  // namespace hotpath::sim::world
