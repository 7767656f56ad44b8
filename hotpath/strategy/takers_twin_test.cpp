// Pairs trading, momentum and trend following against obvious twins: a twin keeps every sample from
// the beginning and computes its target position from all of them at each decision. Books, times,
// fills, refusals and markets that cannot be traded are random; after every event the strategy must
// have sent what its twin wants, and nothing else.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "hotpath/strategy/momentum.hpp"
#include "hotpath/strategy/pairs_trading.hpp"
#include "hotpath/strategy/trend_following.hpp"
#include "tests/support/seeds.hpp"
#include "tests/support/taker_market.hpp"

namespace hotpath::strategy {
namespace {

using support::kTwoIds;
using support::kTwoSymbols;

constexpr SeekerOptions kSeeker{
    .order_qty_max = {70}, .slippage_ticks = {2}, .reject_pause = {2 * kNanosPerSecond}};

[[nodiscard]] std::size_t index_of(InstrumentId instrument) {
    return std::size_t{instrument.value} - 1;
}

/// One instrument's samples of twice the mid, taken at most once in `every`.
class Samples {
  public:
    explicit Samples(Nanos every) : every_(every) {}

    /// True when it was time for one.
    bool add(Time now, std::int64_t value) {
        if (now < next_) {
            return false;
        }
        next_ = now + every_;
        all_.push_back(value);
        return true;
    }
    [[nodiscard]] const std::vector<std::int64_t>& all() const { return all_; }

  private:
    Nanos every_;
    Time next_{};
    std::vector<std::int64_t> all_{};
};

/// The targets of both instruments; nullopt: no opinion, nothing is sent.
using Targets = std::array<std::optional<std::int64_t>, 2>;

class MomentumTwin {
  public:
    using Strategy = Momentum;
    static MomentumOptions options() {
        return {.instruments_max = 2,
                .qty = {100},
                .lookback = 7,
                .sample_every = {kNanosPerSecond},
                .entry_bps = {20},
                .exit_bps = {5},
                .seeker = kSeeker};
    }
    Targets on_touch(const Touch& touch, Time now) {
        Targets targets;
        if (!touch.is_market()) {
            return targets;
        }
        const std::size_t n = index_of(touch.instrument);
        if (samples_[n].add(now, touch.twice_mid())) {
            const std::vector<std::int64_t>& all = samples_[n].all();
            if (all.size() > options().lookback) {
                held_[n] =
                    direction(held_[n], all.back(), all[all.size() - 1 - options().lookback]);
            }
        }
        targets[n] = held_[n] * 100;
        return targets;
    }

  private:
    [[nodiscard]] static std::int64_t direction(std::int64_t held, std::int64_t now,
                                                std::int64_t ago) {
        const long double bps =
            10'000.0L * static_cast<long double>(now - ago) / static_cast<long double>(ago);
        if (bps >= 20) {
            return 1;
        }
        if (bps <= -20) {
            return -1;
        }
        const bool has_faded = static_cast<long double>(held) * bps < 5;
        return has_faded ? 0 : held;
    }

    std::array<Samples, 2> samples_{Samples({kNanosPerSecond}), Samples({kNanosPerSecond})};
    std::array<std::int64_t, 2> held_{};
};

class TrendTwin {
  public:
    using Strategy = TrendFollowing;
    static TrendOptions options() {
        return {.instruments_max = 2,
                .qty = {150},
                .fast = 3,
                .slow = 9,
                .sample_every = {kNanosPerSecond},
                .band_bps = {1},
                .stop_bps = {25},
                .seeker = kSeeker};
    }
    Targets on_touch(const Touch& touch, Time now) {
        Targets targets;
        if (!touch.is_market()) {
            return targets;
        }
        const std::size_t n = index_of(touch.instrument);
        samples_[n].add(now, touch.twice_mid());
        State& state = states_[n];
        const std::int64_t trend = trend_of(samples_[n].all());
        if (state.stopped_in != trend) {
            state.stopped_in = 0;
        }
        if (trend == 0 || state.stopped_in == trend) {
            state.direction = 0;
        } else {
            if (state.direction != trend) {
                state.since_entry.clear();
            }
            state.since_entry.push_back(touch.twice_mid());
            const auto [least, most] = std::ranges::minmax(state.since_entry);
            const std::int64_t best = trend > 0 ? most : least;
            const std::int64_t back = std::abs(best - touch.twice_mid());
            const bool is_stopped = back * 10'000 >= 25 * best;
            state.direction = is_stopped ? 0 : trend;
            state.stopped_in = is_stopped ? trend : 0;
        }
        targets[n] = state.direction * 150;
        return targets;
    }

