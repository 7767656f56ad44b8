#pragma once
/// Options and counters of a venue server.
///
/// Values without behaviour. Threads: any. Allocation: the list of users.

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/exchange/orders/token_bucket.hpp"
#include "hotpath/exchange/server/client_counters.hpp"
#include "hotpath/exchange/server/day_schedule.hpp"
#include "hotpath/exchange/server/input.hpp"
#include "hotpath/exchange/server/output_gate.hpp"
#include "hotpath/exchange/server/port_limits.hpp"
#include "hotpath/exchange/server/user_table.hpp"
#include "hotpath/exchange/types.hpp"
#include "hotpath/protocols/nasdaq/soupbintcp/certificate_rules.hpp"
#include "hotpath/protocols/nasdaq/soupbintcp/connection_places.hpp"
#include "hotpath/protocols/nasdaq/soupbintcp/credentials.hpp"
#include "hotpath/protocols/nasdaq/soupbintcp/login_limit.hpp"
#include "hotpath/protocols/nasdaq/soupbintcp/server.hpp"
#include "hotpath/protocols/sequenced_store.hpp"
#include "hotpath/protocols/venue/all.hpp"

namespace hotpath::exchange {

/// The purpose of a connection: each has a separate port. Numbers behind Operator are of the
/// protocols: port_of().
enum class Port : std::uint8_t { OrderEntry, Glimpse, DropCopy, Operator };
inline constexpr std::size_t kOwnPorts = 4;
inline constexpr std::size_t kServerPorts = kOwnPorts + VenueProtocols::kPorts;
/// The n-th port of protocol P. NOLINTBEGIN(clang-analyzer-optin.core.EnumCastOutOfRange)
template <class P>
[[nodiscard]] constexpr Port port_of(std::size_t n) noexcept {
    return static_cast<Port>(kOwnPorts + VenueProtocols::ports_before<P>() + n);
}  // NOLINTEND(clang-analyzer-optin.core.EnumCastOutOfRange)
[[nodiscard]] std::string_view name(Port port) noexcept;
[[nodiscard]] constexpr std::uint8_t number_of(Port port) noexcept {
    return static_cast<std::uint8_t>(port);
}
/// Its connections enter orders of sessions: one connection a session.
[[nodiscard]] constexpr bool is_of_session(Port port) noexcept {
    return port != Port::Glimpse && port != Port::DropCopy && port != Port::Operator;
}

/// A login: the n-th of its port's users. Snapshots and the protocols' ports have those of order entry.
struct UserOfPort {
    Port port = Port::OrderEntry;  // or DropCopy, Operator
    std::uint16_t number = 0;
    friend constexpr bool operator==(UserOfPort, UserOfPort) = default;
};
[[nodiscard]] constexpr UserOfPort user_of(Port port, std::uint16_t number) noexcept {
    const bool has_own = port == Port::DropCopy || port == Port::Operator;
    return {has_own ? port : Port::OrderEntry, number};
}

/// Which user logs in with which certificate.
using CertificateRule = protocols::nasdaq::soupbintcp::CertificateRule<UserOfPort>;
using CertificateRules = protocols::nasdaq::soupbintcp::CertificateRules<UserOfPort>;

/// One connection, from on_connect() until for_each_closed() has reported its end.
struct ConnectionId {
    std::uint16_t value = 0;
    friend constexpr auto operator<=>(ConnectionId, ConnectionId) = default;
};

struct SessionLimits {
    RateLimit orders{.per_second = 0, .burst = 100};   // enter and replace: refused beyond it
    RateLimit cancels{.per_second = 0, .burst = 100};  // the rest: disconnected beyond it
    /// Answered refusals for rate; beyond them the client is disconnected.
    RateLimit refusals{.per_second = 100, .burst = 1'000};
    std::uint32_t orders_open_max = 65'536;
};

struct SnapshotLimits {
    std::uint16_t snapshots_max = 3;  // being made, waiting for their turn, being read
    std::uint32_t pieces_per_turn = 256;
    Nanos reading_max{60 * kNanosPerSecond};  // from login to end; disconnected beyond it
};

/// External memory for a venue server's message streams.
class StreamMemory {
  public:
    StreamMemory() = default;
    StreamMemory(const StreamMemory&) = delete;
    StreamMemory& operator=(const StreamMemory&) = delete;
    virtual ~StreamMemory() = default;

