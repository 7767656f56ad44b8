#pragma once
/// Trader: one strategy at 1..kVenuesMax venues, with the engine and the connections of each, as
/// one state machine. It has one way in, apply(const Input&), and an output for each port of each
/// venue.
///
///   trader.on_packet({Line::A, datagram, now});          both lines and the re-request server's
///   for each FeedLoop:  if (trader.is_wanted(loop)) trader.on_loop_packet(loop, datagram, now);
///   for each Port:  if (trader.is_wanted(port)) { connect; trader.on_connected(port, now); }
///                   trader.on_bytes(port, received, now);
///                   send(trader.output(port)); trader.on_written(port, sent, now);
///   trader.on_timer(now);                                at next_deadline()
///
/// These calls are inputs of the first venue (trader_inputs.hpp); those of another are made with
/// VenueInputs. A strategy of several venues may act at another venue than the input's: its output
/// waits there. An observer sees each input, numbered, before it is applied, and its effects
/// afterwards (observers.hpp): to journal, publish or compare them. More: README.md. Threads: one
/// owner. Allocation: create(). Complexity: the engine's; with an observer a few loads an input and
/// venue, and the observer's.

#include <algorithm>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "hotpath/core/assert.hpp"
#include "hotpath/core/bytes.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/engine/understudy.hpp"
#include "hotpath/protocols/trader/order_codec.hpp"
#include "hotpath/risk/shared_limits.hpp"
#include "hotpath/strategy/multi_venue.hpp"
#include "hotpath/trader/input.hpp"
#include "hotpath/trader/late_cancels.hpp"
#include "hotpath/trader/observation.hpp"
#include "hotpath/trader/observers.hpp"
#include "hotpath/trader/trader_inputs.hpp"
#include "hotpath/trader/trader_options.hpp"
#include "hotpath/trader/venue_trader.hpp"

namespace hotpath::trader {

/// The limits of all venues together, and the share of each.
struct Firm {
    Firm(const risk::FirmLimits& of, const risk::FirmExposureLimits& of_exposure) noexcept
        : limits(of), exposure(of_exposure) {}

    risk::SharedLimits limits;
    risk::SharedExposure exposure;
    std::deque<risk::FirmShare> shares{};
    std::deque<risk::ExposureShare> exposure_shares{};
};

/// nullptr for one venue, whose own limits are all there are.
[[nodiscard]] Expected<std::unique_ptr<Firm>> make_firm(const TraderVenues& venues);

/// What became of a command at two venues: a venue that could not carry it out decides, but an
/// instrument or a gap that only one of them has is enough.
[[nodiscard]] OperatorStatus status_at_both(OperatorStatus a, OperatorStatus b) noexcept;
/// The stricter mode, either's trouble, and the sums.
[[nodiscard]] OperatorAnswer answer_of_both(const OperatorAnswer& a,
                                            const OperatorAnswer& b) noexcept;

template <class S, timing::TickSource T = timing::NoTicks, InputObserver O = NullObserver>
class Trader : public TraderInputs<Trader<S, T, O>> {
    static constexpr bool kHasTurns = strategy::MultiVenueStrategy<S>;

  public:
    using Leg = strategy::LegOf<S>::Type;
    using AtVenue = VenueTrader<Leg, T>;
    using Engine = AtVenue::Engine;
    using Understudy = engine::Understudy<Leg, protocols::Traded, T>;

    [[nodiscard]] static Expected<Trader> create(const TraderVenues& venues, S strategy,
                                                 T ticks = {}, O observer = {}) {
        std::size_t wanted = 1;
        if constexpr (kHasTurns) {
            wanted = strategy.venues();
        }
        if (venues.options.size() != wanted) {
            return fail("trader: the strategy trades at " + std::to_string(wanted) +
                        " venues, got options of " + std::to_string(venues.options.size()));
        }
        auto firm = make_firm(venues);
        if (!firm) {
            return std::unexpected(firm.error());
        }
        Trader trader(std::move(strategy), std::move(*firm), std::move(observer));
        for (std::size_t n = 0; n < wanted; ++n) {
            TraderOptions options = venues.options[n];
            if (trader.firm_) {
                options.engine.firm = &trader.firm_->shares[n];
                options.engine.firm_exposure = &trader.firm_->exposure_shares[n];
            }
            auto venue = AtVenue::create(options, leg_of(trader.strategy_, n), ticks);
            if (!venue) {
                return std::unexpected(venue.error());
            }
            trader.venues_.push_back(std::move(*venue));
        }
        return trader;
    }

