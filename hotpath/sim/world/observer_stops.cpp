// What must stop a trader, and that it stays stopped: operators, its drop copy, its journal.

#include <fmt/format.h>

#include "hotpath/protocols/nasdaq/dropcopy/reply_copy.hpp"
#include "hotpath/sim/world/observer.hpp"

namespace hotpath::sim::world {

bool Observer::is_copy_late(std::size_t trader) const {
    const std::optional<Nanos> since = watches_[trader].copies.waits_since();
    return since && verdict_->time() >= *since + options_->reconcile_within;
}

/// Control 22: it stops when an execution waits too long for its copy, or this for that.
void Observer::check_copies(std::size_t trader, const TraderView& view) {
    TraderWatch& watch = watches_[trader];
    if (!account(trader).has_drop_copy || watch.is_copy_doubled) {
        return;
    }
    if (watch.is_stopped_for_copy) {
        if (!view.is_killed) {
            verdict_->find(
                Invariant::RiskLimitsHold,
                fmt::format("{} trades again after a drop copy that was late", name_of(trader)));
        }
        return;
    }
    if (!view.is_copy_late()) {
        const std::optional<Nanos> since = watch.copies.waits_since();
        if (since && verdict_->time() > *since + options_->reconcile_within) {
            verdict_->find(Invariant::RiskLimitsHold,
                           fmt::format("{} has not stopped for a drop copy that is late since "
                                       "{} ms",
                                       name_of(trader), since->value / kNanosPerMillisecond));
        }
        return;
    }
    watch.is_stopped_for_copy = true;
    ++late_copies_;
    if (!is_copy_late(trader)) {
        verdict_->find(
            Invariant::RiskLimitsHold,
            fmt::format("{} stopped for a drop copy that was not late", name_of(trader)));
    }
    if (!view.is_killed) {
        verdict_->find(Invariant::RiskLimitsHold,
                       fmt::format("{} trades on with a drop copy that is late", name_of(trader)));
    }
}

void Observer::check_mode(std::size_t trader, const TraderView& view) {
    TraderWatch& watch = watches_[trader];
    const std::uint64_t sent = watch.risk->orders_sent();
    if (watch.was_killed && sent != watch.orders_before_event) {
        verdict_->find(Invariant::RiskLimitsHold,
                       fmt::format("{} sent an order after it was killed", name_of(trader)));
    }
    if (watch.is_stopping && sent != watch.orders_at_stop) {
        verdict_->find(Invariant::RiskLimitsHold,
                       fmt::format("{} sent an order while it stops", name_of(trader)));
    }
    watch.orders_before_event = sent;
    watch.was_killed = view.is_killed;
    const bool has_cause = watch.risk->is_killed() || view.is_copy_late() ||
                           watch.is_copy_doubled || watch.is_journal_lost || watch.is_stopping;
    if (watch.risk->is_killed() && !view.is_killed) {
        verdict_->find(Invariant::RiskLimitsHold,
                       fmt::format("{} is not stopped after an operator's kill", name_of(trader)));
    }
    if (view.is_killed && !has_cause) {
        verdict_->find(Invariant::FaultsEndAndAllRecovers,
                       fmt::format("{} has stopped permanently: {}", name_of(trader),
                                   risk::stop_name(view.stop_reason)));
    }
    if (view.is_refused) {
        verdict_->find(Invariant::FaultsEndAndAllRecovers,
                       fmt::format("{} is refused by a port", name_of(trader)));
    }
}

/// When a copy of the account's executions comes twice, the copies' numbers are no longer those of
/// the account's session: the trader cannot rely on them, and stops.
void Observer::on_copies_given(std::size_t trader, Bytes bytes) {
    TraderWatch& watch = watches_[trader];
    watch.copies_given.on_venue_bytes(bytes, [&](std::uint64_t, Bytes message) {
        protocols::nasdaq::dropcopy::CopiedReply copied;
        const bool is_own =
            protocols::nasdaq::dropcopy::decode(message, copied) == protocols::DecodeStatus::Ok &&
            copied.copy->load_username() == account_of(trader).username;
        if (is_own) {
            const std::uint64_t number = copied.copy->load_sequence_number();
            const bool is_first = !watch.is_copy_doubled && number <= watch.last_copy_given;
            doubled_copies_ += is_first ? 1U : 0U;
            watch.is_copy_doubled = watch.is_copy_doubled || is_first;
            watch.last_copy_given = number;
        }
    });
}

void Observer::check_doubled_copy(std::size_t trader, const TraderView& view) {
    if (watches_[trader].is_copy_doubled && !view.is_killed) {
        verdict_->find(
            Invariant::RiskLimitsHold,
            fmt::format("{} trades on with a drop copy that came twice", name_of(trader)));
    }
}

/// The first input that is not recorded stops trading: a replay would not have it.
void Observer::check_journal(std::size_t trader, const TraderView& view) {
    TraderWatch& watch = watches_[trader];
    if (view.inputs_lost == 0) {
        return;
    }
    journals_lost_ += watch.is_journal_lost ? 0U : 1U;
    watch.is_journal_lost = true;
    if (!view.is_killed) {
        verdict_->find(Invariant::RiskLimitsHold,
                       fmt::format("{} trades on with inputs that its journal does not have",
                                   name_of(trader)));
    }
}

void Observer::on_command(std::size_t trader, const trader::OperatorCommand& command,
                          const CommandFate& fate) {
    using trader::OperatorAction;
    using trader::OperatorStatus;
    TraderWatch& watch = watches_[trader];
    const bool is_counted = fate.carried_out == (fate.has_arrived ? 1U : 0U) &&
                            fate.answer.has_value() == fate.has_arrived;
    if (!is_counted) {
        return verdict_->find(
            Invariant::EverythingIsCounted,
            fmt::format(
                "{}: a command that {} arrived whole was carried out {} times and {} answered",
                name_of(trader), fate.has_arrived ? "has" : "has not", fate.carried_out,
                fate.answer ? "was" : "was not"));
    }
    if (!fate.has_arrived) {
        return;
    }
    const trader::OperatorAnswer& answer = *fate.answer;
    if (answer.status == OperatorStatus::Done || command.action == OperatorAction::Resume) {
        watch.risk->on_command(command);
    }
    const bool is_strict =
        command.action == OperatorAction::Kill         ? answer.mode == risk::TradingMode::Killed
        : command.action == OperatorAction::ReduceOnly ? answer.mode != risk::TradingMode::Open
        : command.action == OperatorAction::Resume
            ? (answer.status == OperatorStatus::Done) == (answer.mode == risk::TradingMode::Open)
        : command.action == OperatorAction::Override ? answer.status != OperatorStatus::Done
                                                     : true;
    if (!is_strict) {
        verdict_->find(
            Invariant::RiskLimitsHold,
            fmt::format("{}: after {} the mode is {}, status {}", name_of(trader),
                        name(command.action), risk::mode_name(answer.mode), name(answer.status)));
    }
}

}  // namespace hotpath::sim::world
