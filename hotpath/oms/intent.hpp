#pragma once
/// A strategy's requests: a bounded list of enter, replace, reduce and cancel, filled while it
/// decides. Ids are assigned as intents are added, so a strategy can store its order's id at once;
/// the id of a refused intent is never reused (the venue requires increasing ids, not dense ones).
/// When the list is full an intent gets id 0 and is lost; kIntentsMax is far above the need of one
/// event. Threads: one. Allocation: none. Complexity: O(1).

#include <cstddef>
#include <cstdint>
#include <span>

#include "hotpath/core/fixed_vector.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/oms/order.hpp"

namespace hotpath::oms {

inline constexpr std::size_t kIntentsMax = 64;

/// One request of a strategy.
struct Intent {
    enum class Kind : std::uint8_t { Enter, Replace, Cancel, Reduce };

    Kind kind = Kind::Enter;
    Side side = Side::Buy;                         // of an Enter
    TimeInForce time_in_force = TimeInForce::Day;  // of an Enter
    InstrumentId instrument{};                     // of an Enter
    bool is_post_only = false;                     // of an Enter
    ClOrdId id{};        // the new order's; of a Cancel or Reduce: the order itself
    ClOrdId original{};  // of a Replace: the order to replace
    Qty qty{};           // to be open; the gateway adds what was executed
    Price price{};

    /// Returns true for an order or a replacement, which have a new id and which the risk gate is
    /// asked for. The other kinds only lower the exposure.
    [[nodiscard]] constexpr bool needs_approval() const noexcept { return kind <= Kind::Replace; }
};

class Intents {
  public:
    /// Makes an empty list; its first new order gets the id `next_id`.
    explicit Intents(ClOrdId next_id) noexcept : next_id_(next_id) {}

    /// Returns the requests in the order in which they were made.
    [[nodiscard]] std::span<const Intent> all() const noexcept { return intents_; }

    /// Requests a new order and returns its id, or 0 if the list is full. `order.id` is ignored.
    [[nodiscard]] ClOrdId enter(const NewOrder& order) noexcept {
        return add({.kind = Intent::Kind::Enter,
                    .side = order.side,
                    .time_in_force = order.time_in_force,
                    .instrument = order.instrument,
                    .is_post_only = order.is_post_only,
                    .id = next_id_,
                    .qty = order.qty,
                    .price = order.price});
    }

    /// Requests a new price, open quantity and id for `original`. Returns the id, or 0 if the list
    /// is full.
    [[nodiscard]] ClOrdId replace(ClOrdId original, Qty open_qty, Price price) noexcept {
        return add({.kind = Intent::Kind::Replace,
                    .id = next_id_,
                    .original = original,
                    .qty = open_qty,
                    .price = price});
    }

    /// Requests that the open quantity of `id` falls to `open_qty`, which must be below what it is;
    /// the order keeps its id and its place in the queue. What executes on the way comes off
    /// `open_qty`. Returns false if the list is full.
    bool reduce(ClOrdId id, Qty open_qty) noexcept {
        return intents_.try_push_back({.kind = Intent::Kind::Reduce, .id = id, .qty = open_qty});
    }

    /// Requests the end of an order. Returns false if the list is full.
    bool cancel(ClOrdId id) noexcept {
        return intents_.try_push_back({.kind = Intent::Kind::Cancel, .id = id});
    }

  private:
    ClOrdId add(const Intent& intent) noexcept {
        if (!intents_.try_push_back(intent)) {
            return {};
        }
        ++next_id_.value;
        return intent.id;
    }

    ClOrdId next_id_;
    FixedVector<Intent, kIntentsMax> intents_;
};

}  // namespace hotpath::oms
