#pragma once
/// Ids for orders that a recording shows without naming them.
///
/// The rank of an order in its queue is its id (docs/design/0003), so an unnamed order must have an id
/// of its time: it is taken from the gap below the highest id named so far, which no order of this
/// instrument has had. Ids above the highest are used only when no gap is left; such an id may be
/// named later, and the caller then renumbers its order. Threads: one owner. Allocation: none.
/// Complexity: O(1), plus the live orders passed over.

#include <algorithm>
#include <cstdint>

#include "hotpath/core/units.hpp"

namespace hotpath::capture {

class UnnamedIds {
  public:
    /// An event names this id.
    void on_named(OrderId id) {
        if (id.value <= highest_) {
            return;
        }
        const Gap gap{.first = highest_ + 1, .last = id.value - 1};
        if (gap.size() > 0) {
            reserve_ = current_.size() > reserve_.size() ? current_ : reserve_;
            current_ = gap;
        }
        highest_ = id.value;
    }

    /// An id that is_live() refuses to know, above `behind`.
    template <class IsLive>
    [[nodiscard]] OrderId next(OrderId behind, const IsLive& is_live) {
        for (Gap* gap : {&current_, &reserve_}) {
            while (gap->size() > 0 && gap->last > behind.value) {
                const std::uint64_t id = gap->last--;
                if (!is_live(id)) {
                    return {id};
                }
            }
        }
        do {
            above_ = std::max(above_, highest_) + 1;
        } while (is_live(above_));
        return {above_};
    }

  private:
    struct Gap {
        std::uint64_t first = 1;
        std::uint64_t last = 0;

        [[nodiscard]] std::uint64_t size() const { return last + 1 - first; }
    };

    Gap current_;
    Gap reserve_;  // the largest of those before
    std::uint64_t highest_ = 0;
    std::uint64_t above_ = 0;
};

}  // namespace hotpath::capture
