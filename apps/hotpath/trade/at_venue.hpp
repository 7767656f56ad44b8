#pragma once
/// AtVenue: the sockets of one venue, and what is published of it.
///
/// Threads: the trading thread. Allocation: news() of what is new. Complexity: O(1).

#include <string>
#include <vector>

#include "apps/hotpath/trade/book_sums.hpp"
#include "apps/hotpath/trade/ports.hpp"
#include "apps/hotpath/trade/report.hpp"
#include "apps/hotpath/trade/status.hpp"

namespace hotpath::app {

struct AtVenue {
    TradePorts ports;
    BookSums sums{};
    FeedAlarm feed_alarm{};
    TradeStatus stopped_for{};  // as it was when the stop began
    std::string title{};        // of the channel's states

    /// Lines for the log since the last call.
    [[nodiscard]] std::vector<std::string> news(const FeedStatus& feed) {
        std::vector<std::string> lines = ports.take_news();
        if (std::string alarm = feed_alarm.note(feed); !alarm.empty()) {
            lines.push_back(std::move(alarm));
        }
        return lines;
    }
};

}  // namespace hotpath::app
