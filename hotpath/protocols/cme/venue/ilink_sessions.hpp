#pragma once
/// IlinkSessions: the venue's ends of its iLink 3 sessions, one a user of the configuration, and the
/// protocol's side of each connection.
///
///   connection ── Negotiate, Establish ── key, session, firm ──> IlinkEnd: numbers, stream
///
/// An end outlives its connections and processes: the journal has what its reports and messages do
/// not say of its numbers (IlinkNumbers), and output waits until that is durable. Threads: one
/// owner. Allocation: create(), make_connections(), save(). Complexity: O(ends) a search.

#include <cstdint>
#include <expected>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "hotpath/core/error.hpp"
#include "hotpath/core/state_bytes.hpp"
#include "hotpath/exchange/orders/trade_amendment.hpp"
#include "hotpath/exchange/server/session_ends.hpp"
#include "hotpath/exchange/server/venue_server_options.hpp"
#include "hotpath/protocols/cme/ilink3/server.hpp"
#include "hotpath/protocols/cme/venue/ilink_numbers.hpp"

namespace hotpath::exchange {

/// One iLink 3 session at the venue.
struct IlinkEnd {
    /// Two streams of the same size, empty.
    IlinkEnd(const IlinkUser& of, const Username& named, protocols::SequencedStore&& reports,
             protocols::SequencedStore&& reports_before)
        : user(of), name(named), stream(std::move(reports)), former(std::move(reports_before)) {
        session.stream = &stream;
        session.former = &former;
        session.signer = user.signer;
        session.user = protocols::trimmed(name);
    }
    IlinkEnd(const IlinkEnd&) = delete;
    IlinkEnd& operator=(const IlinkEnd&) = delete;

    IlinkUser user;
    Username name;
    protocols::SequencedStore stream;                // reports of the day under the UUID
    protocols::SequencedStore former;                // the same under the UUID before
    protocols::cme::ilink3::VenueSession session{};  // points to the stream
    IlinkNumbers recorded{};                         // as the journal implies them
    std::optional<ConnectionId> connection{};
    std::uint64_t recorded_seq = 0;     // of the last record that output depends on
    std::uint64_t reports_waiting = 0;  // for the journal
    std::uint64_t reports_made = 0;     // of the day under the UUID, whether they wait or not
    std::uint64_t reports_max = 0;

    [[nodiscard]] IlinkNumbers numbers() const noexcept {
        return {.uuid = session.uuid,
                .timestamp = session.timestamp,
                .next_incoming = session.next_incoming,
                .sent = session.previous_seq_no,
                .was_established = session.was_established};
    }
    [[nodiscard]] bool is_recorded() const noexcept { return numbers() == recorded; }
    [[nodiscard]] std::uint64_t kept_reports() const noexcept { return stream.size(); }

    /// In a replay. Reports that were made before a new UUID and left after it are its first.
    void apply(const IlinkNumbers& numbers) noexcept;
    /// The journal has the client's message with this number.
    void note_message(std::uint32_t number) noexcept;
    /// Reports of the day before are not kept; numbers go on. No connection may be established.
    void begin_day() noexcept;
    /// Sets what a report of the trade's amendment repeats, if an order of this session executed in it.
    void label(MatchId match, TradeParty& party) const noexcept;
    void save(StateWriter& writer) const;
    void load(StateReader& reader);
};

/// The protocol's side of a connection.
struct IlinkConnection {
    protocols::cme::ilink3::IlinkServer server;
    IlinkEnd* named = nullptr;  // that its Negotiate or Establish named
    /// Set: there is no answer, the connection is closed.
    protocols::nasdaq::soupbintcp::CloseReason refusal_reason =
        protocols::nasdaq::soupbintcp::CloseReason::None;
    std::string_view refusal{};
    bool has_failed = false;  // its end has been noted
};

class IlinkSessions : public SessionEnds<IlinkEnd> {
  public:
    [[nodiscard]] static Expected<IlinkSessions> create(const VenueServerOptions& options);
    /// One for each place of the server, if there are any sessions.
    [[nodiscard]] Expected<void> make_connections(const VenueServerOptions& options,
                                                  std::size_t places);

    using SessionEnds::find;
    /// Finds the session that a message names.
    [[nodiscard]] std::expected<IlinkEnd*, protocols::cme::ilink3::RejectCode> find(
        std::string_view access_key_id, std::string_view session,
        std::string_view firm) const noexcept;

    [[nodiscard]] IlinkConnection& at(ConnectionId id) noexcept { return connections_[id.value]; }
    [[nodiscard]] const IlinkConnection& at(ConnectionId id) const noexcept {
        return connections_[id.value];
    }

  private:
    [[nodiscard]] Expected<void> add(const IlinkUser& user, const VenueServerOptions& options);

    std::vector<IlinkConnection> connections_;  // by ConnectionId
};

/// Maps the end of an iLink 3 connection to the reasons of closed connections.
[[nodiscard]] protocols::nasdaq::soupbintcp::CloseReason close_reason_of(
    const protocols::cme::ilink3::IlinkServer& server) noexcept;

/// The client's name, key or signature was wrong.
[[nodiscard]] bool is_wrong_login(protocols::cme::ilink3::RejectCode code) noexcept;

}  // namespace hotpath::exchange
