#pragma once
/// VenueServer: the venue with its ports, as bytes and times. SoupBinTCP sessions with OUCH,
/// GLIMPSE snapshots, the MoldUDP64 feed and its re-requests, limits, cancel on disconnect; every
/// input is a record for the journal, every output waits until its input is durable there.
///
///   const auto client = server.on_connect(Port::OrderEntry, now);
///   server.on_bytes(*client, received, now);
///   server.for_each_record([&](const InputRecord& r) { journal.append(r...); });
///   server.on_durable(journal.durable_seq(), now);
///   server.for_each_packet([&](Bytes packet) { send to both lines });
///   send(server.output(*client)); server.on_written(*client, sent);
///   server.for_each_closed([&](ConnectionId id, CloseReason reason) { close the socket });
///
/// After a crash: load() the snapshot, replay() the records, start(). Threads: one owner. Allocation:
/// create(). Complexity: the exchange's; O(connections) for events of all connections; GLIMPSE
/// snapshots: at most SnapshotLimits::pieces_per_turn orders an on_timer().

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "hotpath/core/error.hpp"
#include "hotpath/core/fixed_array.hpp"
#include "hotpath/core/fixed_queue.hpp"
#include "hotpath/exchange/server/day_schedule.hpp"
#include "hotpath/exchange/market/background_flow.hpp"
#include "hotpath/exchange/market/feed_history.hpp"
#include "hotpath/exchange/market/feed_outbox.hpp"
#include "hotpath/exchange/market/snapshot_books.hpp"
#include "hotpath/exchange/server/fix_sessions.hpp"
#include "hotpath/exchange/server/ilink_sessions.hpp"
#include "hotpath/exchange/server/input.hpp"
#include "hotpath/exchange/server/output_gate.hpp"
#include "hotpath/exchange/server/request_limit.hpp"
#include "hotpath/exchange/server/server_client.hpp"
#include "hotpath/exchange/server/user_session.hpp"
#include "hotpath/exchange/server/venue_log.hpp"
#include "hotpath/exchange/server/venue_server_options.hpp"
#include "hotpath/protocols/nasdaq/soupbintcp/certificate_rules.hpp"
#include "hotpath/protocols/nasdaq/soupbintcp/client_notes.hpp"

namespace hotpath::exchange {

/// One input as written to the journal.
struct InputRecord {
    std::uint64_t seq = 0;
    Time time{};
    Bytes bytes{};
};

class VenueServer {
  public:
    using CloseReason = protocols::nasdaq::soupbintcp::CloseReason;

    /// Checks the options as create() does, without allocating memory.
    [[nodiscard]] static Expected<void> validate(const VenueServerOptions& options);
    /// Bytes that the streams of the configured users and the drop copy take, in own memory or in
    /// StreamMemory. Users who are only in the journal have additional streams.
    [[nodiscard]] static std::uint64_t stream_bytes(const VenueServerOptions& options);
    /// `flow` may be nullptr; it must outlive the server.
    [[nodiscard]] static Expected<VenueServer> create(const VenueServerOptions& asked,
                                                      BackgroundFlow* flow);
    VenueServer(VenueServer&&) noexcept = default;
    VenueServer& operator=(VenueServer&&) = delete;

