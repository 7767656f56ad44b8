#pragma once
/// ReferenceOrders: the open orders of ReferenceVenueMatcher, and the first one in line.
///
/// All lie in one vector in no order, each with its conditions. Threads: one owner. Allocation:
/// everywhere. Complexity: O(open orders) a question.

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "hotpath/book/usual_tick.hpp"
#include "hotpath/match/cross.hpp"
#include "hotpath/match/instrument_rules.hpp"
#include "hotpath/match/peg_orders.hpp"
#include "hotpath/match/venue_checks.hpp"
#include "hotpath/match/venue_cross.hpp"

namespace hotpath::match {

class ReferenceOrders {
  public:
    struct Order {
        NewOrder order;
        Conditions asked;
        OrderId place;
        Standing standing = Standing::Displayed;
        Qty leaves_qty;   // at its place
        Qty reserve_qty;  // of an iceberg
    };

    explicit ReferenceOrders(std::uint16_t instruments_max) : instruments_max_(instruments_max) {}

    [[nodiscard]] const std::vector<Order>& orders() const { return orders_; }

  protected:
    struct State {
        InstrumentRules rules{};
        PriceBands bands{};
        Phase phase = Phase::Continuous;
        LimitState limit_state = LimitState::None;
        std::vector<Price> trades{};  // since stops were last triggered
    };

    [[nodiscard]] static bool is_displayed(const Order& order) {
        return order.standing == Standing::Displayed;
    }
    [[nodiscard]] static bool is_hidden(const Order& order) {
        return order.standing == Standing::Hidden;
    }
    [[nodiscard]] static bool is_in_book(const Order& order) {
        return is_displayed(order) || is_hidden(order);
    }
    [[nodiscard]] static bool is_unshown(const Order& order) {
        return is_hidden(order) || order.standing == Standing::Pegged;
    }
    [[nodiscard]] static bool trades(const Order& order) {
        return is_displayed(order) || is_unshown(order);
    }
    [[nodiscard]] static bool waits_for(const Order& order, CrossKind kind) {
        return order.standing == Standing::Crossing && order.asked.cross == kind;
    }
    [[nodiscard]] static bool is_plain(const Order& order) {
        return is_displayed(order) && order.asked == Conditions{} && order.place == order.order.id;
    }
    [[nodiscard]] static Price limit_of(const Order& order) {
        if (order.order.type == OrderType::Market) {
            return order.order.side == Side::Buy ? book::kPriceMax : Price{};
        }
        return order.order.price;
    }
    [[nodiscard]] Price limit(std::size_t at) const { return limit_of(orders_[at]); }

    [[nodiscard]] static book::OrderView view(const Order& order) {
        return {order.place,       order.order.instrument, order.order.side,
                order.order.price, order.leaves_qty,       order.order.tag};
    }
    [[nodiscard]] static HeldOrder held(const Order& order) {
        return {order.order.id, order.place,       order.order.instrument, order.order.side,
                order.standing, order.order.price, order.leaves_qty,       order.reserve_qty};
    }
    [[nodiscard]] static book::OrderView entered(const Order& order) {
        book::OrderView entered = view(order);
        entered.id = order.order.id;
        return entered;
    }

    [[nodiscard]] std::optional<std::size_t> find(OrderId id) const {
        const auto at =
            std::ranges::find(orders_, id, [](const Order& order) { return order.order.id; });
        return at == orders_.end() ? std::nullopt
                                   : std::optional<std::size_t>(at - orders_.begin());
    }
    void erase(std::size_t at) { orders_.erase(orders_.begin() + static_cast<std::ptrdiff_t>(at)); }

    [[nodiscard]] MatchStatus check(const NewOrder& order, const Conditions& asked,
                                    OrderId replaced) const {
        if (order.instrument.value == 0 || order.instrument.value > instruments_max_) {
            return MatchStatus::UnknownInstrument;
        }
        const auto found = states_.find(order.instrument);
        const State state = found == states_.end() ? State{} : found->second;
        const bool is_limit = order.type == OrderType::Limit;
        if ((is_limit && asked.peg == Peg::None && order.price.value % state.rules.tick != 0) ||
            asked.stop_price.value % state.rules.tick != 0) {
            return MatchStatus::OffTick;
        }
        if (order.qty.value % state.rules.lot != 0) {
            return MatchStatus::OddLot;
        }
        if (order.qty == Qty{}) {
            return MatchStatus::ZeroQty;
        }
        if (!is_consistent(order, asked)) {
            return MatchStatus::BadConditions;
        }
        const bool is_day = is_limit && order.time_in_force == TimeInForce::Day;
        const bool waits = asked.cross != CrossKind::None || asked.stop_price != Price{};
        if (is_limit && !waits && asked.peg == Peg::None &&
            state.bands.is_beyond(order.side, order.price)) {
            return MatchStatus::OutsideBands;
        }
        const bool is_taken = state.phase == Phase::Continuous ||
                              state.phase == Phase::Accumulating ||
                              state.rules.takes_orders_in_halt;
        const bool must_trade = !is_day || asked.min_qty != Qty{};
        if (!waits && (!is_taken || (state.phase != Phase::Continuous && must_trade))) {
            return MatchStatus::Halted;
        }
        const bool is_open =
            order.id != replaced && std::ranges::any_of(orders_, [&](const Order& open) {
                return open.order.id == order.id || open.place == order.id;
            });
        return (is_day || waits) && is_open ? MatchStatus::DuplicateOrder : MatchStatus::Ok;
    }

