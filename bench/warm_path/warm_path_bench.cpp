// The question: what does the first packet after a pause cost, and how much of that does practice
// save (docs/techniques/warm-path.md)? Packets that make the engine send are held back for a pause;
// meanwhile the thread does what a trader's does: it polls a socket that has nothing, without end
// (`spin`), or also walks through 32 MB of other memory, 16 KiB a turn, as other work of a process
// does (`walk`). The packets between two pauses follow one another at once. A regression of
// `hotpath` towards `never` means that practice no longer reaches what a packet needs. It does not
// show a network card, nor a core that sleeps.
//
//   hotpath    practises during the pause, at most every 100 us: an understudy runs packets and
//              orders, then the engine's data is prefetched
//   prefetch   the engine's data is prefetched alone
//   never      neither
//   floor      the pause lasts 100 us, without practice: the same packets when the same engine has
//              last run 100 us ago. No practice at that interval can be better but by luck
//   no_pause   the same packets, without pauses
//
// All send the same bytes. A packet is copied into a buffer before the time begins, as a socket's
// receive does: otherwise its first bytes come from memory that the recording occupies.

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "bench/benches.hpp"
#include "bench/messaging/stopwatch.hpp"
#include "bench/tick_to_trade/recordings.hpp"
#include "hotpath/core/checksum.hpp"
#include "hotpath/engine/understudy.hpp"
#include "hotpath/measure/statistics.hpp"
#include "hotpath/net/udp_socket.hpp"
#include "hotpath/timing/stage_stamps.hpp"

namespace hotpath::bench {
namespace {

using namespace tick_to_trade;
using tick_to_trade::Input;

constexpr std::uint64_t kGeneratedMessages = 300'000;
constexpr std::size_t kPacketsBefore = 2'000;  // of a run, before its first pause
constexpr std::size_t kPacketsBetween = 20;    // two pauses, at least
constexpr std::size_t kWalkedBytes = 32U << 20U;
constexpr std::size_t kWalkedInATurn = 16U << 10U;
constexpr std::uint64_t kUsualNs = 100'000;
constexpr std::uint64_t kNever = 0;
constexpr std::size_t kPacketMax = 2'048;
using Understudy =
    engine::Understudy<strategy::Many<strategy::MarketMaker>, protocols::nasdaq::Nasdaq, Ticks>;

/// The thread's other work in a pause.
enum class Pause : std::uint8_t { None, Spin, Walk };

/// One way to spend pauses.
struct Way {
    Pause pause = Pause::None;
    std::uint64_t pause_ns = 0;
    std::size_t pauses = 0;
    std::uint64_t practise_every_ns = kNever;
    bool has_understudy = false;
};

constexpr std::array kStages{timing::Stage::Decode, timing::Stage::Book, timing::Stage::Decide,
                             timing::Stage::Risk, timing::Stage::Encode};

/// Other memory than the engine's.
class OtherWork {
  public:
    OtherWork() : words_(kWalkedBytes / sizeof(std::uint64_t), 1) {}

    void turn() noexcept {
        constexpr std::size_t kWordsOfALine = 8;
        const std::size_t end = at_ + kWalkedInATurn / sizeof(std::uint64_t);
        for (; at_ < end; at_ += kWordsOfALine) {
            sum_ += words_[at_];
        }
        at_ = at_ == words_.size() ? 0 : at_;
    }
    [[nodiscard]] std::uint64_t sum() const noexcept { return sum_; }

  private:
    std::vector<std::uint64_t> words_;
    std::size_t at_ = 0;
    std::uint64_t sum_ = 0;
};

class WarmPath {
  public:
    WarmPath(Recording recording, net::UdpSocket socket, const Ticks& clock)
        : recording_(std::move(recording)), socket_(std::move(socket)), clock_(clock) {}

    Measurement run(const Way& way);

  private:
    static ManyEngine make(const Ticks& clock) {
        auto engine = ManyEngine::create(engine_options(1),
                                         strategy::Many<strategy::MarketMaker>(makers(1)), clock);
        HOTPATH_ASSERT(engine.has_value(), "the engine that was recorded can be made again");
        return std::move(*engine);
    }
    static Understudy make_understudy(const Ticks& clock) {
        auto made = Understudy::create(strategy::Many<strategy::MarketMaker>(makers(1)), clock);
        HOTPATH_ASSERT(made.has_value(), "an understudy needs no file and little memory");
        return std::move(*made);
    }
    /// Answers whether it made the engine send.
    bool feed(ManyEngine& engine, const Input& input) {
        const std::uint32_t sent =
            input.kind == InputKind::Packet       ? engine.on_packet(input.bytes, input.now)
            : input.kind == InputKind::OrderBytes ? engine.on_order_bytes(input.bytes, input.now)
                                                  : engine.on_timer(input.now);
        if (sent == 0) {
            return false;
        }
        engine.for_each_outgoing([&](Bytes message) { orders_.add(message); });
        return true;
    }
    void learn_which_send();
    void pause(ManyEngine& engine, Understudy& understudy, const Way& way);
    void add_sample(const timing::StageStamps& stamps, std::uint64_t begin, std::uint64_t end);
    [[nodiscard]] Measurement finish(const Way& way);

