#include "hotpath/exchange/server/venue_core.hpp"

#include <algorithm>
#include <ranges>
#include <utility>

#include "hotpath/exchange/server/stream_room.hpp"

namespace hotpath::exchange {

VenueCore::VenueCore(const VenueServerOptions& options, VenueLog&& log, FeedHistory&& feed)
    : options_(options),
      inputs_(std::move(log), options),
      feed_(std::move(feed)),
      outbox_(options.gate.outputs_max, options.gate.bytes_max, options.joins_packets),
      clients_(options, counters_),
      sessions_(options_),
      crowded_(options.exchange.sessions_max) {}

void VenueCore::add(VenuePort& port, std::span<const Port> ports,
                    std::span<const OutputKind> kinds) {
    ports_.push_back(&port);
    for (const Port each : ports) {
        by_port_[number_of(each)] = &port;
    }
    for (const OutputKind kind : kinds) {
        by_kind_[static_cast<std::size_t>(kind)] = &port;
    }
}

bool VenueCore::submit(const Input& input) noexcept {
    if (!stop_crowded(input.time) || !inputs_.has_room()) {
        return false;
    }
    carry_out(input);
    static_cast<void>(stop_crowded(input.time));  // or before the next
    return true;
}

void VenueCore::carry_out(const Input& input) noexcept {
    inputs_.apply(input);
    count_outputs();
    inputs_.hold_back();
}

/// A new day's streams are empty, while those of the day before may not have left. The beginning of
/// a day goes to sessions without a user, too: such a reply is dropped, live and in a replay.
void VenueCore::count_outputs() noexcept {
    if (exchange().day().number != day_of_reports_) {
        day_of_reports_ = exchange().day().number;
        for (VenuePort* const port : ports_) {
            port->begin_counts();
        }
    }
    for (VenuePort* const port : ports_ | std::views::reverse) {
        port->on_outputs();
    }
}

void VenueCore::on_durable(std::uint64_t seq, Time now) noexcept {
    const bool is_news = inputs_.release(seq, [&](const Output& output) {
        if (output.kind == OutputKind::Packet) {
            keep_packet(output.bytes, now);
            outbox_.append(output.bytes);
        } else {
            keep(output, now);
        }
    });
    if (!is_news) {
        return;
    }
    for (const ServerClient& client : clients_.all()) {
        if (client.is_in_use) {
            const ConnectionId id = clients_.id_of(client);
            port_of(id).on_durable(id, now);
        }
    }
    if (sessions_to_notify_ != 0) {
        notify_members();
    }
    sweep_all(now);
}

/// A kind without a port has no reader.
void VenueCore::keep(const Output& output, Time now) noexcept {
    if (VenuePort* const port = by_kind_[static_cast<std::size_t>(output.kind)]) {
        port->keep(output, now);
    }
}

void VenueCore::keep_packet(Bytes packet, Time now) noexcept {
    if (feed_.on_packet(packet, now)) {
        for (VenuePort* const port : ports_) {
            port->begin_day(now);
        }
    }
    if (feed_.has_ended()) {
        for (VenuePort* const port : ports_) {
            port->end_session();
        }
    }
}

std::uint64_t VenueCore::free_replies(SessionId id) const noexcept {
    std::uint64_t free = options_.replies.messages_max;
    for (const VenuePort* const port : ports_) {
        free = port->free_reports(id, free);
    }
    return free;
}

std::uint64_t VenueCore::replies_reserved(SessionId id) const noexcept {
    return exchange().session_orders(id) + replies_kept_free(options_.exchange);
}

/// So much more that it does not come to a stop by the order itself.
std::uint64_t VenueCore::replies_reserved_for_orders(SessionId id) const noexcept {
    return replies_reserved(id) + replies_of_input_max(options_.exchange);
}

void VenueCore::note_crowded(SessionId id) noexcept {
    UserSession& session = sessions_[id];
    if (!session.is_crowded && !has_room_for_reply(id)) {
        session.is_crowded = crowded_.try_push(id);
    }
}

bool VenueCore::stop_crowded(Time now) noexcept {
    while (!crowded_.empty()) {
        const SessionId id = crowded_.front();
        UserSession& session = sessions_[id];
        const bool is_crowded = !has_room_for_reply(id);
        const bool is_open = exchange().session_orders(id) != 0 && !log().has_ended();
        if (is_crowded && is_open && !inputs_.has_room()) {
            return false;
        }
        crowded_.pop();
        if (is_crowded && is_open) {
            ++counters_.canceled_for_room;
            carry_out({.time = now, .event = event::CancelAll{id, CancelCause::NoRoom}});
        }
        session.is_crowded = false;
        if (is_crowded && session.connection) {
            close(*session.connection, CloseReason::StreamFull,
                  "no room for more messages: open orders were canceled (replies_kept)");
        }
    }
    return true;
}

void VenueCore::make_sessions(std::size_t sessions) {
    sessions_.grow(sessions);
    for (VenuePort* const port : ports_) {
        if (Expected<void> made = port->make_sessions(sessions); !made) {
            no_memory_ = std::move(made.error());
        }
    }
}

void VenueCore::save(StateWriter& writer) const {
    inputs_.save(writer);
    feed_.save(writer);
    for (const VenuePort* const port : ports_) {
        port->save_shared(writer);
    }
    for (const VenuePort* const port : ports_) {
        port->save(writer);
    }
}

void VenueCore::load(StateReader& reader) {
    inputs_.load(reader);
    feed_.load(reader);
    for (VenuePort* const port : ports_) {
        port->load_shared(reader);
    }
    make_sessions(log().users().size());
    for (VenuePort* const port : ports_) {
        port->load(reader);
    }
}

ApplyStatus VenueCore::replay(Bytes record, std::uint64_t seq) noexcept {
    Input input;
    if (decode(record, input) != protocols::DecodeStatus::Ok) {
        return ApplyStatus::Impossible;
    }
    const ApplyStatus status = inputs_.replay(input);
    if (status != ApplyStatus::Ok) {
        return status;
    }
    make_sessions(log().users().size());
    for (VenuePort* const port : ports_) {
        port->replay(input);
    }
    for (const Bytes packet : exchange().feed_packets()) {
        keep_packet(packet, input.time);
    }
    if (!log().answer().empty()) {
        keep({.kind = OutputKind::Answer, .bytes = log().answer()}, input.time);
    }
    inputs_.end_replay(seq);
    return status;
}

/// Sessions with open orders get the grace time of a new disconnect.
void VenueCore::on_started(Time now) noexcept {
    const Nanos grace = options_.cancel_on_disconnect_after;
    day_of_reports_ = exchange().day().number;
    for (VenuePort* const port : ports_) {
        port->on_started();
    }
    for (std::uint16_t n = 0; n < sessions_.size(); ++n) {
        const bool has_orders = exchange().session_orders({n}) != 0;
        sessions_[{n}].cancel_at = has_orders && grace != kForever ? now + grace : kNever;
        note_crowded({n});
    }
    cancel_orders_of_removed_users(now);
}

}  // namespace hotpath::exchange
