#pragma once
/// Run: one day of a backtest: a recording, the venue that plays it, and the trader that lives in
/// it.
///
///   auto run = Run<S>::create(options, strategy);
///   for each block of the recording:  if (auto read = run->on_block(block); !read) { stop; }
///   auto result = run->finish("2026-11-23");
///
/// The engine, its strategy, orders, risk checks and gateway are those of `hotpath trade`; the
/// venue is exchange::Exchange; between them are the session's wires with their latencies. Ends says
/// what is at the ends of the wires: EngineAlone (run_engine.hpp), or the whole trader and the whole
/// venue with their sessions (run_sessions.hpp). Messages of symbols that are not traded are dropped. A
/// recording that contradicts itself is an error that names the message. Threads: one owner.
/// Allocation: create(), and the recorder. Complexity: that of venue and trader a message.

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "hotpath/backtest/books_ahead.hpp"
#include "hotpath/backtest/crossed_books.hpp"
#include "hotpath/backtest/hold_prices.hpp"
#include "hotpath/backtest/result.hpp"
#include "hotpath/backtest/run_engine.hpp"
#include "hotpath/backtest/run_options.hpp"
#include "hotpath/core/bytes.hpp"
#include "hotpath/core/checksum.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/engine/engine_options.hpp"
#include "hotpath/feed/look_ahead.hpp"
#include "hotpath/oms/order_desk.hpp"
#include "hotpath/protocols/nasdaq/feed/symbol_filter.hpp"
#include "hotpath/sim/flow/recorded_flow.hpp"
#include "hotpath/sim/session/session.hpp"
#include "hotpath/strategy/strategy.hpp"

namespace hotpath::backtest {

/// The counters of a flow that may mean a fault of the recording.
struct FlowTroubles {
    std::uint64_t decode_errors = 0;
    std::uint64_t impossible = 0;
    std::uint64_t symbol_mismatches = 0;
    std::uint64_t refused = 0;
    std::uint64_t crossing_orders = 0;

    [[nodiscard]] static constexpr FlowTroubles of(const sim::flow::FlowCounters& counters) {
        return {.decode_errors = counters.decode_errors,
                .impossible = counters.impossible,
                .symbol_mismatches = counters.symbol_mismatches,
                .refused = counters.refused,
                .crossing_orders = counters.crossing_orders};
    }
    friend constexpr bool operator==(const FlowTroubles&, const FlowTroubles&) = default;
};

/// Why the message after which a counter has changed cannot be played; empty: it can.
[[nodiscard]] std::string fault_of(const FlowTroubles& now, const FlowTroubles& before);

/// What positions are valued with.
struct TraderView {
    const oms::Orders& orders;
    const book::L3Books& books;
    Time now{};
    /// The trader's ids of instruments, by the venue's; empty: they are the same.
    std::span<const InstrumentId> ids{};

    [[nodiscard]] InstrumentId id_of(InstrumentId at_venue) const noexcept {
        return ids.empty() ? at_venue : ids[at_venue.value];
    }
};

/// The instruments of `options.symbols` that the venue lists, as they are at the end, under the
/// trader's ids; or which of the symbols has no message. `prices` have the venue's ids.
[[nodiscard]] Expected<std::vector<InstrumentResult>> instruments_of(
    const engine::EngineOptions& options, const exchange::Exchange& venue, const TraderView& trader,
    std::span<const HoldPrice> prices);

/// The position in an instrument now, since the start of the run.
[[nodiscard]] InstrumentResult instrument_result(InstrumentId id, Symbol symbol,
                                                 const TraderView& trader,
                                                 BasisPoints mark_spread_max);
/// The count so far does not include what is in flight.
[[nodiscard]] OrderCounts counts_of(const oms::Orders& orders, const oms::DeskCounters& desk);

/// When no order was sent and the limits, or the scale of the recording's prices, cannot be meant:
/// the risk check has refused every order for its price or value, or there was none and every
/// instrument is at a price at which none could be sent. Empty: it is not so.
[[nodiscard]] std::string scale_fault(const OrderCounts& counts,
                                      std::span<const std::uint64_t> refused_by_reason,
                                      const std::vector<InstrumentResult>& instruments,
                                      const risk::Limits& limits);

template <strategy::Strategy S, template <class> class Ends = EngineAlone>
class Run {
    using At = Ends<S>;
    using Session = typename At::Session;

  public:
    using Trader = typename At::Engine;

    [[nodiscard]] static Expected<Run> create(const RunOptions& options, S strategy) {
        auto parts = At::make(options, std::move(strategy));
        if (!parts) {
            return std::unexpected(parts.error());
        }
        return Run(options, std::move(*parts));
    }

