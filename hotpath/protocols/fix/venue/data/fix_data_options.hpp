#pragma once
/// Options and counters of a FIX market data server.
///
/// Values without behaviour. Threads: any. Allocation: the list of users.

#include <cstdint>
#include <string>
#include <vector>

#include "hotpath/book/types.hpp"
#include "hotpath/core/symbol.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/exchange/server/client_counters.hpp"
#include "hotpath/exchange/server/venue_server_options.hpp"
#include "hotpath/protocols/nasdaq/soupbintcp/connection_places.hpp"
#include "hotpath/protocols/nasdaq/soupbintcp/credentials.hpp"
#include "hotpath/protocols/nasdaq/soupbintcp/login_limit.hpp"

namespace hotpath::exchange {

/// A session of market data: the CompIDs of its messages are its user's, and no other's.
struct FixDataUser {
    protocols::nasdaq::soupbintcp::Username name =
        protocols::to_alpha<6>("");  // in notes; Username (553) if sent
    std::string begin_string = "FIX.4.4";
    std::string comp_id{};  // SenderCompID of its messages, TargetCompID of the venue's
    std::string venue_comp_id{};
    std::string password{};
    std::vector<Symbol> symbols{};  // that it may ask for; empty: all
};

struct FixDataOptions {
    std::vector<FixDataUser> users{};
    /// For clients by TLS; the number is that of these users, the port is of no meaning.
    std::vector<CertificateRule> certificates{};
    book::BooksOptions books{};  // of the venue
    /// Users logged on at one time.
    std::uint16_t sessions_max = 64;
    /// Symbols that a session may be subscribed to, each request's counted.
    std::uint32_t subscriptions_max = 1'000;
    /// Levels of a side: MarketDepth 0 is so many, and more are refused.
    std::uint32_t depth_max = 1'000;
    /// Levels written or looked at in a publication: the rest waits, and is conflated.
    std::uint32_t levels_per_turn = 20'000;
    std::uint32_t changes_max = 4'096;  // of levels, and of trades, before a publication is forced
    Nanos heartbeat_min{1 * kNanosPerSecond};  // HeartBtInt that is accepted
    Nanos heartbeat_max{3'600 * kNanosPerSecond};
    Nanos logon_timeout{5 * kNanosPerSecond};
    Nanos stall_timeout{30 * kNanosPerSecond};  // output of which nothing is taken: disconnected
    Nanos sending_time_accuracy{120 * kNanosPerSecond};
    protocols::nasdaq::soupbintcp::PlaceLimits places{};
    protocols::nasdaq::soupbintcp::LoginLimitOptions failed_logins{};
};

struct FixDataCounters : ClientCounters {
    std::uint64_t malformed = 0;  // a first message that is no FIX
    std::uint64_t requests = 0;   // MarketDataRequests
    std::uint64_t requests_refused = 0;
    std::uint64_t refreshes = 0;   // W sent
    std::uint64_t increments = 0;  // X sent
    std::uint64_t conflated = 0;   // increments that a later W replaces
};

}  // namespace hotpath::exchange
