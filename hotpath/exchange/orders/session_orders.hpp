#pragma once
/// The open orders of all sessions: the venue's data of an order beyond its place in the book.
///
///   client's id -> index -> record <- tag in the matcher's record
///                             ^------ index <- venue's id, of an order with conditions
///
/// The matcher keeps where an order's record is (book::OrderView::tag) and gives it back with the
/// order's events, so that a plain order, as most are, needs no index by the venue's id. Books with
/// dense ids keep no tags: then all orders are in both indexes.
/// An order is one cache line, its places in the indexes included, and what is touched of the
/// indexes grows with the open orders (GrowingIndex): a table for a hundred thousand that holds ten
/// stays in the nearest cache. Threads: one owner. Allocation: in the constructor; full, it
/// refuses. Complexity: O(1) expected, except for_each(), which visits all records that were ever
/// in use.

#include <cstddef>
#include <cstdint>
#include <utility>

#include "hotpath/core/assert.hpp"
#include "hotpath/core/cpu.hpp"
#include "hotpath/core/fixed_array.hpp"
#include "hotpath/core/growing_index.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/exchange/orders/order_terms.hpp"
#include "hotpath/exchange/types.hpp"

namespace hotpath::exchange {

/// Nasdaq's price of a market order, $214,748.3647.
inline constexpr Price kMarketPrice{0x7FFF'FFFF};

struct SessionOrder {
    OrderId id;
    SessionId session;
    InstrumentId instrument;
    ClOrdId user_ref_num;
    Qty qty;      // total: executed shares, those of replaced orders too,
                  // included
    Qty cum_qty;  // executed
    Price price;
    OrderTerms terms;
    Attribution firm{};  // that the order names; published when its display is attributable

    [[nodiscard]] constexpr Attribution attribution() const {
        return terms.display == OrderDisplay::Attributable ? firm : Attribution{};
    }

    [[nodiscard]] constexpr Qty leaves_qty() const { return qty - cum_qty; }
};

/// An order as the matcher's events name it: its venue id and its tag, 0 for one without.
struct TaggedId {
    OrderId id;
    std::uint32_t tag = 0;
};

/// The value of its open shares at its limit; a market order that waits for a cross has none.
[[nodiscard]] constexpr Money value_of(const SessionOrder& order) noexcept {
    return order.price == kMarketPrice ? Money{} : order.price * order.leaves_qty();
}

class SessionOrders {
  public:
    SessionOrders(std::uint32_t orders_max, std::uint16_t sessions_max)
        : records_(orders_max),
          by_id_(orders_max),
          by_user_ref_num_(orders_max),
          open_by_session_(sessions_max),
          value_by_session_(sessions_max) {}

    [[nodiscard]] std::uint32_t size() const noexcept {
        return static_cast<std::uint32_t>(by_user_ref_num_.size());
    }
    [[nodiscard]] bool is_full() const noexcept { return size() == records_.size(); }

    /// Open orders of one session.
    [[nodiscard]] std::uint32_t open_of(SessionId session) const noexcept {
        return open_by_session_[session.value];
    }
    /// Their value.
    [[nodiscard]] Money open_value(SessionId session) const noexcept {
        return value_by_session_[session.value];
    }

    /// Calls visit(const SessionOrder&) in no defined order: sort before writing them out.
    template <class Visitor>
    void for_each(Visitor&& visit) const {
        for (const Record& record : records_.items().first(used_)) {
            if (record.order.id != kNoOrder) {
                visit(record.order);
            }
        }
    }

    /// nullptr when no such order is open. Valid until it is removed. By the venue's id alone only
    /// what add() was given.
    [[nodiscard]] SessionOrder* find(OrderId id) noexcept { return at(index_of(id)); }
    [[nodiscard]] SessionOrder* find(TaggedId order) noexcept {
        const std::uint32_t index = order.tag - 1;
        return index < used_ && records_[index].order.id == order.id ? &records_[index].order
                                                                     : nullptr;
    }
    /// For an order of this table; not 0.
    [[nodiscard]] std::uint32_t tag_of(const SessionOrder& order) const noexcept {
        return index_of(order) + 1;
    }
    [[nodiscard]] SessionOrder* find(SessionId session, ClOrdId user_ref_num) noexcept {
        return at(index_of(session, user_ref_num));
    }
    [[nodiscard]] const SessionOrder* find(SessionId session, ClOrdId user_ref_num) const noexcept {
        const std::uint32_t index = index_of(session, user_ref_num);
        return index == kNone ? nullptr : &records_[index].order;
    }
    /// Such an order is open.
    [[nodiscard]] bool has(SessionId session, ClOrdId user_ref_num) const noexcept {
        return index_of(session, user_ref_num) != kNone;
    }

    /// Not full, and neither id in use. Valid until it is removed.
    SessionOrder& add(const SessionOrder& order) noexcept {
        const std::uint32_t index = insert(order);
        by_id_.insert(index, ById<Records>{records_});
        return records_[index].order;
    }
    /// The same of an order whose events come with its tag.
    SessionOrder& add_tagged(const SessionOrder& order) noexcept {
        const std::uint32_t index = insert(order);
        records_[index].next_by_id = kNotById;
        return records_[index].order;
    }

    /// Shares of one of this table's have traded.
    void execute(SessionOrder& order, Qty qty) noexcept {
        const Money before = value_of(order);
        order.cum_qty += qty;
        value_by_session_[order.session.value] += value_of(order) - before;
    }
    /// One of this table's becomes smaller.
    void reduce(SessionOrder& order, Qty qty) noexcept {
        const Money before = value_of(order);
        order.qty -= qty;
        value_by_session_[order.session.value] += value_of(order) - before;
    }

    /// One of this table's.
    void remove(SessionOrder& order) noexcept {
        HOTPATH_ASSERT(order.id != kNoOrder, "the order must be open");
        const std::uint32_t index = index_of(order);
        Record& record = records_[index];
        --open_by_session_[record.order.session.value];
        value_by_session_[record.order.session.value] -= value_of(record.order);
        if (record.next_by_id != kNotById) {
            by_id_.erase(index, ById<Records>{records_});
        }
        by_user_ref_num_.erase(index, ByUserRefNum<Records>{records_});
        record.order.id = kNoOrder;
        record.next_by_id = std::exchange(free_, index);
    }

  private:
    static constexpr std::uint32_t kNone = GrowingIndex::kNone;
    static constexpr std::uint32_t kNotById = kNone - 1;  // no record's index
    static constexpr OrderId kNoOrder{};                  // a session's ids are odd

    /// One cache line: an order, and its places in both indexes.
    struct alignas(kCacheLine) Record {
        SessionOrder order;
        std::uint32_t next_by_id = kNone;  // or of the free records, or kNotById
        std::uint32_t next_by_user_ref_num = kNone;
    };
    static_assert(sizeof(Record) == kCacheLine);
    using Records = FixedArray<Record>;

    template <class Of>
    struct ById {
        Of& records;

        [[nodiscard]] auto& next(std::uint32_t index) const noexcept {
            return records[index].next_by_id;
        }
        [[nodiscard]] std::uint32_t hash(std::uint32_t index) const noexcept {
            return hash_of(records[index].order.id);
        }
    };
    template <class Of>
    struct ByUserRefNum {
        Of& records;

        [[nodiscard]] auto& next(std::uint32_t index) const noexcept {
            return records[index].next_by_user_ref_num;
        }
        [[nodiscard]] std::uint32_t hash(std::uint32_t index) const noexcept {
            return hash_of(key_of(records[index].order));
        }
    };

    /// Its record's index.
    [[nodiscard]] std::uint32_t insert(const SessionOrder& order) noexcept {
        HOTPATH_ASSERT(!is_full(), "the table must have room");
        HOTPATH_ASSERT_HOT(
            find(order.id) == nullptr && find(order.session, order.user_ref_num) == nullptr,
            "the ids must be new");
        const std::uint32_t index =
            free_ == kNone ? used_++ : std::exchange(free_, records_[free_].next_by_id);
        records_[index].order = order;
        by_user_ref_num_.insert(index, ByUserRefNum<Records>{records_});
        ++open_by_session_[order.session.value];
        value_by_session_[order.session.value] += value_of(order);
        return index;
    }
    [[nodiscard]] std::uint32_t index_of(const SessionOrder& order) const noexcept {
        static_assert(offsetof(Record, order) == 0);
        const auto& record = reinterpret_cast<const Record&>(order);
        return static_cast<std::uint32_t>(&record - records_.items().data());
    }

    [[nodiscard]] static constexpr std::uint64_t key_of(SessionId session, ClOrdId user_ref_num) {
        return (std::uint64_t{session.value} << 32U) | user_ref_num.value;
    }
    [[nodiscard]] static constexpr std::uint64_t key_of(const SessionOrder& order) {
        return key_of(order.session, order.user_ref_num);
    }
    [[nodiscard]] static constexpr std::uint32_t hash_of(std::uint64_t key) {
        return NeighbourHash<std::uint64_t>{}(key);
    }
    /// Neighbours are two apart.
    [[nodiscard]] static constexpr std::uint32_t hash_of(OrderId id) {
        return hash_of(id.value / 2);
    }

    [[nodiscard]] std::uint32_t index_of(OrderId id) const noexcept {
        return by_id_.find(hash_of(id), ById<const Records>{records_},
                           [&](std::uint32_t index) { return records_[index].order.id == id; });
    }
    [[nodiscard]] std::uint32_t index_of(SessionId session, ClOrdId user_ref_num) const noexcept {
        const std::uint64_t key = key_of(session, user_ref_num);
        return by_user_ref_num_.find(
            hash_of(key), ByUserRefNum<const Records>{records_},
            [&](std::uint32_t index) { return key_of(records_[index].order) == key; });
    }
    [[nodiscard]] SessionOrder* at(std::uint32_t index) noexcept {
        return index == kNone ? nullptr : &records_[index].order;
    }

    Records records_;
    GrowingIndex by_id_;
    GrowingIndex by_user_ref_num_;
    FixedArray<std::uint32_t> open_by_session_;
    FixedArray<Money> value_by_session_;
    std::uint32_t used_ = 0;  // records from here on have never been used
    std::uint32_t free_ = kNone;
};

}  // namespace hotpath::exchange
