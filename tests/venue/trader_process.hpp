#pragma once
/// `hotpath trade` as a second process beside a venue's.
///
///   VenueProcess venue(folder, {.addresses = free_addresses(), ...});
///   TraderProcess trader(folder, venue, {.symbols = "\"AAPL\""});
///   ASSERT_TRUE(trader.start()) << trader.output();
///   trader.state()["orders"]["executions"]
///
/// Threads: the test's. Allocation: free. Tests only.

#include <array>
#include <filesystem>
#include <string>

#include <nlohmann/json.hpp>

#include "tests/venue/hotpath_process.hpp"
#include "tests/venue/soup_connection.hpp"
#include "tests/venue/venue_process.hpp"

namespace hotpath::venue_tests {

/// Ports of this process alone: for servers that restart at the same place.
[[nodiscard]] std::array<std::string, 4> free_addresses();

/// A venue with ALICE's account, a drop copy for RISK (the last address) and three busy symbols.
[[nodiscard]] VenueSettings generated_market(const std::array<std::string, 4>& addresses);
/// The symbols of a venue that trades already, as TOML.
[[nodiscard]] std::string symbols_of(const VenueProcess& venue);

struct TraderSettings {
    std::string symbols = "\"AAPL\"";
    std::string account = "user = \"ALICE\"\npassword = \"A\"";
    std::string drop_copy{};  // its address; none without
    std::string venue{};      // more keys
    std::string market_data{};
    std::string trading{};
    std::string root{};
    std::string tables{};  // more of them
    std::string strategy = "name = \"market_maker\"";
    /// A line of the configuration that begins so is left out.
    std::string without{};
};

/// The text of a configuration for a trader at this venue.
[[nodiscard]] std::string trader_config(const VenueSettings& at, const VenueProcess& venue,
                                        const TraderSettings& settings);

class TraderProcess {
  public:
    TraderProcess(const std::filesystem::path& folder, const std::string& config);

    [[nodiscard]] bool start();
    void kill_hard() { process_.kill_hard(); }
    void signal(int number) const { process_.signal(number); }
    [[nodiscard]] int stop() { return process_.stop(); }
    [[nodiscard]] int wait() { return process_.wait(); }
    [[nodiscard]] const std::string& output() const { return process_.output(); }
    [[nodiscard]] pid_t pid() const { return process_.pid(); }
    /// The process itself.
    [[nodiscard]] HotpathProcess& process() { return process_; }
    /// The last reported state; null before.
    [[nodiscard]] nlohmann::json state() const;
    /// Waits for is_it(state()), as long as its state comes, and kPatience at most.
    template <class IsIt>
    [[nodiscard]] bool wait_until(IsIt&& is_it) {
        const Time until = steady_now() + kPatience;
        for (;;) {
            const nlohmann::json now = state();
            if (!now.is_null() && is_it(now)) {
                return true;
            }
            // Its next line comes with its next state.
            if (steady_now() > until || !process_.read_more()) {
                return false;
            }
        }
    }

  private:
    std::filesystem::path folder_;
    HotpathProcess process_;
};

}  // namespace hotpath::venue_tests
