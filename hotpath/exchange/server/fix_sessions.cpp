#include "hotpath/exchange/server/fix_sessions.hpp"

#include <algorithm>
#include <utility>

#include "hotpath/exchange/server/stream_room.hpp"
#include "hotpath/wire/ascii_fields.hpp"
#include "hotpath/wire/fix/body_text.hpp"
#include "hotpath/wire/fix/dialect.hpp"
#include "hotpath/wire/fix/dictionary_tables.hpp"
#include "hotpath/wire/fix/session/msg_types.hpp"
#include "hotpath/wire/fix/tags.hpp"
#include "hotpath/wire/fix/values.hpp"

namespace hotpath::exchange {

namespace fix = wire::fix;
namespace tag = wire::fix::tag;
using SoupReason = wire::soupbintcp::CloseReason;

namespace {

/// Every character of `expected` is looked at: the time does not reveal how much was right.
[[nodiscard]] bool is_same_secret(std::string_view given, std::string_view expected) noexcept {
    unsigned difference = given.size() == expected.size() ? 0U : 1U;
    for (std::size_t i = 0; i < expected.size(); ++i) {
        const char c = given.empty() ? '\0' : given[i % given.size()];
        difference |= static_cast<unsigned char>(c ^ expected[i]);
    }
    return difference == 0;
}

[[nodiscard]] fix::SessionOptions session_options(const FixUser& user,
                                                  const VenueServerOptions& options) {
    const wire::soupbintcp::ConnectionOptions& soup = options.soup.connection;
    return {.role = fix::Role::Acceptor,
            .begin_string = user.begin_string,
            .sender_comp_id = user.venue_comp_id,
            .target_comp_id = user.comp_id,
            .heartbeat_interval_min = options.fix.heartbeat_min,
            .heartbeat_interval_max = options.fix.heartbeat_max,
            .logon_timeout = soup.login_timeout,
            .stall_timeout = soup.stall_timeout,
            .sending_time_accuracy = options.fix.sending_time_accuracy,
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
    for (const FixUser& user : options.fix.users) {
        if (Expected<void> added = sessions.add(user, options); !added) {
            return std::unexpected(std::move(added.error()));
        }
    }
    return sessions;
}

/// Made for the first user of the version.
Expected<const fix::Dictionary*> FixSessions::dictionary_of(const std::string& begin_string) {
    const bool is_42 = begin_string == fix::kDialect42.begin_string;
    if (!is_42 && begin_string != fix::kDialect44.begin_string) {
        return fail("exchange: the venue speaks FIX.4.2 and FIX.4.4, not " + begin_string);
    }
    std::unique_ptr<fix::Dictionary>& known = dictionaries_[is_42 ? 0 : 1];
    if (known == nullptr) {
        Expected<fix::Dictionary> made = fix::Dictionary::create(is_42 ? fix::kFix42 : fix::kFix44);
        if (!made) {
            return std::unexpected(std::move(made.error()));
        }
        known = std::make_unique<fix::Dictionary>(std::move(*made));
    }
    return known.get();
}

Expected<void> FixSessions::add(const FixUser& user, const VenueServerOptions& options) {
    const Expected<const fix::Dictionary*> dictionary = dictionary_of(user.begin_string);
    if (!dictionary) {
        return std::unexpected(dictionary.error());
    }
    if (user.user >= options.users.size() || find(options.users[user.user].username) != nullptr) {
        return fail("exchange: a FIX session is of one user, and a user has one");
    }
    for (const std::unique_ptr<FixEnd>& other : ends()) {
        if (other->user.begin_string == user.begin_string && other->user.comp_id == user.comp_id &&
            other->user.venue_comp_id == user.venue_comp_id) {
            return fail("exchange: two FIX sessions have the CompIDs " + user.comp_id + " and " +
                        user.venue_comp_id);
        }
    }
    if (user.is_drop_copy && user.begin_string != fix::kDialect44.begin_string) {
        return fail("exchange: a FIX drop copy is of FIX.4.4, not " + user.begin_string);
    }
    const wire::SequencedStoreOptions& kept =
        user.is_drop_copy ? options.fix.copies : options.fix.reports;
    Expected<wire::SequencedStore> reports = make_stream(kept, options.stream_memory);
    if (!reports) {
        return std::unexpected(std::move(reports.error()));
    }
    auto end = std::make_unique<FixEnd>(
        FixEnd{.user = user,
               .name = options.users[user.user].username,
               .stream = FixStream(std::move(*reports), options.fix.own_runs_max),
               .reports_max = kept.messages_max});
    Expected<fix::Session> session =
        fix::Session::create(session_options(user, options), **dictionary, end->stream);
    if (!session) {
        return std::unexpected(std::move(session.error()));
    }
    end->session.emplace(std::move(*session));
    keep(std::move(end));
    return {};
}

FixSessions::Arriving* FixSessions::arriving(ConnectionId id) noexcept {
    const auto found = std::ranges::find(arriving_, std::optional(id), &Arriving::id);
    return found == arriving_.end() ? nullptr : &*found;
}

bool FixEnd::is_copy_of(const Username& other) const noexcept {
    const auto is_other = [&](const Username& each) {
        return wire::soupbintcp::is_same_text(each, other);
    };
    return user.is_drop_copy && (user.copied.empty() || std::ranges::any_of(user.copied, is_other));
}

Bytes FixSessions::with_account(Bytes report, const Username& name) noexcept {
    constexpr std::string_view kAccount = "1=";
    const std::string_view text = wire::without_padding(name);
    const std::size_t length = report.size() + kAccount.size() + text.size() + 1;
    HOTPATH_ASSERT(length <= copy_.size(), "a copy must have room for its Account");
    auto to = std::ranges::copy(report, copy_.begin()).out;
    to = std::ranges::copy(std::as_bytes(std::span(kAccount)), to).out;
    to = std::ranges::copy(std::as_bytes(std::span(text)), to).out;
    *to = std::byte{fix::kSoh};
    return Bytes(copy_).first(length);
}

/// There are as many places as connections without a login.
void FixSessions::enter(ConnectionId id, Time logon_until, bool is_drop_copy) noexcept {
    const auto free = std::ranges::find(arriving_, std::optional<ConnectionId>{}, &Arriving::id);
    HOTPATH_ASSERT(free != arriving_.end(), "connections without a login must be few");
    free->id = id;
    free->until = logon_until;
    free->is_drop_copy = is_drop_copy;
    free->size = 0;
}

void FixSessions::leave(ConnectionId id) noexcept {
    if (Arriving* const place = arriving(id)) {
        place->id.reset();
    }
}

Time FixSessions::logon_until(ConnectionId id) const noexcept {
    const auto found = std::ranges::find(arriving_, std::optional(id), &Arriving::id);
    return found == arriving_.end() ? kNever : found->until;
}

FixSessions::Arrived FixSessions::on_bytes(ConnectionId id, Bytes& stream) noexcept {
    Arriving* const place = arriving(id);
    if (place == nullptr) {
        return {};
    }
    const std::size_t taken = std::min(stream.size(), place->bytes.size() - place->size);
    std::ranges::copy(stream.first(taken),
                      place->bytes.begin() + static_cast<std::ptrdiff_t>(place->size));
    place->size += taken;
    stream = stream.subspan(taken);
    framer_.clear();
    Bytes rest = Bytes(place->bytes).first(place->size);
    Bytes message;
    switch (framer_.next(rest, message)) {
        case fix::FrameStatus::Whole:
            return judge(message, *place);
        case fix::FrameStatus::NeedMore:
            return {.first = place->size == place->bytes.size() ? First::Garbled : First::NeedMore};
        default:
            return {.first = First::Garbled};
    }
}

/// A session of orders is unknown on a drop copy's port, and the other way round.
FixSessions::Arrived FixSessions::judge(Bytes message, const Arriving& place) noexcept {
    static_cast<void>(fields_.split(message));
    const fix::InboundHeader header = fix::header_of(fields_);
    const Bytes all = Bytes(place.bytes).first(place.size);
    for (const std::unique_ptr<FixEnd>& end : ends()) {
        if (end->user.is_drop_copy == place.is_drop_copy &&
            end->user.begin_string == header.begin_string &&
            end->user.comp_id == header.sender_comp_id &&
            end->user.venue_comp_id == header.target_comp_id) {
            return {.first = First::Found,
                    .end = end.get(),
                    .has_password = has_password_of(*end),
                    .bytes = all};
        }
    }
    return {.first = First::Unknown, .bytes = all, .header = header};
}

/// It is of no session, so its number is the first.
Bytes FixSessions::refusal_of(const Arrived& arrived, std::string_view why, Time utc) noexcept {
    const fix::InboundHeader& header = arrived.header;
    if (header.begin_string.size() > fix::MessageWriter::kBeginStringLengthMax) {
        return {};
    }
    fix::MessageWriter writer(refusal_);
    writer.begin(header.begin_string, fix::msg_type::kLogout);
    writer.add_uint(tag::kMsgSeqNum, 1);
    writer.add(tag::kSenderCompId, header.target_comp_id);
    writer.add_time(tag::kSendingTime, std::max(utc, Time{}), fix::TimePrecision::Milliseconds);
    writer.add(tag::kTargetCompId, header.sender_comp_id);
    writer.add(tag::kText, why);
    return writer.finish();
}

/// Username need not be there: the CompIDs are the user's.
bool FixSessions::has_password_of(const FixEnd& end) const noexcept {
    const std::string_view name = wire::without_padding(end.name);
    const bool is_user = fields_.value(tag::kUsername).value_or(name) == name;
    const bool is_password =
        is_same_secret(fields_.value(tag::kPassword).value_or(""), end.user.password);
    return is_user & is_password;
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