  private:
    struct State {
        std::int64_t direction = 0;
        std::int64_t stopped_in = 0;
        std::vector<std::int64_t> since_entry{};
    };

    /// From the first sample on, in 1/65,536 and rounded towards zero, as the page says.
    [[nodiscard]] static std::int64_t average(const std::vector<std::int64_t>& all,
                                              std::int64_t window) {
        std::int64_t average = all.front() * 65'536;
        for (std::size_t n = 1; n < all.size(); ++n) {
            average += (all[n] * 65'536 - average) * 2 / (window + 1);
        }
        return average;
    }
    [[nodiscard]] static std::int64_t trend_of(const std::vector<std::int64_t>& all) {
        if (all.size() < 9) {
            return 0;
        }
        const std::int64_t slow = average(all, 9);
        const std::int64_t apart = average(all, 3) - slow;
        const std::int64_t band = slow / 10'000;
        return apart > band ? 1 : apart < -band ? -1 : 0;
    }

    std::array<Samples, 2> samples_{Samples({kNanosPerSecond}), Samples({kNanosPerSecond})};
    std::array<State, 2> states_{};
};

class PairsTwin {
  public:
    using Strategy = PairsTrading;
    static PairsOptions options() {
        return {.first = kTwoSymbols[0],
                .second = kTwoSymbols[1],
                .hedge_milli = 500,
                .first_qty = {101},
                .window = 12,
                .sample_every = {kNanosPerSecond},
                .entry_z_milli = 1'500,
                .exit_z_milli = 300,
                .stop_z_milli = 2'800,
                .seeker = kSeeker};
    }
    Targets on_touch(const Touch& touch, Time now) {
        touches_[index_of(touch.instrument)] = touch;
        if (!touches_[0].is_market() || !touches_[1].is_market()) {
            return {};
        }
        const std::int64_t spread = 1'000 * touches_[0].twice_mid() - 500 * touches_[1].twice_mid();
        samples_.add(now, spread);
        if (samples_.all().size() < 12) {
            return {};
        }
        take_stance(z_of(spread));
        // Half of 101 shares is 51, rounded to the nearest.
        return {held_ * 101, -held_ * 51};
    }

  private:
    /// Standard deviations of the last twelve, computed from nothing.
    [[nodiscard]] long double z_of(std::int64_t spread) const {
        const std::vector<std::int64_t> last(samples_.all().end() - 12, samples_.all().end());
        long double mean = 0;
        for (const std::int64_t value : last) {
            mean += static_cast<long double>(value) / 12;
        }
        long double variance = 0;
        for (const std::int64_t value : last) {
            const long double apart = static_cast<long double>(value) - mean;
            variance += apart * apart / 12;
        }
        // In whole thousandths towards zero, and a hair further: what is exact must not fall short.
        const long double milli =
            variance == 0 ? 0
                          : 1'000 * (static_cast<long double>(spread) - mean) / std::sqrt(variance);
        return std::trunc(milli + std::copysign(1e-9L, milli));
    }
    void take_stance(long double z) {
        const auto side = static_cast<long double>(held_);
        if (held_ != 0) {
            if (-side * z >= 2'800) {
                held_ = 0;
                is_stopped_ = true;
            } else if (-side * z <= 300) {
                held_ = 0;
            }
        } else if (is_stopped_) {
            is_stopped_ = std::abs(z) > 300;
        } else if (std::abs(z) >= 1'500 && std::abs(z) < 2'800) {
            held_ = z > 0 ? -1 : 1;
        }
    }

