#pragma once
/// EventRing: the way into the ring of a pipelined engine, for events that the gateway stage may
/// have to answer.
///
/// Answers have a queue of fixed size, and who reads it is who writes the ring: if both were full,
/// each side would wait for the other. So an event goes in only when there is room for all answers
/// that it and those under way can have. Threads: the book stage's. Allocation: none. Complexity:
/// O(1).

#include <cstddef>
#include <cstdint>
#include <utility>

#include "hotpath/engine/pipelined/event.hpp"
#include "hotpath/engine/pipelined/pipeline_options.hpp"
#include "hotpath/queue/spsc.hpp"

namespace hotpath::engine::pipelined {

/// `Producer` is the graph's; `Behind` its last stage, whose next() says how far all are.
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

    /// How many went in.
    [[nodiscard]] std::uint64_t events() const noexcept { return events_; }

    /// fill(Event&), and in it goes; false when there is no place for it, or for its answers.
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
        credits_ -= credits_ == 0 ? 0U : 1U;  // those not answered, too: they count as under way
        return true;
    }

    /// Nothing is under way and the answers that wait leave no room for another event's. Whether
    /// and before which event this happens follows from the inputs alone: answers only pile up
    /// while events are under way, so who finds room early would have found it late.
    [[nodiscard]] bool is_starved() const noexcept {
        return events_ == behind_->next() &&
               answers_->size_approximate() + answers_of_event_ > answers_max_;
    }

  private:
    /// May so many more events go in? Asked anew when those are used up. How far the last stage is
    /// is read first: the answers to events before that have been counted in the queue.
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
