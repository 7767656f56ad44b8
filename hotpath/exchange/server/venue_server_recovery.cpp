// The venue server's state in a snapshot, the replay of its journal, and its start after either.

#include "hotpath/exchange/server/venue_server.hpp"
#include "hotpath/exchange/server/venue_server_ilink.hpp"

namespace hotpath::exchange {

void VenueServer::save(StateWriter& writer) const {
    HOTPATH_ASSERT(gate_.empty(), "the output gate must be empty before a snapshot");
    log_.save(writer);
    feed_.save(writer);
    save_stream(writer, *drop_copies_);
    save_stream(writer, *answers_);
    // By the journal's users: a configuration with others has the same state.
    for (std::uint16_t n = 0; n < log_.users().size(); ++n) {
        save_stream(writer, sessions_[n].replies);
    }
    save_fix(writer);
    IlinkPort::save(*this, writer);
}

void VenueServer::load(StateReader& reader) {
    log_.load(reader);
    feed_.load(reader);
    load_stream(reader, *drop_copies_);
    load_stream(reader, *answers_);
    make_sessions(log_.users().size());
    for (std::uint16_t n = 0; n < log_.users().size(); ++n) {
        load_stream(reader, sessions_[n].replies);
    }
    load_fix(reader);
    IlinkPort(*this).load(reader);
}

ApplyStatus VenueServer::replay(Bytes record, std::uint64_t seq) noexcept {
    Input input;
    if (decode(record, input) != protocols::DecodeStatus::Ok) {
        return ApplyStatus::Impossible;
    }
    const ApplyStatus status = log_.apply(input);
    if (status == ApplyStatus::Ok) {
        make_sessions(log_.users().size());
        replay_fix(input);
        IlinkPort(*this).replay(input);
        for (const Reply& reply : log_.replies()) {
            if (reply.session.value < log_.users().size()) {
                keep_reply(reply.session, reply.message);
            }
        }
        for (const Bytes packet : log_.exchange().feed_packets()) {
            keep_packet(packet, input.time);
        }
        if (!log_.answer().empty()) {
            keep_answer(log_.answer());
        }
        log_.clear_outputs();
        next_seq_ = seq + 1;
    }
    return status;
}

void VenueServer::start(std::uint64_t next_seq, Time now) noexcept {
    next_seq_ = next_seq;
    durable_seq_ = next_seq - 1;
    next_session_at_ = now + options_.between_sessions;
    if (log_.inputs() == 0) {
        const bool is_taken = submit({.time = now, .event = event::Options{log_.options()}});
        HOTPATH_ASSERT(is_taken, "a new server must have room for its first record");
    }
    adopt_users(now);
    const Nanos grace = options_.cancel_on_disconnect_after;
    day_of_replies_ = log_.exchange().day().number;
    for (std::size_t n = 0; n < sessions_.size(); ++n) {
        const SessionId id{static_cast<std::uint16_t>(n)};
        const bool has_orders = log_.exchange().session_orders(id) != 0;
        sessions_[n].cancel_at = has_orders && grace != kForever ? now + grace : kNever;
        sessions_[n].replies_made = sessions_[n].replies.size();
        if (FixEnd* const end = fix_.find(log_.users(), id)) {
            end->reports_made = end->stream.reports();
        }
        if (IlinkEnd* const end = ilink_.find(log_.users(), id)) {
            end->reports_made = end->stream.size();
        }
        note_crowded(id);
    }
    cancel_orders_of_removed_users(now);
}

}  // namespace hotpath::exchange
