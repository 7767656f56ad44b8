// disruptor-events: one queue and a number of events, for cachegrind (bench/messaging/caches.py).
//
//   disruptor-events turns SUBJECT EVENTS BURSTS     one thread pushes as many events as the ring has slots and takes them,
//                                                    until EVENTS are through, BURSTS times: the queue alone, nothing
//                                                    waits, and the counts are the same in every run
//   disruptor-events threads SUBJECT EVENTS BURSTS   as published (docs/techniques/disruptor-or-locked-queue.md):
//                                                    for each burst a queue, a consumer's thread, EVENTS, the end
//
// SUBJECT is hotpath, hotpath_packed or mutex_queue. Prints what the kernel counted meanwhile: page
// faults and changes of thread. The answer is checked here: with a wrong one it exits with 1.

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <optional>
#include <string_view>
#include <thread>

#include <sys/resource.h>

#include "bench/messaging/disruptor_subjects.hpp"
#include "bench/messaging/payload.hpp"

namespace hotpath::bench {
namespace {

constexpr std::size_t kSlotsMin = 16;
constexpr std::size_t kSlotsMax = 4'096;
constexpr int kWrongAnswer = 1;
constexpr int kUsage = 2;

struct AddTo {
    Received* received;
    void operator()(const Message& message) const noexcept { received->add(message); }
};

template <queue::RingLayout Layout>
using Disruptor = DisruptorSubject<queue::disruptor::Yield, AddTo, Layout>;

struct Wanted {
    std::uint64_t events;
    std::uint64_t bursts;

    /// As in the tests f_disruptor_N.
    [[nodiscard]] std::size_t slots() const noexcept {
        return std::clamp(std::bit_ceil(static_cast<std::size_t>(events)), kSlotsMin, kSlotsMax);
    }
};

/// Of all words of messages 0 to `messages` - 1: k five times, and 0 to 4.
constexpr std::uint64_t sum_of(std::uint64_t messages) {
    return messages == 0 ? 0 : 5 * (messages * (messages - 1) / 2) + 10 * messages;
}

/// True when every event came, in order.
template <class Queue>
bool take_turns(const Wanted& wanted) {
    Received received;
    Queue queue(wanted.slots(), AddTo{&received});
    std::uint64_t k = 0;
    for (std::uint64_t burst = 0; burst < wanted.bursts; ++burst) {
        for (std::uint64_t left = wanted.events; left != 0;) {
            const std::uint64_t turn = std::min<std::uint64_t>(left, wanted.slots());
            for (std::uint64_t i = 0; i < turn; ++i) {
                queue.push(message_of(k++));
            }
            queue.consume_pushed(turn);
            left -= turn;
        }
    }
    return received.count() == k && received.answer() == sum_of(k);
}

template <class Queue>
bool run_threads(const Wanted& wanted) {
    bool is_right = true;
    for (std::uint64_t burst = 0; burst < wanted.bursts; ++burst) {
        Received received;
        Queue queue(wanted.slots(), AddTo{&received});
        std::thread consumer([&] { queue.consume(); });
        for (std::uint64_t k = 0; k < wanted.events; ++k) {
            queue.push(message_of(k));
        }
        queue.end();
        consumer.join();
        is_right = is_right && received.count() == wanted.events &&
                   received.answer() == sum_of(wanted.events);
    }
    return is_right;
}

using Run = bool (*)(const Wanted&);

template <class Queue>
Run way_of(std::string_view way) {
    return way == "turns" ? &take_turns<Queue> : way == "threads" ? &run_threads<Queue> : nullptr;
}

Run run_of(std::string_view way, std::string_view subject) {
    if (subject == "hotpath") {
        return way_of<Disruptor<queue::OwnLine>>(way);
    }
    if (subject == "hotpath_packed") {
        return way_of<Disruptor<queue::Packed>>(way);
    }
    return subject == "mutex_queue" ? way_of<MutexSubject<AddTo>>(way) : nullptr;
}

std::optional<std::uint64_t> number_from(const char* text) {
    std::uint64_t value = 0;
    const char* const end = text + std::strlen(text);
    const auto [at, error] = std::from_chars(text, end, value);
    return error == std::errc{} && at == end ? std::optional(value) : std::nullopt;
}

rusage used() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return usage;
}

int run(Run work, const Wanted& wanted) {
    const rusage before = used();
    const bool is_right = work(wanted);
    const rusage after = used();
    if (!is_right) {
        std::fputs("disruptor-events: an event was lost, or came out of order\n", stderr);
        return kWrongAnswer;
    }
    std::printf("page_faults %ld\nthread_changes %ld\n",
                after.ru_minflt + after.ru_majflt - before.ru_minflt - before.ru_majflt,
                after.ru_nvcsw + after.ru_nivcsw - before.ru_nvcsw - before.ru_nivcsw);
    return 0;
}

}  // namespace
}  // namespace hotpath::bench

int main(int argc, char** argv) {
    using namespace hotpath::bench;
    constexpr int kArguments = 5;
    if (argc == kArguments) {
        const Run work = run_of(argv[1], argv[2]);
        const auto events = number_from(argv[3]);
        const auto bursts = number_from(argv[4]);
        if (work != nullptr && events.has_value() && bursts.has_value()) {
            return run(work, {.events = *events, .bursts = *bursts});
        }
    }
    std::fputs(
        "usage: disruptor-events turns|threads hotpath|hotpath_packed|mutex_queue EVENTS BURSTS\n",
        stderr);
    return kUsage;
}
