#pragma once
/// VenueServer: the venue with its ports, as bytes and times: sessions of each protocol of the list,
/// operators, GLIMPSE snapshots, the MoldUDP64 feed and its re-requests. Every input is a record for
/// the journal, every output waits until its input is durable there.
///
///   const auto client = server.on_connect(Port::OrderEntry, now);
///   server.on_bytes(*client, received, now);
///   server.for_each_record([&](const InputRecord& r) { journal.append(r...); });
///   server.on_durable(journal.durable_seq(), now);
///   server.for_each_packet([&](Bytes packet) { send to both lines });
///   send(server.output(*client)); server.on_written(*client, sent);
///   server.for_each_closed([&](ConnectionId id, CloseReason reason) { close the socket });
///
///   connection ── bytes ──> VenuePort ── Intake ──> VenueCore: JournaledLog ── records ──> journal
///   operator, schedule ──> VenueCommands ─────────────┘    │ outputs, once durable
///   connection <── bytes ── VenuePort <────────────────────┘
///
/// After a crash: load() the snapshot, replay() the records, start(). Threads: one owner. Allocation:
/// create(). Complexity: the exchange's; O(connections) for events of all connections; GLIMPSE
/// snapshots: at most SnapshotLimits::pieces_per_turn orders an on_timer().

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hotpath/core/error.hpp"
#include "hotpath/exchange/market/background_flow.hpp"
#include "hotpath/exchange/server/control.hpp"
#include "hotpath/exchange/server/day_schedule.hpp"
#include "hotpath/exchange/server/request_limit.hpp"
#include "hotpath/exchange/server/venue_core.hpp"
#include "hotpath/exchange/server/venue_server_options.hpp"
#include "hotpath/protocols/nasdaq/glimpse50/snapshot_server.hpp"
#include "hotpath/protocols/sequenced_store.hpp"

namespace hotpath::exchange {

class VenueServer {
  public:
    using CloseReason = protocols::nasdaq::soupbintcp::CloseReason;

    /// Checks the options as create() does, without allocating memory.
    [[nodiscard]] static Expected<void> validate(const VenueServerOptions& options);
    /// Bytes that the streams of the configured users and the drop copy take, in own memory or in
    /// StreamMemory. Users who are only in the journal have additional streams.
    [[nodiscard]] static std::uint64_t stream_bytes(const VenueServerOptions& options) {
        return exchange::stream_bytes(options);
    }
    /// `flow` may be nullptr; it must outlive the server.
    [[nodiscard]] static Expected<VenueServer> create(const VenueServerOptions& asked,
                                                      BackgroundFlow* flow);
    VenueServer(VenueServer&&) noexcept;
    VenueServer& operator=(VenueServer&&) = delete;
    ~VenueServer();

    // Queries.
    [[nodiscard]] const VenueLog& log() const noexcept { return core().log(); }
    [[nodiscard]] const FeedHistory& feed() const noexcept { return core().feed(); }
    /// Number of packets given to for_each_packet(), heartbeats included.
    [[nodiscard]] std::uint64_t packets_sent() const noexcept {
        return core().outbox().packets_taken();
    }
    [[nodiscard]] const VenueServerCounters& counters() const noexcept { return core().counters(); }
    [[nodiscard]] const protocols::nasdaq::glimpse50::SnapshotCounters& snapshots() const noexcept;
    [[nodiscard]] std::uint16_t sessions() const noexcept { return core().sessions().size(); }
    [[nodiscard]] bool is_logged_in(SessionId session) const noexcept {
        return core().sessions()[session].connection.has_value();
    }
    /// The limits that hold for the user now.
    [[nodiscard]] const UserLimits& limits(SessionId session) const noexcept {
        return core().sessions()[session].limits;
    }
    [[nodiscard]] const RateLimit& order_rate(SessionId session) const noexcept {
        return core().sessions()[session].order_rate;
    }
    [[nodiscard]] const protocols::SequencedStore& replies(SessionId session) const noexcept;
    /// True after the end of one session and before the next: clients read their last replies.
    [[nodiscard]] bool is_between_sessions() const noexcept {
        return core().exchange().is_between_sessions();
    }
    /// The stream of all answers to operators.
    [[nodiscard]] const protocols::SequencedStore& answers() const noexcept;
    /// The sequence number of the last input.
    [[nodiscard]] std::uint64_t last_seq() const noexcept { return core().inputs().last_seq(); }
    /// Number of outputs that wait for the journal.
    [[nodiscard]] std::size_t waiting_outputs() const noexcept {
        return core().inputs().waiting_outputs();
    }
    /// Upper bound of connection ids.
    [[nodiscard]] std::uint16_t places() const noexcept { return core().clients().places(); }
    /// False while too much output waits for the journal: then do not read from sockets.
    [[nodiscard]] bool may_read() const noexcept;
    [[nodiscard]] Time next_deadline() const noexcept;

