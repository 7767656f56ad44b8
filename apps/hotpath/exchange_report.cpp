#include <array>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "apps/hotpath/console.hpp"
#include "apps/hotpath/exchange_run.hpp"
#include "apps/hotpath/output_thread.hpp"
#include "apps/hotpath/replay_result.hpp"
#include "hotpath/book/l3_books.hpp"
#include "hotpath/exchange/trading_state_codes.hpp"
#include "hotpath/exchange/venue.hpp"

namespace hotpath::app {

namespace {

using Json = nlohmann::ordered_json;

[[nodiscard]] std::string_view room_name(const exchange::JournalRoom& room) {
    return room.takes_orders ? "orders" : room.takes_any() ? "cancels" : "none";
}

[[nodiscard]] std::string_view room_text(const exchange::JournalRoom& room) {
    return room.takes_orders  ? ""
           : room.takes_any() ? ", NO ROOM: orders are refused"
                              : ", NO ROOM AT ALL: every input is refused";
}

[[nodiscard]] Json recovery_json(const RecoveryReport& recovered) {
    return {{"snapshot_seq", recovered.snapshot_seq},
            {"records", recovered.records},
            {"dropped_bytes", recovered.dropped_bytes},
            {"snapshots_passed_over", recovered.passed_over}};
}

[[nodiscard]] Json closed_json(const exchange::VenueServerCounters& counters) {
    Json closed = Json::object();
    for (std::size_t n = 0; n < counters.closed.size(); ++n) {
        if (counters.closed[n] != 0) {
            closed[std::string(name(static_cast<wire::soupbintcp::CloseReason>(n)))] =
                counters.closed[n];
        }
    }
    return closed;
}

[[nodiscard]] Json clients_json(const exchange::VenueServer& server) {
    const exchange::VenueServerCounters& counters = server.counters();
    return {{"connections", counters.connections},
            {"connections_refused", counters.connections_refused},
            {"logins", counters.logins},
            {"logins_refused", counters.logins_refused},
            {"logins_not_looked_at", counters.logins_not_looked_at},
            {"log_lines_left_out", server.notes().suppressed()},
            {"closed", closed_json(counters)},
            {"refused_for_rate", counters.refused_for_rate},
            {"refused_for_open_orders", counters.refused_for_open_orders},
            {"refused_for_room", counters.refused_for_room},
            {"cut_off_for_room", counters.cut_off_for_room},
            {"malformed", counters.malformed},
            {"overloads", counters.overloads},
            {"canceled_on_disconnect", counters.canceled_on_disconnect},
            {"canceled_for_room", counters.canceled_for_room},
            {"replies_not_kept", counters.replies_not_kept},
            {"drop_copies_not_kept", counters.drop_copies_not_kept},
            {"snapshots", server.snapshots().made},
            {"snapshots_broken", server.snapshots().broken},
            {"snapshots_refused", server.snapshots().refused}};
}

/// How many instruments are in each state of trading, in the order in which the first is listed.
[[nodiscard]] Json trading_json(const exchange::VenueServer& server) {
    const exchange::Exchange::Venue& venue = server.log().exchange().venue();
    constexpr std::size_t kTradingStates = 5;
    std::array<std::uint32_t, kTradingStates> counts{};
    std::vector<book::TradingState> seen;
    for (std::uint32_t id = 1; id <= venue.instruments.instruments_max(); ++id) {
        const InstrumentId instrument{static_cast<std::uint16_t>(id)};
        if (venue.instruments.is_listed(instrument)) {
            const book::TradingState state = venue.matcher.books().trading_state(instrument);
            if (counts[static_cast<std::size_t>(state)]++ == 0) {
                seen.push_back(state);
            }
        }
    }
    Json states = Json::object();
    for (const book::TradingState state : seen) {
        states[std::string(exchange::name(state))] = counts[static_cast<std::size_t>(state)];
    }
    return states;
}

[[nodiscard]] Json day_json(const exchange::VenueServer& server) {
    const exchange::ControlDesk& desk = server.log().desk();
    const bool has_begun = desk.schedule().due >= Nanos{0};
    const exchange::TradingDay day = server.log().exchange().day();
    const exchange::SessionName session = server.feed().session();
    return {{"number", day.number},
            {"date", day.date == 0 ? Json(nullptr) : Json(date_text(day.date))},
            {"session", wire::without_padding(session)},
            {"schedule_done", has_begun ? Json(time_of_day(desk.schedule().due)) : Json(nullptr)},
            {"instruments", trading_json(server)}};
}

[[nodiscard]] Json venue_json(const exchange::VenueServer& server) {
    const exchange::ExchangeCounters& counters = server.log().exchange().counters();
    return {{"commands", counters.commands},
            {"executions", counters.executions},
            {"session_executions", counters.session_executions},
            {"rejected", counters.rejected},
            {"ignored", counters.ignored},
            {"open_orders", server.log().exchange().books().open_orders()},
            {"session_orders", server.log().exchange().session_orders()},
            {"book_checksum", fmt::format("{:016x}", server.log().exchange().books().checksum())},
            {"output_checksum", fmt::format("{:016x}", server.log().output_checksum())}};
}

/// Best prices, in 1/10,000 dollar, and the checksum of each listed instrument's book, of the first
/// kBooksMax: what a trader's JSON has of the same message. A checksum reads every order, on the
/// venue's thread: while it runs there is none (null) with more than kOrdersMax open.
[[nodiscard]] Json books_json(const exchange::VenueServer& server, bool is_running) {
    constexpr std::size_t kBooksMax = 32;
    constexpr std::uint32_t kOrdersMax = 20'000;
    const exchange::Exchange::Venue& venue = server.log().exchange().venue();
    const book::L3Books& books = server.log().exchange().books();
    const bool has_sums = !is_running || books.open_orders() <= kOrdersMax;
    const auto side = [](const book::Level& level) {
        return level.orders == 0 ? Json(nullptr)
                                 : Json{{"price", level.price.value}, {"qty", level.qty.value}};
    };
    Json shown = Json::array();
    for (std::uint32_t id = 1; id <= venue.instruments.instruments_max(); ++id) {
        const InstrumentId instrument{static_cast<std::uint16_t>(id)};
        if (!venue.instruments.is_listed(instrument) || shown.size() == kBooksMax) {
            continue;
        }
        const book::Bbo bbo = books.bbo(instrument);
        shown.push_back({{"symbol", venue.instruments.symbol(instrument).str()},
                         {"locate", id},
                         {"bid", side(bbo.bid)},
                         {"ask", side(bbo.ask)},
                         {"checksum", has_sums ? Json(checksum_text(books.checksum(instrument)))
                                               : Json(nullptr)},
                         {"checksum_next_seq", server.feed().next_seq()}});
    }
    return shown;
}

[[nodiscard]] Json feed_json(const ExchangeRun& run) {
    const exchange::FeedHistory& feed = run.server().feed();
    return {{"next_seq", feed.next_seq()},
            {"packets", run.server().packets_sent()},
            {"heartbeats", feed.counters().heartbeats},
            {"requests", feed.requests().requests},
            {"requests_out_of_range", feed.requests().out_of_range},
            {"requests_refused_for_rate", run.server().request_limit().counters().refused_for_rate},
            {"requests_refused_for_room", run.server().request_limit().counters().refused_for_room},
            {"messages_not_kept", feed.counters().messages_not_kept},
            {"datagrams_unsent", run.ports().unsent()}};
}

}  // namespace

std::string exchange_json(const ExchangeRun& run, bool is_running) {
    const Json json{{"running", is_running},
                    {"order_entry", run.ports().order_entry().to_string()},
                    {"glimpse", run.ports().glimpse().to_string()},
                    {"requests", run.ports().requests().to_string()},
                    {"drop_copy", run.ports().drop_copy() == nullptr
                                      ? Json(nullptr)
                                      : Json(run.ports().drop_copy()->to_string())},
                    {"operator", run.ports().operator_port() == nullptr
                                     ? Json(nullptr)
                                     : Json(run.ports().operator_port()->to_string())},
                    {"recovered", recovery_json(run.journal().recovered())},
                    {"journal",
                     {{"last_seq", run.server().last_seq()},
                      {"durable_seq", run.journal().durable_seq()},
                      {"commits", run.journal().writers() > 1 ? "overlapped" : "one"},
                      {"room", room_name(run.journal().room())},
                      {"error", run.journal().error()}}},
                    {"venue", venue_json(run.server())},
                    {"books", books_json(run.server(), is_running)},
                    {"day", day_json(run.server())},
                    {"clients", clients_json(run.server())},
                    {"sessions", sessions_json(run.server())},
                    {"feed", feed_json(run)},
                    {"output", {{"lines_lost", run.lines_lost()}}}};
    return json.dump(2) + "\n";
}

namespace {

/// Empty while every listed instrument trades.
[[nodiscard]] std::string closed_text(const exchange::VenueServer& server) {
    const exchange::Exchange::Venue& venue = server.log().exchange().venue();
    std::uint32_t listed = 0;
    std::uint32_t trading = 0;
    for (std::uint32_t id = 1; id <= venue.instruments.instruments_max(); ++id) {
        const InstrumentId instrument{static_cast<std::uint16_t>(id)};
        const bool is_listed = venue.instruments.is_listed(instrument);
        listed += is_listed ? 1U : 0U;
        trading += is_listed && venue.may_trade(instrument) ? 1U : 0U;
    }
    return listed == trading ? ""
                             : fmt::format(", CLOSED: {} of {} instruments do not trade now",
                                           listed - trading, listed);
}

}  // namespace

std::string exchange_health(const ExchangeRun& run) {
    const exchange::VenueServer& server = run.server();
    unsigned logged_in = 0;
    for (std::uint16_t n = 0; n < server.sessions(); ++n) {
        logged_in += server.is_logged_in({n}) ? 1U : 0U;
    }
    const exchange::ExchangeCounters& counters = server.log().exchange().counters();
    return fmt::format(
        "record {} ({} durable{}), {} sessions, {} open orders, {} executions, feed {}{}{}",
        server.last_seq(), run.journal().durable_seq(), room_text(run.journal().room()), logged_in,
        server.log().exchange().books().open_orders(), counters.executions,
        server.feed().next_seq(), closed_text(server), lost_text(run.lines_lost()));
}

std::string endpoints_text(const ExchangePorts& ports) {
    std::string text =
        fmt::format("order entry {}, glimpse {}, requests {}, ", ports.order_entry().to_string(),
                    ports.glimpse().to_string(), ports.requests().to_string());
    if (const net::Endpoint* drop_copy = ports.drop_copy()) {
        text += fmt::format("drop copy {}, ", drop_copy->to_string());
    }
    if (const net::Endpoint* operators = ports.operator_port()) {
        text += fmt::format("operator {}, ", operators->to_string());
    }
    return text + fmt::format("line A {}, line B {}", ports.line_a().to_string(),
                              ports.line_b().to_string());
}

}  // namespace hotpath::app
