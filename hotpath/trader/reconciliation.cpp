#include "hotpath/trader/reconciliation.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "hotpath/protocols/nasdaq/dropcopy/exec_number.hpp"
#include "hotpath/protocols/nasdaq/dropcopy/reply_copy.hpp"
#include "hotpath/protocols/nasdaq/ouch50/codes.hpp"
#include "hotpath/protocols/nasdaq/ouch50/decode.hpp"
#include "hotpath/protocols/nasdaq/soupbintcp/credentials.hpp"

namespace hotpath::trader {

namespace ouch50 = protocols::nasdaq::ouch50;

std::string_view name(Finding finding) noexcept {
    static constexpr std::array<std::string_view, 7> kNames{
        "agrees",        "differs",    "behind",      "numbers are missing",
        "unknown order", "unreadable", "another user"};
    const auto index = static_cast<std::size_t>(finding);
    return index < kNames.size() ? kNames[index] : "unknown";
}

class Reconciliation::Ledger : public ouch50::NullReplyListener {
  public:
    Ledger(Reconciliation& of, Time now) noexcept : of_(of), now_(now) {}

    void on_order_accepted(const ouch50::OrderAccepted& m, ouch50::Appendage) noexcept { open(m); }
    void on_order_replaced(const ouch50::OrderReplaced& m, ouch50::Appendage) noexcept { open(m); }

    void on_order_executed(const ouch50::OrderExecuted& m, ouch50::Appendage) noexcept {
        const CopiedOrder* order = of_.find({m.load_user_ref_num()});
        if (order == nullptr) {
            return of_.find_out(Finding::UnknownOrder);
        }
        const oms::ExecutionKey key{.id = order->id, .match = {m.load_match_number()}};
        const Qty qty{m.load_quantity()};
        const bool is_known = of_.executions_.find(key) != nullptr;
        if (!is_known) {
            of_.executions_.add(key, {.side = order->side, .qty = qty});
        }
        of_.move(order->symbol,
                 {.match = key.match,
                  .side = order->side,
                  .by = is_known ? SignedQty{} : signed_qty(order->side, qty)},
                 now_);
    }

    void on_broken_trade(const ouch50::BrokenTrade& m) noexcept {
        const CopiedOrder* order = of_.find({m.load_user_ref_num()});
        oms::Execution* execution =
            of_.executions_.find({.id = {m.load_user_ref_num()}, .match = {m.load_match_number()}});
        if (order == nullptr || execution == nullptr) {
            return of_.find_out(Finding::UnknownOrder);
        }
        const bool was_broken = std::exchange(execution->is_broken, true);
        of_.move(order->symbol,
                 {.match = {m.load_match_number()},
                  .side = order->side,
                  .by = was_broken ? SignedQty{} : -signed_qty(execution->side, execution->qty)},
                 now_);
    }

  private:
    void open(const auto& m) noexcept {
        of_.open({.id = {m.load_user_ref_num()},
                  .symbol = m.load_symbol(),
                  .side = ouch50::to_side(m.load_side())});
    }

