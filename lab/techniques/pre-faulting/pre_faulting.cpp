// The first write into fresh memory, a page fault, against writes into memory touched before.

#include <array>
#include <cstdlib>

#include <sys/mman.h>

#include "lab/techniques/measuring.hpp"
#include "lab/techniques/technique.hpp"

namespace hotpath::lab {
namespace {

constexpr std::size_t kPage = 4096;
constexpr std::size_t kHugePage = std::size_t{2} << 20U;

struct Order {  // one cache line
    std::uint64_t id;
    std::int64_t price;
    std::int64_t qty;
    std::array<std::uint64_t, 5> rest;
};

// [ways]
enum class Way : std::uint8_t {
    Fresh,          // mmap gives addresses; the kernel finds and clears a page at its first touch
    Populated,      // MAP_POPULATE: all pages before mmap returns
    TouchedBefore,  // the program wrote into each page itself, earlier
    FreshHuge,      // the first touch of each 2 MiB clears 2 MiB
};
// [end]

/// Memory in pages of 4 KiB, unless they are to be huge.
class Memory {
  public:
    Memory(std::size_t bytes, Way way)
        : boundary_(way == Way::FreshHuge ? kHugePage : kPage),
          bytes_(bytes + boundary_ - kPage),
          mapping_(mmap(nullptr, bytes_, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | (way == Way::Populated ? MAP_POPULATE : 0),
                        -1, 0)) {
        if (mapping_ == MAP_FAILED) {
            std::abort();
        }
        if (way == Way::FreshHuge) {
            madvise(begin(), bytes, MADV_HUGEPAGE);
        } else if (way != Way::Populated) {
            madvise(begin(), bytes, MADV_NOHUGEPAGE);
        }
        if (way == Way::TouchedBefore) {
            for (std::size_t at = 0; at < bytes; at += kPage) {
                begin()[at] = std::byte{1};
            }
        }
    }
    Memory(const Memory&) = delete;
    Memory& operator=(const Memory&) = delete;
    ~Memory() { munmap(mapping_, bytes_); }

    /// A multiple of a page's size.
    [[nodiscard]] std::byte* begin() const {
        const auto address = reinterpret_cast<std::uintptr_t>(mapping_);
        return reinterpret_cast<std::byte*>((address + boundary_ - 1) / boundary_ * boundary_);
    }

  private:
    std::size_t boundary_;
    std::size_t bytes_;
    void* mapping_;
};

// [write]
/// A stamp of the clock around each write; orders lie `kApart` bytes from each other.
template <std::size_t kApart, Way way>
std::uint64_t write_orders(std::span<std::uint32_t> taken) {
    const Memory memory(taken.size() * kApart, way);
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < taken.size(); ++i) {
        auto* const order = reinterpret_cast<Order*>(memory.begin() + i * kApart);
        const std::uint64_t start = ticks();
        order->id = i;
        order->qty = 100;
        keep(*order);
        taken[i] = static_cast<std::uint32_t>(ticks() - start);
        sum += order->id;
    }
    return sum;
}
// [end]

// [whole]
/// All of the cost, nothing set aside: map, write into `items` pages, unmap. `kShare` times as many
/// pages are mapped as are used.
template <std::size_t kShare, Way way>
std::uint64_t map_and_use(std::uint64_t items) {
    const Memory memory(items * kShare * kPage, way);
    std::uint64_t sum = 0;
    for (std::uint64_t i = 0; i < items; ++i) {
        auto* const order = reinterpret_cast<Order*>(memory.begin() + i * kPage);
        order->id = i;
        keep(*order);
        sum += order->id;
    }
    return sum;
}
// [end]

// Two readings of the clock and an order.
template <std::size_t kApart>
constexpr std::array kWays{
    Variant{.name = "fresh", .timed_work = write_orders<kApart, Way::Fresh>, .instructions_min = 6},
    Variant{.name = "populated_by_mmap",
            .timed_work = write_orders<kApart, Way::Populated>,
            .instructions_min = 6},
    Variant{.name = "touched_before",
            .timed_work = write_orders<kApart, Way::TouchedBefore>,
            .instructions_min = 6},
    Variant{.name = "fresh_huge_pages",
            .timed_work = write_orders<kApart, Way::FreshHuge>,
            .instructions_min = 6}};

// A store and the loop's end.
template <std::size_t kShare>
constexpr std::array kWhole{
    Variant{.name = "fresh", .work = map_and_use<kShare, Way::Fresh>, .instructions_min = 2},
    Variant{.name = "populated_by_mmap",
            .work = map_and_use<kShare, Way::Populated>,
            .instructions_min = 2},
    Variant{.name = "touched_before",
            .work = map_and_use<kShare, Way::TouchedBefore>,
            .instructions_min = 2}};

// As many are counted as timed, or the calls of the kernel would be most of the instructions.
constexpr std::array kComparisons{Comparison{.name = "a_page_each",
                                             .unit = "ns/order",
                                             .items = 4096,
                                             .variants = kWays<kPage>,
                                             .items_counted = 4096},
                                  Comparison{.name = "one_after_the_other",
                                             .unit = "ns/order",
                                             .items = 32'768,
                                             .variants = kWays<sizeof(Order)>,
                                             .items_counted = 4096},
                                  Comparison{.name = "whole_cost_all_used",
                                             .unit = "ns/page",
                                             .items = 4096,
                                             .variants = kWhole<1>,
                                             .items_counted = 4096},
                                  Comparison{.name = "whole_cost_an_eighth_used",
                                             .unit = "ns/page",
                                             .items = 1024,
                                             .variants = kWhole<8>,
                                             .items_counted = 1024}};

constexpr Technique kTechnique{
    .name = "pre-faulting",
    .question = "what does the first touch of fresh memory cost, and when is it best paid?",
    .comparisons = kComparisons};

}  // namespace
}  // namespace hotpath::lab

const hotpath::lab::Technique* hotpath_technique() {
    return &hotpath::lab::kTechnique;
}
