#include "apps/hotpath/demo/run.hpp"

#include <algorithm>
#include <chrono>
#include <limits>
#include <memory>
#include <numeric>
#include <utility>

#include "apps/hotpath/console/console.hpp"
#include "apps/hotpath/demo/trader.hpp"
#include "apps/hotpath/input/books_size.hpp"
#include "apps/hotpath/input/market_input.hpp"
#include "apps/hotpath/trade/journal.hpp"
#include "hotpath/exchange/exchange.hpp"
#include "hotpath/sim/flow/recorded_flow.hpp"
#include "hotpath/sim/session/session.hpp"
#include "hotpath/strategy/market_maker.hpp"
#include "hotpath/timing/tsc_clock.hpp"
#include "hotpath/trader/input_recorder.hpp"
#include "hotpath/trader/observed_engine.hpp"
#include "hotpath/wire/framing.hpp"

namespace hotpath::app {

namespace {

using DemoEngine = trader::ObservedEngine<strategy::MarketMaker, timing::TscClock,
                                          trader::InputRecorder<DemoJournalEnd>>;
using DemoSession = sim::session::Session<DemoEngine, DemoRecorder>;
using WallClock = std::chrono::steady_clock;

Expected<std::unique_ptr<MarketInput>> open_input(const DemoOptions& options) {
    return options.is_generated() ? MarketInput::generated(options.market)
                                  : MarketInput::recorded(options.file);
}

/// A second look at the same market, so that the run itself begins at its first message.
Expected<TradedInstrument> choose_instrument(const DemoOptions& options) {
    auto input = open_input(options);
    if (!input) {
        return std::unexpected(input.error());
    }
    return find_traded_instrument(**input, options.symbol);
}

/// What one stamp costs: the shortest of many batches, as a disturbed batch only tells of the
/// disturbance.
double timer_cost_ns(const timing::TscClock& clock) {
    constexpr int kBatches = 50;
    constexpr std::uint64_t kReadings = 1'000;
    std::int64_t shortest_ns = std::numeric_limits<std::int64_t>::max();
    for (int batch = 0; batch < kBatches; ++batch) {
        const std::uint64_t begun = clock.ticks();
        std::uint64_t last = begun;
        for (std::uint64_t reading = 0; reading < kReadings; ++reading) {
            last = clock.ticks();
        }
        shortest_ns = std::min(shortest_ns, clock.to_duration(last - begun).value);
    }
    return static_cast<double>(shortest_ns) / static_cast<double>(kReadings);
}

book::BooksOptions books_of(const DemoOptions& options) {
    // At most a tenth of a generated market's orders are open at once.
    return options.is_generated() ? books_for_messages(options.market.messages / 4)
                                  : books_for_file(options.file);
}

DemoTrader trader_of(const DemoOptions& options, const TradedInstrument& traded) {
    return {.symbol = traded.symbol,
            .order_qty = options.order_qty,
            .position_max = to_signed(options.position_max),
            .books = books_of(options)};
}

Expected<std::unique_ptr<JournalFile>> open_journal(const DemoOptions& options) {
    return options.journal.empty()
               ? Expected<std::unique_ptr<JournalFile>>()
               : JournalFile::open(options.journal, {.ack_mode = journal::AckMode::PageCache});
}

/// Further observers of the trader; nullptr for none.
struct DemoEnds {
    TelemetryChannel* telemetry = nullptr;
    JournalFile* journal = nullptr;
};

/// The trader's first record: what they are built with.
Expected<void> begin_journal(DemoEngine& engine, const DemoTrader& trader, JournalFile* file) {
    if (file == nullptr) {
        return {};
    }
    const std::string text = trader.text();
    engine.observer() = trader::InputRecorder<DemoJournalEnd>({file});
    return engine.observer().start({.build_id = build_id(),
                                    .config_hash = hash_of_text(text),
                                    .subject = trader::Subject::Engine,
                                    .text = text})
               ? Expected<void>()
               : std::unexpected(file->error());
}

Expected<DemoSession> create_session(const DemoOptions& options, const TradedInstrument& traded,
                                     const timing::TscClock& clock, const DemoEnds& ends) {
    const book::BooksOptions books = books_of(options);
    auto venue = exchange::Exchange::create({.books = books});
    if (!venue) {
        return std::unexpected(venue.error());
    }
    auto flow = sim::flow::RecordedFlow::create(books);
    if (!flow) {
        return std::unexpected(flow.error());
    }
    const DemoTrader wanted = trader_of(options, traded);
    auto trader =
        DemoEngine::create(wanted.engine(), strategy::MarketMaker(wanted.quotes()), clock);
    if (!trader) {
        return std::unexpected(trader.error());
    }
    if (auto begun = begin_journal(*trader, wanted, ends.journal); !begun) {
        return std::unexpected(begun.error());
    }
    return DemoSession(options.session, {.venue = std::move(*venue),
                                         .flow = std::move(*flow),
                                         .trader = std::move(*trader),
                                         .observer = DemoRecorder(traded, clock, ends.telemetry)});
}

/// The whole stream into the session. What came before damage is traded; the damage is the answer.
Expected<void> feed_session(MarketInput& input, DemoSession& session) {
    Progress progress("demo");
    for (;;) {
        const auto block = input.next_block();
        if (!block) {
            session.finish();
            return std::unexpected(block.error());
        }
        if (block->empty()) {
            session.finish();
            return {};
        }
        wire::FrameCursor frames(*block);
        for (Bytes message; frames.next(message);) {
            session.on_message(message);
        }
        progress.update(input.progress());
    }
}

DemoResult result_of(const DemoSession& session, const TradedInstrument& traded) {
    const DemoEngine& trader = session.trader();
    const oms::OrdersCounters& orders = trader.orders().counters();
    const oms::Position& position = trader.orders().position(traded.id);
    DemoResult result{.record = session.observer()};
    result.traded = traded;
    result.messages = session.counters().market_messages;
    result.feed_packets = session.counters().feed_packets;
    result.orders_entered = orders.entered + orders.replaces;
    result.orders_replaced = orders.replaces;
    result.orders_canceled = orders.cancels;
    result.orders_accepted = orders.accepted;
    const auto& rejected = trader.gateway().counters().rejected_by_risk;  // by reason
    result.orders_rejected_by_risk =
        std::accumulate(rejected.begin(), rejected.end(), std::uint64_t{0});
    result.executions = orders.executions;
    result.shares_bought = position.bought_qty;
    result.shares_sold = position.sold_qty;
    result.account = session.observer().account();
    result.outputs_hash = session.outputs_hash();
    result.is_killed = trader.is_killed();
    // The trader keeps the books of what he trades and no others.
    result.books_agree =
        trader.books().checksum(traded.id) == session.venue().books().checksum(traded.id);
    return result;
}

DemoOutcome could_not_begin(const Error& error) {
    return {.result = std::nullopt, .read = std::unexpected(error)};
}

}  // namespace

DemoOutcome run_demo(const DemoOptions& options) {
    const WallClock::time_point begun = WallClock::now();
    const auto traded = choose_instrument(options);
    if (!traded) {
        return could_not_begin(traded.error());
    }
    auto channel = open_if_wanted(options.telemetry);
    if (!channel) {
        return could_not_begin(channel.error());
    }
    const auto clock =
        *channel ? Expected<timing::TscClock>((*channel)->clock()) : timing::TscClock::create();
    if (!clock) {
        return could_not_begin(clock.error());
    }
    auto input = open_input(options);
    if (!input) {
        return could_not_begin(input.error());
    }
    auto journal = open_journal(options);
    if (!journal) {
        return could_not_begin(journal.error());
    }
    auto session = create_session(options, *traded, *clock,
                                  {.telemetry = channel->get(), .journal = journal->get()});
    if (!session) {
        return could_not_begin(session.error());
    }
    auto read = feed_session(**input, *session);
    session->observer().publish_state(session->trader(), session->now());
    if (*journal && read) {
        read = (*journal)->close();
    }
    DemoResult result = result_of(*session, *traded);
    result.source = (*input)->description();
    result.book_source = (*input)->book_source();
    result.timer_cost_ns = timer_cost_ns(*clock);
    result.timer_is_kernel = clock->source() == timing::ClockSource::Kernel;
    result.elapsed_s = std::chrono::duration<double>(WallClock::now() - begun).count();
    return {.result = std::move(result), .read = read};
}

}  // namespace hotpath::app
