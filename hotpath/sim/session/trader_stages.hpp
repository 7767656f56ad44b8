#pragma once
/// TraderStages: the trader of a Session and its observer as two stages of a disruptor, run by the
/// thread of the market and the venue, or by a second thread.
///
///   Session (market, venue, wires) --port()--> ring of inputs --> trade --> record
///          ^                                                        |
///          `------ the trader's messages, in the same event --------'
///
/// `trade` applies an input to the trader and puts the messages it answered with into the event;
/// `record` then shows the trader to the observer. Both are stages of one thread, so the observer
/// never sees a trader at work. The Session goes on when `trade` is done with its input: every
/// input has the same simulated time, and every byte is the same, with one thread and with two.
///
/// It starts no thread. Scheduler::SameThread: port() runs the stages itself. OtherThread: another
/// thread is in run() until stop(). Each spins for the other one, for a bounded time, then sleeps
/// until it is woken; on busy cores, where spinning is in vain, it soon spins for microseconds only.
/// Threads: port() one, run() one; trader() and observer() before run() begins and after it
/// returned. Allocation: the events' buffers, until they hold the longest input and answer.
/// Complexity: O(bytes) an input, besides trader and observer.

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "hotpath/core/assert.hpp"
#include "hotpath/core/bytes.hpp"
#include "hotpath/core/cpu.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/queue/disruptor/event_processor.hpp"
#include "hotpath/queue/disruptor/graph.hpp"
#include "hotpath/queue/disruptor/wait_strategy.hpp"
#include "hotpath/sim/session/session.hpp"

namespace hotpath::sim::session {

enum class Scheduler : std::uint8_t { SameThread, OtherThread };

/// How one thread waits for another: it spins as long as that pays, then sleeps until it is woken.
/// Half as many spins after a wait in vain, twice as many after one that was not. Threads: wait()
/// one, wake() the other. Allocation: none.
class AdaptiveWait {
  public:
    template <std::predicate Ready>
    void wait(const Ready& ready) noexcept {
        if (queue::disruptor::watch({.spins = spins_, .yields = 0}, ready)) {
            spins_ = std::min(2 * spins_, kSpinsMax);
            return;
        }
        spins_ = std::max(spins_ / 2, kSpinsMin);
        signal_.sleep_until(ready);
    }

    /// After something that may have made it ready.
    void wake() noexcept { signal_.wake_sleepers(); }

  private:
    // About a tenth of a millisecond: longer than any step of a thread that has a core.
    static constexpr std::uint32_t kSpinsMax = 2'048;
    // Some microseconds, about what going to sleep costs.
    static constexpr std::uint32_t kSpinsMin = 64;

    std::uint32_t spins_ = kSpinsMax;
    queue::disruptor::Signal signal_;
};

template <Trader T, class Observer>
class TraderStages {
  public:
    struct Parts {
        T trader;
        Observer observer;
    };

    TraderStages(Scheduler scheduler, Parts parts)
        : scheduler_(scheduler),
          trader_(std::move(parts.trader)),
          observer_(std::move(parts.observer)),
          graph_({.slots = kSlots}),
          trade_(graph_, Trade{this}),
          record_(graph_, Record{this}) {
        graph_.first(trade_).then(record_);
        graph_.seal();
    }
    TraderStages(const TraderStages&) = delete;
    TraderStages& operator=(const TraderStages&) = delete;
    ~TraderStages() = default;

    [[nodiscard]] const T& trader() const noexcept { return trader_; }
    [[nodiscard]] const Observer& observer() const noexcept { return observer_; }
    [[nodiscard]] Observer& observer() noexcept { return observer_; }

    /// The Session's trader: each event returns when the trader has answered it.
    class Port {
      public:
        explicit Port(TraderStages& stages) noexcept : stages_(&stages) {}

        void on_packet(Bytes packet, Time now) { stages_->enter(Input::Packet, packet, now); }
        void on_order_bytes(Bytes message, Time now) { stages_->enter(Input::Reply, message, now); }
        void on_timer(Time now) { stages_->enter(Input::Timer, {}, now); }
        /// The time is as the last event left the trader.
        [[nodiscard]] Time wakes_at() const noexcept
            requires requires(const T& trader) { trader.wakes_at(); }
        {
            return stages_->wakes_at_;
        }

        /// The answer to the last event, once.
        template <class Sink>
        void for_each_outgoing(Sink&& sink) {
            const Event* const event = std::exchange(stages_->answered_, nullptr);
            if (event == nullptr) {
                return;
            }
            Bytes rest = event->answer;
            for (const std::size_t length : event->lengths) {
                sink(rest.first(length));
                rest = rest.subspan(length);
            }
        }