    // Queries.
    [[nodiscard]] const VenueLog& log() const noexcept { return log_; }
    [[nodiscard]] const FeedHistory& feed() const noexcept { return feed_; }
    /// Number of packets given to for_each_packet(), heartbeats included.
    [[nodiscard]] std::uint64_t packets_sent() const noexcept { return outbox_.packets_taken(); }
    [[nodiscard]] const VenueServerCounters& counters() const noexcept { return counters_; }
    [[nodiscard]] const protocols::nasdaq::glimpse50::SnapshotCounters& snapshots() const noexcept {
        return snapshots_.counters();
    }
    [[nodiscard]] std::uint16_t sessions() const noexcept {
        return static_cast<std::uint16_t>(sessions_.size());
    }
    [[nodiscard]] bool is_logged_in(SessionId session) const noexcept;
    /// The limits that hold for the user now.
    [[nodiscard]] const UserLimits& limits(SessionId session) const noexcept {
        return sessions_[session.value].limits;
    }
    [[nodiscard]] const RateLimit& order_rate(SessionId session) const noexcept {
        return sessions_[session.value].order_rate;
    }
    [[nodiscard]] const protocols::SequencedStore& replies(SessionId session) const noexcept {
        return sessions_[session.value].replies;
    }
    /// True after the end of one session and before the next: clients read their last replies.
    [[nodiscard]] bool is_between_sessions() const noexcept {
        return log_.exchange().is_between_sessions();
    }
    /// The stream of all answers to operators.
    [[nodiscard]] const protocols::SequencedStore& answers() const noexcept { return *answers_; }
    /// The sequence number of the last input.
    [[nodiscard]] std::uint64_t last_seq() const noexcept { return next_seq_ - 1; }
    /// Number of outputs that wait for the journal.
    [[nodiscard]] std::size_t waiting_outputs() const noexcept { return gate_.size(); }
    /// Upper bound of connection ids.
    [[nodiscard]] std::uint16_t places() const noexcept { return places_.size(); }
    /// False while too much output waits for the journal: then do not read from sockets.
    [[nodiscard]] bool may_read() const noexcept;
    [[nodiscard]] Time next_deadline() const noexcept;

    // Recovery: on a newly created server, before start().
    void save(StateWriter& writer) const;
    void load(StateReader& reader);
    /// Applies one record of the journal. Its outputs are stored in the streams of the clients.
    [[nodiscard]] ApplyStatus replay(Bytes record, std::uint64_t seq) noexcept;
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
        return log_.inputs() <= kOptionsInputs + log_.user_inputs();
    }
    /// Number of replies in the session's day, sent or waiting; replies_max() is the limit.
    [[nodiscard]] std::uint64_t replies_made(SessionId session) const noexcept {
        return sessions_[session.value].replies_made;
    }
    [[nodiscard]] std::uint64_t replies_max() const noexcept {
        return options_.replies.messages_max;
    }
    /// The part of that limit reserved for orders: the last reports of open orders, and more.
    [[nodiscard]] std::uint64_t replies_reserved_for_orders(SessionId id) const noexcept;

    // Events.
    /// Returns nullopt if no place is free. May have closed another connection to make room.
    [[nodiscard]] std::optional<ConnectionId> on_connect(
        Port port, Time now, const protocols::nasdaq::soupbintcp::Peer& peer = {}) noexcept;
    /// The names in the certificate that the client has shown; call before its first bytes.
    void on_certificate(ConnectionId id, std::vector<std::string>&& names) noexcept;
    void on_bytes(ConnectionId id, Bytes bytes, Time now);
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
    [[nodiscard]] bool try_control(const Control& control, Time now) noexcept {
        return try_request({.control = control, .from = {}}, now);
    }
    /// Reports that every record up to `seq` is durable.
    void on_durable(std::uint64_t seq, Time now) noexcept;
    /// Reports the journal's room; call it when it may have changed and after for_each_record().
    void set_journal_room(const JournalRoom& room) noexcept { journal_room_ = room; }
    /// Sets the difference of UTC and the times given to the server; FIX messages contain UTC.
    void set_utc_offset(Nanos offset) noexcept { utc_offset_ = offset; }
    /// Ends the session: each client is notified once it has received everything.
    void end_of_session(Time now) noexcept;
    /// Closes every connection; sessions continue after a restart.
    void close_all(CloseReason reason, Time now, std::string_view why = {}) noexcept;
    /// The answer to a re-request, valid until the next event; empty if `address` is over its rate.
    [[nodiscard]] Bytes on_request(Bytes request, std::uint32_t address = 0,
                                   Time now = {}) noexcept {
        return request_limit_.try_take(address, now) ? feed_.answer(request) : Bytes{};
    }
    [[nodiscard]] const RequestLimit& request_limit() const noexcept { return request_limit_; }
    [[nodiscard]] const CertificateRules& certificates() const noexcept { return certificates_; }

