#pragma once
/// IlinkServer: a venue's end of one iLink 3 connection; VenueSession: what a session is between
/// connections.
///
///   server.on_connected(now);
///   server.on_bytes(received, now, listener);   // listener: find(key, session, firm), on_message()
///   stream.try_append(report); server.on_stream(now);
///
/// A session's messages are a SequencedStore: the n-th has SeqNum n, behind those that the owner has
/// dropped (VenueSession::before). SeqNum and UUID are stored when a message is sent. A connection
/// sends those from where the session was established on, and others when the client asks for
/// them, with PossRetransFlag set: also those that were made before, and are appended after, and
/// those of the UUID before (LastUUID; VenueSession::former). A client's message with a number
/// beyond the next one is taken, the missing ones are named to the client; a lower number ends the
/// connection. Threads: one owner. Allocation: create() only. Complexity: O(bytes); output of at most output_bytes_max at a
/// time. Source: CME, "iLink 3 Session Layer"; FIX Performance Session Layer 1.1.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <string_view>

#include "hotpath/protocols/cme/ilink3/connection.hpp"
#include "hotpath/protocols/cme/ilink3/signed_text.hpp"
#include "hotpath/protocols/sequenced_store.hpp"

namespace hotpath::protocols::cme::ilink3 {

struct VenueSession {
    SequencedStore* stream =
        nullptr;                   // of the UUID; becomes `former` when the client begins another
    Signer* signer = nullptr;      // of the access key
    std::string_view user{};       // whom Credentials name, where a client sends any
    std::uint64_t uuid = 0;        // 0: never negotiated
    bool was_established = false;  // under that UUID
    std::uint32_t before = 0;      // messages of the UUID that the stream no longer has
    std::uint32_t waiting = 0;     // that were made, and that the owner will append: not durable
    std::uint32_t next_incoming = 1;  // the next SeqNum of the client
    std::uint64_t previous_uuid = 0;
    std::uint32_t previous_seq_no = 0;
    SequencedStore* former = nullptr;  // of previous_uuid, for LastUUID; nullptr: not kept
    std::uint32_t former_before = 0;   // messages of previous_uuid that it does not have
    std::uint64_t timestamp = 0;       // the latest RequestTimestamp of the client

    /// The SeqNum of the next message.
    [[nodiscard]] std::uint32_t next_outgoing() const noexcept {
        return before + static_cast<std::uint32_t>(stream->next_sequence_number());
    }
};

struct IlinkServerOptions {
    ConnectionOptions connection{};
    std::uint16_t keep_alive_min_ms = 1'000;  // of the client's interval
    std::uint16_t keep_alive_max_ms = 60'000;
    std::uint16_t retransmit_messages_max = 2'500;  // of one request
};

/// Where PossRetransFlag is in a message of a venue, its SBE header included; 0 for a message
/// without.
[[nodiscard]] std::size_t poss_retrans_flag_offset(std::uint16_t template_id) noexcept;

class IlinkServer : public Connection {
  public:
    [[nodiscard]] static Expected<IlinkServer> create(const IlinkServerOptions& options);

    void on_connected(Time now) noexcept {
        open(now);
        session_ = nullptr;
        uuid_ = 0;
    }

    /// The listener has
    ///   std::expected<VenueSession*, RejectCode> find(access_key_id, session, firm);
    ///   void on_established(VenueSession&);
    ///   void on_message(std::uint32_t number, Bytes message);   // an SBE message with its header
    ///   void on_terminated(std::uint16_t code, std::string_view reason);
    template <class Listener>
    void on_bytes(Bytes stream, Time now, Listener& listener) {
        if (!begin_bytes(stream, now)) {
            return;
        }
        for (Bytes message; next_message(stream, message);) {
            on_message(message, listener);
        }
        fill_output();
        run_timers();
    }

    /// The session's stream has grown.
    void on_stream(Time now) noexcept {
        advance(now);
        fill_output();
    }
    void on_timer(Time now) noexcept {
        advance(now);
        run_timers();
    }
    void on_written(std::size_t bytes) noexcept {
        take_output(bytes);
        fill_output();
    }

