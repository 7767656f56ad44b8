// The venue server's set-up, and the way of an input to the journal and of its outputs to the
// streams.

#include <algorithm>
#include <array>
#include <limits>
#include <string>
#include <string_view>
#include <utility>

#include "hotpath/exchange/day/day_time.hpp"
#include "hotpath/exchange/server/stream_room.hpp"
#include "hotpath/exchange/server/venue_server.hpp"
#include "hotpath/exchange/server/venue_server_ilink.hpp"

namespace hotpath::exchange {

namespace {

constexpr std::size_t kControlsWaitingMax = 64;

/// Reports of one input to FIX sessions, their copies, and those to iLink 3 sessions. None is longer
/// than one of FIX.
[[nodiscard]] std::size_t reports_max(const ExchangeOptions& options) noexcept {
    static_assert(kIlinkReportLengthMax <= kFixReplyLengthMax);
    const std::size_t by_fix = options.has_fix_copies ? 2 : 1;
    const std::size_t times =
        (options.fix_ids_max == 0 ? 0 : by_fix) + (options.takes_ilink ? 1U : 0U);
    return times * reports_of_input_max(options);
}

/// The most outputs of one input: a sweep through the book, each order of which has a reserve (an
/// execution and its two reports, an add and a restatement), or all sessions' orders canceled.
[[nodiscard]] std::size_t outputs_max(const ExchangeOptions& options) noexcept {
    constexpr std::size_t kOther = 128;
    return std::size_t{options.executions_per_command_max} * 5 +
           std::size_t{options.session_orders_max} * 2 + kOther + reports_max(options);
}
[[nodiscard]] std::size_t output_bytes_max(const ExchangeOptions& options) noexcept {
    const std::size_t reports = reports_max(options);
    return (outputs_max(options) - reports) * kKeptReplyLengthMax + reports * kFixReplyLengthMax;
}

[[nodiscard]] std::size_t places_of(const VenueServerOptions& options) noexcept {
    const std::size_t operators =
        options.operator_users.size() * options.places.logins_per_user_max;
    const std::size_t ports =
        std::size_t{2} + (options.drop_copy_users.empty() ? 0U : 1U) +
        (options.fix.users.empty() ? 0U : 1U) + (options.fix.has_drop_copy() ? 1U : 0U) +
        (options.ilink.users.empty() ? 0U : 1U) + (options.operator_users.empty() ? 0U : 1U);
    return protocols::nasdaq::soupbintcp::ConnectionPlaces::places_for(
        options.connections_max + operators, ports, options.places);
}

/// A stream with less room could not take what a few inputs cause.
[[nodiscard]] Expected<void> check_kept(const VenueServerOptions& options) {
    struct Kept {
        std::string_view key;
        std::uint64_t messages;
        bool is_used;
    };
    const std::uint64_t least = replies_kept_min(options.exchange);
    for (const Kept& kept :
         {Kept{"replies_kept of [order_entry]", options.replies.messages_max, true},
          {"reports_kept of [fix]", options.fix.reports.messages_max, !options.fix.users.empty()},
          {"reports_kept of [ilink]", options.ilink.reports.messages_max,
           !options.ilink.users.empty()}}) {
        if (kept.is_used && kept.messages < least) {
            return fail("exchange: " + std::string(kept.key) + " must be at least " +
                        std::to_string(least) +
                        " (16 times executions_per_order_max, and 192), got " +
                        std::to_string(kept.messages));
        }
    }
    return {};
}

[[nodiscard]] Expected<void> check(const VenueServerOptions& options) {
    const protocols::nasdaq::soupbintcp::PlaceLimits& places = options.places;
    if (places.pending_max == 0 || places.pending_per_address_max == 0 ||
        places.logins_per_user_max == 0 ||
        places_of(options) > std::numeric_limits<std::uint16_t>::max()) {
        return fail(
            "exchange: logins_pending_max, logins_pending_per_address_max and logins_per_user_max "
            "must be at least 1, and all connections together at most 65,535");
    }
    if (options.failed_logins.failures_max == 0 || options.failed_logins.wait < Nanos{}) {
        return fail("exchange: failed_logins_max must be at least 1 and its wait 0 or longer");
    }
    if (options.users.empty() || options.users.size() > 10'000 || options.connections_max == 0) {
        return fail("exchange: users must be 1..10,000 and connections_max at least 1");
    }
    if (!options.fix.users.empty() && options.exchange.fix_ids_max == 0) {
        return fail("exchange: with FIX sessions fix_ids_max must be a power of two, at least 16");
    }
    if (options.exchange.has_fix_copies != options.fix.has_drop_copy()) {
        return fail(
            "exchange: has_fix_copies must be true with FIX drop copy users and false without "
            "them");
    }
    if (!options.ilink.users.empty() && !options.exchange.takes_ilink) {
        return fail("exchange: with iLink 3 sessions takes_ilink must be true");
    }
    if (auto kept = check_kept(options); !kept) {
        return kept;
    }
    if (options.record_bytes_max < 2 * kInputLengthMax) {
        return fail("exchange: record_bytes_max must hold the records of two inputs");
    }
    // Twice: reading stops when one no longer fits, and what was read by then still has its room.
    if (options.gate.outputs_max < 2 * outputs_max(options.exchange) ||
        options.gate.bytes_max < 2 * output_bytes_max(options.exchange)) {
        return fail(
            "exchange: the output gate must hold the outputs of two inputs; raise its outputs_max "
            "and bytes_max, or lower orders_open_all_sessions_max and executions_per_order_max");
    }
    return {};
}

[[nodiscard]] VenueServerOptions completed(VenueServerOptions options) {
    options.exchange.sessions_max =
        std::max(options.users_max, static_cast<std::uint16_t>(options.users.size()));
    options.replies.message_length_max = kKeptReplyLengthMax;
    options.replies.bytes_max = options.replies.messages_max * kKeptReplyLengthMax;
    if (options.drop_copies.messages_max == 0) {
        options.drop_copies.messages_max = copies_max(options);
    }
    options.drop_copies.message_length_max = kCopyLengthMax;
    options.drop_copies.bytes_max =
        std::uint64_t{options.drop_copies.messages_max} * kCopyLengthMax;
    options.answers.message_length_max = kControlAnswerLengthMax;
    options.answers.bytes_max =
        std::uint64_t{options.answers.messages_max} * kControlAnswerLengthMax;
    options.feed.message_length_max = 64;
    options.fix.reports.message_length_max = FixStream::kPrefixLength + kFixReplyLengthMax;
    options.fix.reports.bytes_max =
        std::uint64_t{options.fix.reports.messages_max} * options.fix.reports.message_length_max;
    options.ilink.reports.message_length_max = kIlinkReportLengthMax;
    options.ilink.reports.bytes_max =
        std::uint64_t{options.ilink.reports.messages_max} * kIlinkReportLengthMax;
    options.fix.copies.message_length_max = options.fix.reports.message_length_max;
    options.fix.copies.bytes_max =
        std::uint64_t{options.fix.copies.messages_max} * options.fix.copies.message_length_max;
    return options;
}

}  // namespace

struct VenueServer::Parts {
    VenueLog log;
    FeedHistory feed;
    SnapshotBooks snapshot_books;
    protocols::nasdaq::glimpse50::SnapshotServer snapshots;
    protocols::SequencedStore drop_copies;
    protocols::SequencedStore answers;
    DaySchedule day;
    FixSessions fix;
    IlinkSessions ilink;
};

Expected<void> VenueServer::validate(const VenueServerOptions& options) {
    if (Expected<void> checked = check(options); !checked) {
        return checked;
    }
    const Expected<DaySchedule> day = DaySchedule::create(options.day);
    return day ? Expected<void>() : std::unexpected(day.error());
}

std::uint64_t VenueServer::stream_bytes(const VenueServerOptions& options) {
    const VenueServerOptions whole = completed(options);
    std::uint64_t bytes = protocols::SequencedStore::bytes_for(whole.replies) * whole.users.size() +
                          protocols::SequencedStore::bytes_for(whole.drop_copies);
    for (const FixUser& user : whole.fix.users) {
        bytes += protocols::SequencedStore::bytes_for(user.is_drop_copy ? whole.fix.copies
                                                                        : whole.fix.reports);
    }
    // For the UUID and the one before.
    bytes +=
        2 * protocols::SequencedStore::bytes_for(whole.ilink.reports) * whole.ilink.users.size();
    return bytes;
}

Expected<VenueServer> VenueServer::create(const VenueServerOptions& asked, BackgroundFlow* flow) {
    if (Expected<void> checked = check(asked); !checked) {
        return std::unexpected(std::move(checked.error()));
    }
    const VenueServerOptions options = completed(asked);
    Expected<Parts> parts = make_parts(options, flow);
    if (!parts) {
        return std::unexpected(std::move(parts.error()));
    }
    VenueServer server(options, std::move(*parts));
    if (Expected<void> made = server.make_clients(); !made) {
        return std::unexpected(std::move(made.error()));
    }
    server.make_sessions(options.users.size());
    if (server.no_memory_) {
        return std::unexpected(*server.no_memory_);
    }
    return server;
}

Expected<VenueServer::Parts> VenueServer::make_parts(const VenueServerOptions& options,
                                                     BackgroundFlow* flow) {
    Expected<VenueLog> log = VenueLog::create(options.exchange, flow);
    if (!log) {
        return std::unexpected(std::move(log.error()));
    }
    Expected<FeedHistory> feed = FeedHistory::create(options.exchange.feed_session, options.feed);
    if (!feed) {
        return std::unexpected(std::move(feed.error()));
    }
    Expected<SnapshotBooks> books = SnapshotBooks::create(options.exchange.books);
    if (!books) {
        return std::unexpected(std::move(books.error()));
    }
    Expected<protocols::nasdaq::glimpse50::SnapshotServer> snapshots =
        protocols::nasdaq::glimpse50::SnapshotServer::create(
            {.snapshot = SnapshotBooks::room(options.exchange.books),
             .snapshots_max = options.snapshots.snapshots_max,
             .pieces_per_turn = options.snapshots.pieces_per_turn});
    if (!snapshots) {
        return std::unexpected(std::move(snapshots.error()));
    }
    Expected<protocols::SequencedStore> copies =
        make_stream(options.drop_copies, options.stream_memory);
    if (!copies) {
        return std::unexpected(std::move(copies.error()));
    }
    Expected<protocols::SequencedStore> answers =
        protocols::SequencedStore::create(options.answers);
    if (!answers) {
        return std::unexpected(std::move(answers.error()));
    }
    Expected<DaySchedule> day = DaySchedule::create(options.day);
    if (!day) {
        return std::unexpected(std::move(day.error()));
    }
    Expected<FixSessions> fix = FixSessions::create(options);
    if (!fix) {
        return std::unexpected(std::move(fix.error()));
    }
    Expected<IlinkSessions> ilink = IlinkSessions::create(options);
    if (!ilink) {
        return std::unexpected(std::move(ilink.error()));
    }
    return Parts{.log = std::move(*log),
                 .feed = std::move(*feed),
                 .snapshot_books = std::move(*books),
                 .snapshots = std::move(*snapshots),
                 .drop_copies = std::move(*copies),
                 .answers = std::move(*answers),
                 .day = std::move(*day),
                 .fix = std::move(*fix),
                 .ilink = std::move(*ilink)};
}

VenueServer::VenueServer(const VenueServerOptions& options, Parts&& parts)
    : options_(options),
      log_(std::move(parts.log)),
      feed_(std::move(parts.feed)),
      gate_(options.gate),
      snapshot_books_(std::move(parts.snapshot_books)),
      snapshots_(std::move(parts.snapshots)),
      fix_(std::move(parts.fix)),
      ilink_(std::move(parts.ilink)),
      drop_copies_(std::make_unique<protocols::SequencedStore>(std::move(parts.drop_copies))),
      answers_(std::make_unique<protocols::SequencedStore>(std::move(parts.answers))),
      day_(std::move(parts.day)),
      controls_(kControlsWaitingMax),
      crowded_(options.exchange.sessions_max),
      places_(places_of(options), options.places),
      login_limit_(options.failed_logins),
      certificates_(options.certificates, places_.size()),
      request_limit_(options.requests, options.request_addresses_max, options.requests_of_all),
      record_bytes_(options.record_bytes_max),
      outbox_(options.gate.outputs_max, options.gate.bytes_max) {
    records_.reserve(options.record_bytes_max / kInputHeaderLength);
    closed_.reserve(places_.size());
}

Expected<void> VenueServer::make_clients() {
    for (std::size_t n = 0; n < places_.size(); ++n) {
        Expected<protocols::nasdaq::soupbintcp::SoupServer> soup =
            protocols::nasdaq::soupbintcp::SoupServer::create(options_.soup);
        if (!soup) {
            return std::unexpected(std::move(soup.error()));
        }
        clients_.push_back({.soup = std::move(*soup), .session = {}});
    }
    return ilink_.make_connections(options_, places_.size());
}

bool VenueServer::is_logged_in(SessionId session) const noexcept {
    return sessions_[session.value].connection.has_value();
}

Bytes VenueServer::output(ConnectionId id) const noexcept {
    const Client& client = clients_[id.value];
    return client.port == Port::IlinkOrders ? IlinkPort::output(*this, id)
           : is_fix(client.port)            ? fix_output(id)
                                            : client.soup.output();
}

Time VenueServer::next_deadline() const noexcept {
    const bool has_pieces = snapshots_.is_making() && !snapshot_books_.is_waiting(durable_seq_);
    const bool has_room = has_room_for_input();
    Time next = has_pieces || (!crowded_.empty() && has_room) ? Time{} : feed_.next_deadline();
    next = has_room ? std::min(next, next_control_at()) : next;
    for (const Client& client : clients_) {
        const ConnectionId id{static_cast<std::uint16_t>(&client - clients_.data())};
        if (client.is_in_use && client.port == Port::IlinkOrders) {
            next = std::min(next, IlinkPort::next_deadline(*this, id));
            continue;
        }
        if (client.is_in_use && is_fix(client.port)) {
            next = std::min(next, next_fix_deadline(id));
            continue;
        }
        const Time reading = client.snapshot == nullptr ? kNever : client.snapshot_until;
        next = client.is_in_use ? std::min({next, client.soup.next_deadline(), reading}) : next;
    }
    for (const Session& session : sessions_) {
        next = journal_room_.takes_any() ? std::min(next, session.cancel_at) : next;
    }
    return next;
}

/// From the waiting ones, or from the schedule.
Time VenueServer::next_control_at() const noexcept {
    if (has_controls()) {
        const bool is_waiting = !log_.desk().unfinished() && !controls_.empty() &&
                                waits_for_amendment(controls_.front().control);
        return is_waiting              ? kNever  // for on_durable()
               : is_between_sessions() ? next_session_at_
                                       : Time{};
    }
    const Time scheduled =
        std::min(day_.next_deadline(log_), log_.has_ended() ? kNever : kDayEndsBy);
    return std::min(scheduled == kNever ? kNever : scheduled + midnight_,
                    has_next_date() ? next_day_->plan.begins_at : kNever);
}

/// When the journal has no room what arrives is refused, and for that it is read.
bool VenueServer::may_read() const noexcept {
    const bool is_busy = log_.desk().unfinished() && !is_between_sessions();
    return has_room_for_outputs(2) && (!journal_room_.takes_any() || !is_busy);
}

bool VenueServer::has_room_for_outputs(std::size_t largest) const noexcept {
    return record_bytes_used_ + largest * kInputLengthMax <= record_bytes_.size() &&
           gate_.has_room(largest * outputs_max(options_.exchange),
                          largest * output_bytes_max(options_.exchange) - kKeptReplyLengthMax * 32);
}

bool VenueServer::submit(const Input& input) noexcept {
    return finish_control(input.time) && submit_one(input);
}

bool VenueServer::submit_one(const Input& input) noexcept {
    if (!stop_crowded(input.time) || !has_room_for_input()) {
        return false;
    }
    carry_out(input);
    static_cast<void>(stop_crowded(input.time));  // or before the next
    return true;
}

void VenueServer::carry_out(Input input) noexcept {
    // In a day venue time never goes back: a replay has only these.
    input.time = std::max(feed_time(time_of_day(input.time)), log_.time());
    input.outputs = log_.outputs_so_far();
    const Bytes record = encode(input, record_bytes_.items().subspan(record_bytes_used_));
    record_bytes_used_ += record.size();
    journal_room_.take(record.size());
    const ApplyStatus status = log_.apply(input);
    HOTPATH_ASSERT(status == ApplyStatus::Ok,
                   "the venue must accept every input that the server makes");
    const std::uint64_t seq = next_seq_++;
    records_.push_back({.seq = seq, .time = input.time, .bytes = record});
    hold_back_outputs(seq);
}

void VenueServer::hold_back_outputs(std::uint64_t seq) noexcept {
    if (snapshot_books_.is_copying()) {
        snapshot_books_.follow(log_.exchange(), log_.exchange().feed_packets());
    }
    for (const Reply& reply : log_.replies()) {
        if (reply.session.value < log_.users().size()) {
            gate_.append(
                seq, {.kind = OutputKind::Reply, .session = reply.session, .bytes = reply.message});
        }
    }
    const auto hold_reports = [&](OutputKind kind, std::span<const Reply> reports) {
        for (const Reply& report : reports) {
            if (report.session.value < log_.users().size()) {
                gate_.append(seq,
                             {.kind = kind, .session = report.session, .bytes = report.message});
            }
        }
    };
    hold_reports(OutputKind::FixReport, log_.fix_replies());
    hold_reports(OutputKind::FixCopy, log_.fix_copies());
    hold_reports(OutputKind::IlinkReport, log_.ilink_reports());
    count_replies();
    for (const Bytes packet : log_.exchange().feed_packets()) {
        gate_.append(seq, {.kind = OutputKind::Packet, .bytes = packet});
    }
    if (!log_.answer().empty()) {
        gate_.append(seq, {.kind = OutputKind::Answer, .bytes = log_.answer()});
    }
    log_.clear_outputs();
}

void VenueServer::on_durable(std::uint64_t seq, Time now) noexcept {
    if (seq <= durable_seq_) {
        return;
    }
    durable_seq_ = seq;
    gate_.release(seq, [&](const Output& output) {
        if (output.kind == OutputKind::Reply) {
            keep_reply(output.session, output.bytes);
        } else if (output.kind == OutputKind::FixReport || output.kind == OutputKind::FixCopy) {
            keep_fix_report(output, now);
        } else if (output.kind == OutputKind::IlinkReport) {
            IlinkPort(*this).keep_report(output);
        } else if (output.kind == OutputKind::Answer) {
            keep_answer(output.bytes);
        } else {
            keep_packet(output.bytes, now);
            outbox_.append(output.bytes);
        }
    });
    for (Client& client : clients_) {
        if (client.is_in_use && client.soup.is_logged_in()) {
            client.soup.on_stream(now);
        } else if (client.is_in_use && is_fix(client.port)) {
            on_fix_timer({static_cast<std::uint16_t>(&client - clients_.data())}, now);
        } else if (client.is_in_use && client.port == Port::IlinkOrders) {
            IlinkPort(*this).on_timer({static_cast<std::uint16_t>(&client - clients_.data())}, now);
        }
    }
    if (sessions_to_notify_ != 0) {
        notify_members();
    }
    sweep_all(now);
}

void VenueServer::keep_packet(Bytes packet, Time now) noexcept {
    if (feed_.on_packet(packet, now)) {
        begin_streams(now);
    }
    if (feed_.has_ended()) {
        for (Session& session : sessions_) {
            session.replies.end_session();
        }
        drop_copies_->end_session();
        if (!log_.has_ended()) {  // else operators stay: one of them begins the next day
            answers_->end_session();
        }
    }
}

void VenueServer::begin_streams(Time now) noexcept {
    for (Client& client : clients_) {
        if (client.is_in_use && client.soup.is_logged_in()) {
            client.soup.on_stream(now);  // what fits, and the end when all of it does
        }
        if (client.is_in_use && client.soup.is_logged_in()) {
            client.soup.close(protocols::nasdaq::soupbintcp::CloseReason::EndOfSession);
        }
    }
    for (Session& session : sessions_) {
        session.replies.clear();
    }
    begin_fix_day();
    IlinkPort(*this).begin_day(now);
    drop_copies_->clear();
    answers_->clear();
}

}  // namespace hotpath::exchange