    /// Returns that many zeroed bytes, page-aligned, that outlive the server. Called at set-up.
    [[nodiscard]] virtual Expected<MutableBytes> take(std::size_t bytes) = 0;
};

struct VenueServerOptions {
    /// Its sessions_max is ignored: it becomes users_max, or the number of users.
    ExchangeOptions exchange{};
    /// The most names with sessions in a journal, removed ones included. Fixed by its first record.
    std::uint16_t users_max = 0;
    /// Each trades as the session that its name has in the journal, the n-th as session n in a new
    /// one; any user may also take snapshots.
    std::vector<protocols::nasdaq::soupbintcp::Credentials> users{};
    /// The n-th is the n-th user's; users beyond its end have none.
    std::vector<UserLimits> user_limits{};
    /// Logins for the drop copy: every reply to every user.
    std::vector<protocols::nasdaq::soupbintcp::Credentials> drop_copy_users{};
    /// Operators of the venue.
    std::vector<protocols::nasdaq::soupbintcp::Credentials> operator_users{};
    protocols::nasdaq::soupbintcp::SoupServerOptions soup{
        .connection = {.packet_length_max = 512, .output_bytes_max = 65'536},
        .behind_max = 100'000};
    VenueProtocols::Options protocols{};
    SessionLimits limits{};
    SnapshotLimits snapshots{};
    DayOptions day{};
    /// Users logged in at one time at order entry, glimpse and drop copy; operators have separate
    /// places.
    std::uint16_t connections_max = 64;
    protocols::nasdaq::soupbintcp::PlaceLimits places{};
    protocols::nasdaq::soupbintcp::LoginLimitOptions failed_logins{};  // of an address
    std::vector<CertificateRule> certificates{};                       // of clients by TLS
    /// Re-requests that are answered, of each address. They come without a login, and an answer has
    /// many times the bytes: without a limit the venue could be used for a reflection attack.
    RateLimit requests{};
    RateLimit requests_of_all{};                  // of all addresses together
    std::uint32_t request_addresses_max = 1'024;  // known at one time
    /// From the end of one trading day's session to the beginning of the next one's: the time for
    /// clients to read the rest. No trading in between.
    Nanos between_sessions{0};
    /// Time from a disconnect to the cancel of the session's orders; kForever: they stay.
    Nanos cancel_on_disconnect_after{0};
    protocols::SequencedStoreOptions replies{.messages_max = 200'000};  // of each session
    protocols::SequencedStoreOptions drop_copies{.messages_max = 0};  // 0: every reply's copy fits
    /// For the replies of each session and the drop copy; outlives the server. nullptr: the server
    /// allocates.
    StreamMemory* stream_memory = nullptr;
    protocols::SequencedStoreOptions answers{.messages_max =
                                                 10'000};  // to operators; then a new stream
    protocols::SequencedStoreOptions feed{.messages_max = 1'000'000, .bytes_max = 64'000'000};
    /// Packets of several commands that leave together share one; false: each leaves by itself.
    bool joins_packets = true;
    /// Bytes of records between two for_each_record(): many times one read of a socket.
    std::size_t record_bytes_max = std::size_t{1} << 20U;
    OutputGateOptions gate{.bytes_max = std::size_t{64} << 20U,
                           .outputs_max = std::size_t{512} << 10U};
};

/// Returns the options of the log's desks.
[[nodiscard]] VenueProtocols::DeskOptions desk_options_of(const VenueServerOptions& options);
/// An error names the option that a venue server cannot have.
[[nodiscard]] Expected<void> check(const VenueServerOptions& options);
/// The same with what follows from other options: sizes of streams, sessions_max.
[[nodiscard]] VenueServerOptions completed(VenueServerOptions options);
/// Bytes that the streams of the configured users and the drop copy take.
[[nodiscard]] std::uint64_t stream_bytes(const VenueServerOptions& options);

/// The last words to clients of a venue that cannot go on.
inline constexpr std::string_view kJournalFailed =
    "the venue has stopped, its journal has failed: requests without an answer may be lost";

/// Without room for orders these are refused; without room for any record every input is refused
/// and its sender disconnected: an unrecorded input has no effect.
struct JournalRoom {
    bool takes_orders = true;
    bool has_failed = false;  // for good: takes_any() is false for ever
    std::uint64_t bytes = std::numeric_limits<std::uint64_t>::max();
    std::uint64_t header_bytes = 0;  // added to each record in the journal
    std::uint64_t alignment = 1;

    [[nodiscard]] std::uint64_t taken_by(std::size_t record_length) const noexcept {
        return (record_length + header_bytes + alignment - 1) / alignment * alignment;
    }
    [[nodiscard]] bool takes_any() const noexcept { return bytes >= taken_by(kInputLengthMax); }
    /// takes_any() was true.
    void take(std::size_t record_length) noexcept { bytes -= taken_by(record_length); }
};

/// A user that was added or removed when the venue started.
struct UserChangeNote {
    SessionId session{};
    UserChange change{};
    bool is_back = false;           // Added: the name had the session before
    std::uint32_t open_orders = 0;  // Removed: that are canceled
};

struct VenueServerCounters : ClientCounters {
    std::uint64_t refused_for_rate = 0;
    std::uint64_t refused_for_open_orders = 0;
    std::uint64_t refused_for_limits = 0;  // UserLimits
    std::uint64_t refused_suspended = 0;   // orders of suspended users
    std::uint64_t refused_for_room = 0;    // of the journal, of the session's stream
    std::uint64_t cut_off_for_room = 0;    // inputs without room for their record or its replies
    std::uint64_t malformed = 0;           // bytes that are no message of their port: disconnected
    std::uint64_t overloads = 0;           // inputs while outputs could not leave: disconnected
    std::uint64_t canceled_on_disconnect = 0;  // sessions
    std::uint64_t canceled_for_room = 0;       // sessions: their streams were nearly full
    std::uint64_t replies_not_kept = 0;        // never, unless the venue has a bug
    std::uint64_t drop_copies_not_kept = 0;    // the drop copy was full, and has ended
    std::uint64_t copies_not_kept = 0;    // a protocol's drop copy was full: it is disconnected
    std::uint64_t answers_restarted = 0;  // the operators' stream was full
    std::uint64_t answers_not_kept = 0;   // after its end: never
};

}  // namespace hotpath::exchange
