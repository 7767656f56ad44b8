#pragma once
/// TradeStatus: the state of a running trader, as one value without pointers. The trading
/// thread makes one at intervals and stores it in a seqlock; another thread formats it.
///
/// Threads: a value. Allocation: none. Complexity: O(symbols).

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "hotpath/core/symbol.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/engine/engine_options.hpp"
#include "hotpath/protocols/all.hpp"
#include "hotpath/protocols/nasdaq/feed/itch_feed.hpp"
#include "hotpath/protocols/trader/order_codec.hpp"
#include "hotpath/trader/input_log.hpp"
#include "hotpath/trader/reconciliation.hpp"
#include "hotpath/trader/resumable_session.hpp"
#include "hotpath/trader/trader_options.hpp"

namespace hotpath::live {

struct ConnectionStatus {
    bool is_used = false;
    bool is_logged_in = false;
    bool is_refused = false;
    char login_reason = ' ';
    trader::SessionState state = trader::SessionState::Off;
    protocols::nasdaq::soupbintcp::CloseReason close_reason =
        protocols::nasdaq::soupbintcp::CloseReason::None;
    std::uint64_t connections = 0;
    std::uint64_t logins = 0;
};

struct FeedStatus {
    feed::FeedState state = feed::FeedState::Idle;
    bool is_stale = true;
    bool is_current = false;  // neither: a gap that may still be filled
    std::uint64_t next_seq = 0;
    std::uint64_t messages = 0;            // decoded
    std::uint64_t messages_given = 0;      // of all lines, once each, and of snapshots
    std::uint64_t messages_undecoded = 0;  // of them: unknown types, another schema
    std::uint64_t packets_malformed = 0;   // of all lines: of another transport, not whole
    std::uint64_t packets_of_others = 0;   // of all lines: of another session
    std::uint64_t sessions = 0;            // of the feed, so far
    Time last_time{};                      // of its last message
    bool is_foreign = false;               // most messages, or packets, are not what is expected
    std::array<std::uint64_t, feed::kLines> packets{};
    feed::GapCounters gaps{};
    feed::LiveFeedCounters snapshots{};
    std::uint64_t price_jumps = 0;
    std::size_t protocol = 0;                     // its place in protocols::MarketFeeds
    protocols::MarketFeeds::Counters counters{};  // that the protocol alone has
};

struct CopyStatus {
    bool is_used = false;
    bool is_settled = true;
    trader::Finding finding = trader::Finding::Agrees;
    bool is_first = true;  // trading was not stopped before for a reply of the venue
    std::uint64_t agreed = 0;
    std::uint64_t copies = 0;
    std::uint64_t others_copies = 0;
    std::uint64_t waiting = 0;  // executions of one side
    Time waiting_since = kNever;
    trader::PositionAfter own{};
    trader::PositionAfter copied{};
};

/// Checksum of one book (book_checksum.hpp), with every message before `next_seq`. next_seq 0:
/// there is none yet, or the books were stale.
struct BookSum {
    std::uint64_t checksum = 0;
    std::uint64_t next_seq = 0;
};

struct PositionStatus {
    Symbol symbol{};
    bool is_listed = false;  // the feed has named it
    SignedQty position{};
    Money realized_pnl{};
    Money unrealized_pnl{};
    Money fees{};
    Money cash{};
    SignedQty copied_position{};
    std::uint64_t bought_qty = 0;
    std::uint64_t sold_qty = 0;
    std::uint32_t open_orders = 0;
    Price bid{};  // 0: no bid
    Price ask{};
    Price mark{};
    Time mark_old_since = kNever;  // of an open position: see engine/mark.hpp
    TotalQty bid_qty{};
    TotalQty ask_qty{};
    BookSum book{};
};

struct TradeStatus {
    static constexpr std::size_t kPositionsMax = 32;

