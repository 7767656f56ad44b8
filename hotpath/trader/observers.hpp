#pragma once
/// Observers of a trader: the concept, the null observer, and several as one.
///
///   on_input(input)             before the trader applies it
///   on_output(output)           after it, each piece of its output
///   on_mode(change)             when trading at a venue stopped or resumed
///   on_done(input, at_venue)    last: the trader at the input's venue as it is now; its
///                               engine().stamps() are those of the last packet or reply. Called
///                               for another venue, too, when the strategy acted there
///   must_stop()                 called after each input: true when inputs can no longer
///                               be recorded; trading then stops, latched (StopReason::Journal)
///
/// The bytes of inputs and outputs are valid during the call. Observers neither wait nor throw nor
/// allocate: they are on the hot path. Threads: the trader's. Allocation: none. Complexity: the
/// observers'.

#include <algorithm>
#include <concepts>
#include <tuple>
#include <utility>
#include <vector>

#include "hotpath/trader/input.hpp"

namespace hotpath::trader {

/// Does nothing and costs nothing.
struct NullObserver {
    void on_input(const Input&) noexcept {}
    void on_output(const Output&) noexcept {}
    void on_mode(const ModeChange&) noexcept {}
    template <class AtVenue>
    void on_done(const Input&, const AtVenue&) noexcept {}
    [[nodiscard]] static constexpr bool must_stop() noexcept { return false; }
};

template <class O>
concept InputObserver =
    requires(O observer, const Input& input, const Output& output, const ModeChange& change) {
        { observer.on_input(input) } noexcept;
        { observer.on_output(output) } noexcept;
        { observer.on_mode(change) } noexcept;
        { std::as_const(observer).must_stop() } noexcept -> std::same_as<bool>;
    };

static_assert(InputObserver<NullObserver>);

/// Calls each observer, in this order.
template <InputObserver... O>
class Observers {
  public:
    explicit Observers(O... observers) : observers_(std::move(observers)...) {}

    template <std::size_t N>
    [[nodiscard]] auto& get() noexcept {
        return std::get<N>(observers_);
    }

    void on_input(const Input& input) noexcept {
        for_each([&](auto& observer) { observer.on_input(input); });
    }
    void on_output(const Output& output) noexcept {
        for_each([&](auto& observer) { observer.on_output(output); });
    }
    void on_mode(const ModeChange& change) noexcept {
        for_each([&](auto& observer) { observer.on_mode(change); });
    }
    template <class AtVenue>
    void on_done(const Input& input, const AtVenue& at_venue) noexcept {
        for_each([&](auto& observer) { observer.on_done(input, at_venue); });
    }
    [[nodiscard]] bool must_stop() const noexcept {
        return std::apply([](const auto&... observer) { return (observer.must_stop() || ...); },
                          observers_);
    }

  private:
    template <class Visit>
    void for_each(Visit&& one) noexcept {
        std::apply([&](auto&... observer) { (one(observer), ...); }, observers_);
    }

    std::tuple<O...> observers_;
};

/// An observer for each venue, which receives what is of its venue.
template <InputObserver O>
class VenueObservers {
  public:
    explicit VenueObservers(std::vector<O> observers) : observers_(std::move(observers)) {}

    void on_input(const Input& input) noexcept { observers_[input.venue].on_input(input); }
    void on_output(const Output& output) noexcept { observers_[output.venue].on_output(output); }
    void on_mode(const ModeChange& change) noexcept { observers_[change.venue].on_mode(change); }
    template <class AtVenue>
    void on_done(const Input& input, const AtVenue& at_venue) noexcept {
        observers_[input.venue].on_done(input, at_venue);
    }
    [[nodiscard]] bool must_stop() const noexcept {
        return std::ranges::any_of(observers_, [](const O& of) { return of.must_stop(); });
    }

  private:
    std::vector<O> observers_;
};

}  // namespace hotpath::trader
