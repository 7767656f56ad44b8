// The question: how many nanoseconds apart do 40-byte messages come out of 1, 2, 4, 8 or 16
// shared-memory channels together, each with one writing and one reading process? All writers are
// on core 0 and all readers on the last core, so from two pairs on the processes of a side take
// turns: an end that finds its channel full or empty yields its core. `time` is divided by the
// messages of all pairs. `slowest pair` and `fastest pair` are the messages of one pair by the time
// until its own reader had them all, `first done` when the first reader was through, in % of the
// time of all: near 100% when all pairs advance alike. `hotpath_polled` has one process a side,
// which asks all channels in turn: what two cores are for. A regression means that a channel got
// dearer or that channels side by side share lines that they should not. It does not show pairs
// that run at the same time, with a core for each end: with two cores more pairs cannot carry more
// messages, only as many with more changes of process.

#include <algorithm>
#include <array>
#include <atomic>
#include <deque>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "bench/messaging/locked_channel.hpp"
#include "bench/messaging/messaging_tests.hpp"
#include "bench/messaging/shared_memory.hpp"
#include "bench/messaging/shm_channels.hpp"
#include "bench/messaging/two_cores.hpp"
#include "hotpath/core/cpu.hpp"
#include "hotpath/measure/machine.hpp"

namespace hotpath::bench {
namespace {

constexpr std::array<std::size_t, 5> kPairs{1, 2, 4, 8, 16};
constexpr std::uint64_t kMessages = 1'600'000;
constexpr std::uint64_t kMessagesQuick = 160'000;
constexpr std::int64_t kGatheringNsMax = 10'000'000'000;

struct Plan {
    timing::TscClock clock;
    std::uint64_t messages_a_pair;
    std::size_t pairs;
};

/// Where the processes of all pairs meet before the first message.
struct Meeting {
    enum class State : std::uint8_t { Gathering, Started, Canceled };

    alignas(kCacheLine) std::atomic<std::size_t> present{0};
    alignas(kCacheLine) std::atomic<State> state{State::Gathering};

    /// False when there will be no run.
    [[nodiscard]] bool wait() noexcept {
        present.fetch_add(1, std::memory_order_acq_rel);
        while (state.load(std::memory_order_acquire) == State::Gathering) {
            std::this_thread::yield();
        }
        return state.load(std::memory_order_acquire) == State::Started;
    }
    /// False when they are not all there in time: one could not be started, or has died.
    [[nodiscard]] bool has_gathered(std::size_t processes, const timing::TscClock& clock) noexcept {
        const std::uint64_t begin = clock.ticks();
        while (present.load(std::memory_order_acquire) != processes) {
            if (clock.to_duration(clock.ticks() - begin).value > kGatheringNsMax) {
                return false;
            }
            std::this_thread::yield();
        }
        return true;
    }
    void decide(State decided) noexcept { state.store(decided, std::memory_order_release); }
};

/// One channel's writing end, and how far it is.
template <class Channel>
class Source {
  public:
    Source(const RunChannel<Channel>& channel, const Plan& plan)
        : plan_(&plan), attachment_(channel.place()), end_(attachment_) {}

    /// False when the channel is full.
    [[nodiscard]] bool try_next() {
        if (!end_.try_push(message_of(next_))) {
            return false;
        }
        ++next_;
        return true;
    }
    [[nodiscard]] bool is_done() const noexcept { return next_ == plan_->messages_a_pair; }

  private:
    const Plan* plan_;
    typename Channel::WriterAttachment attachment_;
    typename Channel::Writer end_;
    std::uint64_t next_ = 0;
};

/// One channel's reading end: gives up the answer and the time with the last message.
template <class Channel>
class Sink {
  public:
    Sink(const RunChannel<Channel>& channel, const Plan& plan)
        : channel_(&channel), plan_(&plan), attachment_(channel.place()), end_(attachment_) {}

    /// False when the channel is empty.
    [[nodiscard]] bool try_next() {
        Message message;
        if (!end_.try_pop(message)) {
            return false;
        }
        received_.add(message);
        if (is_done()) {
            ChannelProgress& progress = channel_->progress();
            progress.answer.store(received_.answer(), std::memory_order_relaxed);
            progress.end_ticks.store(plan_->clock.ticks(), std::memory_order_release);
        }
        return true;
    }
    [[nodiscard]] bool is_done() const noexcept {
        return received_.count() == plan_->messages_a_pair;
    }

  private:
    const RunChannel<Channel>* channel_;
    const Plan* plan_;
    typename Channel::ReaderAttachment attachment_;
    typename Channel::Reader end_;
    Received received_;
};

template <class Channel>
using Channels = std::deque<RunChannel<Channel>>;

/// Readers are where the runner waits asleep; a process that cannot be there is missed at the meeting.
[[nodiscard]] bool move_to_last_core() {
    return pin_this_thread(measure::cores() - 1).has_value();
}

/// A process for each end.
struct ProcessEach {
    static void run(auto& end) {
        while (!end.is_done()) {
            if (!end.try_next()) {
                std::this_thread::yield();
            }
        }
    }

