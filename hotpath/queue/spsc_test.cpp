// Specific to spsc: a claim that its producer did not live to publish, notes that a crash left
// behind, claims of more than was published, and both ends at work at once.

#include "hotpath/queue/spsc.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "tests/support/seeds.hpp"

namespace hotpath::queue {
namespace {

using Words = std::array<std::uint64_t, 5>;

Words words(std::uint64_t seq) {
    return {seq, ~seq, seq, ~seq, seq};
}

TEST(Spsc, ADeadProducersClaimNeverHappened) {
    SpscQueue<Words> queue(8);
    {
        auto dying = queue.producer();
        ASSERT_TRUE(dying.try_push(words(1)));
        *dying.claim() = words(666);
        dying.claim(4)[3] = words(667);
    }
    auto producer = queue.producer();
    ASSERT_TRUE(producer.try_push(words(2)));
    auto consumer = queue.consumer();
    Words received{};
    ASSERT_TRUE(consumer.try_pop(received));
    EXPECT_EQ(received, words(1));
    ASSERT_TRUE(consumer.try_pop(received));
    EXPECT_EQ(received, words(2));
    EXPECT_FALSE(consumer.try_pop(received));
}

// Of a batch the first message is published last. A producer that dies before that leaves the
// others published behind a free slot, in a ring of `slots`; this is the last of them.
template <class Index, class Layout>
void die_before_the_first_of_a_batch(std::span<std::byte> memory, std::size_t slots,
                                     std::size_t batch) {
    using Queue = SpscRing<Words, Index, Layout>;
    auto* const notes = reinterpret_cast<SpscNotes<Index>*>(memory.data());
    auto* const slot =
        reinterpret_cast<Slot<Words, Index, Layout>*>(memory.data() + sizeof(SpscNotes<Index>));
    const Index first = notes->produced.load();
    SpscProducer<Words, Index, Layout> dying(Queue::attach(memory, slots));
    const std::vector<Words> ghosts(batch, words(666));
    ASSERT_EQ(dying.try_push_batch(ghosts), batch);
    slot[first & (slots - 1)].turn.store(first);
    notes->produced.store(first);
}

template <class Index, class Layout>
void expect_no_ghosts() {
    constexpr std::size_t kAll = 8;
    using Ring = SpscRing<Words, Index, Layout>;
    RingMemory memory(Ring::bytes(kAll));
    const Ring ring = Ring::format(memory.bytes(), kAll);
    SpscConsumer<Words, Index, Layout> consumer(ring);
    std::uint64_t seq = 0;
    for (std::size_t round = 0; round < 300; ++round) {
        die_before_the_first_of_a_batch<Index, Layout>(memory.bytes(), kAll, 1 + round % kAll);
        Words received{};
        ASSERT_FALSE(consumer.try_pop(received));
        SpscProducer<Words, Index, Layout> producer(ring);
        const std::array<Words, 3> batch{words(seq), words(seq + 1), words(seq + 2)};
        ASSERT_EQ(producer.try_push_batch(std::span(batch).first(1 + round % 3)), 1 + round % 3);
        for (std::size_t i = 0; i <= round % 3; ++i) {
            ASSERT_TRUE(consumer.try_pop(received));
            ASSERT_EQ(received, words(seq++));
        }
        ASSERT_FALSE(consumer.try_pop(received)) << "a message that was not published";
    }
}

TEST(Spsc, ABatchWhoseProducerDiedBeforeItsFirstMessageNeverHappened) {
    expect_no_ghosts<std::uint8_t, OwnLine>();
    expect_no_ghosts<std::uint64_t, OwnLine>();
    expect_no_ghosts<std::uint8_t, Packed>();
}

// Looks at the queue while it is copied into it.
struct Witness {
    const std::function<bool()>* is_one_there = nullptr;
    int seen = 0;

