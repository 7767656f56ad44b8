#pragma once
/// StrategyStage: runs some of the strategies, each in its slot, on every event in order; parallel
/// to other strategy stages. Intents go into a queue to the gateway stage, marked with the event
/// they answer. A round processes no more events than the queue has room for: it fills only while
/// the gateway waits for other strategies, and empties when the gateway has caught up, so room
/// always comes. Threads: one calls poll(). Allocation: at construction. Complexity: O(slots) an
/// event.

#include <cstddef>
#include <cstdint>
#include <utility>
#include <variant>
#include <vector>

#include "hotpath/book/depth_view.hpp"
#include "hotpath/core/assert.hpp"
#include "hotpath/oms/intent.hpp"
#include "hotpath/queue/disruptor/event_processor.hpp"
#include "hotpath/queue/spsc.hpp"
#include "hotpath/strategy/strategy.hpp"
#include "hotpath/timing/tick_source.hpp"
#include "lab/pipelined/event.hpp"
#include "lab/pipelined/strategy_slot.hpp"

namespace hotpath::engine::pipelined {

/// `Behind` is the gateway stage: its next() is its progress.
template <class Graph, strategy::DepthStrategy S, class Behind, timing::TickSource T>
class StrategyStage {
  public:
    struct Parts {
        std::vector<StrategySlot<S>> slots;
        SlotNumber first_slot;
        std::size_t gateways;
        std::uint32_t own_orders_max;
        queue::SpscQueue<SlotIntent>* queue;
        const Behind* behind;
        T ticks;
    };

    StrategyStage(Graph& graph, Parts parts)
        : slots_(std::move(parts.slots)),
          first_slot_(parts.first_slot),
          gateways_(parts.gateways),
          shown_(parts.own_orders_max),
          out_(parts.queue->producer()),
          intents_max_(slots_.size() * oms::kIntentsMax),
          queue_slots_(parts.queue->slots()),
          behind_(parts.behind),
          ticks_(std::move(parts.ticks)),
          stage_(graph, Work{this}) {}

    [[nodiscard]] const StrategySlot<S>& slot(std::size_t i) const noexcept { return slots_[i]; }
    [[nodiscard]] std::size_t slots() const noexcept { return slots_.size(); }
    /// The node of the graph.
    [[nodiscard]] auto& stage() noexcept { return stage_; }

    /// One round; returns the number of events processed.
    std::size_t poll(std::size_t events_max) noexcept {
        if (queue_slots_ - pushed_ < intents_max_) {
            if (behind_->next() != stage_.next()) {
                return 0;
            }
            pushed_ = 0;  // the gateway has taken everything
        }
        return stage_.poll(std::min(events_max, (queue_slots_ - pushed_) / intents_max_));
    }

  private:
    struct Work {
        StrategyStage* stage;
        void operator()(const Event& event, std::uint64_t seq) const noexcept {
            std::visit([&](const auto& body) { stage->on(body, event, seq); }, event.body);
        }
    };

    void on(const BookSeen& seen, const Event& event, std::uint64_t seq) noexcept {
        if (!seen.is_tradable) {
            return;
        }
        const book::DepthView view(seen.depth, shown_, {event.instrument, seen.scale});
        for_each_slot([&](StrategySlot<S>& slot, SlotNumber number) {
            slot.on_book(view, seen, event.now, sender(seq, number));
        });
    }
    void on(const TimerDue& due, const Event& event, std::uint64_t seq) noexcept {
        if (due.is_current) {
            for_each_slot([&](StrategySlot<S>& slot, SlotNumber number) {
                slot.on_timer(event.now, sender(seq, number));
            });
        }
    }
    void on(const strategy::Trade& trade, const Event& event, std::uint64_t) noexcept {
        for_each_slot([&](StrategySlot<S>& slot, SlotNumber) { slot.on_trade(trade, event.now); });
    }
    void on(const strategy::Instrument& instrument, const Event&, std::uint64_t) noexcept {
        for_each_slot([&](StrategySlot<S>& slot, SlotNumber) { slot.on_instrument(instrument); });
    }
    void on(strategy::BooksState state, const Event& event, std::uint64_t) noexcept {
        for_each_slot(
            [&](StrategySlot<S>& slot, SlotNumber) { slot.on_books_state(state, event.now); });
    }
    void on(const OwnShown& shown, const Event&, std::uint64_t) noexcept {
        for (std::size_t i = 0; i < shown.count; ++i) {
            const bool is_found = shown_.show(shown.orders[i]);
            HOTPATH_ASSERT(is_found,
                           "the table of displayed orders must have room for own_orders_max");
        }
    }
    void on(const Session& session, const Event& event, std::uint64_t) noexcept {
        if (!session.is_open) {
            for_each_of(event.gateway, [](StrategySlot<S>& slot) { slot.on_session_lost(); });
        }
    }
    void on(const Feedback& feedback, const Event& event, std::uint64_t) noexcept {
        if (const auto* answer = std::get_if<oms::VenueEvent>(&feedback.what); answer != nullptr) {
            with(feedback.slot, [&](StrategySlot<S>& slot) { slot.on_venue(*answer, event.now); });
        } else if (const auto* refused = std::get_if<Refused>(&feedback.what); refused != nullptr) {
            with(feedback.slot,
                 [&](StrategySlot<S>& slot) { slot.on_refused(*refused, event.now); });
        } else if (const auto* pulled = std::get_if<Pulled>(&feedback.what); pulled != nullptr) {
            for_each_of(feedback.gateway,
                        [&](StrategySlot<S>& slot) { slot.on_pulled(pulled->instrument); });
        } else {
            for_each_of(feedback.gateway,
                        [&](StrategySlot<S>& slot) { slot.on_resumed(event.now); });
        }
    }
    template <class Body>
    void on(const Body&, const Event&, std::uint64_t) noexcept {}  // the gateway's

    template <class Visit>
    void for_each_slot(Visit&& visit) noexcept {
        for (std::size_t i = 0; i < slots_.size(); ++i) {
            visit(slots_[i], static_cast<SlotNumber>(first_slot_ + i));
        }
    }
    template <class Visit>
    void for_each_of(std::uint8_t gateway, Visit&& visit) noexcept {
        for_each_slot([&](StrategySlot<S>& slot, SlotNumber number) {
            if (number % gateways_ == gateway) {
                visit(slot);
            }
        });
    }
    template <class Visit>
    void with(SlotNumber number, Visit&& visit) noexcept {
        if (number >= first_slot_ && number < first_slot_ + slots_.size()) {
            visit(slots_[number - first_slot_]);
        }
    }

    [[nodiscard]] auto sender(std::uint64_t seq, SlotNumber number) noexcept {
        return [this, seq, number](const oms::Intent& intent) {
            SlotIntent* const place = out_.claim();
            HOTPATH_ASSERT(place != nullptr, "poll() must leave room in the ring");
            place->seq = seq;
            place->decide_ticks = ticks_.ticks();
            place->slot = number;
            place->intent = intent;
            out_.publish();
            ++pushed_;
        };
    }

    std::vector<StrategySlot<S>> slots_;
    SlotNumber first_slot_;
    std::size_t gateways_;
    book::ShownOrders shown_;
    queue::SpscProducer<SlotIntent> out_;
    std::size_t intents_max_;  // of one event
    std::size_t queue_slots_;
    std::size_t pushed_ = 0;  // since the queue was seen empty
    const Behind* behind_;
    [[no_unique_address]] T ticks_;
    queue::disruptor::Stage<Graph, Work> stage_;
};

}  // namespace hotpath::engine::pipelined
