#include "python/src/strategy/python_strategy.hpp"

#include <algorithm>
#include <set>
#include <string>

#include <nanobind/stl/string.h>

#include "python/src/errors.hpp"

namespace hotpath::python {

namespace nb = nanobind;

using strategy::Parameter;
using strategy::ParameterKind;

namespace {

/// For ever: a registration's texts are views. There are as many as strategies have names, parameters
/// and meanings.
[[nodiscard]] std::string_view interned(const std::string& text) {
    static std::set<std::string> texts;
    return *texts.insert(text).first;
}
[[nodiscard]] std::string_view interned_attribute(nb::handle of, const char* name) {
    return interned(nb::cast<std::string>(of.attr(name)));
}

[[nodiscard]] Symbol symbol_from(const std::string& text) {
    if (text.empty()) {
        return {};
    }
    const auto symbol = Symbol::from(text);
    if (!symbol) {
        throw RunError({"a symbol must have 1 to 8 characters, got " + text});
    }
    return *symbol;
}

[[nodiscard]] Parameter parameter_of(nb::handle from) {
    const auto kind = nb::cast<std::string>(from.attr("kind"));
    Parameter parameter{.key = interned_attribute(from, "key"),
                        .meaning = interned_attribute(from, "meaning")};
    if (kind == "symbol") {
        parameter.kind = ParameterKind::Symbol;
        parameter.symbol = symbol_from(nb::cast<std::string>(from.attr("default")));
        return parameter;
    }
    parameter.kind = kind == "dollars" ? ParameterKind::Dollars : ParameterKind::Integer;
    parameter.is_size = kind == "shares";
    parameter.least = nb::cast<std::int64_t>(from.attr("least"));
    parameter.most = nb::cast<std::int64_t>(from.attr("most"));
    parameter.value = nb::cast<std::int64_t>(from.attr("default"));
    return parameter;
}

[[nodiscard]] nb::object python_value(const Parameter& parameter) {
    return parameter.kind == ParameterKind::Symbol
               ? nb::object(nb::str(parameter.symbol.str().c_str()))
               : nb::object(nb::int_(parameter.value));
}

/// What the options of one strategy share; released with the GIL, whichever thread is the last.
struct Shared {
    PythonClass about;
    std::shared_ptr<PythonRun> run;

    Shared(PythonClass described, std::shared_ptr<PythonRun> of)
        : about(std::move(described)), run(std::move(of)) {}
    Shared(const Shared&) = delete;
    Shared& operator=(const Shared&) = delete;
    ~Shared() {
        const GilHeld held;
        about.make.reset();
        run.reset();
    }
};

class PythonOptions final : public strategy::StrategyOptions {
  public:
    explicit PythonOptions(std::shared_ptr<const Shared> shared)
        : shared_(std::move(shared)), parameters_(shared_->about.parameters) {}

    [[nodiscard]] std::unique_ptr<StrategyOptions> copy() const override {
        return std::make_unique<PythonOptions>(*this);
    }
    void fit(const strategy::Surroundings&) override {}
    [[nodiscard]] std::vector<Parameter> parameters() const override { return parameters_; }
    void assign(std::span<const Parameter> parameters) override {
        for (Parameter& parameter : parameters_) {
            const auto given = std::ranges::find(parameters, parameter.key, &Parameter::key);
            if (given != parameters.end()) {
                parameter.value = given->value;
                parameter.symbol = given->symbol;
            }
        }
    }
    /// A strategy is made and thrown away: its class may refuse the values.
    [[nodiscard]] Expected<void> check() const override {
        const GilHeld held;
        const Expected<nb::object> made = instance();
        return made ? Expected<void>() : std::unexpected(made.error());
    }
    [[nodiscard]] Expected<strategy::AnyStrategy> make() const override {
        return follows_queue() ? made_for<strategy::QueueContext>() : made_for<strategy::Context>();
    }
    [[nodiscard]] const void* address() const noexcept override { return this; }

  private:
    [[nodiscard]] bool follows_queue() const noexcept { return shared_->about.follows_queue; }

    /// With the GIL. A ValueError is a refusal of the values; everything else is raised by the run.
    [[nodiscard]] Expected<nb::object> instance() const {
        nb::dict values;
        for (const Parameter& parameter : parameters_) {
            values[nb::str(std::string(parameter.key).c_str())] = python_value(parameter);
        }
        try {
            return shared_->about.make(values);
        } catch (nb::python_error& error) {
            const std::string text = std::string(shared_->about.name) + ": " +
                                     nb::cast<std::string>(nb::str(error.value()));
            if (!error.matches(PyExc_ValueError)) {
                error.restore();
                shared_->run->control->take_exception();
            }
            return fail(text);
        }
    }

    template <class Context>
    [[nodiscard]] Expected<strategy::AnyStrategy> made_for() const {
        const GilHeld held;
        auto made = instance();
        if (!made) {
            return std::unexpected(made.error());
        }
        PythonRun& run = *shared_->run;
        try {
            auto callbacks = std::make_unique<PythonCallbacks>(*made, follows_queue(), run.control);
            run.made.push_back(std::move(*made));
            return strategy::AnyStrategy(PythonStrategy<Context>(std::move(callbacks)));
        } catch (nb::python_error& error) {
            error.restore();
            run.control->take_exception();
            return fail(std::string(shared_->about.name) + " is no hotpath.Strategy");
        }
    }

    std::shared_ptr<const Shared> shared_;
    std::vector<Parameter> parameters_;
};

}  // namespace

PythonClass python_class(nb::handle description) {
    PythonClass about{.name = interned_attribute(description, "name"),
                      .summary = interned_attribute(description, "summary"),
                      .follows_queue = nb::cast<bool>(description.attr("follows_queue")),
                      .make = description.attr("make")};
    for (const nb::handle each : description.attr("parameters")) {
        about.parameters.push_back(parameter_of(each));
    }
    return about;
}

PythonRegistration registration_of(PythonClass about, std::shared_ptr<PythonRun> run) {
    auto shared = std::make_shared<const Shared>(std::move(about), std::move(run));
    PythonRegistration made{.defaults = std::make_unique<const PythonOptions>(shared)};
    made.registration = {.name = shared->about.name,
                         .summary = shared->about.summary,
                         .follows_queue = shared->about.follows_queue,
                         .type = shared.get(),
                         .defaults = made.defaults.get()};
    return made;
}

}  // namespace hotpath::python
