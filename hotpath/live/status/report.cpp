#include "hotpath/live/status/report.hpp"

#include <optional>
#include <type_traits>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "hotpath/engine/mark.hpp"
#include "hotpath/live/status/feed_alarm.hpp"
#include "hotpath/live/status/utc_distance.hpp"
#include "hotpath/messages/mark_text.hpp"
#include "hotpath/messages/refusals.hpp"
#include "hotpath/process/output_thread.hpp"
#include "hotpath/protocols/all.hpp"
#include "hotpath/text/numbers.hpp"

namespace hotpath::live {

namespace {

using protocols::MarketFeeds;
using TradeJson = nlohmann::ordered_json;
using text::dollars;
using text::grouped;
using text::price_text;

constexpr std::array<std::string_view, trader::kPorts> kPortKeys{"order_entry", "glimpse",
                                                                 "drop_copy"};

[[nodiscard]] std::string_view session_state_name(trader::SessionState state) {
    switch (state) {
        case trader::SessionState::Off:
            return "off";
        case trader::SessionState::Waiting:
            return "waiting";
        case trader::SessionState::Wanted:
            return "wanted";
        case trader::SessionState::Open:
            return "open";
    }
    return "unknown";
}

/// Empty: the venue has said nothing wrong to this process.
[[nodiscard]] std::string trouble_text(const TradeStatus& status) {
    if (status.trouble_decode != protocols::DecodeStatus::Ok) {
        return "malformed reply from the venue";
    }
    if (!oms::is_disagreement(status.trouble)) {
        return {};
    }
    if (status.trouble == oms::ReportStatus::UnknownInstrument) {
        return fmt::format("order {} of the account is in {}, which is not in trading.symbols",
                           status.trouble_id.value, status.unknown_symbol.str());
    }
    return fmt::format("the venue's reply about order {}: {}", status.trouble_id.value,
                       status_name(status.trouble));
}

[[nodiscard]] std::string finding_text(const CopyStatus& copies) {
    switch (copies.finding) {
        case trader::Finding::Agrees:
            return {};
        case trader::Finding::Differs:
            return fmt::format(
                "positions differ: {} {} after reply {} by order entry, {} {} after reply {} by "
                "drop copy",
                copies.own.symbol.str(), copies.own.position.value, copies.own.number,
                copies.copied.symbol.str(), copies.copied.position.value, copies.copied.number);
        case trader::Finding::AnotherUser:
            return fmt::format(
                "the order-entry session is not of account.user: {} executions wait for copies, "
                "and "
                "all {} copies are of other users",
                copies.waiting, copies.others_copies);
        default:
            return fmt::format("the drop copy: {}", name(copies.finding));
    }
}

/// The first of them, or what an earlier process was stopped for.
[[nodiscard]] std::string disagreement_text(const TradeStatus& status) {
    const std::string trouble = trouble_text(status);
    const std::string finding = finding_text(status.copies);
    const std::string& first =
        finding.empty() || (!status.copies.is_first && !trouble.empty()) ? trouble : finding;
    if (!first.empty()) {
        return first;
    }
    const std::string before = stopped_before(status);
    return before.empty() ? "an earlier process disagreed with the venue" : before;
}

[[nodiscard]] Nanos waiting_for(const CopyStatus& copies, Time now) {
    return copies.waiting_since == kNever ? Nanos{} : now - copies.waiting_since;
}
[[nodiscard]] std::int64_t waiting_ms(const TradeStatus& status) {
    return waiting_for(status.copies, status.time).value / 1'000'000;
}

/// Agreement is said only of what has been compared.
[[nodiscard]] std::string copies_text(const CopyStatus& copies, Time now) {
    const bool agrees = copies.finding == trader::Finding::Agrees;
    const std::string_view word =
        agrees && copies.waiting != 0 && copies.agreed == 0 ? "waits" : name(copies.finding);
    std::string text = fmt::format(", drop copy {} ({} executions", word, copies.agreed);
    if (copies.waiting != 0) {
        text += fmt::format(", {} wait since {:.1f} s", copies.waiting,
                            static_cast<double>(waiting_for(copies, now).value) / 1e9);
    }
    if (copies.agreed == 0 && copies.others_copies != 0) {
        text += fmt::format(", {} copies of other users", copies.others_copies);
    }
    return text + ")";
}

[[nodiscard]] std::string shown_positions(const TradeStatus& status) {
    std::string text;
    for (std::uint32_t n = 0; n < status.positions_count; ++n) {
        const PositionStatus& held = status.positions[n];
        if (held.position != SignedQty{}) {
            text += fmt::format("{}{} {}", text.empty() ? "" : " ", held.symbol.str(),
                                held.position.value);
        }
    }
    return text.empty() ? "flat" : text;
}

/// Configured symbols that the feed does not list, once it is read: nothing is traded of them.
[[nodiscard]] std::vector<std::string> unlisted_symbols(const TradeStatus& status) {
    std::vector<std::string> symbols;
    for (std::uint32_t n = 0; n < status.positions_count; ++n) {
        if (!status.positions[n].is_listed && status.feed.state == feed::FeedState::Live) {
            symbols.push_back(status.positions[n].symbol.str());
        }
    }
    return symbols;
}

[[nodiscard]] std::string unlisted_text(const TradeStatus& status) {
    const std::vector<std::string> symbols = unlisted_symbols(status);
    return symbols.empty()
               ? ""
               : fmt::format(", WARNING: the feed does not list {}", fmt::join(symbols, ", "));
}

/// An object for each protocol that has more counters; null unless the feed is of it.
void add_own_counters(TradeJson& json, const FeedStatus& feed) {
    const auto add = [&]<class P>(std::type_identity<P>) {
        if (P::kCounters.empty()) {
            return 0;
        }
        TradeJson& own = json[std::string(P::kKey)];
        for (std::size_t n = 0;
             P::kKey == MarketFeeds::kKeys[feed.protocol] && n < P::kCounters.size(); ++n) {
            own[std::string(P::kCounters[n])] = feed.counters[n];
        }
        return 0;
    };
    static_cast<void>(MarketFeeds::each(add));
}

[[nodiscard]] TradeJson feed_json(const TradeStatus& status) {
    const FeedStatus& feed = status.feed;
    TradeJson json{
        {"protocol", MarketFeeds::kKeys[feed.protocol]},
        {"state", name(feed.state)},
        {"stale", feed.is_stale},
        {"current", feed.is_current},
        {"stale_periods", status.engine.stale_periods},
        {"gaps_outwaited", status.engine.gaps_outwaited},
        {"next_seq", feed.next_seq},
        {"packets_a", feed.packets[0]},
        {"packets_b", feed.packets[1]},
        {"packets_replied", feed.packets[2]},
        {"gaps", feed.gaps.gaps},
        {"requests", feed.gaps.requests},
        {"given_up", feed.gaps.given_up},
        {"messages", feed.messages_given},
        {"messages_undecoded", feed.messages_undecoded},
        {"packets_malformed", feed.packets_malformed},
        {"packets_of_others", feed.packets_of_others},
        {"another_feed", feed.is_foreign ? TradeJson(foreign_text(feed)) : TradeJson(nullptr)},
        {"price_jumps", feed.price_jumps},
        {"snapshots_applied", feed.snapshots.snapshots_applied},
        {"snapshots_failed", feed.snapshots.snapshots_failed}};
    add_own_counters(json, feed);
    return json;
}

[[nodiscard]] TradeJson connections_json(const TradeStatus& status) {
    TradeJson connections = TradeJson::object();
    for (std::size_t port = 0; port < trader::kPorts; ++port) {
        const ConnectionStatus& connection = status.connections[port];
        connections[std::string(kPortKeys[port])] =
            connection.is_used ? TradeJson{{"state", session_state_name(connection.state)},
                                           {"logged_in", connection.is_logged_in},
                                           {"connections", connection.connections},
                                           {"logins", connection.logins},
                                           {"last_end", name(connection.close_reason)}}
                               : TradeJson(nullptr);
    }
    return connections;
}

[[nodiscard]] TradeJson orders_json(const TradeStatus& status) {
    return {{"open", status.open_orders},
            {"in_doubt", status.is_in_doubt},
            {"entered", status.orders.entered},
            {"replaced", status.orders.replaces},
            {"reduces", status.orders.reduces},
            {"cancels", status.orders.cancels},
            {"accepted", status.orders.accepted},
            {"rejected_by_venue", status.orders.rejected},
            {"executions", status.orders.executions},
            {"broken", status.orders.broken},
            {"lost", status.orders.lost},
            {"rejected_by_risk", messages::refusals_json(status.gateway.rejected_by_risk)}};
}

[[nodiscard]] Nanos mark_age_of(const TradeStatus& status, const PositionStatus& held) {
    return held.mark_old_since < status.time ? status.time - held.mark_old_since : Nanos{};
}

/// Nothing: the market has no order to close with.
[[nodiscard]] std::optional<Money> cost_to_close_of(const PositionStatus& held) {
    return engine::cost_to_close(
        held.position, held.mark,
        {.bid = {.price = held.bid, .orders = held.bid == Price{} ? 0U : 1U},
         .ask = {.price = held.ask, .orders = held.ask == Price{} ? 0U : 1U}});
}

[[nodiscard]] TradeJson positions_json(const TradeStatus& status) {
    TradeJson positions = TradeJson::array();
    for (std::uint32_t n = 0; n < status.positions_count; ++n) {
        const PositionStatus& held = status.positions[n];
        const std::optional<Money> cost = cost_to_close_of(held);
        positions.push_back(
            {{"symbol", held.symbol.str()},
             {"listed", held.is_listed},
             {"position", held.position.value},
             {"drop_copy",
              status.copies.is_used ? TradeJson(held.copied_position.value) : TradeJson(nullptr)},
             {"bought_qty", held.bought_qty},
             {"sold_qty", held.sold_qty},
             {"realized_pnl", held.realized_pnl.value},
             {"unrealized_pnl", held.unrealized_pnl.value},
             {"mark", held.mark == Price{} ? TradeJson(nullptr) : TradeJson(held.mark.value)},
             {"mark_age_s", static_cast<double>(mark_age_of(status, held).value) / 1e9},
             {"cost_to_close", cost ? TradeJson(cost->value) : TradeJson(nullptr)},
             {"fees", held.fees.value}});
    }
    return positions;
}

/// Prices in 1/10,000 dollar; null where a side is empty or where there is no checksum yet.
[[nodiscard]] TradeJson books_json(const TradeStatus& status) {
    const auto side = [](Price price, TotalQty qty) {
        return price.value == 0 ? TradeJson(nullptr)
                                : TradeJson{{"price", price.value}, {"qty", qty.value}};
    };
    TradeJson books = TradeJson::array();
    for (std::uint32_t n = 0; n < status.positions_count; ++n) {
        const PositionStatus& shown = status.positions[n];
        const bool has_sum = shown.book.next_seq != 0;
        books.push_back(
            {{"symbol", shown.symbol.str()},
             {"bid", side(shown.bid, shown.bid_qty)},
             {"ask", side(shown.ask, shown.ask_qty)},
             {"checksum", has_sum ? TradeJson(text::checksum_text(shown.book.checksum)) : nullptr},
             {"checksum_next_seq", has_sum ? TradeJson(shown.book.next_seq) : nullptr}});
    }
    return books;
}

[[nodiscard]] TradeJson clock_json(const TradeConfig& config) {
    const UtcDistance clock = utc_distance();
    return {{"synchronized", clock.is_synchronized},
            {"error_us_max", clock.error_max.value / 1'000},
            {"alarm", is_clock_off(clock, config.clock_error_max)}};
}

}  // namespace

std::size_t used_bytes(const RunStatus& status) noexcept {
    const TradeStatus& last = status.venues[status.venues_count - 1];
    const auto* end =
        reinterpret_cast<const std::byte*>(last.positions.data() + last.positions_count);
    return static_cast<std::size_t>(end - reinterpret_cast<const std::byte*>(&status));
}

std::string_view doing(const TradeStatus& status) {
    if (status.is_stopped || status.is_stopping) {
        return status.is_stopped ? "stopped" : "stopping";
    }
    if (status.mode != risk::TradingMode::Open) {
        return mode_name(status.mode);
    }
    return status.feed.is_foreign ? "another feed"
           : status.is_recovering ? "logging on"
           : status.is_in_doubt   ? "no session"
           : status.feed.is_stale ? "stale"
                                  : "trading";
}

std::string stopped_before(const TradeStatus& status) {
    const auto end = std::ranges::find(status.stopped_before, '\0');
    return {status.stopped_before.begin(), end};
}

std::string stop_text(const TradeStatus& status) {
    if (status.mode == risk::TradingMode::Open) {
        return {};
    }
    if (status.stop_reason == risk::StopReason::Disagreement) {
        return disagreement_text(status);
    }
    return std::string(stop_name(status.stop_reason));
}

std::string trade_health(const TradeStatus& status) {
    const std::string why = status.is_stopping ? "" : stop_text(status);
    const std::string copies =
        status.copies.is_used ? copies_text(status.copies, status.time) : ", no drop copy";
    return fmt::format(
        "{}{}, feed {} {}, {} open orders, {} entered, {} executions, {}, P&L {}{}{}{}{}",
        doing(status), why.empty() ? "" : fmt::format(" ({})", why), status.feed.next_seq,
        name(status.feed.state), status.open_orders, status.orders.entered,
        status.orders.executions, shown_positions(status), dollars(status.account.pnl), copies,
        unlisted_text(status),
        status.feed.is_foreign ? ", WARNING: " + foreign_text(status.feed) : "",
        process::lost_text(status.lines_lost));
}

namespace {

[[nodiscard]] TradeJson status_json(const TradeConfig& config, const VenueConfig& venue,
                                    const TradeStatus& status) {
    return {{"running", !status.is_stopped},
            {"doing", doing(status)},
            {"account", venue.account},
            {"strategy", strategy_name(config)},
            {"identity", fmt::format("{:016x}", venue.trader.configuration)},
            {"trading", {{"mode", mode_name(status.mode)}, {"reason", stop_text(status)}}},
            {"clock", clock_json(config)},
            {"feed", feed_json(status)},
            {"links", connections_json(status)},
            {"sessions", status.trader.sessions},
            {"sessions_lost", status.engine.lost_sessions},
            {"orders", orders_json(status)},
            {"money",
             {{"unit", "1/10,000 dollar"},
              {"pnl", status.account.pnl.value},
              {"net_value", status.account.net_value.value},
              {"gross_value", status.account.gross_value.bits()},
              {"traded_value", status.account.traded_value.bits()}}},
            {"drop_copy", status.copies.is_used
                              ? TradeJson{{"finding", name(status.copies.finding)},
                                          {"settled", status.copies.is_settled},
                                          {"agreed", status.copies.agreed},
                                          {"waiting", status.copies.waiting},
                                          {"waiting_ms", waiting_ms(status)},
                                          {"copies", status.copies.copies},
                                          {"copies_of_others", status.copies.others_copies}}
                              : TradeJson(nullptr)},
            {"books", books_json(status)},
            {"positions", positions_json(status)},
            {"positions_not_shown", status.positions_not_shown},
            {"symbols_not_listed", unlisted_symbols(status)}};
}

/// Net position of one symbol over both venues.
struct NetPosition {
    SignedQty position{};
    Money pnl{};  // cash less fees; the net position at the first venue's mark
};
[[nodiscard]] NetPosition net_of(const PositionStatus& first, const PositionStatus& second) {
    const SignedQty net = first.position + second.position;
    return {.position = net,
            .pnl = first.cash + second.cash - first.fees - second.fees + first.mark * net};
}

[[nodiscard]] TradeJson net_positions_json(const RunStatus& status) {
    TradeJson positions = TradeJson::array();
    for (std::uint32_t n = 0; n < status.venues[0].positions_count; ++n) {
        const PositionStatus& first = status.venues[0].positions[n];
        const PositionStatus& second = status.venues[1].positions[n];
        const NetPosition net = net_of(first, second);
        positions.push_back({{"symbol", first.symbol.str()},
                             {"first", first.position.value},
                             {"second", second.position.value},
                             {"net", net.position.value},
                             {"pnl", net.pnl.value}});
    }
    return positions;
}

[[nodiscard]] Money net_pnl(const RunStatus& status) {
    Money sum;
    for (std::uint32_t n = 0; n < status.venues[0].positions_count; ++n) {
        sum += net_of(status.venues[0].positions[n], status.venues[1].positions[n]).pnl;
    }
    return sum;
}

[[nodiscard]] std::string trade_json(const TradeConfig& config, const TradeStatus& status) {
    TradeJson json = status_json(config, config, status);
    json["output"] = {{"lines_lost", status.lines_lost}};
    return json.dump(2) + "\n";
}

[[nodiscard]] std::string arbitrage_health(const RunStatus& status) {
    const strategy::ArbitrageCounters& counters = status.arbitrage;
    return fmt::format(
        "{} crosses, {} traded, {} complete, {} legged, {} stops, P&L {}\n"
        "trade: first venue: {}\ntrade: second venue: {}",
        counters.crosses, counters.trades, counters.complete, counters.legged, counters.stops,
        dollars(net_pnl(status)), trade_health(status.venues[0]), trade_health(status.venues[1]));
}

[[nodiscard]] std::string arbitrage_json(const TradeConfig& config, const RunStatus& status) {
    const strategy::ArbitrageCounters& counters = status.arbitrage;
    const TradeJson json{{"running", !status.venues[0].is_stopped || !status.venues[1].is_stopped},
                         {"strategy", strategy_name(config)},
                         {"arbitrage",
                          {{"crosses", counters.crosses},
                           {"trades", counters.trades},
                           {"complete", counters.complete},
                           {"legged", counters.legged},
                           {"stops", counters.stops},
                           {"too_late", counters.too_late}}},
                         {"firm",
                          {{"open_orders", status.firm_taken[0]},
                           {"open_value", status.firm_taken[1]},
                           {"messages", status.firm_taken[2]},
                           {"gross", status.firm_exposure[0]},
                           {"long", status.firm_exposure[1]},
                           {"short", status.firm_exposure[2]}}},
                         {"money", {{"unit", "1/10,000 dollar"}, {"pnl", net_pnl(status).value}}},
                         {"positions", net_positions_json(status)},
                         {"venues",
                          {status_json(config, config, status.venues[0]),
                           status_json(config, *config.second, status.venues[1])}},
                         {"output", {{"lines_lost", status.venues[0].lines_lost}}}};
    return json.dump(2) + "\n";
}

}  // namespace

std::string run_health(const RunStatus& status) {
    return status.venues_count == 1 ? trade_health(status.venues[0]) : arbitrage_health(status);
}

std::string run_json(const TradeConfig& config, const RunStatus& status) {
    return status.venues_count == 1 ? trade_json(config, status.venues[0])
                                    : arbitrage_json(config, status);
}

namespace {

/// What is left open: its mark and what closing costs; "" when flat.
[[nodiscard]] std::string open_text(const TradeStatus& status, const PositionStatus& held) {
    if (held.position == SignedQty{}) {
        return {};
    }
    const std::string age = messages::mark_age_text(mark_age_of(status, held));
    return fmt::format(", mark {}{}, {}", price_text(held.mark),
                       age.empty() ? "" : fmt::format(" ({})", age),
                       messages::cost_to_close_text(cost_to_close_of(held)));
}

}  // namespace

std::string positions_text(const TradeStatus& status) {
    std::string text;
    for (std::uint32_t n = 0; n < status.positions_count; ++n) {
        const PositionStatus& held = status.positions[n];
        text += fmt::format(
            "{:<8} {:>10} shares, bought {}, sold {}, realized {}, unrealized {}, "
            "fees {}{}\n",
            held.symbol.str(), grouped(held.position.value), grouped(held.bought_qty),
            grouped(held.sold_qty), dollars(held.realized_pnl), dollars(held.unrealized_pnl),
            dollars(held.fees), open_text(status, held));
    }
    if (status.positions_not_shown != 0) {
        text += fmt::format("and {} more symbols\n", status.positions_not_shown);
    }
    return text + fmt::format("{:<8} {:>10} executions, P&L {}\n", "all",
                              grouped(status.orders.executions), dollars(status.account.pnl));
}

}  // namespace hotpath::live
