#pragma once
/// BarRun: a backtest over bars: all days are one run, and positions are carried from day to day.
///
///   auto run = BarRun<S>::create(options, strategy);
///   run->begin_day({.name = "2024-01-02", .date = 19'724});
///   for each interval:  if (auto played = run->on_bars(group); !played) { stop; }
///   ...
///   auto result = run->finish();
///
/// The engine, its strategy, orders, risk checks and gateway are those of `hotpath trade`; the venue
/// is sim::bars::BarVenue, whose comment says what fills. An interval is four moments: its begin
/// (the open), its middle (what the price came by), kCloseBefore before its end (the close), and
/// halfway from there the strategy's timer. The trader's clock runs on from the first day's midnight.
/// Limits of the account are of the whole run. Threads: one owner. Allocation: create(), and the
/// recorder. Complexity: that of venue and trader a bar.

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "hotpath/backtest/bars/bar_days.hpp"
#include "hotpath/backtest/bars/bar_group.hpp"
#include "hotpath/backtest/result.hpp"
#include "hotpath/backtest/run.hpp"
#include "hotpath/backtest/run_recorder.hpp"
#include "hotpath/core/checksum.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/engine/engine_options.hpp"
#include "hotpath/protocols/nasdaq/trader/nasdaq_engine.hpp"
#include "hotpath/sim/bars/bar_venue.hpp"
#include "hotpath/sim/session/session.hpp"
#include "hotpath/strategy/strategy.hpp"

namespace hotpath::backtest {

struct BarRunOptions {
    engine::EngineOptions engine{};
    sim::session::SessionOptions session{};  // the timer's interval does not count
    sim::bars::BarOptions bars{};
    Nanos sample_every{kNanosPerSecond};  // of the equity
};

/// The close of a bar, before its end: a decision on it can reach the next bar's open.
inline constexpr Nanos kBarCloseBefore{kNanosPerSecond};

template <strategy::Strategy S>
class BarRun {
  public:
    using Trader = protocols::nasdaq::NasdaqEngine<S>;
    static constexpr Nanos kCloseBefore = kBarCloseBefore;
    /// Orders in terms of before a split are canceled this long before the day's first open.
    static constexpr Nanos kAdjustBefore{60 * kNanosPerSecond};

    [[nodiscard]] static Expected<BarRun> create(BarRunOptions options, S strategy) {
        options.session.timer_interval = kForever;
        options.engine.feed_silence_max = {kForever.value / 4};  // a night has no bars
        options.engine.mark_spread_max = kWholePrice;  // the mid is the close, whatever the spread
        auto venue = sim::bars::BarVenue::create(options.bars, {.books = options.engine.books});
        if (!venue) {
            return std::unexpected(venue.error());
        }
        auto trader = Trader::create(options.engine, std::move(strategy));
        if (!trader) {
            return std::unexpected(trader.error());
        }
        return BarRun(options, {.venue = std::move(*venue),
                                .flow = {},
                                .trader = std::move(*trader),
                                .observer = RunRecorder(options.sample_every,
                                                        options.engine.mark_spread_max)});
    }

    [[nodiscard]] const Trader& trader() const noexcept { return session_.trader(); }

    /// The day of the bars that follow; after the one before.
    void begin_day(BarDay day) {
        end_day();
        const std::int32_t first = days_.empty() ? day.date : first_date_;
        first_date_ = first;
        midnight_ = {std::int64_t{day.date - first} * kDayNanos};
        day_ = std::move(day);
        has_begun_ = false;
    }

    /// Bars of symbols that are not traded are left out by the caller.
    [[nodiscard]] Expected<void> on_bars(const BarGroup& group) {
        auto bars = bars_of(group);
        if (!bars) {
            return std::unexpected(bars.error());
        }
        const Time open = midnight_ + (group.begin - Time{});
        const Time end = midnight_ + (group.end - Time{});
        begin_if_first(open);
        const Time close = end - kCloseBefore;
        session_.on_market(open, [&](auto& venue) { venue.open(*bars, open); });
        const Time middle = open + Nanos{(close - open).value / 2};
        session_.on_market(middle, [&](auto& venue) { venue.trade_within(*bars, middle); });
        session_.on_market(close, [&](auto& venue) {
            if (group.is_last) {
                venue.end_day(close);
            }
            venue.close(*bars, close);
        });
        for (const sim::bars::Bar& bar : *bars) {
            held_[bar.instrument.value].close(bar.close);
        }
        last_close_ = close;
        session_.on_timer(close + Nanos{kCloseBefore.value / 2});
        session_.on_trader([&](Trader& trader) {  // also after a jump, which holds decisions
            for (const sim::bars::Bar& bar : *bars) {
                trader.adjust({.instrument = bar.instrument, .mark = bar.close});
            }
        });
        return {};
    }

    /// The market has ended. What is on its way is counted, and delivered.
    [[nodiscard]] Expected<BacktestResult> finish() {
        const std::size_t in_flight = session_.in_flight() + session_.venue().waiting();
        session_.finish();
        session_.observer().finish(trader(), session_.now());
        end_day();
        if (days_.empty()) {
            return fail("no bar of any traded symbol");
        }
        return result_of(days_, session_.observer(), in_flight);
    }

  private:
    struct NoFlow {};
    using Session = sim::session::Session<Trader, RunRecorder, sim::bars::BarVenue, NoFlow>;
    static constexpr std::int64_t kDayNanos = 86'400 * kNanosPerSecond;

