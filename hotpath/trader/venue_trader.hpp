#pragma once
/// VenueTrader: the engine of one venue with its connections, as bytes and times: order entry, the feed
/// (two lines; re-requests and snapshots, or loops), drop copy. It survives a network and a venue that
/// fail. A Trader has one for each venue.
///
///   apply(event, now) ──> Engine, sessions ──> output(port), for_each_request(sink)
/// More: README.md. Threads: one owner. Allocation: create(). Complexity: the engine's.

#include <algorithm>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <utility>
#include <variant>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/protocols/nasdaq/glimpse50/end_of_snapshot.hpp"
#include "hotpath/protocols/trader/order_codec.hpp"
#include "hotpath/protocols/trader/own_executions.hpp"
#include "hotpath/trader/feed_trust.hpp"
#include "hotpath/trader/input.hpp"
#include "hotpath/trader/operator_commands.hpp"
#include "hotpath/trader/order_session.hpp"
#include "hotpath/trader/reconciliation.hpp"
#include "hotpath/trader/trader_options.hpp"
#include "hotpath/trader/venue_day.hpp"
#include "hotpath/trader/venue_sessions.hpp"

namespace hotpath::trader {

template <strategy::Strategy S, timing::TickSource T = timing::NoTicks>
class VenueTrader {
  public:
    using Engine = protocols::TradedEngine<S, T>;

    [[nodiscard]] static Expected<VenueTrader> create(const TraderOptions& options, S strategy,
                                                      T ticks = {}) {
        auto sessions = make_venue_sessions(options);
        if (!sessions) {
            return std::unexpected(sessions.error());
        }
        auto engine = Engine::create(options.engine, std::move(strategy), std::move(ticks),
                                     {codec_options(options), options.market_data});
        if (!engine) {
            return std::unexpected(engine.error());
        }
        return VenueTrader(options, std::move(*engine), std::move(*sessions));
    }

    [[nodiscard]] const Engine& engine() const noexcept { return engine_; }
    [[nodiscard]] const TraderOptions& options() const noexcept { return options_; }
    [[nodiscard]] const TraderCounters& counters() const noexcept { return counters_; }
    /// nullptr without a drop copy, as is session() for its port.
    [[nodiscard]] const Reconciliation* reconciliation() const noexcept {
        return reconciliation_ ? &*reconciliation_ : nullptr;
    }
    [[nodiscard]] bool is_stopped_by_copies() const noexcept { return is_stopped_by_copies_; }
    [[nodiscard]] const ResumableSession* session(Port port) const noexcept {
        return port == Port::OrderEntry ? &order_entry_.session()
               : port == Port::Glimpse  ? &glimpse_
               : drop_copy_.has_value() ? &*drop_copy_
                                        : nullptr;
    }
    /// The owner must connect.
    [[nodiscard]] bool is_wanted(Port port) const noexcept {
        const ResumableSession* of = session(port);
        return of != nullptr && of->state() == SessionState::Wanted;
    }
    /// The owner must receive this loop: packets at another time are of no use.
    [[nodiscard]] bool is_wanted(feed::FeedLoop loop) const noexcept {
        return !is_stopping() && engine_.feed().wants(loop, lacks_states_);
    }
    /// The owner must keep the connection.
    [[nodiscard]] bool is_open(Port port) const noexcept {
        const ResumableSession* of = session(port);
        return of != nullptr && of->is_open();
    }
    [[nodiscard]] Bytes output(Port port) const noexcept {
        const ResumableSession* of = session(port);
        return of == nullptr ? Bytes{} : of->output();
    }
    /// A port that refused the login or no longer has the requested messages: retrying is useless.
    [[nodiscard]] std::optional<Port> refused_by() const noexcept {
        for (const Port port : kAllPorts) {
            if (const ResumableSession* of = session(port); of != nullptr && of->is_refused()) {
                return port;
            }
        }
        return std::nullopt;
    }
    /// The venue's day is over for this trader: its process is to end.
    [[nodiscard]] bool has_ended() const noexcept { return day_.is_over(); }
    [[nodiscard]] bool is_stopping() const noexcept { return stop_by_ != kNever; }
    /// stop() is complete: no known order is open, or it took too long.
    [[nodiscard]] bool is_stopped() const noexcept { return is_stopped_; }
    /// All our orders are closed and all requests answered.
    [[nodiscard]] bool is_settled() const noexcept {
        const bool knows_its_past = !engine_.gateway().is_recovering() || !day_.has_logged_on();
        return knows_its_past && engine_.orders().open_orders().empty();
    }
    [[nodiscard]] Time next_deadline() const noexcept {
        Time next = std::min({next_timer_, engine_.next_deadline(), is_stopped_ ? kNever : stop_by_,
                              order_entry_.session().next_deadline(), glimpse_.next_deadline()});
        if (drop_copy_) {
            next = std::min({next, drop_copy_->next_deadline(), reconciliation_->next_deadline()});
        }
        return next;
    }

