#pragma once
/// An observed trader or engine as the subject of a replay, with any strategy.
///
/// Threads: the replay's. Allocation: the collected output. Complexity: the trader's.

#include <type_traits>
#include <utility>
#include <variant>

#include "hotpath/trader/input_replay.hpp"
#include "hotpath/trader/observed_engine.hpp"
#include "hotpath/trader/trader.hpp"

namespace hotpath::trader {

template <class S>
class TraderSubject : public ReplaySubject {
  public:
    using Observed = Trader<S, timing::NoTicks, ResultCollector>;

    explicit TraderSubject(Observed trader) : trader_(std::move(trader)) {}

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
        if (const auto* packet = std::get_if<event::Packet>(&input.event)) {
            engine_.on_packet(packet->bytes, input.now);
        } else if (const auto* reply = std::get_if<event::Received>(&input.event)) {
            engine_.on_order_bytes(reply->bytes, input.now);
        } else if (std::holds_alternative<event::Timer>(input.event)) {
            engine_.on_timer(input.now);
        } else {
            return ApplyStatus::NoSuchPort;
        }
        engine_.for_each_outgoing([](Bytes) {});
        return ApplyStatus::Ok;
    }

  private:
    Observed engine_;
};

}  // namespace hotpath::trader
