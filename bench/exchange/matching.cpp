// The question: how many commands a second does the matcher take on one instrument, its reports
// handed to another thread through a queue, and how long does one command take until its reports
// are handed over? matching_FLOW is throughput, timed from the first command until the last report
// has been read on the other core; commands come in packets, whose reports are handed over together
// (the peer's, too). matching_FLOW_latency times every command by itself, fenced, and hands over
// each report as it comes. The
// answer is a sum over all trades: who traded with whom, at what price, how much; subjects that
// come to different trades are not compared. A regression in throughput means that the books, the
// matching or the queue got slower; in deep_level, wide_swing and mass_cancel that some step is no
// longer bounded. `hotpath_venue` is the matcher of the exchange, with all order types, none of
// which these flows use: beside `hotpath` it shows what they cost then. `floor` knows every report
// beforehand: what is left is to read the commands and hand the reports over, which no matcher can
// do without. It does not show sessions,
// decoding or publishing (the exchange's own tests), nor more than one instrument.

#include <algorithm>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "bench/exchange/exchange_tests.hpp"
#include "bench/exchange/matching_flow.hpp"
#include "bench/messaging/stopwatch.hpp"
#include "bench/messaging/two_cores.hpp"
#include "bench/peers/children.hpp"
#include "hotpath/match/venue_matcher.hpp"
#include "hotpath/queue/spsc.hpp"
#include "lab/gathering/gathering.hpp"

namespace hotpath::bench {
namespace {

constexpr std::size_t kSlots = 8'192;
constexpr std::size_t kPacket = 32;  // commands; java-exchange's Matching has the same
constexpr std::size_t kCommands = 1'000'000;
constexpr std::size_t kCommandsQuick = 100'000;

enum class ReportKind : std::uint32_t { Accepted, Executed, Canceled, Refused, End };

/// The other thread's report of one event.
struct Report {
    std::uint64_t id;  // of a trade: the resting order's
    std::uint64_t incoming;
    std::uint32_t price;
    std::uint32_t qty;
    ReportKind kind;
};
static_assert(sizeof(Report) == 32);

/// One trade in the answer; the peers' programs have the same.
[[nodiscard]] std::uint64_t mixed(const Report& trade) {
    std::uint64_t sum = trade.id * 0x9e3779b97f4a7c15ULL;
    sum ^= trade.incoming * 0xc2b2ae3d27d4eb4fULL;
    sum ^= trade.price * 0x165667b19e3779f9ULL;
    sum ^= trade.qty * 0xd6e8feb86659fd93ULL;
    return sum * 0x9e3779b97f4a7c15ULL;
}

/// Makes a report of each event and hands it to its Sink as it comes.
template <class Sink>
class Reporter : public match::NullVenueListener {
  public:
    explicit Reporter(Sink sink) : sink_(std::move(sink)) {}

    void on_added(const book::OrderView& order) noexcept {
        send(
            {order.id.value, 0, narrow(order.price), order.leaves_qty.value, ReportKind::Accepted});
    }
    void on_executed(const match::Execution& execution) noexcept {
        send({execution.resting.value, execution.incoming.value, narrow(execution.price),
              execution.qty.value, ReportKind::Executed});
    }
    void on_canceled(const match::Cancellation& canceled) noexcept {
        send({canceled.order.id.value, 0, narrow(canceled.order.price), canceled.qty.value,
              ReportKind::Canceled});
    }
    void on_reduced(const match::Cancellation& reduced) noexcept { on_canceled(reduced); }

    [[gnu::always_inline]] inline void send(const Report& report) noexcept { sink_.send(report); }
    /// The commands of a packet are done.
    void end_packet() noexcept { sink_.end_packet(); }

  private:
    [[nodiscard]] static std::uint32_t narrow(Price price) noexcept {
        return static_cast<std::uint32_t>(price.value);
    }

