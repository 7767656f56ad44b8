#pragma once
/// A strategy's registration: its name, its options and how it is made, for every command; and
/// StrategyChoice: a registered strategy with options, as a configuration or a command line has it.
///
///   StrategyChoice choice(registration_of<Leaner>());          its options at their defaults
///   auto parameters = choice.parameters();                     key, unit, range, value, meaning
///   parameters[0].value = 200;
///   choice.assign(parameters);
///   choice.fit({.instruments_max = 100});
///   auto strategy = make_strategy(choice);                     Expected<AnyStrategy>
///
/// Threads: set-up. Allocation: the options'. Complexity: O(parameters).

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "hotpath/core/error.hpp"
#include "hotpath/strategy/any_legs.hpp"
#include "hotpath/strategy/any_strategy.hpp"
#include "hotpath/strategy/entry.hpp"
#include "hotpath/strategy/multi_venue.hpp"
#include "hotpath/strategy/parameter.hpp"
#include "hotpath/strategy/strategy.hpp"

namespace hotpath::strategy {

struct NullOptions {};

template <>
struct StrategyEntry<NullStrategy> {
    using Options = NullOptions;
    static constexpr std::string_view kName = "null";
    static constexpr std::string_view kSummary = "keeps books and an account, and sends nothing";

    static void fit(Options&, const Surroundings&) {}
    static void visit(Options&, auto&) {}
    static Expected<NullStrategy> create(const Options&) { return NullStrategy{}; }
};

/// Options of one strategy, whatever their type.
class StrategyOptions {
  public:
    StrategyOptions() = default;
    StrategyOptions& operator=(const StrategyOptions&) = delete;
    virtual ~StrategyOptions() = default;

    [[nodiscard]] virtual std::unique_ptr<StrategyOptions> copy() const = 0;
    virtual void fit(const Surroundings& around) = 0;
    [[nodiscard]] virtual std::vector<Parameter> parameters() const = 0;
    virtual void assign(std::span<const Parameter> parameters) = 0;
    /// The strategy's own check of its options.
    [[nodiscard]] virtual Expected<void> check() const = 0;
    /// Fails for a strategy of several venues.
    [[nodiscard]] virtual Expected<AnyStrategy> make() const = 0;
    /// The same for a strategy of one venue or several.
    [[nodiscard]] virtual Expected<AnyLegs> make_legs() const {
        auto one = make();
        return one ? Expected<AnyLegs>(AnyLegs(std::move(*one))) : std::unexpected(one.error());
    }
    /// The address of a StrategyEntry<S>::Options.
    [[nodiscard]] virtual const void* address() const noexcept = 0;

  protected:
    StrategyOptions(const StrategyOptions&) = default;
};

struct Registration {
    std::string_view name{};
    std::string_view summary{};
    std::size_t venues = 1;  // that it trades at
    bool follows_queue = false;
    const void* type = nullptr;                 // the same for the same strategy
    const StrategyOptions* defaults = nullptr;  // never null; outlives what chooses from it
};

namespace detail {

template <class S>
inline constexpr char kTypeMark = 0;

template <class S>
class OptionsOf final : public StrategyOptions {
    using Entry = StrategyEntry<S>;

  public:
    [[nodiscard]] std::unique_ptr<StrategyOptions> copy() const override {
        return std::make_unique<OptionsOf>(*this);
    }
    void fit(const Surroundings& around) override { Entry::fit(options_, around); }
    [[nodiscard]] std::vector<Parameter> parameters() const override {
        std::vector<Parameter> all;
        typename Entry::Options copied = options_;
        EachParameter visitor([&](const Parameter& parameter) { all.push_back(parameter); });
        Entry::visit(copied, visitor);
        return all;
    }
    void assign(std::span<const Parameter> parameters) override {
        EachParameter visitor([&](Parameter& parameter) {
            const auto given = std::ranges::find(parameters, parameter.key, &Parameter::key);
            if (given != parameters.end()) {
                parameter.value = given->value;
                parameter.symbol = given->symbol;
            }
        });
        Entry::visit(options_, visitor);
    }
    [[nodiscard]] Expected<void> check() const override {
        const auto made = Entry::create(options_);
        return made ? Expected<void>() : std::unexpected(made.error());
    }
    [[nodiscard]] Expected<AnyStrategy> make() const override {
        if constexpr (MultiVenueStrategy<S>) {
            return fail(std::string(Entry::kName) + " must run with one account at each venue");
        } else {
            return made_as<AnyStrategy>();
        }
    }
    [[nodiscard]] Expected<AnyLegs> make_legs() const override {
        if constexpr (MultiVenueStrategy<S>) {
            return made_as<AnyLegs>();
        } else {
            return StrategyOptions::make_legs();
        }
    }
    [[nodiscard]] const void* address() const noexcept override { return &options_; }

