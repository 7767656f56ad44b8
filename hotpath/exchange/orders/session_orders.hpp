#pragma once
/// The open orders of all sessions: what the venue must remember of an order beyond its place in
/// the book, found by the client's id or by the venue's.
///
/// Threads: one owner. Allocation: in the constructor; full, it refuses. Complexity: O(1), but for
/// for_each(), which goes through all places that were ever in use.

#include <algorithm>
#include <array>
#include <cstdint>

#include "hotpath/core/fixed_array.hpp"
#include "hotpath/core/fixed_hash_map.hpp"
#include "hotpath/core/object_pool.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/exchange/types.hpp"
#include "hotpath/wire/ouch50/codes.hpp"

namespace hotpath::exchange {

/// What a request says that only comes back in replies: in OUCH's own characters.
struct OrderTerms {
    char side = wire::ouch50::side::kBuy;
    char time_in_force = wire::ouch50::time_in_force::kDay;
    char display = wire::ouch50::display::kVisible;
    char capacity = wire::ouch50::capacity::kPrincipal;
    char iso_eligibility = wire::ouch50::iso_eligibility::kNotEligible;
    char cross_type = wire::ouch50::cross_type::kContinuousMarket;
    std::array<char, 14> cl_ord_id{};
};

struct SessionOrder {
    OrderId id;
    SessionId session;
    InstrumentId instrument;
    ClOrdId user_ref_num;
    Qty qty;      // the client is liable for: executed shares, those of orders it replaced too,
                  // included
    Qty cum_qty;  // executed
    Price price;
    OrderTerms terms;
    Attribution firm{};  // that the order names; published when its display is attributable

    [[nodiscard]] constexpr Attribution attribution() const {
        return terms.display == wire::ouch50::display::kAttributable ? firm : Attribution{};
    }

    [[nodiscard]] constexpr Qty leaves_qty() const { return qty - cum_qty; }
};

class SessionOrders {
  public:
    SessionOrders(std::uint32_t orders_max, std::uint16_t sessions_max)
        : orders_(orders_max),
          by_id_(orders_max),
          by_user_ref_num_(orders_max),
          is_open_(orders_max),
          open_by_session_(sessions_max) {}

    [[nodiscard]] std::uint32_t size() const noexcept { return orders_.in_use(); }
    [[nodiscard]] bool is_full() const noexcept { return orders_.in_use() == orders_.capacity(); }

    /// Open orders of one session.
    [[nodiscard]] std::uint32_t open_of(SessionId session) const noexcept {
        return open_by_session_[session.value];
    }

    /// visit(const SessionOrder&), in no order that means anything: whoever writes them out sorts.
    template <class Visitor>
    void for_each(Visitor&& visit) const {
        for (std::uint32_t index = 0; index < used_; ++index) {
            if (is_open_[index]) {
                visit(orders_[index]);
            }
        }
    }

    /// nullptr when no such order is open. Good until the next add or remove.
    [[nodiscard]] SessionOrder* find(OrderId id) noexcept { return at(by_id_.find(id)); }
    [[nodiscard]] SessionOrder* find(SessionId session, ClOrdId user_ref_num) noexcept {
        return at(by_user_ref_num_.find(key_of(session, user_ref_num)));
    }

    /// Not full, and neither id in use.
    void add(const SessionOrder& order) noexcept {
        const std::uint32_t index = orders_.acquire();
        orders_[index] = order;
        is_open_[index] = true;
        used_ = std::max(used_, index + 1);
        ++open_by_session_[order.session.value];
        const bool is_new = by_id_.try_insert(order.id, index) != nullptr &&
                            by_user_ref_num_.try_insert(key_of(order.session, order.user_ref_num),
                                                        index) != nullptr;
        HOTPATH_ASSERT(is_new, "ids are given once and there is room");
    }

    void remove(OrderId id) noexcept {
        const std::uint32_t* found = by_id_.find(id);
        HOTPATH_ASSERT(found != nullptr, "the order is open");
        const std::uint32_t index = *found;
        is_open_[index] = false;
        --open_by_session_[orders_[index].session.value];
        by_user_ref_num_.erase(key_of(orders_[index].session, orders_[index].user_ref_num));
        by_id_.erase(id);
        orders_.release(index);
    }

  private:
    [[nodiscard]] static constexpr std::uint64_t key_of(SessionId session, ClOrdId user_ref_num) {
        return (std::uint64_t{session.value} << 32U) | user_ref_num.value;
    }
    [[nodiscard]] SessionOrder* at(const std::uint32_t* index) noexcept {
        return index == nullptr ? nullptr : &orders_[*index];
    }

    ObjectPool<SessionOrder> orders_;
    FixedHashMap<OrderId, std::uint32_t> by_id_;
    FixedHashMap<std::uint64_t, std::uint32_t> by_user_ref_num_;
    FixedArray<bool> is_open_;  // by place in the pool
    FixedArray<std::uint32_t> open_by_session_;
    std::uint32_t used_ = 0;  // places of the pool that were ever in use
};

}  // namespace hotpath::exchange
