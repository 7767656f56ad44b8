#include "hotpath/risk/limits.hpp"

#include <limits>

namespace hotpath::risk {

Expected<void> validate(const Limits& limits) {
    const bool is_set = limits.order_qty_max.value > 0 && limits.order_notional_max > 0 &&
                        limits.collar_bps > 0 && limits.position_max > 0;
    // The largest notional stands for an overflow; a collar of the whole price lets prices near
    // zero through; position and open orders are added up in 64 bits.
    const bool can_bind = limits.order_notional_max < std::numeric_limits<std::uint64_t>::max() &&
                          limits.collar_bps < kBasisPoints &&
                          limits.position_max <= std::numeric_limits<std::int64_t>::max() / 2;
    if (!is_set || !can_bind) {
        return fail(
            "risk limits: each of quantity, notional, collar and position must be set and "
            "able to bind (collar below 10,000 basis points)");
    }
    return {};
}

const char* reason_name(RejectReason reason) noexcept {
    constexpr const char* kNames[kRejectReasons] = {
        "none",           "kill switch",    "no limits",
        "order quantity", "order notional", "no reference price",
        "price collar",   "position",       "message rate"};
    const auto index = static_cast<std::size_t>(reason);
    return index < kRejectReasons ? kNames[index] : "unknown";
}

}  // namespace hotpath::risk