    /// Null until the client has said who it is.
    [[nodiscard]] VenueSession* session() const noexcept { return session_; }

  private:
    explicit IlinkServer(const IlinkServerOptions& options)
        : Connection(options.connection), options_(options) {}

    template <class Listener>
    void on_message(Bytes message, Listener& listener) {
        sbe::Block block;
        if (open_header(message, block) != DecodeStatus::Ok) {
            refuse(TerminateCode::DecodingError);
            return;
        }
        if (MessageHeader::at(message.data()).load_template_id() > kSessionTemplateMax) [[likely]] {
            on_business_message(message, block, listener);
            return;
        }
        const DecodeStatus status =
            visit_message(message, [&](const auto& m) { on_session_message(m, listener); });
        if (status != DecodeStatus::Ok) {
            refuse(TerminateCode::DecodingError);
        }
    }

    template <class Listener>
    void on_session_message(const Negotiate& m, Listener& listener) {
        if (state() != SessionState::Negotiating) {
            refuse(TerminateCode::AlreadyNegotiated);
            return;
        }
        const auto login = authenticate(m, signed_text_of_negotiate(m), listener);
        if (!login || !is_new(**login, m.load_uuid())) {
            reject<NegotiationReject>(m, login ? RejectCode::InvalidTimestamp : login.error(),
                                      [](auto&) {});
            return;
        }
        begin(**login, m.load_uuid());
        accept(m);
        negotiated();
    }
    template <class Listener>
    void on_session_message(const Establish& m, Listener& listener) {
        if (state() != SessionState::Negotiating && state() != SessionState::Establishing) {
            refuse(TerminateCode::AlreadyEstablished);
            return;
        }
        const auto login = authenticate(m, signed_text_of_establish(m), listener);
        const bool is_interval = m.load_keep_alive_interval() >= options_.keep_alive_min_ms &&
                                 m.load_keep_alive_interval() <= options_.keep_alive_max_ms;
        if (!login || !is_interval) {
            reject<EstablishmentReject>(
                m, login ? RejectCode::InvalidKeepAliveInterval : login.error(),
                [&](auto& r) { r.store_next_seq_no(login ? (*login)->next_incoming : 1); });
            return;
        }
        VenueSession& session = **login;
        if (session.uuid == 0 || m.load_uuid() != session.uuid) {
            uuid_ = m.load_uuid();
            refuse(session.uuid == 0 ? TerminateCode::Unnegotiated : TerminateCode::InvalidUuid);
            return;
        }
        uuid_ = session.uuid;
        if (m.load_next_seq_no() < session.next_incoming) {
            refuse(TerminateCode::InvalidNextSeqNo);
            return;
        }
        session_ = &session;
        session.was_established = true;
        establish(m);
        listener.on_established(session);
        missed_before(m.load_next_seq_no());
    }
    template <class Listener>
    void on_session_message(const Sequence& m, Listener&) {
        if (!is_of_session(m.load_uuid())) {
            return;
        }
        if (m.load_next_seq_no() < session_->next_incoming) {
            refuse(TerminateCode::InvalidNextSeqNo);
            return;
        }
        missed_before(m.load_next_seq_no());
        if (m.load_keep_alive_interval_lapsed() == KeepAliveLapsed::Lapsed) {
            write_sequence(KeepAliveLapsed::NotLapsed);
        }
    }
    template <class Listener>
    void on_session_message(const RetransmitRequest& m, Listener&) {
        if (is_of_session(m.load_uuid())) {
            retransmit(m);
        }
    }
    template <class Listener>
    void on_session_message(const Terminate& m, Listener& listener) {
        on_terminate(m, listener);
    }
    /// What only a venue sends.
    template <class Message, class Listener>
    void on_session_message(const Message&, Listener&) {
        refuse(TerminateCode::DecodingError);
    }

