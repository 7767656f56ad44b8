#pragma once
/// WithSessions: the two ends of a Run's wires with sessions: the Trader of `hotpath trade` and the
/// VenueServer of `hotpath exchange`, which log on to each other and speak the protocols of
/// RunOptions::sessions.
///
///   auto run = Run<S, WithSessions>::create(options, strategy);
///
/// The recorded market is the venue's background flow, with the same fill model as in EngineAlone. Each message of
/// a session takes what its wire takes, except for the log-on, before the day. Threads: the run's.
/// Allocation: make(), and the buffers of sessions. Complexity: that of server and trader.

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "hotpath/backtest/run_options.hpp"
#include "hotpath/backtest/session_recorder.hpp"
#include "hotpath/book/l3_books.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/sim/flow/recorded_flow.hpp"
#include "hotpath/sim/session/connected_trader.hpp"
#include "hotpath/sim/session/served_venue.hpp"
#include "hotpath/sim/session/session.hpp"
#include "hotpath/sim/session/session_ends.hpp"
#include "hotpath/strategy/strategy.hpp"
#include "hotpath/trader/trader.hpp"

namespace hotpath::backtest {

/// Messages that the venue keeps for the trader, all day.
[[nodiscard]] constexpr std::uint32_t replies_max(const book::BooksOptions& books) noexcept {
    return std::clamp<std::uint32_t>(books.orders_max, 200'000, 8'000'000);
}

template <strategy::Strategy S>
struct WithSessions {
    using Trader = sim::session::ConnectedTrader<trader::Trader<S>>;
    using Engine = typename trader::Trader<S>::Engine;
    using Session = sim::session::Session<Trader, SessionRecorder, sim::session::ServedVenue,
                                          sim::session::ServedFlow>;

    /// RunOptions::sessions must be there.
    [[nodiscard]] static Expected<typename Session::Parts> make(const RunOptions& options,
                                                                S strategy) {
        if (options.session.live) {
            return fail("a run with sessions must not have the events of a live session");
        }
        const sim::session::SessionProtocols& protocols = *options.sessions;
        auto flow = sim::flow::RecordedFlow::create(options.engine.books, options.fills);
        if (!flow) {
            return std::unexpected(flow.error());
        }
        auto venue_options = sim::session::venue_end(protocols, options.engine.books,
                                                     replies_max(options.engine.books));
        venue_options.server.exchange.session_orders_max = options.engine.orders.open_orders_max;
        auto venue = sim::session::ServedVenue::create(venue_options, std::move(*flow));
        if (!venue) {
            return std::unexpected(venue.error());
        }
        const trader::TraderOptions of_trader = sim::session::trader_end(protocols, options.engine);
        auto trader = trader::Trader<S>::create(of_trader, std::move(strategy));
        if (!trader) {
            return std::unexpected(trader.error());
        }
        return typename Session::Parts{.venue = std::move(*venue),
                                       .flow = {},
                                       .trader = Trader(std::move(*trader)),
                                       .observer = SessionRecorder(options, of_trader)};
    }

    [[nodiscard]] static const Engine& engine(const Session& session) noexcept {
        return session.trader().engine();
    }
    [[nodiscard]] static const exchange::Exchange& exchange(const Session& session) noexcept {
        return session.venue().exchange();
    }
    [[nodiscard]] static const sim::flow::RecordedFlow& flow(const Session& session) noexcept {
        return session.venue().flow();
    }
    /// 0 for an instrument that the trader's feed has not named.
    [[nodiscard]] static std::vector<InstrumentId> instrument_ids(const Session& session) {
        const exchange::Exchange& at = exchange(session);
        std::vector<InstrumentId> ids(std::size_t{at.books().instruments_max()} + 1);
        for (std::size_t id = 1; id < ids.size(); ++id) {
            const Symbol& symbol = at.symbol(InstrumentId{static_cast<std::uint16_t>(id)});
            ids[id] =
                engine(session).feed().market().directory().find(symbol).value_or(InstrumentId{});
        }
        return ids;
    }
    /// A day whose replies do not fit ends the trader's session: the rest would be a day without it.
    [[nodiscard]] static Expected<void> check(const Session& session) {
        const exchange::VenueServerCounters& venue = session.venue().server().counters();
        if (venue.canceled_for_room + venue.cut_off_for_room != 0) {
            return fail("the venue keeps " +
                        std::to_string(session.venue().server().replies_max()) +
                        " messages to the trader, and there are more");
        }
        return session.trader().is_ready()
                   ? Expected<void>()
                   : fail("the trader did not log on: the day is too short");
    }
};

}  // namespace hotpath::backtest