      private:
        TraderStages* stages_;
    };
    [[nodiscard]] Port port() noexcept { return Port(*this); }

    /// The Session's observer: the real one is in its stage.
    struct NoObserver {
        void on_packet(const Port& /*port*/, Time /*now*/) const noexcept {}
        void on_reply(const Port& /*port*/, Time /*now*/) const noexcept {}
    };

    /// The stages, for the second thread; returns after stop().
    void run() noexcept {
        HOTPATH_ASSERT(scheduler_ == Scheduler::OtherThread,
                       "run() needs Scheduler::OtherThread: port() runs the stages otherwise");
        while (!record_.is_over()) {
            run_wait_.wait([this] { return poll() != 0 || record_.is_over(); });
        }
    }

    /// No input comes any more: run() returns when it is done with those that came. Any thread.
    void stop() noexcept {
        graph_.drain();
        run_wait_.wake();
    }

  private:
    enum class Input : std::uint8_t { Packet, Reply, Timer };

    struct Event {
        Input input = Input::Packet;
        Time now{};
        std::vector<std::byte> bytes{};      // of the input
        std::vector<std::byte> answer{};     // the trader's messages, one after the other
        std::vector<std::size_t> lengths{};  // of those messages
        Time wakes_at = kNever;              // of a trader that says so
    };

    using Graph = queue::disruptor::Graph<Event, queue::disruptor::Yield>;

    // The answer to one input is read while the next may be recorded; few events stay in the cache.
    static constexpr std::size_t kSlots = 4;

    struct Trade {
        TraderStages* stages;
        void operator()(Event& event) const noexcept { stages->trade(event); }
    };
    struct Record {
        TraderStages* stages;
        void operator()(const Event& event) const noexcept { stages->record(event); }
    };

    void enter(Input input, Bytes bytes, Time now) {
        const auto claimed = graph_.producer().claim();
        Event& event = *claimed;
        event.input = input;
        event.now = now;
        event.bytes.assign(bytes.begin(), bytes.end());
        graph_.producer().publish(claimed);
        if (scheduler_ == Scheduler::SameThread) {
            poll();
        } else {
            run_wait_.wake();
            const auto next = claimed.first_seq() + 1;
            port_wait_.wait([&] { return trade_.next() == next; });
        }
        answered_ = &event;
        wakes_at_ = event.wakes_at;
    }

    std::size_t poll() noexcept {
        const std::size_t traded = trade_.poll();
        if (traded != 0 && scheduler_ == Scheduler::OtherThread) {
            port_wait_.wake();
        }
        return traded + record_.poll();
    }

    void trade(Event& event) noexcept {
        switch (event.input) {
            case Input::Packet:
                trader_.on_packet(event.bytes, event.now);
                break;
            case Input::Reply:
                trader_.on_order_bytes(event.bytes, event.now);
                break;
            case Input::Timer:
                trader_.on_timer(event.now);
                break;
        }
        event.answer.clear();
        event.lengths.clear();
        trader_.for_each_outgoing([&](Bytes message) {
            event.answer.insert(event.answer.end(), message.begin(), message.end());
            event.lengths.push_back(message.size());
        });
        if constexpr (requires { trader_.wakes_at(); }) {
            event.wakes_at = trader_.wakes_at();
        }
    }

    void record(const Event& event) noexcept {
        switch (event.input) {
            case Input::Packet:
                observer_.on_packet(std::as_const(trader_), event.now);
                break;
            case Input::Reply:
                observer_.on_reply(std::as_const(trader_), event.now);
                break;
            case Input::Timer:
                if constexpr (requires { observer_.on_timer(std::as_const(trader_), event.now); }) {
                    observer_.on_timer(std::as_const(trader_), event.now);
                }
                break;
        }
    }

    // The thread of port() writes these; the scheduler is constant.
    Scheduler scheduler_;
    const Event* answered_ = nullptr;
    Time wakes_at_ = kNever;
    AdaptiveWait port_wait_;
    // The thread that runs the stages writes these.
    alignas(kCacheLine) T trader_;
    Observer observer_;
    AdaptiveWait run_wait_;
    // Shared.
    Graph graph_;
    queue::disruptor::Stage<Graph, Trade> trade_;
    queue::disruptor::Stage<Graph, Record> record_;
};

}  // namespace hotpath::sim::session