    [[nodiscard]] const Trader& trader() const noexcept { return At::engine(session_); }
    [[nodiscard]] const exchange::Exchange& venue() const noexcept {
        return At::exchange(session_);
    }
    [[nodiscard]] const Session& session() const noexcept { return session_; }
    /// The recording's messages, dropped ones included.
    [[nodiscard]] std::uint64_t messages() const noexcept { return messages_; }
    [[nodiscard]] const sim::session::SessionCounters& counters() const noexcept {
        return session_.counters();
    }

    /// One ITCH message.
    [[nodiscard]] Expected<void> on_message(Bytes message) {
        ++messages_;
        input_.add(message);
        if (!filter_.admits(message)) {
            return {};
        }
        if (!crossed_.is_empty()) {
            if (auto crossed = crossed_.before(message, flow(), venue()); !crossed) {
                return crossed;
            }
        }
        if (session_.now() >= hold_prices_.due()) {
            hold_prices_.before(message, flow(), venue(), session_.now());
        }
        session_.on_message(message);
        begin_ = begin_.value_or(session_.now());
        if (FlowTroubles::of(flow().counters()) != troubles_) [[unlikely]] {
            return check_fault(message);
        }
        return {};
    }
    /// Messages, each after its length.
    [[nodiscard]] Expected<void> on_block(Bytes block) {
        const std::array books{&flow().recording(), &venue().books(), &trader().books()};
        const std::span<const book::L3Books* const> all = books;
        const BooksAhead ahead(options_.fills.is_by_price() ? all.first(1) : all,
                               options_.look_ahead);
        feed::LookAhead messages(ahead, block);
        for (Bytes message; messages.next(message);) {
            if (auto played = on_message(message); !played) {
                return played;
            }
        }
        return {};
    }

    /// The market has ended. What is on its way is counted, and delivered.
    [[nodiscard]] Expected<DayResult> finish(std::string day) {
        if (auto crossed = crossed_.at_end(flow(), venue()); !crossed) {
            return std::unexpected(crossed.error());
        }
        const std::size_t in_flight = session_.in_flight();
        const Time end = session_.now();
        session_.finish();
        if (auto checked = At::check(session_); !checked) {
            return std::unexpected(checked.error());
        }
        auto& recorder = session_.observer();
        recorder.finish(trader(), end);
        hold_prices_.look(flow(), venue());
        const std::vector<InstrumentId> ids = At::instrument_ids(session_);
        auto instruments = instruments_of(
            options_.engine, venue(),
            {.orders = trader().orders(), .books = trader().books(), .now = end, .ids = ids},
            hold_prices_.all());
        if (!instruments) {
            return std::unexpected(instruments.error());
        }
        const OrderCounts counted = counts(in_flight);
        if (const std::string fault =
                scale_fault(counted, trader().gateway().counters().rejected_by_risk, *instruments,
                            options_.engine.limits);
            !fault.empty()) {
            return fail(fault);
        }
        return DayResult{.day = std::move(day),
                         .begin = begin_.value_or(end),
                         .end = end,
                         .messages = messages_,
                         .instruments = std::move(*instruments),
                         .orders = recorder.orders(),
                         .fills = recorder.fills(),
                         .equity = recorder.equity(),
                         .counts = counted,
                         .stop = recorder.stop(),
                         .input_hash = input_.value(),
                         .output_hash = session_.outputs_hash()};
    }

  private:
    Run(const RunOptions& options, typename Session::Parts parts)
        : options_(options),
          session_(options.session, std::move(parts)),
          filter_(options.engine.symbols),
          hold_prices_(options.engine.symbols, options.engine.mark_spread_max) {}

    [[nodiscard]] const sim::flow::RecordedFlow& flow() const noexcept {
        return At::flow(session_);
    }

    /// A counter of troubles has changed.
    [[nodiscard, gnu::noinline]] Expected<void> check_fault(Bytes message) {
        const FlowTroubles before = std::exchange(troubles_, FlowTroubles::of(flow().counters()));
        if (troubles_.crossing_orders != before.crossing_orders &&
            options_.crossed == CrossedBook::Error) {
            crossed_.note(message, messages_, flow(), venue());
        }
        const std::string fault = fault_of(troubles_, before);
        return fault.empty() ? Expected<void>()
                             : fail("message " + std::to_string(messages_) + ": " + fault);
    }

    [[nodiscard]] OrderCounts counts(std::size_t in_flight) const {
        OrderCounts counts = counts_of(trader().orders(), trader().gateway().counters());
        counts.in_flight_at_end = in_flight;
        counts.decisions = trader().counters().decisions;
        return counts;
    }

    RunOptions options_;
    Session session_;
    feed::SymbolFilter filter_;
    CrossedBooks crossed_;
    HoldPrices hold_prices_;
    std::optional<Time> begin_;
    std::uint64_t messages_ = 0;
    FlowTroubles troubles_;  // as checked
    Checksum input_;
};

}  // namespace hotpath::backtest
