#include "hotpath/protocols/fix/trader/fix_link.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "hotpath/protocols/fix/body_text.hpp"
#include "hotpath/protocols/fix/dialect.hpp"
#include "hotpath/protocols/fix/tags.hpp"
#include "hotpath/protocols/fix/trader/report_translator.hpp"
#include "hotpath/protocols/fix/values.hpp"

namespace hotpath::protocols::fix {

namespace {

constexpr std::size_t kMessageMax = 4'096;

/// Nothing is sent again: a message older than this instant is a gap fill.
[[nodiscard]] fix::SessionOptions session_options(
    const FixAccount& account, const nasdaq::soupbintcp::ConnectionOptions& connection) {
    return {.role = fix::Role::Initiator,
            .begin_string = account.begin_string,
            .sender_comp_id = account.comp_id,
            .target_comp_id = account.venue_comp_id,
            .username = account.user,
            .password = account.password,
            .heartbeat_interval = account.heartbeat,
            .logon_timeout = connection.login_timeout,
            .stall_timeout = connection.stall_timeout,
            .resend_age_max = Nanos{0},
            .message_length_max = kMessageMax,
            .output_bytes_max = connection.output_bytes_max,
            .resets = {.on_logon = account.resets_numbers}};
}

}  // namespace

Expected<FixLink> FixLink::create(const FixAccount& account,
                                  const nasdaq::soupbintcp::ConnectionOptions& connection) {
    const fix::Dialect* const dialect = fix::dialect_of(account.begin_string);
    if (dialect == nullptr) {
        return fail("fix: the version must be FIX.4.2 or FIX.4.4, got " + account.begin_string);
    }
    auto dictionary = fix::Dictionary::create(*dialect->tables);
    auto store = fix::MemoryStore::create({.messages_max = 4'096, .bytes_max = 1'048'576});
    if (!dictionary || !store) {
        return std::unexpected(!dictionary ? dictionary.error() : store.error());
    }
    // The session is made for places that do not move.
    auto holder = std::make_unique<std::pair<fix::Dictionary, fix::MemoryStore>>(
        std::move(*dictionary), std::move(*store));
    auto session =
        fix::Session::create(session_options(account, connection), holder->first, holder->second);
    if (!session) {
        return std::unexpected(session.error());
    }
    return FixLink(std::make_unique<State>(State{std::move(holder), std::move(*session)}));
}

void FixLink::on_connected(Time now, const SessionStart& start) noexcept {
    utc_offset_ = start.utc - now;
    if (!std::exchange(has_begun_, true)) {
        state_->store().set_next_out(std::max<std::uint64_t>(start.next_number, 1));
    }
    is_query_waiting_ = false;
    closed_by_us_.reset();
    text_length_ = 0;
    fix::NullSessionListener nothing;
    state_->session.on_connected(utc(now), nothing);
}

bool FixLink::try_send(Bytes body, Time now) noexcept {
    const std::optional<fix::BodyText> text = fix::split_body(as_text(body));
    if (!text) {
        return false;
    }
    if (text->msg_type.front() == kTestRequest && text->msg_type.size() == 1) {
        is_query_waiting_ = true;
        return true;
    }
    const Time time = utc(now);
    fix::MessageWriter& writer = state_->session.begin(text->msg_type, time);
    writer.add_time(tag::kTransactTime, time, fix::TimePrecision::Milliseconds);
    writer.add_fields(text->fields);
    return state_->session.send() == fix::SendStatus::Sent;
}

Bytes FixLink::answer() noexcept {
    static constexpr std::string_view kAnswer =
        "35=0\x01"
        "112=ACCOUNT\x01";
    static_assert(kAnswer.find(kAccountQuery) != std::string_view::npos);
    return std::as_bytes(std::span(kAnswer));
}

/// A Reject names our message by its number only.
Bytes FixLink::business_reject_of(const fix::Inbound& reject) noexcept {
    const auto number = fix::to_uint(reject.fields.value(tag::kRefSeqNum).value_or(""));
    const auto sent = number ? state_->store().find(*number) : std::nullopt;
    const std::string_view id = sent ? fix::first_value(sent->fields, "11=") : std::string_view();
    if (id.empty()) {
        return {};
    }
    fix::MessageWriter writer(reject_);
    writer.begin(state_->session.options().begin_string, "j");
    writer.add(tag::kRefMsgType, sent->msg_type);
    writer.add(tag::kBusinessRejectRefId, id);
    writer.add_uint(tag::kBusinessRejectReason, 0);
    const std::string_view text = reject.fields.value(tag::kText).value_or("");
    if (!text.empty() && text.size() <= kTextMax) {
        writer.add(tag::kText, text);
    }
    return std::as_bytes(std::span(writer.body()));
}

void FixLink::note_logout(const fix::Inbound& logout) noexcept {
    const std::string_view text = logout.fields.value(tag::kText).value_or("");
    text_length_ = std::min(text.size(), text_.size());
    std::ranges::copy(text.substr(0, text_length_), text_.begin());
}

std::string_view FixLink::why() const noexcept {
    return text_length_ != 0 ? std::string_view(text_.data(), text_length_)
                             : name(session().close_reason());
}

void FixLink::close(CloseReason reason) noexcept {
    closed_by_us_ = reason;
    state_->session.close(fix::CloseReason::ShutDown);
}

bool FixLink::is_refused() const noexcept {
    switch (session().close_reason()) {
        case fix::CloseReason::LogonRefused:
        case fix::CloseReason::SequenceTooLow:
        case fix::CloseReason::WrongCompId:
        case fix::CloseReason::WrongBeginString:
        case fix::CloseReason::InvalidLogon:
            return true;
        default:
            return false;
    }
}

FixLink::CloseReason FixLink::close_reason() const noexcept {
    if (is_refused()) {
        return CloseReason::LoginRejected;
    }
    if (closed_by_us_) {
        return *closed_by_us_;
    }
    switch (session().close_reason()) {
        case fix::CloseReason::None:
            return CloseReason::None;
        case fix::CloseReason::LoggedOut:
            return CloseReason::LoggedOut;
        case fix::CloseReason::LogonTimeout:
            return CloseReason::LoginTimeout;
        case fix::CloseReason::LogoutTimeout:
        case fix::CloseReason::PeerSilent:
            return CloseReason::PeerSilent;
        case fix::CloseReason::SlowReader:
            return CloseReason::SlowReader;
        case fix::CloseReason::StoreFull:
            return CloseReason::StreamFull;
        case fix::CloseReason::ShutDown:
            return CloseReason::ShutDown;
        case fix::CloseReason::Disconnected:
            return CloseReason::Disconnected;
        default:
            return CloseReason::MalformedPacket;
    }
}

}  // namespace hotpath::protocols::fix
