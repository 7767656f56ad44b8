#include "hotpath/live/status/feed_alarm.hpp"

#include <type_traits>

#include <fmt/format.h>

#include "hotpath/core/units.hpp"
#include "hotpath/protocols/all.hpp"
#include "hotpath/protocols/nasdaq/itch50/foreign.hpp"
#include "hotpath/text/numbers.hpp"

namespace hotpath::live {

std::string foreign_text(const FeedStatus& feed) {
    const std::uint64_t packets = feed.packets[0] + feed.packets[1] + feed.packets[2];
    const bool is_by_message = protocols::nasdaq::itch50::is_foreign(
        feed.messages_given, feed.messages_given - feed.messages_undecoded);
    static constexpr auto kForeign =
        protocols::MarketFeeds::each([]<class P>(std::type_identity<P>) { return P::kForeign; });
    const protocols::ForeignWords& words = kForeign[feed.protocol];
    const std::string odd = !is_by_message
                                ? fmt::format("{} of {} packets are not {}", feed.packets_malformed,
                                              packets, words.packets)
                                : fmt::format("{} of {} {}", feed.messages_undecoded,
                                              feed.messages_given, words.messages);
    return fmt::format("{}, more than half: this is another feed, expected {}; trading is off", odd,
                       protocols::MarketFeeds::kTitles[feed.protocol]);
}

std::string FeedAlarm::note(const FeedStatus& feed) {
    constexpr Nanos kMinute{60 * kNanosPerSecond};
    std::string lines;
    if (feed.is_foreign && !was_foreign_) {
        lines = fmt::format("hotpath trade: market data: {}\n", foreign_text(feed));
    }
    if (feed.sessions == sessions_ && feed.last_time <= last_time_ - kMinute) {
        lines += fmt::format("hotpath trade: market data: its time went back from {} to {}\n",
                             text::time_of_day(last_time_), text::time_of_day(feed.last_time));
    }
    was_foreign_ = feed.is_foreign;
    sessions_ = feed.sessions;
    last_time_ = feed.last_time;
    return lines;
}

}  // namespace hotpath::live
