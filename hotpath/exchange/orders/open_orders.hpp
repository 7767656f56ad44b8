#pragma once
/// OpenOrders: open orders by session and UserRefNum, each with what a protocol of order entry says
/// about it. Order has session and user_ref_num, and its namespace save() and load() of one.
///
/// Threads: one owner. Allocation: the constructor, save(). Complexity: O(1) expected; for_each(),
/// for_each_gone() and save() O(orders_max).

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "hotpath/core/assert.hpp"
#include "hotpath/core/fixed_array.hpp"
#include "hotpath/core/fixed_hash_map.hpp"
#include "hotpath/core/state_bytes.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/exchange/orders/session_orders.hpp"
#include "hotpath/exchange/types.hpp"

namespace hotpath::exchange {

namespace detail {

void save_open(const auto& order, StateWriter& writer) {
    save(order, writer);
}
void load_open(auto& order, StateReader& reader) {
    load(order, reader);
}

}  // namespace detail

template <class Order>
class OpenOrders {
  public:
    /// `orders_max`: the maximum of orders that the venue has open at one time.
    explicit OpenOrders(std::uint32_t orders_max)
        : records_(orders_max),
          free_(orders_max),
          free_size_(orders_max),
          by_user_ref_num_(orders_max) {
        for (std::uint32_t n = 0; n < orders_max; ++n) {
            free_[n] = orders_max - 1 - n;
        }
    }

    [[nodiscard]] std::size_t size() const noexcept { return by_user_ref_num_.size(); }
    /// nullptr when no such order is open. Valid until it is removed.
    [[nodiscard]] Order* find(SessionId session, ClOrdId user_ref_num) noexcept {
        const std::uint32_t* const index = by_user_ref_num_.find(key_of(session, user_ref_num));
        return index == nullptr ? nullptr : &records_[*index];
    }

    /// Its number is new in its session. Valid until it is removed.
    Order& add(const Order& order) noexcept {
        HOTPATH_ASSERT(free_size_ != 0,
                       "there must be room for every order that the venue has open");
        const std::uint32_t index = free_[--free_size_];
        const bool is_new = by_user_ref_num_.try_insert(key_of(order), index) != nullptr;
        HOTPATH_ASSERT(is_new, "the order's number must be new in its session");
        records_[index] = order;
        return records_[index];
    }
    /// One of this table's.
    void remove(Order& order) noexcept {
        by_user_ref_num_.erase(key_of(order));
        order.user_ref_num = {};
        free_[free_size_++] = index_of(order);
    }
    /// One of this table's gets a number that is new in its session.
    void rename(Order& order, ClOrdId user_ref_num) noexcept {
        by_user_ref_num_.erase(key_of(order));
        order.user_ref_num = user_ref_num;
        const bool is_new = by_user_ref_num_.try_insert(key_of(order), index_of(order)) != nullptr;
        HOTPATH_ASSERT(is_new, "the order's number must be new in its session");
    }
    /// Calls visit(Order&) in no defined order; it may remove the order.
    template <class Visitor>
    void for_each(Visitor&& visit) {
        visit_open(records_.items(), visit);
    }
    template <class Visitor>
    void for_each(Visitor&& visit) const {
        visit_open(records_.items(), visit);
    }

    /// The same for those that are open at the venue no longer.
    template <class Visitor>
    void for_each_gone(const SessionOrders& open_orders, Visitor&& visit) {
        for_each([&](Order& order) {
            if (!open_orders.has(order.session, order.user_ref_num)) {
                visit(order);
            }
        });
    }

    /// Saves orders by session and number, because a record's place depends on earlier orders.
    void save(StateWriter& writer) const {
        std::vector<const Order*> open;
        for_each([&](const Order& order) { open.push_back(&order); });
        std::ranges::sort(open, {}, [](const Order* order) { return key_of(*order); });
        writer.put(std::uint64_t{open.size()});
        for (const Order* const order : open) {
            detail::save_open(*order, writer);
        }
    }
    /// `blank` has what a record does not say. Calls added(Order&) for each.
    template <class Added>
    void load(StateReader& reader, const Order& blank, Added&& added) {
        const auto open = reader.get<std::uint64_t>();
        for (std::uint64_t n = 0; n < open && reader.is_ok(); ++n) {
            Order order = blank;
            detail::load_open(order, reader);
            if (free_size_ == 0 || order.user_ref_num == ClOrdId{} ||
                find(order.session, order.user_ref_num) != nullptr) {
                return reader.refuse();
            }
            if (reader.is_ok()) {
                added(add(order));
            }
        }
    }

  private:
    /// Calls visit() for each open order of the records, const or not.
    static void visit_open(auto records, auto& visit) {
        for (auto& order : records) {
            if (order.user_ref_num != ClOrdId{}) {
                visit(order);
            }
        }
    }
    [[nodiscard]] static std::uint64_t key_of(const Order& order) noexcept {
        return key_of(order.session, order.user_ref_num);
    }
    [[nodiscard]] static std::uint64_t key_of(SessionId session, ClOrdId user_ref_num) noexcept {
        return (std::uint64_t{session.value} << 32U) | user_ref_num.value;
    }
    [[nodiscard]] std::uint32_t index_of(const Order& order) const noexcept {
        return static_cast<std::uint32_t>(&order - records_.items().data());
    }

    FixedArray<Order> records_;       // a free one has no UserRefNum
    FixedArray<std::uint32_t> free_;  // the first free_size_ are indices of free records
    std::size_t free_size_;
    FixedHashMap<std::uint64_t, std::uint32_t> by_user_ref_num_;
};

}  // namespace hotpath::exchange
