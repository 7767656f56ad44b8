#pragma once
/// PublishedLevels: the levels of a channel by price as ITCH orders, one a level, by
/// the rules of dbn::PriceBooks.
///
///   trades of the event    E of what the level displays, beyond it P
///   then the level has     less: X, D     more: U, or A when all of it had traded
///
/// A trade without a side passes over what is displayed, but for what the event takes away. Threads: one
/// owner. Allocation: a node a level. Complexity: O(log levels) a change.

#include <array>
#include <compare>
#include <cstdint>
#include <map>
#include <vector>

#include "hotpath/book/book_change.hpp"
#include "hotpath/capture/dbn/itch_output.hpp"
#include "hotpath/capture/dbn/pending_trades.hpp"
#include "hotpath/core/units.hpp"

namespace hotpath::capture {

class PublishedLevels {
  public:
    explicit PublishedLevels(dbn::ItchOutput& out) : out_(out) {}

    /// `match` is the venue's number of the trade; 0: it has none.
    void on_trade(const dbn::Listing& listing, dbn::MaybeSide resting, dbn::Price4 price, Qty qty,
                  std::uint64_t match = 0);
    /// The level displays this much from now on; 0: it is gone.
    void on_level(const dbn::Listing& listing, Side side, dbn::Price4 price, Qty qty) {
        set(key_of(listing, side, price), qty);
    }
    void on_change(const dbn::Listing& listing, const book::BookChange& change);
    /// The messages of what has happened since the last call.
    void end_event();

  private:
    struct Key {
        std::uint16_t locate = 0;
        Side side = Side::Buy;
        dbn::Price4 price;

        friend auto operator<=>(const Key&, const Key&) = default;
    };
    struct Level {
        OrderId reference;
        Qty shown{};  // in the messages
        Qty now{};    // at the venue
    };
    struct Trade {
        std::uint16_t locate = 0;
        dbn::MaybeSide resting;
        dbn::Price4 price;
        Qty qty;
        std::uint64_t match = 0;
    };

    [[nodiscard]] Key key_of(const dbn::Listing& listing, Side side, dbn::Price4 price);
    void set(const Key& key, Qty qty);
    void execute(Trade& trade, Side side);
    void take_away(const Key& key);
    void fill_up(const Key& key);

    dbn::ItchOutput& out_;
    std::map<Key, Level> levels_;
    std::vector<dbn::Listing> listings_;  // by locate
    // In this event.
    std::vector<Key> changed_;
    std::vector<Trade> trades_;
    std::uint64_t reference_max_ = 0;
};

}  // namespace hotpath::capture
