// What spsc and mpsc promise alike, seen from one thread: order, the edges of full and empty,
// places that are written and read without a copy, batches that wrap, and who comes after whom.

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/core/no_alloc_scope.hpp"
#include "hotpath/queue/mpsc.hpp"
#include "hotpath/queue/spsc.hpp"

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

template <class QueueOfType>
class SlotQueues : public testing::Test {
  protected:
    std::vector<std::uint64_t> drain() {
        std::vector<std::uint64_t> seqs;
        consumer_.poll([&](const Message& m) { seqs.push_back(m.seq); }, kSlots);
        return seqs;
    }
    // Moves the ring on, so that what follows meets its end after `slots` more.
    void move_to(std::size_t slots_before_end) {
        Message ignored;
        while ((++moved_ + slots_before_end) % kSlots != 0) {
            ASSERT_TRUE(producer_.try_push(message(0)));
            ASSERT_TRUE(consumer_.try_pop(ignored));
        }
    }

    QueueOfType queue_{kSlots};
    decltype(queue_.producer()) producer_ = queue_.producer();
    decltype(queue_.consumer()) consumer_ = queue_.consumer();
    std::size_t moved_ = kSlots - 1;
};

using Queues = testing::Types<SpscQueue<Message>, SpscQueue<Message, std::uint8_t>,
                              SpscQueue<Message, std::uint16_t>, MpscQueue<Message>,
                              MpscQueue<Message, std::uint8_t>, MpscQueue<Message, std::uint16_t>>;
TYPED_TEST_SUITE(SlotQueues, Queues);

TYPED_TEST(SlotQueues, MessagesComeOutAsTheyWentIn) {
    ASSERT_TRUE(this->producer_.try_push(message(1)));
    ASSERT_TRUE(this->producer_.try_push(message(2)));
    Message first;
    ASSERT_TRUE(this->consumer_.try_pop(first));
    EXPECT_EQ(first.seq, 1U);
    EXPECT_EQ(first.payload, message(1).payload);
    EXPECT_EQ(this->drain(), std::vector<std::uint64_t>{2});
}

TYPED_TEST(SlotQueues, AnEmptyQueueRefusesAPopAndLeavesTheTargetAlone) {
    Message into = message(7);
    EXPECT_FALSE(this->consumer_.try_pop(into));
    EXPECT_EQ(into.seq, 7U);
    EXPECT_EQ(this->consumer_.front(), nullptr);
    EXPECT_TRUE(this->drain().empty());
}

TYPED_TEST(SlotQueues, EverySlotIsUsedAndOneMoreRefused) {
    for (std::uint64_t i = 0; i < kSlots; ++i) {
        EXPECT_TRUE(this->producer_.try_push(message(i))) << i;
    }
    EXPECT_FALSE(this->producer_.try_push(message(99)));
    EXPECT_EQ(this->producer_.claim(), nullptr);
    EXPECT_EQ(this->drain(), (std::vector<std::uint64_t>{0, 1, 2, 3, 4, 5, 6, 7}));
}

TYPED_TEST(SlotQueues, OnePopMakesRoomForOnePush) {
    std::uint64_t seq = 0;
    while (this->producer_.try_push(message(seq))) {
        ++seq;
    }
    Message oldest;
    for (std::uint64_t i = 0; i < 1'000; ++i) {
        ASSERT_TRUE(this->consumer_.try_pop(oldest));
        ASSERT_EQ(oldest.seq, i);
        ASSERT_TRUE(this->producer_.try_push(message(i + kSlots)));
        ASSERT_FALSE(this->producer_.try_push(message(99)));
    }
}

