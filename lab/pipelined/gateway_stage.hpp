#pragma once
/// GatewayStage: the end of the pipelined engine. For each event in order: the venue's report is
/// booked, the strategies' intents are checked and sent in the order of their slots, and feedback
/// goes back to the strategies.
///
/// The order (event number, slot) does not depend on when any stage ran, so neither do the bytes.
/// `sink(const Outgoing&)` is called for each message while its event is processed; it must not
/// call back. Several gateways are several sessions, each with its own account, limits and risk
/// gate; a venue that contradicts one of them stops them all. Threads: one calls poll().
/// Allocation: at construction. Complexity: O(intents) an event.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <variant>
#include <vector>

#include "hotpath/core/assert.hpp"
#include "hotpath/core/bytes.hpp"
#include "hotpath/core/fixed_array.hpp"
#include "hotpath/gateway/order_gateway.hpp"
#include "hotpath/oms/venue_events.hpp"
#include "hotpath/queue/disruptor/event_processor.hpp"
#include "hotpath/queue/spsc.hpp"
#include "hotpath/timing/stage_stamps.hpp"
#include "hotpath/timing/tick_source.hpp"
#include "lab/pipelined/event.hpp"
#include "lab/pipelined/order_ids.hpp"
#include "lab/pipelined/pipeline_options.hpp"

namespace hotpath::engine::pipelined {

/// One message for the venue. The stamps are of its path from packet to bytes: Decode and Book of
/// the packet, Decide of its strategy.
struct Outgoing {
    std::uint8_t gateway;
    Bytes message;
    std::uint64_t input;  // that it follows from
    const timing::StageStamps& stamps;
};

/// One session: its account and the slots of its orders.
template <gateway::VenueCodec Codec>
struct Account {
    gateway::OrderGateway<Codec> gateway;
    OrderIds ids;
    risk::TradingMode mode = risk::TradingMode::Open;  // as followed
};

template <class Graph, gateway::VenueCodec Codec, class Sink, timing::TickSource T>
class GatewayStage {
  public:
    using Gateway = gateway::OrderGateway<Codec>;
    using Account = pipelined::Account<Codec>;

    struct Parts {
        std::vector<Account> accounts;
        std::vector<queue::SpscConsumer<SlotIntent>> intents;  // of each strategy stage
        queue::SpscProducer<Feedback> feedback;
        Sink sink;
        T ticks;
    };

    GatewayStage(Graph& graph, const PipelineOptions& options, Parts parts)
        : accounts_(std::move(parts.accounts)),
          intents_(std::move(parts.intents)),
          feedback_(std::move(parts.feedback)),
          sink_(std::move(parts.sink)),
          ticks_(std::move(parts.ticks)),
          limits_(options.engine.limits),
          mids_(std::size_t{options.engine.books.instruments_max} + 1),
          stage_(graph, Work{this}) {}

    [[nodiscard]] const Gateway& gateway(std::size_t i) const noexcept {
        return accounts_[i].gateway;
    }
    [[nodiscard]] Sink& sink() noexcept { return sink_; }
    /// One past the last event that all stages have finished. Any thread.
    [[nodiscard]] std::uint64_t next() const noexcept { return stage_.next(); }
    /// The node of the graph.
    [[nodiscard]] auto& stage() noexcept { return stage_; }

    /// One round; returns the number of events processed.
    std::size_t poll(std::size_t events_max) noexcept { return stage_.poll(events_max); }

  private:
    struct Work {
        GatewayStage* stage;
        void operator()(const Event& event, std::uint64_t seq) const noexcept {
            std::visit([&](const auto& body) { stage->on(body, event, seq); }, event.body);
        }
    };

