// The question: what does taking one message of 40 bytes cost the reading process, as a
// distribution? `hotpath` reads messages that come one every 500 ns while it spins: only the calls
// that returned one are kept, and each has waited for the line to come over. `hotpath_backlog`
// reads 512 that are there already, as a reader does that was away: half of these groups one by
// one, the other half timed as a whole (`mean of 512`), which the 10 ns steps of the counter do not
// blur. A regression means a message is on more lines than one, or that reading ahead stopped
// working. It does not show the time from write to read; b_round_trip does.

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
constexpr std::size_t kSamples = 204'800;
constexpr std::size_t kQuickPart = 10;
constexpr std::size_t kWarmUp = 4 * kChannelSlots;
constexpr std::size_t kGroupMessages = 512;

struct Plan {
    Plan(const timing::TscClock& tsc_clock, std::size_t part)
        : clock(tsc_clock),
          interval_ticks(ticks_of(clock, kIntervalNs)),
          singles(kSamples / part),
          groups(singles.size() / kGroupMessages) {}

    timing::TscClock clock;
    std::uint64_t interval_ticks;
    std::vector<std::uint32_t> singles;
    std::vector<std::uint32_t> groups;
};

/// The ticks of the call that brought the message.
template <class Reader>
std::uint32_t timed_pop(Reader& reader, Received& received) {
    Message message;
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    bool popped = false;
    while (!popped) {
        begin = Stopwatch::begin();
        popped = reader.try_pop(message);
        end = Stopwatch::end();
    }
    received.add(message);
    return static_cast<std::uint32_t>(end - begin);
}

template <class Writer>
void push(Writer& writer, std::uint64_t k) {
    const Message message = message_of(k);
    until([&] { return writer.try_push(message); });
}

template <class Reader>
void pop_untimed(Reader& reader, Received& received, std::size_t messages) {
    for (std::size_t i = 0; i < messages; ++i) {
        Message message;
        until([&] { return reader.try_pop(message); });
        received.add(message);
    }
}

template <class Channel>
Measurement run_steady(Plan& plan) {
    const RunChannel<Channel> channel;
    if (!channel.is_made()) {
        return no_channel();
    }
    const OtherProcess writer([&] {
        typename Channel::WriterAttachment attachment(channel.place());
        typename Channel::Writer end(attachment);
        Pace pace(plan.clock.ticks(), plan.interval_ticks);
        const std::atomic<bool>& is_done = channel.progress().is_done;
        for (std::uint64_t k = 0; !is_done.load(std::memory_order_relaxed); ++k) {
            pace.wait();
            const Message message = message_of(k);
            until([&] { return end.try_push(message) || is_done.load(std::memory_order_relaxed); });
        }
    });
    if (!writer.is_started()) {
        return no_channel();
    }
    typename Channel::ReaderAttachment attachment(channel.place());
    typename Channel::Reader reader(attachment);
    Received received;
    std::ranges::fill(plan.singles, 0);
    pop_untimed(reader, received, kWarmUp);
    for (std::uint32_t& sample : plan.singles) {
        sample = timed_pop(reader, received);
    }
    channel.progress().is_done.store(true, std::memory_order_relaxed);
    to_nanoseconds(plan.clock, plan.singles);
    return {.answer = answer_of<Channel>(received),
            .items = plan.singles.size(),
            .samples_ns = plan.singles};
}

/// Writes a group when it is asked for one.
template <class Channel>
void write_groups(const RunChannel<Channel>& channel, std::size_t groups) {
    typename Channel::WriterAttachment attachment(channel.place());
    typename Channel::Writer end(attachment);
    std::uint64_t k = 0;
    for (std::uint64_t group = 1; group <= groups; ++group) {
        until([&] {
            return channel.progress().groups_asked.load(std::memory_order_acquire) == group;
        });
        for (std::size_t i = 0; i < kGroupMessages; ++i) {
            push(end, k++);
        }
        channel.progress().groups_written.store(group, std::memory_order_release);
    }
}

template <class Channel>
void ask_for_group(const RunChannel<Channel>& channel) {
    ChannelProgress& progress = channel.progress();
    const std::uint64_t group = progress.groups_asked.load(std::memory_order_relaxed) + 1;
    progress.groups_asked.store(group, std::memory_order_release);
    until([&] { return progress.groups_written.load(std::memory_order_acquire) == group; });
}