    Recording recording_;
    net::UdpSocket socket_;
    Ticks clock_;
    OtherWork other_;
    std::vector<bool> sends_;  // by input: a packet that makes the engine send
    std::vector<std::uint32_t> samples_;
    std::array<std::vector<std::uint32_t>, kStages.size()> stages_;
    std::vector<std::uint32_t> steps_;
    std::array<std::byte, kPacketMax> received_{};
    Checksum orders_;
};

void WarmPath::learn_which_send() {
    ManyEngine engine = make(clock_);
    for (const Input& input : recording_.inputs) {
        const bool has_sent = feed(engine, input);
        sends_.push_back(has_sent && input.kind == InputKind::Packet);
    }
}

void WarmPath::pause(ManyEngine& engine, Understudy& understudy, const Way& way) {
    const std::uint64_t every = ticks_of(clock_, way.practise_every_ns);
    std::uint64_t ticks = clock_.ticks();
    const std::uint64_t until = ticks + ticks_of(clock_, way.pause_ns);
    engine::DataPrefetch prefetch;
    bool is_practising = way.has_understudy;
    for (std::uint64_t due = ticks + every; ticks < until; ticks = clock_.ticks()) {
        static_cast<void>(socket_.receive(received_));
        if (way.pause == Pause::Walk) {
            other_.turn();
        }
        if (every != 0 && ticks >= due) {
            // A step a turn, as in the loop of a trader.
            const std::uint64_t begin = clock_.ticks();
            bool is_over = false;
            if (is_practising) {
                is_practising = !understudy.step();
            } else {
                is_over = prefetch.step(engine);
            }
            const std::uint64_t end = clock_.ticks();
            if (is_over) {
                due = end + every;
                is_practising = way.has_understudy;
            }
            if (steps_.size() < steps_.capacity()) {
                steps_.push_back(static_cast<std::uint32_t>(end - begin));
            }
        }
    }
}

void WarmPath::add_sample(const timing::StageStamps& stamps, std::uint64_t begin,
                          std::uint64_t end) {
    samples_.push_back(static_cast<std::uint32_t>(end - begin));
    for (std::size_t i = 0; i < kStages.size(); ++i) {
        stages_[i].push_back(static_cast<std::uint32_t>(stamps.ticks_in(kStages[i])));
    }
}

Measurement WarmPath::run(const Way& way) {
    if (sends_.empty()) {
        learn_which_send();
        steps_.reserve(100'000);
    }
    samples_.clear();
    steps_.clear();
    for (auto& stage : stages_) {
        stage.clear();
    }
    orders_ = {};
    ManyEngine engine = make(clock_);
    Understudy understudy = make_understudy(clock_);
    std::size_t packets = 0;
    std::size_t next = kPacketsBefore;
    for (std::size_t k = 0; k < recording_.inputs.size() && samples_.size() < way.pauses; ++k) {
        const Input& input = recording_.inputs[k];
        packets += input.kind == InputKind::Packet ? 1U : 0U;
        const bool is_sampled = sends_[k] && packets >= next;
        if (!is_sampled) {
            feed(engine, input);
            continue;
        }
        next = packets + kPacketsBetween;
        if (way.pause != Pause::None) {
            pause(engine, understudy, way);
        }
        HOTPATH_ASSERT(input.bytes.size() <= kPacketMax, "a packet must fit its buffer");
        std::ranges::copy(input.bytes, received_.begin());
        const Bytes packet = Bytes(received_).first(input.bytes.size());
        const std::uint64_t begin = clock_.ticks();
        engine.on_packet(packet, input.now);
        const std::uint64_t end = clock_.ticks();
        add_sample(engine.stamps(), begin, end);
        engine.for_each_outgoing([&](Bytes message) { orders_.add(message); });
    }
    return finish(way);
}

Measurement WarmPath::finish(const Way& way) {
    if (samples_.size() < way.pauses) {
        return {.error = "the recording has too few packets that make the engine send"};
    }
    if (way.pause == Pause::Walk && other_.sum() == 0) {
        return {.error = "no other memory was read"};
    }
    Measurement result{.answer = orders_.value(), .items = samples_.size()};
    to_nanoseconds(clock_, samples_);
    result.samples_ns = samples_;
    for (std::size_t i = 0; i < kStages.size(); ++i) {
        to_nanoseconds(clock_, stages_[i]);
        std::ranges::sort(stages_[i]);
        result.metrics.push_back({std::string(stage_name(kStages[i])) + " p50", "ns",
                                  measure::percentile(stages_[i], 50.0)});
    }
    if (!steps_.empty()) {
        to_nanoseconds(clock_, steps_);
        std::ranges::sort(steps_);
        result.metrics.push_back({"rehearsal step p50", "ns", measure::percentile(steps_, 50.0)});
    }
    return result;
}

/// State shared by a test and its subjects.
struct Plan {
    std::string name;
    Way way;
};

Test test_of(const Plan& plan, const std::shared_ptr<WarmPath>& path, unsigned pairs) {
    const auto subject = [&](const char* name, const Way& way, bool is_compared = true) {
        return Subject{name, "orders", [=] { return path->run(way); }, is_compared};
    };
    Way hotpath = plan.way;
    hotpath.practise_every_ns = kUsualNs;
    hotpath.has_understudy = true;
    Way prefetch = hotpath;
    prefetch.has_understudy = false;
    Way floor = plan.way;
    floor.pause_ns = kUsualNs;
    Way no_pause = plan.way;
    no_pause.pause = Pause::None;
    return {.name = plan.name,
            .unit = "ns",
            .subjects = {subject("hotpath", hotpath), subject("prefetch", prefetch),
                         subject("never", plan.way), subject("floor", floor),
                         subject("no_pause", no_pause, false)},
            .pairs = pairs};
}

/// How often is often enough?
Test interval_test(const std::shared_ptr<WarmPath>& path, unsigned pairs) {
    Test test{.name = "interval_walk_10ms", .unit = "ns", .subjects = {}, .pairs = pairs};
    for (const auto& [name, every] :
         {std::pair{"hotpath", kUsualNs}, std::pair{"every_10us", std::uint64_t{10'000}},
          std::pair{"every_300us", std::uint64_t{300'000}},
          std::pair{"every_1ms", std::uint64_t{1'000'000}}, std::pair{"never", kNever}}) {
        const Way way{.pause = Pause::Walk,
                      .pause_ns = 10'000'000,
                      .pauses = 30,
                      .practise_every_ns = every,
                      .has_understudy = true};
        test.subjects.push_back({name, "orders", [=] { return path->run(way); }});
    }
    return test;
}

Expected<std::vector<Test>> prepare(const Scale& scale) {
    constexpr unsigned kRounds = 8;
    auto clock = Ticks::create();
    if (!clock) {
        return std::unexpected(clock.error());
    }
    const std::filesystem::path file = real_recording();
    auto recording = record_engine(1, file, kGeneratedMessages, *clock);
    auto socket = net::UdpSocket::bind({net::kLoopback, 0});
    if (!recording || !socket) {
        return std::unexpected(recording ? socket.error() : recording.error());
    }
    const auto path = std::make_shared<WarmPath>(std::move(*recording), std::move(*socket), *clock);
    std::vector<Test> tests;
    for (const Pause pause : {Pause::Spin, Pause::Walk}) {
        for (const auto& [name, ns, pauses] :
             {std::tuple{"1ms", std::uint64_t{1'000'000}, std::size_t{200}},
              std::tuple{"10ms", std::uint64_t{10'000'000}, std::size_t{40}},
              std::tuple{"100ms", std::uint64_t{100'000'000}, std::size_t{6}},
              std::tuple{"1s", std::uint64_t{1'000'000'000}, std::size_t{3}}}) {
            const char* how = pause == Pause::Spin ? "spin" : "walk";
            tests.push_back(test_of(
                {.name = fmt::format("{}_{}", how, name),
                 .way = {.pause = pause, .pause_ns = ns, .pauses = scale.quick ? 1 : pauses}},
                path, kRounds));
        }
    }
    tests.push_back(interval_test(path, kRounds));
    name_after(file, tests);
    return tests;
}

}  // namespace

Bench warm_path_bench() {
    return {.name = "warm_path",
            .question =
                "ns from the first packet after a pause to its order's bytes, with "
                "practice during the pause and without",
            .prepare = prepare};
}

}  // namespace hotpath::bench
