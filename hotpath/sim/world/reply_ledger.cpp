#include "hotpath/sim/world/reply_ledger.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "hotpath/core/checksum.hpp"
#include "hotpath/protocols/nasdaq/ouch50/decode.hpp"
#include "hotpath/sim/world/order_terms.hpp"

namespace hotpath::sim::world {

namespace {

namespace ouch50 = protocols::nasdaq::ouch50;

/// Never 0, which means "not sent".
[[nodiscard]] std::uint64_t hash_of(Bytes reply) {
    Checksum checksum;
    checksum.add(reply);
    return checksum.value() | 1U;
}

}  // namespace

class ReplyLedger::Listener : public ouch50::NullReplyListener {
  public:
    Listener(ReplyLedger& ledger, Holdings& holdings) : ledger_(ledger), holdings_(holdings) {}

    void on_order_accepted(const ouch50::OrderAccepted& m, ouch50::Appendage) { open(m); }
    void on_order_replaced(const ouch50::OrderReplaced& m, ouch50::Appendage) {
        const auto found = ledger_.orders_.find(m.load_orig_user_ref_num());
        if (found == ledger_.orders_.end() || found->second.is_closed) {
            ledger_.find_out(Invariant::OrdersHaveOneState, "replaced while not open",
                             m.load_orig_user_ref_num());
            return;
        }
        found->second.canceled += found->second.open;
        found->second.open = 0;
        ledger_.close(found->second);
        open(m);
    }
    void on_order_canceled(const ouch50::OrderCanceled& m) {
        ledger_.take_off(m.load_user_ref_num(), m.load_quantity(), &LedgerOrder::canceled);
    }
    void on_aiq_canceled(const ouch50::AiqCanceled& m) {
        ledger_.take_off(m.load_user_ref_num(), m.load_decrement_shares(), &LedgerOrder::canceled);
    }
    void on_order_modified(const ouch50::OrderModified& m) {
        const LedgerOrder* const order = ledger_.find(m.load_user_ref_num());
        const std::int64_t open = order == nullptr ? 0 : order->open;
        ledger_.take_off(m.load_user_ref_num(), open - std::int64_t{m.load_quantity()},
                         &LedgerOrder::canceled);
    }
    void on_order_executed(const ouch50::OrderExecuted& m, ouch50::Appendage) {
        const std::uint32_t number = m.load_user_ref_num();
        const LedgerOrder* const order = ledger_.find(number);
        const LedgerExecution execution{
            .instrument = order == nullptr ? std::uint16_t{0} : order->instrument,
            .qty = {order == nullptr ? 0 : signed_qty(order->is_buy, m.load_quantity())},
            .price = {static_cast<std::int64_t>(m.load_price())}};
        if (!ledger_.executions_.emplace(std::pair(number, m.load_match_number()), execution)
                 .second) {
            ledger_.find_out(Invariant::NothingExecutesTwice,
                             fmt::format("match {} repeated", m.load_match_number()), number);
        }
        book(execution, execution.qty);
        ledger_.take_off(number, m.load_quantity(), &LedgerOrder::executed);
    }
    void on_broken_trade(const ouch50::BrokenTrade& m) {
        LedgerExecution* const execution =
            ledger_.find_standing(m.load_user_ref_num(), m.load_match_number());
        if (execution != nullptr) {
            book(*execution, -execution->qty);
            execution->is_broken = true;
        }
    }
    void on_trade_correction(const ouch50::TradeCorrection& m) {
        LedgerExecution* const execution =
            ledger_.find_standing(m.load_user_ref_num(), m.load_match_number());
        if (execution != nullptr) {
            book(*execution, -execution->qty);
            execution->price = {static_cast<std::int64_t>(m.load_price())};
            book(*execution, execution->qty);
        }
    }
    void on_order_rejected(const ouch50::OrderRejected& m) {
        if (ledger_.find(m.load_user_ref_num()) != nullptr) {
            ledger_.find_out(Invariant::OrdersHaveOneState, "accepted and then rejected",
                             m.load_user_ref_num());
        }
    }

  private:
    void book(const LedgerExecution& execution, SignedQty qty) {
        if (execution.instrument != 0) {
            holdings_.shares[execution.instrument - 1U] += qty;
            holdings_.cash[execution.instrument - 1U] -= execution.price * qty;
        }
    }