    Witness() = default;
    Witness(const Witness& other) noexcept : is_one_there(other.is_one_there) {
        seen = is_one_there != nullptr && (*is_one_there)() ? 1 : 0;
    }
    Witness& operator=(const Witness&) noexcept = default;
    ~Witness() = default;
};

TEST(Spsc, NothingOfABatchIsSeenBeforeItsLastIsWritten) {
    SpscQueue<Witness> queue(128);
    auto producer = queue.producer();
    auto consumer = queue.consumer();
    const std::function<bool()> is_one_there = [&] { return consumer.front() != nullptr; };
    std::vector<Witness> batch(64);
    for (Witness& witness : batch) {
        witness.is_one_there = &is_one_there;
    }
    ASSERT_EQ(producer.try_push_batch(batch), batch.size());
    int early = 0;
    EXPECT_EQ(consumer.poll([&](const Witness& witness) { early += witness.seen; }, 128), 64U);
    EXPECT_EQ(early, 0);
}

TEST(Spsc, TheRestOfABatchStaysClaimed) {
    SpscQueue<Words> queue(8);
    auto producer = queue.producer();
    const auto batch = producer.claim(5);
    batch[0] = words(1);
    batch[1] = words(2);
    producer.publish(2);
    EXPECT_EQ(&producer.claim(3)[0], &batch[2]);
    EXPECT_EQ(queue.size_approximate(), 2U);
}

template <class Index>
void expect_mixed_claims() {
    constexpr std::size_t kAll = 8;
    SpscQueue<std::uint64_t, Index> queue(kAll);
    auto producer = queue.producer();
    auto consumer = queue.consumer();
    std::uint64_t seq = 0;
    std::uint64_t next = 0;
    for (int lap = 0; lap < 300; ++lap) {
        ASSERT_EQ(producer.claim(kAll).size(), kAll);
        *producer.claim() = seq++;
        producer.publish();
        producer.claim(2)[0] = seq++;
        producer.publish(1);
        while (producer.try_push(seq)) {
            ++seq;
        }
        ASSERT_EQ(consumer.poll([&](std::uint64_t seen) { EXPECT_EQ(seen, next++); }, 99), kAll);
    }
}

TEST(Spsc, ClaimsOfOneAndOfManyMayBeMixed) {
    expect_mixed_claims<std::uint8_t>();
    expect_mixed_claims<std::uint64_t>();
}

// The ends' notes, to put them where a kill leaves them. They are the first two lines of the ring.
template <class Index>
struct Notes {
    std::atomic<Index>& produced;
    std::atomic<Index>& consumed;

    explicit Notes(std::span<std::byte> memory)
        : produced(reinterpret_cast<SpscNotes<Index>*>(memory.data())->produced),
          consumed(reinterpret_cast<SpscNotes<Index>*>(memory.data())->consumed) {}
};

template <class Index>
void set_back(std::atomic<Index>& note, std::size_t positions) {
    note.store(static_cast<Index>(note.load() - positions));
}

// What an end had done when it died, all of it behind its note.
struct Crash {
    std::uint64_t pushed = 0;
    std::uint64_t popped = 0;
};

constexpr std::uint64_t kSlots = 8;

template <class Index>
class CrashedRing {
  public:
    explicit CrashedRing(std::size_t first_position) {
        SpscProducer producer(ring_);
        SpscConsumer consumer(ring_);
        for (std::size_t i = 0; i < first_position; ++i) {
            EXPECT_TRUE(producer.try_push(0));
            consumer.pop();
        }
    }

    void crash(Crash crash) {
        {
            SpscProducer producer(ring_);
            for (std::uint64_t i = 0; i < crash.pushed; ++i) {
                EXPECT_TRUE(producer.try_push(i));
            }
            SpscConsumer consumer(ring_);
            consumer.poll([](std::uint64_t) {}, crash.popped);
        }
        Notes<Index> notes(memory_.bytes());
        set_back(notes.produced, crash.pushed);
        set_back(notes.consumed, crash.popped);
    }

