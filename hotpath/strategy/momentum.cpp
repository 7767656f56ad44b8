#include "hotpath/strategy/momentum.hpp"

#include "hotpath/core/assert.hpp"

namespace hotpath::strategy {

Expected<Momentum> Momentum::create(const MomentumOptions& options) {
    if (options.qty.value == 0 || options.lookback == 0 || options.sample_every.value <= 0) {
        return fail("momentum: qty, lookback and sample_every_ms must be above 0");
    }
    if (options.exit_bps < BasisPoints{} || options.entry_bps <= options.exit_bps) {
        return fail("momentum: thresholds must be 0 <= exit_bps < entry_bps");
    }
    return Momentum(options);
}

Momentum::Momentum(const MomentumOptions& options)
    : options_(options),
      watches_(std::size_t{options.instruments_max} + 1,
               {.seeker = PositionSeeker(options.seeker)}),
      twice_mids_(watches_.size() * options.lookback) {}

std::int64_t& Momentum::mid_ago(InstrumentId instrument, std::uint32_t sample) noexcept {
    return twice_mids_[std::size_t{instrument.value} * options_.lookback +
                       sample % options_.lookback];
}

void Momentum::on_touch(const Touch& touch, const Context& context,
                        oms::Intents& intents) noexcept {
    HOTPATH_ASSERT(touch.instrument.value < watches_.size(),
                   "the instrument must be below the books' instruments_max");
    if (!touch.is_market()) {
        return;
    }
    Watch& watch = watches_[touch.instrument.value];
    if (context.now >= watch.next_sample) {
        watch.next_sample = context.now + options_.sample_every;
        std::int64_t& oldest = mid_ago(touch.instrument, watch.sampled);
        if (watch.sampled >= options_.lookback) {
            watch.direction = direction(watch.direction, touch.twice_mid(), oldest);
        }
        oldest = touch.twice_mid();
        ++watch.sampled;
    }
    watch.seeker.seek(watch.direction * to_signed(options_.qty), touch, context, intents);
}

void Momentum::on_reject(const oms::Rejection& rejection, const Context& context) noexcept {
    if (rejection.instrument.value < watches_.size()) {
        (void)watches_[rejection.instrument.value].seeker.on_reject(rejection, context);
    }
}

// Up and down are the same with the signs of both exchanged.
std::int64_t Momentum::direction(std::int64_t held, std::int64_t now,
                                 std::int64_t ago) const noexcept {
    const std::int64_t moved = (now - ago) * kWholePrice.value;
    if (moved >= options_.entry_bps.value * ago) {
        return 1;
    }
    if (moved <= -options_.entry_bps.value * ago) {
        return -1;
    }
    return held * moved >= options_.exit_bps.value * ago ? held : 0;
}

}  // namespace hotpath::strategy
