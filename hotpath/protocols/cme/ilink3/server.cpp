#include "hotpath/protocols/cme/ilink3/server.hpp"

#include <cstring>
#include <utility>

namespace hotpath::protocols::cme::ilink3 {

// The header's 8 bytes and the offset of the field in its block: session_test.cpp compares.
std::size_t poss_retrans_flag_offset(std::uint16_t template_id) noexcept {
    switch (template_id) {
        case BusinessReject::kTemplateId:
            return 335;
        case ExecutionReportNew::kTemplateId:
            return 201;
        case ExecutionReportReject::kTemplateId:
            return 459;
        case ExecutionReportElimination::kTemplateId:
            return 203;
        case ExecutionReportTradeOutright::kTemplateId:
            return 234;
        case ExecutionReportModify::kTemplateId:
            return 209;
        case ExecutionReportStatus::kTemplateId:
            return 480;
        case ExecutionReportCancel::kTemplateId:
            return 205;
        case OrderCancelReject::kTemplateId:
        case OrderCancelReplaceReject::kTemplateId:
            return 406;
        case OrderMassActionReport::kTemplateId:
            return 113;
        default:
            return 0;
    }
}

Expected<IlinkServer> IlinkServer::create(const IlinkServerOptions& options) {
    if (auto checked = check(options.connection); !checked) {
        return std::unexpected(checked.error());
    }
    if (options.keep_alive_min_ms == 0 || options.keep_alive_min_ms > options.keep_alive_max_ms) {
        return fail("keep_alive_min_ms of an iLink 3 venue must be 1..keep_alive_max_ms");
    }
    return IlinkServer(options);
}

// In a time that does not depend on where they differ.
bool IlinkServer::is_same(const Signature& a, const Signature& b) noexcept {
    unsigned difference = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        difference |= static_cast<unsigned>(a[i] ^ b[i]);
    }
    return difference == 0;
}

bool IlinkServer::is_user(std::string_view credentials, std::string_view user) noexcept {
    return credentials.empty() ||
           credentials.substr(0, credentials.find_last_not_of(' ') + 1) == user;
}

void IlinkServer::begin(VenueSession& session, std::uint64_t uuid) noexcept {
    if (uuid != session.uuid) {
        session.previous_uuid = session.uuid;
        session.previous_seq_no = session.next_outgoing() - 1;
        if (session.former != nullptr) {
            std::swap(*session.stream, *session.former);
            session.former_before = session.before;
        }
        session.uuid = uuid;
        session.was_established = false;
        session.next_incoming = 1;
        session.before = 0;
        session.stream->clear();
    }
    session_ = &session;
    uuid_ = uuid;
}

void IlinkServer::accept(const Negotiate& m) noexcept {
    write<NegotiationResponse>([&](auto& r) {
        r.store_uuid(m.load_uuid());
        r.store_request_timestamp(m.load_request_timestamp());
        r.store_fault_tolerance_indicator(FTI::Primary);
        r.store_previous_seq_no(session_->previous_seq_no);
        r.store_previous_uuid(session_->previous_uuid);
    });
}

