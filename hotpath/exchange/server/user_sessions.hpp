#pragma once
/// UserSessions: the sessions of a venue server, one for each user name in its journal, and which
/// session is which configured user's.
///
/// Threads: the server's. Allocation: grow(), adopt(). Complexity: O(1); apply_limits() O(users).

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "hotpath/exchange/orders/member.hpp"
#include "hotpath/exchange/server/user_session.hpp"
#include "hotpath/exchange/server/venue_server_options.hpp"
#include "hotpath/exchange/types.hpp"

namespace hotpath::exchange {

class UserSessions {
  public:
    /// The options outlive it.
    explicit UserSessions(const VenueServerOptions& options) : options_(options) {}

    [[nodiscard]] std::uint16_t size() const noexcept {
        return static_cast<std::uint16_t>(sessions_.size());
    }
    [[nodiscard]] UserSession& operator[](SessionId id) noexcept { return sessions_[id.value]; }
    [[nodiscard]] const UserSession& operator[](SessionId id) const noexcept {
        return sessions_[id.value];
    }
    /// The session of the n-th user of the configuration; adopt() was called.
    [[nodiscard]] SessionId of_user(std::uint16_t n) const noexcept { return of_users_[n]; }
    [[nodiscard]] const std::vector<SessionId>& of_users() const noexcept { return of_users_; }

    void grow(std::size_t sessions);
    void adopt(std::vector<SessionId>&& of_users) { of_users_ = std::move(of_users); }
    /// The configuration's limits, except where `member` has others.
    void apply_limits(SessionId id, const Member& member) noexcept;

  private:
    const VenueServerOptions& options_;
    std::vector<UserSession> sessions_;  // by id
    std::vector<SessionId> of_users_;    // by index in the configured users
};

}  // namespace hotpath::exchange
