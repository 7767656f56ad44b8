#include "apps/hotpath/top/view.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include <fmt/format.h>

#include "apps/hotpath/console/console.hpp"

namespace hotpath::app {

namespace {

using telemetry::Latencies;
using telemetry::Rates;
using telemetry::Span;
using telemetry::StateRecord;
using telemetry::Summary;
using telemetry::TradingMode;

constexpr std::size_t kLabel = 10;
constexpr std::array<double, 4> kPercents{50, 90, 99, 99.9};
constexpr std::array<Span, 9> kSpanRows{Span::Decode,      Span::Book,       Span::Decide,
                                        Span::Risk,        Span::Encode,     Span::Tx,
                                        Span::TickToOrder, Span::WireToWire, Span::NoOrder};
/// A state is late when it is older than many of its intervals.
constexpr Nanos kLate{2 * kNanosPerSecond};

[[nodiscard]] std::string rate_text(double a_second) {
    return grouped(static_cast<std::int64_t>(std::llround(a_second)));
}

[[nodiscard]] std::string_view mode_text(TradingMode mode) {
    return mode == TradingMode::Open           ? "open"
           : mode == TradingMode::ReducingOnly ? "reducing only"
                                               : "KILLED";
}

void add_writer(TopLines& lines, const telemetry::ChannelWatch& watch, Time now) {
    const shm::EndState end = watch.writer();
    if (end.presence != shm::Presence::Attached) {
        lines.add(end.presence == shm::Presence::Crashed
                      ? fmt::format("  TRADER CRASHED (process {})", end.holder_pid)
                      : std::string("  no trader: the last one has left"),
                  style().bad);
    } else if (watch.age(now) > kLate) {
        lines.add(fmt::format("  SILENT for {} s", watch.age(now).value / kNanosPerSecond),
                  style().bad);
    } else {
        lines.add(fmt::format("  process {}", end.holder_pid), style().dim);
    }
}

void add_title(TopLines& lines, const telemetry::ChannelWatch& watch, Time now) {
    const StateRecord& state = watch.summary().state();
    const bool is_trading = state.mode == TradingMode::Open && state.is_stale == 0;
    lines.add("hotpath top  ", style().dim)
        .add(watch.name(), style().bold)
        .add("  ")
        .add(state.name.view())
        .add("  ")
        .add(state.doing.view(), is_trading ? style().good : style().bad)
        .add("  " + time_of_day(state.local_time).substr(0, 8), style().dim);
    add_writer(lines, watch, now);
    lines.end_line();
}

void add_trading(TopLines& lines, const StateRecord& state) {
    const bool is_open = state.mode == TradingMode::Open;
    lines.left("trading", kLabel, style().dim)
        .add(mode_text(state.mode), is_open ? style().good : style().bad);
    if (!is_open) {
        lines.add(fmt::format(" ({})", state.stop_reason.view()), style().bad);
    }
    lines.add(state.is_in_doubt != 0 ? "   orders in doubt" : "", style().bad)
        .add("   drop copy ", style().dim)
        .add(state.drop_copy.view().empty() ? "none" : state.drop_copy.view());
    lines.end_line();
}

void add_feed(TopLines& lines, const StateRecord& state) {
    const telemetry::FeedPart& feed = state.feed;
    lines.left("feed", kLabel, style().dim)
        .add(state.feed_state.view())
        .add(state.is_stale != 0 ? "   STALE" : "   books current",
             state.is_stale != 0 ? style().bad : style().good)
        .add(fmt::format("   next {}   gaps {}, re-requested {}, given up {}, snapshots {}, "
                         "stale periods {}",
                         grouped(feed.next_seq), grouped(feed.gaps), grouped(feed.requests),
                         grouped(feed.given_up), grouped(feed.snapshots),
                         grouped(feed.stale_periods)));
    lines.end_line();
}

void add_orders(TopLines& lines, const StateRecord& state) {
    const telemetry::OrderPart& orders = state.orders;
    lines.left("orders", kLabel, style().dim)
        .add(fmt::format("{} open", grouped(orders.open)), style().bold)
        .add(fmt::format("   entered {}, replaced {}, canceled {}, executions {}",
                         grouped(orders.entered), grouped(orders.replaced), grouped(orders.cancels),
                         grouped(orders.executions)))
        .add(fmt::format("   rejected {} by risk, {} by the venue",
                         grouped(orders.rejected_by_risk), grouped(orders.rejected_by_venue)),
             orders.rejected_by_venue == 0 ? style().dim : style().bad);
    lines.end_line();
}

void add_money(TopLines& lines, const StateRecord& state) {
    lines.left("P&L", kLabel, style().dim)
        .add(dollars(state.money.pnl), state.money.pnl < Money{} ? style().bad : style().good)
        .add(fmt::format("   net {}   gross {}   traded {}", dollars(state.money.net_value),
                         dollars(state.money.gross_value), dollars(state.money.traded_value)));
    lines.end_line();
}

void add_queues(TopLines& lines, const telemetry::ChannelWatch& watch) {
    const telemetry::QueuePart& queues = watch.summary().state().queues;
    const telemetry::ReaderCounters seen = watch.counters();
    lines.left("queues", kLabel, style().dim)
        .add(fmt::format("outbox {}   unsent {}", grouped(queues.outbox_messages),
                         bytes_text(queues.unsent_bytes)));
    if (queues.journal_slots != 0) {
        lines.add(fmt::format("   journal {} of {}", grouped(queues.journal_waiting),
                              grouped(queues.journal_slots)));
    }
    lines.add("   this view missed ", style().dim)
        .add(grouped(seen.lost), seen.lost == 0 ? style().dim : style().bad)
        .add(" records", style().dim);
    if (seen.damaged + seen.unknown != 0) {
        lines.add(fmt::format(", could not read {}", grouped(seen.damaged + seen.unknown)),
                  style().bad);
    }
    lines.end_line();
}

void add_rates(TopLines& lines, const Summary& summary) {
    const std::array rates{summary.rates({kNanosPerSecond}), summary.rates({10 * kNanosPerSecond})};
    constexpr std::size_t kColumn = 13;
    lines.end_line();
    lines.left("a second", kLabel + 2, style().bold);
    for (const std::string_view heading :
         {"packets", "messages", "events", "orders", "cancels", "executions"}) {
        lines.right(heading, kColumn, style().dim);
    }
    lines.end_line();
    for (const Rates& rate : rates) {
        lines.left(fmt::format("over {:.0f} s", static_cast<double>(rate.span.value) /
                                                    static_cast<double>(kNanosPerSecond)),
                   kLabel + 2, style().dim);
        for (const double value : {rate.packets, rate.messages, rate.events, rate.orders,
                                   rate.cancels, rate.executions}) {
            lines.right(rate_text(value), kColumn);
        }
        lines.end_line();
    }
}

/// How much of the way from packet to transport a stage's median is, in eighths of a block.
[[nodiscard]] std::string bar(Nanos part, Nanos whole) {
    constexpr std::int64_t kBlocks = 20;
    constexpr std::array<std::string_view, 8> kEighths{"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
    if (whole.value <= 0) {
        return {};
    }
    const std::int64_t eighths = std::clamp<std::int64_t>(
        part.value / std::max<std::int64_t>(whole.value / (8 * kBlocks), 1), 0, 8 * kBlocks);
    std::string text;
    for (std::int64_t n = 0; n < eighths / 8; ++n) {
        text += "█";
    }
    return text + std::string(kEighths[static_cast<std::size_t>(eighths % 8)]);
}

void add_span(TopLines& lines, const Latencies& latencies, Span span) {
    constexpr std::size_t kColumn = 10;
    const timing::LatencyHistogram& histogram = latencies.of(span);
    const bool is_whole = span >= Span::TickToOrder;
    lines.left(telemetry::span_name(span), kLabel + 4, is_whole ? style().bold : style().dim);
    for (const double percent : kPercents) {
        lines.right(histogram.empty() ? "-" : duration_text(histogram.percentile(percent)),
                    kColumn);
    }
    lines.right(histogram.empty() ? "-" : duration_text(histogram.max()), kColumn)
        .right(grouped(histogram.count()), kColumn + 3, style().dim);
    if (!is_whole) {
        const Span whole =
            latencies.of(Span::WireToWire).empty() ? Span::TickToOrder : Span::WireToWire;
        lines.add("  ").add(bar(histogram.percentile(50), latencies.of(whole).percentile(50)),
                            style().good);
    }
    lines.end_line();
}

void add_stages(TopLines& lines, const Summary& summary) {
    constexpr std::size_t kColumn = 10;
    const Latencies recent = summary.recent();
    lines.end_line();
    lines.left("stages", kLabel + 4, style().bold);
    for (const double percent : kPercents) {
        lines.right(fmt::format("p{}", percent), kColumn, style().dim);
    }
    lines.right("max", kColumn, style().dim)
        .right("events", kColumn + 3, style().dim)
        .add(fmt::format("  of the last {} s", summary.recent_span().value / kNanosPerSecond),
             style().dim);
    lines.end_line();
    for (const Span span : kSpanRows) {
        add_span(lines, recent, span);
    }
}

void add_row(TopLines& lines, const telemetry::InstrumentRecord& row, bool has_copy) {
    lines.left(row.symbol.view(), kLabel)
        .right(grouped(row.position.value), 11,
               row.position == SignedQty{} ? style().dim : style().bold)
        .right(grouped(std::uint64_t{row.open_orders}), 6)
        .right(row.bid.value == 0 ? "-" : price_text(row.bid), 11)
        .right(row.ask.value == 0 ? "-" : price_text(row.ask), 11)
        .right(dollars(row.realized_pnl), 15)
        .right(dollars(row.unrealized_pnl), 15)
        .right(dollars(row.fees), 12)
        .right(grouped(row.bought_qty), 11)
        .right(grouped(row.sold_qty), 11);
    if (has_copy && row.copied_position != row.position) {
        lines.add(fmt::format("  drop copy {}", grouped(row.copied_position.value)), style().bad);
    }
    lines.end_line();
}

void add_rows(TopLines& lines, const Summary& summary) {
    lines.end_line();
    lines.left("symbol", kLabel, style().bold);
    constexpr std::array<std::pair<std::string_view, std::size_t>, 9> kHeadings{{{"position", 11},
                                                                                 {"open", 6},
                                                                                 {"bid", 11},
                                                                                 {"ask", 11},
                                                                                 {"realized", 15},
                                                                                 {"unrealized", 15},
                                                                                 {"fees", 12},
                                                                                 {"bought", 11},
                                                                                 {"sold", 11}}};
    for (const auto& [heading, columns] : kHeadings) {
        lines.right(heading, columns, style().dim);
    }
    lines.end_line();
    const auto rows = summary.rows();
    const bool has_copy = !summary.state().drop_copy.view().empty();
    const std::size_t room = lines.rows_left();
    const std::size_t shown =
        rows.size() < room ? rows.size() : room - std::min<std::size_t>(room, 1);
    for (const telemetry::InstrumentRecord& row : rows.first(std::min(shown, rows.size()))) {
        add_row(lines, row, has_copy);
    }
    if (const std::size_t more =
            rows.size() - std::min(shown, rows.size()) + summary.state().rows_not_shown;
        more != 0) {
        lines.add(fmt::format("and {} more", more), style().dim);
        lines.end_line();
    }
}

}  // namespace

std::string top_screen(const telemetry::ChannelWatch& watch, Time now, const ScreenSize& size,
                       std::string_view line_end) {
    TopLines lines(size);
    if (!watch.is_attached() || !watch.summary().has_state()) {
        lines.add("hotpath top  ", style().dim).add(watch.name(), style().bold);
        lines.end_line();
        lines.end_line();
        lines.add(watch.is_attached() ? "no trader publishes on this channel yet: waiting"
                                      : "no trader publishes: " + watch.problem());
        lines.end_line();
        return lines.text(line_end);
    }
    const Summary& summary = watch.summary();
    add_title(lines, watch, now);
    add_trading(lines, summary.state());
    add_feed(lines, summary.state());
    add_orders(lines, summary.state());
    add_money(lines, summary.state());
    add_queues(lines, watch);
    add_rates(lines, summary);
    add_stages(lines, summary);
    add_rows(lines, summary);
    return lines.text(line_end);
}

}  // namespace hotpath::app
