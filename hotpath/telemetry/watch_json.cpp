#include "hotpath/telemetry/watch_json.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace hotpath::telemetry {

namespace {

using WatchJson = nlohmann::ordered_json;

[[nodiscard]] std::string_view mode_key(TradingMode mode) {
    return mode == TradingMode::Open           ? "open"
           : mode == TradingMode::ReducingOnly ? "reducing only"
                                               : "killed";
}

[[nodiscard]] WatchJson rates_json(const Rates& rates) {
    return {{"span_ns", rates.span.value},   {"packets", rates.packets},
            {"messages", rates.messages},    {"events", rates.events},
            {"orders", rates.orders},        {"cancels", rates.cancels},
            {"executions", rates.executions}};
}

[[nodiscard]] WatchJson latencies_json(const Latencies& latencies) {
    WatchJson json = WatchJson::object();
    for (std::size_t n = 0; n < kSpans; ++n) {
        const auto span = static_cast<Span>(n);
        const timing::LatencyHistogram& histogram = latencies.of(span);
        json[std::string(span_name(span))] = {{"count", histogram.count()},
                                              {"p50", histogram.percentile(50).value},
                                              {"p90", histogram.percentile(90).value},
                                              {"p99", histogram.percentile(99).value},
                                              {"p99.9", histogram.percentile(99.9).value},
                                              {"max", histogram.max().value}};
    }
    return json;
}

[[nodiscard]] WatchJson feed_part_json(const StateRecord& state) {
    const FeedPart& feed = state.feed;
    return {{"state", state.feed_state.view()},    {"stale", state.is_stale != 0},
            {"next_seq", feed.next_seq},           {"messages", feed.messages},
            {"packets_a", feed.packets[0]},        {"packets_b", feed.packets[1]},
            {"packets_replied", feed.packets[2]},  {"gaps", feed.gaps},
            {"requests", feed.requests},           {"given_up", feed.given_up},
            {"snapshots_applied", feed.snapshots}, {"stale_periods", feed.stale_periods}};
}

[[nodiscard]] WatchJson order_part_json(const StateRecord& state) {
    const OrderPart& orders = state.orders;
    return {{"open", orders.open},
            {"in_doubt", state.is_in_doubt != 0},
            {"entered", orders.entered},
            {"replaced", orders.replaced},
            {"cancels", orders.cancels},
            {"accepted", orders.accepted},
            {"executions", orders.executions},
            {"rejected_by_venue", orders.rejected_by_venue},
            {"rejected_by_risk", orders.rejected_by_risk},
            {"lost", orders.lost},
            {"sessions_lost", orders.sessions_lost}};
}

[[nodiscard]] WatchJson position_rows_json(const Summary& summary) {
    WatchJson rows = WatchJson::array();
    for (const InstrumentRecord& row : summary.rows()) {
        rows.push_back({{"symbol", row.symbol.view()},
                        {"position", row.position.value},
                        {"drop_copy", row.copied_position.value},
                        {"open_orders", row.open_orders},
                        {"bid", row.bid.value},
                        {"ask", row.ask.value},
                        {"mark", row.mark.value},
                        {"bought_qty", row.bought_qty},
                        {"sold_qty", row.sold_qty},
                        {"realized_pnl", row.realized_pnl.value},
                        {"unrealized_pnl", row.unrealized_pnl.value},
                        {"fees", row.fees.value}});
    }
    return rows;
}

void add_state(WatchJson& json, const Summary& summary) {
    const StateRecord& state = summary.state();
    json["name"] = state.name.view();
    json["session"] = state.session;
    json["doing"] = state.doing.view();
    json["trading"] = {{"mode", mode_key(state.mode)}, {"reason", state.stop_reason.view()}};
    json["drop_copy"] = state.drop_copy.view();
    json["feed"] = feed_part_json(state);
    json["orders"] = order_part_json(state);
    json["money"] = {{"unit", "1/10,000 dollar"},
                     {"pnl", state.money.pnl.value},
                     {"net_value", state.money.net_value.value},
                     {"gross_value", state.money.gross_value.bits()},
                     {"traded_value", state.money.traded_value.bits()}};
    json["queues"] = {{"outbox_messages", state.queues.outbox_messages},
                      {"unsent_bytes", state.queues.unsent_bytes},
                      {"journal_waiting", state.queues.journal_waiting},
                      {"journal_slots", state.queues.journal_slots}};
    json["events"] = state.events;
    json["rates"] = {{"1s", rates_json(summary.rates({kNanosPerSecond}))},
                     {"10s", rates_json(summary.rates({10 * kNanosPerSecond}))}};
    json["stages_ns"] = {{"recent_span_ns", summary.recent_span().value},
                         {"recent", latencies_json(summary.recent())},
                         {"all", latencies_json(summary.all())}};
    json["positions"] = position_rows_json(summary);
    json["positions_not_shown"] = state.rows_not_shown;
}

}  // namespace

std::string watch_json(const ChannelWatch& watch, Time now) {
    const shm::EndState end = watch.writer();
    const ReaderCounters seen = watch.counters();
    WatchJson json{{"channel", watch.name()},
                   {"attached", watch.is_attached()},
                   {"problem", watch.problem()},
                   {"trader",
                    {{"presence", shm::presence_name(end.presence)},
                     {"pid", end.holder_pid},
                     {"epoch", end.epoch}}},
                   {"observer",
                    {{"records", seen.records},
                     {"lost", seen.lost},
                     {"unknown", seen.unknown},
                     {"damaged", seen.damaged},
                     {"state_age_ns", watch.age(now).value}}},
                   {"has_state", watch.summary().has_state()}};
    if (watch.summary().has_state()) {
        add_state(json, watch.summary());
    }
    return json.dump(2) + "\n";
}

}  // namespace hotpath::telemetry