Measurement backlog_measurement(Plan& plan, std::uint64_t answer) {
    to_nanoseconds(plan.clock, plan.singles);
    to_nanoseconds(plan.clock, plan.groups);
    std::vector<std::uint32_t> sorted = plan.groups;
    std::ranges::sort(sorted);
    return {
        .answer = answer,
        .items = plan.singles.size(),
        .samples_ns = plan.singles,
        .metrics = {{"mean of 512 p50", "ns", measure::percentile(sorted, 50) / kGroupMessages},
                    {"mean of 512 p99", "ns", measure::percentile(sorted, 99) / kGroupMessages}}};
}

constexpr std::size_t kWarmGroups = kWarmUp / kGroupMessages;

std::size_t groups_of(const Plan& plan) {
    return kWarmGroups + plan.groups.size() * 2;
}

template <class Channel>
Measurement run_backlog(Plan& plan) {
    const RunChannel<Channel> channel;
    if (!channel.is_made()) {
        return no_channel();
    }
    const std::size_t groups = groups_of(plan);
    const OtherProcess writer([&] { write_groups(channel, groups); });
    if (!writer.is_started()) {
        return no_channel();
    }
    typename Channel::ReaderAttachment attachment(channel.place());
    typename Channel::Reader reader(attachment);
    Received received;
    std::ranges::fill(plan.singles, 0);
    std::ranges::fill(plan.groups, 0);
    for (std::size_t i = 0; i < kWarmGroups; ++i) {
        ask_for_group(channel);
        pop_untimed(reader, received, kGroupMessages);
    }
    for (std::size_t group = 0; group < plan.groups.size(); ++group) {
        ask_for_group(channel);
        for (std::size_t i = 0; i < kGroupMessages; ++i) {
            plan.singles[group * kGroupMessages + i] = timed_pop(reader, received);
        }
        ask_for_group(channel);
        const std::uint64_t begin = Stopwatch::begin();
        pop_untimed(reader, received, kGroupMessages);
        plan.groups[group] = static_cast<std::uint32_t>(Stopwatch::end() - begin);
    }
    return backlog_measurement(plan, received.answer());
}

Measurement run_timer(Plan& plan) {
    for (std::uint32_t& sample : plan.singles) {
        const std::uint64_t begin = Stopwatch::begin();
        sample = static_cast<std::uint32_t>(Stopwatch::end() - begin);
    }
    to_nanoseconds(plan.clock, plan.singles);
    return {.answer = 0, .items = plan.singles.size(), .samples_ns = plan.singles};
}

}  // namespace

Test shm_read_test(const Scale& scale, const timing::TscClock& clock) {
    const auto plan = std::make_shared<Plan>(clock, scale.quick ? kQuickPart : 1);
    Test test{.name = "c_shm_read", .unit = "ns", .subjects = {}};
    test.subjects = {
        {"hotpath", "steady", [=] { return run_steady<HotpathChannel>(*plan); }},
        {"floor", "not checked", [=] { return run_steady<RawLines>(*plan); }},
#if __has_include(<boost/lockfree/spsc_queue.hpp>)
        {"boost_spsc", "steady", [=] { return run_steady<BoostChannel>(*plan); }},
        {"boost_spsc_backlog", "backlog", [=] { return run_backlog<BoostChannel>(*plan); }, false},
#endif
        {"hotpath_backlog", "backlog", [=] { return run_backlog<HotpathChannel>(*plan); }, false},
        {"floor_backlog", "backlog", [=] { return run_backlog<RawLines>(*plan); }, false},
        {"locked_backlog", "backlog", [=] { return run_backlog<LockedChannel>(*plan); }, false},
        {"timer", "nothing", [=] { return run_timer(*plan); }, false},
    };
    std::ranges::move(peers::shm_read({.samples = plan->singles.size(),
                                       .messages = kWarmUp + plan->singles.size(),
                                       .groups = groups_of(*plan)}),
                      std::back_inserter(test.subjects));
    return test;
}

}  // namespace hotpath::bench
