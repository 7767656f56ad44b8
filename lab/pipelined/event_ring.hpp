#pragma once
/// EventRing: publishes events into the ring of a pipelined engine, for events that the gateway
/// stage may answer. Answers have a queue of fixed size, read by the stage that writes the ring: if
/// both were full, each side would wait for the other. So an event goes in only when there is room
/// for all possible answers to it and to the events in flight. Threads: the book stage's.
/// Allocation: none. Complexity: O(1).

#include <cstddef>
#include <cstdint>
#include <utility>

#include "hotpath/queue/spsc.hpp"
#include "lab/pipelined/event.hpp"
#include "lab/pipelined/pipeline_options.hpp"

namespace hotpath::engine::pipelined {

/// `Producer` is the graph's; `Behind` its last stage, whose next() is the progress of all stages.
template <class Producer, class Behind>
class EventRing {
  public:
    EventRing(const PipelineOptions& options, Producer producer, const Behind& behind,
              const queue::SpscQueue<Feedback>& answers)
        : producer_(producer),
          behind_(&behind),
          answers_(&answers),
          answers_of_event_(options.answers_max()),
          answers_max_(options.feedback_max()) {}

    /// Number of events published.
    [[nodiscard]] std::uint64_t events() const noexcept { return events_; }

    /// Calls fill(Event&) and publishes it; false when there is no slot for it, or no room for its
    /// answers.
    template <class Fill>
    [[nodiscard]] bool publish(bool is_answered, Fill&& fill) noexcept {
        if (is_answered && !has_credit()) {
            return false;
        }
        const auto claimed = producer_.try_claim();
        if (!claimed) {
            return false;
        }
        fill(*claimed);
        producer_.publish(claimed);
        ++events_;
        credits_ -= credits_ == 0 ? 0U : 1U;  // also for unanswered ones: they count as in flight
        return true;
    }

    /// Nothing is in flight and the waiting answers leave no room for another event's. Whether and
    /// before which event this happens depends on the inputs alone: answers only accumulate while
    /// events are in flight, so room found early would also be found late.
    [[nodiscard]] bool is_starved() const noexcept {
        return events_ == behind_->next() &&
               answers_->size_approximate() + answers_of_event_ > answers_max_;
    }

  private:
    /// How many more events may go in? Recomputed when those are used up. The last stage's progress
    /// is read first: the answers to earlier events are then already in the queue's count.
    [[nodiscard]] bool has_credit() noexcept {
        if (credits_ == 0) {
            const std::uint64_t under_way = events_ - behind_->next();
            const std::size_t queued = answers_->size_approximate();
            const std::size_t room = answers_max_ > queued ? answers_max_ - queued : 0;
            const std::uint64_t events_max = room / answers_of_event_;
            credits_ = events_max > under_way ? events_max - under_way : 0;
        }
        return credits_ != 0;
    }

    Producer producer_;
    const Behind* behind_;
    const queue::SpscQueue<Feedback>* answers_;
    std::size_t answers_of_event_;  // of one event at most
    std::size_t answers_max_;
    std::uint64_t events_ = 0;
    std::uint64_t credits_ = 0;
};

}  // namespace hotpath::engine::pipelined