    void on(const BookSeen& seen, const Event& event, std::uint64_t seq) noexcept {
        mids_[event.instrument.value] = seen.is_tradable ? seen.mid : Price{};
        if (!seen.is_tradable) {
            for_each_account([&](Account& account, std::uint8_t number) {
                pull(account, number, event.instrument, event.now);
            });
        } else if (seen.mid.value > 0) {
            for (Account& account : accounts_) {
                if (account.gateway.orders().position(event.instrument).position != SignedQty{}) {
                    account.gateway.mark(event.instrument, seen.mid);
                }
            }
        }
        finish(event, seq);
    }
    void on(const TimerDue& due, const Event& event, std::uint64_t seq) noexcept {
        if (!due.is_current) {
            pull_all(event.now);
        }
        finish(event, seq);
    }
    void on(strategy::BooksState state, const Event& event, std::uint64_t seq) noexcept {
        if (state == strategy::BooksState::Stale) {
            std::ranges::fill(mids_.items(), Price{});
            pull_all(event.now);
        }
        finish(event, seq);
    }
    void on(const strategy::Instrument& instrument, const Event&, std::uint64_t) noexcept {
        for (Account& account : accounts_) {
            const auto allowed = account.gateway.allow(instrument.id, instrument.symbol, limits_);
            HOTPATH_ASSERT(allowed.has_value(), "create() must validate the limits");
        }
    }
    void on(const VenueMessage& message, const Event& event, std::uint64_t seq) noexcept {
        if (event.gateway < accounts_.size()) {
            apply_reply(accounts_[event.gateway], Bytes(message.bytes).first(message.length),
                        event);
            finish(event, seq);
        }
    }
    void on(const Session& session, const Event& event, std::uint64_t seq) noexcept {
        if (event.gateway >= accounts_.size()) {
            return;
        }
        Gateway& gateway = accounts_[event.gateway].gateway;
        if (session.is_open) {
            gateway.query_account();
        } else {
            gateway.on_disconnected();
        }
        finish(event, seq);
    }
    void on(const Command& command, const Event& event, std::uint64_t seq) noexcept {
        for (Account& account : accounts_) {
            if (command.is_kill) {
                account.gateway.stop(risk::TradingMode::Killed, risk::StopReason::Operator);
            } else {
                account.gateway.resume();
                account.mode = risk::TradingMode::Open;
            }
        }
        finish(event, seq);
    }
    template <class Body>
    void on(const Body&, const Event&, std::uint64_t) noexcept {}  // the strategies'

    /// Sends the strategies' intents of this event.
    void finish(const Event& event, std::uint64_t seq) noexcept {
        for (auto& queue : intents_) {
            for (SlotIntent* next = queue.front(); next != nullptr && next->seq == seq;
                 next = queue.front()) {
                send(*next, event);
                queue.pop();
            }
        }
        follow_modes(event.now);
        stamps_ = {};
        stamp_market_data(event);
        drain(event);
    }

    void send(const SlotIntent& wanted, const Event& event) noexcept {
        const std::size_t number = wanted.slot % accounts_.size();
        Account& account = accounts_[number];
        stamp_market_data(event);
        stamps_.set(timing::Stage::Decide, wanted.decide_ticks);
        const oms::Intent intent = in_session(wanted, account);
        const oms::SendContext context{event.now,
                                       mids_[account.gateway.instrument_of(intent).value]};
        oms::Rejection rejection = account.gateway.send(intent, context, stamps_, ticks_);
        if (rejection.is_refusal()) [[unlikely]] {
            rejection.id = wanted.intent.id;
            rejection.original = wanted.intent.original;
            rejection.instrument = wanted.intent.instrument;
            send_back({.slot = wanted.slot, .what = Refused{rejection, !intent.needs_approval()}});
            return;
        }
        if (intent.needs_approval()) {
            account.ids.bind(intent.id, {wanted.slot, wanted.intent.id});
        }
        drain(event);
    }

    /// With the session's ids. A replacement's or reduction's quantity becomes the quantity to be
    /// open, given the session's executions so far.
    [[nodiscard]] static oms::Intent in_session(const SlotIntent& wanted,
                                                const Account& account) noexcept {
        oms::Intent intent = wanted.intent;
        if (intent.needs_approval()) {
            intent.id = account.gateway.orders().next_id();
            intent.original = account.ids.session_id({wanted.slot, intent.original});
        } else {
            intent.id = account.ids.session_id({wanted.slot, intent.id});
        }
        const bool is_reduce = intent.kind == oms::Intent::Kind::Reduce;
        const oms::Order* const changed =
            account.gateway.orders().find(is_reduce ? intent.id : intent.original);
        const Qty executed = changed == nullptr ? Qty{} : changed->cum_qty;
        intent.qty = intent.qty > executed ? intent.qty - executed : Qty{};
        return intent;
    }

