#pragma once
/// FixOrders: every ClOrdID that a FIX session has used today, and the order that it names.
///
///   by (session, ClOrdID)       is it a duplicate; which order does OrigClOrdID name
///   by (session, UserRefNum)    which order is the venue's reply about
///
/// Each replacement has a record; the one before it stays, replaced. A reduction hands its
/// UserRefNum on: to the venue it is the same order. Ids of cancels, and of orders that the venue
/// refused, are kept too; a cancel or a replacement that names no open order keeps none. Full, the
/// table takes no more. Threads: one owner. Allocation: the constructor, begin_day(). Complexity:
/// O(1) expected; ids that a client makes collide are in one chain.

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>

#include "hotpath/core/fixed_array.hpp"
#include "hotpath/core/fixed_hash_map.hpp"
#include "hotpath/core/state_bytes.hpp"
#include "hotpath/core/symbol.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/exchange/orders/session_orders.hpp"
#include "hotpath/exchange/types.hpp"
#include "hotpath/protocols/fix/codes.hpp"
#include "hotpath/protocols/fix/venue/id_text.hpp"

namespace hotpath::exchange {

struct FixOrder {
    IdText id{};
    SessionId session{};
    bool is_order = false;     // not a cancel's id, nor one of a refused request
    bool is_replaced = false;  // its successor has taken its place
    bool has_replaced = false;
    bool is_of_other_protocol = false;  // no FIX session's: it is reported to drop copies only
    char side = protocols::fix::side::kBuy;
    char ord_type = protocols::fix::ord_type::kLimit;
    char time_in_force = protocols::fix::time_in_force::kDay;
    char exec_inst = 0;  // 0: none
    char status = protocols::fix::ord_status::kNew;
    ClOrdId user_ref_num{};  // 0: the venue does not know it
    OrderId order_id{};      // 0: none
    Symbol symbol{};
    Price price{};       // of a limit order
    Price stop_price{};  // 0: none
    Qty qty{};           // in total
    Qty cum_qty{};
    Qty leaves_qty{};
    Qty broken_qty{};         // of cum_qty: its trades were broken, and are reported no more
    std::uint64_t value = 0;  // of its other executions, in price units times shares

    [[nodiscard]] bool is_open() const noexcept {
        return is_order && !is_replaced && leaves_qty != Qty{};
    }
};

/// All but is_of_other_protocol.
void save(const FixOrder& order, StateWriter& writer);
/// Refuses an id that is none.
void load(FixOrder& order, StateReader& reader);

class FixOrders {
  public:
    static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

    /// A power of two.
    explicit FixOrders(std::uint32_t ids_max);

    [[nodiscard]] std::uint32_t size() const noexcept { return used_; }
    [[nodiscard]] bool is_full() const noexcept { return used_ == records_.size(); }

    /// nullptr: the session has not used this id. Records stay where they are until begin_day().
    [[nodiscard]] FixOrder* find(SessionId session, std::string_view id) noexcept {
        const std::uint32_t index = index_of(session, id);
        return index == kNone ? nullptr : &records_[index];
    }
    [[nodiscard]] const FixOrder* find(SessionId session, std::string_view id) const noexcept {
        const std::uint32_t index = index_of(session, id);
        return index == kNone ? nullptr : &records_[index];
    }
    [[nodiscard]] FixOrder* find(SessionId session, ClOrdId user_ref_num) noexcept;

    /// Not full, and the id is new in its session.
    FixOrder& add(SessionId session, const IdText& id) noexcept;
    /// The venue's replies about this number are about this order from now on.
    void name(FixOrder& order, ClOrdId user_ref_num) noexcept;

    /// Calls visit(FixOrder&) for each open order of the session, in the order of their ids' first
    /// use. O(ids of the day).
    template <class Visitor>
    void for_each_open(SessionId session, Visitor&& visit) {
        for (FixOrder& order : records_.items().first(used_)) {
            if (order.session == session && order.is_open()) {
                visit(order);
            }
        }
    }

    /// Orders that are open at the venue stay; all other ids may be used again. The venue drops the
    /// orders of a session that has ended without a reply.
    void begin_day(const SessionOrders& open_orders) noexcept;

    void save(StateWriter& writer) const;
    void load(StateReader& reader);

  private:
    [[nodiscard]] std::uint32_t index_of(SessionId session, std::string_view id) const noexcept;
    [[nodiscard]] std::uint32_t chain_of(SessionId session, std::string_view id) const noexcept;
    [[nodiscard]] static std::uint64_t key_of(SessionId session, ClOrdId user_ref_num) noexcept {
        return (std::uint64_t{session.value} << 32U) | user_ref_num.value;
    }
    void link(std::uint32_t index) noexcept;

    FixedArray<FixOrder> records_;
    FixedArray<std::uint32_t> heads_;  // of chains, by hash
    FixedArray<std::uint32_t> next_;   // in its chain, by record
    FixedHashMap<std::uint64_t, std::uint32_t> by_user_ref_num_;
    std::uint32_t used_ = 0;
};

}  // namespace hotpath::exchange
