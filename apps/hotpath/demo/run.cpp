#include "apps/hotpath/demo/run.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <limits>
#include <memory>
#include <numeric>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "apps/hotpath/console/console.hpp"
#include "apps/hotpath/demo/placement.hpp"
#include "apps/hotpath/demo/trader.hpp"
#include "hotpath/capture/books_size.hpp"
#include "hotpath/engine/mark.hpp"
#include "hotpath/live/run/journal.hpp"
#include "hotpath/process/program_checksum.hpp"
#include "hotpath/process/progress_line.hpp"
#include "hotpath/process/signals.hpp"
#include "hotpath/protocols/framing.hpp"
#include "hotpath/sim/flow/recorded_flow.hpp"
#include "hotpath/sim/market/market_input.hpp"
#include "hotpath/sim/session/connected_trader.hpp"
#include "hotpath/sim/session/served_venue.hpp"
#include "hotpath/sim/session/session.hpp"
#include "hotpath/sim/session/trader_stages.hpp"
#include "hotpath/timing/tsc_clock.hpp"
#include "hotpath/trader/input_recorder.hpp"
#include "hotpath/trader/trader.hpp"

namespace hotpath::app {

namespace {

using Trader =
    trader::Trader<strategy::AnyStrategy, timing::TscClock, trader::InputRecorder<DemoJournalEnd>>;
using DemoStages = sim::session::TraderStages<sim::session::ConnectedTrader<Trader>, DemoRecorder>;
using DemoSession = sim::session::Session<DemoStages::Port, DemoStages::NoObserver,
                                          sim::session::ServedVenue, sim::session::ServedFlow>;
using Traded = std::vector<TradedInstrument>;
using WallClock = std::chrono::steady_clock;

Expected<std::unique_ptr<sim::market::MarketInput>> open_input(const DemoOptions& options) {
    return options.is_generated() ? sim::market::MarketInput::generated(options.market)
                                  : sim::market::MarketInput::recorded(options.file);
}

/// A symbol for each parameter of the strategy that is one, or the one that any other trades;
/// nothing where the busiest is to be taken.
std::vector<std::optional<Symbol>> wanted_symbols(const DemoOptions& options) {
    std::vector<std::optional<Symbol>> wanted;
    for (const strategy::Parameter& parameter : options.strategy.parameters()) {
        if (parameter.kind == strategy::ParameterKind::Symbol) {
            wanted.push_back(parameter.symbol == Symbol{} ? std::nullopt
                                                          : std::optional(parameter.symbol));
        }
    }
    if (wanted.empty()) {
        return {options.symbol};
    }
    const auto blank =
        std::ranges::find_if(wanted, [](const auto& symbol) { return !symbol.has_value(); });
    if (blank != wanted.end()) {
        *blank = options.symbol;
    }
    return wanted;
}

/// A second look at the same market, so that the run itself begins at its first message.
Expected<Traded> choose_instruments(const DemoOptions& options) {
    auto input = open_input(options);
    if (!input) {
        return std::unexpected(input.error());
    }
    const auto wanted = wanted_symbols(options);
    if (options.symbol && std::ranges::find(wanted, options.symbol) == wanted.end()) {
        return fail(fmt::format("--symbol must be one of the strategy's symbols, got '{}'",
                                options.symbol->view()));
    }
    return find_traded_instruments(**input, wanted);
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
    return options.is_generated() ? capture::books_for_messages(options.market.messages / 4)
                                  : capture::books_for_file(options.file);
}

DemoTrader trader_of(const DemoOptions& options, const Traded& traded) {
    DemoTrader trader{.order_qty = options.order_qty,
                      .position_max = to_signed(options.position_max),
                      .books = books_of(options),
                      .strategy = options.strategy,
                      .protocols = options.protocols};
    for (const TradedInstrument& each : traded) {
        trader.symbols.push_back(each.symbol);
    }
    trader.strategy.choose_symbols(trader.symbols);
    trader.strategy.fit(
        {.instruments_max = trader.books.instruments_max, .symbols = trader.symbols});
    return trader;
}

Expected<std::unique_ptr<process::JournalFile>> open_journal(const DemoOptions& options) {
    return options.journal.empty()
               ? Expected<std::unique_ptr<process::JournalFile>>()
               : process::JournalFile::open(options.journal,
                                            {.ack_mode = journal::AckMode::PageCache});
}

/// Further observers of the trader; nullptr for none.
struct DemoEnds {
    TelemetryChannel* telemetry = nullptr;
    process::JournalFile* journal = nullptr;
};

/// The trader's first record: what they are built with.
Expected<void> begin_journal(Trader& recorded, const DemoTrader& trader,
                             process::JournalFile* file) {
    if (file == nullptr) {
        return {};
    }
    const std::string text = trader.text();
    recorded.observer() = trader::InputRecorder<DemoJournalEnd>({file});
    return recorded.observer().start({.build_id = process::build_id(),
                                      .config_hash = process::hash_of_text(text),
                                      .subject = trader::Subject::Demo,
                                      .text = text})
               ? Expected<void>()
               : std::unexpected(file->error());
}

/// How a demo begins: all of it but the strategy.
struct DemoSetUp {
    const DemoOptions& options;
    const Traded& traded;
    const DemoTrader& trader;
    const timing::TscClock& clock;
    DemoEnds ends{};
    telemetry::TraceLog* trace = nullptr;  // of the threads; nullptr for none
    const std::atomic<bool>& stop;
};

Expected<std::unique_ptr<DemoStages>> create_trader(const DemoSetUp& demo,
                                                    strategy::AnyStrategy strategy,
                                                    const Placement& placement) {
    auto trader = Trader::create(demo.trader.trader(), std::move(strategy), demo.clock);
    if (!trader) {
        return std::unexpected(trader.error());
    }
    if (auto begun = begin_journal(*trader, demo.trader, demo.ends.journal); !begun) {
        return std::unexpected(begun.error());
    }
    DemoRecorder recorder(demo.traded, sim::session::feed_ends(demo.trader.protocols.feed),
                          demo.clock, demo.ends.telemetry,
                          fmt::format("demo {}", demo.trader.strategy.name()));
    using sim::session::Scheduler;
    return std::make_unique<DemoStages>(
        placement.threads == 1 ? Scheduler::SameThread : Scheduler::OtherThread,
        DemoStages::Parts{.trader = sim::session::ConnectedTrader<Trader>(std::move(*trader)),
                          .observer = std::move(recorder)});
}

/// Messages to the trader, all day: many times what one that quotes one instrument gets.
std::uint32_t replies_max(const DemoTrader& trader) {
    constexpr std::uint32_t kLeast = 200'000;
    constexpr std::uint32_t kMost = 8'000'000;
    return std::clamp(trader.books.orders_max, kLeast, kMost);
}

/// The market's side: everything but the trader, who is at `port`.
Expected<DemoSession> create_session(const DemoSetUp& demo, DemoStages& stages) {
    auto flow = sim::flow::RecordedFlow::create(demo.trader.books);
    if (!flow) {
        return std::unexpected(flow.error());
    }
    auto venue = sim::session::ServedVenue::create(
        sim::session::venue_end(demo.trader.protocols, demo.trader.books, replies_max(demo.trader)),
        std::move(*flow));
    if (!venue) {
        return std::unexpected(venue.error());
    }
    return DemoSession(
        demo.options.session,
        {.venue = std::move(*venue), .flow = {}, .trader = stages.port(), .observer = {}});
}

/// The trader's thread, where it has one: from the first input to the last.
class TraderThread {
  public:
    TraderThread(DemoStages& stages, Placement& placement, telemetry::TraceLog* trace)
        : stages_(stages) {
        if (placement.threads == 2) {
            thread_ = std::jthread([&stages, &core = placement.trader, trace] {
                const PinnedThread pinned(core);
                if (trace == nullptr) {
                    return stages.run();
                }
                const auto traced = trace->attach_this_thread("trader");
                stages.run();
            });
        }
    }
    TraderThread(const TraderThread&) = delete;
    TraderThread& operator=(const TraderThread&) = delete;
    ~TraderThread() { stages_.stop(); }