    /// From now on warm_step() also runs the code of packets and orders, with an understudy of the first
    /// venue's engine. `strategy` is another one with the same parameters, which shares nothing with
    /// the one that trades. No output depends on it.
    [[nodiscard]] Expected<void> practise(S strategy, T ticks = {}) {
        const TraderOptions& of = options();
        practising_.emplace(std::move(strategy));
        auto made = Understudy::create(
            leg_of(*practising_, 0), std::move(ticks),
            of.engine.symbols.empty() ? kPracticeSymbol : of.engine.symbols.front(),
            codec_options(of));
        if (!made) {
            return std::unexpected(made.error());
        }
        understudy_.emplace(std::move(*made));
        return {};
    }

    // Queries of one venue.
    [[nodiscard]] std::size_t venues() const noexcept { return venues_.size(); }
    [[nodiscard]] const AtVenue& at(std::size_t venue) const noexcept { return venues_[venue]; }
    /// A trader with one venue is asked without its index.
    [[nodiscard]] const Engine& engine() const noexcept { return first().engine(); }
    [[nodiscard]] const TraderOptions& options() const noexcept { return first().options(); }
    [[nodiscard]] const TraderCounters& counters() const noexcept { return first().counters(); }
    [[nodiscard]] const Reconciliation* reconciliation() const noexcept {
        return first().reconciliation();
    }
    [[nodiscard]] const ResumableSession* session(Port port) const noexcept {
        return first().session(port);
    }
    [[nodiscard]] bool is_wanted(Port port) const noexcept { return first().is_wanted(port); }
    [[nodiscard]] bool is_wanted(feed::FeedLoop loop) const noexcept {
        return first().is_wanted(loop);
    }
    [[nodiscard]] bool is_open(Port port) const noexcept { return first().is_open(port); }
    [[nodiscard]] Bytes output(Port port) const noexcept { return first().output(port); }
    [[nodiscard]] std::optional<Port> refused_by() const noexcept { return first().refused_by(); }
    [[nodiscard]] bool has_ended() const noexcept { return first().has_ended(); }
    /// nullptr without one.
    [[nodiscard]] const Understudy* understudy() const noexcept {
        return understudy_ ? &*understudy_ : nullptr;
    }

    // With an observer.
    [[nodiscard]] O& observer() noexcept { return observation_.observer(); }
    [[nodiscard]] const O& observer() const noexcept { return observation_.observer(); }
    /// The number of the last one.
    [[nodiscard]] std::uint64_t inputs() const noexcept { return observation_.inputs(); }

    // Queries of all.
    [[nodiscard]] bool is_stopping() const noexcept {
        return std::ranges::any_of(venues_, &AtVenue::is_stopping);
    }
    [[nodiscard]] bool is_stopped() const noexcept {
        return std::ranges::all_of(venues_, &AtVenue::is_stopped);
    }
    [[nodiscard]] bool is_settled() const noexcept {
        return std::ranges::all_of(venues_, &AtVenue::is_settled);
    }
    [[nodiscard]] Time next_deadline() const noexcept {
        Time next = kNever;
        for (const AtVenue& venue : venues_) {
            next = std::min(next, venue.next_deadline());
        }
        return next;
    }
    /// Did the last input make the strategy act at this venue, though it was another's?
    [[nodiscard]] bool has_acted(std::size_t venue) const noexcept {
        return (acted_ >> venue & 1U) != 0;
    }
    /// nullptr for one venue.
    [[nodiscard]] const risk::SharedLimits* firm() const noexcept {
        return firm_ ? &firm_->limits : nullptr;
    }
    [[nodiscard]] const risk::SharedExposure* firm_exposure() const noexcept {
        return firm_ ? &firm_->exposure : nullptr;
    }
    /// The strategy of several venues: what its legs share.
    [[nodiscard]] const S& strategy() const noexcept
        requires kHasTurns
    {
        return strategy_;
    }
    /// After all effects of the command.
    [[nodiscard]] OperatorAnswer answer_to(const OperatorCommand& command, OperatorStatus status,
                                           Time now) const noexcept {
        OperatorAnswer answer = trader::answer_to(command, status, first(), now);
        for (std::size_t n = 1; n < venues_.size(); ++n) {
            answer = answer_of_both(answer, trader::answer_to(command, status, venues_[n], now));
        }
        return answer;
    }

