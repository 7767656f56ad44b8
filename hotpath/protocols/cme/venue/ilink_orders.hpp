#pragma once
/// IlinkOrders: the open orders of all sessions that were entered over iLink 3.
///
///   by (session, UserRefNum)    which order is the venue's reply about
///   by OrderID                  which order does a request name
///
/// ClOrdIDs are labels: they need not be unique, and no order is looked for by one. Threads: one
/// owner. Allocation: the constructor, save(). Complexity: O(1) expected; for_each(),
/// begin_day() and save() O(orders_max).

#include <cstdint>
#include <utility>

#include "hotpath/core/fixed_hash_map.hpp"
#include "hotpath/exchange/orders/open_orders.hpp"
#include "hotpath/protocols/cme/venue/ilink_order.hpp"

namespace hotpath::exchange {

class IlinkOrders {
  public:
    explicit IlinkOrders(std::uint32_t orders_max) : orders_(orders_max), by_id_(orders_max) {}

    [[nodiscard]] std::size_t size() const noexcept { return orders_.size(); }
    /// nullptr when no such order is open. Valid until it is removed.
    [[nodiscard]] IlinkOrder* find(SessionId session, ClOrdId user_ref_num) noexcept {
        return orders_.find(session, user_ref_num);
    }
    /// nullptr: no such order of this session is open.
    [[nodiscard]] const IlinkOrder* find(SessionId session, OrderId order_id) const noexcept {
        IlinkOrder* const* const found = by_id_.find(order_id.value);
        return found == nullptr || (*found)->session != session ? nullptr : *found;
    }
    [[nodiscard]] IlinkOrder* find(SessionId session, OrderId order_id) noexcept {
        return const_cast<IlinkOrder*>(std::as_const(*this).find(session, order_id));
    }

    /// Its numbers are new.
    IlinkOrder& add(const IlinkOrder& order) noexcept {
        IlinkOrder& added = orders_.add(order);
        link(added);
        return added;
    }
    /// One of this table's: a replacement of the venue has another UserRefNum.
    void rename(IlinkOrder& order, ClOrdId user_ref_num) noexcept {
        orders_.rename(order, user_ref_num);
    }
    /// One of this table's.
    void remove(IlinkOrder& order) noexcept {
        by_id_.erase(order.order_id.value);
        orders_.remove(order);
    }
    /// Only orders that are open at the venue stay.
    void begin_day(const SessionOrders& open_orders) noexcept;
    /// Calls visit(const IlinkOrder&) for each, in no defined order.
    template <class Visitor>
    void for_each(Visitor&& visit) const {
        orders_.for_each(visit);
    }

    void save(StateWriter& writer) const { orders_.save(writer); }
    void load(StateReader& reader);

  private:
    void link(IlinkOrder& order) noexcept {
        const bool is_new = by_id_.try_insert(order.order_id.value, &order) != nullptr;
        HOTPATH_ASSERT(is_new, "the order's OrderID must be new");
    }

    OpenOrders<IlinkOrder> orders_;
    FixedHashMap<std::uint64_t, IlinkOrder*> by_id_;
};

}  // namespace hotpath::exchange
