#pragma once
/// The state of a running venue as plain values: the venue's thread passes them to the output
/// thread, which formats them.
///
///   const ExchangeHealth health = health_of(run);        // on the venue's thread
///   exchange_health(health);                             // on the output's thread
///
/// Threads: health_of() and detail_of() are the venue's; values are anyone's. Allocation: the lists
/// of the detail. Complexity: O(instruments + users); of the detail also the checksums'.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "apps/hotpath/exchange/journal.hpp"
#include "hotpath/book/types.hpp"
#include "hotpath/core/symbol.hpp"
#include "hotpath/exchange/orders/session_names.hpp"
#include "hotpath/exchange/server/venue_server.hpp"
#include "hotpath/live/venue/venue_keys.hpp"
#include "hotpath/live/venue/venue_publisher.hpp"
#include "hotpath/net/endpoint.hpp"

namespace hotpath::app {

class ExchangeRun;

/// The contents of the health line.
struct ExchangeHealth {
    std::uint64_t last_seq = 0;
    std::uint64_t durable_seq = 0;
    exchange::JournalRoom room{};
    std::uint32_t sessions_logged_in = 0;
    std::uint32_t instruments_listed = 0;
    std::uint32_t instruments_trading = 0;
    std::uint64_t open_orders = 0;
    std::uint64_t executions = 0;
    std::uint64_t feed_next_seq = 0;
    std::uint64_t lines_lost = 0;  // of the output, up to the time of the line
};
static_assert(std::is_trivially_copyable_v<ExchangeHealth>, "must be copyable as bytes");

struct SessionStatus {
    protocols::nasdaq::soupbintcp::Username user = protocols::to_alpha<6>("");
    std::uint16_t session = 0;
    bool is_removed = false;
    bool is_logged_in = false;
    bool is_suspended = false;
    exchange::UserLimits limits{};        // that hold now
    std::uint32_t orders_per_second = 0;  // 0: no limit
    std::uint32_t open_orders = 0;
    std::uint64_t replies = 0;
    std::uint64_t replies_max = 0;
    std::uint64_t replies_for_orders = 0;  // beyond them orders are refused
};

struct BookStatus {
    Symbol symbol{};
    InstrumentId instrument{};
    book::Bbo bbo{};
    std::optional<std::uint64_t> checksum{};
};

/// How many instruments are in a state of trading.
struct TradingCount {
    book::TradingState state = book::TradingState::Unknown;
    std::uint32_t instruments = 0;
};

/// A port that is open.
struct ProtocolPortStatus {
    exchange::Port port{};
    net::Endpoint at{};
};

/// Further contents of the JSON.
struct ExchangeDetail {
    bool is_running = true;
    net::Endpoint order_entry{};
    net::Endpoint glimpse{};
    net::Endpoint requests_at{};
    std::optional<net::Endpoint> drop_copy{};
    std::vector<ProtocolPortStatus> protocol_ports{};
    std::optional<net::Endpoint> operator_port{};
    std::vector<live::PublisherStatus> publishers{};
    RecoveryReport recovered{};
    bool has_overlapped_commits = false;
    std::string journal_error{};  // as the journal has it
    ArchiveState archive{};
    exchange::ExchangeCounters venue{};
    std::uint64_t session_orders = 0;
    std::uint64_t book_checksum = 0;
    std::uint64_t output_checksum = 0;
    std::vector<BookStatus> books{};
    exchange::TradingDay day{};
    exchange::SessionName session{};
    std::optional<Time> schedule_done{};
    std::vector<TradingCount> trading{};  // in the order in which the first of each is listed
    exchange::VenueServerCounters clients{};
    std::uint64_t tls_failures = 0;
    std::uint64_t connections_not_taken = 0;  // no descriptor was left
    std::uint64_t handshakes_refused = 0;
    std::uint64_t logins_refused_for_certificate = 0;
    std::uint64_t log_lines_left_out = 0;
    protocols::nasdaq::glimpse50::SnapshotCounters snapshots{};
    std::vector<SessionStatus> sessions{};
    std::uint64_t packets = 0;
    exchange::FeedHistoryCounters feed{};
    protocols::nasdaq::moldudp64::RequestCounters requests{};
    exchange::RequestLimitCounters request_limit{};
    std::uint64_t requests_of_other_networks = 0;
    std::uint64_t datagrams_unsent = 0;
};

[[nodiscard]] ExchangeHealth health_of(const ExchangeRun& run);
[[nodiscard]] ExchangeDetail detail_of(const ExchangeRun& run, bool is_running);

}  // namespace hotpath::app