    /// Takes every input and numbers it for an observer. A command is for every venue. The result says
    /// what became of a command; after any other input it is Done.
    OperatorStatus apply(const Input& input) {
        HOTPATH_ASSERT(input.venue < venues_.size(), "the input's venue must be one of the trader");
        if constexpr (Observation<O>::kIsOn) {
            return apply_observed(input);
        } else {
            return take(input);
        }
    }
    /// Calls sink(Bytes) for each request waiting for the re-request server. Call after each input; an
    /// observer sees the call as an input when there is a request.
    template <class Sink>
    void for_each_request(Sink&& sink, Venue venue = 0) {
        if constexpr (Observation<O>::kIsOn) {
            Input input{.now = observation_.now(), .venue = venue, .event = event::RequestsTaken{}};
            venues_[venue].for_each_request([&](Bytes request) {
                if (input.number == 0) {
                    input = observation_.begin(input);
                }
                observation_.report(input, OutputPort::Requests, request);
                sink(request);
            });
            if (input.number != 0) {
                observation_.end(input, at(venue));
            }
        } else {
            venues_[venue].for_each_request(std::forward<Sink>(sink));
        }
    }
    /// Keeps the code and data of the next input in the caches, a step a call: not an input, no effect on
    /// outputs. True after the last step of a turn. The understudy plays first: the engines' data that
    /// it displaces comes back.
    bool warm_step() noexcept {
        const bool is_over =
            warming_ == 0 ? is_practice_over() : prefetch_.step(venues_[warming_ - 1].engine());
        warming_ += is_over ? 1U : 0U;
        if (warming_ <= venues_.size()) {
            return false;
        }
        warming_ = 0;
        return true;
    }

  private:
    Trader(S strategy, std::unique_ptr<Firm> firm, O observer)
        : strategy_(std::move(strategy)),
          firm_(std::move(firm)),
          observation_(std::move(observer)) {}

    [[nodiscard]] const AtVenue& first() const noexcept { return venues_.front(); }
    static constexpr Symbol kPracticeSymbol = *Symbol::from("PRACTICE");

    /// Once for each venue.
    [[nodiscard]] static Leg leg_of(S& strategy, std::size_t venue) {
        if constexpr (kHasTurns) {
            return strategy.leg(venue);
        } else {
            static_cast<void>(venue);
            return std::move(strategy);
        }
    }
    /// Turns at other venues are dropped: practice has one.
    bool is_practice_over() noexcept {
        if (!understudy_) {
            return true;
        }
        const bool is_over = understudy_->step();
        if constexpr (kHasTurns) {
            strategy::for_each_turn(*practising_, [](strategy::VenueTurn) {});
        }
        return is_over;
    }

    OperatorStatus apply_observed(const Input& unnumbered) {
        if (std::holds_alternative<event::RequestsTaken>(unnumbered.event)) [[unlikely]] {
            for_each_request([](Bytes) {}, unnumbered.venue);
            return OperatorStatus::Done;
        }
        if (const auto* command = std::get_if<OperatorCommand>(&unnumbered.event);
            command != nullptr && command->action == OperatorAction::Resume) [[unlikely]] {
            observation_.on_resume();
        }
        const Input input = observation_.begin(unnumbered);
        const auto ends = observation_.output_ends(*this);
        const OperatorStatus status = take(input);
        if (observation_.must_stop()) [[unlikely]] {
            take({.now = input.now,
                  .event =
                      event::StopTrading{risk::TradingMode::Killed, risk::StopReason::Journal}});
        }
        observation_.report_effects(*this, input, ends);
        return status;
    }
    OperatorStatus take(const Input& input) {
        const OperatorStatus status = venues_[input.venue].apply(input.event, input.now);
        if constexpr (kHasTurns) {
            if (venues_.size() > 1) {
                return apply_to_others(input, status);
            }
        }
        return status;
    }
    OperatorStatus apply_to_others(const Input& input, OperatorStatus status) {
        for (std::size_t n = 0; n < venues_.size(); ++n) {
            if (n != input.venue && is_command(input.event)) {
                status = status_at_both(status, venues_[n].apply(input.event, input.now));
            }
        }
        follow_cancels(input, status);
        take_turns(input);
        return status;
    }
    /// What was answered for all venues is so where an instrument is listed later.
    void follow_cancels(const Input& input, OperatorStatus status) {
        if (const auto* command = std::get_if<OperatorCommand>(&input.event)) [[unlikely]] {
            late_cancels_.on_command(*command, status, venues_);
        } else if (!late_cancels_.is_empty()) [[unlikely]] {
            late_cancels_.carry_out(venues_, input.now);
        }
    }
    /// The legs that this input has called for act.
    void take_turns(const Input& input) {
        acted_ = 0;
        strategy::for_each_turn(strategy_, [&](strategy::VenueTurn turn) {
            venues_[turn.venue].act(turn.instrument, input.now);
            acted_ |= turn.venue == input.venue ? 0U : 1U << turn.venue;
        });
    }

    S strategy_;  // of one venue: moved into its engine
    std::unique_ptr<Firm> firm_;
    [[no_unique_address]] Observation<O> observation_;
    std::vector<AtVenue> venues_;
    LateCancels late_cancels_;  // of several venues
    std::uint32_t acted_ = 0;   // a bit a venue
    // warm_step() uses the following.
    std::optional<S> practising_;           // the understudy's; of one venue: moved into its engine
    std::optional<Understudy> understudy_;  // of all venues: their engines run the same code
    engine::DataPrefetch prefetch_;
    std::size_t warming_ = 0;  // 0: the understudy's turn; n: venue n - 1's
};

}  // namespace hotpath::trader
