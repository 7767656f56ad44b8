#pragma once
/// AtVenue: the sockets of one venue, and what is published of it.
///
/// Threads: the trading thread. Allocation: news() of what is new. Complexity: O(1).

#include <string>
#include <vector>

#include "hotpath/live/run/ports.hpp"
#include "hotpath/live/status/book_sums.hpp"
#include "hotpath/live/status/feed_alarm.hpp"
#include "hotpath/live/status/status.hpp"
#include "hotpath/live/status/stop_words.hpp"

namespace hotpath::live {

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
    /// `before`: the words of an earlier process's stop.
    void note_stop(const TradeStatus& status, const StopWords::Before& before) {
        stopped_for = status;
        stopped_for.stopped_before = before;
    }
};

/// A line for each venue whose file of numbers is lost. Any thread.
[[nodiscard]] inline std::string losses_of_numbers(const std::vector<AtVenue>& venues) {
    std::string lines;
    for (const AtVenue& venue : venues) {
        const std::string loss = venue.ports.loss_of_numbers();
        lines += loss.empty() ? loss : "trade: " + loss + "\n";
    }
    return lines;
}

}  // namespace hotpath::live
