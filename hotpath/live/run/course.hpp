#pragma once
/// Parts of a run of `hotpath trade`: pin the core, idle without input, detect that trading cannot
/// continue, and report the end.
///
/// Threads: the trading thread. Allocation: the end.

#include <expected>
#include <span>
#include <string>
#include <utility>

#include "hotpath/core/error.hpp"
#include "hotpath/core/symbol.hpp"
#include "hotpath/live/config/trade_config.hpp"
#include "hotpath/live/status/status.hpp"
#include "hotpath/net/waiter.hpp"
#include "hotpath/trader/resumable_session.hpp"

namespace hotpath::live {

/// This thread is on the core that the configuration names, if it names one.
[[nodiscard]] Expected<void> take_core(const TradeConfig& config);

/// "AAPL, MSFT"
[[nodiscard]] std::string joined(std::span<const Symbol> symbols);

/// The line that says what is traded, where and as whom, and what is not protected.
[[nodiscard]] std::string ready_text(const TradeConfig& config);

/// After a turn that brought nothing; `due_in`: until the next deadline.
void rest(Idle idle, net::Waiter& waiter, Nanos due_in);

/// A trader with a strategy of make(), and with another one for practice when the configuration wants
/// that. make() returns an Expected<Strategy>.
template <class Trader, class Make, class Ticks, class Observer>
[[nodiscard]] Expected<Trader> make_trader(const TradeConfig& config, Make&& make,
                                           const Ticks& ticks, Observer observer) {
    auto strategy = make();
    if (!strategy) {
        return std::unexpected(strategy.error());
    }
    auto trader =
        Trader::create(venues_of(config), std::move(*strategy), ticks, std::move(observer));
    if (trader && config.warm_every > Nanos{}) {
        auto another = make();
        auto begun = another ? trader->practise(std::move(*another), ticks)
                             : std::unexpected(another.error());
        if (!begun) {
            return std::unexpected(begun.error());
        }
    }
    return trader;
}

/// Steps of Trader::warm_step() in turns that brought nothing: one each, because a packet that arrives
/// meanwhile waits for it.
class Warmth {
  public:
    /// Time from the last step to the next first one; 0: none is made.
    explicit Warmth(Nanos every) : every_(every) {}

    [[nodiscard]] bool is_due(Time now) const { return every_ > Nanos{} && now >= due_; }
    /// `is_whole`: for a loop that has few such turns.
    template <class Trader>
    void play(Time now, Trader& trader, bool is_whole) {
        bool is_over = trader.warm_step();
        while (is_whole && !is_over) {
            is_over = trader.warm_step();
        }
        if (is_over) {
            due_ = now + every_;
        }
    }

  private:
    Nanos every_;
    Time due_{};
};

[[nodiscard]] std::string refusal_text(trader::Port port, const trader::ResumableSession& session);

/// The venue will not have us, or not any more.
template <class Trader>
[[nodiscard]] bool is_hopeless(const Trader& trader) {
    return trader.refused_by().has_value() || trader.has_ended();
}

/// An error when it did not end in order. `stopped_for`: as it was when the stop began.
[[nodiscard]] Expected<void> judge_end(const TradeStatus& status, const TradeStatus& stopped_for);
/// Or when it was not let in.
template <class Trader>
[[nodiscard]] Expected<void> judge_end(const Trader& trader, const TradeStatus& status,
                                       const TradeStatus& stopped_for) {
    if (const auto port = trader.refused_by()) {
        return fail(refusal_text(*port, *trader.session(*port)));
    }
    return judge_end(status, stopped_for);
}

}  // namespace hotpath::live
