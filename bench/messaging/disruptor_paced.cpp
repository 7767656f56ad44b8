// The question: what does each wait strategy cost when events are rare, one every 100 us, so that
// it gets to its last resort: how late is the stage, and how busy was its core? A regression means
// that somebody waits longer than it must, or burns more. It does not show throughput
// (f_disruptor_wait_N).

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "bench/messaging/disruptor_subjects.hpp"
#include "bench/messaging/disruptor_tests.hpp"
#include "bench/messaging/stopwatch.hpp"
#include "bench/messaging/two_cores.hpp"
#include "bench/peers/children.hpp"

namespace hotpath::bench {
namespace {

namespace disruptor = queue::disruptor;

constexpr std::uint64_t kPaceNs = 100'000;
constexpr std::size_t kSlots = 64;
constexpr std::size_t kEvents = 2'000;
constexpr std::size_t kEventsQuick = 500;

/// Event k says when it was due; its latency is from then to when the stage has it.
class Paced {
  public:
    Paced(std::size_t events, const timing::TscClock& clock)
        : clock_(clock),
          interval_ticks_(kPaceNs * 1'000'000 /
                          static_cast<std::uint64_t>(clock.to_duration(1'000'000).value)),
          samples_(events) {}

    /// A consumer's work on an event.
    struct Stamp {
        Paced* paced;
        void operator()(const Message& event) const noexcept { paced->take(event); }
    };

    template <class Queue>
    Measurement run() {
        Queue queue(kSlots, Stamp{this});
        answer_ = 0;
        double busy_ns = 0;
        std::uint64_t begin = 0;
        std::uint64_t end = 0;
        {
            OtherThread consumer([&] {
                const double cpu_begin = cpu_ns(CLOCK_THREAD_CPUTIME_ID);
                queue.consume();
                busy_ns = cpu_ns(CLOCK_THREAD_CPUTIME_ID) - cpu_begin;
            });
            consumer.start();
            begin = clock_.ticks();
            push_all(queue, begin);
            queue.end();
            end = clock_.ticks();
        }
        to_nanoseconds(clock_, samples_);
        const auto ns = static_cast<double>(clock_.to_duration(end - begin).value);
        return {.answer = answer_,
                .items = samples_.size(),
                .samples_ns = samples_,
                .metrics = {{"consumer cpu load", "%", 100 * busy_ns / ns}}};
    }

  private:
    template <class Queue>
    void push_all(Queue& queue, std::uint64_t begin) {
        std::uint64_t due = begin;
        Pace pace(begin + interval_ticks_, interval_ticks_);
        for (std::uint64_t k = 0; k < samples_.size(); ++k) {
            due += interval_ticks_;
            pace.wait();
            queue.push({{k, due, 0, 0, 0}});
        }
    }

    void take(const Message& event) noexcept {
        samples_[event.words[0]] = static_cast<std::uint32_t>(clock_.ticks() - event.words[1]);
        answer_ += event.words[0];
    }

    timing::TscClock clock_;
    std::uint64_t interval_ticks_;
    std::vector<std::uint32_t> samples_;
    std::uint64_t answer_ = 0;
};

template <class Queue>
Subject subject(const char* name, const std::shared_ptr<Paced>& paced) {
    return {name, "paced", [paced] { return paced->run<Queue>(); }};
}

template <class Wait, queue::RingLayout Layout = queue::OwnLine>
using Hotpath = DisruptorSubject<Wait, Paced::Stamp, Layout>;

}  // namespace

Test disruptor_paced_test(const Scale& scale, const timing::TscClock& clock) {
    const std::size_t events = scale.quick ? kEventsQuick : kEvents;
    const auto paced = std::make_shared<Paced>(events, clock);
    Test test{
        .name = "f_disruptor_paced",
        .unit = "ns",
        .subjects = {subject<Hotpath<disruptor::BusySpin>>("hotpath", paced),
                     subject<Hotpath<disruptor::BusySpin, queue::Packed>>("hotpath_packed", paced),
                     subject<Hotpath<disruptor::PauseSpin>>("pause_spin", paced),
                     subject<Hotpath<disruptor::Yield>>("yield", paced),
                     subject<Hotpath<disruptor::Sleep>>("sleep", paced),
                     subject<Hotpath<disruptor::Block>>("block", paced),
                     subject<Hotpath<disruptor::Phased>>("phased", paced),
                     subject<MutexSubject<Paced::Stamp>>("mutex_queue", paced)}};
    for (const std::string name : {"busy_spin", "yield", "sleep", "block", "phased"}) {
        std::ranges::move(
            peers::lmax({"disruptor_wait_latency", "lmax_" + name, "paced", events, name}),
            std::back_inserter(test.subjects));
    }
    return test;
}

}  // namespace hotpath::bench
