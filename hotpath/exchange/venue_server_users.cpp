// Which session is whose: the configuration's users and those of the journal. A name keeps its
// session; who is not configured any more may not log in, and what that user has open is canceled.

#include <algorithm>
#include <utility>

#include "hotpath/exchange/venue_server.hpp"

namespace hotpath::exchange {

using wire::soupbintcp::is_same_text;

Expected<void> VenueServer::check_users() const {
    const UserTable& users = log_.users();
    if (users.size() == 0 && log_.inputs() != 0) {
        return fail("the journal does not say whose its sessions are: it ended before it began");
    }
    std::size_t added = 0;
    for (const wire::soupbintcp::Credentials& user : options_.users) {
        added += users.find(user.username) ? 0U : 1U;
    }
    if (users.size() + added > users.sessions_max()) {
        return fail("users_max = " + std::to_string(users.sessions_max()) +
                    " of this journal, and " + std::to_string(users.size()) +
                    " names have a session, removed ones included: there is no session for " +
                    std::to_string(added) + " more; begin a new journal with a larger users_max");
    }
    return {};
}

void VenueServer::adopt_users(Nanos now) noexcept {
    session_of_user_.clear();
    user_changes_.clear();
    for (const wire::soupbintcp::Credentials& user : options_.users) {
        const SessionId session =
            log_.users().find(user.username).value_or(SessionId{log_.users().size()});
        if (!log_.users().find_active(user.username)) {
            change_user(session, {.action = UserAction::Added, .name = user.username}, now);
        }
        session_of_user_.push_back(session);
    }
    for (std::uint16_t n = 0; n < log_.users().size(); ++n) {
        const bool is_configured =
            std::ranges::find(session_of_user_, SessionId{n}) != session_of_user_.end();
        if (!is_configured && !log_.users().is_removed({n})) {
            change_user({n}, {.action = UserAction::Removed, .name = log_.users().name_of({n})},
                        now);
        }
    }
    make_sessions_of_users();
}

void VenueServer::change_user(SessionId session, const UserChange& change, Nanos now) noexcept {
    const bool is_back = session.value < log_.users().size();
    user_changes_.push_back({.session = session,
                             .change = change,
                             .is_back = is_back,
                             .open_orders = log_.exchange().session_orders(session)});
    const UserChangeBytes message = to_bytes(change);
    carry_out({.kind = InputKind::User, .session = session, .time = now, .message = message});
}

/// A name of the journal has a session, whether it is configured or not.
void VenueServer::make_sessions_of_users() {
    while (sessions_.size() < log_.users().size()) {
        const Expected<void> made = make_session();
        HOTPATH_ASSERT(made, "the first one was made with the same options");
    }
}

void VenueServer::cancel_orders_of_removed_users(Nanos now) noexcept {
    for (std::uint16_t n = 0; n < log_.users().size(); ++n) {
        if (log_.users().is_removed({n})) {
            sessions_[n].cancel_at = now;
        }
    }
}

}  // namespace hotpath::exchange
