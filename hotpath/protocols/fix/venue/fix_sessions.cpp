#include "hotpath/protocols/fix/venue/fix_sessions.hpp"

#include <algorithm>
#include <utility>

#include "hotpath/exchange/server/stream_room.hpp"
#include "hotpath/protocols/ascii_fields.hpp"
#include "hotpath/protocols/fix/body_text.hpp"
#include "hotpath/protocols/fix/dialect_dictionary.hpp"
#include "hotpath/protocols/fix/values.hpp"

namespace hotpath::exchange {

namespace fix = protocols::fix;
using SoupReason = protocols::nasdaq::soupbintcp::CloseReason;

namespace {

[[nodiscard]] fix::SessionOptions session_options(const FixUser& user,
                                                  const VenueServerOptions& options) {
    const protocols::nasdaq::soupbintcp::ConnectionOptions& soup = options.soup.connection;
    const auto& fix_options = std::get<FixOptions>(options.protocols);
    return {.role = fix::Role::Acceptor,
            .begin_string = user.begin_string,
            .sender_comp_id = user.venue_comp_id,
            .target_comp_id = user.comp_id,
            .heartbeat_interval_min = fix_options.heartbeat_min,
            .heartbeat_interval_max = fix_options.heartbeat_max,
            .logon_timeout = soup.login_timeout,
            .stall_timeout = soup.stall_timeout,
            .sending_time_accuracy = fix_options.sending_time_accuracy,
            .message_length_max = kFixMessageMax,
            .fields_max = 256,
            .held_messages_max = 32,
            .stores_while_logged_out = true,
            .refuses_long_messages = true};
}

}  // namespace

Expected<FixSessions> FixSessions::create(const VenueServerOptions& options) {
    constexpr std::size_t kPorts = 2;  // each with so many connections before their login
    FixSessions sessions(kPorts * options.places.pending_max);
    for (const FixUser& user : std::get<FixOptions>(options.protocols).users) {
        if (Expected<void> added = sessions.add(user, options); !added) {
            return std::unexpected(std::move(added.error()));
        }
    }
    return sessions;
}

Expected<void> FixSessions::add(const FixUser& user, const VenueServerOptions& options) {
    const fix::Dialect* const dialect = fix::dialect_of(user.begin_string);
    if (dialect == nullptr) {
        return fail("exchange: FIX must be FIX.4.2 or FIX.4.4, got " + user.begin_string);
    }
    if (Expected<void> own = check_user(user.user, options, "a FIX session"); !own) {
        return own;
    }
    for (const std::unique_ptr<FixEnd>& other : ends()) {
        if (session_names_of(other->user) == session_names_of(user)) {
            return fail("exchange: the CompIDs of a FIX session must be unique, two have " +
                        user.comp_id + " and " + user.venue_comp_id);
        }
    }
    if (user.is_drop_copy && user.begin_string != fix::kDialect44.begin_string) {
        return fail("exchange: a FIX drop copy needs FIX.4.4, got " + user.begin_string);
    }
    const auto& limits = std::get<FixOptions>(options.protocols);
    const protocols::SequencedStoreOptions& kept =
        user.is_drop_copy ? limits.copies : limits.reports;
    Expected<protocols::SequencedStore> reports = make_stream(kept, options.stream_memory);
    if (!reports) {
        return std::unexpected(std::move(reports.error()));
    }
    auto end = std::make_unique<FixEnd>(
        FixEnd{.user = user,
               .name = options.users[user.user].username,
               .stream = FixStream(std::move(*reports), limits.own_runs_max),
               .reports_max = kept.messages_max});
    Expected<fix::Session> session = fix::Session::create(
        session_options(user, options), fix::dictionary_of(*dialect), end->stream);
    if (!session) {
        return std::unexpected(std::move(session.error()));
    }
    end->session.emplace(std::move(*session));
    keep(std::move(end));
    return {};
}

bool FixEnd::is_copy_of(const Username& other) const noexcept {
    const auto is_other = [&](const Username& each) {
        return protocols::nasdaq::soupbintcp::is_same_text(each, other);
    };
    return user.is_drop_copy && (user.copied.empty() || std::ranges::any_of(user.copied, is_other));
}

Bytes FixSessions::with_account(Bytes report, const Username& name) noexcept {
    constexpr std::string_view kAccount = "1=";
    const std::string_view text = protocols::without_padding(name);
    const std::size_t length = report.size() + kAccount.size() + text.size() + 1;
    HOTPATH_ASSERT(length <= copy_.size(), "a copy must have room for its Account");
    auto to = std::ranges::copy(report, copy_.begin()).out;
    to = std::ranges::copy(std::as_bytes(std::span(kAccount)), to).out;
    to = std::ranges::copy(std::as_bytes(std::span(text)), to).out;
    *to = std::byte{fix::kSoh};
    return Bytes(copy_).first(length);
}

FixSessions::Arrived FixSessions::on_bytes(ConnectionId id, Bytes& stream) noexcept {
    const FixArrivals::Arrival arrival = arrivals_.on_bytes(id, stream);
    switch (arrival.first) {
        case FixArrivals::First::Whole:
            return judge(arrival);
        case FixArrivals::First::NeedMore:
            return {.first = First::NeedMore};
        case FixArrivals::First::Garbled:
            break;
    }
    return {.first = First::Garbled};
}

/// A session of orders is unknown on a drop copy's port, and the other way round.
FixSessions::Arrived FixSessions::judge(const FixArrivals::Arrival& arrival) const noexcept {
    const FixSessionNames names = session_names_of(arrival.header);
    for (const std::unique_ptr<FixEnd>& end : ends()) {
        if (end->user.is_drop_copy == (arrival.kind == kDropCopyKind) &&
            session_names_of(end->user) == names) {
            return {.first = First::Found,
                    .end = end.get(),
                    .has_password = arrivals_.has_login(protocols::without_padding(end->name),
                                                        end->user.password),
                    .bytes = arrival.bytes,
                    .header = arrival.header};
        }
    }
    return {.first = First::Unknown, .bytes = arrival.bytes, .header = arrival.header};
}

std::uint64_t msg_seq_num_of(Bytes message) noexcept {
    return fix::to_uint(fix::first_value(as_text(message), "34=")).value_or(0);
}

SoupReason close_reason_of(fix::CloseReason reason) noexcept {
    switch (reason) {
        case fix::CloseReason::None:
        case fix::CloseReason::ShutDown:
            return SoupReason::ShutDown;
        case fix::CloseReason::LoggedOut:
            return SoupReason::LoggedOut;
        case fix::CloseReason::LogonRefused:
            return SoupReason::LoginRejected;
        case fix::CloseReason::Disconnected:
            return SoupReason::Disconnected;
        case fix::CloseReason::LogonTimeout:
            return SoupReason::LoginTimeout;
        case fix::CloseReason::LogoutTimeout:
        case fix::CloseReason::PeerSilent:
            return SoupReason::PeerSilent;
        case fix::CloseReason::SlowReader:
            return SoupReason::SlowReader;
        case fix::CloseReason::OutsideSchedule:
            return SoupReason::EndOfSession;
        case fix::CloseReason::NotLogon:
        case fix::CloseReason::UnexpectedLogon:
            return SoupReason::UnexpectedPacket;
        case fix::CloseReason::InvalidLogon:
        case fix::CloseReason::WrongBeginString:
        case fix::CloseReason::WrongCompId:
        case fix::CloseReason::WrongSendingTime:
        case fix::CloseReason::SequenceTooLow:
        case fix::CloseReason::NoSequenceNumber:
        case fix::CloseReason::MessageTooLong:
            return SoupReason::MalformedPacket;
        case fix::CloseReason::StoreFull:
            return SoupReason::StreamFull;
    }
    return SoupReason::ShutDown;
}

}  // namespace hotpath::exchange
