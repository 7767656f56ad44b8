#pragma once
/// ReferenceVenueMatcher: the simplest implementation of VenueMatcher's commands, its reference in
/// tests. All open orders are in one unordered vector, each with its conditions; the next one is
/// found by a scan. The same commands, events and statuses, but no bound on orders, levels or
/// steps, so that every Progress is Done. Threads: one owner. Allocation: everywhere. Complexity:
/// O(open orders) a command and a trade.

#include <algorithm>
#include <iterator>
#include <optional>
#include <tuple>
#include <vector>

#include "hotpath/match/venue_matcher.hpp"
#include "tests/reference/reference_trading.hpp"

namespace hotpath::match {

class ReferenceVenueMatcher : public ReferenceTrading {
  public:
    using ReferenceTrading::ReferenceTrading;

    void set_rules(InstrumentId instrument, const InstrumentRules& rules) {
        states_[instrument].rules = rules;
    }

    template <class Listener>
    MatchStatus set_phase(InstrumentId instrument, Phase phase, Listener& listener) {
        const auto buy = best(instrument, Side::Buy, is_in_book, {});
        const auto sell = best(instrument, Side::Sell, is_in_book, {});
        if (phase == Phase::Continuous && buy && sell && limit(*buy) >= limit(*sell)) {
            return MatchStatus::NotInThisPhase;
        }
        states_[instrument].phase = phase;
        run_until_idle(instrument, listener);
        return MatchStatus::Ok;
    }

    template <class Listener>
    Progress set_bands(InstrumentId instrument, const PriceBands& bands, Listener& listener) {
        states_[instrument].bands = bands;
        for (const Side side : {Side::Buy, Side::Sell}) {
            for (auto at = best(instrument, side, is_in_book, {});
                 at && bands.is_beyond(side, limit(*at));
                 at = best(instrument, side, is_in_book, {})) {
                remove(*at, CancelReason::BandMoved, listener);
            }
        }
        run_until_idle(instrument, listener);
        return Progress::Done;
    }

    template <class Listener>
    MatchStatus enter(const NewOrder& order, const Conditions& asked, Listener& listener) {
        const MatchStatus status = check(order, asked, {});
        if (status == MatchStatus::Ok) {
            submit_new(order, asked, listener);
        }
        return status;
    }
    template <class Listener>
    MatchStatus enter(const NewOrder& order, Listener& listener) {
        return enter(order, {}, listener);
    }

    template <class Listener>
    MatchStatus cancel(OrderId id, Listener& listener) {
        const auto at = find(id);
        if (!at) {
            return MatchStatus::UnknownOrder;
        }
        const InstrumentId instrument = orders_[*at].order.instrument;
        remove(*at, CancelReason::Requested, listener);
        run_until_idle(instrument, listener);
        return MatchStatus::Ok;
    }

    template <class Listener>
    MatchStatus reduce(OrderId id, Qty qty, Listener& listener) {
        const auto at = find(id);
        if (!at) {
            return MatchStatus::UnknownOrder;
        }
        Order& order = orders_[*at];
        if (qty == Qty{}) {
            return MatchStatus::ZeroQty;
        }
        if (qty >= order.leaves_qty + order.reserve_qty) {
            return cancel(id, listener);
        }
        const Order before = order;
        const Qty from_reserve = std::min(qty, order.reserve_qty);
        order.reserve_qty -= from_reserve;
        order.leaves_qty -= qty - from_reserve;
        if (is_plain(before)) {
            listener.on_reduced({view(before), qty, CancelReason::Requested});
        } else {
            const HeldOrder order_before = held(before);
            const bool is_displayed = order_before.standing == Standing::Displayed;
            listener.on_held_reduced({order_before, qty, is_displayed ? qty - from_reserve : Qty{},
                                      CancelReason::Requested});
        }
        run_until_idle(before.order.instrument, listener);
        return MatchStatus::Ok;
    }

