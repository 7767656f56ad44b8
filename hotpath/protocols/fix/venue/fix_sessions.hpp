#pragma once
/// FixSessions: the venue's ends of its FIX sessions, one a user of the configuration, and the
/// connections that have not sent their first message.
///
///   connection ── first message ── BeginString, CompIDs ──> End: session (acceptor) and stream
///
/// An end outlives its connections: its stream has the numbers and the reports of the day. Threads:
/// one owner. Allocation: create(). Complexity: O(ends) a search.

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/exchange/server/session_ends.hpp"
#include "hotpath/exchange/server/venue_server_options.hpp"
#include "hotpath/protocols/fix/session/inbound.hpp"
#include "hotpath/protocols/fix/session/session.hpp"
#include "hotpath/protocols/fix/venue/fix_arrivals.hpp"
#include "hotpath/protocols/fix/venue/fix_reports.hpp"
#include "hotpath/protocols/fix/venue/fix_stream.hpp"

namespace hotpath::exchange {

/// One FIX session at the venue.
struct FixEnd {
    FixUser user{};
    Username name = protocols::to_alpha<6>("");
    FixStream stream;
    std::optional<protocols::fix::Session> session{};  // always; it points to the stream
    std::optional<ConnectionId> connection{};
    std::optional<std::uint64_t> lost{};  // MsgSeqNum of a message that the venue did not take
    std::uint64_t recorded_seq = 0;       // of the last record with numbers
    std::uint64_t reports_waiting = 0;    // for the journal
    std::uint64_t reports_made = 0;       // of the day, whether they have left or wait
    std::uint64_t reports_max = 0;        // of the day

    [[nodiscard]] std::uint64_t kept_reports() const noexcept { return stream.reports(); }
    void save(StateWriter& writer) const { stream.save(writer); }
    void load(StateReader& reader) { stream.load(reader); }
    /// It is a drop copy, and of this user, too.
    [[nodiscard]] bool is_copy_of(const Username& other) const noexcept;
};

class FixSessions : public SessionEnds<FixEnd> {
  public:
    /// The kind of the first bytes of a connection.
    enum class First : std::uint8_t { NeedMore, Garbled, Unknown, Found };
    struct Arrived {
        First first = First::NeedMore;
        FixEnd* end = nullptr;
        bool has_password = false;
        Bytes bytes{};  // from the connection's beginning; valid until leave()
        protocols::fix::InboundHeader header{};
    };

    [[nodiscard]] static Expected<FixSessions> create(const VenueServerOptions& options);

    /// This user has no other way in than the drop copy's port.
    [[nodiscard]] bool is_drop_copy(const Username& name) const noexcept {
        const FixEnd* const end = find(name);
        return end != nullptr && end->user.is_drop_copy;
    }
    /// Calls visit(FixEnd&) for each drop copy of this user.
    template <class Visitor>
    void for_each_copy_of(const Username& name, Visitor&& visit) const {
        for (const std::unique_ptr<FixEnd>& end : ends()) {
            if (end->is_copy_of(name)) {
                visit(*end);
            }
        }
    }
    /// The report with its user as Account; valid until the next call.
    [[nodiscard]] Bytes with_account(Bytes report, const Username& name) noexcept;

    /// A connection of an order port or a drop copy's, until its first message or leave().
    void enter(ConnectionId id, Time logon_until, bool is_drop_copy) noexcept {
        arrivals_.enter(id, logon_until, is_drop_copy ? kDropCopyKind : std::uint8_t{0});
    }
    /// Takes bytes off the front of `stream` until the first message is whole.
    [[nodiscard]] Arrived on_bytes(ConnectionId id, Bytes& stream) noexcept;
    /// kNever when it is no connection without a first message.
    [[nodiscard]] Time logon_until(ConnectionId id) const noexcept {
        return arrivals_.logon_until(id);
    }
    void leave(ConnectionId id) noexcept { arrivals_.leave(id); }
    /// The Logout that answers an unknown peer; valid until the next call. Empty: it cannot be addressed.
    [[nodiscard]] Bytes refusal_of(const Arrived& arrived, std::string_view why,
                                   Time utc) noexcept {
        return arrivals_.refusal_of(arrived.header, why, utc);
    }

  private:
    static constexpr std::uint8_t kDropCopyKind = 1;

    explicit FixSessions(std::size_t arriving_max) : arrivals_(arriving_max) {}

    [[nodiscard]] Expected<void> add(const FixUser& user, const VenueServerOptions& options);
    [[nodiscard]] Arrived judge(const FixArrivals::Arrival& arrival) const noexcept;

    FixArrivals arrivals_;
    std::array<std::byte, kFixReplyLengthMax> copy_{};
};

/// MsgSeqNum of a whole message; 0 without one.
[[nodiscard]] std::uint64_t msg_seq_num_of(Bytes message) noexcept;

/// Maps the end of a FIX session to the reasons of closed connections.
[[nodiscard]] protocols::nasdaq::soupbintcp::CloseReason close_reason_of(
    protocols::fix::CloseReason reason) noexcept;

}  // namespace hotpath::exchange
