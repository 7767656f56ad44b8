#include "hotpath/engine/engine_options.hpp"

#include <cstdint>
#include <limits>

namespace hotpath::engine {

Expected<void> validate(const EngineOptions& options) {
    if (options.gap_patience < Nanos{} || options.gap_patience > EngineOptions::kGapPatienceMax) {
        return fail("engine: gap_patience_ms must be 0 to 1 second");
    }
    if (options.revisit_interval < EngineOptions::kRevisitIntervalMin ||
        options.revisit_interval > EngineOptions::kRevisitIntervalMax) {
        return fail("engine: revisit_interval must be 1 millisecond to 60 seconds");
    }
    if (options.mark_spread_max <= BasisPoints{} || options.mark_spread_max > kWholePrice) {
        return fail("engine: mark_spread_max must be 1 to 10,000 basis points");
    }
    auto limits = risk::validate(options.limits);
    return limits ? validate(options.volatility) : limits;
}

gateway::GatewayOptions gateway_options(const EngineOptions& options) {
    gateway::GatewayOptions result;
    result.orders = options.orders;
    result.orders.instruments_max = options.books.instruments_max;
    result.risk = {.instruments_max = options.books.instruments_max,
                   .account = options.account,
                   .pace = options.pace,
                   .firm = options.firm,
                   .firm_exposure = options.firm_exposure};
    return result;
}

EngineOptions practice_options(const book::BooksOptions& books, std::uint32_t orders_remembered) {
    constexpr risk::RateLimit kPlenty{.messages_max = 1'000, .window = {1}};
    constexpr Money kMuch{1ULL << 60U};
    EngineOptions options;
    options.books = books;
    options.orders = {
        .orders_remembered = orders_remembered, .open_orders_max = 64, .executions_remembered = 64};
    options.limits = {.order_qty_max = {500'000},
                      .order_notional_max = {1ULL << 50U},
                      .tick = 1,
                      .collar_bps = {9'999},
                      .drift_bps = {9'999},
                      .position_max = {1'000'000},
                      .open_orders_max = 64,
                      .messages_max = 1'000,
                      .may_sell_short = true};
    options.account = {.gross_max = kMuch,
                       .net_max = kMuch,
                       .traded_max = kMuch,
                       .loss_max = kMuch,
                       .open_orders_max = 64,
                       .messages_per_fill_max = 1,
                       .messages_free = std::numeric_limits<std::uint32_t>::max() - 1};
    options.pace = {.orders = kPlenty,
                    .cancels = kPlenty,
                    .duplicates = kPlenty,
                    .repeated_executions = kPlenty,
                    .instrument_window = {1}};
    options.feed.lines.store.messages_max = 64;
    return options;
}

}  // namespace hotpath::engine
