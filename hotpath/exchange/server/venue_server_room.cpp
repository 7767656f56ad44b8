// Room in the venue server's streams. Of a session's, enough is kept for what may come of its open
// orders, and when it comes to that, they are canceled: every order that was accepted has its last
// report. The drop copy has room for all of them, or ends where it has none.

#include <algorithm>
#include <array>
#include <span>

#include "hotpath/exchange/server/stream_room.hpp"
#include "hotpath/exchange/server/venue_server.hpp"

namespace hotpath::exchange {

using protocols::nasdaq::soupbintcp::CloseReason;

std::uint64_t VenueServer::free_replies(SessionId id) const noexcept {
    const std::uint64_t kept = options_.replies.messages_max;
    const std::uint64_t free = kept - std::min(sessions_[id.value].replies_made, kept);
    return ilink_.free_reports(log_.users(), id, fix_.free_reports(log_.users(), id, free));
}

std::uint64_t VenueServer::replies_reserved(SessionId id) const noexcept {
    return log_.exchange().session_orders(id) + replies_kept_free(options_.exchange);
}

/// So much more that it does not come to a stop by the order itself.
std::uint64_t VenueServer::replies_reserved_for_orders(SessionId id) const noexcept {
    return replies_reserved(id) + replies_of_input_max(options_.exchange);
}

bool VenueServer::has_room_for_order(SessionId id) const noexcept {
    return free_replies(id) > replies_reserved_for_orders(id);
}

void VenueServer::note_crowded(SessionId id) noexcept {
    Session& session = sessions_[id.value];
    if (!session.is_crowded && !has_room_for_reply(id)) {
        session.is_crowded = crowded_.try_push(id);
    }
}

/// A new day's streams are empty, while those of the day before may not have left. The beginning of
/// a day goes to sessions without a user, too: such a reply is dropped, live and in a replay.
void VenueServer::count_replies() noexcept {
    if (log_.exchange().day().number != day_of_replies_) {
        day_of_replies_ = log_.exchange().day().number;
        for (Session& session : sessions_) {
            session.replies_made = 0;
        }
        for (const std::unique_ptr<FixEnd>& end : fix_.ends()) {
            end->reports_made = 0;
        }
        for (const std::unique_ptr<IlinkEnd>& end : ilink_.ends()) {
            end->reports_made = 0;
        }
    }
    const auto count_reports = [this](const auto& ends, std::span<const Reply> reports) {
        for (const Reply& report : reports) {
            if (auto* const end = ends.find(log_.users(), report.session)) {
                ++end->reports_made;
                ++end->reports_waiting;
                note_crowded(report.session);
            }
        }
    };
    count_reports(ilink_, log_.ilink_reports());
    count_reports(fix_, log_.fix_replies());
    for (const Reply& report : log_.fix_copies()) {
        if (report.session.value < log_.users().size()) {
            fix_.for_each_copy_of(log_.users().name_of(report.session), [](FixEnd& end) {
                ++end.reports_made;
                ++end.reports_waiting;
            });
        }
    }
    for (const Reply& reply : log_.replies()) {
        if (reply.session.value < log_.users().size()) {
            ++sessions_[reply.session.value].replies_made;
        }
    }
    for (const Reply& reply : log_.replies()) {
        if (reply.session.value < log_.users().size()) {
            note_crowded(reply.session);
        }
    }
}

bool VenueServer::stop_crowded(Time now) noexcept {
    while (!crowded_.empty()) {
        const SessionId id = crowded_.front();
        Session& session = sessions_[id.value];
        const bool is_crowded = !has_room_for_reply(id);
        const bool is_open = log_.exchange().session_orders(id) != 0 && !log_.has_ended();
        if (is_crowded && is_open && !has_room_for_input()) {
            return false;
        }
        crowded_.pop();
        if (is_crowded && is_open) {
            ++counters_.canceled_for_room;
            carry_out({.time = now, .event = event::CancelAll{id, CancelCause::NoRoom}});
        }
        session.is_crowded = false;
        if (is_crowded && session.connection) {
            close(clients_[session.connection->value], CloseReason::StreamFull,
                  "no room for more messages: open orders were canceled (replies_kept)");
        }
    }
    return true;
}

/// After the end of the session no reply is stored. A reply that has no room is a fault of the
/// venue's own: then at least the client's connection ends.
void VenueServer::keep_reply(SessionId id, Bytes message) noexcept {
    Session& session = sessions_[id.value];
    if (session.replies.try_append(message)) {
        if (!options_.drop_copy_users.empty()) {
            copy_reply(id, message);
        }
    } else if (!session.replies.is_ended()) {
        ++counters_.replies_not_kept;
        if (session.connection) {
            clients_[session.connection->value].soup.close(CloseReason::StreamFull);
        }
    }
}

void VenueServer::copy_reply(SessionId session, Bytes message) noexcept {
    protocols::nasdaq::dropcopy::ReplyCopy copy;
    copy.store_username(log_.users().name_of(session));
    copy.store_sequence_number(sessions_[session.value].replies.size());
    std::array<std::byte, kCopyLengthMax> room{};
    const std::size_t length = protocols::nasdaq::dropcopy::encode(room, copy, message);
    const bool is_kept = drop_copies_->try_append(Bytes(room).first(length));
    counters_.drop_copies_not_kept += is_kept ? 0U : 1U;
}

/// Copies are as many as replies, until there is no room for one.
bool VenueServer::is_drop_copy_cut_short() const noexcept {
    if (drop_copies_->size() < options_.drop_copies.messages_max) {
        return false;
    }
    std::uint64_t replies = 0;
    for (const Session& session : sessions_) {
        replies += session.replies.size();
    }
    return replies > drop_copies_->size();
}

}  // namespace hotpath::exchange
