#include "hotpath/exchange/server/venue_server.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "hotpath/core/assert.hpp"
#include "hotpath/exchange/day/day_time.hpp"
#include "hotpath/exchange/server/intake.hpp"
#include "hotpath/exchange/server/venue_commands.hpp"
#include "hotpath/protocols/venue/ports.hpp"

namespace hotpath::exchange {

struct VenueServer::Parts {
    Parts(const VenueServerOptions& options, VenueLog&& log, FeedHistory&& feed, DaySchedule&& day)
        : core(options, std::move(log), std::move(feed)),
          commands(core, std::move(day)),
          intake(core, commands) {}

    VenueCore core;
    VenueCommands commands;
    Intake intake;
    std::optional<VenuePorts> ports;  // always, once made
};

VenueServer::VenueServer(const VenueServerOptions& options, std::unique_ptr<Parts>&& parts)
    : parts_(std::move(parts)),
      core_(&parts_->core),
      request_limit_(options.requests, options.request_addresses_max, options.requests_of_all) {}
VenueServer::VenueServer(VenueServer&&) noexcept = default;
VenueServer::~VenueServer() = default;

const protocols::nasdaq::glimpse50::SnapshotCounters& VenueServer::snapshots() const noexcept {
    return parts_->ports->get<GlimpsePort>().counters();
}

const protocols::SequencedStore& VenueServer::replies(SessionId session) const noexcept {
    return parts_->ports->get<OuchPort>().replies(session);
}

std::uint64_t VenueServer::replies_made(SessionId session) const noexcept {
    return parts_->ports->get<OuchPort>().replies_made(session);
}

const protocols::SequencedStore& VenueServer::answers() const noexcept {
    return parts_->ports->get<OperatorPort>().answers();
}

Expected<void> VenueServer::validate(const VenueServerOptions& options) {
    if (Expected<void> checked = check(options); !checked) {
        return checked;
    }
    const Expected<DaySchedule> day = DaySchedule::create(options.day);
    return day ? Expected<void>() : std::unexpected(day.error());
}

Expected<VenueServer> VenueServer::create(const VenueServerOptions& asked, BackgroundFlow* flow) {
    if (Expected<void> checked = check(asked); !checked) {
        return std::unexpected(std::move(checked.error()));
    }
    const VenueServerOptions options = completed(asked);
    Expected<std::unique_ptr<Parts>> parts = make_parts(options, flow);
    if (!parts) {
        return std::unexpected(std::move(parts.error()));
    }
    VenueServer server(options, std::move(*parts));
    server.core().make_sessions(options.users.size());
    if (server.core().no_memory()) {
        return std::unexpected(*server.core().no_memory());
    }
    return server;
}

Expected<std::unique_ptr<VenueServer::Parts>> VenueServer::make_parts(
    const VenueServerOptions& options, BackgroundFlow* flow) {
    Expected<VenueLog> log = VenueLog::create(options.exchange, flow, desk_options_of(options));
    if (!log) {
        return std::unexpected(std::move(log.error()));
    }
    Expected<FeedHistory> feed = FeedHistory::create(options.exchange.feed_session, options.feed);
    if (!feed) {
        return std::unexpected(std::move(feed.error()));
    }
    Expected<DaySchedule> day = DaySchedule::create(options.day);
    if (!day) {
        return std::unexpected(std::move(day.error()));
    }
    auto parts =
        std::make_unique<Parts>(options, std::move(*log), std::move(*feed), std::move(*day));
    if (Expected<void> made = parts->core.clients().make(options.soup); !made) {
        return std::unexpected(std::move(made.error()));
    }
    Expected<VenuePorts> ports = VenuePorts::create(
        {.core = parts->core, .commands = parts->commands, .intake = parts->intake});
    if (!ports) {
        return std::unexpected(std::move(ports.error()));
    }
    parts->ports.emplace(std::move(*ports));
    return parts;
}

Expected<void> VenueServer::set_schedule(const std::vector<ScheduleEntry>& schedule) {
    return parts_->commands.set_schedule(schedule);
}

Expected<void> VenueServer::set_next_day(const DayPlan& plan) {
    return parts_->commands.set_next_day(plan);
}

bool VenueServer::try_control(const Control& control, Time now) noexcept {
    return parts_->commands.try_request({.control = control, .from = {}}, now);
}

std::optional<ConnectionId> VenueServer::on_connect(
    Port port, Time now, const protocols::nasdaq::soupbintcp::Peer& peer) noexcept {
    ServerClients& clients = core().clients();
    if (const std::optional<ConnectionId> first = clients.in_the_way(port, peer)) {
        clients[*first].soup.close(CloseReason::Displaced);
        core().sweep(*first, now);
    }
    const std::optional<ConnectionId> id = clients.enter(port, now, peer);
    if (id) {
        core().port_of(*id).on_connected(*id, now);
    }
    return id;
}

void VenueServer::on_disconnect(ConnectionId id, Time now) noexcept {
    core().port_of(id).on_disconnected(id, now);
    core().clients()[id].soup.on_disconnected();
    core().sweep(id, now);
}

void VenueServer::on_timer(Time now) {
    for (VenuePort* const port : core().ports()) {
        port->on_turn(now);
    }
    for (const ServerClient& client : core().clients().all()) {
        if (client.is_in_use) {
            const ConnectionId id = core().clients().id_of(client);
            core().port_of(id).on_timer(id, now);
        }
    }
    static_cast<void>(core().stop_crowded(now));
    core().sweep_all(now);
    parts_->commands.run(now);
    parts_->intake.cancel_on_time(now);
    if (now >= core().feed().next_deadline()) {
        core().outbox().append(core().feed().heartbeat(now));
    }
}

Time VenueServer::next_deadline() const noexcept {
    const bool has_room = core().inputs().has_room();
    Time next = core().has_crowded() && has_room ? Time{} : core().feed().next_deadline();
    next = has_room ? std::min(next, parts_->commands.next_at()) : next;
    for (const VenuePort* const port : core().ports()) {
        next = std::min(next, port->next_turn());
    }
    for (const ServerClient& client : core().clients().all()) {
        const ConnectionId id = core().clients().id_of(client);
        next = client.is_in_use ? std::min(next, core().port_of(id).next_deadline(id)) : next;
    }
    for (std::uint16_t n = 0; n < sessions() && core().inputs().room().takes_any(); ++n) {
        next = std::min(next, core().sessions()[{n}].cancel_at);
    }
    return next;
}

/// When the journal has no room what arrives is refused, and for that it is read.
bool VenueServer::may_read() const noexcept {
    const bool is_busy = log().desk().unfinished() && !is_between_sessions();
    return core().inputs().has_room_for_outputs_of(2) &&
           (!core().inputs().room().takes_any() || !is_busy);
}

/// Ignores the times of recordings and generators: the venue's feed has the venue's.
template <class ItchEvent>
void VenueServer::submit_itch(Bytes message, Time now) noexcept {
    constexpr std::size_t kTimestampAt = 5;
    constexpr std::size_t kTimestampLength = 6;
    std::array<std::byte, kInputMessageMax> stamped{};
    const bool is_whole =
        message.size() >= kTimestampAt + kTimestampLength && message.size() <= stamped.size();
    if (!is_whole) {
        ++core().counters().malformed;
        return;
    }
    std::ranges::copy(message, stamped.begin());
    const Time time = std::max(feed_time(core().inputs().time_of_day(now)), log().time());
    store_be48(&stamped[kTimestampAt], static_cast<std::uint64_t>(time.value));
    const bool is_taken =
        !log().has_ended() &&
        parts_->intake.submit(
            {.time = now, .event = ItchEvent{Bytes(stamped).first(message.size())}});
    core().counters().overloads += is_taken ? 0U : 1U;
}

void VenueServer::on_background(Bytes itch_message, Time now) noexcept {
    submit_itch<event::Background>(itch_message, now);
}

void VenueServer::publish(Bytes itch_message, Time now) noexcept {
    submit_itch<event::Publication>(itch_message, now);
}

void VenueServer::end_of_session(Time now) noexcept {
    if (!log().has_ended()) {
        const bool is_taken = parts_->intake.submit({.time = now, .event = event::EndOfSession{}});
        core().counters().overloads += is_taken ? 0U : 1U;
    }
}

void VenueServer::close_all(CloseReason reason, Time now, std::string_view why) noexcept {
    for (ServerClient& client : core().clients().all()) {
        client.soup.close(reason, why);
    }
    core().sweep_all(now);
}

void VenueServer::start(std::uint64_t next_seq, Time now) noexcept {
    core().inputs().start(next_seq);
    parts_->commands.start(now);
    if (log().inputs() == 0) {
        const bool is_taken =
            parts_->intake.submit({.time = now, .event = event::Options{log().options()}});
        HOTPATH_ASSERT(is_taken, "a new server must have room for its first record");
    }
    adopt_users(now);
    core().on_started(now);
}

}  // namespace hotpath::exchange