    Sink sink_;
};

/// Each report for itself, as soon as it is known.
struct OneByOne {
    using Queue = queue::SpscQueue<Report>;
    using Producer = queue::SpscProducer<Report>;
};
/// All reports of a packet of commands together.
struct ByPacket {
    using Queue = queue::PackedSpscQueue<Report>;
    using Producer = queue::GatheringProducer<Report>;
};

/// Reports are written where they wait or are read: put together elsewhere and copied, one waits
/// for its own narrow stores, and they for the matcher's (docs/techniques/store-forwarding.md).
template <class Handing>
struct ToOtherCore {
    typename Handing::Producer reports;

    [[gnu::always_inline]] inline void send(const Report& report) noexcept {
        Report* place = reports.claim();
        while (place == nullptr) {
            place = reports.claim();
        }
        place->id = report.id;
        place->incoming = report.incoming;
        place->price = report.price;
        place->qty = report.qty;
        place->kind = report.kind;
        reports.publish();
    }

    void end_packet() noexcept {
        if constexpr (std::is_same_v<Handing, ByPacket>) {
            while (!reports.flush()) {
            }
        }
    }
};

struct ToMemory {
    std::vector<Report>* reports;

    void send(const Report& report) const noexcept { reports->push_back(report); }
    void end_packet() const noexcept {}
};

template <class Matcher, class Sink>
void carry_out(Matcher& matcher, const Command& command, Reporter<Sink>& reporter) {
    const match::MatchStatus status = ask(matcher, command, reporter);
    if (status != match::MatchStatus::Ok) [[unlikely]] {
        reporter.send({command.id, 0, 0, 0, ReportKind::Refused});
    }
}

struct Plain {
    static constexpr const char* kName = "hotpath";
    static match::Matcher make(const MatchingFlow& flow) {
        return std::move(*match::Matcher::create(options_for(flow)));
    }
};
struct Venue {
    static constexpr const char* kName = "hotpath_venue";
    static match::VenueMatcher make(const MatchingFlow& flow) {
        return std::move(*match::VenueMatcher::create({.matcher = options_for(flow)}));
    }
};

/// Knows every report beforehand: what is left is to read the commands and hand the reports over.
class Foreseen {
  public:
    explicit Foreseen(const MatchingFlow& flow) {
        auto matcher = Plain::make(flow);
        Reporter reporter(ToMemory{&reports_});
        ends_.reserve(flow.commands.size());
        for (const Command& command : flow.commands) {
            hotpath::bench::carry_out(matcher, command, reporter);
            ends_.push_back(static_cast<std::uint32_t>(reports_.size()));
        }
    }

    template <class Sink>
    void carry_out_next(const Command& command, Reporter<Sink>& reporter) {
        asm volatile(""
                     :
                     : "r"(command.id), "r"(command.price), "r"(command.qty));  // they are read
        for (const std::uint32_t end = ends_[next_command_++]; next_ < end; ++next_) {
            reporter.send(reports_[next_]);
        }
    }

