#include "hotpath/trader/input_recorder.hpp"

#include <algorithm>
#include <string_view>

#include "hotpath/wire/fix/checksum.hpp"
#include "hotpath/wire/fix/message_writer.hpp"
#include "hotpath/wire/message.hpp"

namespace hotpath::trader {

Bytes LoginRecord::add(Bytes piece) noexcept {
    constexpr std::size_t kRequestLength = wire::soupbintcp::LoginRequest::kLength;
    const std::byte first = length_ != 0 || piece.empty() ? request_[0] : piece[0];
    if (std::to_integer<char>(first) == '8') {  // a SoupBinTCP packet begins with its length
        return add_to_logon(piece);
    }
    const std::size_t taken = std::min(piece.size(), kRequestLength - length_);
    std::ranges::copy(piece.first(taken), request_.begin() + static_cast<std::ptrdiff_t>(length_));
    length_ += taken;
    if (taken == 0 || length_ < kRequestLength) {
        return {};
    }
    wire::soupbintcp::LoginRequest::at(request_.data())
        .store_password(wire::to_alpha<kHiddenPassword.size()>(kHiddenPassword));
    return Bytes(request_).first(kRequestLength);
}

/// Stars for each character of the password, so that lengths stay; the CheckSum is of them.
Bytes LoginRecord::add_to_logon(Bytes piece) noexcept {
    constexpr std::size_t kCheckSumLength = wire::fix::MessageWriter::kCheckSumLength;
    const std::size_t taken = std::min(piece.size(), request_.size() - length_);
    std::ranges::copy(piece.first(taken), request_.begin() + static_cast<std::ptrdiff_t>(length_));
    length_ += taken;
    char* const text = reinterpret_cast<char*>(request_.data());
    const std::string_view all(text, length_);
    constexpr std::string_view kCheckSum =
        "\x01"
        "10=";
    if (taken == 0 || length_ < kCheckSumLength + 1 || all.back() != wire::fix::kSoh ||
        !all.substr(length_ - kCheckSumLength - 1).starts_with(kCheckSum)) {
        return {};
    }
    constexpr std::string_view kPassword =
        "\x01"
        "554=";
    if (const std::size_t at = all.find(kPassword); at != std::string_view::npos) {
        const std::size_t begin = at + kPassword.size();
        std::fill(text + begin, text + all.find(wire::fix::kSoh, begin), '*');
    }
    const Bytes summed = Bytes(request_).first(length_ - kCheckSumLength);
    const unsigned sum = wire::fix::checksum(summed);
    char* const digits = text + length_ - kCheckSumLength + 3;
    digits[0] = static_cast<char>('0' + sum / 100);
    digits[1] = static_cast<char>('0' + sum / 10 % 10);
    digits[2] = static_cast<char>('0' + sum % 10);
    return Bytes(request_).first(length_);
}

}  // namespace hotpath::trader