    template <class Channel>
    [[nodiscard]] static std::size_t start(const Channels<Channel>& channels, const Plan& plan,
                                           Meeting& meeting, std::deque<OtherProcess>& processes) {
        for (const RunChannel<Channel>& channel : channels) {
            processes.emplace_back([&] {
                Source<Channel> source(channel, plan);
                if (meeting.wait()) {
                    run(source);
                }
            });
            processes.emplace_back([&] {
                if (!move_to_last_core()) {
                    return;
                }
                Sink<Channel> sink(channel, plan);
                if (meeting.wait()) {
                    run(sink);
                }
            });
        }
        return 2 * channels.size();
    }
};

/// One process for all writing ends and one for all reading ends. Each asks its channels in turn,
/// a channel at most kTurn times while it has something: the line of the next slot is near.
struct Polled {
    static constexpr int kTurn = 16;

    static void run(auto& ends) {
        for (bool is_any_left = true; is_any_left;) {
            is_any_left = false;
            bool is_any_moved = false;
            for (auto& end : ends) {
                for (int turn = 0; turn < kTurn && !end.is_done() && end.try_next(); ++turn) {
                    is_any_moved = true;
                }
                is_any_left = is_any_left || !end.is_done();
            }
            if (!is_any_moved) {
                std::this_thread::yield();
            }
        }
    }

    template <class Channel>
    [[nodiscard]] static std::size_t start(const Channels<Channel>& channels, const Plan& plan,
                                           Meeting& meeting, std::deque<OtherProcess>& processes) {
        processes.emplace_back([&] {
            std::deque<Source<Channel>> sources;
            for (const RunChannel<Channel>& channel : channels) {
                sources.emplace_back(channel, plan);
            }
            if (meeting.wait()) {
                run(sources);
            }
        });
        processes.emplace_back([&] {
            if (!move_to_last_core()) {
                return;
            }
            std::deque<Sink<Channel>> sinks;
            for (const RunChannel<Channel>& channel : channels) {
                sinks.emplace_back(channel, plan);
            }
            if (meeting.wait()) {
                run(sinks);
            }
        });
        return 2;
    }
};

template <class Channel>
Measurement measured(const Channels<Channel>& channels, const Plan& plan, std::uint64_t begin) {
    std::uint64_t answer = 0;
    std::vector<std::uint64_t> ticks;
    ticks.reserve(channels.size());
    for (const RunChannel<Channel>& channel : channels) {
        ticks.push_back(channel.progress().end_ticks.load(std::memory_order_acquire) - begin);
        answer += channel.progress().answer.load(std::memory_order_relaxed);
    }
    const auto [first, last] = std::ranges::minmax(ticks);
    const auto rate = [&](std::uint64_t of_pair) {
        return 1e3 * static_cast<double>(plan.messages_a_pair) /
               static_cast<double>(plan.clock.to_duration(of_pair).value);
    };
    return {.answer = answer,
            .items = plan.messages_a_pair * plan.pairs,
            .elapsed_ticks = last,
            .metrics = {
                {"slowest pair", "M/s", rate(last)},
                {"fastest pair", "M/s", rate(first)},
                {"first done", "%", 100 * static_cast<double>(first) / static_cast<double>(last)}}};
}

template <class Channel, class Arrangement>
Measurement run_pairs(const Plan& plan) {
    Channels<Channel> channels;
    for (std::size_t pair = 0; pair < plan.pairs; ++pair) {
        if (!channels.emplace_back(pair).is_made()) {
            return no_channel();
        }
    }
    const SharedMemory memory(sizeof(Meeting));
    if (!memory.is_mapped()) {
        return no_channel();
    }
    auto& meeting = memory.construct_first<Meeting>();
    std::uint64_t begin = 0;
    {
        std::deque<OtherProcess> processes;
        const std::size_t count = Arrangement::start(channels, plan, meeting, processes);
        if (!std::ranges::all_of(processes, &OtherProcess::is_started) ||
            !meeting.has_gathered(count, plan.clock)) {
            meeting.decide(Meeting::State::Canceled);
            return no_channel();
        }
        begin = plan.clock.ticks();
        meeting.decide(Meeting::State::Started);
    }
    return measured(channels, plan, begin);
}

Test pairs_test(const Plan& plan) {
    Test test{.name = "j_channel_pairs_" + std::to_string(plan.pairs),
              .unit = "ns/message",
              .subjects = {}};
    test.subjects = {
        {"hotpath", "pairs", [plan] { return run_pairs<HotpathChannel, ProcessEach>(plan); }},
        {"hotpath_polled", "pairs", [plan] { return run_pairs<HotpathChannel, Polled>(plan); }},
#if __has_include(<boost/lockfree/spsc_queue.hpp>)
        {"boost_spsc", "pairs", [plan] { return run_pairs<BoostChannel, ProcessEach>(plan); }},
        {"boost_spsc_polled", "pairs", [plan] { return run_pairs<BoostChannel, Polled>(plan); }},
#endif
        {"locked", "pairs", [plan] { return run_pairs<LockedChannel, ProcessEach>(plan); }}};
    return test;
}

}  // namespace

std::vector<Test> channel_pairs_tests(const Scale& scale, const timing::TscClock& clock) {
    const std::uint64_t messages = scale.quick ? kMessagesQuick : kMessages;
    std::vector<Test> tests;
    tests.reserve(kPairs.size());
    for (const std::size_t pairs : kPairs) {
        tests.push_back(
            pairs_test({.clock = clock, .messages_a_pair = messages / pairs, .pairs = pairs}));
    }
    return tests;
}

}  // namespace hotpath::bench