    /// The price of an order: its limit, or a peg's price; none for a peg that has nothing to
    /// follow.
    [[nodiscard]] static std::optional<Price> price_of(const Order& order,
                                                       const PegReference& reference) {
        if (order.standing != Standing::Pegged) {
            return limit_of(order);
        }
        const std::optional<Price> free = reference.price_of(order.order.side, order.asked);
        if (!free) {
            return std::nullopt;
        }
        return order.order.side == Side::Buy ? std::min(*free, order.order.price)
                                             : std::max(*free, order.order.price);
    }

    /// The qualifying order that trades first: price, then displayed or waiting for a cross before
    /// hidden and pegged, then place.
    template <class Qualifies>
    [[nodiscard]] std::optional<std::size_t> best(InstrumentId instrument, Side side,
                                                  Qualifies&& qualifies,
                                                  const PegReference& reference) const {
        std::optional<std::size_t> best;
        const auto rank = [&](const Order& order) {
            return std::tuple(-sign(side) * price_of(order, reference)->value, is_unshown(order),
                              order.place);
        };
        for (std::size_t i = 0; i < orders_.size(); ++i) {
            const Order& order = orders_[i];
            if (order.order.instrument == instrument && order.order.side == side &&
                qualifies(order) && price_of(order, reference) &&
                (!best || rank(order) < rank(orders_[*best]))) {
                best = i;
            }
        }
        return best;
    }

    [[nodiscard]] PegReference reference_of(InstrumentId instrument) {
        if (states_[instrument].phase != Phase::Continuous) {
            return {};
        }
        PegReference reference{.bid = {}, .ask = {}, .bands = states_[instrument].bands};
        if (const auto bid = best(instrument, Side::Buy, is_displayed, {})) {
            reference.bid = limit(*bid);
        }
        if (const auto ask = best(instrument, Side::Sell, is_displayed, {})) {
            reference.ask = limit(*ask);
        }
        const bool is_apart = !reference.bid || !reference.ask || *reference.bid < *reference.ask;
        return is_apart ? reference : PegReference{};
    }

    template <class TakesPart>
    [[nodiscard]] CrossVolume volume_at(InstrumentId instrument, Price price,
                                        TakesPart&& takes_part) const {
        TotalQty buys;
        TotalQty sells;
        for (const Order& order : orders_) {
            if (order.order.instrument == instrument && takes_part(order) &&
                crosses(order.order.side, limit_of(order), price)) {
                (order.order.side == Side::Buy ? buys : sells).value +=
                    order.leaves_qty.value + order.reserve_qty.value;
            }
        }
        return cross_volume(price, buys, sells);
    }

    [[nodiscard]] static bool is_on_ticks(Price price, std::int64_t tick) {
        return price.value % tick == 0 && price.value % book::usual_tick(price) == 0;
    }

    /// The lowest and the highest limit, the reference among them, on ticks and within the bands;
    /// none of market orders alone.
    template <class TakesPart>
    [[nodiscard]] std::optional<std::pair<Price, Price>> cross_range(const CrossRequest& request,
                                                                     const State& state,
                                                                     TakesPart&& takes_part) const {
        std::vector<Price> limits;
        for (const Order& order : orders_) {
            if (order.order.instrument == request.instrument && takes_part(order) &&
                order.order.type == OrderType::Limit && order.order.price > Price{}) {
                limits.push_back(order.order.price);
            }
        }
        if (request.reference > Price{}) {
            limits.push_back(request.reference);
        }
        if (limits.empty()) {
            return std::nullopt;
        }
        auto [lowest, highest] = std::ranges::minmax(limits);
        while (!is_on_ticks(lowest, state.rules.tick)) {
            lowest = lowest - 1;
        }
        while (!is_on_ticks(highest, state.rules.tick)) {
            highest = highest + 1;
        }
        return std::pair(std::clamp(lowest, state.bands.lower, state.bands.upper),
                         std::clamp(highest, state.bands.lower, state.bands.upper));
    }

    /// Every price is tried.
    template <class TakesPart>
    [[nodiscard]] std::optional<CrossVolume> cross_price(const CrossRequest& request,
                                                         TakesPart&& takes_part) const {
        const auto found = states_.find(request.instrument);
        const State state = found == states_.end() ? State{} : found->second;
        const auto range = cross_range(request, state, takes_part);
        std::optional<CrossVolume> best;
        for (Price price = range ? range->first : Price{1};
             price <= (range ? range->second : Price{}); price = price + 1) {
            const CrossVolume volume = volume_at(request.instrument, price, takes_part);
            if (is_on_ticks(price, state.rules.tick) && price > Price{} &&
                (!best || is_better_cross(volume, *best, request.reference))) {
                best = volume;
            }
        }
        return best && best->paired != TotalQty{} ? best : std::nullopt;
    }

    std::uint16_t instruments_max_;
    std::vector<Order> orders_;
    std::map<InstrumentId, State> states_;
};

}  // namespace hotpath::match
