#include "hotpath/trader/input_recorder.hpp"

#include <algorithm>
#include <string_view>

#include "hotpath/wire/fix/body_text.hpp"
#include "hotpath/wire/fix/checksum.hpp"
#include "hotpath/wire/fix/digits.hpp"
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
    const std::string_view password = wire::fix::first_value(all, "554=");
    if (!password.empty()) {
        std::fill_n(text + (password.data() - text), password.size(), '*');
    }
    const Bytes summed = Bytes(request_).first(length_ - kCheckSumLength);
    constexpr std::size_t kTagLength = 3;  // 10=
    wire::fix::write_check_sum(text + length_ - kCheckSumLength + kTagLength,
                               wire::fix::checksum(summed));
    return Bytes(request_).first(length_);
}

}  // namespace hotpath::trader
