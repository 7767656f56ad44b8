#include "tests/venue/trader_process.hpp"

#include <fstream>
#include <sstream>

#include "hotpath/net/endpoint.hpp"
#include "tests/support/own_ports.hpp"
#include "tests/venue/feed_client.hpp"

namespace hotpath::venue_tests {

std::array<std::string, 4> free_addresses() {
    std::array<std::string, 4> addresses;
    for (std::string& address : addresses) {
        address = net::Endpoint{net::kLoopback, support::own_port()}.to_string();
    }
    return addresses;
}

VenueSettings generated_market(const std::array<std::string, 4>& addresses) {
    // The generator names its instruments itself, from locate 1 on: a locate that the venue had
    // named before would be one instrument in the history and another in a snapshot.
    return {.mode = "pagecache",
            .symbols = "",
            .background =
                "source = \"generator\"\nmessages = 400000\ninstruments = 3\n"
                "pacing = \"poisson\"\nmessages_per_second = 4000.0",
            .addresses = {addresses[0], addresses[1], addresses[2]},
            .tables = "[drop_copy]\naddress = \"" + addresses[3] +
                      "\"\n[[drop_copy_user]]\nname = \"RISK\"\npassword = \"R\""};
}

std::string symbols_of(const VenueProcess& venue) {
    constexpr std::uint64_t kMessages = 100;  // every symbol has been named by then
    FeedClient feed(venue, 0, 1);
    std::string text;
    if (!feed.poll_until(kMessages)) {
        return text;
    }
    feed.feed().market().directory().for_each(
        [&](InstrumentId, const feed::Instrument& instrument) {
            text += (text.empty() ? "\"" : ", \"") + instrument.symbol.str() + '"';
        });
    return text;
}

std::string trader_config(const VenueSettings& at, const VenueProcess& venue,
                          const TraderSettings& settings) {
    std::ostringstream text;
    text << "health_every_ms = 100\n"
         << settings.root << "\n[account]\n"
         << settings.account << "\n[venue]\norder_entry = \"" << at.addresses[0]
         << "\"\nglimpse = \"" << at.addresses[1] << "\"\n"
         << settings.venue << '\n';
    if (!settings.drop_copy.empty()) {
        text << "drop_copy = \"" << settings.drop_copy
             << "\"\ndrop_copy_user = \"RISK\"\ndrop_copy_password = \"R\"\n";
    }
    text << "[market_data]\nline_a = \"" << venue.line_a().to_string() << "\"\nline_b = \""
         << venue.line_b().to_string() << "\"\nrequests = \"" << at.addresses[2] << "\"\n"
         << settings.market_data << "\n[trading]\nsymbols = [" << settings.symbols << "]\n"
         << settings.trading << R"(
[thread]
idle = "wait"
warm_every_us = 10
[limits]
order_qty_max = 1000
order_notional_max = 10_000_000.0
tick = 0.01
fine_below = 1.0
collar_bps = 500
drift_bps = 1_000
position_max = 5000
open_orders_max = 64
messages_max = 5000
may_sell_short = true
jump_bps = 9_999
[account_limits]
gross_max = 100_000_000.0
net_max = 50_000_000.0
traded_max = 10_000_000_000.0
loss_max = 10_000_000.0
open_orders_max = 1000
messages_per_fill_max = 100_000
messages_free = 1_000_000
[pace]
orders_max = 10_000
orders_window_ms = 1000
cancels_max = 10_000
cancels_window_ms = 1000
duplicates_max = 5000
duplicates_window_ms = 1000
repeated_executions_max = 5000
repeated_executions_window_ms = 1000
instrument_window_ms = 1000
jump_window_ms = 1000
jump_hold_ms = 1
[strategy]
)" << settings.strategy
         << '\n'
         << settings.tables << '\n';
    if (settings.without.empty()) {
        return text.str();
    }
    std::istringstream lines(text.str());
    std::string kept;
    for (std::string line; std::getline(lines, line);) {
        kept += line.starts_with(settings.without) ? "" : line + '\n';
    }
    return kept;
}

TraderProcess::TraderProcess(const std::filesystem::path& folder, const std::string& config)
    : folder_(folder) {
    std::ofstream(folder_ / "trader.toml") << config;
}

bool TraderProcess::start() {
    std::filesystem::remove(folder_ / "trader.json");
    return process_.start({.arguments = {"trade", "-c", (folder_ / "trader.toml").string(),
                                         "--json", (folder_ / "trader.json").string()},
                           .ready = "trade: ready"});
}

nlohmann::json TraderProcess::state() const {
    std::ifstream file(folder_ / "trader.json");
    return file ? nlohmann::json::parse(file) : nlohmann::json(nullptr);
}

}  // namespace hotpath::venue_tests
