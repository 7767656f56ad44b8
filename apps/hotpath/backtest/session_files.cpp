#include "apps/hotpath/backtest/session_files.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "apps/hotpath/backtest/live_journal.hpp"
#include "apps/hotpath/backtest/venue_feed.hpp"
#include "apps/hotpath/backtest/venue_market.hpp"
#include "apps/hotpath/console/console.hpp"
#include "hotpath/backtest/live/live_feed.hpp"
#include "hotpath/backtest/live/live_session.hpp"
#include "hotpath/files/output_file.hpp"

namespace hotpath::app {

namespace {

namespace fs = std::filesystem;
using backtest::LiveMessage;
using backtest::LiveSession;
using sim::session::LatencySample;
using sim::session::LiveEvents;

constexpr std::string_view kEventsHeader = "at_ns,event";

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

[[nodiscard]] std::string samples_text(const std::vector<LiveMessage>& messages) {
    std::string text = "send_ns,receive_ns\n";
    for (const LatencySample& sample : backtest::latency_samples(messages)) {
        text += fmt::format("{},{}\n", sample.sent.value, (sample.sent + sample.latency).value);
    }
    return text;
}

[[nodiscard]] std::string events_text(const LiveEvents& events) {
    std::string text = fmt::format("{}\n", kEventsHeader);
    if (events.opened) {
        text += fmt::format("{},open\n", events.opened->value);
    }
    if (events.stopped) {
        text += fmt::format("{},stop\n", events.stopped->value);
    }
    if (events.ended) {
        text += fmt::format("{},end\n", events.ended->value);
    }
    for (const Time timer : events.timers) {
        text += fmt::format("{},timer\n", timer.value);
    }
    return text;
}

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

/// The session's messages at the venue's corrected times, and each request when the venue had it.
void correct(LiveSession& session, const VenueTimes& times) {
    for (std::vector<LiveMessage>* messages : {&session.feed, &session.replies}) {
        for (LiveMessage& message : *messages) {
            message.sent = times.of(message.sent);
        }
    }
    session.requests.resize(std::min(session.requests.size(), times.requests().size()));
    for (std::size_t n = 0; n < session.requests.size(); ++n) {
        session.requests[n].received = times.requests()[n];
    }
    for (LiveMessage& reply : session.replies) {
        if (reply.answers && *reply.answers < session.requests.size()) {
            reply.sent = session.requests[*reply.answers].received;
        }
    }
}

/// A backtest's trader asks for its account by a message: here neither it nor its answer takes time.
void add_query(LiveSession& session) {
    if (session.answers_query_itself && session.events.opened) {
        const Time opened = *session.events.opened;
        const LiveMessage at_once{.sent = opened, .received = opened};
        session.requests.insert(session.requests.begin(), at_once);
        session.replies.insert(session.replies.begin(), at_once);
    }
}

/// The ITCH messages of a trader that had MDP 3.0.
[[nodiscard]] Expected<void> find_feed(const SessionRecordArguments& arguments,
                                       LiveSession& session) {
    if (session.mdp3.empty()) {
        return {};
    }
    if (arguments.venue.empty()) {
        return fail(
            fmt::format("{}: with MDP 3.0 the market must come from the venue's journal: give "
                        "--venue FOLDER, a journal of hotpath exchange, instead of --recording",
                        arguments.journal.string()));
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
    const auto times = VenueTimes::read(arguments.venue, sent);
    if (!times) {
        return std::unexpected(times.error());
    }
    const auto market =
        write_venue_market(arguments.venue, *times, arguments.folder / "market.itch");
    if (!market) {
        return std::unexpected(market.error());
    }
    correct(session, *times);
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
         {"feed.csv", samples_text(session.feed)},
         {"entry.csv", samples_text(session.requests)},
         {"reply.csv", samples_text(session.replies)},
         {"events.csv", events_text(session.events)},
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

/// False when the line is none, or not the next.
[[nodiscard]] bool add_event(std::string_view line, LiveEvents& events) {
    Time at{};
    const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), at.value);
    const std::string_view event = line.substr(static_cast<std::size_t>(end - line.data()));
    if (error != std::errc{} || at < Time{}) {
        return false;
    }
    if (event == ",timer" && (events.timers.empty() || at >= events.timers.back())) {
        events.timers.push_back(at);
        return true;
    }
    std::optional<Time>* const once = event == ",stop"   ? &events.stopped
                                      : event == ",open" ? &events.opened
                                      : event == ",end"  ? &events.ended
                                                         : nullptr;
    if (once == nullptr || *once) {
        return false;
    }
    *once = at;
    return true;
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
    add_query(*session);
    return write_session(*session, arguments, *market);
}

Expected<LiveEvents> read_live_events(const fs::path& file) {
    std::ifstream input(file, std::ios::binary);
    std::string line;
    if (!std::getline(input, line) || line != kEventsHeader) {
        return fail(fmt::format("{}: line 1 must be \"{}\", got \"{}\"", file.string(),
                                kEventsHeader, line));
    }
    LiveEvents events;
    for (std::size_t number = 2; std::getline(input, line); ++number) {
        if (!add_event(line, events)) {
            return fail(
                fmt::format("{}: line {} must be TIME,timer with ascending times, or one of "
                            "TIME,open, TIME,stop and TIME,end, each at most once; got \"{}\"",
                            file.string(), number, line));
        }
    }
    return events;
}

}  // namespace hotpath::app
