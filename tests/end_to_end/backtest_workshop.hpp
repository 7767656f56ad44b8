#pragma once
/// A workshop with a small backtest: three generated days of two instruments, a market maker whose
/// timer is a second and whose books are small: the timers and the memory of a day would otherwise
/// cost more than its 6,000 messages.
///
/// Threads: the test's. Allocation: free. Tests only.

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/capture/message_writer.hpp"
#include "hotpath/core/bytes.hpp"
#include "hotpath/sim/market/market_generator.hpp"
#include "hotpath/wire/framing.hpp"
#include "tests/end_to_end/command_line.hpp"
#include "tests/end_to_end/parquet_python.hpp"
#include "tests/support/capture_files.hpp"

namespace hotpath::end_to_end {

/// What a configuration has that the example does not.
struct BacktestWords {
    std::string data = "generated_days = 3\nmessages = 6_000\ninstruments = 2";
    std::string fills = "exact";
    std::string name = "market_maker";
    std::string strategy{};  // lines of [strategy]
    std::string symbols = "\"AAPL\", \"MSFT\"";
    std::string run{};      // lines of [run]
    std::string latency{};  // lines of [latency]
};

/// A day of the generator in AAPL and MSFT.
struct GeneratedDay {
    std::uint64_t seed = 1;
    char without = '\0';  // messages of this type are left out
};

class BacktestWorkshop : public Workshop {
  public:
    /// The messages of the day, each after its length.
    [[nodiscard]] static support::OwnedBytes frames_of(const GeneratedDay& day) {
        const std::array names{*Symbol::from("AAPL"), *Symbol::from("MSFT")};
        auto generator = sim::market::MarketGenerator::create(
            {.seed = day.seed, .messages = 6'000, .instruments = 2, .names = names});
        support::OwnedBytes frames;
        for (Bytes message = generator->next(); !message.empty(); message = generator->next()) {
            if (static_cast<char>(message.front()) != day.without) {
                support::append(frames, support::framed(message));
            }
        }
        return frames;
    }
    /// The same as a file, of the format that its name says.
    void write_day(const std::string& name, const GeneratedDay& day) const {
        auto writer = capture::create(path(name));
        ASSERT_TRUE(writer) << writer.error().message;
        const support::OwnedBytes frames = frames_of(day);
        wire::FrameCursor cursor(frames);
        for (Bytes message; cursor.next(message);) {
            ASSERT_TRUE((*writer)->write(message));
        }
        ASSERT_TRUE((*writer)->close());
    }

    void write_config(const std::string& file, const BacktestWords& words) const {
        write(file, "[data]\n" + words.data + "\n[fills]\nmodel = \"" + words.fills +
                        "\"\n[run]\n" + words.run + "\n[latency]\n" + words.latency +
                        "\n[trading]\nsymbols = [" + words.symbols + "]\n" + std::string(kTrader) +
                        "[strategy]\nname = \"" + words.name + "\"\n" + words.strategy + "\n");
    }

    /// `hotpath WORDS... --json FIFO`, which gets the signal when it opens that output: its handlers
    /// are there then, and no day has begun.
    [[nodiscard]] Outcome interrupted(const std::string& signal,
                                      const std::vector<std::string>& words) const {
        std::filesystem::remove(path("fifo"));
        std::vector<std::string> all{
            "120",
            "sh",
            "-c",
            "mkfifo \"$0\"; \"$@\" --json \"$0\" & exec 3< \"$0\"; kill -" + signal +
                " $!; wait $!",
            name("fifo"),
            HOTPATH_EXECUTABLE};
        all.insert(all.end(), words.begin(), words.end());
        return run("timeout", all);
    }

  private:
    static constexpr std::string_view kTrader = R"(timer_ms = 1_000
orders_max = 20_000
levels_max = 20_000
instruments_max = 16
[fees]
added = -0.002
removed = 0.003
[limits]
order_qty_max = 5_000
order_notional_max = 5_000_000
tick = 0.01
fine_below = 1.0
collar_bps = 500
drift_bps = 1_000
jump_bps = 1_000
position_max = 10_000
open_orders_max = 64
messages_max = 500
may_sell_short = true
[account_limits]
gross_max = 20_000_000
net_max = 20_000_000
traded_max = 1_000_000_000
loss_max = 1_000_000
open_orders_max = 1_000
messages_per_fill_max = 100_000
messages_free = 1_000_000
[pace]
orders_max = 1_000
orders_window_ms = 1_000
cancels_max = 2_000
cancels_window_ms = 1_000
duplicates_max = 100
duplicates_window_ms = 1_000
repeated_executions_max = 200
repeated_executions_window_ms = 1_000
instrument_window_ms = 1_000
jump_window_ms = 1_000
jump_hold_ms = 1_000
)";
};

}  // namespace hotpath::end_to_end
