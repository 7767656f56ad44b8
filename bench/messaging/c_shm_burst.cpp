// The question: what does a message cost the writing process in a burst of 64 after a pause of a
// millisecond, when caches and predictors have forgotten the way? Steady is c_shm_write. The reader
// spins in a process of its own; the fenced stopwatch is around every message, `first` is the first
// message of each burst. Pauses: asleep in the kernel (no suffix); `_busy`, at work on 2 MiB of
// other memory, which is what a trading process does; `_warm`, the same work, with a look at the
// path every 64 KiB of it: the coming slots are claimed and written, and nothing is published
// (Aeron: a claim given up, which its reader skips; iceoryx2: a sample loaned and given back). A
// regression means the first message meets more cold lines. It does not show the reader's side.

#include <algorithm>
#include <ctime>
#include <functional>
#include <iterator>
#include <memory>
#include <vector>

#include "bench/messaging/messaging_tests.hpp"
#include "bench/messaging/shm_channels.hpp"
#include "bench/messaging/stopwatch.hpp"
#include "bench/peers/children.hpp"
#include "hotpath/measure/statistics.hpp"

namespace hotpath::bench {
namespace {

constexpr std::uint64_t kPauseNs = 1'000'000;
constexpr std::size_t kBursts = 250;
constexpr std::size_t kBurstsQuick = 50;
constexpr std::size_t kBurstMessages = 64;
constexpr std::size_t kWarmUp = 4 * kChannelSlots;
constexpr std::size_t kOtherWords = (std::size_t{2} << 20U) / sizeof(std::uint64_t);
constexpr std::size_t kWordsBetweenLooks = (std::size_t{64} << 10U) / sizeof(std::uint64_t);

enum class Pause : std::uint8_t { Asleep, Busy, Warm };

struct Plan {
    Plan(const timing::TscClock& tsc_clock, std::size_t bursts)
        : clock(tsc_clock),
          samples(bursts * kBurstMessages),
          firsts(bursts),
          other_words(kOtherWords) {}

    timing::TscClock clock;
    std::vector<std::uint32_t> samples;
    std::vector<std::uint32_t> firsts;
    std::vector<std::uint64_t> other_words;
};

void sleep_for_pause() {
    const timespec pause{.tv_sec = 0, .tv_nsec = kPauseNs};
    nanosleep(&pause, nullptr);
}

/// Goes through other memory until the pause is over; look() from time to time.
template <class Look>
void work_for_pause(Plan& plan, Look&& look) {
    const std::uint64_t end = plan.clock.ticks() + ticks_of(plan.clock, kPauseNs);
    std::size_t next = 0;
    while (plan.clock.ticks() < end) {
        for (std::uint64_t& word : std::span(plan.other_words).subspan(next, kWordsBetweenLooks)) {
            ++word;
        }
        next = (next + kWordsBetweenLooks) % kOtherWords;
        look();
    }
}

/// pause() stands before each burst, write(k) hands message k over.
template <class PauseWork, class Write>
void sample_bursts(Plan& plan, PauseWork&& pause, Write&& write) {
    std::ranges::fill(plan.samples, 0);
    std::uint64_t k = 0;
    for (; k < kWarmUp; ++k) {
        write(k);
    }
    for (std::size_t burst = 0; burst < plan.firsts.size(); ++burst) {
        pause();
        for (std::size_t i = 0; i < kBurstMessages; ++i) {
            const std::uint64_t begin = Stopwatch::begin();
            write(k);
            const std::uint64_t end = Stopwatch::end();
            plan.samples[burst * kBurstMessages + i] = static_cast<std::uint32_t>(end - begin);
            ++k;
        }
    }
}

Measurement measurement_of(Plan& plan, std::uint64_t answer) {
    to_nanoseconds(plan.clock, plan.samples);
    for (std::size_t burst = 0; burst < plan.firsts.size(); ++burst) {
        plan.firsts[burst] = plan.samples[burst * kBurstMessages];
    }
    std::ranges::sort(plan.firsts);
    return {.answer = answer,
            .items = plan.samples.size(),
            .samples_ns = plan.samples,
            .metrics = {{"first p50", "ns", measure::percentile(plan.firsts, 50)},
                        {"first p99", "ns", measure::percentile(plan.firsts, 99)}}};
}

template <class Writer>
void pause_before_burst(Plan& plan, Pause pause, Writer& writer) {
    if (pause == Pause::Asleep) {
        sleep_for_pause();
    } else if constexpr (requires { writer.keep_warm(kBurstMessages); }) {
        work_for_pause(plan, [&] {
            if (pause == Pause::Warm) {
                writer.keep_warm(kBurstMessages);
            }
        });
    } else {
        work_for_pause(plan, [] {});
    }
}

template <class Channel>
Measurement run_channel(Plan& plan, Pause pause) {
    const RunChannel<Channel> channel;
    if (!channel.is_made()) {
        return no_channel();
    }
    const std::uint64_t messages = kWarmUp + plan.samples.size();
    {
        const OtherProcess reader([&] { read_all(channel, messages); });
        if (!reader.is_started()) {
            return no_channel();
        }
        typename Channel::WriterAttachment attachment(channel.place());
        typename Channel::Writer writer(attachment);
        sample_bursts(
            plan, [&] { pause_before_burst(plan, pause, writer); },
            [&](std::uint64_t k) {
                const Message message = message_of(k);
                until([&] { return writer.try_push(message); });
            });
    }
    return measurement_of(plan, channel.progress().answer.load(std::memory_order_acquire));
}

Measurement run_timer(Plan& plan) {
    sample_bursts(plan, sleep_for_pause, [](std::uint64_t) {});
    return measurement_of(plan, 0);
}

}  // namespace

Test shm_burst_test(const Scale& scale, const timing::TscClock& clock) {
    const auto plan = std::make_shared<Plan>(clock, scale.quick ? kBurstsQuick : kBursts);
    const auto subject = [&]<class Channel>(const char* name, Pause pause) {
        return Subject{name, "messages", [=] { return run_channel<Channel>(*plan, pause); }};
    };
    Test test{.name = "c_shm_burst", .unit = "ns", .subjects = {}};
    test.subjects = {
        subject.operator()<HotpathChannel>("hotpath", Pause::Asleep),
        subject.operator()<HotpathChannel>("hotpath_busy", Pause::Busy),
        subject.operator()<HotpathChannel>("hotpath_warm", Pause::Warm),
#if __has_include(<boost/lockfree/spsc_queue.hpp>)
        subject.operator()<BoostChannel>("boost_spsc", Pause::Asleep),
        subject.operator()<BoostChannel>("boost_spsc_busy", Pause::Busy),
#endif
        {"timer", "nothing", [=] { return run_timer(*plan); }, false},
    };
    std::ranges::move(peers::shm_burst(plan->firsts.size(), kWarmUp + plan->samples.size()),
                      std::back_inserter(test.subjects));
    return test;
}

}  // namespace hotpath::bench
