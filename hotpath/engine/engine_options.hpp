#pragma once
/// Options of an engine: its bounds, risk limits and symbols.
///
/// The defaults suit a full Nasdaq day with modest trading; the limits are deliberately small.
/// All memory of the engine is sized from these at create(). Threads: values. Allocation: the
/// symbol list.

#include <cstdint>
#include <vector>

#include "hotpath/book/types.hpp"
#include "hotpath/core/symbol.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/engine/mark.hpp"
#include "hotpath/engine/volatility_guard.hpp"
#include "hotpath/feed/live_feed.hpp"
#include "hotpath/gateway/order_gateway.hpp"
#include "hotpath/oms/orders.hpp"

namespace hotpath::engine {

struct EngineOptions {
    book::BooksOptions books;
    oms::OrdersOptions orders;  // its instruments_max is the books'

    /// Symbols to trade; empty: every instrument of the feed. No book is kept for others.
    std::vector<Symbol> symbols;
    /// The same for every traded instrument; the gateway's risk gate holds them.
    risk::Limits limits{.order_qty_max = {1'000},
                        .order_notional_max = {5'000'000'000},  // 500,000 dollars at ITCH's scale
                        .tick = 100,                            // a cent, from a dollar on
                        .fine_below = {10'000},
                        .collar_bps = {500},
                        .drift_bps = {1'000},
                        .position_max = {5'000},
                        .open_orders_max = 64,
                        .messages_max = 500,
                        .may_sell_short = true};
    /// Its share of the firm's limits; outlives the engine. Null: the firm's only engine.
    risk::FirmShare* firm = nullptr;
    risk::ExposureShare* firm_exposure = nullptr;                // the same
    risk::AccountLimits account{.gross_max = {100'000'000'000},  // 10 million dollars
                                .net_max = {50'000'000'000},
                                .traded_max = {10'000'000'000'000},
                                .loss_max = {500'000'000},  // 50,000 dollars
                                .open_orders_max = 1'000,
                                .messages_per_fill_max = 1'000,
                                .messages_free = 100'000};
    risk::PaceLimits pace{.orders = {.messages_max = 1'000, .window = {kNanosPerSecond}},
                          .cancels = {.messages_max = 2'000, .window = {kNanosPerSecond}},
                          .duplicates = {.messages_max = 100, .window = {kNanosPerSecond}},
                          .repeated_executions = {.messages_max = 200, .window = {kNanosPerSecond}},
                          .instrument_window = {kNanosPerSecond}};

    /// The widest market whose mid marks a position (mark.hpp), of the mid.
    BasisPoints mark_spread_max = kMarkSpreadMax;

    /// A mid that jumps further than this is not traded until it has lasted.
    VolatilityLimits volatility{
        .jump_bps = {1'000}, .window{kNanosPerSecond}, .pause{kNanosPerSecond}};

    /// Gaps, re-requests and snapshots. Without a re-request server set requests.attempts_max to 0,
    /// without snapshots has_snapshots to false: then a gap lasts until accept_gap().
    feed::LiveFeedOptions feed;
    /// A feed silent for longer is stale: quotes are pulled until it resumes.
    Nanos feed_silence_max{5 * kNanosPerSecond};
    /// Time for the other line or for requests to fill a gap: until then open orders stay and only
    /// cancels are sent, then all are pulled. 0: they are pulled at once.
    Nanos gap_patience{50'000'000};
    static constexpr Nanos kGapPatienceMax{kNanosPerSecond};
    /// After a refused order the strategy is shown the book again this often, until an order of the
    /// instrument is sent.
    Nanos revisit_interval{100'000'000};
    static constexpr Nanos kRevisitIntervalMin{1'000'000};
    static constexpr Nanos kRevisitIntervalMax{60 * kNanosPerSecond};
};

struct EngineCounters {
    std::uint64_t packets = 0;
    std::uint64_t decisions = 0;  // calls of the strategy's on_book
    std::uint64_t stops = 0;      // killed, or reducing only
    std::uint64_t lost_sessions = 0;
    std::uint64_t stale_periods = 0;   // times the books became stale
    std::uint64_t gaps_outwaited = 0;  // times they were behind and recovered in time

    friend bool operator==(const EngineCounters&, const EngineCounters&) = default;
};

/// Checks the limits that the gateway does not see at set-up.
[[nodiscard]] Expected<void> validate(const EngineOptions& options);
[[nodiscard]] gateway::GatewayOptions gateway_options(const EngineOptions& options);
/// The options with which an engine practises: these books, all else small, too, and limits that do
/// not bind, because a refused order warms the way to the refusal.
[[nodiscard]] EngineOptions practice_options(const book::BooksOptions& books,
                                             std::uint32_t orders_remembered);

}  // namespace hotpath::engine
