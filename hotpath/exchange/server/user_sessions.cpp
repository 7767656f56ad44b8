#include "hotpath/exchange/server/user_sessions.hpp"

#include <algorithm>

#include "hotpath/exchange/server/port_limits.hpp"

namespace hotpath::exchange {

void UserSessions::grow(std::size_t sessions) {
    while (sessions_.size() < sessions) {
        sessions_.push_back({.orders = TokenBucket(options_.limits.orders),
                             .cancels = TokenBucket(options_.limits.cancels),
                             .refusals = TokenBucket(options_.limits.refusals),
                             .order_rate = options_.limits.orders});
    }
}

void UserSessions::apply_limits(SessionId id, const Member& member) noexcept {
    const auto user = std::ranges::find(of_users_, id) - of_users_.begin();
    const auto n = static_cast<std::size_t>(user);
    UserSession& session = sessions_[id.value];
    session.limits = limits_under(
        n < options_.user_limits.size() ? options_.user_limits[n] : UserLimits{}, member);
    const RateLimit rate = order_rate_under(options_.limits.orders, member);
    if (rate != session.order_rate) {
        session.order_rate = rate;
        session.orders = TokenBucket(rate);
    }
}

}  // namespace hotpath::exchange