    // Outputs.
    /// Calls sink(const InputRecord&) for each new record, to append it to the journal.
    template <class Sink>
    void for_each_record(Sink&& sink) {
        for (const InputRecord& record : records_) {
            sink(record);
        }
        records_.clear();
        record_bytes_used_ = 0;
    }
    /// Calls sink(Bytes) for each packet that may leave on the feed's lines; messages that became
    /// durable since the last call share packets.
    template <class Sink>
    void for_each_packet(Sink&& sink) {
        outbox_.for_each(sink);
    }
    [[nodiscard]] Bytes output(ConnectionId id) const noexcept;
    void on_written(ConnectionId id, std::size_t bytes, Time now) noexcept;
    /// Calls sink(ConnectionId, CloseReason) for each closed connection; its id may be reused.
    template <class Sink>
    void for_each_closed(Sink&& sink) {
        for (const Closed& closed : closed_) {
            sink(closed.id, closed.reason);
            clients_[closed.id.value].is_in_use = false;
            places_.release(closed.id.value);
        }
        closed_.clear();
    }
    /// The last output of a closed connection; send as much as the kernel accepts.
    [[nodiscard]] std::array<Bytes, 2> last_output(ConnectionId id) const noexcept;
    /// Calls sink(const ClientNote&) for each client disconnected or refused: lines of the log.
    template <class Sink>
    void for_each_note(Sink&& sink) {
        notes_.for_each(sink);
    }
    [[nodiscard]] const protocols::nasdaq::soupbintcp::ClientNotes& notes() const noexcept {
        return notes_;
    }

  private:
    using Session = UserSession;
    using Client = ServerClient;
    struct Closed {
        ConnectionId id;
        CloseReason reason = CloseReason::None;
    };
    class ClientEvents;  // the listener of a client's SoupServer
    class FixEvents;     // the listener of a FIX session
    class IlinkPort;     // iLink 3 sessions: venue_server_ilink.hpp

    struct Parts;  // parts whose creation may fail
    VenueServer(const VenueServerOptions& options, Parts&& parts);
    [[nodiscard]] static Expected<Parts> make_parts(const VenueServerOptions& options,
                                                    BackgroundFlow* flow);
    [[nodiscard]] Expected<void> make_clients();

    // Users: venue_server_users.cpp.
    void adopt_users(Time now) noexcept;
    void change_user(SessionId session, const UserChange& change, Time now) noexcept;
    void make_sessions(std::size_t sessions);
    void cancel_orders_of_removed_users(Time now) noexcept;

    // Members: venue_server_members.cpp.
    /// The command has been carried out.
    void on_member_control(const Control& control, Time now) noexcept;
    void apply_limits(SessionId id) noexcept;
    void disconnect_user(SessionId id, Time now) noexcept;
    void notify_members() noexcept;
    void notify_member(SessionId id) noexcept;

    // Trades: venue_server_trades.cpp.
    [[nodiscard]] bool waits_for_amendment(const Control& control) const noexcept;
    void resolve_trade(Control& control) noexcept;

    [[nodiscard]] protocols::nasdaq::soupbintcp::LoginAnswer login(
        ConnectionId id, const protocols::nasdaq::soupbintcp::LoginRequest& request, Time now);
    [[nodiscard]] protocols::nasdaq::soupbintcp::LoginAnswer refuse_unseen(
        Client& client, protocols::nasdaq::soupbintcp::LoginVerdict verdict) noexcept;
    [[nodiscard]] protocols::nasdaq::soupbintcp::LoginAnswer login_glimpse(Client& client,
                                                                           Time now) noexcept;
    [[nodiscard]] protocols::nasdaq::soupbintcp::LoginAnswer refuse_login(
        Client& client, protocols::nasdaq::soupbintcp::RejectReason reason,
        std::string_view why) noexcept;
    /// Closes the user's oldest connection if the user has too many. False if connections_max users
    /// are logged in.
    void take_over(SessionId id, Time now) noexcept;
    [[nodiscard]] bool make_place_for_login(ConnectionId id, SessionId user, Time now) noexcept;
    void close(Client& client, CloseReason reason, std::string_view why) noexcept;
    void note_end(const Client& client, ConnectionId id, Time now) noexcept;
    [[nodiscard]] const std::vector<protocols::nasdaq::soupbintcp::Credentials>& users_of(
        Port port) const noexcept;
    void on_message(ConnectionId id, Bytes message, Time now) noexcept;
    void on_control(Client& client, Bytes message, Time now) noexcept;
    void on_order(ConnectionId id, Bytes message, Time now) noexcept;
    [[nodiscard]] RejectReason refusal_of(SessionId id, const PortOrder& order, Time now) noexcept;

