#include "hotpath/protocols/nasdaq/soupbintcp/client.hpp"

#include "hotpath/core/assert.hpp"

namespace hotpath::protocols::nasdaq::soupbintcp {
namespace {

// No session has that many messages: counting on from here cannot overflow.
constexpr std::uint64_t kSequenceNumberMax = std::uint64_t{1} << 63U;

}  // namespace

Expected<SoupClient> SoupClient::create(const SoupClientOptions& options) {
    if (auto checked = check(options.connection); !checked) {
        return std::unexpected(checked.error());
    }
    return SoupClient(options);
}

void SoupClient::begin_session(const Session& session, std::uint64_t sequence_number) noexcept {
    HOTPATH_ASSERT(is_closed(), "change the session only while closed");
    session_ = session;
    next_ = sequence_number;
    has_ended_ = false;
}

void SoupClient::on_connected(Time now) noexcept {
    open(now);
    LoginRequest request;
    request.store_username(credentials_.username);
    request.store_password(credentials_.password);
    request.store_requested_session(to_session(without_padding(session_)));
    request.store_requested_sequence_number(to_digits<kSequenceNumberLength>(next_));
    write(request.bytes());
}

bool SoupClient::accept_login(const LoginAccepted& packet) noexcept {
    const auto number = to_number(packet.load_sequence_number());
    const Session session = packet.load_session();
    if (!number || *number == 0 || *number > kSequenceNumberMax) {
        close(CloseReason::MalformedPacket);
        return false;
    }
    if (!is_current_session(session_) && !is_same_session(session, session_)) {
        close(CloseReason::WrongSession);
        return false;
    }
    // A venue that begins later than asked no longer has what is between. To go on would be to
    // deliver a stream with a hole.
    if (next_ != 0 && *number > next_) {
        close(CloseReason::MessagesLost);
        return false;
    }
    session_ = session;
    incoming_ = *number;
    next_ = next_ == 0 ? *number : next_;
    login();
    return true;
}

bool SoupClient::try_send(Bytes message, Time now) noexcept {
    advance(now);
    if (!is_logged_in() || message.size() > kPayloadLengthMax ||
        !has_room(room_for(message.size()))) {
        return false;
    }
    write_with_payload<UnsequencedData>(message);
    return true;
}

void SoupClient::logout(Time now) noexcept {
    advance(now);
    if (is_logged_in() && has_room(LogoutRequest::kLength)) {
        write(LogoutRequest().bytes());
        drain(CloseReason::LoggedOut);
    } else {
        close(CloseReason::LoggedOut);
    }
}

}  // namespace hotpath::protocols::nasdaq::soupbintcp
