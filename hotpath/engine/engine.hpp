#pragma once
/// The trading loop: market data packets and order-entry messages in, order-entry messages out.
///
///   on_packet       MoldUDP64 packet -> decode -> books -> strategy -> risk check -> OUCH bytes
///   on_order_bytes  one OUCH message -> orders and position -> strategy, as above
///   on_timer        silence of the feed, the strategy's own timer
///
/// A state machine without a clock, a socket or a thread: what happens follows from the bytes and
/// times handed in. The strategy decides after a whole packet, once for each instrument the packet
/// touched. Nothing is sent for an instrument that is not in state Trading (Unknown is not), or
/// while the books are stale (a gap, messages they refused, a silent or ended feed): there, what is
/// open is pulled. A venue that contradicts our record of an order trips the kill switch.
/// Threads: one. Allocation: at create() only. Complexity: that of the parts.

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "hotpath/book/book_view.hpp"
#include "hotpath/core/assert.hpp"
#include "hotpath/core/bytes.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/engine/engine_options.hpp"
#include "hotpath/engine/watch_list.hpp"
#include "hotpath/feed/feed_handler.hpp"
#include "hotpath/gateway/ouch_gateway.hpp"
#include "hotpath/oms/intent.hpp"
#include "hotpath/oms/orders.hpp"
#include "hotpath/strategy/strategy.hpp"
#include "hotpath/timing/stage_stamps.hpp"
#include "hotpath/timing/tick_source.hpp"

namespace hotpath::engine {

template <strategy::Strategy S, timing::TickSource T = timing::NoTicks>
class Engine {
  public:
    [[nodiscard]] static Expected<Engine> create(const EngineOptions& options, S strategy,
                                                 T ticks = {}) {
        auto feed =
            feed::FilteredFeedHandler::create(options.books, feed::SymbolFilter(options.symbols));
        if (!feed) {
            return std::unexpected(feed.error());
        }
        auto gateway = gateway::OuchGateway::create(gateway_options(options));
        if (!gateway) {
            return std::unexpected(gateway.error());
        }
        if (auto limits = risk::validate(options.limits); !limits) {
            return std::unexpected(limits.error());
        }
        return Engine(options, {std::move(*feed), std::move(*gateway), std::move(strategy),
                                std::move(ticks)});
    }

    // Queries.
    [[nodiscard]] const feed::FilteredFeedHandler& feed() const noexcept { return feed_; }
    [[nodiscard]] const book::L3Books& books() const noexcept { return feed_.books(); }
    [[nodiscard]] const gateway::OuchGateway& gateway() const noexcept { return gateway_; }
    [[nodiscard]] const oms::Orders& orders() const noexcept { return gateway_.orders(); }
    [[nodiscard]] const S& strategy() const noexcept { return strategy_; }
    [[nodiscard]] const EngineCounters& counters() const noexcept { return counters_; }
    [[nodiscard]] bool is_killed() const noexcept { return gateway_.risk().is_killed(); }
    /// The books may be wrong or old: nothing is traded.
    [[nodiscard]] bool is_stale() const noexcept {
        return feed_.is_stale() || feed_.is_ended() || is_doubtful_ || is_silent_;
    }
    /// May something be sent for this instrument now?
    [[nodiscard]] bool is_tradable(InstrumentId instrument) const noexcept {
        return !is_killed() && !is_stale() && watch_list_.is_traded(instrument) &&
               books().trading_state(instrument) == book::TradingState::Trading;
    }
    /// Of the last on_packet or on_order_bytes. A stage not reached is 0; Decode and Book are those
    /// of the last message applied, Decide, Risk and Encode those of the first message sent.
    [[nodiscard]] const timing::StageStamps& stamps() const noexcept { return stamps_; }

