#pragma once
/// LockedLimits: the obvious twin of risk::SharedLimits: three numbers and a mutex.
///
/// Threads: any. Allocation: none.

#include <cstdint>
#include <mutex>

#include "hotpath/risk/shared_limits.hpp"

namespace hotpath::support {

class LockedLimits {
  public:
    explicit LockedLimits(const risk::FirmLimits& limits) : limits_(limits) {}

    [[nodiscard]] risk::FirmLimit try_reserve(const risk::FirmOrder& order) {
        const std::scoped_lock lock(mutex_);
        if (order.orders > limits_.open_orders_max - open_orders_) {
            return risk::FirmLimit::OpenOrders;
        }
        if (order.value.bits() > limits_.open_value_max.bits() - open_value_) {
            return risk::FirmLimit::OpenValue;
        }
        if (messages_ == limits_.messages_max) {
            return risk::FirmLimit::Messages;
        }
        open_orders_ += order.orders;
        open_value_ += order.value.bits();
        ++messages_;
        return risk::FirmLimit::None;
    }

    void release(const risk::FirmOrder& order) {
        const std::scoped_lock lock(mutex_);
        open_orders_ -= order.orders;
        open_value_ -= order.value.bits();
    }

    [[nodiscard]] std::uint64_t taken(risk::FirmLimit limit) const {
        return limit == risk::FirmLimit::OpenOrders  ? open_orders_
               : limit == risk::FirmLimit::OpenValue ? open_value_
                                                     : messages_;
    }

  private:
    std::mutex mutex_;
    risk::FirmLimits limits_;
    std::uint64_t open_orders_ = 0;
    std::uint64_t open_value_ = 0;
    std::uint64_t messages_ = 0;
};

}  // namespace hotpath::support
