#pragma once
/// Writes the ITCH 5.0 messages that a DBN recording becomes, of any number of instruments.
///
/// Threads: one owner. Allocation: the block. Complexity: O(1) a message.

#include <cstdint>

#include "hotpath/capture/itch_block.hpp"
#include "hotpath/core/symbol.hpp"
#include "hotpath/core/units.hpp"

namespace hotpath::capture::dbn {

/// An instrument as ITCH has it.
struct Listing {
    std::uint16_t locate = 0;  // dense, from 1
    Symbol symbol;
};

/// A count of the price units of ITCH, 1/10,000 of a currency unit.
struct Price4 {
    std::uint32_t value = 0;

    friend constexpr auto operator<=>(Price4, Price4) = default;
};

struct NewOrder {
    OrderId reference;
    Side side = Side::Buy;
    Price4 price;
    Qty qty;
};

class ItchOutput {
  public:
    explicit ItchOutput(StreamStats& stats) : block_(stats) {}

    [[nodiscard]] ItchBlock& block() { return block_; }
    [[nodiscard]] const ItchBlock& block() const { return block_; }
    /// A trade or a cancel that takes nothing.
    void skip_no_shares(const Listing& listing) {
        block_.skip("records of no shares", 1, [&] { return listing.symbol.str(); });
    }

    void add(const Listing& listing, const NewOrder& order);
    void reduce(const Listing& listing, OrderId reference, Qty qty);
    void remove(const Listing& listing, OrderId reference);
    void replace(const Listing& listing, OrderId original, const NewOrder& order);
    /// At the order's own price. A match number of 0 is the next of ours, as in trade().
    void execute(const Listing& listing, OrderId reference, Qty qty, std::uint64_t match = 0);
    void execute_at(const Listing& listing, OrderId reference, Qty qty, Price4 price);
    /// A trade with no displayed order.
    void trade(const Listing& listing, Side resting, Price4 price, Qty qty,
               std::uint64_t match = 0);

    /// The directory entry, and that it trades.
    void list(const Listing& listing);
    void trading_state(const Listing& listing, char state);

    void begin_day();
    void end_day();

  private:
    void system_event(char code);

    ItchBlock block_;
    std::uint64_t next_match_ = 1;
};

}  // namespace hotpath::capture::dbn
