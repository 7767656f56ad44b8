#include "hotpath/live/status/telemetry.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "hotpath/live/status/report.hpp"

namespace hotpath::live {

namespace {

using telemetry::Text;

static_assert(TradeStatus::kPositionsMax <= telemetry::kInstrumentsMax);

[[nodiscard]] telemetry::TradingMode mode_of(risk::TradingMode mode) noexcept {
    return mode == risk::TradingMode::Open           ? telemetry::TradingMode::Open
           : mode == risk::TradingMode::ReducingOnly ? telemetry::TradingMode::ReducingOnly
                                                     : telemetry::TradingMode::Killed;
}

[[nodiscard]] telemetry::FeedPart feed_of(const TradeStatus& status) noexcept {
    const FeedStatus& feed = status.feed;
    return {.packets = feed.packets,
            .messages = feed.messages,
            .next_seq = feed.next_seq,
            .gaps = feed.gaps.gaps,
            .requests = feed.gaps.requests,
            .given_up = feed.gaps.given_up,
            .snapshots = feed.snapshots.snapshots_applied,
            .stale_periods = status.engine.stale_periods};
}

[[nodiscard]] telemetry::OrderPart orders_of(const TradeStatus& status) noexcept {
    const auto& rejected = status.gateway.rejected_by_risk;
    return {.open = status.open_orders,
            .entered = status.orders.entered,
            .replaced = status.orders.replaces,
            .cancels = status.orders.cancels,
            .accepted = status.orders.accepted,
            .executions = status.orders.executions,
            .rejected_by_venue = status.orders.rejected,
            .rejected_by_risk = std::accumulate(rejected.begin(), rejected.end(), std::uint64_t{0}),
            .lost = status.orders.lost,
            .sessions_lost = status.engine.lost_sessions};
}

/// The finding, or how many executions wait for the other side once the first has for a second.
[[nodiscard]] Text<24> copy_words(const TradeStatus& status) noexcept {
    const CopyStatus& copies = status.copies;
    const bool waits =
        copies.waiting != 0 && status.time - copies.waiting_since >= Nanos{kNanosPerSecond};
    if (!waits || copies.finding != trader::Finding::Agrees) {
        return Text<24>::of(trader::name(copies.finding));
    }
    std::array<char, 24> words{};
    const auto end =
        fmt::format_to_n(words.data(), words.size(), "{} wait for {} s", copies.waiting,
                         (status.time - copies.waiting_since).value / kNanosPerSecond);
    return Text<24>::of({words.data(), std::min(end.size, words.size())});
}

[[nodiscard]] telemetry::StateRecord state_of(const TradeStatus& status,
                                              std::string_view name) noexcept {
    telemetry::StateRecord state;
    state.local_time = status.time;
    state.name = Text<32>::of(name);
    state.doing = Text<16>::of(doing(status));
    state.feed_state = Text<24>::of(feed::name(status.feed.state));
    if (status.mode != risk::TradingMode::Open) {
        state.stop_reason = Text<48>::of(stop_name(status.stop_reason));
    }
    if (status.copies.is_used) {
        state.drop_copy = copy_words(status);
    }
    state.mode = mode_of(status.mode);
    state.is_stale = status.feed.is_stale ? 1 : 0;
    state.is_in_doubt = status.is_in_doubt ? 1 : 0;
    state.rows_not_shown =
        static_cast<std::uint16_t>(std::min<std::uint32_t>(status.positions_not_shown, 65'535));
    state.decisions = status.engine.decisions;
    state.feed = feed_of(status);
    state.orders = orders_of(status);
    state.money = {.pnl = status.account.pnl,
                   .net_value = status.account.net_value,
                   .gross_value = status.account.gross_value,
                   .traded_value = status.account.traded_value};
    state.queues = {.outbox_messages = status.outbox_messages,
                    .unsent_bytes = status.unsent_bytes,
                    .journal_waiting = status.journal_waiting,
                    .journal_slots = status.journal_slots};
    return state;
}

[[nodiscard]] telemetry::InstrumentRecord row_of(const PositionStatus& held) noexcept {
    telemetry::InstrumentRecord row;
    row.open_orders = held.open_orders;
    row.symbol = held.symbol;
    row.position = held.position;
    row.realized_pnl = held.realized_pnl;
    row.unrealized_pnl = held.unrealized_pnl;
    row.fees = held.fees;
    row.bought_qty = held.bought_qty;
    row.sold_qty = held.sold_qty;
    row.bid = held.bid;
    row.ask = held.ask;
    row.mark = held.mark;
    row.copied_position = held.copied_position;
    return row;
}

}  // namespace

Expected<TelemetryChannels> open_channels(const TradeConfig& config) {
    TelemetryChannels channels;
    for (std::size_t n = 0; n < venues_count(config) && config.telemetry.is_wanted(); ++n) {
        auto channel = telemetry::TelemetryChannel::open(channel_options(config, n));
        if (!channel) {
            return std::unexpected(channel.error());
        }
        channels.push_back(std::move(*channel));
    }
    return channels;
}

void publish_status(telemetry::Publisher& publisher, const TradeStatus& status,
                    std::string_view name, std::uint64_t ticks) noexcept {
    telemetry::StateRecord state = state_of(status, name);
    std::array<telemetry::InstrumentRecord, TradeStatus::kPositionsMax> rows;
    for (std::uint32_t n = 0; n < status.positions_count; ++n) {
        rows[n] = row_of(status.positions[n]);
    }
    publisher.publish(state, std::span(rows).first(status.positions_count), ticks);
}

}  // namespace hotpath::live
