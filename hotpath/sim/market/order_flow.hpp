#pragma once
/// Traders' actions in one instrument: enter, take, replace, reduce, withdraw; and the crosses of
/// the auctions.
///
/// Each instrument has a value that no order shows and that moves. Takers buy more often when the
/// value is above the mid; each trade also moves the value its way. So executions are informative
/// and a market maker has adverse selection. Every event excites more (SelfExcitation); orders
/// whose time is over mostly wait for the next event (DueOrders). Threads: one owner. Allocation:
/// none. Complexity: O(1) an event, a sweep at most kExecutionsMax orders.

#include <cstdint>

#include "hotpath/sim/market/market_state.hpp"
#include "hotpath/sim/market/quoting.hpp"

namespace hotpath::sim::market {

class OrderFlow {
  public:
    static constexpr std::uint32_t kExecutionsMax = 32;  // of one incoming order
    static constexpr std::uint32_t kCrossedMax = 3;      // displayed orders in one cross

    enum class Doing : std::uint8_t { Add, Take, Replace, Reduce, Hidden, Withdraw };

    explicit OrderFlow(MarketState& market) noexcept : market_(market) {}

    /// One action of a trader in an instrument; at most kExecutionsMax + 1 messages.
    void on_arrival(InstrumentId id) noexcept;
    /// The owner of an order deletes it, if it still lives.
    void on_order_ends(const Event& event) noexcept;
    /// After the close: an order that still rests somewhere is deleted; one message.
    void on_evening() noexcept;

    /// The opening, closing or halt cross: up to kCrossedMax displayed orders of the best level
    /// take part.
    void cross(InstrumentId id, char cross_type, bool with_orders) noexcept;
    void imbalance(InstrumentId id, char cross_type) noexcept;

  private:
    static constexpr std::int64_t kTakersKnow = 460;  // see informed_side()

    void act(InstrumentId id, Doing doing) noexcept;
    void wait_for_event(Event event) noexcept;
    [[nodiscard]] bool withdraw_due(InstrumentId id) noexcept;
    [[nodiscard]] Doing draw_doing(Session session) noexcept;
    void move_value(InstrumentId id) noexcept;
    void learn_from_taker(InstrumentId id, Side side) noexcept;
    void add(InstrumentId id, Side side) noexcept;
    void add_quote(InstrumentId id, Side side, const Quote& quote) noexcept;
    void take(InstrumentId id) noexcept;
    [[nodiscard]] Qty execute(InstrumentId id, Side incoming, Price limit, Qty qty) noexcept;
    void execute_front(InstrumentId id, Side resting, Qty qty) noexcept;
    void replace(InstrumentId id) noexcept;
    void reduce(InstrumentId id) noexcept;
    void trade_hidden(InstrumentId id) noexcept;
    void withdraw(InstrumentId id) noexcept;

    [[nodiscard]] bool is_threatened(InstrumentId id, Side side) noexcept;
    void remove(Slot slot) noexcept;
    void leave(Slot slot) noexcept;
    void take_off(Slot slot, Qty qty) noexcept;
    void note_fresh(InstrumentId id, OrderId order) noexcept;
    [[nodiscard]] bool is_fresh(InstrumentId id, OrderId order) noexcept;
    [[nodiscard]] Slot near_touch(InstrumentId id) noexcept;
    [[nodiscard]] Side informed_side(InstrumentId id, std::int64_t strength) noexcept;
    [[nodiscard]] NewLightOrder to_order(InstrumentId id, Side side, const Quote& quote) noexcept;
    void plan_end(Slot slot, const Quote& quote) noexcept;
    void excite(InstrumentId id, std::uint64_t strength_of_1024) noexcept;

    MarketState& market_;
    Slot evening_slot_ = 0;
};

}  // namespace hotpath::sim::market