  private:
    template <class Any>
    [[nodiscard]] Expected<Any> made_as() const {
        auto made = Entry::create(options_);
        return made ? Expected<Any>(Any(std::move(*made))) : std::unexpected(made.error());
    }

    typename Entry::Options options_{};
};

template <class S>
[[nodiscard]] Registration registration_of_any() {
    static const OptionsOf<S> kDefaults;
    Registration registration{.name = StrategyEntry<S>::kName,
                              .summary = StrategyEntry<S>::kSummary,
                              .follows_queue = FollowsQueue<S>,
                              .type = &kTypeMark<S>,
                              .defaults = &kDefaults};
    if constexpr (MultiVenueStrategy<S>) {
        registration.venues = S::venues();
    }
    return registration;
}

}  // namespace detail

/// The registration of a strategy for one venue: main() passes it to hotpath/app/program.hpp.
template <Strategy S>
[[nodiscard]] Registration registration_of() {
    return detail::registration_of_any<S>();
}

class StrategyChoice {
  public:
    /// The strategy that sends nothing.
    StrategyChoice() : StrategyChoice(registration_of<NullStrategy>()) {}
    explicit StrategyChoice(const Registration& registration)
        : registration_(registration), options_(registration.defaults->copy()) {}
    StrategyChoice(const StrategyChoice& other)
        : registration_(other.registration_), options_(other.options_->copy()) {}
    StrategyChoice& operator=(const StrategyChoice& other) { return *this = StrategyChoice(other); }
    // One that was moved from may only be assigned to.
    StrategyChoice(StrategyChoice&&) noexcept = default;
    StrategyChoice& operator=(StrategyChoice&&) noexcept = default;
    ~StrategyChoice() = default;

    [[nodiscard]] std::string_view name() const noexcept { return registration_.name; }
    [[nodiscard]] std::string_view summary() const noexcept { return registration_.summary; }
    [[nodiscard]] std::size_t venues() const noexcept { return registration_.venues; }
    [[nodiscard]] bool follows_queue() const noexcept { return registration_.follows_queue; }
    [[nodiscard]] const StrategyOptions& options() const noexcept { return *options_; }
    /// Its options, when it is S; else nullptr.
    template <class S>
    [[nodiscard]] const typename StrategyEntry<S>::Options* options_of() const noexcept {
        return registration_.type == &detail::kTypeMark<S>
                   ? static_cast<const typename StrategyEntry<S>::Options*>(options_->address())
                   : nullptr;
    }
    /// In the order of the description; the views in them are valid for ever.
    [[nodiscard]] std::vector<Parameter> parameters() const { return options_->parameters(); }

    /// Takes the values of these; the others stay. Values must be in their ranges.
    void assign(std::span<const Parameter> parameters) { options_->assign(parameters); }
    void fit(const Surroundings& around) { options_->fit(around); }
    /// Each parameter that must be a symbol, and is blank, becomes the next of these.
    void choose_symbols(std::span<const Symbol> symbols);

  private:
    Registration registration_;
    std::unique_ptr<StrategyOptions> options_;
};

/// The chosen strategy; fails when it refuses its options or trades at several venues.
[[nodiscard]] inline Expected<AnyStrategy> make_strategy(const StrategyChoice& choice) {
    return choice.options().make();
}
/// The same, at one venue or several.
[[nodiscard]] inline Expected<AnyLegs> make_legs(const StrategyChoice& choice) {
    return choice.options().make_legs();
}

}  // namespace hotpath::strategy
