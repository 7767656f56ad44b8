#include "hotpath/live/venue/client_counters_json.hpp"

#include <string>

#include "hotpath/protocols/nasdaq/soupbintcp/connection.hpp"

namespace hotpath::live {

nlohmann::ordered_json logins_json(const exchange::ClientCounters& counters) {
    return {{"connections", counters.connections},
            {"connections_refused", counters.connections_refused},
            {"logins", counters.logins},
            {"logins_refused", counters.logins_refused},
            {"logins_not_looked_at", counters.logins_not_looked_at}};
}

nlohmann::ordered_json closed_json(std::span<const std::uint64_t> counts) {
    auto closed = nlohmann::ordered_json::object();
    for (std::size_t n = 0; n < counts.size(); ++n) {
        if (counts[n] != 0) {
            closed[std::string(name(static_cast<protocols::nasdaq::soupbintcp::CloseReason>(n)))] =
                counts[n];
        }
    }
    return closed;
}

}  // namespace hotpath::live