    void apply_reply(Account& account, Bytes message, const Event& event) noexcept {
        const gateway::Report report = account.gateway.on_message(message);
        if (report.is_trouble()) [[unlikely]] {
            for (Account& each : accounts_) {
                each.gateway.stop(risk::TradingMode::Killed, risk::StopReason::Disagreement);
            }
        }
        const OrderIds::Owner owner = account.ids.owner(report.id);
        if (owner.slot != kNoSlot) {
            Feedback feedback{.slot = owner.slot,
                              .gateway = event.gateway,
                              .decide = report.is_trouble() ? InstrumentId{} : report.instrument};
            feedback.what = in_slot(account.gateway.read(message), account);
            send_back(feedback);
        }
        if (report.is_account_answer && account.gateway.orders().is_in_doubt()) {
            const std::uint64_t before = account.gateway.counters().cancels;
            account.gateway.on_reconnected(event.now, [](const oms::Order&) {});
            send_back({.gateway = event.gateway, .what = Resumed{}});
            send_back_if_pulled(account, event.gateway, {}, before);
        }
    }

    /// The same event with the slot's ids.
    [[nodiscard]] static oms::VenueEvent in_slot(oms::VenueEvent event,
                                                 const Account& account) noexcept {
        std::visit(
            [&]<class Told>(Told& told) {
                if constexpr (requires { told.id; }) {
                    told.id = account.ids.owner(told.id).id;
                }
                if constexpr (requires { told.original; }) {
                    told.original = account.ids.owner(told.original).id;
                }
            },
            event);
        return event;
    }

    void pull(Account& account, std::uint8_t number, InstrumentId instrument, Time now) noexcept {
        const std::uint64_t before = account.gateway.counters().cancels;
        if (instrument.value == 0) {
            account.gateway.cancel_all(now);
        } else {
            account.gateway.cancel_all(instrument, now);
        }
        send_back_if_pulled(account, number, instrument, before);
    }
    void send_back_if_pulled(const Account& account, std::uint8_t number, InstrumentId instrument,
                             std::uint64_t cancels_before) noexcept {
        if (account.gateway.counters().cancels != cancels_before) {
            send_back({.gateway = number, .what = Pulled{instrument}});
        }
    }
    void pull_all(Time now) noexcept {
        for_each_account(
            [&](Account& account, std::uint8_t number) { pull(account, number, {}, now); });
    }

    /// When a gate has stopped trading, by itself or by command, cancels all open orders.
    void follow_modes(Time now) noexcept {
        for_each_account([&](Account& account, std::uint8_t number) {
            const risk::TradingMode mode = account.gateway.risk().mode();
            if (mode != account.mode) [[unlikely]] {
                account.mode = mode;
                pull(account, number, {}, now);
            }
        });
    }

    void stamp_market_data(const Event& event) noexcept {
        stamps_ = {};
        stamps_.set(timing::Stage::Rx, event.ticks[0]);
        stamps_.set(timing::Stage::Decode, event.ticks[1]);
        stamps_.set(timing::Stage::Book, event.ticks[2]);
    }

    void drain(const Event& event) noexcept {
        for_each_account([&](Account& account, std::uint8_t number) {
            account.gateway.for_each_outgoing(
                [&](Bytes message) { sink_(Outgoing{number, message, event.input, stamps_}); });
        });
    }

    void send_back(const Feedback& feedback) noexcept {
        Feedback* const place = feedback_.claim();
        HOTPATH_ASSERT(place != nullptr,
                       "the feedback ring must have room: the book stage limits what enters");
        std::construct_at(place, feedback);
        feedback_.publish();
    }

    template <class Visit>
    void for_each_account(Visit&& visit) noexcept {
        for (std::size_t i = 0; i < accounts_.size(); ++i) {
            visit(accounts_[i], static_cast<std::uint8_t>(i));
        }
    }

    std::vector<Account> accounts_;
    std::vector<queue::SpscConsumer<SlotIntent>> intents_;
    queue::SpscProducer<Feedback> feedback_;
    Sink sink_;
    [[no_unique_address]] T ticks_;
    risk::Limits limits_;
    FixedArray<Price> mids_;  // by InstrumentId, as last shown
    timing::StageStamps stamps_;
    queue::disruptor::Stage<Graph, Work> stage_;
};

}  // namespace hotpath::engine::pipelined
