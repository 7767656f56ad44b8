#include "hotpath/backtest/sweep/sweep_grid.hpp"

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "hotpath/config/strategy_table.hpp"
#include "hotpath/core/random.hpp"
#include "hotpath/text/nearest_name.hpp"
#include "hotpath/text/numbers.hpp"

namespace hotpath::backtest {

namespace {

using strategy::Parameter;
using strategy::ParameterKind;

[[nodiscard]] std::string part_name(std::size_t part) {
    return fmt::format("strategies[{}].", part + 1);
}

/// "quote_qty (1 to 999,999), inventory_max (1 to 1,000,000,000)"
[[nodiscard]] std::string parameters_text(const BacktestTrader& trade) {
    std::vector<std::string> all;
    for (std::size_t n = 0; n < trade.strategies.size(); ++n) {
        const std::string before = trade.strategies.size() > 1 ? part_name(n) : "";
        for (const Parameter& parameter : trade.strategies[n].choice.parameters()) {
            all.push_back(
                fmt::format("{}{} ({})", before, parameter.key, config::range_text(parameter)));
        }
    }
    return all.empty() ? "none" : fmt::format("{}", fmt::join(all, ", "));
}

[[nodiscard]] std::vector<std::string_view> parameter_names(const BacktestTrader& trade) {
    std::vector<std::string_view> names;
    for (const strategy::StrategyPart& part : trade.strategies) {
        for (const Parameter& parameter : part.choice.parameters()) {
            names.push_back(parameter.key);
        }
    }
    return names;
}

/// The parameters that a name means: of several strategies it may be more than one.
[[nodiscard]] std::vector<SweepAxis> candidates(std::string_view name,
                                                const BacktestTrader& trade) {
    std::vector<SweepAxis> found;
    for (std::size_t n = 0; n < trade.strategies.size(); ++n) {
        for (const Parameter& parameter : trade.strategies[n].choice.parameters()) {
            if (name == parameter.key || name == part_name(n) + std::string(parameter.key)) {
                found.push_back({.name = std::string(name), .part = n, .values = {parameter}});
            }
        }
    }
    return found;
}

/// Reads the values of one axis.
class AxisReader {
  public:
    AxisReader(SweepAxis axis, const strategy::StrategyPart& part)
        : axis_(std::move(axis)), part_(part), parameter_(axis_.values.front()) {
        axis_.values.clear();
    }

    [[nodiscard]] Expected<SweepAxis> read(std::string_view text) {
        const std::size_t dots = text.find("..");
        auto done = dots == std::string_view::npos
                        ? read_list(text)
                        : read_range(text.substr(0, dots), text.substr(dots + 2));
        return done ? Expected<SweepAxis>(std::move(axis_)) : std::unexpected(done.error());
    }

  private:
    [[nodiscard]] std::unexpected<Error> refuse(std::string_view what) const {
        return fail(fmt::format("--param {} {} ({}: {})", axis_.name, what, part_.choice.name(),
                                config::meaning_with_unit(parameter_)));
    }
    [[nodiscard]] Expected<Parameter> value(std::string_view text) const {
        Parameter parameter = parameter_;
        if (auto read = config::read_value(parameter, std::string(text)); !read) {
            return refuse(read.error().message);
        }
        if (parameter.kind == ParameterKind::Symbol &&
            std::ranges::find(part_.symbols, parameter.symbol) == part_.symbols.end()) {
            return refuse(fmt::format("must be one of its symbols, got '{}'", text));
        }
        return parameter;
    }
    [[nodiscard]] Expected<void> read_list(std::string_view text) {
        while (true) {
            const std::size_t comma = std::min(text.find(','), text.size());
            const auto read = value(text.substr(0, comma));
            if (!read) {
                return std::unexpected(read.error());
            }
            const bool is_there = std::ranges::any_of(axis_.values, [&](const Parameter& other) {
                return other.value == read->value && other.symbol == read->symbol;
            });
            if (is_there) {
                return refuse(fmt::format("must have each value once, got '{}' twice",
                                          text.substr(0, comma)));
            }
            axis_.values.push_back(*read);
            if (comma == text.size()) {
                return {};
            }
            text.remove_prefix(comma + 1);
        }
    }
    /// "10" and "20/5"; both ends are in the range, the last when a step meets it.
    [[nodiscard]] Expected<void> read_range(std::string_view from, std::string_view rest) {
        if (parameter_.kind == ParameterKind::Symbol) {
            return refuse("must be a list of symbols: KO,PEP");
        }
        const std::size_t slash = rest.find('/');
        const auto first = value(from);
        const auto last = value(rest.substr(0, slash));
        if (!first || !last) {
            return std::unexpected(!first ? first.error() : last.error());
        }
        const auto step = read_step(slash == std::string_view::npos ? std::string_view()
                                                                    : rest.substr(slash + 1));
        if (!step) {
            return std::unexpected(step.error());
        }
        if (last->value < first->value) {
            return refuse(fmt::format("must not end before it begins, got '{}..{}'", from, rest));
        }
        const std::int64_t steps = (last->value - first->value) / *step;
        if (steps >= static_cast<std::int64_t>(kSweepValuesMax)) {
            return refuse(fmt::format("must have at most {} values, got {}",
                                      text::grouped(std::uint64_t{kSweepValuesMax}),
                                      text::grouped(steps + 1)));
        }
        for (std::int64_t n = 0; n <= steps; ++n) {
            Parameter& each = axis_.values.emplace_back(*first);
            each.value += n * *step;
        }
        return {};
    }
    /// In the parameter's unit, above 0.
    [[nodiscard]] Expected<std::int64_t> read_step(std::string_view text) const {
        if (text.empty() && parameter_.kind == ParameterKind::Integer) {
            return 1;
        }
        Parameter step = parameter_;
        step.least = 1;
        step.most = std::max<std::int64_t>(
            parameter_.most - std::min<std::int64_t>(parameter_.least, 0), 1);
        const auto read = config::read_value(step, std::string(text));
        return read ? Expected<std::int64_t>(step.value)
                    : refuse(fmt::format("needs a step, as in 1..10/2, which {}",
                                         read.error().message));
    }

