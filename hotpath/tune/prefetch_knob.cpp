#include "hotpath/tune/prefetch_knob.hpp"

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "hotpath/core/cpu.hpp"
#include "hotpath/core/random.hpp"

namespace hotpath::tune {

namespace {

struct alignas(kCacheLine) Record {
    std::uint64_t quantity = 0;
    std::uint64_t changes = 0;
};

/// The third argument of the compiler's builtin.
enum class Locality : int { NotKept = 0, ThirdCache = 1, SecondCache = 2, EveryCache = 3 };

/// As core/prefetch.hpp has it, with a locality.
template <Locality Kept>
[[gnu::always_inline]] inline void prefetch_into(const void* line) noexcept {
    __builtin_prefetch(line, 1, static_cast<int>(Kept));
    asm volatile("");
}

class Records {
  public:
    Records() : records_(kRecords), order_(kChanges + kAhead) {
        Random random(1);
        for (std::uint32_t& record : order_) {
            record = static_cast<std::uint32_t>(random.below(kRecords));
        }
    }

    template <Locality Kept>
    [[nodiscard]] CandidateRun run() {
        for (std::size_t n = 0; n < records_.size(); ++n) {
            records_[n] = {.quantity = n, .changes = 0};
        }
        const auto begin = std::chrono::steady_clock::now();
        std::uint64_t sum = 0;
        for (std::size_t n = 0; n < kChanges; ++n) {
            prefetch_into<Kept>(&records_[order_[n + kAhead]]);
            sum = change(records_[order_[n]], sum);
        }
        const std::chrono::duration<double, std::nano> took =
            std::chrono::steady_clock::now() - begin;
        return {.ns = took.count() / static_cast<double>(kChanges), .answer = sum};
    }

  private:
    static constexpr std::size_t kRecords = std::size_t{1} << 20U;  // 64 MiB
    static constexpr std::size_t kChanges = 300'000;
    static constexpr std::size_t kAhead = 16;  // as LookAhead for an order's record

    /// Work of some nanoseconds, which the next change waits for.
    [[nodiscard]] static std::uint64_t change(Record& record, std::uint64_t sum) noexcept {
        ++record.changes;
        record.quantity += record.changes;
        for (int turn = 0; turn < 4; ++turn) {
            sum = sum * 31 + record.quantity;
        }
        return sum;
    }

    std::vector<Record> records_;
    std::vector<std::uint32_t> order_;
};

}  // namespace

Knob prefetch_locality() {
    auto records = std::make_shared<Records>();
    return {
        .name = "caches that a prefetch fills",
        .key = "",
        .unit = "ns a record",
        .candidates = {
            {.words = "every", .run = [=] { return records->run<Locality::EveryCache>(); }},
            {.words = "not the first",
             .run = [=] { return records->run<Locality::SecondCache>(); }},
            {.words = "the third", .run = [=] { return records->run<Locality::ThirdCache>(); }},
            {.words = "not to be kept", .run = [=] { return records->run<Locality::NotKept>(); }}}};
}

}  // namespace hotpath::tune