    [[nodiscard]] bool try_request(const ControlRequest& request, Time now) noexcept;
    [[nodiscard]] bool may_be_taken(const ControlRequest& request) const noexcept;
    /// Executes waiting and unfinished commands while there is room.
    void run_commands(Time now) noexcept;
    [[nodiscard]] bool run_next_command(Time now) noexcept;
    [[nodiscard]] bool submit_control(const ControlRequest& request, Time now) noexcept;
    [[nodiscard]] std::optional<Control> start_of_next_day(Time now) const noexcept;
    [[nodiscard]] bool has_next_date() const noexcept {
        return next_day_ && next_day_->plan.date > log_.exchange().day().date;
    }
    [[nodiscard]] DayStart day_start() const noexcept;
    void begin_day(const DayStart& start) noexcept;
    /// Clears the streams of the previous session when the time to read them is over.
    void begin_streams(Time now) noexcept;
    [[nodiscard]] Time time_of_day(Time now) const noexcept { return now - midnight_; }
    /// False if there is no room for the rest of the command.
    [[nodiscard]] bool finish_control(Time now) noexcept;
    [[nodiscard]] Time next_control_at() const noexcept;
    [[nodiscard]] bool has_controls() const noexcept {
        return log_.desk().unfinished().has_value() || !controls_.empty();
    }

    // These return false if they have disconnected the client.
    [[nodiscard]] bool has_room_or_cut_off(Client& client) noexcept;
    [[nodiscard]] bool keeps_rate(Client& client, bool is_order, bool is_refused,
                                  Time now) noexcept;
    bool submit_or_cut_off(Client& client, const Input& input) noexcept;
    template <class ItchEvent>
    void submit_itch(Bytes message, Time now) noexcept;

    // FIX sessions: venue_server_fix.cpp.
    void on_fix_bytes(ConnectionId id, Bytes bytes, Time now);
    void give_fix(FixEnd& end, ConnectionId id, Bytes bytes, Time now);
    [[nodiscard]] FixEnd* admit(ConnectionId id, const FixSessions::Arrived& arrived, Time now);
    void refuse_logon(ConnectionId id, const FixSessions::Arrived& arrived, std::string_view why,
                      Time now) noexcept;
    [[nodiscard]] bool try_fix_order(ConnectionId id, const protocols::fix::Inbound& inbound,
                                     Time now) noexcept;
    void keep_fix_numbers(FixEnd& end, Time now) noexcept;
    void keep_fix_report(const Output& report, Time now) noexcept;
    void on_fix_timer(ConnectionId id, Time now) noexcept;
    [[nodiscard]] Time next_fix_deadline(ConnectionId id) const noexcept;
    [[nodiscard]] Bytes fix_output(ConnectionId id) const noexcept;
    void sweep_fix(Client& client, ConnectionId id) noexcept;
    void replay_fix(const Input& input) noexcept;
    void begin_fix_day() noexcept;
    void save_fix(StateWriter& writer) const;
    void load_fix(StateReader& reader);
    [[nodiscard]] Time utc(Time now) const noexcept { return now + utc_offset_; }

