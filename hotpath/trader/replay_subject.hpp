#pragma once
/// An observed trader or engine as the subject of a replay, with any strategy.
///
/// Threads: the replay's. Allocation: the collected output. Complexity: the trader's.

#include <utility>

#include "hotpath/trader/input_replay.hpp"
#include "hotpath/trader/observed_engine.hpp"
#include "hotpath/trader/observed_trader.hpp"

namespace hotpath::trader {

/// Applies the input as in the original run.
template <class Observed>
[[nodiscard]] ApplyStatus apply(Observed& trader, const Input& input) {
    const auto port = static_cast<Port>(input.source);
    switch (input.kind) {
        case InputKind::Packet:
            trader.on_packet({.line = static_cast<feed::Line>(input.source),
                              .bytes = input.bytes,
                              .now = input.now});
            break;
        case InputKind::Received:
            trader.on_bytes(port, input.bytes, input.now);
            break;
        case InputKind::Connected:
            trader.on_connected(port, input.now);
            break;
        case InputKind::Disconnected:
            trader.on_disconnected(port, input.now);
            break;
        case InputKind::Written:
            if (input.value > trader.output(port).size()) {
                return ApplyStatus::NothingToWrite;
            }
            trader.on_written(port, input.value, input.now);
            break;
        case InputKind::RequestsTaken:
            trader.for_each_request([](Bytes) {});
            break;
        case InputKind::Timer:
            trader.on_timer(input.now);
            break;
        case InputKind::Command:
            return trader.command(input) ? ApplyStatus::Ok : ApplyStatus::UnknownCommand;
    }
    return ApplyStatus::Ok;
}

template <strategy::Strategy S>
class TraderSubject : public ReplaySubject {
  public:
    using Observed = ObservedTrader<S, timing::NoTicks, ResultCollector>;

    explicit TraderSubject(Observed trader) : trader_(std::move(trader)) {}

    [[nodiscard]] ApplyStatus apply(const Input& input, InputResult& into) override {
        if (input.number != trader_.inputs() + 1) {
            return ApplyStatus::Hole;
        }
        if (is_of_a_port(input) && trader_.link(static_cast<Port>(input.source)) == nullptr) {
            return ApplyStatus::NoSuchPort;
        }
        trader_.observer().into = &into;
        const ApplyStatus status = trader::apply(trader_, input);
        const bool is_applied = status != ApplyStatus::Ok || trader_.inputs() == input.number;
        return is_applied ? status : ApplyStatus::NothingToTake;
    }

  private:
    [[nodiscard]] static bool is_of_a_port(const Input& input) noexcept {
        return input.kind == InputKind::Received || input.kind == InputKind::Connected ||
               input.kind == InputKind::Disconnected || input.kind == InputKind::Written;
    }

    Observed trader_;
};

template <strategy::Strategy S>
class EngineSubject : public ReplaySubject {
  public:
    using Observed = ObservedEngine<S, timing::NoTicks, ResultCollector>;

    explicit EngineSubject(Observed engine) : engine_(std::move(engine)) {}

    [[nodiscard]] ApplyStatus apply(const Input& input, InputResult& into) override {
        if (input.number != engine_.inputs() + 1) {
            return ApplyStatus::Hole;
        }
        engine_.observer().into = &into;
        switch (input.kind) {
            case InputKind::Packet:
                engine_.on_packet(input.bytes, input.now);
                break;
            case InputKind::Received:
                engine_.on_order_bytes(input.bytes, input.now);
                break;
            case InputKind::Timer:
                engine_.on_timer(input.now);
                break;
            default:
                return ApplyStatus::NoSuchPort;
        }
        engine_.for_each_outgoing([](Bytes) {});
        return ApplyStatus::Ok;
    }

  private:
    Observed engine_;
};

}  // namespace hotpath::trader
