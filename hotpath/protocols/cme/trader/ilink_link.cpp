#include "hotpath/protocols/cme/trader/ilink_link.hpp"

#include <algorithm>
#include <limits>

#include "hotpath/core/assert.hpp"

namespace hotpath::protocols::cme {

namespace {

class ZeroSigner final : public ilink3::Signer {
  public:
    [[nodiscard]] ilink3::Signature sign(std::string_view) noexcept override { return {}; }
};

/// SendingTimeEpoch of a whole message of this type.
template <class Message>
[[nodiscard]] bool stamp_as(MutableBytes message, std::uint64_t time) noexcept {
    if (message.size() != ilink3::MessageHeader::kLength + Message::kBlockLength) {
        return false;
    }
    sbe::Output no_more{MutableBytes{}};
    typename Message::Encoder encoder(message.data() + ilink3::MessageHeader::kLength, no_more);
    encoder.store_sending_time_epoch(time);
    return true;
}

/// False for a message that is no request of an order.
[[nodiscard]] bool stamp(std::uint16_t template_id, MutableBytes message,
                         std::uint64_t time) noexcept {
    switch (template_id) {
        case ilink3::NewOrderSingle::kTemplateId:
            return stamp_as<ilink3::NewOrderSingle>(message, time);
        case ilink3::OrderCancelReplaceRequest::kTemplateId:
            return stamp_as<ilink3::OrderCancelReplaceRequest>(message, time);
        case ilink3::OrderCancelRequest::kTemplateId:
            return stamp_as<ilink3::OrderCancelRequest>(message, time);
        default:
            return false;
    }
}

}  // namespace

Expected<IlinkLink> IlinkLink::create(const IlinkAccount& account,
                                      const nasdaq::soupbintcp::ConnectionOptions& connection) {
    static ZeroSigner zeros;
    auto client =
        ilink3::IlinkClient::create({.connection = {.output_bytes_max = connection.output_bytes_max,
                                                    .keep_alive_interval = account.keep_alive,
                                                    .login_timeout = connection.login_timeout,
                                                    .stall_timeout = connection.stall_timeout},
                                     .access_key_id = account.access_key_id,
                                     .session = account.session,
                                     .firm = account.firm,
                                     .asks_former = true,
                                     .user = account.user},
                                    account.signer != nullptr ? *account.signer : zeros);
    if (!client) {
        return std::unexpected(client.error());
    }
    return IlinkLink(std::move(*client));
}

SessionStart IlinkLink::next_start() const noexcept {
    const ilink3::SessionNumbers numbers = client_.numbers();
    const bool has_former = numbers.former.uuid != 0 || numbers.former.end > 1;
    return {.next_number = numbers.next_outgoing,
            .uuid = numbers.uuid,
            .is_negotiated = numbers.is_negotiated,
            .former_uuid = numbers.former.uuid,
            .former_end = has_former ? numbers.former.end : 0};
}

/// A new process asks for every report of the UUID, and before them of the former one.
void IlinkLink::on_connected(Time now, const SessionStart& start) noexcept {
    constexpr std::uint64_t kNumberMax = std::numeric_limits<std::uint32_t>::max();
    utc_offset_ = start.utc - now;
    if (!std::exchange(has_begun_, true)) {
        client_.begin_session(
            {.uuid = start.uuid,
             .is_negotiated = start.is_negotiated,
             .next_outgoing = static_cast<std::uint32_t>(
                 std::clamp<std::uint64_t>(start.next_number, 1, kNumberMax)),
             .former = {.uuid = start.former_uuid, .end = std::max(start.former_end, 1U)}});
    }
    is_query_waiting_ = false;
    is_leaving_ = false;
    is_venues_end_ = false;
    established_at_ = 0;
    closed_by_us_.reset();
    reason_length_ = 0;
    client_.on_connected(utc(now));
}

bool IlinkLink::try_send(Bytes message, Time now) noexcept {
    if (message.size() < ilink3::MessageHeader::kLength || message.size() > request_.size()) {
        return false;
    }
    const std::uint16_t template_id = ilink3::MessageHeader::at(message.data()).load_template_id();
    if (template_id == ilink3::Sequence::kTemplateId) {
        is_query_waiting_ = true;
        return true;
    }
    const Time time = utc(now);
    std::ranges::copy(message, request_.begin());
    const MutableBytes request = MutableBytes(request_).first(message.size());
    return stamp(template_id, request, static_cast<std::uint64_t>(time.value)) &&
           client_.try_send(request, time);
}

Bytes IlinkLink::answer() noexcept {
    static constexpr std::size_t kLength =
        ilink3::MessageHeader::kLength + ilink3::Sequence::kBlockLength;
    static const auto kMade = [] {
        std::array<std::byte, kLength> bytes{};
        const sbe::Encoded encoded = ilink3::Sequence::encode(bytes, [](auto&) {});
        HOTPATH_ASSERT(encoded.bytes.size() == kLength, "the answer must be one Sequence message");
        return bytes;
    }();
    return kMade;
}

void IlinkLink::note_end(std::string_view reason) noexcept {
    reason_length_ = std::min(reason.size(), reason_.size());
    std::ranges::copy(reason.substr(0, reason_length_), reason_.begin());
}

std::string_view IlinkLink::why() const noexcept {
    if (client_.close_reason() == ilink3::CloseReason::MessagesLost) {
        return "the venue no longer has the first reports of the session: a new day begins with a "
               "new file of numbers";
    }
    if (reason_length_ != 0) {
        return {reason_.data(), reason_length_};
    }
    const bool is_terminated = client_.close_reason() == ilink3::CloseReason::Terminated;
    return is_terminated ? name(static_cast<ilink3::TerminateCode>(client_.close_code()))
                         : name(client_.close_reason());
}

void IlinkLink::logout(Time now) noexcept {
    is_leaving_ = true;
    client_.terminate(ilink3::TerminateCode::Finished, utc(now));
}

void IlinkLink::close(CloseReason reason) noexcept {
    closed_by_us_ = reason;
    client_.close(ilink3::CloseReason::ShutDown);
}

/// A number or a UUID that the other end does not have stays wrong.
bool IlinkLink::is_refused() const noexcept {
    switch (client_.close_reason()) {
        case ilink3::CloseReason::Rejected:
        case ilink3::CloseReason::MessagesLost:
            return true;
        case ilink3::CloseReason::Terminated:
            break;
        default:
            return false;
    }
    const auto code = static_cast<ilink3::TerminateCode>(client_.close_code());
    return established_at_ == 0 && (code == ilink3::TerminateCode::Unnegotiated ||
                                    code == ilink3::TerminateCode::InvalidNextSeqNo ||
                                    code == ilink3::TerminateCode::InvalidUuid);
}

IlinkLink::CloseReason IlinkLink::close_reason() const noexcept {
    if (client_.close_reason() == ilink3::CloseReason::MessagesLost) {
        return CloseReason::MessagesLost;
    }
    if (is_refused()) {
        return CloseReason::LoginRejected;
    }
    if (closed_by_us_) {
        return *closed_by_us_;
    }
    switch (client_.close_reason()) {
        case ilink3::CloseReason::None:
            return CloseReason::None;
        case ilink3::CloseReason::Terminated:
            return is_leaving_      ? CloseReason::LoggedOut
                   : is_venues_end_ ? CloseReason::Disconnected
                                    : CloseReason::MalformedPacket;
        case ilink3::CloseReason::LoginTimeout:
            return CloseReason::LoginTimeout;
        case ilink3::CloseReason::PeerSilent:
        case ilink3::CloseReason::RetransmissionTimeout:
            return CloseReason::PeerSilent;
        case ilink3::CloseReason::SlowReader:
            return CloseReason::SlowReader;
        case ilink3::CloseReason::ShutDown:
            return CloseReason::ShutDown;
        default:
            return CloseReason::Disconnected;
    }
}

}  // namespace hotpath::protocols::cme
