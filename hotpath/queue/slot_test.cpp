// Where messages and turns lie, and the arithmetic of positions that wrap.

#include "hotpath/queue/slot.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/core/cpu.hpp"
#include "hotpath/queue/spsc_ring.hpp"

namespace hotpath::queue {
namespace {

template <std::size_t MessageBytes>
using SlotOf = Slot<std::array<std::byte, MessageBytes>, std::uint64_t>;

// Small slots: a power of two of them to a line. Others: whole lines.
static_assert(sizeof(SlotOf<1>) == 16 && sizeof(SlotOf<8>) == 16 && sizeof(SlotOf<9>) == 32);
static_assert(sizeof(SlotOf<24>) == 32 && sizeof(SlotOf<25>) == 64 && sizeof(SlotOf<40>) == 64);
static_assert(sizeof(SlotOf<56>) == 64 && sizeof(SlotOf<57>) == 128 && sizeof(SlotOf<120>) == 128);
static_assert(sizeof(SlotOf<4'096>) == 4'096 + 64 && alignof(SlotOf<4'096>) == kCacheLine);
static_assert(sizeof(Slot<std::uint8_t, std::uint8_t>) == 2);

// Packed: no more than the message and its turn.
template <std::size_t MessageBytes>
using PackedSlotOf = Slot<std::array<std::byte, MessageBytes>, std::uint64_t, Packed>;
static_assert(sizeof(PackedSlotOf<1>) == 16 && sizeof(PackedSlotOf<40>) == 48);
static_assert(sizeof(PackedSlotOf<73>) == 88 && sizeof(PackedSlotOf<4'096>) == 4'096 + 8);

struct alignas(64) WholeLine {
    std::byte bytes[64];
};
static_assert(alignof(Slot<WholeLine, std::uint64_t>) == 64);
static_assert(sizeof(Slot<WholeLine, std::uint64_t>) == 128);

struct ThrowsWhenMoved {
    ThrowsWhenMoved(ThrowsWhenMoved&&) noexcept(false);
    ThrowsWhenMoved& operator=(ThrowsWhenMoved&&) noexcept(false);
};
static_assert(QueueMessage<int> && QueueMessage<std::string> && QueueMessage<std::unique_ptr<int>>);
static_assert(!QueueMessage<ThrowsWhenMoved> && !QueueMessage<const int> && !QueueMessage<int&>);
static_assert(PlainMessage<int> && !PlainMessage<std::string>);

TEST(Positions, DistancesWrapWithTheIndex) {
    EXPECT_EQ(positions_from<std::uint8_t>(250, 4), 10);
    EXPECT_EQ(positions_from<std::uint8_t>(4, 250), -10);
    EXPECT_EQ(positions_from<std::uint64_t>(~std::uint64_t{0}, 1), 2);
    EXPECT_EQ(position_after<std::uint8_t>(250, 10), 4);
    EXPECT_EQ(position_after<std::uint16_t>(65'535, 1), 0);
}

TEST(Slots, TheStatesOfASlotAreToldApartAtEveryPositionOfASmallIndex) {
    constexpr std::size_t kSlots = 32;
    std::vector<Slot<std::uint8_t, std::uint8_t>> memory(kSlots);
    const Slots<std::uint8_t, std::uint8_t> slots(memory.data(), kSlots);
    slots.format();
    for (std::size_t i = 0; i < 600; ++i) {
        const auto position = static_cast<std::uint8_t>(i);
        ASSERT_EQ(slots.state(position), kFree);
        ASSERT_LT(slots.state(position_after(position, kSlots)), kFree);
        slots.move_on(position, kPublished);
        ASSERT_EQ(slots.state(position), kPublished);
        ASSERT_LT(slots.state(position_after(position, kSlots)), kFree);
        slots.move_on(position, slots.popped());
        ASSERT_EQ(slots.state(position), slots.popped());
    }
}

TEST(Slots, TheFreeOnesAreCountedExactly) {
    constexpr std::size_t kSlots = 16;
    std::vector<Slot<std::uint8_t, std::uint8_t>> memory(kSlots);
    for (std::uint8_t held = 0; held <= kSlots; ++held) {
        const Slots<std::uint8_t, std::uint8_t> slots(memory.data(), kSlots);
        slots.format();
        for (std::uint8_t i = 0; i < held; ++i) {
            slots.move_on(i, kPublished);
        }
        for (std::size_t wanted = 0; wanted <= 2 * kSlots; ++wanted) {
            EXPECT_EQ(slots.free_from(held, wanted), std::min(wanted, kSlots - held))
                << int{held} << " held, wanted " << wanted;
        }
    }
}

TEST(SlotsDeath, ARingHasAPowerOfTwoOfSlotsThatItsIndexCanCount) {
    using Ring = SpscRing<std::uint64_t, std::uint8_t>;
    const RingMemory memory(kCacheLine);
    EXPECT_DEATH(static_cast<void>(Ring::attach(memory.bytes(), 2)), "power of two");
    EXPECT_DEATH(static_cast<void>(Ring::attach(memory.bytes(), 24)), "power of two");
    EXPECT_DEATH(static_cast<void>(Ring::attach(memory.bytes(), 64)), "power of two");
    EXPECT_DEATH(static_cast<void>(Ring::attach(memory.bytes(), 8)),
                 "the memory must hold the ring");
}

TEST(SlotsDeath, ARingsMemoryBeginsOnALine) {
    using Ring = SpscRing<std::uint64_t>;
    const RingMemory memory(Ring::bytes(4) + kCacheLine);
    EXPECT_DEATH(static_cast<void>(Ring::attach(memory.bytes().subspan(8), 4)), "cache line");
}

}  // namespace
}  // namespace hotpath::queue