TYPED_TEST(SlotQueues, AConsumerThatGoesHandsBackEveryPlace) {
    for (std::size_t popped = 0; popped <= kSlots; ++popped) {
        for (std::size_t i = 0; i < kSlots; ++i) {
            ASSERT_TRUE(this->producer_.try_push(message(i)));
        }
        std::vector<decltype(this->queue_.consumer())> going;
        going.push_back(this->queue_.consumer());
        going.push_back(std::move(going.back()));  // and one that was moved from hands back nothing
        EXPECT_EQ(going.back().poll([](Message&) {}, popped), popped);
        going.clear();
        EXPECT_EQ(this->producer_.claim(kSlots).size(), popped);
        this->producer_.publish(0);
        auto rest = this->queue_.consumer();
        EXPECT_EQ(rest.poll([](Message&) {}, kSlots), kSlots - popped);
    }
}

TYPED_TEST(SlotQueues, AnEmptyQueueStaysRightThroughManyWrapsOfTheIndex) {
    Message received;
    for (std::uint64_t i = 0; i < 200'000; ++i) {
        ASSERT_TRUE(this->producer_.try_push(message(i)));
        ASSERT_TRUE(this->consumer_.try_pop(received));
        ASSERT_EQ(received.seq, i);
        ASSERT_EQ(this->consumer_.front(), nullptr);
    }
}

TYPED_TEST(SlotQueues, AClaimIsSeenOnlyWhenPublished) {
    Message* const place = this->producer_.claim();
    ASSERT_NE(place, nullptr);
    *place = message(5);
    EXPECT_EQ(this->consumer_.front(), nullptr);
    this->producer_.publish();
    EXPECT_EQ(this->drain(), std::vector<std::uint64_t>{5});
}

TYPED_TEST(SlotQueues, AnUnpublishedClaimIsClaimedAgain) {
    Message* const place = this->producer_.claim();
    EXPECT_EQ(this->producer_.claim(), place);
    EXPECT_EQ(&this->producer_.claim(3)[0], place);
    ASSERT_TRUE(this->producer_.try_push(message(6)));
    EXPECT_EQ(place->seq, 6U);
    EXPECT_EQ(this->drain(), std::vector<std::uint64_t>{6});
}

TYPED_TEST(SlotQueues, TheFrontStaysInPlaceUntilItIsPopped) {
    ASSERT_TRUE(this->producer_.try_push(message(1)));
    ASSERT_TRUE(this->producer_.try_push(message(2)));
    const Message* const front = this->consumer_.front();
    EXPECT_EQ(this->consumer_.front(), front);
    EXPECT_EQ(front->seq, 1U);
    this->consumer_.pop();
    EXPECT_EQ(this->consumer_.front()->seq, 2U);
}

TYPED_TEST(SlotQueues, ABatchWrapsInsideAtEveryPlace) {
    for (std::size_t before_end = 1; before_end < kSlots; ++before_end) {
        this->move_to(before_end);
        const auto batch = this->producer_.claim(kSlots);
        ASSERT_EQ(batch.size(), kSlots);
        std::uint64_t seq = 0;
        for (Message& place : batch) {
            place = message(seq++);
        }
        EXPECT_EQ(this->consumer_.front(), nullptr);
        this->producer_.publish(kSlots);
        EXPECT_EQ(this->drain(), (std::vector<std::uint64_t>{0, 1, 2, 3, 4, 5, 6, 7}));
    }
}