    // Events. Each answers how many messages wait in the outbox because of it.
    std::uint32_t on_packet(Bytes packet, Nanos now) noexcept {
        const std::uint32_t waiting = gateway_.waiting();
        stamps_.begin(ticks_);
        ++counters_.packets;
        FeedEvents events(*this, now);
        feed_.on_packet(packet, events);
        last_packet_time_ = now;
        is_silent_ = false;
        if (is_stale()) [[unlikely]] {
            gateway_.cancel_all(now);
        }
        decide_touched(now);
        return gateway_.waiting() - waiting;
    }

    std::uint32_t on_order_bytes(Bytes message, Nanos now) noexcept {
        const std::uint32_t waiting = gateway_.waiting();
        stamps_.begin(ticks_);
        const gateway::Report report = gateway_.on_message(message);
        stamps_.stamp(timing::Stage::Decode, ticks_);
        stamps_.stamp(timing::Stage::Book, ticks_);
        tell_strategy(report, now);
        if (report.is_trouble()) [[unlikely]] {
            kill(now);
        } else if (report.instrument.value != 0) {
            decide(report.instrument, now);
        }
        return gateway_.waiting() - waiting;
    }

    std::uint32_t on_timer(Nanos now) noexcept {
        const std::uint32_t waiting = gateway_.waiting();
        is_silent_ = is_silent_ || now - last_packet_time_ > feed_silence_max_;
        if (is_killed() || is_stale()) {
            gateway_.cancel_all(now);
        } else {
            oms::Intents intents(orders().next_id());
            strategy_.on_timer({now, orders()}, intents);
            send(intents, now);
        }
        return gateway_.waiting() - waiting;
    }

    // Operator's commands.
    /// Latches: nothing new is sent, every open order is canceled.
    void kill(Nanos now) noexcept {
        counters_.kills += is_killed() ? 0U : 1U;
        gateway_.kill();
        gateway_.cancel_all(now);
    }
    void clear_kill() noexcept { gateway_.clear_kill(); }
    /// The books are right again, or good enough: trade on them.
    void accept_gap() noexcept {
        feed_.accept_gap();
        is_doubtful_ = false;
    }

    /// sink(Bytes) for each waiting OUCH message, oldest first; then none waits. The sink does not
    /// call the engine.
    template <class Sink>
    void for_each_outgoing(Sink&& sink) {
        gateway_.for_each_outgoing(std::forward<Sink>(sink));
    }

  private:
    struct Parts {
        feed::FilteredFeedHandler feed;
        gateway::OuchGateway gateway;
        S strategy;
        T ticks;
    };

    /// What the feed tells while it applies a packet: stamps, trades, and which instruments to
    /// decide about.
    class FeedEvents : public feed::NullListener {
      public:
        FeedEvents(Engine& engine, Nanos now) noexcept : engine_(engine), now_(now) {}

        void on_decoded(Nanos) noexcept {
            engine_.stamps_.stamp(timing::Stage::Decode, engine_.ticks_);
        }
        void on_book(const book::BookUpdate& update, Nanos) noexcept {
            engine_.stamps_.stamp(timing::Stage::Book, engine_.ticks_);
            engine_.is_doubtful_ |= update.status != book::BookStatus::Ok;
            engine_.touch(update.instrument);
        }
        void on_refused(const book::BookUpdate&, Nanos) noexcept { engine_.is_doubtful_ = true; }
        void on_trading_state(InstrumentId instrument, book::TradingState, Nanos) noexcept {
            engine_.touch(instrument);
        }
        void on_trade(const feed::Trade& trade) noexcept {
            if (engine_.watch_list_.is_traded(trade.instrument)) {
                engine_.strategy_.on_trade(to_trade(trade), {now_, engine_.orders()});
                engine_.touch(trade.instrument);
            }
        }

      private:
        Engine& engine_;
        Nanos now_;
    };

    Engine(const EngineOptions& options, Parts parts)
        : feed_(std::move(parts.feed)),
          gateway_(std::move(parts.gateway)),
          strategy_(std::move(parts.strategy)),
          ticks_(std::move(parts.ticks)),
          watch_list_(options.books.instruments_max, options.symbols),
          limits_(options.limits),
          feed_silence_max_(options.feed_silence_max) {}