    // Room in the streams: venue_server_room.cpp.
    [[nodiscard]] std::uint64_t free_replies(SessionId id) const noexcept;
    /// Replies reserved for the session's next inputs and the last reports of its open orders.
    [[nodiscard]] std::uint64_t replies_reserved(SessionId id) const noexcept;
    [[nodiscard]] bool has_room_for_order(SessionId id) const noexcept;
    [[nodiscard]] bool has_room_for_reply(SessionId id) const noexcept {
        return free_replies(id) > replies_reserved(id);
    }
    void note_crowded(SessionId id) noexcept;
    void count_replies() noexcept;
    /// Cancels the open orders and disconnects. False if the journal has no room for that.
    [[nodiscard]] bool stop_crowded(Time now) noexcept;
    [[nodiscard]] bool is_drop_copy_cut_short() const noexcept;
    [[nodiscard]] bool has_room_for_outputs(std::size_t largest) const noexcept;
    [[nodiscard]] bool has_room_for_input() const noexcept {
        return journal_room_.takes_any() && has_room_for_outputs(1);
    }
    /// False if there is no room for the possible effects; then nothing has changed.
    [[nodiscard]] bool submit(const Input& input) noexcept;
    [[nodiscard]] bool submit_one(const Input& input) noexcept;
    /// Applies the input; there must be room.
    void carry_out(Input input) noexcept;
    void hold_back_outputs(std::uint64_t seq) noexcept;
    void keep_reply(SessionId id, Bytes message) noexcept;
    void copy_reply(SessionId session, Bytes message) noexcept;
    void keep_answer(Bytes answer) noexcept;
    void keep_packet(Bytes packet, Time now) noexcept;
    void make_snapshots(Time now) noexcept;
    void check_reader(Client& client, Time now) noexcept;
    void cancel_on_time(Time now) noexcept;
    /// Reports the end of a connection, once.
    void sweep(ConnectionId id, Time now) noexcept;
    void sweep_all(Time now) noexcept;

    VenueServerOptions options_;
    VenueLog log_;
    FeedHistory feed_;
    OutputGate gate_;
    SnapshotBooks snapshot_books_;
    protocols::nasdaq::glimpse50::SnapshotServer snapshots_;
    FixSessions fix_;
    IlinkSessions ilink_;
    Nanos utc_offset_{};
    std::vector<Session> sessions_;           // by id; one for each user name
    std::vector<SessionId> session_of_user_;  // by index in the configured users
    std::vector<UserChangeNote> user_changes_;
    std::optional<Error> no_memory_;  // set if the stream of a user in the journal found no memory
    std::unique_ptr<protocols::SequencedStore> drop_copies_, answers_;  // connections point to them
    struct NextDay {
        DayPlan plan;
        DaySchedule schedule;
    };
    DaySchedule day_;
    std::optional<NextDay> next_day_;
    Nanos midnight_{};                     // of the trading day
    Time next_session_at_ = kNever;        // between sessions
    FixedQueue<ControlRequest> controls_;  // waiting for room
    FixedQueue<SessionId> crowded_;        // sessions to be stopped
    std::size_t sessions_to_notify_ = 0;   // whose notify_after is not 0
    std::uint32_t day_of_replies_ = 0;     // the number of the day whose replies are counted
    std::vector<Client> clients_;
    protocols::nasdaq::soupbintcp::ConnectionPlaces places_;
    protocols::nasdaq::soupbintcp::ClientNotes notes_;
    protocols::nasdaq::soupbintcp::LoginLimit login_limit_;
    CertificateRules certificates_;
    RequestLimit request_limit_;
    JournalRoom journal_room_;
    std::uint64_t next_seq_ = 1, durable_seq_ = 0;
    std::uint64_t streams_change_at_ = 0;  // the last input that amended a trade or began a day
    VenueServerCounters counters_;
    std::vector<InputRecord> records_;  // new records, until for_each_record() takes them
    FixedArray<std::byte> record_bytes_;
    std::size_t record_bytes_used_ = 0;
    FeedOutbox outbox_;
    std::vector<Closed> closed_;
};

}  // namespace hotpath::exchange