  private:
    std::vector<Report> reports_;
    std::vector<std::uint32_t> ends_;  // by command: behind its last report
    std::size_t next_command_ = 0;
    std::size_t next_ = 0;
};

template <class Sink>
void carry_out(Foreseen& foreseen, const Command& command, Reporter<Sink>& reporter) {
    foreseen.carry_out_next(command, reporter);
}

struct Floor {
    static constexpr const char* kName = "floor";
    static Foreseen make(const MatchingFlow& flow) { return Foreseen(flow); }
};

/// Reads reports until the last; the sum over the trades.
template <class Consumer>
std::uint64_t read_reports(Consumer& reports) {
    std::uint64_t answer = 0;
    bool is_done = false;
    while (!is_done) {
        reports.poll(
            [&](const Report& report) {
                answer += report.kind == ReportKind::Executed ? mixed(report) : 0;
                is_done = report.kind == ReportKind::End;
            },
            kSlots);
    }
    return answer;
}

struct Run {
    std::uint64_t answer = 0;
    std::uint64_t end = 0;  // when the last report had been read
};

/// work(matcher, reporter) runs on the other core; here the reports are read. The matcher lives on
/// that thread's stack: beside the consumer's, a line that both write would be in both objects, and
/// how much that costs, nothing or twice the matching, depends on where the stack begins.
template <class Kind, class Handing, class Work>
Run run_on_two_cores(const MatchingFlow& flow, const timing::TscClock& clock, Work&& work) {
    auto reports = std::make_unique<typename Handing::Queue>(kSlots);
    Run run;
    {
        OtherThread other([&] {
            auto matcher = Kind::make(flow);
            Reporter reporter(
                ToOtherCore<Handing>{typename Handing::Producer(reports->producer())});
            work(matcher, reporter);
            reporter.send({0, 0, 0, 0, ReportKind::End});
            reporter.end_packet();
        });
        auto consumer = reports->consumer();
        other.start();
        run.answer = read_reports(consumer);
        run.end = clock.ticks();
    }
    return run;
}

using SharedFlow = std::shared_ptr<const MatchingFlow>;

template <class Kind>
Measurement run_throughput(const SharedFlow& flow, const timing::TscClock& clock) {
    std::uint64_t begin = 0;
    const auto carry_out_packets = [&](auto& matcher, auto& reporter) {
        begin = clock.ticks();
        std::span<const Command> left(flow->commands);
        while (!left.empty()) {
            const auto packet = left.first(std::min(kPacket, left.size()));
            left = left.subspan(packet.size());
            for (const Command& command : packet) {
                carry_out(matcher, command, reporter);
            }
            reporter.end_packet();
        }
    };
    const Run run = run_on_two_cores<Kind, ByPacket>(*flow, clock, carry_out_packets);
    return {.answer = run.answer, .items = flow->commands.size(), .elapsed_ticks = run.end - begin};
}

template <class Kind>
Measurement run_latency(const SharedFlow& flow, const timing::TscClock& clock) {
    static std::vector<std::uint32_t> samples;
    samples.assign(flow->commands.size(), 0);
    const auto carry_out_timed = [&](auto& matcher, auto& reporter) {
        for (std::size_t i = 0; i < flow->commands.size(); ++i) {
            const std::uint64_t begin = Stopwatch::begin();
            carry_out(matcher, flow->commands[i], reporter);
            samples[i] = static_cast<std::uint32_t>(Stopwatch::end() - begin);
        }
    };
    const Run run = run_on_two_cores<Kind, OneByOne>(*flow, clock, carry_out_timed);
    to_nanoseconds(clock, samples);
    return {.answer = run.answer, .items = samples.size(), .samples_ns = samples};
}

template <class Kind>
void add_subjects(const SharedFlow& flow, const timing::TscClock& clock, Test& throughput,
                  Test& latency) {
    throughput.subjects.push_back(
        {Kind::kName, "trades", [=] { return run_throughput<Kind>(flow, clock); }});
    latency.subjects.push_back(
        {Kind::kName, "trades", [=] { return run_latency<Kind>(flow, clock); }});
}

}  // namespace

Expected<std::vector<Test>> matching_tests(const Scale& scale, const timing::TscClock& clock) {
    std::vector<Test> tests;
    for (MatchingFlow& made : matching_flows(scale.quick ? kCommandsQuick : kCommands)) {
        const auto flow = std::make_shared<const MatchingFlow>(std::move(made));
        Test throughput{
            .name = fmt::format("matching_{}", flow->name), .unit = "ns/command", .subjects = {}};
        Test latency{
            .name = fmt::format("matching_{}_latency", flow->name), .unit = "ns", .subjects = {}};
        add_subjects<Plain>(flow, clock, throughput, latency);
        add_subjects<Venue>(flow, clock, throughput, latency);
        add_subjects<Floor>(flow, clock, throughput, latency);
        const auto file = write_flow(*flow);
        if (!file) {
            return std::unexpected(file.error());
        }
        for (auto& peer : peers::exchange_core("throughput", flow->commands.size(), *file)) {
            throughput.subjects.push_back(std::move(peer));
        }
        for (auto& peer : peers::exchange_core("latency", flow->commands.size(), *file)) {
            latency.subjects.push_back(std::move(peer));
        }
        tests.push_back(std::move(throughput));
        tests.push_back(std::move(latency));
    }
    return tests;
}

}  // namespace hotpath::bench
