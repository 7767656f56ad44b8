#pragma once
/// A workshop with a small backtest: tests/support/backtest_config.hpp.
///
/// Threads: the test's. Allocation: free. Tests only.

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/capture/message_writer.hpp"
#include "hotpath/core/bytes.hpp"
#include "hotpath/protocols/framing.hpp"
#include "hotpath/sim/market/market_generator.hpp"
#include "tests/end_to_end/command_line.hpp"
#include "tests/end_to_end/parquet_python.hpp"
#include "tests/support/backtest_config.hpp"
#include "tests/support/capture_files.hpp"

namespace hotpath::end_to_end {

using support::BacktestWords;

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
        protocols::FrameCursor cursor(frames);
        for (Bytes message; cursor.next(message);) {
            ASSERT_TRUE((*writer)->write(message));
        }
        ASSERT_TRUE((*writer)->close());
    }

    void write_config(const std::string& file, const BacktestWords& words) const {
        write(file, support::backtest_config(words));
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
};

}  // namespace hotpath::end_to_end