    void expect_to_go_on(Crash crash) {
        SpscProducer producer(Ring::attach(memory_.bytes(), kSlots));
        SpscConsumer consumer(Ring::attach(memory_.bytes(), kSlots));
        for (std::uint64_t i = crash.pushed; i < crash.popped + kSlots; ++i) {
            EXPECT_TRUE(producer.try_push(i));
        }
        EXPECT_FALSE(producer.try_push(99));
        std::uint64_t next = crash.popped;
        consumer.poll([&](std::uint64_t seq) { EXPECT_EQ(seq, next++); }, kSlots);
        EXPECT_EQ(next, crash.popped + kSlots);
        EXPECT_EQ(consumer.front(), nullptr);
    }

  private:
    using Ring = SpscRing<std::uint64_t, Index>;

    RingMemory memory_{Ring::bytes(kSlots)};
    Ring ring_ = Ring::format(memory_.bytes(), kSlots);
};

template <class Index>
void expect_resume(std::size_t first_position) {
    for (std::uint64_t pushed = 0; pushed <= kSlots; ++pushed) {
        for (std::uint64_t popped = 0; popped <= pushed; ++popped) {
            SCOPED_TRACE(testing::Message()
                         << pushed << " pushed, " << popped << " popped, from " << first_position);
            CrashedRing<Index> ring(first_position);
            const Crash crash{.pushed = pushed, .popped = popped};
            ring.crash(crash);
            ring.expect_to_go_on(crash);
        }
    }
}

TEST(Spsc, NewEndsFindTheirPlaceWhereverACrashStruck) {
    expect_resume<std::uint64_t>(0);
    expect_resume<std::uint64_t>(5);
    for (std::size_t first = 240; first < 270; ++first) {
        expect_resume<std::uint8_t>(first);  // the index wraps on the way
    }
}

TEST(Spsc, AConsumerThatDiedALapBehindItsNoteIsFollowedAtTheRightPlace) {
    using Ring = SpscRing<std::uint64_t>;
    const RingMemory memory(Ring::bytes(4));
    const Ring ring = Ring::format(memory.bytes(), 4);
    SpscProducer producer(ring);
    std::uint64_t seq = 0;
    {
        SpscConsumer dying(ring);
        for (std::uint64_t i = 0; i < 4; ++i) {
            ASSERT_TRUE(producer.try_push(i));
            ASSERT_TRUE(dying.try_pop(seq));
        }
    }
    set_back(Notes<std::uint64_t>(memory.bytes()).consumed, 4);
    for (std::uint64_t i = 4; i < 8; ++i) {
        ASSERT_TRUE(producer.try_push(i));  // meanwhile the producer has filled the ring again
    }
    SpscConsumer consumer(ring);
    ASSERT_TRUE(consumer.try_pop(seq));
    EXPECT_EQ(seq, 4U);
}

TEST(Spsc, TwoViewsOfOneMemoryAreOneQueue) {
    using Ring = SpscRing<std::uint64_t>;
    const RingMemory memory(Ring::bytes(16));
    SpscProducer producer(Ring::format(memory.bytes(), 16));
    SpscConsumer consumer(Ring::attach(memory.bytes(), 16));
    ASSERT_TRUE(producer.try_push(42));
    EXPECT_EQ(Ring::attach(memory.bytes(), 16).size_approximate(), 1U);
    std::uint64_t received = 0;
    ASSERT_TRUE(consumer.try_pop(received));
    EXPECT_EQ(received, 42U);
}

TEST(Spsc, FormattingMakesAUsedRingEmpty) {
    using Ring = SpscRing<std::uint64_t>;
    const RingMemory memory(Ring::bytes(4));
    {
        SpscProducer producer(Ring::format(memory.bytes(), 4));
        while (producer.try_push(1)) {
        }
    }
    const Ring again = Ring::format(memory.bytes(), 4);
    SpscConsumer consumer(again);
    EXPECT_EQ(consumer.front(), nullptr);
    EXPECT_EQ(SpscProducer(again).claim(9).size(), 4U);
}

TEST(SpscDeath, PublishingMoreThanWasClaimedIsABug) {
    SpscQueue<std::uint64_t> queue(4);
    auto producer = queue.producer();
    static_cast<void>(producer.claim(2));
    EXPECT_DEATH(producer.publish(5), "only claimed slots may be published");
}

// Both ends at once, each changing its way of working at random; a broken handover shows as a
// message out of order or torn.
template <class Producer>
void produce(Producer producer, std::uint64_t messages, Random random) {
    for (std::uint64_t seq = 0; seq < messages;) {
        const std::uint64_t before = seq;
        if (random.one_in(2)) {
            seq += producer.try_push(words(seq)) ? 1U : 0U;
        } else {
            const auto batch = producer.claim(random.below(20));
            const std::size_t used = std::min<std::uint64_t>(batch.size(), messages - seq);
            for (std::size_t i = 0; i < used; ++i) {
                batch[i] = words(seq++);
            }
            producer.publish(used);
        }
        if (seq == before || random.one_in(64)) {
            std::this_thread::yield();
        }
    }
}

template <class Consumer>
std::uint64_t count_wrong(Consumer consumer, std::uint64_t messages, Random random) {
    std::uint64_t wrong = 0;
    std::uint64_t seq = 0;
    while (seq < messages) {
        const std::size_t polled = consumer.poll(
            [&](const Words& received) { wrong += received != words(seq++) ? 1U : 0U; },
            random.below(20));
        if (polled == 0 || random.one_in(64)) {
            std::this_thread::yield();
        }
    }
    return wrong;
}

template <class Index, class Layout = OwnLine>
void expect_exchange(std::size_t slots) {
    const std::uint64_t messages = support::is_long_run() ? 20'000'000 : 100'000;
    Random random(support::seed_of_this_test(11));
    SpscQueue<Words, Index, Layout> queue(slots);
    std::thread thread([&queue, messages, own = Random(random.next())] {
        produce(queue.producer(), messages, own);
    });
    EXPECT_EQ(count_wrong(queue.consumer(), messages, Random(random.next())), 0U);
    thread.join();
    EXPECT_EQ(queue.size_approximate(), 0U);
}

TEST(SpscThreads, EveryMessageArrivesOnceWholeAndInOrder) {
    expect_exchange<std::uint64_t>(1'024);
}

TEST(SpscThreads, AlsoThroughTheSmallestRing) {
    expect_exchange<std::uint64_t>(4);
    expect_exchange<std::uint64_t, Packed>(4);
}

TEST(SpscThreads, AlsoWhileTheIndexWraps) {
    expect_exchange<std::uint8_t>(32);
    expect_exchange<std::uint16_t>(128);
}

TEST(SpscThreads, AlsoPacked) {
    expect_exchange<std::uint64_t, Packed>(1'024);
    expect_exchange<std::uint8_t, Packed>(32);
}

TEST(SpscThreads, StringsAreHandedOverWithTheirMemory) {
    constexpr int kMessages = 20'000;
    SpscQueue<std::string> queue(64);
    std::thread thread([&queue] {
        auto producer = queue.producer();
        for (int i = 0; i < kMessages;) {
            const bool pushed = producer.try_push(std::to_string(i) + std::string(30, '.'));
            i += pushed ? 1 : 0;
            if (!pushed) {
                std::this_thread::yield();
            }
        }
    });
    auto consumer = queue.consumer();
    std::string received;
    for (int i = 0; i < kMessages;) {
        if (consumer.try_pop(received)) {
            EXPECT_EQ(received, std::to_string(i++) + std::string(30, '.'));
        } else {
            std::this_thread::yield();
        }
    }
    thread.join();
}

}  // namespace
}  // namespace hotpath::queue