  private:
    DemoStages& stages_;
    std::jthread thread_;  // joins after stop()
};

/// The whole stream into the session.
Expected<void> feed_session(sim::market::MarketInput& input, DemoSession& session,
                            const std::atomic<bool>& stop) {
    process::ReadProgressLine progress("demo");
    for (;;) {
        const auto block = input.next_block();
        const bool is_stopped = stop.load(std::memory_order_relaxed);
        if (!block || block->empty() || is_stopped) {
            session.finish();
            return !block       ? std::unexpected(block.error())
                   : is_stopped ? Expected<void>(process::stopped())
                                : Expected<void>();
        }
        protocols::FrameCursor frames(*block);
        for (Bytes message; frames.next(message);) {
            session.on_message(message);
        }
        progress.update(input.progress());
    }
}

/// The market on this thread, the trader on its own or on this one.
Expected<void> run_threads(const DemoSetUp& demo, sim::market::MarketInput& input,
                           DemoSession& session, DemoStages& stages, Placement& placement) {
    const PinnedThread pinned(placement.venue);
    const TraderThread thread(stages, placement, demo.trace);
    return feed_session(input, session, demo.stop);
}

/// Every level of a side.
std::vector<book::Level> levels_of(const book::L3Books& books, InstrumentId instrument, Side side) {
    std::vector<book::Level> levels(books.open_levels());
    levels.resize(books.depth(instrument, side, levels));
    return levels;
}

/// Books are compared order by order, or level by level where the feed gives orders other numbers.
bool is_same_book(const book::L3Books& ours, InstrumentId instrument, const book::L3Books& venues,
                  InstrumentId at_venue, const sim::session::FeedEnds& feed) {
    if (feed.keeps_numbers) {
        return ours.checksum(instrument) == venues.checksum(at_venue);
    }
    return std::ranges::all_of(std::array{Side::Buy, Side::Sell}, [&](Side side) {
        return std::ranges::equal(levels_of(ours, instrument, side),
                                  levels_of(venues, at_venue, side),
                                  [](const book::Level& a, const book::Level& b) {
                                      return a.price == b.price && a.qty == b.qty;
                                  });
    });
}

/// A day whose replies do not fit ends the trader's session, and its result would be of a part.
Expected<void> check_session(const DemoSession& session, const DemoTrader& trader) {
    const exchange::VenueServerCounters& venue = session.venue().server().counters();
    return venue.canceled_for_room + venue.cut_off_for_room == 0
               ? Expected<void>()
               : fail(fmt::format("the venue keeps {} messages to the trader, and there are more",
                                  grouped(std::uint64_t{replies_max(trader)})));
}

DemoResult result_of(const DemoSession& session, const DemoStages& stages, const DemoSetUp& demo) {
    const Traded& traded = demo.traded;
    const sim::session::FeedEnds& feed = sim::session::feed_ends(demo.trader.protocols.feed);
    const auto& trader = stages.trader().engine();
    const oms::OrdersCounters& orders = trader.orders().counters();
    DemoResult result{.record = stages.observer()};
    result.traded = traded.front();
    result.messages = session.counters().market_messages;
    result.feed_packets = session.counters().feed_packets;
    result.orders_entered = orders.entered + orders.replaces;
    result.orders_replaced = orders.replaces;
    result.orders_canceled = orders.cancels;
    result.orders_accepted = orders.accepted;
    const auto& rejected = trader.gateway().counters().rejected_by_risk;  // by reason
    result.orders_rejected_by_risk =
        std::accumulate(rejected.begin(), rejected.end(), std::uint64_t{0});
    result.refused = rejected;
    result.stop = stages.observer().stop();
    result.begin = stages.observer().begun().value_or(session.now());
    result.end = session.now();
    result.executions = orders.executions;
    result.books_agree = true;
    for (const TradedInstrument& each : traded) {
        const InstrumentId id =
            feed.keeps_numbers
                ? each.id
                : trader.feed().market().directory().find(each.symbol).value_or(InstrumentId{});
        const oms::Position& position = trader.orders().position(id);
        result.shares_bought += position.bought_qty;
        result.shares_sold += position.sold_qty;
        result.positions.push_back({.id = id,
                                    .symbol = each.symbol,
                                    .position = position.position,
                                    .mark = position.mark,
                                    .mark_age = engine::mark_age(position, session.now()),
                                    .cost_to_close = engine::cost_to_close(
                                        position.position, position.mark, trader.books().bbo(id))});
        // The trader keeps the books of what he trades and no others.
        result.books_agree =
            result.books_agree &&
            is_same_book(trader.books(), id, session.venue().books(), each.id, feed);
    }
    result.account = stages.observer().account();
    result.outputs_hash = session.outputs_hash();
    return result;
}

/// The market through venue and trader, to its end.
Expected<DemoResult> run_session(const DemoSetUp& demo, strategy::AnyStrategy strategy) {
    auto input = open_input(demo.options);
    if (!input) {
        return std::unexpected(input.error());
    }
    Placement placement = place_demo(demo.options.threads);
    auto stages = create_trader(demo, std::move(strategy), placement);
    if (!stages) {
        return std::unexpected(stages.error());
    }
    auto session = create_session(demo, **stages);
    if (!session) {
        return std::unexpected(session.error());
    }
    auto read = run_threads(demo, **input, *session, **stages, placement);
    (*stages)->observer().publish_state((*stages)->trader().engine(), session->now());
    read = read ? check_session(*session, demo.trader) : read;
    if (demo.ends.journal != nullptr && read) {
        read = demo.ends.journal->close();
    }
    if (!read) {
        return std::unexpected(read.error());
    }
    DemoResult result = result_of(*session, **stages, demo);
    result.placement = placement;
    result.source = (*input)->description();
    result.book_source = (*input)->book_source();
    result.strategy = demo.trader.strategy;
    return result;
}

}  // namespace

Expected<DemoResult> run_demo(const DemoOptions& options, telemetry::TraceLog* trace,
                              const std::atomic<bool>& stop) {
    const WallClock::time_point begun = WallClock::now();
    const auto traded = choose_instruments(options);
    if (!traded) {
        return std::unexpected(traded.error());
    }
    auto channel = telemetry::open_if_wanted(options.telemetry);
    if (!channel) {
        return std::unexpected(channel.error());
    }
    const auto clock =
        *channel ? Expected<timing::TscClock>((*channel)->clock()) : timing::TscClock::create();
    if (!clock) {
        return std::unexpected(clock.error());
    }
    auto journal = open_journal(options);
    if (!journal) {
        return std::unexpected(journal.error());
    }
    const DemoTrader trader = trader_of(options, *traded);
    const DemoSetUp demo{.options = options,
                         .traded = *traded,
                         .trader = trader,
                         .clock = *clock,
                         .ends = {.telemetry = channel->get(), .journal = journal->get()},
                         .trace = trace,
                         .stop = stop};
    auto strategy = strategy::make_strategy(trader.strategy);
    if (!strategy) {
        return std::unexpected(strategy.error());
    }
    auto result = run_session(demo, std::move(*strategy));
    if (result) {
        result->timer_cost_ns = timer_cost_ns(*clock);
        result->timer_is_kernel = clock->source() == timing::ClockSource::Kernel;
        result->elapsed_s = std::chrono::duration<double>(WallClock::now() - begun).count();
    }
    return result;
}

}  // namespace hotpath::app
