// The same reads of 256 MiB in pages of 4 KiB and in huge pages of 2 MiB.

#include <array>
#include <cstdlib>

#include <sys/mman.h>

#include "lab/techniques/measuring.hpp"
#include "lab/techniques/technique.hpp"

namespace hotpath::lab {
namespace {

constexpr std::size_t kBytes = std::size_t{256} << 20U;
constexpr std::size_t kHugePage = std::size_t{2} << 20U;
constexpr std::size_t kWordsOfLine = 8;
constexpr std::size_t kLines = kBytes / 64;

/// The line after `line` on a way through all lines that comes to each once and looks random.
constexpr std::uint64_t line_after(std::uint64_t line) {
    return (line * 2'862'933'555'777'941'757ULL + 3'037'000'493ULL) % kLines;
}

// [map]
/// 256 MiB, in the pages that `advice` asks for: MADV_HUGEPAGE or MADV_NOHUGEPAGE.
class Pages {
  public:
    explicit Pages(int advice) {
        if (mapping_ == MAP_FAILED) {
            std::abort();
        }
        madvise(words(), kBytes, advice);  // may be refused: it is advice
    }
    Pages(const Pages&) = delete;
    Pages& operator=(const Pages&) = delete;
    ~Pages() { munmap(mapping_, kBytes + kHugePage); }

    /// A huge page begins at a multiple of 2 MiB.
    [[nodiscard]] std::uint64_t* words() const {
        const auto address = reinterpret_cast<std::uintptr_t>(mapping_);
        return reinterpret_cast<std::uint64_t*>((address + kHugePage - 1) / kHugePage * kHugePage);
    }

  private:
    void* mapping_ = mmap(nullptr, kBytes + kHugePage, PROT_READ | PROT_WRITE,
                          MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
};
// [end]

/// Each line's first word is the line after it.
template <int advice>
const std::uint64_t* words() {
    static const Pages pages(advice);
    static const std::uint64_t* const made = [] {
        std::uint64_t* const fresh = pages.words();
        for (std::uint64_t line = 0; line < kLines; ++line) {
            fresh[line * kWordsOfLine] = line_after(line);
        }
        return fresh;
    }();
    return made;
}

// [one_by_one]
/// Each address is what the read before has found, as in a table of orders with links. A run goes on
/// where the last one stopped, so that it finds nothing in the caches. The answer is the number of
/// right words.
template <int advice>
std::uint64_t read_one_by_one(std::uint64_t items) {
    static std::uint64_t line = 0;
    const std::uint64_t* const all = words<advice>();
    std::uint64_t right = 0;
    for (std::uint64_t i = 0; i < items; ++i) {
        const std::uint64_t next = all[line * kWordsOfLine];
        right += static_cast<std::uint64_t>(next == line_after(line));
        line = next;
    }
    return right;
}
// [end]

// [independent]
/// The addresses are known beforehand: the processor has many reads under way at once.
template <int advice>
std::uint64_t read_independently(std::uint64_t items) {
    static std::uint64_t line = 0;
    const std::uint64_t* const all = words<advice>();
    std::uint64_t right = 0;
    for (std::uint64_t i = 0; i < items; ++i) {
        const std::uint64_t next = line_after(line);
        right += static_cast<std::uint64_t>(all[line * kWordsOfLine] == next);
        line = next;
    }
    return right;
}
// [end]

/// Line after line: a page's address is needed once in 64 lines.
template <int advice>
std::uint64_t read_in_order(std::uint64_t items) {
    static std::uint64_t line = 0;
    const std::uint64_t* const all = words<advice>();
    std::uint64_t right = 0;
    for (std::uint64_t i = 0; i < items; ++i) {
        right += static_cast<std::uint64_t>(all[line * kWordsOfLine] == line_after(line));
        line = (line + 1) % kLines;
    }
    return right;
}

/// 1 MiB over and over: the processor remembers where all of its pages are.
template <int advice>
std::uint64_t read_little(std::uint64_t items) {
    constexpr std::uint64_t kLittle = kLines / 256;
    const std::uint64_t* const all = words<advice>();
    std::uint64_t line = 0;
    std::uint64_t right = 0;
    for (std::uint64_t i = 0; i < items; ++i) {
        const std::uint64_t next = all[line * kWordsOfLine];
        right += static_cast<std::uint64_t>(next == line_after(line));
        line = next % kLittle;
    }
    return right;
}

// A load, a product, a comparison and the loop's end.
template <std::uint64_t (*plain)(std::uint64_t), std::uint64_t (*huge)(std::uint64_t)>
constexpr std::array kPages{Variant{.name = "pages_4_kib", .work = plain, .instructions_min = 4},
                            Variant{.name = "huge_pages", .work = huge, .instructions_min = 4}};

constexpr std::array kComparisons{
    Comparison{
        .name = "one_by_one",
        .unit = "ns/read",
        .items = 20'000,
        .variants = kPages<read_one_by_one<MADV_NOHUGEPAGE>, read_one_by_one<MADV_HUGEPAGE>>},
    Comparison{
        .name = "independent",
        .unit = "ns/read",
        .items = 100'000,
        .variants = kPages<read_independently<MADV_NOHUGEPAGE>, read_independently<MADV_HUGEPAGE>>},
    Comparison{.name = "in_order",
               .unit = "ns/read",
               .items = 500'000,
               .variants = kPages<read_in_order<MADV_NOHUGEPAGE>, read_in_order<MADV_HUGEPAGE>>},
    Comparison{.name = "in_1_mib",
               .unit = "ns/read",
               .items = 300'000,
               .variants = kPages<read_little<MADV_NOHUGEPAGE>, read_little<MADV_HUGEPAGE>>}};

constexpr Technique kTechnique{
    .name = "huge-pages",
    .question = "how much do random reads of much memory gain from pages of 2 MiB?",
    .comparisons = kComparisons};

}  // namespace
}  // namespace hotpath::lab

const hotpath::lab::Technique* hotpath_technique() {
    return &hotpath::lab::kTechnique;
}
