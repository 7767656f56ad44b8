#pragma once
/// A trader, or an engine alone, as the subject of a replay, with any strategy.
///
/// Threads: the replay's. Allocation: the collected output. Complexity: the trader's.

#include <cstdint>
#include <type_traits>
#include <utility>
#include <variant>

#include "hotpath/protocols/nasdaq/trader/nasdaq_engine.hpp"
#include "hotpath/trader/input_replay.hpp"
#include "hotpath/trader/trader.hpp"

namespace hotpath::trader {

template <class S>
class TraderSubject : public ReplaySubject {
  public:
    using Replayed = Trader<S, timing::NoTicks, ResultCollector>;

    explicit TraderSubject(Replayed trader) : trader_(std::move(trader)) {}

    [[nodiscard]] ApplyStatus apply(const Input& input, InputResult& into) override {
        if (const ApplyStatus status = can_apply(input); status != ApplyStatus::Ok) {
            return status;
        }
        trader_.observer().into = &into;
        trader_.apply(input);
        return trader_.inputs() == input.number ? ApplyStatus::Ok : ApplyStatus::NothingToTake;
    }

  private:
    [[nodiscard]] ApplyStatus can_apply(const Input& input) const {
        if (input.number != trader_.inputs() + 1) {
            return ApplyStatus::Hole;
        }
        if (input.venue >= trader_.venues()) {
            return ApplyStatus::NoSuchVenue;
        }
        const auto& venue = trader_.at(input.venue);
        return std::visit(
            [&]<class E>(const E& each) {
                if constexpr (requires { each.port; }) {
                    if (venue.session(each.port) == nullptr) {
                        return ApplyStatus::NoSuchPort;
                    }
                }
                if constexpr (std::is_same_v<E, event::Written>) {
                    return each.bytes > venue.output(each.port).size() ? ApplyStatus::NothingToWrite
                                                                       : ApplyStatus::Ok;
                }
                return ApplyStatus::Ok;
            },
            input.event);
    }

    Replayed trader_;
};

/// An engine without sessions, as the demos of earlier builds had it: its inputs are packets of one
/// line, replies one by one, and timers; its output is whole messages.
template <strategy::Strategy S>
class EngineSubject : public ReplaySubject {
  public:
    using Replayed = protocols::nasdaq::NasdaqEngine<S>;

    explicit EngineSubject(Replayed engine) : engine_(std::move(engine)) {}

    [[nodiscard]] ApplyStatus apply(const Input& input, InputResult& into) override {
        if (input.number != inputs_ + 1) {
            return ApplyStatus::Hole;
        }
        if (const auto* packet = std::get_if<event::Packet>(&input.event)) {
            engine_.on_packet(packet->bytes, input.now);
        } else if (const auto* reply = std::get_if<event::Received>(&input.event)) {
            engine_.on_order_bytes(reply->bytes, input.now);
        } else if (std::holds_alternative<event::Timer>(input.event)) {
            engine_.on_timer(input.now);
        } else {
            return ApplyStatus::NoSuchPort;
        }
        ++inputs_;
        const risk::RiskGate& gate = engine_.gateway().risk();
        if (gate.mode() != mode_ || gate.stop_reason() != reason_) {
            mode_ = gate.mode();
            reason_ = gate.stop_reason();
            into.add(
                ModeChange{.number = inputs_, .now = input.now, .mode = mode_, .reason = reason_});
        }
        engine_.for_each_outgoing([&](Bytes message) {
            into.add(Output{.number = inputs_, .port = OutputPort::OrderEntry, .bytes = message});
        });
        return ApplyStatus::Ok;
    }

  private:
    Replayed engine_;
    std::uint64_t inputs_ = 0;
    risk::TradingMode mode_ = risk::TradingMode::Open;
    risk::StopReason reason_ = risk::StopReason::None;
};

}  // namespace hotpath::trader
