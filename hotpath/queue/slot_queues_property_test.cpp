// spsc and mpsc against their obvious twin, std::deque: one random stream of every operation,
// from one thread, with ends that come and go; the smallest indices wrap many times.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "hotpath/queue/mpsc.hpp"
#include "hotpath/queue/spsc.hpp"
#include "tests/support/seeds.hpp"

namespace hotpath::queue {
namespace {

using Message = std::array<std::uint64_t, 5>;

template <class QueueOfType>
class Pair {
  public:
    Pair(std::size_t slots, std::uint64_t seed) : queue_(slots), random_(seed) {
        producer_.emplace(queue_.producer());
        consumer_.emplace(queue_.consumer());
    }

    void step() {
        switch (random_.below(9)) {
            case 0:
                push();
                break;
            case 1:
                push_batch();
                break;
            case 2:
                claim();
                break;
            case 3:
                claim_batch();
                break;
            case 4:
                pop();
                break;
            case 5:
                look_and_pop();
                break;
            case 6:
                poll();
                break;
            case 7:
                renew_an_end();
                break;
            default:
                EXPECT_EQ(queue_.size_approximate(), twin_.size());
        }
    }

  private:
    std::size_t room() const { return queue_.slots() - twin_.size(); }
    Message next() {
        Message message;
        message.fill(++seq_);
        return message;
    }

    void push() {
        const Message message = next();
        ASSERT_EQ(producer_->try_push(message), room() > 0);
        if (room() > 0) {
            twin_.push_back(message);
        }
    }
    void push_batch() {
        std::vector<Message> messages(random_.below(queue_.slots() + 2));
        std::ranges::generate(messages, [&] { return next(); });
        const std::size_t pushed = producer_->try_push_batch(messages);
        ASSERT_EQ(pushed, std::min(messages.size(), room()));
        twin_.insert(twin_.end(), messages.begin(),
                     messages.begin() + static_cast<std::ptrdiff_t>(pushed));
    }
    void claim() {
        Message* const place = producer_->claim();
        ASSERT_EQ(place != nullptr, room() > 0);
        if (place != nullptr) {
            *place = next();
            twin_.push_back(*place);
            producer_->publish();
        }
    }
    void claim_batch() {
        const std::size_t wanted = random_.below(queue_.slots() + 2);
        const auto batch = producer_->claim(wanted);
        ASSERT_EQ(batch.size(), std::min(wanted, room()));
        for (Message& place : batch) {
            place = next();
            twin_.push_back(place);
        }
        producer_->publish(batch.size());
    }
    void pop() {
        Message message;
        ASSERT_EQ(consumer_->try_pop(message), !twin_.empty());
        if (!twin_.empty()) {
            expect_next(message);
        }
    }
    void look_and_pop() {
        const Message* const front = consumer_->front();
        ASSERT_EQ(front != nullptr, !twin_.empty());
        if (front != nullptr) {
            expect_next(*front);
            consumer_->pop();
        }
    }
    void poll() {
        const std::size_t most = random_.below(queue_.slots() + 2);
        const std::size_t expected = std::min(most, twin_.size());
        ASSERT_EQ(consumer_->poll([&](const Message& m) { expect_next(m); }, most), expected);
    }
    void renew_an_end() {
        if (random_.one_in(2)) {
            producer_.reset();
            producer_.emplace(queue_.producer());
        } else {
            consumer_.reset();
            consumer_.emplace(queue_.consumer());
        }
    }
    void expect_next(const Message& message) {
        EXPECT_EQ(message, twin_.front());
        twin_.pop_front();
    }

    QueueOfType queue_;
    std::deque<Message> twin_;
    std::optional<decltype(queue_.producer())> producer_;
    std::optional<decltype(queue_.consumer())> consumer_;
    Random random_;
    std::uint64_t seq_ = 0;
};

template <class QueueOfType>
class SlotQueuesProperty : public testing::Test {};
using Queues = testing::Types<SpscQueue<Message, std::uint8_t>, SpscQueue<Message, std::uint16_t>,
                              SpscQueue<Message>, SpscQueue<Message, std::uint8_t, Packed>,
                              PackedSpscQueue<Message>, MpscQueue<Message, std::uint8_t>,
                              MpscQueue<Message, std::uint16_t>, MpscQueue<Message>>;
TYPED_TEST_SUITE(SlotQueuesProperty, Queues);

TYPED_TEST(SlotQueuesProperty, EveryRandomStreamGivesWhatADequeGives) {
    Random random(support::seed_of_this_test(20'261'121));
    const int steps = support::is_long_run() ? 10'000'000 : 60'000;
    for (const std::size_t slots : {4U, 8U, 32U}) {
        Pair<TypeParam> pair(slots, random.next());
        for (int i = 0; i < steps; ++i) {
            pair.step();
            ASSERT_FALSE(this->HasFailure()) << "at step " << i << " with " << slots << " slots";
        }
    }
}

}  // namespace
}  // namespace hotpath::queue
