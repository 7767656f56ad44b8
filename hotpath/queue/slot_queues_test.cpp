// Common guarantees of spsc and mpsc, seen from one thread: order, the edges of full and empty,
// places that are written and read without a copy, batches that wrap, and new producers and
// consumers.

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <ostream>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/core/fixed_vector.hpp"
#include "hotpath/queue/mpsc.hpp"
#include "hotpath/queue/spsc.hpp"
#include "tests/support/no_alloc_scope.hpp"

namespace hotpath::queue {
namespace {

struct Message {
    std::uint64_t seq = 0;
    std::array<std::uint64_t, 4> payload{};
};

Message message(std::uint64_t seq) {
    return {.seq = seq, .payload = {seq, seq, seq, seq}};
}

constexpr std::size_t kSlots = 8;

/// The two ends and the ring as both kinds of queue have them, behind virtual calls: a test is
/// compiled once, not for each kind and index.
class Consumer {
  public:
    virtual ~Consumer() = default;
    virtual bool try_pop(Message& into) = 0;
    virtual Message* front() = 0;
    virtual void pop() = 0;
    virtual std::size_t poll(const std::function<void(Message&)>& visit, std::size_t max) = 0;
};

class Queue {
  public:
    virtual ~Queue() = default;
    virtual bool try_push(const Message& message) = 0;
    virtual std::size_t try_push_batch(std::span<const Message> messages) = 0;
    virtual Message* claim() = 0;
    virtual void publish() = 0;
    virtual FixedVector<Message*, kSlots> claim(std::size_t slots_max) = 0;
    virtual void publish(std::size_t slots) = 0;
    virtual std::unique_ptr<Consumer> consumer() = 0;
    virtual std::size_t slots() const = 0;
    virtual std::size_t size_approximate() const = 0;
};

/// An end that was moved, and what it was moved from, which must hand back nothing when it goes.
template <class End>
class ConsumerOf final : public Consumer {
  public:
    explicit ConsumerOf(End&& end) : moved_from_(std::move(end)), end_(std::move(moved_from_)) {}
    bool try_pop(Message& into) override { return end_.try_pop(into); }
    Message* front() override { return end_.front(); }
    void pop() override { end_.pop(); }
    std::size_t poll(const std::function<void(Message&)>& visit, std::size_t max) override {
        return end_.poll(visit, max);
    }

  private:
    End moved_from_;
    End end_;
};

/// A queue with its producer; for batches, where each place lies.
template <class QueueOfType>
class QueueOf final : public Queue {
  public:
    bool try_push(const Message& message) override { return producer_.try_push(message); }
    std::size_t try_push_batch(std::span<const Message> messages) override {
        return producer_.try_push_batch(messages);
    }
    Message* claim() override { return producer_.claim(); }
    void publish() override { producer_.publish(); }
    FixedVector<Message*, kSlots> claim(std::size_t slots_max) override {
        FixedVector<Message*, kSlots> places;
        for (Message& place : producer_.claim(slots_max)) {
            EXPECT_TRUE(places.try_push_back(&place));
        }
        return places;
    }
    void publish(std::size_t slots) override { producer_.publish(slots); }
    std::unique_ptr<Consumer> consumer() override {
        return std::make_unique<ConsumerOf<decltype(queue_.consumer())>>(queue_.consumer());
    }
    std::size_t slots() const override { return queue_.slots(); }
    std::size_t size_approximate() const override { return queue_.size_approximate(); }

  private:
    QueueOfType queue_{kSlots};
    decltype(queue_.producer()) producer_ = queue_.producer();
};

struct Kind {
    std::string_view name;
    std::unique_ptr<Queue> (*make)() = nullptr;

    friend void PrintTo(const Kind& kind, std::ostream* out) { *out << kind.name; }
};

template <class QueueOfType>
Kind kind(std::string_view name) {
    return {name,
            []() -> std::unique_ptr<Queue> { return std::make_unique<QueueOf<QueueOfType>>(); }};
}

class SlotQueues : public testing::TestWithParam<Kind> {
  protected:
    void push(std::uint64_t seq) { EXPECT_TRUE(queue_->try_push(message(seq))) << seq; }
    std::vector<std::uint64_t> drain() {
        std::vector<std::uint64_t> seqs;
        consumer_->poll([&](const Message& m) { seqs.push_back(m.seq); }, kSlots);
        return seqs;
    }
    // Moves the ring on, so that what follows meets its end after `slots` more.
    void move_to(std::size_t slots_before_end) {
        Message ignored;
        while ((++moved_ + slots_before_end) % kSlots != 0) {
            push(0);
            ASSERT_TRUE(consumer_->try_pop(ignored));
        }
    }

