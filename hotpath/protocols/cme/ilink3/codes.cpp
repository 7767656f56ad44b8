#include "hotpath/protocols/cme/ilink3/codes.hpp"

namespace hotpath::protocols::cme::ilink3 {

std::string_view name(RejectCode code) noexcept {
    switch (code) {
        case RejectCode::HmacNotAuthenticated:
            return "the signature is not authentic";
        case RejectCode::HmacNotAvailable:
            return "signatures cannot be checked now";
        case RejectCode::InvalidTimestamp:
            return "the timestamp is not later than the last";
        case RejectCode::HmacSignatureMissing:
            return "no signature";
        case RejectCode::AccessKeyIdMissing:
            return "no access key id";
        case RejectCode::SessionMissing:
            return "no session";
        case RejectCode::FirmMissing:
            return "no firm";
        case RejectCode::RequestTimestampMissing:
            return "no timestamp";
        case RejectCode::SessionBlocked:
            return "session and firm may not use this port";
        case RejectCode::InvalidKeepAliveInterval:
            return "the keep-alive interval is out of range";
        case RejectCode::InvalidAccessKeyId:
            return "wrong access key id";
        case RejectCode::InvalidSession:
            return "wrong session";
        case RejectCode::InvalidFirm:
            return "wrong firm";
        case RejectCode::OfAnotherUser:
            return "the session is of another user";
    }
    return {};
}

std::string_view name(TerminateCode code) noexcept {
    switch (code) {
        case TerminateCode::Finished:
            return "finished";
        case TerminateCode::Unnegotiated:
            return "the session is not negotiated";
        case TerminateCode::NotEstablished:
            return "the session is not established";
        case TerminateCode::AlreadyNegotiated:
            return "the session is negotiated already";
        case TerminateCode::AlreadyEstablished:
            return "the session is established already";
        case TerminateCode::InvalidNextSeqNo:
            return "NextSeqNo is lower than expected";
        case TerminateCode::InvalidMsgSeqNo:
            return "SeqNum is lower than expected";
        case TerminateCode::InvalidUuid:
            return "another UUID";
        case TerminateCode::InvalidTimestamp:
            return "another RequestTimestamp";
        case TerminateCode::InvalidFraming:
            return "wrong framing header";
        case TerminateCode::DecodingError:
            return "a message cannot be decoded";
        case TerminateCode::KeepAliveIntervalLapsed:
            return "the keep-alive interval has lapsed";
        case TerminateCode::Other:
            return "other";
    }
    return {};
}

}  // namespace hotpath::protocols::cme::ilink3
