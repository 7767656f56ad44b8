#pragma once
/// OwnOrders: which orders in the books are ours, and their state as last published to later
/// stages. A strategy needs the levels without its own orders, but has no access to the books: so
/// the books' owner tracks them. An order is tracked from its acceptance until the book no longer
/// shows it; one that the book never shows (it executed at once) for `unseen_max`. Threads: the
/// book stage's. Allocation: at construction. Complexity: O(our orders in the instrument) a look.

#include <cstddef>
#include <cstdint>
#include <variant>

#include "hotpath/book/types.hpp"
#include "hotpath/core/fixed_array.hpp"
#include "hotpath/core/units.hpp"
#include "lab/pipelined/event.hpp"

namespace hotpath::engine::pipelined {

class OwnOrders {
  public:
    OwnOrders(std::uint16_t instruments_max, std::uint32_t orders_max, Nanos unseen_max)
        : first_(std::size_t{instruments_max} + 1), orders_(orders_max), unseen_max_(unseen_max) {
        for (std::uint32_t i = 0; i < orders_max; ++i) {
            orders_[i].next = i + 2;  // places from 1; 0: none
        }
        orders_[orders_max - 1].next = 0;
    }

    /// Adds the order if the event is an acceptance. False when there is no room for it: then it
    /// will look like another participant's order.
    bool follow(const Feedback& feedback, Time now) noexcept {
        const auto* const event = std::get_if<oms::VenueEvent>(&feedback.what);
        if (event == nullptr || feedback.decide.value == 0) {
            return true;
        }
        if (const auto* const order = std::get_if<oms::Accepted>(event); order != nullptr) {
            return add(order->venue_id, feedback.decide, now);
        }
        const auto* const order = std::get_if<oms::Replaced>(event);
        return order == nullptr || add(order->venue_id, feedback.decide, now);
    }

    /// False when there is no room.
    bool add(OrderId id, InstrumentId instrument, Time now) noexcept {
        if (free_ == 0 || instrument.value >= first_.size()) {
            return false;
        }
        const std::uint32_t place = free_;
        Own& order = at(place);
        free_ = order.next;
        order.shown = {.id = id, .instrument = instrument};
        order.since = now;
        order.next = first_[instrument.value];
        first_[instrument.value] = place;
        return true;
    }

    /// Calls visit(const book::OrderView&) for each order that the book shows differently than at
    /// the last call; with quantity 0 when it is gone.
    template <class Books, class Visit>
    void look(const Books& books, InstrumentId instrument, Time now, Visit&& visit) {
        for (std::uint32_t* link = &first_[instrument.value]; *link != 0;) {
            Own& order = at(*link);
            const auto shown = books.find(order.shown.id);
            const bool was_shown = order.shown.leaves_qty.value != 0;
            if (shown && !(*shown == order.shown)) {
                order.shown = *shown;
                visit(order.shown);
            } else if (!shown && (was_shown || now - order.since > unseen_max_)) {
                order.shown.leaves_qty = {};
                if (was_shown) {
                    visit(order.shown);
                }
                forget(*link);
                continue;
            }
            link = &order.next;
        }
    }

  private:
    struct Own {
        book::OrderView shown{};
        Time since{};
        std::uint32_t next = 0;
    };

    [[nodiscard]] Own& at(std::uint32_t place) noexcept { return orders_[place - 1]; }

    void forget(std::uint32_t& link) noexcept {
        const std::uint32_t place = link;
        link = at(place).next;
        at(place).next = free_;
        free_ = place;
    }

    FixedArray<std::uint32_t> first_;  // by InstrumentId: the place of one, or 0
    FixedArray<Own> orders_;
    Nanos unseen_max_;
    std::uint32_t free_ = 1;
};

}  // namespace hotpath::engine::pipelined