    template <class Message>
    void open(const Message& m) {
        const OrderTerms terms = terms_of(m);
        const std::int64_t open = is_live(m) ? terms.qty : 0;
        ledger_.open(m.load_user_ref_num(),
                     {.instrument = terms.instrument,
                      .is_buy = terms.is_buy,
                      .is_closed = !is_live(m),
                      .outlives_day = m.load_time_in_force() == ouch50::time_in_force::kGtc,
                      .entered = terms.qty,
                      .open = open,
                      .canceled = terms.qty - open});
    }

    ReplyLedger& ledger_;
    Holdings& holdings_;
};

const LedgerOrder* ReplyLedger::find(std::uint32_t number) const {
    const auto found = orders_.find(number);
    return found == orders_.end() ? nullptr : &found->second;
}

LedgerExecution* ReplyLedger::find_standing(std::uint32_t number, std::uint64_t match) {
    const auto found = executions_.find({number, match});
    if (found == executions_.end() || found->second.is_broken) {
        find_out(Invariant::NothingExecutesTwice,
                 fmt::format("match {} broken or corrected while it does not stand", match),
                 number);
        return nullptr;
    }
    ++amended_;
    return &found->second;
}

std::size_t ReplyLedger::open_orders_of_day() const {
    return static_cast<std::size_t>(std::ranges::count_if(orders_, [](const auto& entry) {
        return !entry.second.is_closed && !entry.second.outlives_day;
    }));
}

void ReplyLedger::carry_over(const ReplyLedger& day_before) {
    for (const auto& [number, order] : day_before.orders_) {
        if (!order.is_closed && order.outlives_day) {
            open(number, {.instrument = order.instrument,
                          .is_buy = order.is_buy,
                          .outlives_day = true,
                          .entered = order.open,
                          .open = order.open});
        }
    }
}

void ReplyLedger::find_out(Invariant invariant, std::string_view words, std::uint32_t order) {
    verdict_->find(invariant, fmt::format("{}, order {}: {}", account_, order, words));
}

void ReplyLedger::on_told(std::uint64_t number, Bytes reply) {
    if (hashes_.size() < number) {
        hashes_.resize(number);
    }
    std::uint64_t& known = hashes_[number - 1];
    const std::uint64_t hash = hash_of(reply);
    if (known != 0 && known != hash) {
        verdict_->find(Invariant::NothingToldIsLost,
                       fmt::format("{}: reply {} changed", account_, number));
    }
    known = hash;
    if (number == applied() + 1) {
        Holdings holdings = after_.back();
        Listener listener(*this, holdings);
        static_cast<void>(ouch50::decode_reply(reply, listener));
        after_.push_back(holdings);
    }
}

void ReplyLedger::check_kept(const protocols::SequencedStore& replies) {
    for (std::uint64_t number = 1; number <= hashes_.size(); ++number) {
        if (hashes_[number - 1] == 0) {
            continue;
        }
        const bool is_there = number < replies.next_sequence_number();
        if (!is_there || hash_of(replies.at(number)) != hashes_[number - 1]) {
            verdict_->find(Invariant::NothingToldIsLost,
                           fmt::format("{}: reply {} was sent and is {} after the restart",
                                       account_, number, is_there ? "another" : "gone"));
            return;
        }
    }
}

void ReplyLedger::open(std::uint32_t number, const LedgerOrder& order) {
    if (!orders_.emplace(number, order).second) {
        return find_out(Invariant::OrdersHaveOneState, "accepted twice", number);
    }
    open_orders_ += order.is_closed ? 0U : 1U;
}

void ReplyLedger::take_off(std::uint32_t number, std::int64_t qty,
                           std::int64_t LedgerOrder::* into) {
    const auto found = orders_.find(number);
    if (found == orders_.end() || found->second.is_closed) {
        return find_out(Invariant::OrdersHaveOneState, "event of an order that is not open",
                        number);
    }
    LedgerOrder& order = found->second;
    order.open -= qty;
    order.*into += qty;
    const bool is_whole = order.entered == order.open + order.executed + order.canceled;
    if (order.open < 0 || qty < 0 || !is_whole) {
        return find_out(Invariant::QuantityIsConserved,
                        fmt::format("{} of {} removed, {} left", qty, order.entered, order.open),
                        number);
    }
    if (order.open == 0) {
        close(order);
    }
}

void ReplyLedger::close(LedgerOrder& order) {
    order.is_closed = true;
    --open_orders_;
}

}  // namespace hotpath::sim::world
