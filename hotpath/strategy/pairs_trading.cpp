#include "hotpath/strategy/pairs_trading.hpp"

#include <algorithm>
#include <cstdlib>

namespace hotpath::strategy {

namespace {

constexpr std::int64_t kMilli = 1'000;
// Prices of four bytes, doubled, times this stay within what RollingStats takes.
constexpr std::int64_t kHedgeMilliMax = kMilli;

/// +1 when it holds the spread, -1 when it is short of it.
std::int64_t direction(PairsTrading::Stance stance) noexcept {
    return stance == PairsTrading::Stance::Long    ? 1
           : stance == PairsTrading::Stance::Short ? -1
                                                   : 0;
}

SignedQty second_qty(const PairsOptions& options) noexcept {
    const std::int64_t first_qty = options.first_qty.value;
    return {(first_qty * options.hedge_milli + kMilli / 2) / kMilli};
}

}  // namespace

Expected<PairsTrading> PairsTrading::create(const PairsOptions& options) {
    if (options.first == Symbol{} || options.second == Symbol{} ||
        options.first == options.second) {
        return fail("pairs: first and second must be two different symbols");
    }
    if (options.hedge_milli < 1 || options.hedge_milli > kHedgeMilliMax ||
        options.first_qty.value == 0) {
        return fail(
            "pairs: hedge_milli must be 1..1,000 (name the dearer instrument second), first_qty at "
            "least 1");
    }
    if (options.window < 2 || options.window > RollingStats::kWindowMax ||
        options.sample_every.value <= 0) {
        return fail("pairs: window must be 2..65,536 samples, sample_every_ms above 0");
    }
    if (options.exit_z_milli < 0 || options.entry_z_milli <= options.exit_z_milli ||
        options.stop_z_milli <= options.entry_z_milli) {
        return fail("pairs: thresholds must be 0 <= exit_z_milli < entry_z_milli < stop_z_milli");
    }
    return PairsTrading(options);
}

PairsTrading::PairsTrading(const PairsOptions& options)
    : options_(options),
      legs_{Leg(options.first, options.seeker, to_signed(options.first_qty)),
            Leg(options.second, options.seeker, -second_qty(options))},
      spreads_(options.window) {}

void PairsTrading::on_instrument(const Instrument& instrument) noexcept {
    for (Leg& leg : legs_) {
        if (leg.symbol == instrument.symbol) {
            leg.touch = {.instrument = instrument.id};
        }
    }
}

void PairsTrading::on_touch(const Touch& touch, const Context& context,
                            oms::Intents& intents) noexcept {
    const auto leg =
        std::ranges::find(legs_, touch.instrument, [](const Leg& l) { return l.touch.instrument; });
    if (leg == legs_.end()) {
        return;
    }
    leg->touch = touch;
    if (!is_priced()) {
        return;
    }
    if (!options_.samples_on_timer) {
        sample(context.now);
        decide();
    }
    seek(context, intents);
}

void PairsTrading::on_timer(const Context& context, oms::Intents& intents) noexcept {
    if (!options_.samples_on_timer || !is_priced() || context.now < next_sample_) {
        return;
    }
    // On a grid: a timer that is late does not make those after it late.
    const std::int64_t every = options_.sample_every.value;
    next_sample_ = {(context.now.value / every + 1) * every};
    spreads_.add(spread());
    decide();
    seek(context, intents);
}

void PairsTrading::on_reject(const oms::Rejection& rejection, const Context& context) noexcept {
    // By the instrument, too: an order that the gateway refused leaves its id to the next one, which
    // may be the other leg's.
    for (Leg& leg : legs_) {
        if (leg.touch.instrument == rejection.instrument) {
            (void)leg.seeker.on_reject(rejection, context);
        }
    }
}

bool PairsTrading::is_priced() const noexcept {
    return std::ranges::all_of(legs_, [](const Leg& leg) { return leg.touch.is_market(); });
}

// Price units x 2,000.
std::int64_t PairsTrading::spread() const noexcept {
    return kMilli * legs_[0].touch.twice_mid() - options_.hedge_milli * legs_[1].touch.twice_mid();
}

void PairsTrading::sample(Time now) noexcept {
    if (now >= next_sample_) {
        next_sample_ = now + options_.sample_every;
        spreads_.add(spread());
    }
}

void PairsTrading::decide() noexcept {
    if (spreads_.is_full()) {
        z_milli_ = spreads_.z_milli(spread());
        take_stance();
    }
}

void PairsTrading::seek(const Context& context, oms::Intents& intents) noexcept {
    if (!spreads_.is_full()) {
        return;
    }
    for (Leg& each : legs_) {
        each.seeker.seek(direction(stance_) * each.qty, each.touch, context, intents);
    }
}

// Dear is sold, cheap is bought; written once for both.
void PairsTrading::take_stance() noexcept {
    const std::int64_t held = direction(stance_);
    if (held != 0) {
        const std::int64_t against =
            -held * z_milli_;  // how far the spread is from where we like it
        if (against >= options_.stop_z_milli) {
            stance_ = Stance::Stopped;
        } else if (against <= options_.exit_z_milli) {
            stance_ = Stance::Flat;
        }
        return;
    }
    const std::int64_t distance = std::abs(z_milli_);
    if (stance_ == Stance::Stopped) {
        stance_ = distance <= options_.exit_z_milli ? Stance::Flat : Stance::Stopped;
    } else if (distance >= options_.entry_z_milli && distance < options_.stop_z_milli) {
        stance_ = z_milli_ > 0 ? Stance::Short : Stance::Long;
    }
}

}  // namespace hotpath::strategy
