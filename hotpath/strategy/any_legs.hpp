#pragma once
/// AnyLegs: any strategy of one venue or several, chosen at run time, as one type. A Trader is
/// compiled once for it and its legs, which are AnyStrategy.
///
/// Threads: one, of all engines. Allocation: at construction. Complexity: AnyStrategy's; next_turn()
/// one virtual call for a strategy of several venues.

#include <concepts>
#include <cstddef>
#include <memory>
#include <optional>
#include <utility>

#include "hotpath/strategy/any_strategy.hpp"
#include "hotpath/strategy/multi_venue.hpp"

namespace hotpath::strategy {

class AnyLegs {
  public:
    using Leg = AnyStrategy;

    explicit AnyLegs(AnyStrategy one) : one_(std::move(one)) {}
    template <MultiVenueStrategy S>
        requires(!std::same_as<S, AnyLegs>)
    explicit AnyLegs(S strategy) : several_(std::make_unique<Held<S>>(std::move(strategy))) {}

    [[nodiscard]] std::size_t venues() const noexcept { return several_ ? several_->venues() : 1; }
    /// Once for each venue.
    [[nodiscard]] Leg leg(std::size_t venue) {
        return several_ ? several_->leg(venue) : std::move(*one_);
    }
    /// The strategy of several venues in it when it is S; else nullptr.
    template <MultiVenueStrategy S>
    [[nodiscard]] const S* get() const noexcept {
        return several_ ? static_cast<const S*>(several_->as(&kTypeMark<S>)) : nullptr;
    }
    [[nodiscard]] std::optional<VenueTurn> next_turn() noexcept {
        return several_ ? several_->next_turn() : std::nullopt;
    }

  private:
    template <class S>
    static constexpr char kTypeMark = 0;

    struct Several {
        Several() = default;
        Several(const Several&) = delete;
        Several& operator=(const Several&) = delete;
        virtual ~Several() = default;

        [[nodiscard]] virtual std::size_t venues() const noexcept = 0;
        [[nodiscard]] virtual const void* as(const char* type) const noexcept = 0;
        [[nodiscard]] virtual Leg leg(std::size_t venue) = 0;
        [[nodiscard]] virtual std::optional<VenueTurn> next_turn() noexcept = 0;
    };

    template <class S>
    struct Held final : Several {
        explicit Held(S held) : strategy(std::move(held)) {}

        [[nodiscard]] std::size_t venues() const noexcept override { return strategy.venues(); }
        [[nodiscard]] const void* as(const char* type) const noexcept override {
            return type == &kTypeMark<S> ? &strategy : nullptr;
        }
        [[nodiscard]] Leg leg(std::size_t venue) override { return Leg(strategy.leg(venue)); }
        [[nodiscard]] std::optional<VenueTurn> next_turn() noexcept override {
            return strategy.next_turn();
        }

        S strategy;
    };

    // One of them.
    std::optional<AnyStrategy> one_{};
    std::unique_ptr<Several> several_{};
};

static_assert(MultiVenueStrategy<AnyLegs>);

}  // namespace hotpath::strategy
