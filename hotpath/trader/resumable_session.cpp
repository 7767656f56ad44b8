#include "hotpath/trader/resumable_session.hpp"

#include <algorithm>
#include <utility>

namespace hotpath::trader {

using protocols::nasdaq::soupbintcp::CloseReason;

Expected<ResumableSession> ResumableSession::create(const ResumableSessionOptions& options) {
    if (options.retry_min <= Nanos{} || options.retry_max < options.retry_min) {
        return fail("trader: retry_min_ms must be above 0 and at most retry_max_ms");
    }
    auto soup = protocols::nasdaq::soupbintcp::SoupClient::create(options.soup);
    if (!soup) {
        return std::unexpected(soup.error());
    }
    ResumableSession session(options, std::move(*soup));
    if (options.order_entry) {
        auto link = OrderLink::create(*options.order_entry, options.soup.connection);
        if (!link) {
            return std::unexpected(link.error());
        }
        session.link_ = std::move(*link);
    }
    return session;
}

Time ResumableSession::next_deadline() const noexcept {
    return state_ == SessionState::Open ? (link_ ? link_->next_deadline() : soup_.next_deadline())
           : state_ == SessionState::Waiting ? retry_at_
                                             : kNever;
}

void ResumableSession::start() noexcept {
    if (state_ == SessionState::Off && !is_refused_ && !soup_.has_ended()) {
        state_ = SessionState::Wanted;
        is_leaving_ = false;
    }
}

void ResumableSession::leave(Time now) noexcept {
    if (state_ == SessionState::Open) {
        if (!std::exchange(is_leaving_, true)) {
            link_ ? link_->logout(now) : soup_.logout(now);
        }
    } else {
        state_ = SessionState::Off;
    }
}

void ResumableSession::on_connected(Time now, const SessionStart& start) noexcept {
    if (state_ == SessionState::Wanted) {
        state_ = SessionState::Open;
        link_ ? link_->on_connected(now, start) : soup_.on_connected(now);
    }
}

void ResumableSession::on_timer(Time now) noexcept {
    if (state_ == SessionState::Open) {
        link_ ? link_->on_timer(now) : soup_.on_timer(now);
    } else if (state_ == SessionState::Waiting && now >= retry_at_) {
        state_ = SessionState::Wanted;
    }
}

/// Reasons that a retry cannot change. "Session not available" may be a venue that is starting.
bool ResumableSession::is_final() const noexcept {
    constexpr auto kNotAuthorized =
        static_cast<char>(protocols::nasdaq::soupbintcp::RejectReason::NotAuthorized);
    if (link_) {
        return link_->is_refused();
    }
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

bool ResumableSession::is_unavailable() const noexcept {
    constexpr auto kNotAvailable =
        static_cast<char>(protocols::nasdaq::soupbintcp::RejectReason::SessionNotAvailable);
    return !link_ && soup_.close_reason() == CloseReason::LoginRejected &&
           login_reason_ == kNotAvailable;
}

bool ResumableSession::take_end(Time now) noexcept {
    if (state_ != SessionState::Open || !is_closed()) {
        return false;
    }
    is_refused_ = is_final();
    if (is_leaving_ || is_refused_ || soup_.has_ended()) {
        state_ = SessionState::Off;
    } else {
        state_ = SessionState::Waiting;
        retry_at_ = now + retry_after_;
        retry_after_ = std::min(retry_after_ + retry_after_, retry_max_);
    }
    return true;
}

}  // namespace hotpath::trader
