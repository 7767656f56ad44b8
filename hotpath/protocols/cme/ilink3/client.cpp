#include "hotpath/protocols/cme/ilink3/client.hpp"

#include <algorithm>
#include <cstring>
#include <optional>

#include "hotpath/core/assert.hpp"

namespace hotpath::protocols::cme::ilink3 {
namespace {

[[nodiscard]] bool is_printable(std::string_view text, std::size_t length_min,
                                std::size_t length_max) {
    return text.size() >= length_min && text.size() <= length_max &&
           std::ranges::all_of(text, [](char c) { return c >= ' ' && c <= '~'; });
}

}  // namespace

Expected<IlinkClient> IlinkClient::create(const IlinkClientOptions& options, Signer& signer) {
    if (auto checked = check(options.connection); !checked) {
        return std::unexpected(checked.error());
    }
    if (!is_printable(options.access_key_id, 1, kAccessKeyIdMax) ||
        !is_printable(options.session, kSessionLength, kSessionLength) ||
        !is_printable(options.firm, 1, kFirmMax)) {
        return fail(
            "an iLink 3 session needs an access_key_id of 1 to 20 printable characters, a session "
            "of 3 and a firm of 1 to 5");
    }
    if (!is_printable(options.system_name, 1, 30) || !is_printable(options.system_version, 1, 10) ||
        !is_printable(options.system_vendor, 1, 10)) {
        return fail(
            "the trading system of an iLink 3 session needs a name of 1..30 printable characters, "
            "a version and a vendor of 1..10");
    }
    if (!is_printable(options.user, 0, kUserLength)) {
        return fail("user of an iLink 3 session must be at most 6 printable characters");
    }
    if (options.retransmit_messages_max == 0 || options.retransmit_timeout <= Nanos{0}) {
        return fail(
            "retransmit_messages_max and retransmit_timeout of an iLink 3 session must be above 0");
    }
    IlinkClientOptions padded = options;
    padded.user.resize(options.user.empty() ? 0 : kUserLength, ' ');
    return IlinkClient(padded, signer);
}

void IlinkClient::begin_session(const SessionNumbers& numbers) noexcept {
    HOTPATH_ASSERT(is_closed(), "begin a session only while closed");
    if (numbers.former != FormerNumbers{} || uuid_ == 0) {
        former_ = numbers.former;
    } else if (numbers.uuid != uuid_) {
        former_ = {.uuid = uuid_, .next = next_, .end = next_};
    }
    if (!options_.asks_former) {
        former_ = {};
    }
    uuid_ = numbers.uuid;
    is_negotiated_ = numbers.is_negotiated;
    outgoing_ = numbers.next_outgoing;
    next_ = numbers.next_incoming;
}

void IlinkClient::on_connected(Time now) noexcept {
    open(now);
    incoming_ = next_;  // what was held is asked for again
    held_bytes_ = 0;
    answered();
    if (is_negotiated_) {
        negotiated();
        write_establish();
    } else {
        write_negotiate();
    }
}

bool IlinkClient::try_send(Bytes message, Time now) noexcept {
    constexpr std::size_t kNumberAt = MessageHeader::kLength + kClientNumberOffset;
    advance(now);
    const MutableBytes target = room();
    if (!is_established() || !has_room() || message.size() > target.size() ||
        message.size() < kNumberAt + sizeof outgoing_) {
        return false;
    }
    std::memcpy(target.data(), message.data(), message.size());
    store_le(target.data() + kNumberAt, outgoing_);
    if (!write_encoded({.bytes = target.first(message.size())})) {
        return false;
    }
    ++outgoing_;
    return true;
}

// The text that is signed is that of the message's own fields, so it is encoded twice.
void IlinkClient::write_negotiate() noexcept {
    request_timestamp_ = timestamp();
    const auto encode = [&](const Signature& signature) {
        return Negotiate::encode(room(), [&](auto& m) {
            m.store_hmac_signature(signature);
            m.store_access_key_id(options_.access_key_id);
            m.store_uuid(uuid_);
            m.store_request_timestamp(request_timestamp_);
            m.store_session(options_.session);
            m.store_firm(options_.firm);
            m.put_credentials(options_.user);
        });
    };
    Negotiate unsigned_message;
    const DecodeStatus status = unsigned_message.open(encode({}).bytes);
    HOTPATH_ASSERT(status == DecodeStatus::Ok, "a frame must have room for Negotiate");
    write_encoded(encode(signer_->sign(signed_text_of_negotiate(unsigned_message).text())));
}

void IlinkClient::write_establish() noexcept {
    request_timestamp_ = timestamp();
    const auto encode = [&](const Signature& signature) {
        return Establish::encode(room(), [&](auto& m) {
            m.store_hmac_signature(signature);
            m.store_access_key_id(options_.access_key_id);
            m.store_trading_system_name(options_.system_name);
            m.store_trading_system_version(options_.system_version);
            m.store_trading_system_vendor(options_.system_vendor);
            m.store_uuid(uuid_);
            m.store_request_timestamp(request_timestamp_);
            m.store_next_seq_no(outgoing_);
            m.store_session(options_.session);
            m.store_firm(options_.firm);
            m.store_keep_alive_interval(static_cast<std::uint16_t>(
                options_.connection.keep_alive_interval.value / (kNanosPerSecond / 1'000)));
            m.put_credentials(options_.user);
        });
    };
    Establish unsigned_message;
    const DecodeStatus status = unsigned_message.open(encode({}).bytes);
    HOTPATH_ASSERT(status == DecodeStatus::Ok, "a frame must have room for Establish");
    write_encoded(encode(signer_->sign(signed_text_of_establish(unsigned_message).text())));
}

// The venue has nothing of older UUIDs than the one before. Reports of before the first Negotiate of
// a week are those of UUID 0.
void IlinkClient::note_former(std::uint64_t uuid, std::uint32_t last) noexcept {
    if (!options_.asks_former || uuid == uuid_) {
        return;
    }
    const std::uint32_t next = uuid == former_.uuid ? former_.next : 1;
    const std::uint32_t end = last > kNumberMax ? 1 : last + 1;
    former_ = {.uuid = uuid, .next = std::min(next, end), .end = end};
}

// One request at a time: the next when this one is answered. Those of the former UUID come first.
void IlinkClient::ask() noexcept {
    const bool is_former = is_former_missing();
    const std::uint32_t first = is_former ? former_.next : next_;
    const std::uint32_t end = is_former ? former_.end : held_bytes_ != 0 ? held_first_ : incoming_;
    if (asked_to_ != 0 || first == end || !is_established()) {
        return;
    }
    const auto messages = static_cast<std::uint16_t>(
        std::min<std::uint32_t>(end - first, options_.retransmit_messages_max));
    const bool is_sent = write<RetransmitRequest>([&](auto& m) {
        m.store_uuid(uuid_);
        m.store_last_uuid(is_former ? std::optional(former_.uuid) : std::nullopt);
        m.store_request_timestamp(timestamp());
        m.store_from_seq_no(first);
        m.store_msg_count(messages);
    });
    // Without room it is as if the venue had not answered: asked again later.
    asked_to_ = first + messages;
    is_former_asked_ = is_former;
    heard_of_retransmission();
    asked_times_ += is_sent ? 1 : 0;
    counters_.retransmit_requests += is_sent ? 1 : 0;
}

void IlinkClient::hold(std::uint32_t number, Bytes message) noexcept {
    const bool is_first = held_bytes_ == 0;
    const std::size_t length = kHeldHeadLength + message.size();
    if (length > held_.size() - held_bytes_ || (!is_first && number != held_end_)) {
        return;  // asked for when what is held has been delivered
    }
    std::byte* const entry = held_.items().data() + held_bytes_;
    store_le(entry, static_cast<std::uint32_t>(message.size()));
    std::memcpy(entry + kHeldHeadLength, message.data(), message.size());
    held_bytes_ += length;
    held_first_ = is_first ? number : held_first_;
    held_end_ = number + 1;
}

}  // namespace hotpath::protocols::cme::ilink3