    std::array<Touch, 2> touches_{};
    Samples samples_{{kNanosPerSecond}};
    std::int64_t held_ = 0;
    bool is_stopped_ = false;
};

[[nodiscard]] auto make(const auto& options) {
    if constexpr (requires { Momentum::create(options); }) {
        return *Momentum::create(options);
    } else if constexpr (requires { TrendFollowing::create(options); }) {
        return *TrendFollowing::create(options);
    } else {
        return *PairsTrading::create(options);
    }
}

/// A random market of two instruments with the strategy, its twin, and a venue that answers at once.
template <class Twin>
class TwinMarket {
  public:
    explicit TwinMarket(std::uint64_t seed) : random_(seed), strategy_(make(Twin::options())) {
        for (std::size_t n = 0; n < 2; ++n) {
            strategy_.on_instrument({kTwoIds[n], kTwoSymbols[n], {}});
        }
    }

    void step() {
        now_ = now_ + Nanos{static_cast<std::int64_t>(random_.below(1'500)) * 1'000'000};
        const std::size_t n = random_.below(2);
        fair_[n] += 100 * (static_cast<std::int64_t>(random_.below(2 * kMoveMax + 1)) - kMoveMax);
        fair_[n] = std::clamp<std::int64_t>(fair_[n], 400'000, 1'600'000);
        quote(n);
        show(kTwoIds[n]);
    }
    [[nodiscard]] int sent() const { return sent_; }
    [[nodiscard]] int refused() const { return refused_; }
    [[nodiscard]] std::int64_t position(std::size_t n) const {
        return orders_.position(kTwoIds[n]).position.value;
    }

  private:
    static constexpr std::int64_t kMoveMax = 12;

    struct Wanted {
        InstrumentId instrument{};
        Side side = Side::Buy;
        std::uint32_t qty = 0;
        std::int64_t price = 0;
        bool operator==(const Wanted&) const = default;
    };

    /// Usually two-sided; now and then one-sided or empty.
    void quote(std::size_t n) {
        const std::uint64_t kind = random_.below(20);
        const std::int64_t half = 100 * (1 + static_cast<std::int64_t>(random_.below(3)));
        books_.quote(n, kind == 0 ? Price{} : Price{fair_[n] - half},
                     kind == 1 ? Price{} : Price{fair_[n] + half});
    }

    void show(InstrumentId instrument) {
        const book::BookView book(books_.books(), instrument);
        const Touch touch = Touch::of(book);
        touches_[index_of(instrument)] = touch;
        const Targets targets = twin_.on_touch(touch, now_);
        std::vector<Wanted> wanted;
        for (std::size_t n = 0; n < 2; ++n) {
            if (const auto one = wanted_of(n, targets[n])) {
                wanted.push_back(*one);
            }
        }
        oms::Intents intents(orders_.next_id());
        strategy_.on_book(book, {now_, orders_}, intents);
        std::vector<Wanted> got;
        for (const oms::Intent& intent : intents.all()) {
            ASSERT_EQ(intent.kind, oms::Intent::Kind::Enter);
            ASSERT_EQ(intent.time_in_force, TimeInForce::Ioc);
            got.push_back({intent.instrument, intent.side, intent.qty.value, intent.price.value});
        }
        ASSERT_EQ(got, wanted) << "at " << now_.value;
        for (const oms::Intent& intent : intents.all()) {
            answer(intent);
        }
    }

    /// The order from where we are to the target, by the rules of the options.
    [[nodiscard]] std::optional<Wanted> wanted_of(std::size_t n,
                                                  std::optional<std::int64_t> target) const {
        if (!target || !touches_[n].is_market() || now_ < paused_until_[n]) {
            return std::nullopt;
        }
        const std::int64_t missing = *target - position(n);
        if (missing == 0) {
            return std::nullopt;
        }
        const bool buys = missing > 0;
        const std::int64_t price = buys ? touches_[n].ask.value + 2 * touches_[n].tick
                                        : touches_[n].bid.value - 2 * touches_[n].tick;
        return Wanted{kTwoIds[n], buys ? Side::Buy : Side::Sell,
                      static_cast<std::uint32_t>(std::min<std::int64_t>(std::abs(missing), 70)),
                      price};
    }

    void answer(const oms::Intent& intent) {
        ++sent_;
        if (random_.below(8) == 0) {
            return refuse(intent);
        }
        orders_.enter({.id = intent.id,
                       .instrument = intent.instrument,
                       .side = intent.side,
                       .qty = intent.qty,
                       .price = intent.price,
                       .time_in_force = intent.time_in_force});
        orders_.on_accepted({.id = intent.id, .qty = intent.qty, .price = intent.price});
        const auto filled = static_cast<std::uint32_t>(random_.below(intent.qty.value + 1ULL));
        if (filled != 0) {
            oms::Fill fill;
            orders_.on_executed(
                {.id = intent.id, .match = {++match_}, .qty = {filled}, .price = intent.price},
                fill);
        }
        if (filled != intent.qty.value) {
            orders_.on_canceled(intent.id, {intent.qty.value - filled});
        }
    }
    /// By the gateway: no order came of it. One in three is momentary, and pauses nothing.
    void refuse(const oms::Intent& intent) {
        ++refused_;
        const bool is_momentary = random_.below(3) == 0;
        if (!is_momentary) {
            paused_until_[index_of(intent.instrument)] = now_ + kSeeker.reject_pause;
        }
        strategy_.on_reject({.by = oms::RejectedBy::Risk,
                             .instrument = intent.instrument,
                             .id = intent.id,
                             .is_momentary = is_momentary},
                            {now_, orders_});
    }

    Random random_;
    typename Twin::Strategy strategy_;
    Twin twin_;
    support::TwoBooks books_;
    oms::Orders orders_ = std::move(*oms::Orders::create({.instruments_max = 2}));
    std::array<std::int64_t, 2> fair_{1'000'000, 1'000'000};
    std::array<Touch, 2> touches_{};
    std::array<Time, 2> paused_until_{};
    Time now_{34'200 * kNanosPerSecond};
    std::uint64_t match_ = 0;
    int sent_ = 0;
    int refused_ = 0;
};

template <class Twin>
class TakerTwins : public testing::Test {};
using Twins = testing::Types<MomentumTwin, TrendTwin, PairsTwin>;
TYPED_TEST_SUITE(TakerTwins, Twins);

TYPED_TEST(TakerTwins, SendTheSameOrdersAsTheirStrategies) {
    const std::uint64_t first = support::seed_of_this_test(1'993);
    const std::uint64_t days = support::rounds_of_this_run({.usual = 40, .long_run = 2'000});
    int sent = 0;
    int refused = 0;
    int held = 0;
    for (std::uint64_t seed = first; seed < first + days; ++seed) {
        SCOPED_TRACE(seed);
        TwinMarket<TypeParam> market(seed);
        for (int step = 0; step < 300; ++step) {
            market.step();
            if (this->HasFatalFailure()) {
                return;
            }
            held += market.position(0) != 0 ? 1 : 0;
        }
        sent += market.sent();
        refused += market.refused();
    }
    EXPECT_GT(sent, static_cast<int>(days)) << "it trades";
    EXPECT_GT(refused, 0);
    EXPECT_GT(held, 0);
}

}  // namespace
}  // namespace hotpath::strategy
