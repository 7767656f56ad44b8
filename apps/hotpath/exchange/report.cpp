#include "apps/hotpath/exchange/report.hpp"

#include <algorithm>
#include <span>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "apps/hotpath/console/console.hpp"
#include "apps/hotpath/exchange/sessions.hpp"
#include "hotpath/book/types.hpp"
#include "hotpath/live/venue/client_counters_json.hpp"
#include "hotpath/process/output_thread.hpp"
#include "hotpath/protocols/config/all.hpp"

namespace hotpath::app {

namespace {

using Json = nlohmann::ordered_json;

[[nodiscard]] std::string_view room_name(const exchange::JournalRoom& room) {
    return room.takes_orders ? "orders" : room.takes_any() ? "cancels" : "none";
}

[[nodiscard]] std::string_view room_text(const exchange::JournalRoom& room) {
    return room.has_failed     ? ", THE JOURNAL HAS FAILED"
           : room.takes_orders ? ""
           : room.takes_any()  ? ", NO ROOM: orders are refused"
                               : ", NO ROOM AT ALL: every input is refused";
}

/// Empty while every listed instrument trades.
[[nodiscard]] std::string closed_text(const ExchangeHealth& health) {
    return health.instruments_listed == health.instruments_trading
               ? ""
               : fmt::format(", CLOSED: {} of {} instruments do not trade now",
                             health.instruments_listed - health.instruments_trading,
                             health.instruments_listed);
}

[[nodiscard]] Json endpoint_json(const std::optional<net::Endpoint>& endpoint) {
    return endpoint ? Json(endpoint->to_string()) : Json(nullptr);
}

[[nodiscard]] Json recovery_json(const RecoveryReport& recovered) {
    return {{"snapshot_seq", recovered.snapshot_seq},
            {"records", recovered.records},
            {"dropped_bytes", recovered.dropped_bytes},
            {"snapshots_passed_over", recovered.passed_over}};
}

[[nodiscard]] Json clients_json(const ExchangeDetail& detail) {
    const exchange::VenueServerCounters& counters = detail.clients;
    Json json = live::logins_json(counters);
    json.update(Json{{"logins_refused_for_certificate", detail.logins_refused_for_certificate},
                     {"tls_failures", detail.tls_failures},
                     {"not_taken", detail.connections_not_taken},
                     {"handshakes_refused", detail.handshakes_refused},
                     {"log_lines_left_out", detail.log_lines_left_out},
                     {"closed", live::closed_json(counters.closed)},
                     {"refused_for_rate", counters.refused_for_rate},
                     {"refused_for_open_orders", counters.refused_for_open_orders},
                     {"refused_for_limits", counters.refused_for_limits},
                     {"refused_suspended", counters.refused_suspended},
                     {"refused_for_room", counters.refused_for_room},
                     {"cut_off_for_room", counters.cut_off_for_room},
                     {"malformed", counters.malformed},
                     {"overloads", counters.overloads},
                     {"canceled_on_disconnect", counters.canceled_on_disconnect},
                     {"canceled_for_room", counters.canceled_for_room},
                     {"replies_not_kept", counters.replies_not_kept},
                     {"drop_copies_not_kept", counters.drop_copies_not_kept}});
    for (const live::VenueKeys* keys : protocols::venue_keys()) {
        if (!keys->copies_not_kept.empty()) {
            json[std::string(keys->copies_not_kept)] = counters.copies_not_kept;
        }
    }
    json.update(Json{{"snapshots", detail.snapshots.made},
                     {"snapshots_broken", detail.snapshots.broken},
                     {"snapshots_refused", detail.snapshots.refused}});
    return json;
}

/// How many instruments are in each state of trading.
[[nodiscard]] Json trading_json(const ExchangeDetail& detail) {
    Json states = Json::object();
    for (const TradingCount& count : detail.trading) {
        states[std::string(book::name(count.state))] = count.instruments;
    }
    return states;
}

[[nodiscard]] Json day_json(const ExchangeDetail& detail) {
    const exchange::TradingDay& day = detail.day;
    return {{"number", day.number},
            {"date", day.date == 0 ? Json(nullptr) : Json(date_text(day.date))},
            {"session", protocols::without_padding(detail.session)},
            {"schedule_done",
             detail.schedule_done ? Json(time_of_day(*detail.schedule_done)) : Json(nullptr)},
            {"instruments", trading_json(detail)}};
}

[[nodiscard]] Json venue_json(const ExchangeHealth& health, const ExchangeDetail& detail) {
    const exchange::ExchangeCounters& counters = detail.venue;
    return {{"commands", counters.commands},
            {"executions", counters.executions},
            {"session_executions", counters.session_executions},
            {"rejected", counters.rejected},
            {"ignored", counters.ignored},
            {"open_orders", health.open_orders},
            {"session_orders", detail.session_orders},
            {"book_checksum", fmt::format("{:016x}", detail.book_checksum)},
            {"output_checksum", fmt::format("{:016x}", detail.output_checksum)}};
}

[[nodiscard]] Json level_json(const book::Level& level) {
    return level.orders == 0 ? Json(nullptr)
                             : Json{{"price", level.price.value}, {"qty", level.qty.value}};
}

[[nodiscard]] Json books_json(const ExchangeHealth& health, const ExchangeDetail& detail) {
    Json shown = Json::array();
    for (const BookStatus& book : detail.books) {
        shown.push_back({{"symbol", book.symbol.str()},
                         {"locate", book.instrument.value},
                         {"bid", level_json(book.bbo.bid)},
                         {"ask", level_json(book.bbo.ask)},
                         {"checksum", book.checksum ? Json(text::checksum_text(*book.checksum))
                                                    : Json(nullptr)},
                         {"checksum_next_seq", health.feed_next_seq}});
    }
    return shown;
}

[[nodiscard]] Json feed_json(const ExchangeHealth& health, const ExchangeDetail& detail) {
    return {{"next_seq", health.feed_next_seq},
            {"packets", detail.packets},
            {"heartbeats", detail.feed.heartbeats},
            {"requests", detail.requests.requests},
            {"requests_out_of_range", detail.requests.out_of_range},
            {"requests_refused_for_rate", detail.request_limit.refused_for_rate},
            {"requests_refused_for_room", detail.request_limit.refused_for_room},
            {"requests_refused_for_all", detail.request_limit.refused_for_all},
            {"requests_refused_for_network", detail.requests_of_other_networks},
            {"messages_not_kept", detail.feed.messages_not_kept},
            {"datagrams_unsent", detail.datagrams_unsent}};
}

/// null: it is not open.
void add_ports(Json& json, std::span<const ProtocolPortStatus> open) {
    for (const live::VenuePortKeys& keys : protocols::venue_port_keys()) {
        const auto found = std::ranges::find(open, keys.port, &ProtocolPortStatus::port);
        json[std::string(keys.json)] =
            found == open.end() ? Json(nullptr) : Json(found->at.to_string());
    }
}

void add_publishers(Json& json, std::span<const live::PublisherStatus> open) {
    for (const live::VenueKeys* keys : protocols::venue_keys()) {
        if (keys->status.empty()) {
            continue;
        }
        const auto found = std::ranges::find(open, keys->status, &live::PublisherStatus::key);
        json[std::string(keys->status)] = found == open.end() ? Json(nullptr) : found->json();
    }
}

}  // namespace

std::string exchange_json(const ExchangeHealth& health, const ExchangeDetail& detail) {
    Json json{{"running", detail.is_running},
              {"order_entry", detail.order_entry.to_string()},
              {"glimpse", detail.glimpse.to_string()},
              {"requests", detail.requests_at.to_string()},
              {"drop_copy", endpoint_json(detail.drop_copy)}};
    add_ports(json, detail.protocol_ports);
    json["operator"] = endpoint_json(detail.operator_port);
    add_publishers(json, detail.publishers);
    json.update(Json{{"recovered", recovery_json(detail.recovered)},
                     {"journal",
                      {{"last_seq", health.last_seq},
                       {"durable_seq", health.durable_seq},
                       {"commits", detail.has_overlapped_commits ? "overlapped" : "one"},
                       {"room", room_name(health.room)},
                       {"archive",
                        {{"segments", detail.archive.segments},
                         {"chain", detail.archive.chain},
                         {"error", detail.archive.trouble}}},
                       {"error", detail.journal_error}}},
                     {"venue", venue_json(health, detail)},
                     {"books", books_json(health, detail)},
                     {"day", day_json(detail)},
                     {"clients", clients_json(detail)},
                     {"sessions", sessions_json(detail.sessions)},
                     {"feed", feed_json(health, detail)},
                     {"output", {{"lines_lost", health.lines_lost}}}});
    return json.dump(2) + "\n";
}

std::string exchange_health(const ExchangeHealth& health) {
    return fmt::format(
        "record {} ({} durable{}), {} sessions, {} open orders, {} executions, feed {}{}{}",
        health.last_seq, health.durable_seq, room_text(health.room), health.sessions_logged_in,
        health.open_orders, health.executions, health.feed_next_seq, closed_text(health),
        process::lost_text(health.lines_lost));
}

std::string endpoints_text(const ExchangePorts& ports) {
    std::string text =
        fmt::format("order entry {}, glimpse {}, requests {}, ", ports.order_entry().to_string(),
                    ports.glimpse().to_string(), ports.requests().to_string());
    if (const net::Endpoint* drop_copy = ports.drop_copy()) {
        text += fmt::format("drop copy {}, ", drop_copy->to_string());
    }
    for (const live::VenuePortKeys& keys : protocols::venue_port_keys()) {
        if (const net::Endpoint* at = ports.find(keys.port)) {
            text += fmt::format("{} {}, ", keys.words, at->to_string());
        }
    }
    for (const auto& publisher : ports.publishers()) {
        text += publisher->ports_text();
    }
    if (const net::Endpoint* operators = ports.operator_port()) {
        text += fmt::format("operator {}, ", operators->to_string());
    }
    for (const auto& publisher : ports.publishers()) {
        text += publisher->lines_text();
    }
    return text + fmt::format("line A {}, line B {}", ports.line_a().to_string(),
                              ports.line_b().to_string());
}

}  // namespace hotpath::app
