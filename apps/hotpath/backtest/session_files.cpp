#include "apps/hotpath/backtest/session_files.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "apps/hotpath/backtest/live_journal.hpp"
#include "apps/hotpath/backtest/venue_feed.hpp"
#include "apps/hotpath/console/console.hpp"
#include "hotpath/backtest/live/live_feed.hpp"
#include "hotpath/backtest/live/live_session.hpp"
#include "hotpath/backtest/live/live_tables.hpp"
#include "hotpath/backtest/live/venue_market.hpp"
#include "hotpath/files/output_file.hpp"
#include "hotpath/protocols/all.hpp"

namespace hotpath::app {

namespace {

namespace fs = std::filesystem;
using backtest::LiveMessage;
using backtest::LiveSession;

constexpr std::string_view kBacktestToml = R"(# A session of hotpath trade, to be run again:
#   hotpath backtest compare backtest.toml {0}
trader = "trader.toml"

[data]
files = ["{1}"]

[fills]
model = "{2}"

[latency]                             # what each message of the session took
feed_recorded = "feed.csv"
entry_recorded = "entry.csv"
reply_recorded = "reply.csv"

[run]
events = "events.csv"                 # the timers of the session, and when its order entry opened
)";

[[nodiscard]] Expected<void> make_folder(const fs::path& folder) {
    std::error_code error;
    fs::create_directories(folder, error);
    if (error) {
        return fail(fmt::format("{}: {}", folder.string(), error.message()));
    }
    return fs::is_empty(folder, error) && !error
               ? Expected<void>()
               : fail(fmt::format("{}: the folder must be new or empty", folder.string()));
}

/// The ITCH messages of a trader whose market data was in another protocol.
[[nodiscard]] Expected<void> find_feed(const SessionRecordArguments& arguments,
                                       LiveSession& session) {
    if (session.entries.empty()) {
        return {};
    }
    if (arguments.venue.empty()) {
        return fail(fmt::format(
            "{}: with {} the market must come from the venue's journal: give "
            "--venue FOLDER, a journal of hotpath exchange, instead of --recording",
            arguments.journal.string(), protocols::MarketFeeds::kNames[session.market_data]));
    }
    const auto feed = venue_feed(arguments.venue, session);
    if (!feed) {
        return std::unexpected(feed.error());
    }
    session.feed = feed->messages();
    backtest::add_unread(session.feed, session.events.ended.value_or(Time{}));
    backtest::find_times(session.replies, *feed);
    return {};
}

/// The market's file as backtest.toml names it.
[[nodiscard]] Expected<std::string> bring_market(const SessionRecordArguments& arguments,
                                                 LiveSession& session) {
    if (arguments.venue.empty()) {
        return fs::absolute(arguments.recording).lexically_normal().string();
    }
    std::vector<Time> sent(session.requests.size());
    std::ranges::transform(session.requests, sent.begin(), &LiveMessage::sent);
    const auto times = backtest::VenueTimes::read(arguments.venue, sent);
    if (!times) {
        return std::unexpected(times.error());
    }
    const auto market =
        backtest::write_venue_market(arguments.venue, *times, arguments.folder / "market.itch");
    if (!market) {
        return std::unexpected(market.error());
    }
    backtest::correct(session, *times);
    print_line("market", fmt::format("{} messages", grouped(market->messages)));
    if (market->commands != 0) {
        print_line("left out", fmt::format("{} commands of the venue (halts, crosses, rules)",
                                           grouped(market->commands)));
    }
    return "market.itch";
}

[[nodiscard]] Expected<void> write_session(const LiveSession& session,
                                           const SessionRecordArguments& arguments,
                                           std::string_view market) {
    const std::string toml =
        fmt::format(fmt::runtime(kBacktestToml),
                    fs::absolute(arguments.journal).lexically_normal().string(), market,
                    arguments.venue.empty() ? "exact" : "matched");  // as hotpath exchange does
    const std::array<std::pair<std::string_view, std::string>, 6> files{
        {{"trader.toml", session.config},
         {"feed.csv", backtest::samples_text(session.feed)},
         {"entry.csv", backtest::samples_text(session.requests)},
         {"reply.csv", backtest::samples_text(session.replies)},
         {"events.csv", backtest::events_text(session.events)},
         {"backtest.toml", toml}}};
    for (const auto& [name, text] : files) {
        if (auto written = files::write_file(arguments.folder / name, text); !written) {
            return written;
        }
    }
    return {};
}

void print_session(const LiveSession& session) {
    print_heading("backtest record");
    print_line("orders", grouped(static_cast<std::uint64_t>(session.orders.size())));
    print_line("latencies",
               fmt::format("{} of the feed, {} of requests, {} of replies",
                           grouped(static_cast<std::uint64_t>(session.feed.size())),
                           grouped(static_cast<std::uint64_t>(session.requests.size())),
                           grouped(static_cast<std::uint64_t>(session.replies.size()))));
    if (session.feed_gaps != 0) {
        print_line("feed gaps",
                   fmt::format("{}: until each was filled the trader sent cancels alone, which a "
                               "backtest does not know: its orders may differ from there on",
                               grouped(session.feed_gaps)));
    }
    if (session.clock_behind != Nanos{}) {
        print_line("clocks", fmt::format("{} ns are added to the trader's times: its clock was "
                                         "behind the venue's",
                                         grouped(session.clock_behind.value)));
    }
}

}  // namespace

Expected<void> record_session(const SessionRecordArguments& arguments) {
    auto session = read_live_session(arguments.journal);
    if (!session) {
        return std::unexpected(session.error());
    }
    if (session->feed.empty() || session->requests.empty() || session->replies.empty()) {
        return fail(fmt::format(
            "{}: must hold market data, requests and replies of the order-entry session",
            arguments.journal.string()));
    }
    if (auto found = find_feed(arguments, *session); !found) {
        return found;
    }
    if (auto made = make_folder(arguments.folder); !made) {
        return made;
    }
    print_session(*session);
    const auto market = bring_market(arguments, *session);
    if (!market) {
        return std::unexpected(market.error());
    }
    backtest::add_query(*session);
    return write_session(*session, arguments, *market);
}

}  // namespace hotpath::app
