#pragma once
/// Everything of a generated day that changes while it goes on: instruments, books, planned events,
/// messages waiting.
///
/// Plain data shared by the parts of the generator. Threads: one owner. Allocation: its members'
/// constructors.

#include <cstdint>

#include "hotpath/core/units.hpp"
#include "hotpath/sim/market/due_orders.hpp"
#include "hotpath/sim/market/event_queue.hpp"
#include "hotpath/sim/market/flash_crash.hpp"
#include "hotpath/sim/market/instruments.hpp"
#include "hotpath/sim/market/light_books.hpp"
#include "hotpath/sim/market/message_writer.hpp"
#include "hotpath/sim/market/sampling.hpp"
#include "hotpath/sim/market/self_excitation.hpp"

namespace hotpath::sim::market {

struct MarketState {
    Dice dice;
    Instruments instruments;
    LightBooks books;
    EventQueue events;
    std::uint64_t
        resting_of_1024;  // of the orders that would rest all day in a small market, how many do
    SelfExcitation excitation;
    DueOrders due;
    FlashCrash crash{};
    MessageWriter writer{};
    Time now{};

    [[nodiscard]] Instrument& instrument(InstrumentId id) { return instruments.by_id[id.value]; }

    /// The next messages are of this instrument, at this time.
    void stamp(InstrumentId id) noexcept { writer.stamp(now, id, instrument(id).listing.symbol); }
};

}  // namespace hotpath::sim::market
