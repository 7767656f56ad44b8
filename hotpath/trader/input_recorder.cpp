#include "hotpath/trader/input_recorder.hpp"

#include "hotpath/wire/message.hpp"

namespace hotpath::trader {

Bytes LoginRecord::add(Bytes piece) noexcept {
    const std::size_t taken = std::min(piece.size(), request_.size() - length_);
    std::ranges::copy(piece.first(taken), request_.begin() + static_cast<std::ptrdiff_t>(length_));
    length_ += taken;
    if (taken == 0 || length_ < request_.size()) {
        return {};
    }
    wire::soupbintcp::LoginRequest::at(request_.data())
        .store_password(wire::to_alpha<kHiddenPassword.size()>(kHiddenPassword));
    return request_;
}

}  // namespace hotpath::trader