    SweepAxis axis_;
    const strategy::StrategyPart& part_;
    Parameter parameter_;
};

[[nodiscard]] Expected<SweepAxis> read_axis(const std::string& word, const BacktestTrader& trade) {
    const std::size_t equals = word.find('=');
    const std::string name = word.substr(0, equals);
    std::vector<SweepAxis> found = candidates(name, trade);
    if (found.empty()) {
        return fail(fmt::format("--param {}: {} has no such parameter{}; it has {}", name,
                                strategy::names_of(trade.strategies),
                                text::nearest_text(name, parameter_names(trade)),
                                parameters_text(trade)));
    }
    if (found.size() > 1) {
        return fail(fmt::format("--param {}: several strategies have it, name one: {}{}", name,
                                part_name(found.front().part), name));
    }
    const strategy::StrategyPart& part = trade.strategies[found.front().part];
    return AxisReader(std::move(found.front()), part).read(word.substr(equals + 1));
}

/// Points that all differ.
[[nodiscard]] std::vector<SweepPoint> drawn_points(std::span<const SweepAxis> axes,
                                                   const RandomSearch& search) {
    Random random(search.seed);
    std::set<SweepPoint> seen;
    std::vector<SweepPoint> points;
    while (points.size() < search.points) {
        SweepPoint point;
        for (const SweepAxis& axis : axes) {
            point.push_back(static_cast<std::uint32_t>(random.below(axis.values.size())));
        }
        if (seen.insert(point).second) {
            points.push_back(std::move(point));
        }
    }
    return points;
}

[[nodiscard]] std::vector<SweepPoint> whole_grid(std::span<const SweepAxis> axes) {
    std::vector<SweepPoint> points(1);
    for (const SweepAxis& axis : axes) {
        std::vector<SweepPoint> longer;
        for (const SweepPoint& point : points) {
            for (std::uint32_t n = 0; n < axis.values.size(); ++n) {
                longer.emplace_back(point).push_back(n);
            }
        }
        points = std::move(longer);
    }
    return points;
}

}  // namespace

Expected<std::vector<SweepAxis>> read_axes(std::span<const std::string> words,
                                           const BacktestTrader& trade) {
    std::vector<SweepAxis> axes;
    for (const std::string& word : words) {
        auto axis = read_axis(word, trade);
        if (!axis) {
            return std::unexpected(axis.error());
        }
        const bool is_there = std::ranges::any_of(axes, [&](const SweepAxis& other) {
            return other.part == axis->part && other.values.front().key == axis->values.front().key;
        });
        if (is_there) {
            return fail(fmt::format("--param {} must be given once", axis->name));
        }
        axes.push_back(std::move(*axis));
    }
    return axes;
}

std::size_t grid_size(std::span<const SweepAxis> axes) {
    std::size_t size = 1;
    for (const SweepAxis& axis : axes) {
        size = std::min(size * axis.values.size(), kSweepPointsMax + 1);
    }
    return size;
}

Expected<std::vector<SweepPoint>> sweep_points(std::span<const SweepAxis> axes,
                                               const std::optional<RandomSearch>& random) {
    const std::size_t size = grid_size(axes);
    if (random && random->points < size) {
        return drawn_points(axes, *random);
    }
    if (size > kSweepPointsMax) {
        return fail(
            fmt::format("the grid must have at most {} points: take larger steps, or some "
                        "of its points with --random",
                        text::grouped(std::uint64_t{kSweepPointsMax})));
    }
    return whole_grid(axes);
}

BacktestTrader trade_at(const BacktestTrader& trade, std::span<const SweepAxis> axes,
                        const SweepPoint& point) {
    BacktestTrader varied = trade;
    for (std::size_t n = 0; n < axes.size(); ++n) {
        varied.strategies[axes[n].part].choice.assign(std::span(&axes[n].values[point[n]], 1));
    }
    return varied;
}

Expected<void> check_point(const BacktestTrader& trade) {
    for (const strategy::StrategyPart& part : trade.strategies) {
        if (auto checked = part.choice.options().check(); !checked) {
            return checked;
        }
    }
    return {};
}

std::vector<SweepStep> neighbours(std::span<const SweepAxis> axes, const SweepPoint& point) {
    std::vector<SweepStep> steps;
    for (std::size_t axis = 0; axis < axes.size(); ++axis) {
        for (const bool is_up : {false, true}) {
            const bool is_inside =
                is_up ? point[axis] + 1 < axes[axis].values.size() : point[axis] > 0;
            if (is_inside) {
                SweepStep& step =
                    steps.emplace_back(SweepStep{.axis = axis, .is_up = is_up, .point = point});
                step.point[axis] = is_up ? point[axis] + 1 : point[axis] - 1;
            }
        }
    }
    return steps;
}

std::string axes_text(std::span<const SweepAxis> axes) {
    std::string text;
    for (const SweepAxis& axis : axes) {
        std::vector<std::string> values(axis.values.size());
        std::ranges::transform(axis.values, values.begin(), config::value_text);
        text += fmt::format("{}{}={}", text.empty() ? "" : ";", axis.name, fmt::join(values, ","));
    }
    return text;
}

}  // namespace hotpath::backtest