    /// One whose answer the client never saw may come again.
    [[nodiscard]] static bool is_new(const VenueSession& session, std::uint64_t uuid) noexcept {
        return uuid > session.uuid || (uuid == session.uuid && !session.was_established);
    }
    /// The session, if its key has signed this text later than any before.
    template <class Message, class Listener>
    [[nodiscard]] std::expected<VenueSession*, RejectCode> authenticate(const Message& m,
                                                                        const SignedText& text,
                                                                        Listener& listener) {
        const std::expected<VenueSession*, RejectCode> found =
            listener.find(m.load_access_key_id(), m.load_session(), m.load_firm());
        if (!found) {
            return found;
        }
        if (!is_same((*found)->signer->sign(text.text()), m.load_hmac_signature())) {
            return std::unexpected(RejectCode::HmacNotAuthenticated);
        }
        if (!is_user(m.load_credentials(), (*found)->user)) {
            return std::unexpected(RejectCode::OfAnotherUser);
        }
        if (m.load_request_timestamp() <= (*found)->timestamp) {
            return std::unexpected(RejectCode::InvalidTimestamp);
        }
        (*found)->timestamp = m.load_request_timestamp();
        return found;
    }
    [[nodiscard]] static bool is_same(const Signature& a, const Signature& b) noexcept;
    /// Also of no Credentials.
    [[nodiscard]] static bool is_user(std::string_view credentials, std::string_view user) noexcept;

    void accept(const Negotiate& m) noexcept;
    void begin(VenueSession& session, std::uint64_t uuid) noexcept;
    void establish(const Establish& m) noexcept;
    void retransmit(const RetransmitRequest& m) noexcept;

    template <class Reject, class Message, class Fill>
    void reject(const Message& m, RejectCode code, Fill&& fill) noexcept {
        write<Reject>([&](auto& r) {
            r.store_reason(name(code));
            r.store_uuid(m.load_uuid());
            r.store_request_timestamp(m.load_request_timestamp());
            r.store_error_codes(error_code_of(code));
            r.store_fault_tolerance_indicator(FTI::Primary);
            fill(r);
        });
        drain(CloseReason::Rejected, static_cast<std::uint16_t>(code));
        end_when_sent();
    }

    /// Every message of a client that has a number has it here.
    template <class Listener>
    void on_business_message(Bytes message, const sbe::Block& block, Listener& listener) {
        if (block.length < kClientNumberOffset + sizeof(std::uint32_t) ||
            static_cast<std::size_t>(block.end - block.at) < block.length) {
            refuse(TerminateCode::DecodingError);
            return;
        }
        if (!is_established()) {
            refuse(session_ == nullptr ? TerminateCode::Unnegotiated
                                       : TerminateCode::NotEstablished);
            return;
        }
        if (!is_current()) {
            return;
        }
        const auto number = load_le<std::uint32_t>(block.at + kClientNumberOffset);
        if (number < session_->next_incoming || number > kNumberMax) {
            refuse(TerminateCode::InvalidMsgSeqNo);
            return;
        }
        missed_before(number);
        session_->next_incoming = number + 1;
        incoming_ = number + 1;
        listener.on_message(number, message);
    }

    [[nodiscard]] bool is_of_session(std::uint64_t uuid) noexcept {
        if (!is_established()) {
            refuse(TerminateCode::NotEstablished);
            return false;
        }
        if (uuid != uuid_) {
            refuse(TerminateCode::InvalidUuid);
            return false;
        }
        return is_current();
    }
    /// False when the client has begun another UUID over another connection: this one's numbers are
    /// of a stream that is gone.
    [[nodiscard]] bool is_current() noexcept {
        if (session_->uuid != uuid_) {
            refuse(TerminateCode::InvalidUuid);
        }
        return session_->uuid == uuid_;
    }
    void missed_before(std::uint32_t number) noexcept;
    void fill_output() noexcept;
    /// Messages of a UUID: the first in the stream is number before + 1.
    struct Stored {
        const SequencedStore* stream = nullptr;
        std::uint32_t before = 0;
        std::uint64_t uuid = 0;
    };
    [[nodiscard]] bool try_send_stored(const Stored& from, std::uint32_t number,
                                       bool is_again) noexcept;

    IlinkServerOptions options_;
    VenueSession* session_ = nullptr;
    std::uint32_t again_ = 0;  // these are sent again: the first, and the one behind the last
    std::uint32_t again_end_ = 0;
    bool is_again_former_ = false;  // they are of the former UUID
};

}  // namespace hotpath::protocols::cme::ilink3
