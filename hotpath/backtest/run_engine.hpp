#pragma once
/// EngineAlone: the two ends of a Run's wires without sessions: the engine inside a trader, and an
/// exchange that takes its messages as they are.
///
/// An Ends of a Run has the types Session and Engine, makes the parts of the session, and finds engine,
/// exchange and recorded flow in it. Threads: the run's. Allocation: make(). Complexity: O(1) a query.

#include <utility>
#include <vector>

#include "hotpath/backtest/run_options.hpp"
#include "hotpath/backtest/run_recorder.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/protocols/nasdaq/trader/nasdaq_engine.hpp"
#include "hotpath/protocols/nasdaq/venue/ouch_exchange.hpp"
#include "hotpath/sim/flow/recorded_flow.hpp"
#include "hotpath/sim/session/session.hpp"
#include "hotpath/strategy/strategy.hpp"

namespace hotpath::backtest {

template <strategy::Strategy S>
struct EngineAlone {
    using Engine = protocols::nasdaq::NasdaqEngine<S>;
    using Session = sim::session::Session<Engine, RunRecorder>;

    [[nodiscard]] static Expected<typename Session::Parts> make(const RunOptions& options,
                                                                S strategy) {
        // The trader is its only session: an order that is open there is open with the trader, too.
        auto venue = exchange::OuchExchange::create(
            {.books = options.engine.books,
             .sessions_max = 1,
             .session_orders_max = options.engine.orders.open_orders_max});
        if (!venue) {
            return std::unexpected(venue.error());
        }
        auto flow = sim::flow::RecordedFlow::create(options.engine.books, options.fills);
        if (!flow) {
            return std::unexpected(flow.error());
        }
        auto engine = Engine::create(options.engine, std::move(strategy));
        if (!engine) {
            return std::unexpected(engine.error());
        }
        return typename Session::Parts{
            .venue = std::move(*venue),
            .flow = std::move(*flow),
            .trader = std::move(*engine),
            .observer = RunRecorder(options.sample_every, options.engine.mark_spread_max)};
    }

    [[nodiscard]] static const Engine& engine(const Session& session) noexcept {
        return session.trader();
    }
    [[nodiscard]] static const exchange::Exchange& exchange(const Session& session) noexcept {
        return session.venue();
    }
    [[nodiscard]] static const sim::flow::RecordedFlow& flow(const Session& session) noexcept {
        return session.flow();
    }
    /// The trader's ids of the venue's instruments, by the venue's id; empty: they are the same.
    [[nodiscard]] static std::vector<InstrumentId> instrument_ids(const Session&) { return {}; }
    /// The session took place to its end.
    [[nodiscard]] static Expected<void> check(const Session&) { return {}; }
};

}  // namespace hotpath::backtest