    std::unique_ptr<Queue> queue_ = GetParam().make();
    std::unique_ptr<Consumer> consumer_ = queue_->consumer();
    std::size_t moved_ = kSlots - 1;
};

const Kind kKinds[] = {kind<SpscQueue<Message, std::uint8_t>>("spsc of 8 bits"),
                       kind<SpscQueue<Message, std::uint16_t>>("spsc of 16 bits"),
                       kind<SpscQueue<Message>>("spsc of 64 bits"),
                       kind<SpscQueue<Message, std::uint8_t, Packed>>("packed spsc of 8 bits"),
                       kind<PackedSpscQueue<Message>>("packed spsc of 64 bits"),
                       kind<MpscQueue<Message, std::uint8_t>>("mpsc of 8 bits"),
                       kind<MpscQueue<Message, std::uint16_t>>("mpsc of 16 bits"),
                       kind<MpscQueue<Message>>("mpsc of 64 bits")};
INSTANTIATE_TEST_SUITE_P(OfEachKindAndIndex, SlotQueues, testing::ValuesIn(kKinds));

TEST_P(SlotQueues, MessagesComeOutAsTheyWentIn) {
    push(1);
    push(2);
    Message first;
    ASSERT_TRUE(consumer_->try_pop(first));
    EXPECT_EQ(first.seq, 1U);
    EXPECT_EQ(first.payload, message(1).payload);
    EXPECT_EQ(drain(), std::vector<std::uint64_t>{2});
}

TEST_P(SlotQueues, AnEmptyQueueRefusesAPopAndLeavesTheTargetAlone) {
    Message into = message(7);
    EXPECT_FALSE(consumer_->try_pop(into));
    EXPECT_EQ(into.seq, 7U);
    EXPECT_EQ(consumer_->front(), nullptr);
    EXPECT_TRUE(drain().empty());
}

TEST_P(SlotQueues, EverySlotIsUsedAndOneMoreRefused) {
    for (std::uint64_t i = 0; i < kSlots; ++i) {
        push(i);
    }
    EXPECT_FALSE(queue_->try_push(message(99)));
    EXPECT_EQ(queue_->claim(), nullptr);
    EXPECT_EQ(drain(), (std::vector<std::uint64_t>{0, 1, 2, 3, 4, 5, 6, 7}));
}

TEST_P(SlotQueues, OnePopMakesRoomForOnePush) {
    std::uint64_t seq = 0;
    while (queue_->try_push(message(seq))) {
        ++seq;
    }
    Message oldest;
    for (std::uint64_t i = 0; i < 1'000; ++i) {
        ASSERT_TRUE(consumer_->try_pop(oldest));
        ASSERT_EQ(oldest.seq, i);
        push(i + kSlots);
        ASSERT_FALSE(queue_->try_push(message(99)));
    }
}

TEST_P(SlotQueues, AConsumerThatGoesHandsBackEveryPlace) {
    for (std::size_t popped = 0; popped <= kSlots; ++popped) {
        for (std::size_t i = 0; i < kSlots; ++i) {
            push(i);
        }
        std::unique_ptr<Consumer> going = queue_->consumer();
        EXPECT_EQ(going->poll([](Message&) {}, popped), popped);
        going.reset();
        EXPECT_EQ(queue_->claim(kSlots).size(), popped);
        queue_->publish(0);
        const auto rest = queue_->consumer();
        EXPECT_EQ(rest->poll([](Message&) {}, kSlots), kSlots - popped);
    }
}

TEST_P(SlotQueues, AnEmptyQueueStaysRightThroughManyWrapsOfTheIndex) {
    Message received;
    for (std::uint64_t i = 0; i < 200'000; ++i) {
        push(i);
        ASSERT_TRUE(consumer_->try_pop(received));
        ASSERT_EQ(received.seq, i);
        ASSERT_EQ(consumer_->front(), nullptr);
    }
}

TEST_P(SlotQueues, AClaimIsSeenOnlyWhenPublished) {
    Message* const place = queue_->claim();
    ASSERT_NE(place, nullptr);
    *place = message(5);
    EXPECT_EQ(consumer_->front(), nullptr);
    queue_->publish();
    EXPECT_EQ(drain(), std::vector<std::uint64_t>{5});
}

TEST_P(SlotQueues, AnUnpublishedClaimIsClaimedAgain) {
    Message* const place = queue_->claim();
    EXPECT_EQ(queue_->claim(), place);
    EXPECT_EQ(queue_->claim(3)[0], place);
    push(6);
    EXPECT_EQ(place->seq, 6U);
    EXPECT_EQ(drain(), std::vector<std::uint64_t>{6});
}

TEST_P(SlotQueues, TheFrontStaysInPlaceUntilItIsPopped) {
    push(1);
    push(2);
    const Message* const front = consumer_->front();
    EXPECT_EQ(consumer_->front(), front);
    EXPECT_EQ(front->seq, 1U);
    consumer_->pop();
    EXPECT_EQ(consumer_->front()->seq, 2U);
}

TEST_P(SlotQueues, ABatchWrapsInsideAtEveryPlace) {
    for (std::size_t before_end = 1; before_end < kSlots; ++before_end) {
        move_to(before_end);
        const auto batch = queue_->claim(kSlots);
        ASSERT_EQ(batch.size(), kSlots);
        std::uint64_t seq = 0;
        for (Message* const place : batch) {
            *place = message(seq++);
        }
        EXPECT_EQ(consumer_->front(), nullptr);
        queue_->publish(kSlots);
        EXPECT_EQ(drain(), (std::vector<std::uint64_t>{0, 1, 2, 3, 4, 5, 6, 7}));
    }
}

TEST_P(SlotQueues, ABatchIsAsLongAsThereIsRoom) {
    for (std::size_t held = 0; held <= kSlots; ++held) {
        for (std::size_t i = 0; i < held; ++i) {
            push(i);
        }
        const std::size_t free = kSlots - held;
        EXPECT_EQ(queue_->claim(1'000).size(), free);
        EXPECT_EQ(queue_->claim(1'000).empty(), free == 0);
        queue_->publish(0);
        EXPECT_EQ(drain().size(), held);
    }
}

TEST_P(SlotQueues, APushedBatchKeepsItsOrderAndSaysWhatFitted) {
    std::vector<Message> messages;
    messages.reserve(kSlots + 3);
    for (std::uint64_t i = 0; i < kSlots + 3; ++i) {
        messages.push_back(message(i));
    }
    push(100);
    EXPECT_EQ(queue_->try_push_batch(messages), kSlots - 1);
    EXPECT_EQ(queue_->try_push_batch(messages), 0U);
    EXPECT_EQ(drain(), (std::vector<std::uint64_t>{100, 0, 1, 2, 3, 4, 5, 6}));
    EXPECT_EQ(queue_->try_push_batch({}), 0U);
}

TEST_P(SlotQueues, APollTakesNoMoreThanItIsAllowed) {
    for (std::uint64_t i = 0; i < 5; ++i) {
        push(i);
    }
    std::vector<std::uint64_t> seen;
    const auto visit = [&](Message& m) { seen.push_back(m.seq); };
    EXPECT_EQ(consumer_->poll(visit, 0), 0U);
    EXPECT_EQ(consumer_->poll(visit, 3), 3U);
    EXPECT_EQ(consumer_->poll(visit, 3), 2U);
    EXPECT_EQ(seen, (std::vector<std::uint64_t>{0, 1, 2, 3, 4}));
}

TEST_P(SlotQueues, TheSizeIsExactWhenBothEndsAreAtRest) {
    EXPECT_EQ(queue_->slots(), kSlots);
    for (std::size_t held = 0; held < 1'000; ++held) {
        ASSERT_EQ(queue_->size_approximate(), 0U);
        push(1);
        push(2);
        ASSERT_EQ(queue_->size_approximate(), 2U);
        drain();
    }
}

TEST_P(SlotQueues, TheHotPathAllocatesNothing) {
    const std::array<Message, 3> messages{};
    Message into;
    const NoAllocScope scope;
    for (int i = 0; i < 100; ++i) {
        static_cast<void>(queue_->try_push(message(1)));
        static_cast<void>(queue_->try_push_batch(messages));
        static_cast<void>(queue_->claim(2));
        queue_->publish(2);
        static_cast<void>(consumer_->try_pop(into));
        consumer_->poll([](Message&) {}, kSlots);
    }
    EXPECT_EQ(scope.allocations(), 0U);
    EXPECT_EQ(scope.deallocations(), 0U);
}

TEST_P(SlotQueues, ANewConsumerSeesAgainWhatTheLastOneDidNotPop) {
    for (std::uint64_t i = 0; i < 3; ++i) {
        push(i);
    }
    {
        const auto dying = queue_->consumer();
        ASSERT_NE(dying->front(), nullptr);
        dying->pop();
        ASSERT_EQ(dying->front()->seq, 1U);
    }
    const auto next = queue_->consumer();
    std::vector<std::uint64_t> seen;
    next->poll([&](Message& m) { seen.push_back(m.seq); }, kSlots);
    EXPECT_EQ(seen, (std::vector<std::uint64_t>{1, 2}));
}

// What a crash may leave: notes that are behind the slots by as much as fits in a ring.
template <class QueueOfType>
class SlotQueuesOfWords : public testing::Test {};
using QueuesOfWords =
    testing::Types<SpscQueue<std::uint64_t>, PackedSpscQueue<std::uint64_t>,
                   SpscQueue<std::uint64_t, std::uint8_t>, MpscQueue<std::uint64_t>,
                   MpscQueue<std::uint64_t, std::uint8_t>>;
TYPED_TEST_SUITE(SlotQueuesOfWords, QueuesOfWords);

TYPED_TEST(SlotQueuesOfWords, EndsThatComeAndGoLoseNothing) {
    TypeParam queue(4);
    std::uint64_t pushed = 0;
    std::uint64_t popped = 0;
    for (int i = 0; i < 3'000; ++i) {
        auto producer = queue.producer();
        for (int n = 0; n < i % 6 && producer.try_push(pushed); ++n) {
            ++pushed;
        }
        auto consumer = queue.consumer();
        for (std::uint64_t seq = 0;
             popped < pushed - static_cast<std::uint64_t>(i % 3 % 2) && consumer.try_pop(seq);
             ++popped) {
            ASSERT_EQ(seq, popped);
        }
    }
    EXPECT_GT(popped, 1'000U);
}

template <class QueueOfStrings>
class SlotQueuesOfMovables : public testing::Test {};
using QueuesOfMovables = testing::Types<SpscQueue<std::unique_ptr<std::string>>,
                                        PackedSpscQueue<std::unique_ptr<std::string>>,
                                        MpscQueue<std::unique_ptr<std::string>>>;
TYPED_TEST_SUITE(SlotQueuesOfMovables, QueuesOfMovables);

TYPED_TEST(SlotQueuesOfMovables, WhatCanOnlyBeMovedIsMovedThrough) {
    TypeParam queue(4);
    auto producer = queue.producer();
    auto consumer = queue.consumer();
    for (int i = 0; i < 20; ++i) {
        auto sent = std::make_unique<std::string>("a string that is long enough to allocate");
        const std::string* const address = sent.get();
        ASSERT_TRUE(producer.try_push(std::move(sent)));
        std::unique_ptr<std::string> received;
        ASSERT_TRUE(consumer.try_pop(received));
        EXPECT_EQ(received.get(), address);
    }
}

TYPED_TEST(SlotQueuesOfMovables, ARefusedMessageIsNotMovedFrom) {
    TypeParam queue(4);
    auto producer = queue.producer();
    while (producer.try_emplace(std::make_unique<std::string>("fill"))) {
    }
    auto refused = std::make_unique<std::string>("still mine");
    EXPECT_FALSE(producer.try_push(std::move(refused)));
    // What the test asks: NOLINTNEXTLINE(bugprone-use-after-move,clang-analyzer-cplusplus.Move)
    EXPECT_EQ(*refused, "still mine");
}

// Counts the living, so that a message destroyed twice or never is found.
struct Counted {
    explicit Counted(int& living) noexcept : living_(&living) { ++*living_; }
    Counted(Counted&& other) noexcept : living_(other.living_) { ++*living_; }
    Counted& operator=(Counted&&) noexcept = default;
    ~Counted() { --*living_; }

    int* living_;
};

template <class QueueOfCounted>
class SlotQueuesOfCounted : public testing::Test {};
using QueuesOfCounted =
    testing::Types<SpscQueue<Counted>, PackedSpscQueue<Counted>, MpscQueue<Counted>>;
TYPED_TEST_SUITE(SlotQueuesOfCounted, QueuesOfCounted);

TYPED_TEST(SlotQueuesOfCounted, EveryMessageIsDestroyedOnce) {
    int living = 0;
    {
        TypeParam queue(8);
        auto producer = queue.producer();
        auto consumer = queue.consumer();
        for (int i = 0; i < 30; ++i) {
            ASSERT_TRUE(producer.try_emplace(living));
            ASSERT_TRUE(producer.try_emplace(living));
            EXPECT_EQ(living, 2);
            consumer.pop();
            Counted taken(living);
            ASSERT_TRUE(consumer.try_pop(taken));
            EXPECT_EQ(living, 1);
        }
        for (int i = 0; i < 5; ++i) {
            ASSERT_TRUE(producer.try_emplace(living));
        }
        EXPECT_EQ(living, 5);
    }
    EXPECT_EQ(living, 0) << "the queue destroys what was not popped";
}

}  // namespace
}  // namespace hotpath::queue