    /// What became of a command; Done after any other event. RequestsTaken drops the requests.
    OperatorStatus apply(const Event& event, Time now) {
        OperatorStatus status = OperatorStatus::Done;
        const auto take = [&]<class E>(const E& each) {
            if constexpr (std::is_same_v<E, OperatorCommand>) {
                status = on(each, now);
            } else {
                on(each, now);
            }
        };
        // A visit of so many types is a call through a table.
        if (const auto* packet = std::get_if<event::Packet>(&event)) [[likely]] {
            take(*packet);
        } else if (const auto* received = std::get_if<event::Received>(&event)) {
            take(*received);
        } else {
            std::visit(take, event);
        }
        return status;
    }
    /// Calls sink(Bytes) for each request waiting for the re-request server. Call after each event.
    template <class Sink>
    void for_each_request(Sink&& sink) {
        engine_.for_each_request(std::forward<Sink>(sink));
    }
    /// Shows the strategy this instrument's book: it trades at another venue, and asked.
    void act(InstrumentId instrument, Time now) noexcept {
        engine_.act(instrument, now);
        advance(now);
    }

  private:
    void on(const event::Packet& packet, Time now) noexcept {
        engine_.on_packet({.line = packet.line, .bytes = packet.bytes, .now = now});
        advance(now);
    }
    void on(const event::LoopPacket& packet, Time now) noexcept {
        engine_.on_loop_packet(packet.loop, packet.bytes, now);
        lacks_states_ = engine_.lacks_trading_state();
        advance(now);
    }
    void on(const event::Connected& to, Time now) noexcept {
        if (to.port == Port::OrderEntry) {
            day_.on_connected(order_entry_.session(), engine_.feed().lines().sessions());
            order_entry_.on_connected(now, to.start);
        } else if (to.port == Port::Glimpse) {
            // Each snapshot is a separate stream.
            glimpse_.begin_session(protocols::nasdaq::soupbintcp::kCurrentSession, 1);
            glimpse_.on_connected(now);
        } else {
            drop_copy_->on_connected(now);
        }
    }
    void on(const event::Received& from, Time now) {
        if (from.port == Port::OrderEntry) {
            OrderListener listener{*this, now};
            order_entry_.on_bytes(from.bytes, now, listener);
        } else if (from.port == Port::Glimpse) {
            SnapshotListener listener{*this, now};
            glimpse_.on_bytes(from.bytes, now, listener);
        } else {
            CopyListener listener{*this, now};
            drop_copy_->on_bytes(from.bytes, now, listener);
        }
        advance(now);
    }
    void on(event::Written to, Time now) noexcept {
        mutable_session(to.port).on_written(to.bytes);
        advance(now);
    }
    void on(event::Disconnected from, Time now) noexcept {
        mutable_session(from.port).on_disconnected();
        advance(now);
    }
    void on(event::RequestsTaken, Time) {
        for_each_request([](Bytes) {});
    }
    void on(event::Kill, Time now) noexcept {
        on(event::StopTrading{risk::TradingMode::Killed, risk::StopReason::Operator}, now);
    }
    void on(event::StopTrading stop, Time now) noexcept {
        engine_.stop(stop.mode, stop.reason, now);
        advance(now);
    }
    /// Events continue until is_stopped().
    void on(event::Stop, Time now) noexcept {
        if (!is_stopping()) {
            stop_by_ = now + options_.stop_within;
            engine_.stop(risk::TradingMode::Killed, risk::StopReason::ShutDown, now);
        }
        advance(now);
    }
    [[nodiscard]] OperatorStatus on(const OperatorCommand& command, Time now) {
        if (command.action == OperatorAction::Resume && is_stopping()) {
            return OperatorStatus::StillStopped;
        }
        is_different_ = is_different_ && command.action != OperatorAction::Resume;
        const OperatorStatus status = operators_.carry_out(command, engine_, now);
        advance(now);
        return status;
    }
    void on(event::Timer, Time now) noexcept {
        for (const Port port : kAllPorts) {
            if (session(port) != nullptr) {
                mutable_session(port).on_timer(now);
            }
        }
        if (now >= next_timer_ || now >= engine_.next_deadline()) {
            engine_.on_timer(now);
            next_timer_ = now >= next_timer_ ? now + options_.timer_interval : next_timer_;
            lacks_states_ = engine_.feed().has_loops() && engine_.lacks_trading_state();
        }
        if (reconciliation_) {
            reconciliation_->on_timer(now);
        }
        advance(now);
    }

