#pragma once
/// CopiedOrders: open orders by OUCH, with what a report of FIX says about them: a drop copy has
/// the orders of both protocols, and a reply of OUCH does not repeat its order's terms.
///
/// Threads: one owner. Allocation: the constructor, save(). Complexity: O(1) expected; begin_day()
/// and save() O(orders_max).

#include <cstddef>
#include <cstdint>

#include "hotpath/core/fixed_array.hpp"
#include "hotpath/core/fixed_hash_map.hpp"
#include "hotpath/core/state_bytes.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/exchange/fix/fix_orders.hpp"
#include "hotpath/exchange/orders/session_orders.hpp"
#include "hotpath/exchange/types.hpp"

namespace hotpath::exchange {

class CopiedOrders {
  public:
    /// As many as the venue has open at one time.
    explicit CopiedOrders(std::uint32_t orders_max);

    [[nodiscard]] std::size_t size() const noexcept { return by_user_ref_num_.size(); }
    /// nullptr when no such order is open. Valid until it is removed.
    [[nodiscard]] FixOrder* find(SessionId session, ClOrdId user_ref_num) noexcept;

    /// Its number is new in its session. Valid until it is removed.
    FixOrder& add(const FixOrder& order) noexcept;
    /// One of this table's.
    void remove(FixOrder& order) noexcept;
    /// Only orders that are open at the venue stay.
    void begin_day(const SessionOrders& open_orders) noexcept;

    void save(StateWriter& writer) const;
    void load(StateReader& reader);

  private:
    [[nodiscard]] static std::uint64_t key_of(const FixOrder& order) noexcept {
        return key_of(order.session, order.user_ref_num);
    }
    [[nodiscard]] static std::uint64_t key_of(SessionId session, ClOrdId user_ref_num) noexcept {
        return (std::uint64_t{session.value} << 32U) | user_ref_num.value;
    }

    FixedArray<FixOrder> records_;    // a free one has no UserRefNum
    FixedArray<std::uint32_t> free_;  // the first free_size_ are indices of free records
    std::size_t free_size_;
    FixedHashMap<std::uint64_t, std::uint32_t> by_user_ref_num_;
};

}  // namespace hotpath::exchange
