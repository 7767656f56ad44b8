// Reading the latest snapshot that another thread keeps writing.

#include <array>
#include <atomic>
#include <memory>

#include "lab/techniques/measuring.hpp"
#include "lab/techniques/seqlock/snapshots.hpp"
#include "lab/techniques/technique.hpp"
#include "lab/techniques/two_threads.hpp"

namespace hotpath::lab {
namespace {

using snapshots::Snapshot;

Snapshot snapshot_of(std::uint64_t number) {
    Snapshot made{.number = number, .traded_qty = number * 3};
    for (std::size_t level = 0; level < made.prices.size(); ++level) {
        const auto here = static_cast<std::uint32_t>(level);
        made.prices[level] = static_cast<std::uint32_t>(number) + here;
        made.qtys[level] = static_cast<std::uint32_t>(number) ^ (here << 8U);
    }
    return made;
}

/// Every word belongs to the same number: 1, and 0 for a mixture of two snapshots.
std::uint64_t is_whole(const Snapshot& value) {
    std::uint64_t differences = value.traded_qty ^ (value.number * 3);
    const auto number = static_cast<std::uint32_t>(value.number);
    for (std::size_t level = 0; level < value.prices.size(); ++level) {
        const auto here = static_cast<std::uint32_t>(level);
        differences |= value.prices[level] ^ (number + here);
        differences |= value.qtys[level] ^ number ^ (here << 8U);
    }
    return differences == 0 ? 1 : 0;
}

// Pauses between two stores, in ticks. The idle writer sleeps but exists: in a program of one thread the library's mutex is no atomic.
constexpr std::uint64_t kForever = ~std::uint64_t{0};
constexpr std::uint64_t kMicrosecond = 3'000;
constexpr std::uint64_t kNoPause = 0;

/// The other thread stores without end, `pause_ticks` apart.
template <class Place>
class Writer {
  public:
    Writer(Place& place, std::uint64_t pause_ticks)
        : thread_([this, &place, pause_ticks] {
              for (std::uint64_t number = 1; !is_over_.load(std::memory_order_relaxed); ++number) {
                  place.store(snapshot_of(number));
                  if (number == 1) {
                      has_begun_.store(true, std::memory_order_release);
                  }
                  if (pause_ticks == kForever) {
                      is_over_.wait(false);
                      return;
                  }
                  const std::uint64_t begin = ticks();
                  while (pause_ticks != 0 && ticks() - begin < pause_ticks) {
                  }
                  if (number % kStoresPerYield == 0) {
                      sched_yield();
                  }
              }
          }) {
        spin_until([this] { return has_begun_.load(std::memory_order_acquire); });
    }
    Writer(const Writer&) = delete;
    Writer& operator=(const Writer&) = delete;
    ~Writer() {
        is_over_.store(true);
        is_over_.notify_one();
    }

  private:
    static constexpr std::uint64_t kStoresPerYield = 1'000;

    alignas(kCacheLine) std::atomic<bool> has_begun_{false};
    std::atomic<bool> is_over_{false};
    SecondThread thread_;
};

// [read]
/// How many of the snapshots that were read are whole: all of them.
template <class Place, std::uint64_t PauseTicks>
std::uint64_t read(std::uint64_t items) {
    const auto place = std::make_unique<Place>();
    const Writer<Place> writer(*place, PauseTicks);
    std::uint64_t whole = 0;
    for (std::uint64_t i = 0; i < items; ++i) {
        whole += is_whole(place->load());
    }
    return whole;
}
// [end]

/// The writer's side: what a store costs while another thread reads all the time.
template <class Place>
std::uint64_t store(std::uint64_t items) {
    const auto place = std::make_unique<Place>();
    place->store(snapshot_of(7));
    std::atomic<bool> is_over{false};
    std::atomic<bool> has_begun{false};
    std::uint64_t torn = 0;
    {
        const SecondThread reader([&] {
            constexpr std::uint64_t kLoadsPerYield = 4'000;
            for (std::uint64_t loads = 1; !is_over.load(std::memory_order_relaxed); ++loads) {
                torn += 1 - is_whole(place->load());
                has_begun.store(true, std::memory_order_release);
                if (loads % kLoadsPerYield == 0) {
                    sched_yield();
                }
            }
        });
        spin_until([&] { return has_begun.load(std::memory_order_acquire); });
        for (std::uint64_t number = 1; number <= items; ++number) {
            place->store(snapshot_of(number));
        }
        is_over.store(true, std::memory_order_relaxed);
    }
    return place->load().traded_qty + torn;
}

template <std::uint64_t PauseTicks>
constexpr std::array kReads{
    Variant{
        .name = "mutex", .work = read<snapshots::UnderMutex, PauseTicks>, .instructions_min = 20},
    Variant{.name = "shared_mutex",
            .work = read<snapshots::UnderSharedMutex, PauseTicks>,
            .instructions_min = 20},
    Variant{.name = "seqlock",
            .work = read<snapshots::UnderSequence, PauseTicks>,
            .instructions_min = 15},
    Variant{.name = "triple_buffer",
            .work = read<snapshots::InThreeBuffers, PauseTicks>,
            .instructions_min = 15}};

constexpr std::array kIdle = kReads<kForever>;
constexpr std::array kBusy = kReads<kMicrosecond>;
constexpr std::array kFlatOut = kReads<kNoPause>;

constexpr std::array kStores{
    Variant{.name = "mutex", .work = store<snapshots::UnderMutex>, .instructions_min = 20},
    Variant{
        .name = "shared_mutex", .work = store<snapshots::UnderSharedMutex>, .instructions_min = 20},
    Variant{.name = "seqlock", .work = store<snapshots::UnderSequence>, .instructions_min = 15},
    Variant{
        .name = "triple_buffer", .work = store<snapshots::InThreeBuffers>, .instructions_min = 15}};

constexpr std::array kComparisons{Comparison{.name = "writer_idle",
                                             .unit = "ns/read",
                                             .items = 200'000,
                                             .variants = kIdle,
                                             .items_counted = 4'000},
                                  Comparison{.name = "writer_each_microsecond",
                                             .unit = "ns/read",
                                             .items = 100'000,
                                             .variants = kBusy,
                                             .items_counted = 2'000},
                                  Comparison{.name = "writer_flat_out",
                                             .unit = "ns/read",
                                             .items = 20'000,
                                             .variants = kFlatOut,
                                             .items_counted = 1'000},
                                  Comparison{.name = "storing",
                                             .unit = "ns/store",
                                             .items = 20'000,
                                             .variants = kStores,
                                             .items_counted = 1'000}};

constexpr Technique kTechnique{
    .name = "seqlock",
    .question = "what does a reader pay for the latest value, and what does it do to the writer?",
    .comparisons = kComparisons};

}  // namespace
}  // namespace hotpath::lab

const hotpath::lab::Technique* hotpath_technique() {
    return &hotpath::lab::kTechnique;
}
