#include "hotpath/trader/link.hpp"

#include <algorithm>
#include <utility>

namespace hotpath::trader {

using wire::soupbintcp::CloseReason;

Expected<Link> Link::create(const LinkOptions& options) {
    if (options.retry_min <= Nanos{} || options.retry_max < options.retry_min) {
        return fail("trader: retry_min must be above 0 and at most retry_max");
    }
    auto soup = wire::soupbintcp::SoupClient::create(options.soup);
    if (!soup) {
        return std::unexpected(soup.error());
    }
    return Link(options, std::move(*soup));
}

Nanos Link::next_deadline() const noexcept {
    return state_ == LinkState::Open      ? soup_.next_deadline()
           : state_ == LinkState::Waiting ? retry_at_
                                          : kNever;
}

void Link::start() noexcept {
    if (state_ == LinkState::Off && !is_refused_ && !soup_.has_ended()) {
        state_ = LinkState::Wanted;
        is_leaving_ = false;
    }
}

void Link::leave(Nanos now) noexcept {
    if (state_ == LinkState::Open) {
        if (!std::exchange(is_leaving_, true)) {
            soup_.logout(now);
        }
    } else {
        state_ = LinkState::Off;
    }
}

void Link::on_connected(Nanos now) noexcept {
    if (state_ == LinkState::Wanted) {
        state_ = LinkState::Open;
        soup_.on_connected(now);
    }
}

void Link::on_timer(Nanos now) noexcept {
    if (state_ == LinkState::Open) {
        soup_.on_timer(now);
    } else if (state_ == LinkState::Waiting && now >= retry_at_) {
        state_ = LinkState::Wanted;
    }
}

/// Reasons that a retry cannot change. "Session not available" may be a venue that is starting.
bool Link::is_final() const noexcept {
    constexpr auto kNotAuthorized =
        static_cast<char>(wire::soupbintcp::RejectReason::NotAuthorized);
    switch (soup_.close_reason()) {
        case CloseReason::LoginRejected:
            return login_reason_ == kNotAuthorized;
        case CloseReason::WrongSession:
        case CloseReason::MessagesLost:
            return true;
        default:
            return false;
    }
}

bool Link::take_end(Nanos now) noexcept {
    if (state_ != LinkState::Open || !soup_.is_closed()) {
        return false;
    }
    is_refused_ = is_final();
    if (is_leaving_ || is_refused_ || soup_.has_ended()) {
        state_ = LinkState::Off;
    } else {
        state_ = LinkState::Waiting;
        retry_at_ = now + retry_after_;
        retry_after_ = std::min(retry_after_ + retry_after_, retry_max_);
    }
    return true;
}

}  // namespace hotpath::trader
