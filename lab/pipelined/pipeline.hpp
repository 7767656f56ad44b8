#pragma once
/// Pipeline: the engine as stages that different threads may drive, for many strategies.
///
///               ring of events (disruptor)
///   books() ==========================================> each stage, in order
///      ^     |--> strategies(0) --|
///      |     |--> strategies(1) --+--> gateway() --> sink: bytes
///      |     `--> ...           --'       |
///      `------------ feedback ------------'     accepted, executed, refused, ...
/// It starts no thread: the owner calls each stage's poll() from one or more threads, each stage
/// from one thread at a time. Only the book stage reads the books; strategies see copies
/// (DepthView) and a record of their orders (StrategySlot). The observer's order of the inputs, feedback
/// included, determines every output byte: threads and timing do not matter. Every queue is
/// bounded, and no two stages wait for each other (BookStage). Threads: one a stage at a time.
/// Allocation: at create(). Complexity: O(1) an event and stage besides the strategies'.

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <utility>
#include <vector>

#include "hotpath/core/assert.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/queue/disruptor/graph.hpp"
#include "hotpath/queue/spsc.hpp"
#include "lab/pipelined/book_stage.hpp"
#include "lab/pipelined/gateway_stage.hpp"
#include "lab/pipelined/pipeline_options.hpp"
#include "lab/pipelined/strategy_stage.hpp"

namespace hotpath::engine::pipelined {

template <strategy::DepthStrategy S, gateway::VenueCodec Codec, class Sink,
          timing::TickSource T = timing::NoTicks, class Observer = NoObserver>
class Pipeline {
  public:
    // The wait strategy applies to threads waiting inside the ring: none does, stages are polled.
    using Ring = queue::disruptor::Graph<Event, queue::disruptor::BusySpin>;
    using Gateway = GatewayStage<Ring, Codec, Sink, T>;
    using Account = pipelined::Account<Codec>;
    using Strategies = StrategyStage<Ring, S, Gateway, T>;
    using Books = BookStage<EventRing<queue::disruptor::Producer<Ring>, Gateway>, T, Observer>;

    struct Parts {
        std::vector<S> strategies;  // one a slot
        Sink sink;
        T ticks{};
        Observer observer{};
    };

  private:
    class Key {
        friend Pipeline;
        Key() = default;
    };
    struct Built {
        feed::FilteredItchFeed feed;
        std::vector<Account> accounts;
        std::vector<StrategySlot<S>> slots;
        Sink sink;
        T ticks;
        Observer observer;
    };

  public:
    [[nodiscard]] static Expected<std::unique_ptr<Pipeline>> create(const PipelineOptions& options,
                                                                    Parts parts) {
        if (auto valid = validate(options); !valid) {
            return std::unexpected(valid.error());
        }
        if (parts.strategies.size() != options.slots) {
            return fail("pipeline: the number of strategies must equal slots");
        }
        auto feed = feed::FilteredItchFeed::create(options.engine.books, options.engine.feed,
                                                   feed::SymbolFilter(options.engine.symbols));
        if (!feed) {
            return std::unexpected(feed.error());
        }
        auto accounts = make_accounts(options);
        if (!accounts) {
            return std::unexpected(accounts.error());
        }
        auto slots = make_slots(options, std::move(parts.strategies));
        if (!slots) {
            return std::unexpected(slots.error());
        }
        return std::make_unique<Pipeline>(
            Key(), options,
            Built{std::move(*feed), std::move(*accounts), std::move(*slots), std::move(parts.sink),
                  std::move(parts.ticks), std::move(parts.observer)});
    }

    /// Only create() has a Key.
    Pipeline(Key, const PipelineOptions& options, Built parts)
        : ring_({.slots = options.ring_slots}), feedback_(options.feedback_max()) {
        std::vector<queue::SpscConsumer<SlotIntent>> intents;
        intents.reserve(options.strategy_stages);
        for (std::size_t stage = 0; stage < options.strategy_stages; ++stage) {
            intents.push_back(queues_.emplace_back(options.intents_max(stage)).consumer());
        }
        gateway_ = std::make_unique<Gateway>(
            ring_, options,
            typename Gateway::Parts{std::move(parts.accounts), std::move(intents),
                                    feedback_.producer(), std::move(parts.sink), parts.ticks});
        add_strategies(options, parts);
        ring_.seal();
        books_ = std::make_unique<Books>(
            options, typename Books::Parts{std::move(parts.feed),
                                           {options, ring_.producer(), *gateway_, feedback_},
                                           feedback_.consumer(),
                                           parts.ticks,
                                           std::move(parts.observer)});
    }