void IlinkServer::establish(const Establish& m) noexcept {
    again_ = again_end_ = 0;
    is_again_former_ = false;
    incoming_ = session_->next_incoming;
    // What waits was made by an earlier connection: by this number the client finds it missing.
    outgoing_ = session_->next_outgoing() + session_->waiting;
    established(m.load_keep_alive_interval());
    const bool has_sent = outgoing_ > 1;
    write<EstablishmentAck>([&](auto& r) {
        r.store_uuid(m.load_uuid());
        r.store_request_timestamp(m.load_request_timestamp());
        r.store_next_seq_no(outgoing_);
        r.store_previous_seq_no(has_sent ? outgoing_ - 1 : session_->previous_seq_no);
        r.store_previous_uuid(has_sent ? uuid_ : session_->previous_uuid);
        r.store_keep_alive_interval(static_cast<std::uint16_t>(options().keep_alive_interval.value /
                                                               (kNanosPerSecond / 1'000)));
        r.store_fault_tolerance_indicator(FTI::Primary);
    });
}

void IlinkServer::missed_before(std::uint32_t number) noexcept {
    const std::uint32_t expected = session_->next_incoming;
    if (number == expected) {
        return;
    }
    counters_.not_applied += number - expected;
    session_->next_incoming = number;
    incoming_ = number;
    write<NotApplied>([&](auto& m) {
        m.store_uuid(uuid_);
        m.store_from_seq_no(expected);
        m.store_msg_count(number - expected);
    });
}

void IlinkServer::retransmit(const RetransmitRequest& m) noexcept {
    const std::uint32_t first = m.load_from_seq_no();
    const std::uint32_t messages = m.load_msg_count();
    const std::optional<std::uint64_t> last_uuid = m.load_last_uuid();
    const bool is_uuid =
        !last_uuid || (session_->former != nullptr && *last_uuid == session_->previous_uuid);
    const std::uint32_t before = last_uuid ? session_->former_before : session_->before;
    const std::uint32_t end = last_uuid ? session_->previous_seq_no + 1 : outgoing_;
    const bool is_there = is_uuid && first > before && messages >= 1 &&
                          messages <= options_.retransmit_messages_max && first < end &&
                          messages <= end - first;
    if (!is_there) {
        write<RetransmitReject>([&](auto& r) {
            r.store_reason("no such messages, or too many");
            r.store_uuid(uuid_);
            r.store_last_uuid(m.load_last_uuid());
            r.store_request_timestamp(m.load_request_timestamp());
        });
        return;
    }
    ++counters_.retransmit_requests;
    again_ = first;  // in place of what is still being sent again, if anything
    again_end_ = first + messages;
    is_again_former_ = last_uuid.has_value();
    write<Retransmission>([&](auto& r) {
        r.store_uuid(uuid_);
        r.store_last_uuid(last_uuid);
        r.store_request_timestamp(m.load_request_timestamp());
        r.store_from_seq_no(first);
        r.store_msg_count(static_cast<std::uint16_t>(messages));
    });
}

void IlinkServer::fill_output() noexcept {
    if (!is_established() || !is_current()) {
        return;
    }
    const Stored of_uuid{session_->stream, session_->before, uuid_};
    const Stored former{session_->former, session_->former_before, session_->previous_uuid};
    const Stored& again = is_again_former_ ? former : of_uuid;
    while (again_ != again_end_ && try_send_stored(again, again_, true)) {
        ++again_;
    }
    while (outgoing_ < session_->next_outgoing() && try_send_stored(of_uuid, outgoing_, false)) {
        ++outgoing_;
    }
}

bool IlinkServer::try_send_stored(const Stored& from, std::uint32_t number,
                                  bool is_again) noexcept {
    if (number <= from.before || !from.stream->contains(number - from.before)) {
        return false;  // the owner has dropped it meanwhile, or has not appended it yet
    }
    const Bytes message = from.stream->at(number - from.before);
    const MutableBytes target = room();
    if (message.size() > target.size() || !has_room()) {
        return false;
    }
    std::memcpy(target.data(), message.data(), message.size());
    if (message.size() >= MessageHeader::kLength + sizeof number + sizeof from.uuid) {
        store_le(target.data() + MessageHeader::kLength, number);
        store_le(target.data() + MessageHeader::kLength + sizeof number, from.uuid);
    }
    const std::size_t flag =
        is_again ? poss_retrans_flag_offset(MessageHeader::at(target.data()).load_template_id())
                 : 0;
    if (flag != 0 && flag < message.size()) {
        target[flag] = std::byte{static_cast<unsigned char>(BooleanFlag::True)};
    }
    return write_encoded({.bytes = target.first(message.size())});
}

}  // namespace hotpath::protocols::cme::ilink3
