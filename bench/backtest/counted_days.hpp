#pragma once
/// The instructions of a message of a backtest, for hotpath-counted: names `backtest.BOOKS.STRATEGY`,
/// all counted inside measured_backtest.
///
/// Threads: one. Allocation: yes.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace hotpath::bench {

struct CountedDay {
    std::uint64_t messages = 0;
    std::uint64_t answer = 0;
};

[[nodiscard]] std::vector<std::string> counted_day_names();

/// No messages when there is no such name.
[[nodiscard]] CountedDay count_day(std::string_view name);

}  // namespace hotpath::bench
