#pragma once
/// OperatorCommands: carries out operator commands, and stores an override requested by one operator
/// until another confirms it.
///
/// Threads: the trader's. Allocation: only in the error of an invalid override. Complexity: O(open
/// orders) where orders are canceled.

#include <optional>

#include "hotpath/core/units.hpp"
#include "hotpath/risk/limits.hpp"
#include "hotpath/trader/operator_command.hpp"

namespace hotpath::trader {

/// The limits of an instrument during an override: configured in advance.
struct OverrideOptions {
    std::optional<risk::Limits> limits{};       // none: there are no overrides
    Nanos duration_max{0};                      // inclusive
    Nanos second_within{60 * kNanosPerSecond};  // the second operator, after the first
};

[[nodiscard]] Expected<void> validate(const OverrideOptions& options);

class OperatorCommands {
  public:
    explicit OperatorCommands(const OverrideOptions& options) : options_(options) {}

    template <class Engine>
    [[nodiscard]] OperatorStatus carry_out(const OperatorCommand& command, Engine& engine,
                                           Time now) {
        switch (command.action) {
            case OperatorAction::Status:
                break;
            case OperatorAction::Kill:
                engine.stop(risk::TradingMode::Killed, stop_reason_of(command), now);
                break;
            case OperatorAction::ReduceOnly:
                engine.stop(risk::TradingMode::ReducingOnly, stop_reason_of(command), now);
                break;
            case OperatorAction::Resume:
                engine.resume_trading(now);
                break;
            case OperatorAction::AcceptGap:
                return accept_gap(engine, now);
            case OperatorAction::Cancel:
                return with_instrument(command, engine, [&](InstrumentId instrument) {
                    engine.pause(instrument, now);
                    return OperatorStatus::Done;
                });
            case OperatorAction::Override:
                return with_instrument(command, engine, [&](InstrumentId instrument) {
                    return override_limits(command, instrument, engine, now);
                });
        }
        return OperatorStatus::Done;
    }

  private:
    template <class Engine>
    [[nodiscard]] static OperatorStatus accept_gap(Engine& engine, Time now) noexcept {
        if (!engine.is_stale()) {
            return OperatorStatus::NothingToAccept;
        }
        engine.accept_gap(now);
        return OperatorStatus::Done;
    }

    template <class Engine, class Then>
    [[nodiscard]] static OperatorStatus with_instrument(const OperatorCommand& command,
                                                        const Engine& engine, Then&& then) {
        const auto instrument = engine.feed().market().directory().find(command.symbol);
        return instrument && engine.trades(command.symbol) ? then(*instrument)
                                                           : OperatorStatus::UnknownInstrument;
    }

    template <class Engine>
    [[nodiscard]] OperatorStatus override_limits(const OperatorCommand& command,
                                                 InstrumentId instrument, Engine& engine,
                                                 Time now) {
        if (!options_.limits || command.duration > options_.duration_max) {
            return OperatorStatus::NotAllowed;
        }
        if (!is_second(command, now)) {
            asked_ = command;
            asked_at_ = now;
            return OperatorStatus::NeedsSecond;
        }
        asked_.reset();
        return engine.override_limits(instrument, *options_.limits, now + command.duration)
                   ? OperatorStatus::Done
                   : OperatorStatus::NotAllowed;
    }

    /// The same override that another operator has just requested.
    [[nodiscard]] bool is_second(const OperatorCommand& command, Time now) const noexcept {
        return asked_ && asked_->symbol == command.symbol && asked_->duration == command.duration &&
               asked_->by != command.by && now - asked_at_ <= options_.second_within;
    }

    OverrideOptions options_;
    std::optional<OperatorCommand> asked_;  // an override requested by one operator
    Time asked_at_{};
};

/// The answer to an operator, after all effects of the command.
template <class Trader>
[[nodiscard]] OperatorAnswer answer_to(const OperatorCommand& command, OperatorStatus status,
                                       const Trader& trader, Time now) noexcept {
    const auto& engine = trader.engine();
    const auto& gate = engine.gateway().risk();
    const bool is_open = gate.mode() == risk::TradingMode::Open;
    if (command.action == OperatorAction::Resume && !is_open) {
        status = OperatorStatus::StillStopped;
    }
    return {.status = status,
            .mode = gate.mode(),
            .reason = gate.stop_reason(),
            .is_stale = engine.is_stale(),
            .is_in_doubt = engine.orders().is_in_doubt(),
            .is_stopping = trader.is_stopping(),
            .open_orders = static_cast<std::uint32_t>(engine.orders().open_orders().size()),
            .time = now,
            .pnl = engine.orders().account().pnl,
            .configuration = trader.options().configuration,
            .command = command};
}

}  // namespace hotpath::trader