    struct OrderListener {
        void on_session_open() noexcept {
            ++trader.counters_.sessions;
            trader.day_.on_log_on(trader.engine_.feed().lines().sessions());
            trader.day_.compare(trader.order_entry_.session(), trader.drop_copy_);
            trader.engine_.on_session_open();
            trader.send_orders(now);
        }
        void on_reply(std::uint64_t number, Bytes message) noexcept {
            trader.on_reply(number, message, now);
        }
        VenueTrader& trader;
        Time now;
    };
    struct SnapshotListener {
        void on_logged_in(const protocols::nasdaq::soupbintcp::Session& session,
                          std::uint64_t) noexcept {
            begin_snapshot(trader.engine_, session, now);
        }
        void on_sequenced(std::uint64_t, Bytes message) noexcept {
            trader.on_snapshot_message(message, now);
        }
        VenueTrader& trader;
        Time now;
    };
    struct CopyListener {
        void on_logged_in(const protocols::nasdaq::soupbintcp::Session&, std::uint64_t) noexcept {
            trader.day_.compare(trader.order_entry_.session(), trader.drop_copy_);
        }
        void on_sequenced(std::uint64_t, Bytes message) noexcept {
            trader.reconciliation_->on_copy(message, now);
        }
        VenueTrader& trader;
        Time now;
    };

    VenueTrader(const TraderOptions& options, Engine engine, VenueSessions sessions)
        : options_(options),
          engine_(std::move(engine)),
          order_entry_(std::move(*sessions.by_port[0])),
          glimpse_(std::move(*sessions.by_port[1])),
          drop_copy_(std::move(sessions.by_port[2])),
          reconciliation_(std::move(sessions.reconciliation)),
          own_executions_(options.order_entry),
          operators_(options.overrides) {
        engine_.begin_recovery();
        if (drop_copy_) {
            drop_copy_->start();
        }
    }

    [[nodiscard]] ResumableSession& mutable_session(Port port) noexcept {
        return port == Port::OrderEntry ? order_entry_.session()
               : port == Port::Glimpse  ? glimpse_
                                        : *drop_copy_;
    }

    void on_reply(std::uint64_t number, Bytes message, Time now) noexcept {
        ++counters_.replies;
        engine_.on_order_bytes(message, now);
        send_orders(now);
        if (reconciliation_) {
            if (const auto own = own_executions_.find(number, message)) {
                note_own(*own, engine_, *reconciliation_, now);
            }
        }
    }