    template <class Listener>
    MatchStatus replace(OrderId original, const book::Replacement& now, Listener& listener) {
        const auto at = find(original);
        if (!at) {
            return MatchStatus::UnknownOrder;
        }
        const Order before = orders_[*at];
        NewOrder order = before.order;
        order.id = now.id;
        order.qty = now.qty;
        order.tag = now.tag;
        order.price = now.price;
        const MatchStatus status = check(order, before.asked, original);
        if (status != MatchStatus::Ok) {
            return status;
        }
        erase(*at);
        const book::OrderView after{order.id,    order.instrument, order.side,
                                    order.price, order.qty,        order.tag};
        if (is_plain(before)) {
            listener.on_replaced(view(before), after);
        } else {
            listener.on_held_replaced(held(before), after);
        }
        submit_new(order, before.asked, listener);
        return MatchStatus::Ok;
    }

    template <class Listener>
    Progress cross(const CrossRequest& request, Listener& listener) {
        State& state = states_[request.instrument];
        if (state.phase == Phase::Continuous) {
            return Progress::Done;
        }
        const auto takes_part = [&](const Order& order) {
            return is_in_book(order) || waits_for(order, request.kind);
        };
        const auto price = cross_price(request, takes_part);
        TotalQty traded;
        while (price) {
            const auto buy = best(request.instrument, Side::Buy, takes_part, {});
            const auto sell = best(request.instrument, Side::Sell, takes_part, {});
            if (!buy || !sell || limit(*buy) < price->price || limit(*sell) > price->price) {
                break;
            }
            traded += trade_in_cross(*buy, *sell, price->price, listener);
        }
        for (const Side side : {Side::Buy, Side::Sell}) {
            const auto waits = [&](const Order& order) { return waits_for(order, request.kind); };
            while (const auto at = best(request.instrument, side, waits, {})) {
                remove(*at, CancelReason::CrossEnded, listener);
            }
        }
        listener.on_cross(
            {request.instrument, request.kind, price ? price->price : Price{}, traded});
        if (price) {
            state.trades.push_back(price->price);
        }
        state.phase = Phase::Continuous;
        run_until_idle(request.instrument, listener);
        return Progress::Done;
    }

    [[nodiscard]] Indication indicate(const CrossRequest& request) const {
        const auto waits = [&](const Order& order) { return waits_for(order, request.kind); };
        const auto all = [&](const Order& order) { return is_in_book(order) || waits(order); };
        const auto far = cross_price(request, waits);
        const auto near = cross_price(request, all);
        Price reference = near ? near->price : request.reference;
        const auto bid = best(request.instrument, Side::Buy, is_displayed, {});
        const auto ask = best(request.instrument, Side::Sell, is_displayed, {});
        if (bid && ask && limit(*bid) < limit(*ask)) {
            reference = std::clamp(reference, limit(*bid), limit(*ask));
        }
        Indication indication{request.instrument,
                              request.kind,
                              {},
                              {},
                              volume_at(request.instrument, reference, all)};
        if (far) {
            indication.far = far->price;
        }
        if (near) {
            indication.near = near->price;
        }
        return indication;
    }

    template <class Listener>
    Progress end_day(InstrumentId instrument, Listener& listener) {
        std::vector<Order> ending;
        std::ranges::copy_if(orders_, std::back_inserter(ending), [&](const Order& order) {
            return order.order.instrument == instrument && order.asked.lifetime == Lifetime::Day;
        });
        std::ranges::sort(ending, {}, [](const Order& order) {
            const bool is_stop = order.standing == Standing::Stopped;
            const Side line = is_stop ? opposite(order.order.side) : order.order.side;
            const Price price = is_stop ? order.asked.stop_price : limit_of(order);
            const bool is_peg = order.standing == Standing::Pegged;
            return std::tuple(rank_at_end(order.standing), order.asked.cross, line,
                              is_peg ? 0 : -sign(line) * price.value, order.place);
        });
        for (const Order& order : ending) {
            remove(*find(order.order.id), CancelReason::EndOfDay, listener);
        }
        return Progress::Done;
    }

  private:
    [[nodiscard]] static int rank_at_end(Standing standing) {
        constexpr int kRanks[] = {0, 1, 4, 2, 3};
        return kRanks[static_cast<std::size_t>(standing)];
    }
};

}  // namespace hotpath::match
