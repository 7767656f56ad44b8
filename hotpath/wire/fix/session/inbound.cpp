#include "hotpath/wire/fix/session/inbound.hpp"

#include "hotpath/wire/fix/values.hpp"

namespace hotpath::wire::fix {

namespace {

/// False when the field is none of the standard header.
[[nodiscard]] bool take(const Field& field, InboundHeader& header) noexcept {
    switch (field.tag) {
        case tag::kMsgSeqNum:
            header.number = to_uint(field.value);
            return true;
        case tag::kSenderCompId:
            header.sender_comp_id = field.value;
            return true;
        case tag::kTargetCompId:
            header.target_comp_id = field.value;
            return true;
        case tag::kSendingTime:
            header.sending_time = to_time(field.value);
            header.has_sending_time = true;
            return true;
        case tag::kPossDupFlag:
            header.is_poss_dup = field.value == "Y";
            return true;
        case tag::kPossResend:
            header.is_poss_resend = field.value == "Y";
            return true;
        case tag::kSenderSubId:
        case tag::kTargetSubId:
        case tag::kOrigSendingTime:
        case tag::kOnBehalfOfCompId:
        case tag::kOnBehalfOfSubId:
        case tag::kDeliverToCompId:
        case tag::kDeliverToSubId:
        case tag::kOnBehalfOfLocationId:
        case tag::kDeliverToLocationId:
        case tag::kSecureDataLen:
        case tag::kSecureData:
        case tag::kSenderLocationId:
        case tag::kTargetLocationId:
        case tag::kXmlDataLen:
        case tag::kXmlData:
        case tag::kMessageEncoding:
        case tag::kLastMsgSeqNumProcessed:
        case tag::kOnBehalfOfSendingTime:
        case tag::kNoHops:
        case tag::kHopCompId:
        case tag::kHopSendingTime:
        case tag::kHopRefId:
        case tag::kApplVerId:
        case tag::kCstmApplVerId:
        case tag::kApplExtId:
            return true;
        default:
            return false;
    }
}

[[nodiscard]] bool has_all(const InboundHeader& header) noexcept {
    return header.number && header.has_sending_time && !header.sender_comp_id.empty() &&
           !header.target_comp_id.empty();
}

}  // namespace

InboundHeader header_of(const FieldList& fields) noexcept {
    constexpr std::size_t kBehindMsgType = 3;  // 8, 9, 35
    InboundHeader header;
    if (fields.size() < kBehindMsgType) {
        return header;
    }
    header.begin_string = fields[0].value;
    header.msg_type = fields[2].value;
    std::size_t at = kBehindMsgType;
    while (at < fields.size() && take(fields[at], header)) {
        ++at;
    }
    // Another field of the header, or one that is in the wrong place.
    for (; at < fields.size() && !has_all(header); ++at) {
        static_cast<void>(take(fields[at], header));
    }
    return header;
}

}  // namespace hotpath::wire::fix