    void on_snapshot_message(Bytes message, Time now) noexcept {
        engine_.on_snapshot_message(message, now);
        if (protocols::nasdaq::glimpse50::is_end_of_snapshot(message)) {
            glimpse_.leave(now);
        }
    }

    /// Whole messages. Without room the session is closed, and the next one shows what arrived.
    void send_orders(Time now) noexcept {
        if (engine_.gateway().waiting() == 0) {
            return;
        }
        std::uint64_t unsent = 0;
        engine_.for_each_outgoing([&](Bytes message) {
            unsent += unsent > 0 || !order_entry_.try_send(message, now) ? 1U : 0U;
        });
        counters_.unsent_orders += unsent;
        if (unsent > 0) [[unlikely]] {
            order_entry_.session().hang_up(ResumableSession::CloseReason::SlowReader);
        }
    }

    void advance(Time now) noexcept {
        note_ends(now);
        if (reconciliation_ && reconciliation_->finding() != Finding::Agrees && !is_different_)
            [[unlikely]] {
            is_different_ = true;
            is_stopped_by_copies_ = !engine_.gateway().trouble().is_trouble();
            engine_.stop(risk::TradingMode::Killed, risk::StopReason::Disagreement, now);
        }
        if (is_stopping()) [[unlikely]] {
            advance_stop(now);
        } else if (order_entry_.session().state() == SessionState::Off && may_log_on(now)) {
            order_entry_.session().start();
        }
        manage_snapshot(glimpse_, engine_.wants_snapshot() && !is_stopping(),
                        engine_.feed().state() == feed::FeedState::SnapshotLoading, now);
        send_orders(now);
        note_ends(now);
    }

    [[nodiscard]] bool may_log_on(Time now) noexcept {
        return trust_.is_trusted(engine_, now) && !day_.is_session_over();
    }

    /// What an end that we missed leaves unanswered stays in doubt.
    void note_ends(Time now) noexcept {
        const bool was_open = order_entry_.take_end(now);
        ResumableSession& orders = order_entry_.session();
        if (orders.state() != SessionState::Open) [[unlikely]] {
            if (day_.take_end(orders)) {
                engine_.on_session_ended(now);
            } else if (day_.take_missed_end(orders, engine_.feed().lines().sessions())) {
                orders.leave(now);
            } else if (was_open &&
                       orders.close_reason() != ResumableSession::CloseReason::LoggedOut) {
                engine_.on_session_lost();
            }
        }
        if (glimpse_.take_end(now)) {
            engine_.on_snapshot_lost(now);  // ignored when it was complete
        }
        static_cast<void>(drop_copy_ && drop_copy_->take_end(now));
    }

    void advance_stop(Time now) noexcept {
        const bool is_late = now >= stop_by_;
        if (is_settled() || is_late) {
            leave(order_entry_.session(), is_late, now);
            leave(glimpse_, is_late, now);
            if (reconciliation_ && (reconciliation_->is_settled() || is_late)) {
                leave(*drop_copy_, is_late, now);
            }
        }
        note_ends(now);
        is_stopped_ = order_entry_.session().state() == SessionState::Off &&
                      glimpse_.state() == SessionState::Off &&
                      (!drop_copy_ || drop_copy_->state() == SessionState::Off);
    }

    TraderOptions options_;
    Engine engine_;
    OrderSession order_entry_;
    ResumableSession glimpse_;
    std::optional<ResumableSession> drop_copy_;
    std::optional<Reconciliation> reconciliation_;
    protocols::OwnExecutions own_executions_;
    Time next_timer_{}, stop_by_ = kNever;
    OperatorCommands operators_;
    VenueDay day_;
    FeedTrust trust_{options_.engine.feed_silence_max};
    bool is_different_ = false;          // from the drop copy, and trading was stopped for it
    bool is_stopped_by_copies_ = false;  // and not before for a reply of the venue
    bool is_stopped_ = false;
    bool lacks_states_ = false;  // that a loop has, as of the last timer or packet of one
    TraderCounters counters_;
};

}  // namespace hotpath::trader