    // Recovery: on a newly created server, before start().
    void save(StateWriter& writer) const { core().save(writer); }
    void load(StateReader& reader) { core().load(reader); }
    /// Applies one record of the journal. Its outputs are stored in the streams of the clients.
    [[nodiscard]] ApplyStatus replay(Bytes record, std::uint64_t seq) noexcept {
        return core().replay(record, seq);
    }
    /// Call before start(). Fails if a configured user has no session in the journal, or no memory.
    [[nodiscard]] Expected<void> prepare_users();
    /// Begins to write records, user changes included, from `next_seq` on. Sessions with open
    /// orders get the grace time of a new disconnect; removed users get none.
    void start(std::uint64_t next_seq, Time now) noexcept;

    /// The changes made by start(): users added, restored, removed.
    [[nodiscard]] const std::vector<UserChangeNote>& user_changes() const noexcept {
        return user_changes_;
    }
    /// True if the journal had no inputs except users of sessions.
    [[nodiscard]] bool is_new() const noexcept {
        constexpr std::uint64_t kOptionsInputs = 1;
        return log().inputs() <= kOptionsInputs + log().user_inputs();
    }
    /// Number of replies in the session's day, sent or waiting; replies_max() is the limit.
    [[nodiscard]] std::uint64_t replies_made(SessionId session) const noexcept;
    [[nodiscard]] std::uint64_t replies_max() const noexcept {
        return core().options().replies.messages_max;
    }
    /// The part of that limit reserved for orders: the last reports of open orders, and more.
    [[nodiscard]] std::uint64_t replies_reserved_for_orders(SessionId id) const noexcept {
        return core().replies_reserved_for_orders(id);
    }

