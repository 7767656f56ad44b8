#include "hotpath/strategy/trend_following.hpp"

#include "hotpath/core/assert.hpp"

namespace hotpath::strategy {

Expected<TrendFollowing> TrendFollowing::create(const TrendOptions& options) {
    if (options.qty.value == 0 || options.sample_every.value <= 0) {
        return fail("trend: qty and sample_every_ms must be above 0");
    }
    if (options.fast == 0 || options.slow <= options.fast) {
        return fail("trend: windows must be 0 < fast < slow");
    }
    if (options.band_bps < BasisPoints{} || options.stop_bps <= BasisPoints{}) {
        return fail("trend: band_bps must be 0 or more, stop_bps above 0");
    }
    return TrendFollowing(options);
}

TrendFollowing::TrendFollowing(const TrendOptions& options)
    : options_(options),
      watches_(std::size_t{options.instruments_max} + 1,
               {.seeker = PositionSeeker(options.seeker)}) {}

void TrendFollowing::on_touch(const Touch& touch, const Context& context,
                              oms::Intents& intents) noexcept {
    HOTPATH_ASSERT(touch.instrument.value < watches_.size(),
                   "the instrument must be below the books' instruments_max");
    if (!touch.is_market()) {
        return;
    }
    Watch& watch = watches_[touch.instrument.value];
    if (context.now >= watch.next_sample) {
        watch.next_sample = context.now + options_.sample_every;
        watch.fast.add(touch.twice_mid(), options_.fast);
        watch.slow.add(touch.twice_mid(), options_.slow);
        ++watch.sampled;
    }
    follow(watch, trend(watch), touch.twice_mid());
    watch.seeker.seek(watch.direction * to_signed(options_.qty), touch, context, intents);
}

void TrendFollowing::on_reject(const oms::Rejection& rejection, const Context& context) noexcept {
    if (rejection.instrument.value < watches_.size()) {
        (void)watches_[rejection.instrument.value].seeker.on_reject(rejection, context);
    }
}

/// +1, -1, or 0: none, or too few samples.
std::int64_t TrendFollowing::trend(const Watch& watch) const noexcept {
    const std::int64_t apart = watch.fast.scaled() - watch.slow.scaled();
    const std::int64_t band = watch.slow.scaled() / kWholePrice.value * options_.band_bps.value;
    if (watch.sampled < options_.slow || (apart <= band && apart >= -band)) {
        return 0;
    }
    return apart > 0 ? 1 : -1;
}

// Long and short are the same with the signs of both exchanged.
void TrendFollowing::follow(Watch& watch, std::int64_t trend,
                            std::int64_t twice_mid) const noexcept {
    if (trend != watch.stopped_in) {
        watch.stopped_in = 0;
    }
    if (trend == 0 || trend == watch.stopped_in) {
        watch.direction = 0;
        return;
    }
    const bool is_new = watch.direction != trend;
    const bool is_better = trend * (twice_mid - watch.best) > 0;
    watch.best = is_new || is_better ? twice_mid : watch.best;
    const std::int64_t back = trend * (watch.best - twice_mid) * kWholePrice.value;
    const bool is_stopped = back >= options_.stop_bps.value * watch.best;
    watch.direction = is_stopped ? 0 : trend;
    watch.stopped_in = is_stopped ? trend : 0;
}

}  // namespace hotpath::strategy