    BarRun(const BarRunOptions& options, typename Session::Parts parts)
        : options_(options),
          session_(options.session, std::move(parts)),
          held_(options.engine.books.instruments_max + std::size_t{1}) {}

    /// The bars by the venue's ids; new symbols are listed.
    [[nodiscard]] Expected<std::span<const sim::bars::Bar>> bars_of(const BarGroup& group) {
        bars_.clear();
        for (const SymbolBar& bar : group.bars) {
            const auto id = id_of(bar.symbol);
            if (!id) {
                return std::unexpected(id.error());
            }
            bars_.push_back({.instrument = *id,
                             .open = bar.open,
                             .high = bar.high,
                             .low = bar.low,
                             .close = bar.close,
                             .volume = bar.volume});
            add_to_hash(bar);
        }
        return std::span<const sim::bars::Bar>(bars_);
    }

    [[nodiscard]] Expected<InstrumentId> id_of(Symbol symbol) {
        if (const auto known = find(symbol)) {
            return *known;
        }
        InstrumentId id{};
        const Time now = std::max(midnight_, session_.now());
        session_.on_market(now, [&](auto& venue) {
            venue.begin_day(midnight_);
            id = venue.list(symbol, now);
        });
        if (id == InstrumentId{}) {
            return fail("the symbols are too many: raise trading.instruments_max");
        }
        listed_.push_back({.symbol = symbol, .id = id});
        ids_.emplace(symbol, id);
        return id;
    }

    void begin_if_first(Time open) {
        if (std::exchange(has_begun_, true)) {
            return;
        }
        session_.on_market(open - kAdjustBefore, [&](auto& venue) {
            venue.begin_day(midnight_);
            for (const SymbolAdjustment& each : day_.adjustments) {
                if (const auto listed = find(each.symbol); listed && each.is_split()) {
                    venue.cancel_all(*listed, open - kAdjustBefore);
                }
            }
        });
        session_.on_market(open - Nanos{1}, [](auto&) {});  // the cancels arrive
        for (const SymbolAdjustment& each : day_.adjustments) {
            if (const auto listed = find(each.symbol)) {
                session_.on_trader([&](Trader& trader) {
                    trader.adjust({.instrument = *listed,
                                   .new_shares = each.new_shares,
                                   .old_shares = each.old_shares,
                                   .dividend = each.dividend});
                });
            }
        }
        for (Held& held : held_) {
            held.from = held.to;
        }
        for (const SymbolAdjustment& each : day_.adjustments) {
            if (const auto listed = find(each.symbol)) {
                held_[listed->value].adjust(each);
            }
        }
        begin_ = open;
        begin_positions_.clear();
        for (const Listed& each : listed_) {
            begin_positions_.push_back(trader().orders().position(each.id).position);
        }
    }

    [[nodiscard]] std::optional<InstrumentId> find(Symbol symbol) const {
        const auto known = ids_.find(symbol);
        return known == ids_.end() ? std::nullopt : std::optional(known->second);
    }

    /// Records the trader's positions at the end of a day that had bars.
    void end_day() {
        if (!std::exchange(has_begun_, false)) {
            return;
        }
        BarDayEnd& day = days_.emplace_back(
            BarDayEnd{.name = day_.name,
                      .midnight = midnight_,
                      .begin = begin_,
                      .end = last_close_,
                      .counts = counts_of(trader().orders(), trader().gateway().counters()),
                      .input_hash = input_.value(),
                      .output_hash = session_.outputs_hash()});
        day.counts.decisions = trader().counters().decisions;
        for (std::size_t n = 0; n < listed_.size(); ++n) {
            day.instruments.push_back(
                instrument_result(listed_[n].id, listed_[n].symbol,
                                  {trader().orders(), trader().books(), last_close_}, kWholePrice));
            InstrumentResult& instrument = day.instruments.back();
            instrument.position_before =
                n < begin_positions_.size() ? begin_positions_[n] : SignedQty{};
            instrument.hold_from = held_[instrument.id.value].from;
            instrument.hold_to = held_[instrument.id.value].to;
        }
    }

    void add_to_hash(const SymbolBar& bar) {
        for (const Price price : {bar.open, bar.high, bar.low, bar.close}) {
            input_.add(static_cast<std::uint64_t>(price.value));
        }
        input_.add(bar.volume.value);
    }

    struct Listed {
        Symbol symbol{};
        InstrumentId id{};
    };
    /// A share that is held through the day: the close before, the last close of today.
    struct Held {
        Price from{};
        Price to{};

        void close(Price price) {
            from = from == Price{} ? price : from;
            to = price;
        }
        /// The dividend buys shares at once.
        void adjust(const SymbolAdjustment& each) {
            from = {(from.value - each.dividend.value) * each.old_shares / each.new_shares};
        }
    };

    BarRunOptions options_;
    Session session_;
    std::vector<Listed> listed_;  // by time of listing
    std::map<Symbol, InstrumentId> ids_;
    std::vector<sim::bars::Bar> bars_;
    std::vector<Held> held_;  // by InstrumentId
    std::vector<BarDayEnd> days_;
    BarDay day_{};
    std::int32_t first_date_ = 0;
    Time midnight_{};
    Time begin_{};
    Time last_close_{};
    std::vector<SignedQty> begin_positions_;  // as listed_
    bool has_begun_ = false;
    Checksum input_;
};

}  // namespace hotpath::backtest
