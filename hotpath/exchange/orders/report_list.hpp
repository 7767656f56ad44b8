#pragma once
/// ReportList: what the venue has said to its sessions since the caller took it last, in order.
///
/// Threads: one owner. Allocation: the constructor; overflow between two clear() is our bug (sizes
/// are computed at set-up). Complexity: O(1).

#include <cstddef>
#include <span>

#include "hotpath/core/assert.hpp"
#include "hotpath/core/fixed_array.hpp"
#include "hotpath/exchange/orders/order_report.hpp"

namespace hotpath::exchange {

class ReportList {
  public:
    explicit ReportList(std::size_t reports_max) : reports_(reports_max) {}

    [[nodiscard]] std::span<const OrderReport> reports() const noexcept {
        return reports_.items().first(count_);
    }

    /// The event is made of `fields` where it lies.
    template <class Event, class... Fields>
    Event& append(SessionId session, Time time, const Fields&... fields) noexcept {
        HOTPATH_ASSERT(count_ < reports_.size(), "call clear() after every command");
        OrderReport& report = reports_[count_++];
        report.session = session;
        report.time = time;
        return report.event.template emplace<Event>(fields...);
    }

    void clear() noexcept { count_ = 0; }

  private:
    FixedArray<OrderReport> reports_;
    std::size_t count_ = 0;
};

}  // namespace hotpath::exchange
