#include "hotpath/trader/input_recorder.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "hotpath/protocols/cme/ilink3/frame.hpp"
#include "hotpath/protocols/cme/ilink3/generated/messages.hpp"
#include "hotpath/protocols/cme/ilink3/signed_text.hpp"
#include "hotpath/protocols/fix/body_text.hpp"
#include "hotpath/protocols/fix/checksum.hpp"
#include "hotpath/protocols/fix/digits.hpp"
#include "hotpath/protocols/fix/message_writer.hpp"
#include "hotpath/protocols/message.hpp"

namespace hotpath::trader {

namespace {

/// Without Credentials, a length of 0, and with a user in them.
template <class Message>
constexpr std::size_t kFrameLength =
    protocols::cme::ilink3::kFramingHeaderLength + protocols::cme::ilink3::MessageHeader::kLength +
    Message::kBlockLength + sizeof(std::uint16_t);
template <class Message>
constexpr std::array<std::size_t, 2> kFrameLengths{
    kFrameLength<Message>, kFrameLength<Message> + protocols::cme::ilink3::kUserLength};

}  // namespace

Bytes LoginRecord::add(Bytes piece) noexcept {
    constexpr std::size_t kRequestLength = protocols::nasdaq::soupbintcp::LoginRequest::kLength;
    const std::byte first = length_ != 0 || piece.empty() ? request_[0] : piece[0];
    if (std::to_integer<char>(first) == '8') {  // a SoupBinTCP packet begins with its length
        return add_to_logon(piece);
    }
    if (is_signed(first)) {
        return add_to_signed(piece);
    }
    const std::size_t taken = keep(piece.first(std::min(piece.size(), kRequestLength - length_)));
    if (taken == 0 || length_ < kRequestLength) {
        return {};
    }
    protocols::nasdaq::soupbintcp::LoginRequest::at(request_.data())
        .store_password(protocols::to_alpha<kHiddenPassword.size()>(kHiddenPassword));
    return Bytes(request_).first(kRequestLength);
}

/// As much of the piece as there is room for.
std::size_t LoginRecord::keep(Bytes piece) noexcept {
    const std::size_t taken = std::min(piece.size(), request_.size() - length_);
    std::ranges::copy(piece.first(taken), request_.begin() + static_cast<std::ptrdiff_t>(length_));
    length_ += taken;
    return taken;
}

/// Zeros for the signature, the first field of both messages.
Bytes LoginRecord::add_to_signed(Bytes piece) noexcept {
    constexpr std::size_t kSignatureAt = protocols::cme::ilink3::kFramingHeaderLength +
                                         protocols::cme::ilink3::MessageHeader::kLength;
    constexpr std::size_t kSignatureLength = 32;
    static_assert(kNegotiateLengths == kFrameLengths<protocols::cme::ilink3::Negotiate> &&
                  kEstablishLengths == kFrameLengths<protocols::cme::ilink3::Establish>);
    const std::size_t taken = keep(piece);
    if (taken == 0 || length_ < std::to_integer<std::size_t>(request_[0])) {
        return {};
    }
    std::fill_n(request_.begin() + kSignatureAt, kSignatureLength, std::byte{0});
    return Bytes(request_).first(std::exchange(length_, 0));
}

/// Stars for each character of the password, so that lengths stay; the CheckSum is of them.
Bytes LoginRecord::add_to_logon(Bytes piece) noexcept {
    constexpr std::size_t kCheckSumLength = protocols::fix::MessageWriter::kCheckSumLength;
    const std::size_t taken = keep(piece);
    char* const text = reinterpret_cast<char*>(request_.data());
    const std::string_view all(text, length_);
    constexpr std::string_view kCheckSum =
        "\x01"
        "10=";
    if (taken == 0 || length_ < kCheckSumLength + 1 || all.back() != protocols::fix::kSoh ||
        !all.substr(length_ - kCheckSumLength - 1).starts_with(kCheckSum)) {
        return {};
    }
    const std::string_view password = protocols::fix::first_value(all, "554=");
    if (!password.empty()) {
        std::fill_n(text + (password.data() - text), password.size(), '*');
    }
    const Bytes summed = Bytes(request_).first(length_ - kCheckSumLength);
    constexpr std::size_t kTagLength = 3;  // 10=
    protocols::fix::write_check_sum(text + length_ - kCheckSumLength + kTagLength,
                                    protocols::fix::checksum(summed));
    return Bytes(request_).first(length_);
}

}  // namespace hotpath::trader
