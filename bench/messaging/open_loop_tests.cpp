// The question: how long does an order take, from its intended send time to its report, through
// parse, risk, match and publish, when orders arrive at random (Poisson) at a given rate?
// A regression means that the queues, or the waiting for them, got slower. It does not show a
// network, or more than two cores: sender on one, stages on the other.
//
// Ways through the stages, all with the same orders and the same answer:
//   hotpath            one queue to the other core, a queue before each further stage, one thread
//                      polls them all
//   run_to_completion  one queue to the other core, then four calls
//   across_cores       a stage on each side in turn: four crossings, what a core a stage costs
//   mutex_queue        std::queue, mutex, condition variable; then four calls
//   floor              no queue: a spinning thread's own lateness at the same moments
//   floor_two_cores    the later of two spinning threads, one on each core
//   closed_loop_N      hotpath, but the sender does not look at the clock: it keeps a queue of N
//                      slots full, stamping an order before it pushes it
//   closed_loop_seed   the same through the queue printed in Mishra's paper, 8,192 slots

#include "bench/messaging/open_loop_tests.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>

#include <fmt/format.h>

#include "bench/messaging/order_hops.hpp"
#include "bench/messaging/order_stages.hpp"
#include "bench/messaging/stopwatch.hpp"
#include "bench/messaging/two_cores.hpp"
#include "hotpath/core/random.hpp"
#include "hotpath/queue/spsc.hpp"

namespace hotpath::bench {
namespace {

constexpr std::uint64_t kSeed = 2026;
constexpr std::size_t kBurst = 16;          // orders a stage takes at a time
constexpr std::size_t kInnerSlots = 64;     // between stages of one thread: never full
constexpr std::size_t kOpenSlots = 65'536;  // the sender never waits unless a core stands still
constexpr std::size_t kSlots = 8'192;
constexpr std::size_t kFewSlots = 64;
constexpr double kHeadStartNs = 20'000;

enum class Arrivals : std::uint8_t { Poisson, AtOnce };

struct Load {
    Arrivals arrivals = Arrivals::Poisson;
    std::size_t slots = kOpenSlots;
};

/// Orders, when they are due, and where their latencies go. The first tenth is not sampled, nor
/// what comes while the closed loop's queue fills.
class OpenLoop {
  public:
    struct Rate {
        std::uint64_t orders_per_second;
        std::size_t samples;
    };