    Time time{};  // when it was so
    bool is_stopping = false;
    bool is_stopped = false;
    bool is_settled = true;
    bool is_in_doubt = true;
    bool is_recovering = true;
    risk::TradingMode mode = risk::TradingMode::Open;
    risk::StopReason stop_reason = risk::StopReason::None;
    protocols::DecodeStatus trouble_decode = protocols::DecodeStatus::Ok;
    oms::ReportStatus trouble = oms::ReportStatus::Ok;
    ClOrdId trouble_id{};
    Symbol unknown_symbol{};  // of trouble_id, when it is in no symbol that is traded
    /// What an earlier process was stopped for; empty: none was.
    std::array<char, trader::kWhyTextMax> stopped_before{};
    FeedStatus feed{};
    std::array<ConnectionStatus, trader::kPorts> connections{};
    CopyStatus copies{};
    std::uint64_t open_orders = 0;
    std::uint64_t outbox_messages = 0;  // encoded, not yet taken by the session
    std::uint64_t unsent_bytes = 0;     // in the session, not yet taken by the transport
    std::uint64_t journal_waiting = 0;  // inputs' slots that are not with their process yet, about
    std::uint64_t journal_slots = 0;    // 0: they are not kept
    std::uint64_t lines_lost = 0;       // of the process's output
    oms::OrdersCounters orders{};
    oms::DeskCounters gateway{};
    engine::EngineCounters engine{};
    trader::TraderCounters trader{};
    risk::Account account{};
    std::uint32_t positions_count = 0;
    std::uint32_t positions_not_shown = 0;
    std::array<PositionStatus, kPositionsMax> positions{};
};

/// Most packets of the lines are not what is expected: the feed is another one.
void note_foreign_packets(FeedStatus& status) noexcept;
/// An ITCH feed's, or a trader's, which has either protocol.
template <class Feed>
[[nodiscard]] FeedStatus feed_status(const Feed& feed) noexcept {
    FeedStatus status{.state = feed.state(),
                      .next_seq = feed.next_sequence_number(),
                      .messages = feed.market().counters().messages,
                      .messages_given = feed.market().messages_given(),
                      .messages_undecoded = feed.market().messages_undecoded(),
                      .sessions = feed.lines().sessions(),
                      .last_time = feed.market().counters().last_time,
                      .is_foreign = feed.market().is_foreign(),
                      .gaps = feed.gap_counters(),
                      .snapshots = feed.counters()};
    for (std::size_t line = 0; line < feed::kLines; ++line) {
        const feed::LineCounters& counters = feed.lines().counters(static_cast<feed::Line>(line));
        status.packets[line] = counters.packets;
        status.packets_malformed += counters.malformed;
        status.packets_of_others += counters.others;
    }
    if constexpr (requires { feed.own_counters(); }) {
        status.protocol = feed.index();
        status.counters = feed.own_counters();
    }
    note_foreign_packets(status);
    return status;
}
[[nodiscard]] ConnectionStatus connection_status(const trader::ResumableSession* session) noexcept;
[[nodiscard]] CopyStatus copy_status(const trader::Reconciliation* reconciliation) noexcept;
/// OUCH's gateway, or a trader's, which has either protocol.
template <class Gateway>
void note_gateway(TradeStatus& status, const Gateway& gateway) noexcept {
    status.is_in_doubt = gateway.orders().is_in_doubt();
    status.is_recovering = gateway.is_recovering();
    status.mode = gateway.risk().mode();
    status.stop_reason = gateway.risk().stop_reason();
    status.trouble_decode = gateway.trouble().decode;
    status.trouble = gateway.trouble().status;
    status.trouble_id = gateway.trouble().id;
    status.unknown_symbol = gateway.unknown_symbol();
    status.open_orders = gateway.orders().open_orders().size();
    status.outbox_messages = gateway.waiting();
    status.orders = gateway.orders().counters();
    status.gateway = gateway.counters();
    status.account = gateway.orders().account();
}

/// Where positions come from.
struct PositionSources {
    const feed::InstrumentDirectory& directory;
    const book::L3Books& books;
    const oms::Orders& orders;
    const trader::Reconciliation* copies = nullptr;
};
/// The positions of `symbols`, as far as the feed has listed them, from the one at `first` on, at
/// most `count`: true after the last that the status has room for.
bool note_positions(TradeStatus& status, std::span<const Symbol> symbols,
                    const PositionSources& sources, std::size_t first, std::size_t count) noexcept;

/// All that an engine alone has: no connections, no drop copy. Positions beyond positions_count are
/// not touched: a status that is noted again and again costs what it shows.
template <class Engine>
void note_feed(TradeStatus& status, const Engine& engine) noexcept {
    status.feed = feed_status(engine.feed());
    status.feed.is_stale = engine.is_stale();
    status.feed.is_current = engine.is_current();
    status.feed.price_jumps = engine.volatility().jumps();
    status.engine = engine.counters();
}
template <class Engine>
void note_engine(TradeStatus& status, const Engine& engine,
                 std::span<const Symbol> symbols) noexcept {
    note_feed(status, engine);
    note_gateway(status, engine.gateway());
    note_positions(status, symbols,
                   {.directory = engine.feed().market().directory(),
                    .books = engine.books(),
                    .orders = engine.orders()},
                   0, symbols.size());
}
template <class Engine>
[[nodiscard]] TradeStatus status_of_engine(const Engine& engine,
                                           std::span<const Symbol> symbols) noexcept {
    TradeStatus status;
    note_engine(status, engine, symbols);
    return status;
}

template <class Trader>
void note_connections(TradeStatus& status, const Trader& trader) noexcept {
    status.is_stopping = trader.is_stopping();
    status.is_stopped = trader.is_stopped();
    status.is_settled = trader.is_settled();
    for (std::size_t port = 0; port < trader::kPorts; ++port) {
        status.connections[port] =
            connection_status(trader.session(static_cast<trader::Port>(port)));
    }
    status.copies = copy_status(trader.reconciliation());
    status.copies.is_first = trader.is_stopped_by_copies();
    status.unsent_bytes = trader.output(trader::Port::OrderEntry).size();
    status.trader = trader.counters();
}

/// One step, from 0 on, of a trader's whole status: true after the last. Each notes some hundred
/// bytes, whose sources are in no cache when nothing has touched them for long.
template <class Trader>
[[nodiscard]] bool note_step(TradeStatus& status, const Trader& trader,
                             std::span<const Symbol> symbols, std::size_t step) noexcept {
    constexpr std::size_t kPositionsOfAStep = 4;
    constexpr std::size_t kStepsBefore = 3;
    switch (step) {
        case 0:
            note_feed(status, trader.engine());
            return false;
        case 1:
            note_gateway(status, trader.engine().gateway());
            return false;
        case 2:
            note_connections(status, trader);
            return false;
        default:
            return note_positions(status, symbols,
                                  {.directory = trader.engine().feed().market().directory(),
                                   .books = trader.engine().books(),
                                   .orders = trader.engine().orders(),
                                   .copies = trader.reconciliation()},
                                  (step - kStepsBefore) * kPositionsOfAStep, kPositionsOfAStep);
    }
}
template <class Trader>
[[nodiscard]] TradeStatus status_of(const Trader& trader,
                                    std::span<const Symbol> symbols) noexcept {
    TradeStatus status;
    for (std::size_t step = 0; !note_step(status, trader, symbols, step); ++step) {
    }
    return status;
}

}  // namespace hotpath::live
