// The question: what does handing over one message of 40 bytes cost the writing process, as a
// distribution? The reader is a process of its own on the other core and spins. One message every
// 500 ns, so that the reader has had every line and no queue forms; around each call the fenced
// stopwatch, whose own cost stands beside as `timer`. The counter's steps are as coarse as what is
// measured: compare the `mean` with the timer's. `8 in a row` is the cost of each of eight messages
// handed over at once, every 4 us, timed as a whole. `sd to p99.9` leaves out the moments that the
// host takes for itself (a tick is 15 us), `sd` does not. A regression means that
// the writer waits for a line that the reader has. It does not show when the reader has the
// message.

#include <algorithm>
#include <iterator>
#include <memory>
#include <vector>

#include "bench/messaging/locked_channel.hpp"
#include "bench/messaging/messaging_tests.hpp"
#include "bench/messaging/shm_channels.hpp"
#include "bench/messaging/stopwatch.hpp"
#include "bench/peers/children.hpp"
#include "hotpath/measure/statistics.hpp"

namespace hotpath::bench {
namespace {

constexpr std::uint64_t kIntervalNs = 500;
constexpr std::size_t kSingles = 200'000;
constexpr std::size_t kGroups = 20'000;
constexpr std::size_t kGroupMessages = 8;
constexpr std::size_t kQuickPart = 10;
constexpr std::size_t kWarmUp = 4 * kChannelSlots;

struct Plan {
    Plan(const timing::TscClock& tsc_clock, std::size_t part)
        : clock(tsc_clock),
          interval_ticks(ticks_of(clock, kIntervalNs)),
          singles(kSingles / part),
          groups(kGroups / part) {}

    timing::TscClock clock;
    std::uint64_t interval_ticks;
    std::vector<std::uint32_t> singles;
    std::vector<std::uint32_t> groups;
};

template <class Write>
std::uint32_t timed(Write&& write) {
    const std::uint64_t begin = Stopwatch::begin();
    write();
    return static_cast<std::uint32_t>(Stopwatch::end() - begin);
}

/// write(k) hands message k over. The first ones warm caches and take the page faults of a process
/// that has just forked.
template <class Write>
void sample_writes(Plan& plan, Write&& write) {
    std::ranges::fill(plan.singles, 0);
    std::ranges::fill(plan.groups, 0);
    std::uint64_t k = 0;
    Pace pace(plan.clock.ticks(), plan.interval_ticks);
    for (; k < kWarmUp; ++k) {
        pace.wait();
        write(k);
    }
    for (std::uint32_t& sample : plan.singles) {
        pace.wait();
        sample = timed([&] { write(k); });
        ++k;
    }
    pace = Pace(plan.clock.ticks(), plan.interval_ticks * kGroupMessages);
    for (std::uint32_t& sample : plan.groups) {
        pace.wait();
        sample = timed([&] {
            for (std::size_t i = 0; i < kGroupMessages; ++i) {
                write(k + i);
            }
        });
        k += kGroupMessages;
    }
}

std::uint64_t messages_of(const Plan& plan) {
    return kWarmUp + plan.singles.size() + plan.groups.size() * kGroupMessages;
}

Measurement measurement_of(Plan& plan, std::uint64_t answer) {
    to_nanoseconds(plan.clock, plan.singles);
    to_nanoseconds(plan.clock, plan.groups);
    std::vector<std::uint32_t> sorted = plan.groups;
    std::ranges::sort(sorted);
    const double p50 = measure::percentile(sorted, 50) / kGroupMessages;
    const double p99 = measure::percentile(sorted, 99) / kGroupMessages;
    return {.answer = answer,
            .items = plan.singles.size(),
            .samples_ns = plan.singles,
            .metrics = {{"8 in a row p50", "ns", p50}, {"8 in a row p99", "ns", p99}}};
}

template <class Channel>
Measurement run_channel(Plan& plan) {
    const RunChannel<Channel> channel;
    if (!channel.is_made()) {
        return no_channel();
    }
    const std::uint64_t messages = messages_of(plan);
    {
        const OtherProcess reader([&] { read_all(channel, messages); });
        if (!reader.is_started()) {
            return no_channel();
        }
        typename Channel::WriterAttachment attachment(channel.place());
        typename Channel::Writer writer(attachment);
        sample_writes(plan, [&](std::uint64_t k) {
            const Message message = message_of(k);
            until([&] { return writer.try_push(message); });
        });
    }
    return measurement_of(plan, channel.progress().answer.load(std::memory_order_acquire));
}

/// The two readings of the clock and nothing between them.
Measurement run_timer(Plan& plan) {
    sample_writes(plan, [](std::uint64_t) {});
    return measurement_of(plan, 0);
}

}  // namespace

Test shm_write_test(const Scale& scale, const timing::TscClock& clock) {
    const auto plan = std::make_shared<Plan>(clock, scale.quick ? kQuickPart : 1);
    Test test{.name = "c_shm_write", .unit = "ns", .subjects = {}};
    test.subjects = {
        {"hotpath", "messages", [=] { return run_channel<HotpathChannel>(*plan); }},
        {"floor", "not checked", [=] { return run_channel<RawLines>(*plan); }},
#if __has_include(<boost/lockfree/spsc_queue.hpp>)
        {"boost_spsc", "messages", [=] { return run_channel<BoostChannel>(*plan); }},
#endif
        {"locked", "messages", [=] { return run_channel<LockedChannel>(*plan); }},
        {"timer", "nothing", [=] { return run_timer(*plan); }, false},
    };
    std::ranges::move(peers::shm_write(plan->singles.size(), messages_of(*plan)),
                      std::back_inserter(test.subjects));
    return test;
}

}  // namespace hotpath::bench