    OpenLoop(Rate rate, const timing::TscClock& clock)
        : clock_(clock),
          ticks_per_ns_(1e9 / static_cast<double>(clock.to_duration(1'000'000'000).value)),
          warm_(std::max(rate.samples / 10, 2 * kSlots)),
          orders_(rate.samples + warm_),
          due_ticks_(orders_.size()),
          samples_(rate.samples) {
        Random random(kSeed);
        const double mean_ticks = 1e9 / static_cast<double>(rate.orders_per_second) * ticks_per_ns_;
        double due = kHeadStartNs * ticks_per_ns_;
        for (std::size_t k = 0; k < orders_.size(); ++k) {
            orders_[k] = random_order(k, random);
            due -= mean_ticks * std::log(1.0 - random.unit_double());
            due_ticks_[k] = static_cast<std::uint64_t>(due);
        }
    }

    template <class Hop>
    Measurement run_pipelined(Load load);
    template <class Hop>
    Measurement run_to_completion(Load load);
    Measurement run_across_cores();
    Measurement run_floor();
    Measurement run_floor_two_cores();

  private:
    /// The sender's whole life: each order at its moment, or as soon as the one before is in.
    template <class Hop>
    void send_all(Hop& hop, Arrivals arrivals) {
        const std::uint64_t begin = clock_.ticks();
        for (std::size_t k = 0; k < orders_.size(); ++k) {
            WireOrder order = orders_[k];
            order.intended_ticks = begin + due_ticks_[k];
            if (arrivals == Arrivals::AtOnce) {
                order.intended_ticks = clock_.ticks();
            } else {
                wait_until(order.intended_ticks);
            }
            hop.send(order);
        }
    }

    /// Sends an order when one is due; for a thread that has other work.
    class DueOrders {
      public:
        explicit DueOrders(const OpenLoop& loop) : loop_(loop), begin_(loop.clock_.ticks()) {}

        template <class Hop>
        void send_next(Hop& hop) {
            if (next_ == loop_.orders_.size() ||
                loop_.clock_.ticks() < begin_ + loop_.due_ticks_[next_]) {
                return;
            }
            WireOrder order = loop_.orders_[next_];
            order.intended_ticks = begin_ + loop_.due_ticks_[next_];
            ++next_;
            hop.send(order);
        }

      private:
        const OpenLoop& loop_;
        std::uint64_t begin_;
        std::size_t next_ = 0;
    };

    void wait_until(std::uint64_t ticks) const noexcept {
        while (clock_.ticks() < ticks) {
        }
    }

    void publish(PublishStage& stage, const OrderOnItsWay& order) noexcept {
        const std::uint64_t k = stage.published();
        stage.publish(order);
        take_sample(k, clock_.ticks() - order.intended_ticks);
    }

    void take_sample(std::size_t k, std::uint64_t ticks) noexcept {
        if (k >= warm_) {
            samples_[k - warm_] = static_cast<std::uint32_t>(ticks);
        }
    }

    /// How late a thread that does nothing else sees each moment, in ticks.
    [[nodiscard]] std::vector<std::uint32_t> lateness(std::uint64_t begin) const;

    [[nodiscard]] Measurement measured(std::uint64_t answer) {
        to_nanoseconds(clock_, samples_);
        return {.answer = answer, .items = samples_.size(), .samples_ns = samples_};
    }

    /// With what Little's law makes of a full queue: an order waits for as many as there are slots.
    [[nodiscard]] Measurement measured(std::uint64_t answer, Load load, std::uint64_t ticks) {
        Measurement result = measured(answer);
        if (load.arrivals == Arrivals::AtOnce) {
            const double ns = static_cast<double>(clock_.to_duration(ticks).value) /
                              static_cast<double>(orders_.size());
            result.metrics.push_back({"throughput", "M/s", 1'000 / ns});
            result.metrics.push_back(
                {"slots / throughput", "ns", ns * static_cast<double>(load.slots)});
        }
        return result;
    }

    timing::TscClock clock_;
    double ticks_per_ns_;
    std::size_t warm_;
    std::vector<WireOrder> orders_;
    std::vector<std::uint64_t> due_ticks_;
    std::vector<std::uint32_t> samples_;
};

/// A queue between two stages, with both its ends.
class InnerHop {
  public:
    explicit InnerHop(std::size_t slots)
        : queue_(slots), producer_(queue_.producer()), consumer_(queue_.consumer()) {}

    void push(const OrderOnItsWay& order) noexcept {
        while (!producer_.try_push(order)) {
        }
    }
    template <class Visit>
    std::size_t poll(Visit&& visit) {
        return consumer_.poll(visit, kBurst);
    }

  private:
    queue::SpscQueue<OrderOnItsWay> queue_;
    alignas(kCacheLine) queue::SpscProducer<OrderOnItsWay> producer_;
    alignas(kCacheLine) queue::SpscConsumer<OrderOnItsWay> consumer_;
};

template <class Hop>
Measurement OpenLoop::run_pipelined(Load load) {
    Hop incoming(load.slots);
    InnerHop parsed(kInnerSlots);
    InnerHop checked(kInnerSlots);
    InnerHop matched(kInnerSlots);
    RiskStage limits;
    MatchStage matching;
    PublishStage publishing;
    OtherThread sender([&, arrivals = load.arrivals] { send_all(incoming, arrivals); });
    sender.start();
    const std::uint64_t begin = clock_.ticks();
    while (publishing.published() < orders_.size()) {
        incoming.poll([&](const WireOrder& order) { parsed.push(parse(order)); }, kBurst);
        parsed.poll([&](OrderOnItsWay& order) {
            limits.check(order);
            checked.push(order);
        });
        checked.poll([&](OrderOnItsWay& order) {
            matching.match(order);
            matched.push(order);
        });
        matched.poll([&](const OrderOnItsWay& order) { publish(publishing, order); });
    }
    return measured(publishing.answer(), load, clock_.ticks() - begin);
}

template <class Hop>
Measurement OpenLoop::run_to_completion(Load load) {
    Hop incoming(load.slots);
    RiskStage limits;
    MatchStage matching;
    PublishStage publishing;
    OtherThread sender([&, arrivals = load.arrivals] { send_all(incoming, arrivals); });
    sender.start();
    const std::uint64_t begin = clock_.ticks();
    const auto work = [&](const WireOrder& wire) {
        OrderOnItsWay order = parse(wire);
        limits.check(order);
        matching.match(order);
        publish(publishing, order);
    };
    while (publishing.published() < orders_.size()) {
        incoming.poll(work, kBurst);
    }
    return measured(publishing.answer(), load, clock_.ticks() - begin);
}

/// Core 0 sends, checks and publishes, the runner's core parses and matches.
Measurement OpenLoop::run_across_cores() {
    InnerHop parsed(kOpenSlots);
    InnerHop checked(kOpenSlots);
    InnerHop matched(kOpenSlots);
    SpscHop incoming(kOpenSlots);
    RiskStage limits;
    MatchStage matching;
    PublishStage publishing;
    const auto check = [&](OrderOnItsWay& order) {
        limits.check(order);
        checked.push(order);
    };
    const auto match = [&](OrderOnItsWay& order) {
        matching.match(order);
        matched.push(order);
    };
    const auto publish_it = [&](const OrderOnItsWay& order) { publish(publishing, order); };
    {
        OtherThread sender([&] {
            DueOrders due(*this);
            while (publishing.published() < orders_.size()) {
                due.send_next(incoming);
                parsed.poll(check);
                matched.poll(publish_it);
            }
        });
        sender.start();
        for (std::size_t done = 0; done < orders_.size();) {
            incoming.poll([&](const WireOrder& order) { parsed.push(parse(order)); }, kBurst);
            done += checked.poll(match);
        }
    }
    return measured(publishing.answer());
}

std::vector<std::uint32_t> OpenLoop::lateness(std::uint64_t begin) const {
    std::vector<std::uint32_t> ticks(samples_.size());
    for (std::size_t k = 0; k < due_ticks_.size(); ++k) {
        wait_until(begin + due_ticks_[k]);
        if (k >= warm_) {
            ticks[k - warm_] = static_cast<std::uint32_t>(clock_.ticks() - begin - due_ticks_[k]);
        }
    }
    return ticks;
}

Measurement OpenLoop::run_floor() {
    samples_ = lateness(clock_.ticks());
    return measured(0);
}

Measurement OpenLoop::run_floor_two_cores() {
    std::vector<std::uint32_t> others;
    {
        const std::uint64_t begin = clock_.ticks() + due_ticks_.front();
        OtherThread other([&] { others = lateness(begin); });
        other.start();
        samples_ = lateness(begin);
    }
    std::ranges::transform(samples_, others, samples_.begin(),
                           [](std::uint32_t a, std::uint32_t b) { return std::max(a, b); });
    return measured(0);
}

Test open_loop_test(OpenLoop::Rate rate, const timing::TscClock& clock) {
    const auto loop = std::make_shared<OpenLoop>(rate, clock);
    const Load full{.arrivals = Arrivals::AtOnce, .slots = kSlots};
    const Load few{.arrivals = Arrivals::AtOnce, .slots = kFewSlots};
    return {
        .name = fmt::format("g_open_loop_{}", rate.orders_per_second),
        .unit = "ns",
        .subjects = {
            {"hotpath", "reports", [=] { return loop->run_pipelined<SpscHop>({}); }},
            {"run_to_completion", "reports", [=] { return loop->run_to_completion<SpscHop>({}); }},
            {"across_cores", "reports", [=] { return loop->run_across_cores(); }},
            {"mutex_queue", "reports", [=] { return loop->run_to_completion<BlockingHop>({}); }},
            {"floor", "nothing", [=] { return loop->run_floor(); }},
            {"floor_two_cores", "nothing", [=] { return loop->run_floor_two_cores(); }},
            {"closed_loop_8192", "reports", [=] { return loop->run_pipelined<SpscHop>(full); },
             false},
            {"closed_loop_64", "reports", [=] { return loop->run_pipelined<SpscHop>(few); }, false},
            {"closed_loop_seed", "reports", [=] { return loop->run_pipelined<SeedHop>(full); },
             false},
        }};
}

}  // namespace

std::vector<Test> open_loop_tests(const Scale& scale, const timing::TscClock& clock) {
    const std::size_t fraction = scale.quick ? 10 : 1;
    return {open_loop_test({.orders_per_second = 100'000, .samples = 100'000 / fraction}, clock),
            open_loop_test({.orders_per_second = 1'000'000, .samples = 500'000 / fraction}, clock)};
}

}  // namespace hotpath::bench
