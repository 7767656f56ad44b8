#include "hotpath/protocols/cme/venue/ilink_sessions.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>
#include <utility>

#include "hotpath/core/assert.hpp"
#include "hotpath/exchange/market/feed_history.hpp"
#include "hotpath/exchange/server/stream_room.hpp"
#include "hotpath/protocols/cme/venue/ilink_order.hpp"
#include "hotpath/protocols/cme/venue/ilink_reports.hpp"
#include "hotpath/protocols/nasdaq/dropcopy/exec_number.hpp"

namespace hotpath::exchange {

namespace ilink3 = protocols::cme::ilink3;
using SoupReason = protocols::nasdaq::soupbintcp::CloseReason;

namespace {

/// A message of a session is an input's: no longer one is read.
constexpr std::size_t kIlinkFrameMax = ilink3::kFramingHeaderLength + kInputMessageMax;

[[nodiscard]] ilink3::IlinkServerOptions ilink_server_options(const VenueServerOptions& options) {
    const protocols::nasdaq::soupbintcp::ConnectionOptions& soup = options.soup.connection;
    const auto& ilink = std::get<IlinkOptions>(options.protocols);
    return {.connection = {.frame_length_max = kIlinkFrameMax,
                           .output_bytes_max = std::max(soup.output_bytes_max, 4 * kIlinkFrameMax),
                           .keep_alive_interval = ilink.keep_alive,
                           .login_timeout = soup.login_timeout,
                           .stall_timeout = soup.stall_timeout},
            .keep_alive_min_ms = ilink.keep_alive_min_ms,
            .keep_alive_max_ms = ilink.keep_alive_max_ms,
            .retransmit_messages_max = ilink.retransmit_messages_max};
}

}  // namespace

void IlinkEnd::apply(const IlinkNumbers& numbers) noexcept {
    if (numbers.uuid != session.uuid) {
        session.previous_uuid = session.uuid;
        session.previous_seq_no = numbers.sent;
        const std::uint64_t kept = std::min<std::uint64_t>(
            numbers.sent - std::min(numbers.sent, session.before), stream.size());
        former.clear();
        for (std::uint64_t n = 1; n <= kept; ++n) {
            const bool is_kept = former.try_append(stream.at(n));
            HOTPATH_ASSERT(is_kept, "both report streams must have the same size");
        }
        session.former_before = session.before;
        stream.drop_first(kept);
        session.before = 0;
        session.uuid = numbers.uuid;
    }
    session.timestamp = numbers.timestamp;
    session.next_incoming = numbers.next_incoming;
    session.was_established = numbers.was_established;
    recorded = numbers;
}

void IlinkEnd::note_message(std::uint32_t number) noexcept {
    session.next_incoming = number + 1;
    recorded.next_incoming = number + 1;
}

void IlinkEnd::begin_day() noexcept {
    session.before += static_cast<std::uint32_t>(stream.size());
    stream.clear();
    session.former_before = session.previous_seq_no;
    former.clear();
}

void IlinkEnd::label(MatchId match, TradeParty& party) const noexcept {
    std::array<char, 24> text{};
    const std::uint64_t exec_number =
        protocols::nasdaq::dropcopy::exec_number(match, to_side(party.side));
    const char* const text_end =
        std::to_chars(text.data(), text.data() + text.size(), exec_number).ptr;
    const std::string_view exec_id(text.data(), text_end);
    for (const protocols::SequencedStore* const reports : {&stream, &former}) {
        for (std::uint64_t number = 1; number <= reports->size() && !party.has_labels; ++number) {
            ilink3::ExecutionReportTradeOutright m;
            if (m.open(reports->at(number)) != protocols::DecodeStatus::Ok ||
                m.load_exec_id() != exec_id) {
                continue;
            }
            party.has_labels = true;
            party.order_id = {m.load_order_id()};
            party.labels = to_desk_labels({.cl_ord_id = IlinkText<20>::from(m.load_cl_ord_id()),
                                           .sender_id = IlinkText<20>::from(m.load_sender_id()),
                                           .location = IlinkText<5>::from(m.load_location()),
                                           .party_list = m.load_party_details_list_req_id(),
                                           .manual = m.load_manual_order_indicator()});
        }
    }
}

void IlinkEnd::save(StateWriter& writer) const {
    save_stream(writer, stream);
    save_stream(writer, former);
    writer.put(session.before);
    writer.put(session.former_before);
    writer.put(session.previous_uuid);
    writer.put_bytes(to_bytes(recorded));
}

void IlinkEnd::load(StateReader& reader) {
    load_stream(reader, stream);
    load_stream(reader, former);
    session.before = reader.get<std::uint32_t>();
    session.former_before = reader.get<std::uint32_t>();
    session.previous_uuid = reader.get<std::uint64_t>();
    IlinkNumbers numbers;
    if (decode(reader.get_bytes(), numbers) != protocols::DecodeStatus::Ok) {
        return reader.refuse();
    }
    session.uuid = numbers.uuid;
    session.previous_seq_no = numbers.sent;
    apply(numbers);
}

Expected<IlinkSessions> IlinkSessions::create(const VenueServerOptions& options) {
    IlinkSessions sessions;
    for (const IlinkUser& user : std::get<IlinkOptions>(options.protocols).users) {
        if (Expected<void> added = sessions.add(user, options); !added) {
            return std::unexpected(std::move(added.error()));
        }
    }
    return sessions;
}

Expected<void> IlinkSessions::add(const IlinkUser& user, const VenueServerOptions& options) {
    if (Expected<void> own = check_user(user.user, options, "an iLink 3 session"); !own) {
        return own;
    }
    if (user.signer == nullptr || user.access_key_id.empty() ||
        user.access_key_id.size() > ilink3::kAccessKeyIdMax ||
        user.session.size() != ilink3::kSessionLength || user.firm.empty() ||
        user.firm.size() > ilink3::kFirmMax) {
        return fail(
            "exchange: an iLink 3 session needs a signer, an access_key_id of 1 to 20 characters, "
            "a session of 3 characters and a firm of 1 to 5");
    }
    if (std::ranges::any_of(ends(), [&](const std::unique_ptr<IlinkEnd>& end) {
            return end->user.session == user.session && end->user.firm == user.firm;
        })) {
        return fail("exchange: an iLink 3 session must be unique in its firm, two are session " +
                    user.session + " of firm " + user.firm);
    }
    const protocols::SequencedStoreOptions& kept =
        std::get<IlinkOptions>(options.protocols).reports;
    Expected<protocols::SequencedStore> reports = make_stream(kept, options.stream_memory);
    Expected<protocols::SequencedStore> former = make_stream(kept, options.stream_memory);
    if (!reports || !former) {
        return std::unexpected(std::move(reports ? former.error() : reports.error()));
    }
    auto end = std::make_unique<IlinkEnd>(user, options.users[user.user].username,
                                          std::move(*reports), std::move(*former));
    end->reports_max = kept.messages_max;
    keep(std::move(end));
    return {};
}

Expected<void> IlinkSessions::make_connections(const VenueServerOptions& options,
                                               std::size_t places) {
    for (std::size_t n = 0; n < places && !ends().empty(); ++n) {
        Expected<ilink3::IlinkServer> server =
            ilink3::IlinkServer::create(ilink_server_options(options));
        if (!server) {
            return std::unexpected(std::move(server.error()));
        }
        connections_.push_back({.server = std::move(*server)});
    }
    return {};
}

std::expected<IlinkEnd*, ilink3::RejectCode> IlinkSessions::find(
    std::string_view access_key_id, std::string_view session,
    std::string_view firm) const noexcept {
    for (const std::unique_ptr<IlinkEnd>& end : ends()) {
        if (end->user.session == session && end->user.firm == firm) {
            return end->user.access_key_id == access_key_id
                       ? std::expected<IlinkEnd*, ilink3::RejectCode>(end.get())
                       : std::unexpected(ilink3::RejectCode::InvalidAccessKeyId);
        }
    }
    return std::unexpected(ilink3::RejectCode::SessionBlocked);
}

SoupReason close_reason_of(const ilink3::IlinkServer& server) noexcept {
    using ilink3::TerminateCode;
    switch (server.close_reason()) {
        case ilink3::CloseReason::Rejected:
            return SoupReason::LoginRejected;
        case ilink3::CloseReason::Disconnected:
            return SoupReason::Disconnected;
        case ilink3::CloseReason::LoginTimeout:
            return SoupReason::LoginTimeout;
        case ilink3::CloseReason::PeerSilent:
            return SoupReason::PeerSilent;
        case ilink3::CloseReason::SlowReader:
            return SoupReason::SlowReader;
        case ilink3::CloseReason::Terminated:
            break;
        default:
            return SoupReason::ShutDown;
    }
    switch (static_cast<TerminateCode>(server.close_code())) {
        case TerminateCode::Finished:
            return SoupReason::LoggedOut;
        case TerminateCode::InvalidFraming:
        case TerminateCode::DecodingError:
            return SoupReason::MalformedPacket;
        default:
            return SoupReason::UnexpectedPacket;
    }
}

bool is_wrong_login(ilink3::RejectCode code) noexcept {
    using ilink3::RejectCode;
    return code == RejectCode::HmacNotAuthenticated || code == RejectCode::InvalidAccessKeyId ||
           code == RejectCode::SessionBlocked;
}

}  // namespace hotpath::exchange
