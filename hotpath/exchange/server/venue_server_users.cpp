// Which session is whose: the configuration's users and those of the journal. A name keeps its
// session; a user no longer configured may not log in, and its open orders are canceled.

#include <algorithm>
#include <utility>

#include "hotpath/exchange/server/venue_server.hpp"

namespace hotpath::exchange {

using protocols::nasdaq::soupbintcp::is_same_text;

Expected<void> VenueServer::prepare_users() {
    const UserTable& users = log().users();
    if (users.size() == 0 && log().inputs() != 0) {
        return fail(
            "the journal has no session table: the venue stopped before it wrote its first "
            "records");
    }
    std::size_t added = 0;
    for (const protocols::nasdaq::soupbintcp::Credentials& user : core().options().users) {
        added += users.find(user.username) ? 0U : 1U;
    }
    if (users.size() + added > users.sessions_max()) {
        return fail("users_max = " + std::to_string(users.sessions_max()) +
                    " of this journal, and " + std::to_string(users.size()) +
                    " names have a session, removed ones included: there is no session for " +
                    std::to_string(added) + " more; begin a new journal with a larger users_max");
    }
    core().make_sessions(users.size() + added);
    const std::optional<Error>& no_memory = core().no_memory();
    return no_memory ? Expected<void>(std::unexpected(*no_memory)) : Expected<void>();
}

void VenueServer::adopt_users(Time now) noexcept {
    std::vector<SessionId> of_users;
    user_changes_.clear();
    for (const protocols::nasdaq::soupbintcp::Credentials& user : core().options().users) {
        const SessionId session =
            log().users().find(user.username).value_or(SessionId{log().users().size()});
        if (!log().users().find_active(user.username)) {
            change_user(session, {.action = UserAction::Added, .name = user.username}, now);
        }
        of_users.push_back(session);
    }
    for (std::uint16_t n = 0; n < log().users().size(); ++n) {
        const bool is_configured = std::ranges::find(of_users, SessionId{n}) != of_users.end();
        if (!is_configured && !log().users().is_removed({n})) {
            change_user({n}, {.action = UserAction::Removed, .name = log().users().name_of({n})},
                        now);
        }
    }
    core().make_sessions(log().users().size());
    core().sessions().adopt(std::move(of_users));
    for (const SessionId session : core().sessions().of_users()) {
        core().sessions().apply_limits(session, log().exchange().member(session));
    }
}

void VenueServer::change_user(SessionId session, const UserChange& change, Time now) noexcept {
    const bool is_back = session.value < log().users().size();
    user_changes_.push_back({.session = session,
                             .change = change,
                             .is_back = is_back,
                             .open_orders = log().exchange().session_orders(session)});
    const UserChangeBytes message = to_bytes(change);
    core().carry_out({.time = now, .event = event::User{session, message}});
}

}  // namespace hotpath::exchange