TYPED_TEST(SlotQueues, ABatchIsAsLongAsThereIsRoom) {
    for (std::size_t held = 0; held <= kSlots; ++held) {
        for (std::size_t i = 0; i < held; ++i) {
            ASSERT_TRUE(this->producer_.try_push(message(i)));
        }
        const std::size_t free = kSlots - held;
        EXPECT_EQ(this->producer_.claim(1'000).size(), free);
        EXPECT_EQ(this->producer_.claim(1'000).empty(), free == 0);
        this->producer_.publish(0);
        EXPECT_EQ(this->drain().size(), held);
    }
}

TYPED_TEST(SlotQueues, APushedBatchKeepsItsOrderAndSaysWhatFitted) {
    std::vector<Message> messages;
    messages.reserve(kSlots + 3);
    for (std::uint64_t i = 0; i < kSlots + 3; ++i) {
        messages.push_back(message(i));
    }
    ASSERT_TRUE(this->producer_.try_push(message(100)));
    EXPECT_EQ(this->producer_.try_push_batch(messages), kSlots - 1);
    EXPECT_EQ(this->producer_.try_push_batch(messages), 0U);
    EXPECT_EQ(this->drain(), (std::vector<std::uint64_t>{100, 0, 1, 2, 3, 4, 5, 6}));
    EXPECT_EQ(this->producer_.try_push_batch({}), 0U);
}

TYPED_TEST(SlotQueues, APollTakesNoMoreThanItIsAllowed) {
    for (std::uint64_t i = 0; i < 5; ++i) {
        ASSERT_TRUE(this->producer_.try_push(message(i)));
    }
    std::vector<std::uint64_t> seen;
    const auto visit = [&](Message& m) { seen.push_back(m.seq); };
    EXPECT_EQ(this->consumer_.poll(visit, 0), 0U);
    EXPECT_EQ(this->consumer_.poll(visit, 3), 3U);
    EXPECT_EQ(this->consumer_.poll(visit, 3), 2U);
    EXPECT_EQ(seen, (std::vector<std::uint64_t>{0, 1, 2, 3, 4}));
}

TYPED_TEST(SlotQueues, TheSizeIsExactWhenBothEndsAreAtRest) {
    EXPECT_EQ(this->queue_.slots(), kSlots);
    for (std::size_t held = 0; held < 1'000; ++held) {
        ASSERT_EQ(this->queue_.size_approximate(), 0U);
        ASSERT_TRUE(this->producer_.try_push(message(1)));
        ASSERT_TRUE(this->producer_.try_push(message(2)));
        ASSERT_EQ(this->queue_.size_approximate(), 2U);
        this->drain();
    }
}

TYPED_TEST(SlotQueues, TheHotPathAllocatesNothing) {
    const std::array<Message, 3> messages{};
    Message into;
    const NoAllocScope scope;
    for (int i = 0; i < 100; ++i) {
        static_cast<void>(this->producer_.try_push(message(1)));
        static_cast<void>(this->producer_.try_push_batch(messages));
        static_cast<void>(this->producer_.claim(2));
        this->producer_.publish(2);
        static_cast<void>(this->consumer_.try_pop(into));
        this->consumer_.poll([](Message&) {}, kSlots);
    }
    EXPECT_EQ(scope.allocations(), 0U);
    EXPECT_EQ(scope.deallocations(), 0U);
}

TYPED_TEST(SlotQueues, ANewConsumerSeesAgainWhatTheLastOneDidNotPop) {
    for (std::uint64_t i = 0; i < 3; ++i) {
        ASSERT_TRUE(this->producer_.try_push(message(i)));
    }
    {
        auto dying = this->queue_.consumer();
        ASSERT_NE(dying.front(), nullptr);
        dying.pop();
        ASSERT_EQ(dying.front()->seq, 1U);
    }
    auto next = this->queue_.consumer();
    std::vector<std::uint64_t> seen;
    next.poll([&](Message& m) { seen.push_back(m.seq); }, kSlots);
    EXPECT_EQ(seen, (std::vector<std::uint64_t>{1, 2}));
}

// What a crash may leave: notes that are behind the slots by as much as fits in a ring.
template <class QueueOfType>
class SlotQueuesOfWords : public testing::Test {};
using QueuesOfWords =
    testing::Types<SpscQueue<std::uint64_t>, SpscQueue<std::uint64_t, std::uint8_t>,
                   MpscQueue<std::uint64_t>, MpscQueue<std::uint64_t, std::uint8_t>>;
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
using QueuesOfCounted = testing::Types<SpscQueue<Counted>, MpscQueue<Counted>>;
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
    EXPECT_EQ(living, 0) << "the queue destroys what nobody popped";
}

}  // namespace
}  // namespace hotpath::queue
