// Which session is whose: the configuration's users and those of the journal. A name keeps its
// session; a user no longer configured may not log in, and its open orders are canceled.

#include <algorithm>
#include <utility>

#include "hotpath/exchange/server/stream_room.hpp"
#include "hotpath/exchange/server/venue_server.hpp"

namespace hotpath::exchange {

using protocols::nasdaq::soupbintcp::is_same_text;

Expected<void> VenueServer::prepare_users() {
    const UserTable& users = log_.users();
    if (users.size() == 0 && log_.inputs() != 0) {
        return fail(
            "the journal has no session table: the venue stopped before it wrote its first "
            "records");
    }
    std::size_t added = 0;
    for (const protocols::nasdaq::soupbintcp::Credentials& user : options_.users) {
        added += users.find(user.username) ? 0U : 1U;
    }
    if (users.size() + added > users.sessions_max()) {
        return fail("users_max = " + std::to_string(users.sessions_max()) +
                    " of this journal, and " + std::to_string(users.size()) +
                    " names have a session, removed ones included: there is no session for " +
                    std::to_string(added) + " more; begin a new journal with a larger users_max");
    }
    make_sessions(users.size() + added);
    return no_memory_ ? Expected<void>(std::unexpected(*no_memory_)) : Expected<void>();
}

void VenueServer::adopt_users(Time now) noexcept {
    session_of_user_.clear();
    user_changes_.clear();
    for (const protocols::nasdaq::soupbintcp::Credentials& user : options_.users) {
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
    make_sessions(log_.users().size());
    for (const SessionId session : session_of_user_) {
        apply_limits(session);
    }
}

void VenueServer::change_user(SessionId session, const UserChange& change, Time now) noexcept {
    const bool is_back = session.value < log_.users().size();
    user_changes_.push_back({.session = session,
                             .change = change,
                             .is_back = is_back,
                             .open_orders = log_.exchange().session_orders(session)});
    const UserChangeBytes message = to_bytes(change);
    carry_out({.time = now, .event = event::User{session, message}});
}

/// A name of the journal has a session, whether it is configured or not. One without memory for its
/// stream gets the smallest, until prepare_users() refuses.
void VenueServer::make_sessions(std::size_t sessions) {
    while (sessions_.size() < sessions) {
        Expected<protocols::SequencedStore> replies =
            make_stream(options_.replies, options_.stream_memory);
        if (!replies) {
            no_memory_ = replies.error();
            replies = protocols::SequencedStore::create({.messages_max = 1, .bytes_max = 1});
        }
        HOTPATH_ASSERT(replies, "call validate(options) first");
        sessions_.push_back({.replies = std::move(*replies),
                             .orders = TokenBucket(options_.limits.orders),
                             .cancels = TokenBucket(options_.limits.cancels),
                             .refusals = TokenBucket(options_.limits.refusals),
                             .limits = {},
                             .order_rate = options_.limits.orders,
                             .connection = {}});
    }
}

void VenueServer::cancel_orders_of_removed_users(Time now) noexcept {
    for (std::uint16_t n = 0; n < log_.users().size(); ++n) {
        if (log_.users().is_removed({n})) {
            sessions_[n].cancel_at = now;
        }
    }
}

}  // namespace hotpath::exchange