    [[nodiscard]] Books& books() noexcept { return *books_; }
    [[nodiscard]] std::size_t strategy_stages() const noexcept { return strategies_.size(); }
    [[nodiscard]] Strategies& strategies(std::size_t stage) noexcept { return strategies_[stage]; }
    [[nodiscard]] Gateway& gateway() noexcept { return *gateway_; }

    /// Every stage has finished all inputs so far, and no feedback waits. Not while other threads
    /// drive stages.
    [[nodiscard]] bool is_quiet() const noexcept {
        return books_->is_flushed() && gateway_->next() == books_->events() &&
               feedback_.size_approximate() == 0;
    }

    /// One thread drives all: polls every stage once. Returns how much was done.
    std::size_t poll(Time now, std::size_t events_max = kEventsMax) noexcept {
        return poll_behind(events_max) + books_->poll(now);
    }
    /// The stages after the books, also in a replay.
    std::size_t poll_behind(std::size_t events_max = kEventsMax) noexcept {
        std::size_t done = 0;
        for (Strategies& stage : strategies_) {
            done += stage.poll(events_max);
        }
        return done + gateway_->poll(events_max);
    }
    /// Takes the input and polls all stages until they are idle: run to completion.
    void run(const Input& input) noexcept {
        const bool is_taken = books_->try_take(input);
        HOTPATH_ASSERT(is_taken, "the ring must have room once all earlier events are consumed");
        do {
            poll(input.now);
        } while (!is_quiet());
    }

    static constexpr std::size_t kEventsMax = 64;  // of a round

  private:
    void add_strategies(const PipelineOptions& options, Built& parts) {
        for (std::size_t stage = 0; stage < options.strategy_stages; ++stage) {
            std::vector<StrategySlot<S>> slots;
            slots.reserve(options.slots_in(stage));
            for (std::size_t slot = 0; slot < options.slots_in(stage); ++slot) {
                slots.push_back(std::move(parts.slots[options.first_slot(stage) + slot]));
            }
            auto& added = strategies_.emplace_back(
                ring_, typename Strategies::Parts{
                           std::move(slots), static_cast<SlotNumber>(options.first_slot(stage)),
                           options.gateways, options.own_orders_max, &queues_[stage],
                           gateway_.get(), parts.ticks});
            ring_.first(added.stage()).then(gateway_->stage());
        }
    }

    [[nodiscard]] static Expected<std::vector<Account>> make_accounts(
        const PipelineOptions& options) {
        std::vector<Account> accounts;
        const gateway::GatewayOptions of_gateway = gateway_options(options.engine);
        for (std::size_t i = 0; i < options.gateways; ++i) {
            auto gateway = gateway::OrderGateway<Codec>::create(of_gateway);
            if (!gateway) {
                return std::unexpected(gateway.error());
            }
            accounts.push_back({std::move(*gateway),
                                OrderIds({.slots = options.slots,
                                          .session_orders = of_gateway.orders.orders_remembered,
                                          .slot_orders = options.slot_orders.orders_remembered})});
        }
        return accounts;
    }
    [[nodiscard]] static Expected<std::vector<StrategySlot<S>>> make_slots(
        const PipelineOptions& options, std::vector<S> strategies) {
        std::vector<StrategySlot<S>> slots;
        oms::OrdersOptions of_slot = options.slot_orders;
        of_slot.instruments_max = options.engine.books.instruments_max;
        for (S& strategy : strategies) {
            auto orders = oms::Orders::create(of_slot);
            if (!orders) {
                return std::unexpected(orders.error());
            }
            slots.emplace_back(std::move(strategy), std::move(*orders));
        }
        return slots;
    }

    Ring ring_;
    std::deque<queue::SpscQueue<SlotIntent>> queues_;  // of each strategy stage
    queue::SpscQueue<Feedback> feedback_;
    std::unique_ptr<Gateway> gateway_;
    std::deque<Strategies> strategies_;
    std::unique_ptr<Books> books_;
};

}  // namespace hotpath::engine::pipelined