    Reconciliation& of_;
    Time now_;
};

Expected<Reconciliation> Reconciliation::create(const ReconciliationOptions& options) {
    if (!std::has_single_bit(options.orders_remembered) || options.instruments_max == 0 ||
        options.executions_remembered == 0 || options.waiting_max == 0 ||
        options.within <= Nanos{}) {
        return fail("trader: reconciliation bounds must be above 0, its orders a power of two");
    }
    return Reconciliation(options);
}

Reconciliation::Reconciliation(const ReconciliationOptions& options)
    : options_(options),
      orders_(options.orders_remembered),
      executions_(options.executions_remembered),
      positions_(options.instruments_max),
      own_(options.waiting_max),
      copied_(options.waiting_max) {}

SignedQty Reconciliation::position(Symbol symbol) const noexcept {
    const SignedQty* held = positions_.find(symbol);
    return held == nullptr ? SignedQty{} : *held;
}

Time Reconciliation::next_deadline() const noexcept {
    if (is_settled() || finding_ != Finding::Agrees) {
        return kNever;
    }
    return waiting_since() + options_.within;
}

void Reconciliation::open(const CopiedOrder& order) noexcept {
    has_copied_orders_ = true;
    orders_[order.id.value & (options_.orders_remembered - 1)] = order;
}

const Reconciliation::CopiedOrder* Reconciliation::find(ClOrdId id) const noexcept {
    const CopiedOrder& order = orders_[id.value & (options_.orders_remembered - 1)];
    return order.id == id && id.value != 0 ? &order : nullptr;
}

void Reconciliation::find_out(Finding finding) noexcept {
    finding_ = finding_ == Finding::Agrees ? finding : finding_;
}

void Reconciliation::on_own(const PositionAfter& execution) noexcept {
    wait(own_, execution);
}

void Reconciliation::on_copy(Bytes message, Time now) noexcept {
    ++copies_;
    protocols::nasdaq::dropcopy::CopiedReply copied;
    if (protocols::nasdaq::dropcopy::decode(message, copied) != protocols::DecodeStatus::Ok) {
        return find_out(Finding::Unreadable);
    }
    if (!protocols::nasdaq::soupbintcp::is_same_text(copied.copy->load_username(),
                                                     options_.account)) {
        ++others_copies_;
        note_others(copied.reply);
        return;
    }
    if (copied.copy->load_sequence_number() != next_copy_) {
        return find_out(Finding::NumbersMissing);
    }
    ++next_copy_;
    Ledger ledger(*this, now);
    if (ouch50::decode_reply(copied.reply, ledger) != protocols::DecodeStatus::Ok) {
        find_out(Finding::Unreadable);
    }
}

/// The lower of its two names, whichever side the order is on.
void Reconciliation::note_others(Bytes reply) noexcept {
    struct Matches : ouch50::NullReplyListener {
        void on_order_executed(const ouch50::OrderExecuted& m, ouch50::Appendage) noexcept {
            match = {m.load_match_number()};
        }
        MatchId match{};
    } executed;
    static_cast<void>(ouch50::decode_reply(reply, executed));
    others_number_ =
        std::max(others_number_,
                 std::min(protocols::nasdaq::dropcopy::exec_number(executed.match, Side::Buy),
                          protocols::nasdaq::dropcopy::exec_number(executed.match, Side::Sell)));
}

void Reconciliation::move(Symbol symbol, const Change& change, Time now) noexcept {
    SignedQty* held = positions_.find(symbol);
    if (held == nullptr) {
        held = positions_.try_insert(symbol, {});
    }
    if (held == nullptr) {
        return find_out(Finding::Differs);  // more instruments than we can hold
    }
    *held += change.by;
    const std::uint64_t number =
        options_.names == ExecutionNames::ReplyNumber
            ? next_copy_ - 1
            : protocols::nasdaq::dropcopy::exec_number(change.match, change.side);
    wait(copied_, {.number = number, .symbol = symbol, .position = *held, .at = now});
}

void Reconciliation::wait(FixedQueue<PositionAfter>& side,
                          const PositionAfter& execution) noexcept {
    if (finding_ != Finding::Agrees) {
        return;
    }
    if (!side.try_push(execution)) {
        return find_out(Finding::Behind);
    }
    compare();
}

void Reconciliation::compare() noexcept {
    while (!own_.empty() && !copied_.empty()) {
        const PositionAfter& own = own_.front();
        const PositionAfter& copied = copied_.front();
        const bool is_same = own.number == copied.number && own.symbol == copied.symbol &&
                             own.position == copied.position;
        if (!is_same) {
            differs_own_ = own;
            differs_copied_ = copied;
            return find_out(Finding::Differs);
        }
        ++agreed_;
        own_.pop();
        copied_.pop();
    }
}

void Reconciliation::on_timer(Time now) noexcept {
    if (now >= next_deadline()) {
        // Copies come in the order of the matches: one that is passed was of no order of ours.
        const bool is_other = !own_.empty() && !has_copied_orders_ &&
                              options_.names == ExecutionNames::ExecId &&
                              own_.front().number < others_number_;
        find_out(is_other ? Finding::AnotherUser : Finding::Behind);
    }
}

}  // namespace hotpath::trader
