#pragma once
/// The orders at the levels that LOBSTER publishes, kept equal to the order book file after every
/// event.
///
///   before(event, row)   the book becomes that of the row with the event undone: levels that the
///                        event brings into view get their orders first
///   apply(event)         the event, on an order that is there with enough quantity
///   after(row)           the book becomes that of the row; levels out of view lose their orders
///
/// The message file names no order that was open before it begins or was entered out of view. What
/// the rows show of such orders is unnamed: an order with an id that the file has not used. When an
/// event names an order that is not in the book, its quantity is taken from the unnamed ones of its
/// level. Orders that leave the view are remembered. When their level comes back, as many of them
/// as fit its quantity are restored, and the rest is unnamed: the file does not say which orders
/// are gone. So prices and quantities are always the file's; which order holds them is a guess
/// until an event names it. Threads: one owner. Allocation: a node an order. Complexity:
/// O(levels) an event.

#include <array>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

#include "hotpath/capture/lobster_book.hpp"
#include "hotpath/capture/lobster_itch.hpp"
#include "hotpath/capture/unnamed_ids.hpp"

namespace hotpath::capture {

class LobsterWindow {
  public:
    LobsterWindow(LobsterItch& out, StreamStats& stats) : out_(out), stats_(stats) {}

    void before(const LobsterEvent& event, const LobsterRow& row);
    /// The event must be an Add, PartialCancel, Delete or Execution.
    void apply(const LobsterEvent& event);
    void after(const LobsterRow& row);

  private:
    /// Best price first on both sides.
    using Rank = std::int64_t;
    enum class Known : std::uint8_t {
        Unnamed,   // its id is ours
        Restored,  // it was here when the level was last in view
        Seen,      // an event added or named it since the level is in view
    };
    struct Order {
        Qty leaves_qty;
        Known known = Known::Unnamed;
    };
    using Queue = std::map<std::uint64_t, Order>;  // by id: first in queue first
    struct Level {
        std::uint64_t qty = 0;
        Queue orders;
    };
    using Levels = std::map<Rank, Level>;
    struct Place {
        Side side = Side::Buy;
        Price price;

        friend constexpr bool operator==(const Place&, const Place&) = default;
    };
    struct Target {
        Rank rank = 0;
        std::uint64_t qty = 0;
    };

    [[nodiscard]] static Rank rank_of(Side side, Price price) { return -sign(side) * price.value; }
    [[nodiscard]] static Place place_of(Side side, Rank rank) {
        return {side, {-sign(side) * rank}};
    }
    /// The worst price that the row covers completely.
    [[nodiscard]] static Rank limit_of(const LobsterRow& row, Side side);

    void aim_at(const LobsterRow& row, Side side);
    void undo(const LobsterEvent& event);
    void match_targets(Side side, Rank limit);
    void fit(Place place, std::uint64_t qty);
    void fill(Place place, std::uint64_t qty);
    [[nodiscard]] std::uint64_t restore(Place place, std::uint64_t qty);
    void take(Place place, std::uint64_t qty, OrderId except);
    void clear(Place place);
    void leave(Side side, Rank limit);

    void add(const LobsterEvent& event);
    void cancel(const LobsterEvent& event);
    void remove(const LobsterEvent& event);
    void execute(const LobsterEvent& event);
    void name(const LobsterEvent& event);
    void bring_to_front(const LobsterEvent& event);
    void free_id(OrderId id);

    [[nodiscard]] bool is_live(std::uint64_t id) const { return places_.contains(id); }
    [[nodiscard]] Order* find(OrderId id);
    [[nodiscard]] Level& level_at(Place place);
    void put(Place place, OrderId id, Order order, Origin origin);
    void put_unnamed(Place place, std::uint64_t qty, OrderId behind = {});
    void take_off(OrderId id, Qty qty, Origin origin);
    void drop(OrderId id, Qty qty);

    LobsterItch& out_;
    StreamStats& stats_;
    std::array<Levels, 2> levels_;
    std::unordered_map<std::uint64_t, Place> places_;  // of the orders in levels_
    std::array<std::map<Rank, Queue>, 2> outside_;     // as they were when they left the view
    std::array<Rank, 2> limits_{std::numeric_limits<Rank>::min(),
                                std::numeric_limits<Rank>::min()};  // of the last row
    UnnamedIds ids_;
    std::vector<Target> targets_;
};

}  // namespace hotpath::capture