    void touch(InstrumentId instrument) noexcept {
        if (watch_list_.is_new(instrument)) [[unlikely]] {
            consider(instrument);
        }
        watch_list_.touch(instrument);
    }

    /// The first event of an instrument: do we trade it?
    void consider(InstrumentId instrument) noexcept {
        const feed::InstrumentDirectory& directory = feed_.itch_books().directory();
        if (!directory.contains(instrument)) {
            return;
        }
        const Symbol symbol = directory[instrument].symbol;
        if (watch_list_.consider(instrument, symbol)) {
            const auto allowed = gateway_.allow(instrument, symbol, limits_);
            HOTPATH_ASSERT(allowed.has_value(), "create() has validated the limits");
        }
    }

    void decide_touched(Nanos now) noexcept {
        for (const InstrumentId instrument : watch_list_.touched()) {
            decide(instrument, now);
        }
        watch_list_.clear_touched();
    }

    void decide(InstrumentId instrument, Nanos now) noexcept {
        if (!is_tradable(instrument)) {
            gateway_.cancel_all(instrument, now);
            return;
        }
        ++counters_.decisions;
        oms::Intents intents(orders().next_id());
        strategy_.on_book(book_view(instrument), {now, orders()}, intents);
        if (stamps_.at(timing::Stage::Encode) == 0) {
            stamps_.stamp(timing::Stage::Decide, ticks_);
        }
        send(intents, now);
    }

    void send(const oms::Intents& intents, Nanos now) noexcept {
        for (const oms::Intent& intent : intents.all()) {
            const gateway::Moment moment{now, reference_price(instrument_of(intent))};
            const oms::Rejection rejection = gateway_.send(intent, moment, stamps_, ticks_);
            if (rejection.is_refusal()) [[unlikely]] {
                strategy_.on_reject(rejection, {now, orders()});
            }
        }
    }

    void tell_strategy(const gateway::Report& report, Nanos now) noexcept {
        if (report.is_fill) {
            strategy_.on_fill(report.fill, {now, orders()});
        }
        if (report.rejection.is_refusal()) {
            strategy_.on_reject(report.rejection, {now, orders()});
        }
    }

    [[nodiscard]] InstrumentId instrument_of(const oms::Intent& intent) const noexcept {
        const oms::Order* original = orders().find(intent.original);
        return original == nullptr ? intent.instrument : original->instrument;
    }

    /// The mid of a market we may trade on. None when stale, halted, one-sided, locked or crossed:
    /// the risk check then refuses.
    [[nodiscard]] Price reference_price(InstrumentId instrument) const noexcept {
        if (!is_tradable(instrument)) {
            return {};
        }
        const book::Bbo bbo = books().bbo(instrument);
        const bool is_market = bbo.is_two_sided() && bbo.bid.price < bbo.ask.price;
        return is_market ? bbo.bid.price + (bbo.ask.price - bbo.bid.price) / 2 : Price{};
    }

    [[nodiscard]] book::BookView book_view(InstrumentId instrument) const noexcept {
        return {books(), instrument, feed_.itch_books().directory()[instrument].scale};
    }

    [[nodiscard]] static strategy::Trade to_trade(const feed::Trade& trade) noexcept {
        return {.instrument = trade.instrument,
                .resting_side = trade.resting_side,
                .is_cross = trade.kind == feed::TradeKind::Cross,
                .price = trade.price,
                .qty = trade.qty,
                .venue_time = trade.venue_time};
    }

    feed::FilteredFeedHandler feed_;
    gateway::OuchGateway gateway_;
    S strategy_;
    [[no_unique_address]] T ticks_;
    WatchList watch_list_;
    risk::Limits limits_;
    Nanos feed_silence_max_;
    Nanos last_packet_time_{};
    bool is_silent_ = true;     // until the first packet
    bool is_doubtful_ = false;  // the feed spoke of orders or quantities the books do not have
    timing::StageStamps stamps_;
    EngineCounters counters_;
};

}  // namespace hotpath::engine
