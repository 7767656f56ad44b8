#pragma once
/// `hotpath exchange` as a second process: started with a configuration, killed or asked to stop.
///
///   VenueProcess venue(folder, settings);
///   ASSERT_TRUE(venue.start()) << venue.output();
///   venue.kill_hard(); venue.start(); ... EXPECT_EQ(venue.stop(), 0);
///
/// Threads: the test's. Allocation: free. Tests only.

#include <array>
#include <csignal>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iomanip>
#include <sstream>
#include <string>

#include <nlohmann/json.hpp>

#include "hotpath/core/units.hpp"
#include "hotpath/net/endpoint.hpp"
#include "tests/venue/hotpath_process.hpp"
#include "tests/venue/soup_connection.hpp"

namespace hotpath::venue_tests {

/// Formats a checksum as the venue's state file does.
[[nodiscard]] inline std::string hex(std::uint64_t number) {
    std::ostringstream text;
    text << std::hex << std::setw(16) << std::setfill('0') << number;
    return text.str();
}

/// Sets the wall clock of a venue that runs with clock_shim.cpp.
class Clock {
  public:
    explicit Clock(const std::filesystem::path& file) : file_(file) { set(Nanos{}); }
    void set(Nanos step) const {
        std::ofstream(file_, std::ios::binary)
            .write(reinterpret_cast<const char*>(&step.value), sizeof step.value);
    }
    [[nodiscard]] const std::filesystem::path& file() const { return file_; }

  private:
    std::filesystem::path file_;
};

struct VenueSettings {
    std::string mode = "sync";
    std::string commits = "one";  // number of commit groups in progress
    std::string symbols = R"("AAPL", "GOOG")";
    std::string background = "source = \"none\"";
    /// Addresses of order entry, glimpse and re-requests; port 0: a new port after each start.
    std::array<std::string, 3> addresses{"127.0.0.1:0", "127.0.0.1:0", "127.0.0.1:0"};
    std::string order_entry{};  // more keys of [order_entry]
    std::string venue{};
    std::string user{};  // more keys of the last user
    std::string market_data{};
    std::string root{};
    std::string journal_keys{};       // more keys of [journal]
    std::string tables{};             // more tables
    std::filesystem::path clock{};    // steps of its wall clock, for clock_shim.cpp; empty: none
    std::filesystem::path journal{};  // beside the configuration unless it is set
    int snapshot_every = 1'000'000;
    int feed_messages_kept = 300'000;
    int health_every_ms = 1'000;
    int orders_open_max = 5'000;  // limit for all sessions together
    int replies_kept = 300'000;
    int segment_mib = 1;
};

class VenueProcess {
  public:
    VenueProcess(const std::filesystem::path& folder, const VenueSettings& settings);
    /// Returns false if the process ended before it was ready; output() says why.
    [[nodiscard]] bool start();
    /// Kills the process (SIGKILL).
    void kill_hard() { process_.kill_hard(); }
    /// Sends SIGTERM, waits, and returns the exit code.
    [[nodiscard]] int stop() { return process_.stop(); }
    /// Sends SIGTERM and returns at once.
    void ask_to_stop() const { process_.signal(SIGTERM); }
    /// Waits for the end of the process and returns the exit code.
    [[nodiscard]] int wait() { return process_.wait(); }

    /// The process itself.
    [[nodiscard]] HotpathProcess& process() { return process_; }

    /// The output read so far; complete after the process has ended.
    [[nodiscard]] const std::string& output() const { return process_.output(); }
    [[nodiscard]] nlohmann::json state() const;
    /// Waits for a state written after this call, and calls meanwhile() while waiting. The first
    /// file written may hold an older state, so it waits for the second.
    template <class Meanwhile>
    [[nodiscard]] nlohmann::json next_state(Meanwhile&& meanwhile) const {
        for (int n = 0; n < 2; ++n) {
            const auto before = state_written_at();
            for (const Time until = steady_now() + kPatience;
                 state_written_at() == before && steady_now() < until;) {
                meanwhile();
                pause_before_looking_again();
            }
        }
        return state();
    }
    /// Waits until is_it(state()) is true, at most kPatience.
    template <class IsIt>
    [[nodiscard]] bool wait_until(IsIt&& is_it) const {
        for (const Time until = steady_now() + kPatience; steady_now() < until;) {
            if (is_it(state())) {
                return true;
            }
            pause_before_looking_again();
        }
        return false;
    }
    [[nodiscard]] const std::filesystem::path& journal() const { return journal_; }

    [[nodiscard]] net::Endpoint order_entry() const { return endpoint_behind("order entry "); }
    [[nodiscard]] net::Endpoint glimpse() const { return endpoint_behind("glimpse "); }
    [[nodiscard]] net::Endpoint requests() const { return endpoint_behind("requests "); }
    /// Needs a configuration with FIX.
    [[nodiscard]] net::Endpoint fix() const { return endpoint_behind("FIX "); }
    /// Needs a configuration with a FIX drop copy.
    [[nodiscard]] net::Endpoint fix_copies() const { return endpoint_behind("FIX copies "); }
    /// Needs a configuration with market data over FIX.
    [[nodiscard]] net::Endpoint fix_data() const { return endpoint_behind("FIX market data "); }
    /// Needs a configuration with iLink 3.
    [[nodiscard]] net::Endpoint ilink() const { return endpoint_behind("iLink "); }
    [[nodiscard]] net::Endpoint operator_port() const { return endpoint_behind("operator "); }
    /// The path of the configuration file.
    [[nodiscard]] std::filesystem::path config() const { return folder_ / "exchange.toml"; }
    /// Needs a configuration with a drop copy.
    [[nodiscard]] net::Endpoint drop_copy() const {
        return *net::Endpoint::parse(state()["drop_copy"].get<std::string>());
    }
    [[nodiscard]] const net::Endpoint& line_a() const { return line_a_; }
    [[nodiscard]] const net::Endpoint& line_b() const { return line_b_; }

  private:
    [[nodiscard]] net::Endpoint endpoint_behind(const std::string& words) const;
    [[nodiscard]] std::filesystem::file_time_type state_written_at() const {
        return std::filesystem::last_write_time(folder_ / "state.json");
    }

    std::filesystem::path folder_;
    std::filesystem::path journal_;
    std::filesystem::path clock_;
    net::Endpoint line_a_;
    net::Endpoint line_b_;
    HotpathProcess process_;
};

}  // namespace hotpath::venue_tests
