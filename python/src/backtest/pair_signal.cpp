#include "python/src/backtest/pair_signal.hpp"

#include <array>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "hotpath/backtest/out/shown_days.hpp"
#include "hotpath/strategy/taker_entries.hpp"

namespace hotpath::python {

namespace {

using strategy::PairsOptions;
using strategy::PairsTrading;
using strategy::Touch;

struct PairSample {
    Time at{};
    std::array<std::int64_t, 2> twice_mids{};
    std::optional<std::int64_t> z_milli{};
    PairsTrading::Stance stance = PairsTrading::Stance::Flat;
};

using DaySamples = std::vector<PairSample>;

/// The strategy, and what it knew at each of its samples. Sees the same events: it decides the same.
class WatchedPairs : public strategy::NullStrategy {
  public:
    WatchedPairs(const PairsOptions& options, PairsTrading pairs,
                 std::shared_ptr<DaySamples> samples)
        : options_(options), pairs_(std::move(pairs)), samples_(std::move(samples)) {}

    void on_instrument(const strategy::Instrument& instrument) noexcept {
        for (std::size_t leg = 0; leg < legs_.size(); ++leg) {
            if (instrument.symbol == (leg == 0 ? options_.first : options_.second)) {
                legs_[leg] = {.instrument = instrument.id};
            }
        }
        pairs_.on_instrument(instrument);
    }
    void on_book(const book::BookView& book, const strategy::Context& context,
                 oms::Intents& intents) noexcept {
        pairs_.on_book(book, context, intents);
        for (Touch& leg : legs_) {
            if (leg.instrument == book.instrument()) {
                leg = Touch::of(book);
            }
        }
        if (!legs_[0].is_market() || !legs_[1].is_market() || context.now < next_sample_) {
            return;
        }
        next_sample_ = context.now + options_.sample_every;
        ++sampled_;
        samples_->push_back(
            {.at = context.now,
             .twice_mids = {legs_[0].twice_mid(), legs_[1].twice_mid()},
             .z_milli = sampled_ < options_.window ? std::nullopt : std::optional(pairs_.z_milli()),
             .stance = pairs_.stance()});
    }
    void on_reject(const oms::Rejection& rejection, const strategy::Context& context) noexcept {
        pairs_.on_reject(rejection, context);
    }

  private:
    PairsOptions options_;
    PairsTrading pairs_;
    std::array<Touch, 2> legs_{};
    Time next_sample_{};
    std::uint32_t sampled_ = 0;
    std::shared_ptr<DaySamples> samples_;  // of this strategy's day
};

static_assert(strategy::Strategy<WatchedPairs>);

/// The options of `pairs`, and the samples of each strategy that was made of them.
class WatchedOptions final : public strategy::StrategyOptions {
  public:
    using Days = std::vector<std::shared_ptr<DaySamples>>;

    WatchedOptions(const PairsOptions& options, std::shared_ptr<Days> days)
        : options_(options), days_(std::move(days)) {}

    [[nodiscard]] std::unique_ptr<StrategyOptions> copy() const override {
        return std::make_unique<WatchedOptions>(*this);
    }
    void fit(const strategy::Surroundings&) override {}
    [[nodiscard]] std::vector<strategy::Parameter> parameters() const override { return {}; }
    void assign(std::span<const strategy::Parameter>) override {}
    [[nodiscard]] Expected<void> check() const override { return {}; }
    [[nodiscard]] Expected<strategy::AnyStrategy> make() const override {
        auto pairs = PairsTrading::create(options_);
        if (!pairs) {
            return std::unexpected(pairs.error());
        }
        days_->push_back(std::make_shared<DaySamples>());
        return strategy::AnyStrategy(WatchedPairs(options_, std::move(*pairs), days_->back()));
    }
    [[nodiscard]] const void* address() const noexcept override { return &options_; }

  private:
    PairsOptions options_;
    std::shared_ptr<Days> days_;
};

[[nodiscard]] std::int64_t number_of(PairsTrading::Stance stance) {
    using enum PairsTrading::Stance;
    return stance == Long ? 1 : stance == Short ? -1 : stance == Stopped ? 2 : 0;
}

/// The day that a sample is of, and its time there. Over bars one strategy lives through all days.
struct SampleTime {
    std::size_t day = 0;
    Time at{};
};
[[nodiscard]] SampleTime sample_time_of(const backtest::BacktestResult& result,
                                        std::size_t strategy, std::size_t strategies, Time at) {
    if (strategies == result.days.size()) {
        return {.day = strategy, .at = at};
    }
    std::size_t day = 0;
    while (day + 1 < result.days.size() && result.days[day + 1].since_first.value <= at.value) {
        ++day;
    }
    return {.day = day, .at = at - result.days[day].since_first};
}

[[nodiscard]] Table table_of(const WatchedOptions::Days& days,
                             const backtest::BacktestResult& result, std::int64_t hedge_milli) {
    auto names = std::make_shared<Texts>();
    for (const backtest::DayResult& day : result.days) {
        names->add(day.day);
    }
    std::vector<std::int32_t> of_day;
    std::array<std::vector<std::int64_t>, 5> columns;  // time, first, second, spread, stance
    std::vector<std::optional<std::int64_t>> z_milli;
    for (std::size_t n = 0; n < days.size(); ++n) {
        for (const PairSample& sample : *days[n]) {
            const SampleTime time = sample_time_of(result, n, days.size(), sample.at);
            of_day.push_back(static_cast<std::int32_t>(time.day));
            const auto [first, second] = sample.twice_mids;
            const std::array values{time.at.value, first, second,
                                    1'000 * first - hedge_milli * second, number_of(sample.stance)};
            for (std::size_t column = 0; column < columns.size(); ++column) {
                columns[column].push_back(values[column]);
            }
            z_milli.push_back(sample.z_milli);
        }
    }
    TableBuilder builder(of_day.size());
    builder.add("day", std::move(of_day), std::move(names));
    builder.add("time_ns", "ns since midnight of the venue's day", std::move(columns[0]));
    builder.add("first_twice_mid", "1/20000 dollar", std::move(columns[1]));
    builder.add("second_twice_mid", "1/20000 dollar", std::move(columns[2]));
    builder.add("spread", "1/20000000 dollar", std::move(columns[3]));
    builder.add("z_milli", "1/1000", z_milli);
    builder.add("stance", "", std::move(columns[4]));
    return std::move(builder).finish();
}

}  // namespace

Expected<Table> pair_signal(const backtest::BacktestConfig& config, const std::atomic<bool>& stop) {
    const auto* const options =
        config.trade.strategies.size() == 1
            ? config.trade.strategies.front().choice.options_of<PairsTrading>()
            : nullptr;
    if (options == nullptr) {
        return fail("the strategy must be pairs, got " +
                    strategy::names_of(config.trade.strategies));
    }
    auto days = std::make_shared<WatchedOptions::Days>();
    backtest::BacktestConfig watched = config;
    watched.threads = 1;  // the samples are in the order of the days
    const WatchedOptions defaults(*options, days);
    watched.trade.strategies.front().choice =
        strategy::StrategyChoice({.name = "pairs", .defaults = &defaults});
    const auto result = backtest::run_days_shown(watched, stop, {.has_progress = false});
    if (!result) {
        return std::unexpected(result.error());
    }
    return table_of(*days, *result, options->hedge_milli);
}

}  // namespace hotpath::python
