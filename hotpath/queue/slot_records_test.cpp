#include "hotpath/queue/slot_records.hpp"

#include <deque>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "hotpath/queue/spsc.hpp"
#include "tests/support/no_alloc_scope.hpp"
#include "tests/support/seeds.hpp"

namespace hotpath::queue {
namespace {

using ByteVector = std::vector<std::byte>;

[[nodiscard]] ByteVector some_bytes(Random& random, std::size_t length) {
    ByteVector bytes(length);
    for (std::byte& byte : bytes) {
        byte = static_cast<std::byte>(random.below(256));
    }
    return bytes;
}

class SlotRecords : public testing::Test {
  protected:
    static constexpr std::size_t kSlots = 16;

    [[nodiscard]] bool push(const ByteVector& head, const ByteVector& body,
                            std::size_t slots_left = 0) {
        return try_push_record(producer,
                               {.length = static_cast<std::uint32_t>(head.size() + body.size()),
                                .type = 7,
                                .time = {99}},
                               {.head = head, .body = body}, slots_left);
    }
    [[nodiscard]] std::optional<ByteVector> pop() {
        const auto ticket = front_record(consumer);
        if (!ticket) {
            return std::nullopt;
        }
        EXPECT_EQ(ticket->type, 7);
        EXPECT_EQ(ticket->time.value, 99);
        ByteVector bytes(ticket->length);
        EXPECT_TRUE(pop_record(consumer, bytes));
        return bytes;
    }

    SpscQueue<RecordSlot> queue{kSlots};
    SpscProducer<RecordSlot> producer{queue.producer()};
    SpscConsumer<RecordSlot> consumer{queue.consumer()};
};

TEST_F(SlotRecords, HeadAndBodyComeOutAsOne) {
    ASSERT_TRUE(push({std::byte{1}, std::byte{2}}, {std::byte{3}}));
    EXPECT_EQ(pop(), (ByteVector{std::byte{1}, std::byte{2}, std::byte{3}}));
    EXPECT_FALSE(pop().has_value());
}

TEST_F(SlotRecords, AnEmptyRecordIsOne) {
    ASSERT_TRUE(push({}, {}));
    EXPECT_EQ(pop(), ByteVector{});
    EXPECT_FALSE(pop().has_value());
}

TEST_F(SlotRecords, WhatDoesNotFitAsAWholeIsNotWritten) {
    const std::size_t fits = kSlots * RecordSlot::kBytes - RecordTicket::kLength;
    EXPECT_FALSE(push({}, ByteVector(fits + 1)));
    EXPECT_FALSE(pop().has_value());
    EXPECT_TRUE(push({}, ByteVector(fits)));
    EXPECT_FALSE(push({}, {}));
    EXPECT_EQ(pop()->size(), fits);
}

TEST_F(SlotRecords, RoomIsLeftForThoseThatMayUseIt) {
    for (std::size_t n = 0; n < kSlots - 2; ++n) {
        ASSERT_TRUE(push({}, {}, 2));
    }
    EXPECT_FALSE(push({}, {}, 2));
    EXPECT_TRUE(push({}, {}));
    EXPECT_TRUE(push({}, {}));
    EXPECT_FALSE(push({}, {}));
}

TEST_F(SlotRecords, NothingIsAllocated) {
    const ByteVector body(200);
    ByteVector into(200);
    const NoAllocScope scope;
    ASSERT_TRUE(push({}, body));
    ASSERT_TRUE(front_record(consumer).has_value());
    EXPECT_TRUE(pop_record(consumer, into));
    EXPECT_EQ(scope.allocations(), 0U);
}

TEST_F(SlotRecords, EveryLengthComesOutAsItWentIn) {
    Random random(support::seed_of_this_test(31));
    std::deque<ByteVector> expected;
    for (int step = 0; step < 20'000; ++step) {
        const ByteVector head = some_bytes(random, random.below(kRecordHeadMax + 1));
        const ByteVector body = some_bytes(random, random.below(300));
        if (push(head, body)) {
            expected.push_back(head);
            expected.back().insert(expected.back().end(), body.begin(), body.end());
        }
        if (random.one_in(2)) {
            const auto popped = pop();
            ASSERT_EQ(popped.has_value(), !expected.empty());
            if (popped) {
                ASSERT_EQ(*popped, expected.front());
                expected.pop_front();
            }
        }
    }
}

}  // namespace
}  // namespace hotpath::queue
