#include "hotpath/backtest/backtest_config.hpp"

#include <algorithm>
#include <utility>

#include "hotpath/capture/books_size.hpp"

namespace hotpath::backtest {

Expected<void> check_sessions(const BacktestConfig& config) {
    if (!config.sessions) {
        return {};
    }
    if (config.bars) {
        return fail("run.sessions must be false with data.bars: of bars a venue has no messages");
    }
    if (config.session.live) {
        return fail(
            "run.sessions must be false with run.events: they are of a session that was recorded");
    }
    return {};
}

RunOptions run_options(const BacktestConfig& config, const BacktestDay& day) {
    engine::EngineOptions engine = config.trade.trader.engine;
    const book::BooksOptions& bound = engine.books;
    // No more than the market can fill, so that a short day needs little memory.
    const book::BooksOptions possible = day.file.empty()
                                            ? capture::books_for_messages(config.market.messages)
                                            : capture::books_for_file(day.file);
    engine.books.orders_max = std::min(bound.orders_max, possible.orders_max);
    engine.books.levels_max = std::min(bound.levels_max, possible.levels_max);
    return {.engine = std::move(engine),
            .session = config.session,
            .fills = config.fills,
            .crossed = config.crossed,
            .sample_every = config.sample_every,
            .look_ahead = config.look_ahead,
            .sessions = config.sessions};
}

}  // namespace hotpath::backtest
