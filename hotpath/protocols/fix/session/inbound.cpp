#include "hotpath/protocols/fix/session/inbound.hpp"

#include <array>
#include <cstddef>
#include <cstring>
#include <span>

#include "hotpath/protocols/fix/field_text.hpp"
#include "hotpath/protocols/fix/values.hpp"

namespace hotpath::protocols::fix {

namespace {

/// What a field is to the header.
enum class Part : std::uint8_t {
    None,  // it is none of the standard header
    Other,
    Number,
    Sender,
    Target,
    SendingTime,
    PossDup,
    PossResend,
};
constexpr std::size_t kHeaderTags = 1'280;  // those of the header are below

constexpr auto kPartOfTag = [] {
    std::array<Part, kHeaderTags> parts{};
    for (const Tag other : {tag::kSenderSubId,
                            tag::kTargetSubId,
                            tag::kOrigSendingTime,
                            tag::kOnBehalfOfCompId,
                            tag::kOnBehalfOfSubId,
                            tag::kDeliverToCompId,
                            tag::kDeliverToSubId,
                            tag::kOnBehalfOfLocationId,
                            tag::kDeliverToLocationId,
                            tag::kSecureDataLen,
                            tag::kSecureData,
                            tag::kSenderLocationId,
                            tag::kTargetLocationId,
                            tag::kXmlDataLen,
                            tag::kXmlData,
                            tag::kMessageEncoding,
                            tag::kLastMsgSeqNumProcessed,
                            tag::kOnBehalfOfSendingTime,
                            tag::kNoHops,
                            tag::kHopCompId,
                            tag::kHopSendingTime,
                            tag::kHopRefId,
                            tag::kApplVerId,
                            tag::kCstmApplVerId,
                            tag::kApplExtId}) {
        parts[other] = Part::Other;
    }
    parts[tag::kMsgSeqNum] = Part::Number;
    parts[tag::kSenderCompId] = Part::Sender;
    parts[tag::kTargetCompId] = Part::Target;
    parts[tag::kSendingTime] = Part::SendingTime;
    parts[tag::kPossDupFlag] = Part::PossDup;
    parts[tag::kPossResend] = Part::PossResend;
    return parts;
}();

[[nodiscard]] Part part_of(Tag tag) noexcept {
    return tag < kHeaderTags ? kPartOfTag[tag] : Part::None;
}

inline void take(Part part, const FieldText& value, TimestampReader& times,
                 InboundHeader& header) noexcept {
    switch (part) {
        case Part::Number:
            header.number = to_uint(value);
            return;
        case Part::Sender:
            header.sender_comp_id = value;
            return;
        case Part::Target:
            header.target_comp_id = value;
            return;
        case Part::SendingTime:
            header.sending_time = times.read(value);
            header.has_sending_time = true;
            return;
        case Part::PossDup:
            header.is_poss_dup = value == "Y";
            return;
        case Part::PossResend:
            header.is_poss_resend = value == "Y";
            return;
        case Part::Other:
        case Part::None:
            return;
    }
}

[[nodiscard]] bool has_all(const InboundHeader& header) noexcept {
    return header.number && header.has_sending_time && !header.sender_comp_id.empty() &&
           !header.target_comp_id.empty();
}

constexpr std::size_t kBehindMsgType = 3;  // 8, 9, 35

/// What most messages have behind MsgType: by their numbers, or as the standard lists them.
constexpr std::array<Tag, 4> kSortedTags = {tag::kMsgSeqNum, tag::kSenderCompId, tag::kSendingTime,
                                            tag::kTargetCompId};
constexpr std::array<Tag, 4> kNamesFirstTags = {tag::kSenderCompId, tag::kTargetCompId,
                                                tag::kMsgSeqNum, tag::kSendingTime};

[[nodiscard]] bool are_usual(std::span<const Tag> tags, const std::array<Tag, 4>& usual) noexcept {
    return tags.size() >= kBehindMsgType + usual.size() &&
           std::memcmp(tags.data() + kBehindMsgType, usual.data(), sizeof usual) == 0;
}

}  // namespace

void read_header(const FieldList& fields, TimestampReader& times, InboundHeader& header) noexcept {
    header = {};
    const std::span<const Tag> tags = fields.tags();
    if (tags.size() < kBehindMsgType) {
        return;
    }
    header.begin_string = fields[0].value;
    header.msg_type = fields[2].value;
    const auto take_usual = [&](const std::array<Part, 4>& parts) {
        for (std::size_t i = 0; i < parts.size(); ++i) {
            take(parts[i], fields.text(kBehindMsgType + i), times, header);
        }
    };
    std::size_t at = kBehindMsgType;
    if (are_usual(tags, kSortedTags)) {
        take_usual({Part::Number, Part::Sender, Part::SendingTime, Part::Target});
        at += kSortedTags.size();
    } else if (are_usual(tags, kNamesFirstTags)) {
        take_usual({Part::Sender, Part::Target, Part::Number, Part::SendingTime});
        at += kNamesFirstTags.size();
    }
    for (Part part; at < tags.size() && (part = part_of(tags[at])) != Part::None; ++at) {
        take(part, fields.text(at), times, header);
    }
    // Another field of the header, or one that is in the wrong place.
    for (; at < tags.size() && !has_all(header); ++at) {
        take(part_of(tags[at]), fields.text(at), times, header);
    }
}

}  // namespace hotpath::protocols::fix
