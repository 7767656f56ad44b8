// The question: how does the alignment of a tick affect the path after it, and two threads? The
// report ("HFT System - Performance Benchmark Report") aligns its tick to a cache line and claims
// 16% of the median. seed4_alignment reads the ticks of one flow from arrays of three layouts,
// followed by hotpath's path; seed4_false_sharing counts in a word while another core counts in
// another word, 64 bytes away or in the same line. It does not show ticks outside an array that is
// read in order.
//
//   hotpath    32 bytes a tick, two to a line, none across two
//   a_line     64 bytes a tick, one to a line (the report's alignas(64))
//   packed     33 bytes a tick, back to back: about half of them lie across two lines
//   hotpath    the words on lines of their own; one_line: both in one (seed4_false_sharing)

#include <array>
#include <atomic>
#include <cstring>
#include <memory>
#include <vector>

#include "bench/exchange/ticks/record_path.hpp"
#include "bench/exchange/ticks/tick_tests.hpp"
#include "bench/exchange/ticks/timed_ticks.hpp"
#include "bench/messaging/two_cores.hpp"

namespace hotpath::bench {
namespace {

constexpr std::size_t kTicks = 10'000;
constexpr std::size_t kSamples = 200'000;
constexpr std::size_t kSamplesQuick = 20'000;
constexpr std::uint64_t kCounts = 5'000'000;
constexpr std::uint64_t kCountsQuick = 500'000;

struct alignas(32) HalfLine {
    Tick tick;
};
struct alignas(kCacheLine) WholeLine {
    Tick tick;
};
struct Packed {
    std::array<std::byte, sizeof(Tick) + 1> bytes;
};

[[nodiscard]] const Tick& read(const HalfLine& place) noexcept {
    return place.tick;
}
[[nodiscard]] const Tick& read(const WholeLine& place) noexcept {
    return place.tick;
}
[[nodiscard]] Tick read(const Packed& place) noexcept {
    Tick tick;
    std::memcpy(&tick, place.bytes.data(), sizeof tick);
    return tick;
}
void write(HalfLine& place, const Tick& tick) {
    place.tick = tick;
}
void write(WholeLine& place, const Tick& tick) {
    place.tick = tick;
}
void write(Packed& place, const Tick& tick) {
    std::memcpy(place.bytes.data(), &tick, sizeof tick);
}

/// RecordPath with its ticks copied into places of another layout first.
template <class Place>
struct PathFrom {
    template <class Log>
    class Path {
      public:
        Path(const TickFlow& flow, std::size_t repetitions, Log& log)
            : places_(flow.ticks.size()), path_(flow, repetitions, log) {
            for (std::size_t n = 0; n < places_.size(); ++n) {
                write(places_[n], flow.ticks[n]);
            }
        }
        void begin() { path_.begin(); }
        void end() { path_.end(); }
        void drain() noexcept { path_.drain(); }
        void on_tick(std::size_t n, const Tick&) noexcept { path_.on_tick(n, read(places_[n])); }

      private:
        std::vector<Place> places_;
        RecordPath<Log> path_;
    };
};

template <class Place>
Subject layout(const char* name, const std::shared_ptr<const TickCase>& test,
               const timing::TscClock& clock) {
    return {name, "trades", [test, clock] {
                return measure_ticks<PathFrom<Place>::template Path>(
                    *test, clock, [&] { return MemoryTrades(test->trades_max()); });
            }};
}

using Word = std::atomic<std::uint64_t>;

struct OwnLines {
    alignas(kCacheLine) Word mine{0};
    alignas(kCacheLine) Word other{0};
};
struct OneLine {
    alignas(kCacheLine) Word mine{0};
    Word other{0};
};

void count_once(Word& word) noexcept {
    word.fetch_add(1, std::memory_order_relaxed);
}

template <class Words>
Measurement count_beside(std::uint64_t counts) {
    Words words;
    std::atomic<bool> is_over{false};
    Measurement measured{.items = counts};
    {
        OtherThread other([&] {
            while (!is_over.load(std::memory_order_relaxed)) {
                count_once(words.other);
            }
        });
        other.start();
        while (words.other.load(std::memory_order_relaxed) == 0) {
        }
        const std::uint64_t begin = Stopwatch::begin();
        for (std::uint64_t n = 0; n < counts; ++n) {
            count_once(words.mine);
        }
        measured.elapsed_ticks = Stopwatch::end() - begin;
        is_over.store(true, std::memory_order_relaxed);
    }
    measured.answer = words.mine.load(std::memory_order_relaxed);
    return measured;
}

}  // namespace

std::vector<Test> alignment_tests(const Scale& scale, const timing::TscClock& clock) {
    const std::size_t samples = scale.quick ? kSamplesQuick : kSamples;
    const auto test = std::make_shared<const TickCase>(
        TickCase{.flow = make_tick_flow({.ticks = kTicks}), .repetitions = samples / kTicks});
    const std::uint64_t counts = scale.quick ? kCountsQuick : kCounts;
    return {
        {.name = "seed4_alignment",
         .unit = "ns/tick",
         .subjects = {layout<HalfLine>("hotpath", test, clock),
                      layout<WholeLine>("a_line", test, clock),
                      layout<Packed>("packed", test, clock)}},
        {.name = "seed4_false_sharing",
         .unit = "ns/count",
         .subjects = {{"hotpath", "counts", [counts] { return count_beside<OwnLines>(counts); }},
                      {"one_line", "counts", [counts] { return count_beside<OneLine>(counts); }}}}};
}

}  // namespace hotpath::bench
