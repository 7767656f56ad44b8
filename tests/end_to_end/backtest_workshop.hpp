#pragma once
/// A workshop with a small backtest: tests/support/backtest_config.hpp.
///
/// Threads: the test's. Allocation: free. Tests only.

#include <filesystem>
#include <string>
#include <vector>

#include "tests/end_to_end/command_line.hpp"
#include "tests/end_to_end/parquet_python.hpp"
#include "tests/support/backtest_config.hpp"

namespace hotpath::end_to_end {

using support::BacktestWords;

class BacktestWorkshop : public Workshop {
  public:
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