    // Events.
    /// Returns nullopt if no place is free. May have closed another connection to make room.
    [[nodiscard]] std::optional<ConnectionId> on_connect(
        Port port, Time now, const protocols::nasdaq::soupbintcp::Peer& peer = {}) noexcept;
    /// The names in the certificate that the client has shown; call before its first bytes.
    void on_certificate(ConnectionId id, std::vector<std::string>&& names) noexcept {
        core().clients().on_certificate(id, std::move(names));
    }
    void on_bytes(ConnectionId id, Bytes bytes, Time now) {
        core().port_of(id).on_bytes(id, bytes, now);
        core().sweep(id, now);
    }
    void on_disconnect(ConnectionId id, Time now) noexcept;
    void on_timer(Time now);
    /// An ITCH message of the background flow at `now`; the message's own time is ignored.
    void on_background(Bytes itch_message, Time now) noexcept;
    /// Sets the schedule of the current day, after a change of its date or of the clock.
    [[nodiscard]] Expected<void> set_schedule(const std::vector<ScheduleEntry>& schedule);
    /// Sets the day that the next start of day begins; used once, then it must be set again.
    [[nodiscard]] Expected<void> set_next_day(const DayPlan& plan);
    /// Publishes an administrative ITCH message: directory, trading states.
    void publish(Bytes itch_message, Time now) noexcept;
    /// A command of the venue itself. False if refused: too many are waiting, or after the session.
    [[nodiscard]] bool try_control(const Control& control, Time now) noexcept;
    /// Reports that every record up to `seq` is durable.
    void on_durable(std::uint64_t seq, Time now) noexcept { core().on_durable(seq, now); }
    /// Reports the journal's room; call it when it may have changed and after for_each_record().
    void set_journal_room(const JournalRoom& room) noexcept { core().inputs().set_room(room); }
    /// Sets the difference of UTC and the times given to the server; messages of sessions contain UTC.
    void set_utc_offset(Nanos offset) noexcept { core().set_utc_offset(offset); }
    /// Ends the session: each client is notified once it has received everything.
    void end_of_session(Time now) noexcept;
    /// Closes every connection; sessions continue after a restart.
    void close_all(CloseReason reason, Time now, std::string_view why = {}) noexcept;
    /// The answer to a re-request, valid until the next event; empty if `address` is over its rate.
    [[nodiscard]] Bytes on_request(Bytes request, std::uint32_t address = 0,
                                   Time now = {}) noexcept {
        return request_limit_.try_take(address, now) ? core().feed().answer(request) : Bytes{};
    }
    [[nodiscard]] const RequestLimit& request_limit() const noexcept { return request_limit_; }
    [[nodiscard]] const CertificateRules& certificates() const noexcept {
        return core().clients().certificates();
    }

    // Outputs.
    /// Calls sink(const InputRecord&) for each new record, to append it to the journal.
    template <class Sink>
    void for_each_record(Sink&& sink) {
        core().inputs().for_each_record(sink);
    }
    /// Calls sink(Bytes) for each packet that may leave on the feed's lines; messages that became
    /// durable since the last call share packets.
    template <class Sink>
    void for_each_packet(Sink&& sink) {
        core().outbox().for_each(sink);
    }
    [[nodiscard]] Bytes output(ConnectionId id) const noexcept {
        return core().port_of(id).output(id);
    }
    void on_written(ConnectionId id, std::size_t bytes, Time now) noexcept {
        core().port_of(id).on_written(id, bytes, now);
        core().sweep(id, now);
    }
    /// Calls sink(ConnectionId, CloseReason) for each closed connection; its id may be reused.
    template <class Sink>
    void for_each_closed(Sink&& sink) {
        core().clients().for_each_closed(sink);
    }
    /// The last output of a closed connection; send as much as the kernel accepts.
    [[nodiscard]] std::array<Bytes, 2> last_output(ConnectionId id) const noexcept {
        return core().port_of(id).last_output(id);
    }
    /// Calls sink(const ClientNote&) for each client disconnected or refused: lines of the log.
    template <class Sink>
    void for_each_note(Sink&& sink) {
        core().clients().for_each_note(sink);
    }
    [[nodiscard]] const protocols::nasdaq::soupbintcp::ClientNotes& notes() const noexcept {
        return core().clients().notes();
    }

  private:
    struct Parts;  // the core, what stands between it and the ports, and the ports

    VenueServer(const VenueServerOptions& options, std::unique_ptr<Parts>&& parts);
    [[nodiscard]] static Expected<std::unique_ptr<Parts>> make_parts(
        const VenueServerOptions& options, BackgroundFlow* flow);

    [[nodiscard]] VenueCore& core() noexcept { return *core_; }
    [[nodiscard]] const VenueCore& core() const noexcept { return *core_; }
    void adopt_users(Time now) noexcept;
    void change_user(SessionId session, const UserChange& change, Time now) noexcept;
    template <class ItchEvent>
    void submit_itch(Bytes message, Time now) noexcept;

    std::unique_ptr<Parts> parts_;  // they refer to one another, so they stay where they are
    VenueCore* core_;               // of parts_
    RequestLimit request_limit_;
    std::vector<UserChangeNote> user_changes_;
};

}  // namespace hotpath::exchange
